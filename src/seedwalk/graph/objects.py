"""Objects written as they are, without a type: `{ parse, load() {} }`. What is a member of one?

Three sorts have names to ask by: the object that a constant holds, the one that a function gives, and the one that a
module is. A function written in it is a symbol inside the constant, the function or the file; what is put into it by a
name is a binding of that name: `shop.open`, `return.open`, `module.exports.open`.
"""

from __future__ import annotations

from seedwalk.facts import RETURN
from seedwalk.graph.answers import Trace
from seedwalk.graph.meaning import Meanings
from seedwalk.graph.things import UNNAMED, Thing
from seedwalk.graph.views import MEMBERS, View
from seedwalk.model import Kind


class Objects(Meanings):
    """Objects without a type, and instances of types without a name, whose fields are bindings too."""

    def object_at(self, view: View, position: int, trace: Trace) -> Thing | None:
        """The object that a constant is by the functions written in it, and by what is put into it by a name."""
        qualified = view.qualified(position)
        trace.add(view.key(qualified + MEMBERS))
        if view.path not in self._objects:
            self._objects[view.path] = _holders(view)
        written_in, put_into = self._objects[view.path]
        around, name = view.parent(position), qualified.rpartition(".")[2]
        if qualified not in written_in and (around, name) not in put_into:
            return None
        return Thing(UNNAMED, view.path, around, name=name)

    def put_into(self, found: Thing, name: str, trace: Trace) -> Thing | None:
        """What is given to a constant by a name, whatever else it is: `app = express()`, then `app.map = ...`."""
        own = self.object_at(self.view(found.path), found.position, trace)
        return self.of_object(own, name, trace) if own is not None else None

    def of_object(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """A function written in an object, what is put into it by a name, or what a field of a type without a name
        holds: such fields are no symbols."""
        view, field = self.view(holder.path), f"{holder.name}.{name}"
        qualified = _inside(view, holder, name)
        trace.add(view.key(qualified))
        at = view.names.get(qualified)
        if at is not None and (holder.name != view.naming.module_value or view.kind(at) is Kind.METHOD):
            return self.thing(view, at, None)
        trace.add(view.saying(holder.position, field))
        said = view.bound(holder.position, field) if holder.position else view.field(field)
        return self.first_told(view, said, trace)


def _holders(view: View) -> tuple[set[str], set[tuple[int, str]]]:
    """The qualified names of what something is written in; scope and name of what something is put into."""
    told = ((scope, name.partition(".")) for scope, said in view.bindings().items() for name in said)
    put_into = {(scope, first) for scope, (first, dot, _) in told if dot}
    return {qualified.rpartition(".")[0] for qualified in view.names}, put_into


def _inside(view: View, holder: Thing, name: str) -> str:
    """The qualified name of a function that is written in an object."""
    if holder.name == view.naming.module_value:
        return name
    around = f"{view.qualified(holder.position)}." if holder.position else ""
    return around + (name if holder.name == RETURN else f"{holder.name}.{name}")
