"""What does an import bring? Names defined at the top of files, or handed on by their own imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seedwalk.graph.answers import Answer, Trace
from seedwalk.graph.chains import steps
from seedwalk.graph.meaning import FEW, Meanings, Sight
from seedwalk.graph.things import EXTERNAL, MODULE, PACKAGE, TYPE, Thing
from seedwalk.graph.views import MEMBERS, View
from seedwalk.languages.spec import Reexports
from seedwalk.model import Import

MAX_REEXPORTS = 64
"""Files looked into for one name; a search that needs more goes round in circles or through a thousand barrels."""
_DEFAULT = "default"
"""What is imported without a name; of a module that is one function or class, that."""


class Imports(Meanings):
    """Names across files."""

    def exported(self, path: str, name: str, trace: Trace, *, inside: bool = False) -> Thing | None:
        """What a name means at the top of a file, by definition or re-export; `inside` the file also by what it imports
        for itself."""
        found: Thing | None = self._answers.ask(
            self._exports, (path, name, inside), lambda own: self._search(path, name, set(), own, inside=inside), trace
        )
        return found

    def _search(
        self, path: str, name: str, seen: set[tuple[str, str]], trace: Trace, *, inside: bool = False
    ) -> Thing | None:
        if (path, name) in seen or len(seen) > MAX_REEXPORTS:
            return None
        seen.add((path, name))
        view = self.view(path)
        trace.add(view.key(name))
        if view.naming.module_value and (given := self._given_by_module(view, name, trace)) is not None:
            return given
        at = view.names.get(name)
        if at is not None:
            return self.thing(view, at, None)
        for bound in view.field(name)[:1]:
            found = self.evaluate(view, bound, trace)
            if found is None and len(steps(bound.value)) == 1:  # an object is told by its name: it holds no one thing
                found = self._search(path, bound.value, seen, trace, inside=inside)
            if found is not None:
                return found
        if view.spec.reexports is Reexports.NONE:
            return None
        marked = view.spec.reexports is Reexports.MARKED and not inside
        outside = None
        for imported in view.by_local.get(name, ()):
            found = self.brought(view, imported, seen, trace) if imported.reexported or not marked else None
            if found is not None and found.form is not EXTERNAL:
                return found
            outside = outside or found
        if outside is not None:
            return outside
        trace.add(view.star)
        for imported in view.wildcards:
            if marked and not imported.reexported:
                continue
            for target in view.targets(imported)[:FEW]:
                within = inside and view.is_inside(target)
                found = self._search(target, name, seen, trace, inside=within) if target != path else None
                if found is not None:
                    return found
        return None

    def _given_by_module(self, view: View, name: str, trace: Trace) -> Thing | None:
        """What a module's own value has under a name, where that is not what the file calls so itself: of
        `module.exports = { read: load }` that is `load`, of `module.exports = tools` what this object has."""
        value = view.naming.module_value
        if name.startswith(value):
            return None
        handed = f"{value}.{name}"
        trace.add(view.key(handed))
        told = view.field(handed)
        if told and told[0].value != name:
            return self.exported(view.path, handed, trace)
        trace.add(view.key(value))
        held = self.exported(view.path, value, trace) if view.field(value) else None
        found = self.part(held, name, trace) if held is not None else None
        return found if found is not None and found.form is not EXTERNAL else None

    def _value_of_module(self, path: str, trace: Trace) -> Thing | None:
        """What a module is as a whole: the one function or class it is, or itself where it is an object of several."""
        found, view = self.module_value(Thing(MODULE, path), trace), self.view(path)
        if found is None and (value := view.naming.module_value):
            trace.update((view.key(value), view.key(value + MEMBERS)))
            return Thing(MODULE, path) if view.hands_on() else None
        return found

    def brought(self, view: View, imported: Import, seen: set[tuple[str, str]], trace: Trace) -> Thing | None:
        """What an import brings under its local name."""
        targets = view.targets(imported)
        if not targets and (through := self._through(view, imported, seen, trace)) is not None:
            return through
        if not targets:
            relative = imported.module.startswith((".", "/")) or not imported.module
            dotted = f"{imported.module}.{imported.name}" if imported.name else imported.module
            return None if relative else Thing(EXTERNAL, name=dotted.replace("::", ".").replace("/", "."))
        if not imported.name or (imported.name == "*" and imported.alias):
            return Thing(PACKAGE, files=tuple(targets)) if len(targets) > 1 else Thing(MODULE, targets[0])
        found = self.defined(targets, imported.name, trace) if len(targets) > FEW else None
        for target in targets if len(targets) <= FEW else ():
            if is_below(view, imported, target):
                found = Thing(MODULE, target)
            else:
                found = self._search(target, imported.name, seen, trace, inside=view.is_inside(target))
            if found is not None:
                break
        if found is None:
            found = self.of_imported_type(imported, imported.name, targets, trace)
        if found is None and imported.name == _DEFAULT and view.naming.module_value:
            found = self._value_of_module(targets[0], trace)
        if found is None:
            found = next((Thing(MODULE, path) for path in reversed(targets) if _named(path, imported.name)), None)
        return found

    def _through(self, view: View, imported: Import, seen: set[tuple[str, str]], trace: Trace) -> Thing | None:
        """What a path brings that begins with a name another import brings: `use a::b; use b::C;`."""
        first, *rest = imported.module.split(view.spec.path_separator)
        found: Thing | None = None
        for other in view.by_local.get(first, ()) if view.naming.paths_import and imported.name else ():
            if other.module != imported.module and view.targets(other):
                found = self.brought(view, other, seen, trace)
                break
        for name in (*rest, imported.name):
            found = self.member(found, name, trace) if found is not None else None
        return found

    def of_imported_type(self, imported: Import, name: str, targets: Sequence[str], trace: Trace) -> Thing | None:
        """A member of the type an import's module ends in: `import static org.shop.Base.make`, `use Color::Red`."""
        ending = self._ending(imported.module, targets)
        trace.add(ending)
        return self.member(ending.value, name, trace) if ending.value is not None else None

    def _ending(self, module: str, targets: Sequence[str]) -> Answer:
        """The type that a module ends in, or the module inside of a file, if one of its files has it. Kept, since where
        namespaces are written like types every name that nothing else explains is asked of each import (C#)."""
        key = (module, *targets[:FEW])
        known = self._imported_types.get(key)
        if known is None:
            known = self._imported_types[key] = self._search_ending(module.replace("::", ".").split("."), targets[:FEW])
        return known

    def _search_ending(self, parts: Sequence[str], targets: Sequence[str]) -> Answer:
        trace: Trace = set()
        for target in targets:
            view = self.view(target)
            if not (parts[-1][:1].isupper() or view.spec.inner_module):
                break
            for depth in range(1, len(parts) + 1):  # `Base`, or `Shop.Base` of a type inside another
                written = ".".join(parts[-depth:])
                trace.add(view.key(written))
                at = view.names.get(written)
                if at is not None and view.is_type(at):
                    return Answer(Thing(TYPE, target, at), trace)
                if not (parts[-depth][:1].isupper() or view.spec.inner_module):
                    break
        return Answer(None, trace)

    def sights(self, view: View) -> tuple[list[Sight], Sight]:
        """What a file sees by each import that names nothing, and what it sees without any; told once for all names."""
        known = self._sights.get(view.path)
        if known is None:
            wide = [self._sight(view.targets(imported), imported.module) for imported in view.wildcards]
            known = self._sights[view.path] = wide, self._sight(view.visible(), "")
        return known

    def _sight(self, files: Sequence[str], module: str) -> Sight:
        return Sight(files, self._table(files) if len(files) > FEW else None, self._ending(module, files))

    def seen(self, sight: Sight, name: str, trace: Trace, asking: View | None = None) -> Thing | None:
        """What a name means in files that are seen together, as the file sees it that is `asking`."""
        if sight.table is None:
            found = self.defined(sight.files, name, trace, asking)
        else:
            trace.add(self._names.key(name))
            row = sight.table.get(name)
            found = self.thing(self.view(row[0]), row[1], None) if row else None
        if found is None:
            trace.add(sight.ending)
            found = self.member(sight.ending.value, name, trace) if sight.ending.value is not None else None
        return found

    def defined(self, paths: Sequence[str], name: str, trace: Trace, asking: View | None = None) -> Thing | None:
        """The first of some files that defines a name at its top, as the file sees it that is `asking`."""
        if paths:
            trace.add(self._names.key(name))  # a file that joins them may come first
        if len(paths) > FEW:
            row = self._table(paths).get(name)
            return self.thing(self.view(row[0]), row[1], None) if row else None
        for path in paths:
            found = self.exported(path, name, trace, inside=asking is not None and asking.is_inside(path))
            if found is not None:
                return found
        return None

    def _table(self, paths: Sequence[str]) -> Mapping[str, tuple[str, int]]:
        """Every name some files define, with file and position; the first file wins. Made once per list of files,
        whoever brings it: each import of a package has a list of its own."""
        files = tuple(paths)
        merged = self._tables.get(files)
        if merged is None:
            merged = self._tables[files] = {}
            for path in reversed(files):
                merged.update((name, (path, at)) for name, at in self.view(path).names.items() if "." not in name)
        return merged


def is_below(view: View, imported: Import, target: str) -> bool:
    """Whether a file is the very module an import names, below the one it imports from, and not a place to look for the
    name: of `from commands import build`, `commands/build.py`, whatever else is called `build` in there."""
    if not view.naming.imports_below or not _named(target, imported.name):
        return False
    return target not in view.targets(Import(imported.module, "", "", 0))


def _named(path: str, name: str) -> bool:
    """Whether a file, or the folder it stands for, has this name."""
    parts = path.split("/")
    stem = parts[-1].partition(".")[0]
    return name == stem or (len(parts) > 1 and name == parts[-2] and stem in ("__init__", "mod", "index", "lib"))
