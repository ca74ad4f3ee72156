"""What is a member of a thing? Of a type, through all it inherits from; of a module or package, what it defines."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.graph.answers import Trace
from seedwalk.graph.meaning import PERHAPS, Meanings
from seedwalk.graph.names import file_key
from seedwalk.graph.sides import asks_type, on_side
from seedwalk.graph.sought import Line, sought
from seedwalk.graph.things import EXTERNAL, HOLDERS, MODULE, PACKAGE, PARENT, TYPE, UNNAMED, Thing
from seedwalk.graph.views import MEMBERS, View
from seedwalk.model import Import, Kind

_CONSTRUCTOR = Kind.CONSTRUCTOR
_TRAIT = Kind.TRAIT
_TRAIT_METHODS = frozenset({Kind.METHOD})


class Members(Meanings):
    """Members of types, modules and packages."""

    def member(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """What `holder.name` means."""
        form = holder.form
        if form in HOLDERS:
            if trace is not self._asking:
                return self._inherited(holder, name, trace)
            key = (holder, name)  # one file asks the same of the same again and again, and its trace has it all already
            if key not in self._members:
                self._members[key] = self._inherited(holder, name, trace)
            return self._members[key]
        if form is EXTERNAL:
            return Thing(EXTERNAL, name=f"{holder.name}.{name}")
        if form is MODULE:
            return self._of_module(holder.path, name, trace)
        if form is PACKAGE:
            return self.defined(holder.files, name, trace)
        return self.of_object(holder, name, trace) if form is UNNAMED else None

    def marked_field(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """What a name with a field's mark means inside a type: a field nobody else can ask for, or any other member."""
        if holder.form not in HOLDERS or not self.view(holder.path).naming.marked_signature:
            return self.member(holder, name, trace)
        return self._inherited(holder, name, trace, by_mark=True)

    def _inherited(self, holder: Thing, name: str, trace: Trace, *, by_mark: bool = False) -> Thing | None:
        """A member of a type, its own or that of the nearest type above it that has one."""
        line, whole = self.ancestors(holder.path, holder.position, trace)
        start = 1 if holder.form is PARENT else 0
        if not name.isdecimal():
            start, at = sought(line, start, name, self._plainly, trace)
            if at >= 0:
                return self.thing(self.view(line[start][0]), at, holder)
        found = self._along(line[start:], holder, name, trace, by_mark=by_mark) if start < len(line) else None
        if found is not None and found[1]:
            return found[0]
        if holder.of is not None and holder.form is not PARENT:
            further = self.member(holder.of, name, trace)
            if further is not None and (further.form is not EXTERNAL or whole):
                return further
        aside = found[0] if found is not None else None
        return aside or (None if whole else Thing(EXTERNAL, name=f"{PERHAPS}{name}"))

    def _along(
        self, line: Line, holder: Thing, name: str, trace: Trace, *, by_mark: bool
    ) -> tuple[Thing | None, bool]:
        """A member that the first of some types has, where more than its name tells that, and whether that settles it;
        one of the other side only stands aside for what may still be found."""
        aside: Thing | None = None
        for path, position in line:
            view = self.view(path)
            qualified = f"{view.qualified(position)}.{name}"
            trace.add(view.key(qualified))
            at = view.names.get(qualified)
            if at is not None and view.arities and view.parent(at) != position:
                at = view.members().get(position, {}).get(name)  # a type of the same name may stand beside it
            if at is not None and view.naming.singletons and (suits := on_side(view, qualified, at, holder)) != at:
                aside, at = aside or self.thing(view, at, holder), suits
            if at is not None and (by_mark or at not in view.marked):
                mixed_in = aside is not None and asks_type(holder) and at not in view.parameters
                return aside if mixed_in else self.thing(view, at, holder), True
            far = self._far_member(view, position, qualified, trace) if view.naming.scattered else None
            if far is not None and view.naming.singletons:
                suits = on_side(self.view(far[0]), qualified, far[1], holder)
                aside = aside or (self.thing(self.view(far[0]), far[1], holder) if suits is None else None)
                far = (far[0], suits) if suits is not None else None
            if far is not None and (by_mark or far[1] not in self.view(far[0]).marked):
                return self.thing(self.view(far[0]), far[1], holder), True
            handed = self._handed_to_types(view, position, holder, name, trace) if view.naming.type_side else None
            if handed is not None:
                return handed, True
            if name.isdecimal():
                return self.first_told(view, view.field(qualified), trace), True  # such a field is no symbol
        return aside, False

    def _handed_to_types(self, view: View, module: int, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """A method that types have themselves once they take in a module: it stands in a module of a set name there."""
        if view.kind(module) is not Kind.MODULE or not asks_type(holder):
            return None
        qualified = f"{view.qualified(module)}.{view.naming.type_side}.{name}"
        trace.add(view.key(qualified))
        at = view.names.get(qualified)
        if at is not None:
            return self.thing(view, at, holder)
        far = self._far_member(view, module, qualified, trace)
        return self.thing(self.view(far[0]), far[1], holder) if far is not None else None

    def constructor(self, path: str, position: int, trace: Trace) -> tuple[str, int] | None:
        """Where the constructor of a type stands, if one is written: with the type, or with another part of it."""
        view = self.view(path)
        qualified = view.qualified(position)
        trace.add(view.key(qualified + MEMBERS))
        at = view.constructors.get(position)
        if at is not None:
            return path, at
        if not view.naming.scattered:
            return None
        for name in (qualified.rpartition(".")[2], *sorted(view.spec.constructors)):
            far = self._far_member(view, position, f"{qualified}.{name}", trace)
            if far is not None and self.view(far[0]).kind(far[1]) is _CONSTRUCTOR:
                return far
        return None

    def _far_member(self, view: View, holder: int, qualified: str, trace: Trace) -> tuple[str, int] | None:
        """A member of a type that stands in another file: a Go method, a Rust `impl`, a reopened class."""
        name = qualified.rpartition(".")[2]
        trace.add(self._names.key(name))
        near = view.visible()
        if view.naming.arities:
            return self._far_part(view, holder, qualified, near)
        for path, position in self._names.qualified(view.spec.name, qualified):
            if path != view.path and (not near or path in near) and not self._is_of_namesake(view, holder, path, trace):
                return path, position
        return None

    def _is_of_namesake(self, view: View, holder: int, path: str, trace: Trace) -> bool:
        """Whether a file that writes members of a type of this name defines one itself, and means that (Rust)."""
        if not view.naming.traits_in_scope:
            return False
        there, name = self.view(path), view.qualified(holder)
        trace.add(there.key(name))
        at = there.names.get(name)
        return at is not None and there.is_type(at)

    def _far_part(self, view: View, holder: int, qualified: str, near: Sequence[str]) -> tuple[str, int] | None:
        """A member in another part of a type, and not in another type of that name that takes more or fewer types."""
        taken = view.arities.get(holder)
        for path, position in self._names.each(view.spec.name, qualified):
            there = self.view(path)
            same = there.arities.get(there.parent(position)) == taken
            if same and (path in near or not near) and (path != view.path or there.parent(position) != holder):
                return path, position
        return None

    def _of_module(self, path: str, name: str, trace: Trace) -> Thing | None:
        found = self.exported(path, name, trace)
        if found is not None:
            return found
        view = self.view(path)
        if view.path.rpartition("/")[2].partition(".")[0] in view.spec.package_files:
            trace.add(file_key(name))
            for target in view.targets(Import(".", name, "", 0)):
                if target != path:
                    return Thing(MODULE, target)
        return found

    def of_trait(self, view: View, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """A method of a trait that a file has in scope: what a type itself has not, only such a trait gives."""
        trace.add(self._names.key(name))
        for path, at in self._names.of_kinds(view.spec.name, name, _TRAIT_METHODS):
            there = self.view(path)
            trait = there.parent(at)
            if there.kind(trait) is _TRAIT and self._sees(view, path, there.qualified(trait), trace):
                return self.thing(there, at, holder)
        return None

    def _sees(self, view: View, path: str, name: str, trace: Trace) -> bool:
        """Whether a name at the top of a file is in scope in another, or in the same."""
        if path == view.path:
            return True
        for imported in (*view.by_local.get(name, ()), *view.wildcards):
            found = self._search_import(view, imported, name, trace)
            if found is not None and (found.path, found.form) == (path, TYPE):
                return True
        return False

    def _search_import(self, view: View, imported: Import, name: str, trace: Trace) -> Thing | None:
        """What an import brings under a name, one that names it or one that brings everything."""
        if not view.is_wildcard(imported):
            trace.add(view.key(name))
            return self.brought(view, imported, set(), trace)
        trace.add(view.star)
        return self.defined(view.targets(imported), name, trace, view)
