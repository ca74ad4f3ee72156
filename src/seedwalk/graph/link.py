"""The edges of one file: every reference in it, resolved, becomes an edge of the kind its place tells.

A file's edges are a function of its own facts, the import rules of its language over the whole project, and what was
looked up in other files. `Linked.depends` holds the keys of the latter: a change tells which files to link anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seedwalk.facts import REF_KINDS
from seedwalk.graph.answers import Trace, keys_of
from seedwalk.graph.chains import CALLED, INDEXED, steps
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.hierarchy import inheritance
from seedwalk.graph.names import NameTable
from seedwalk.graph.resolve import ANYWHERE, NO_LOCALS, UNKNOWN_OUTSIDE, Resolver
from seedwalk.graph.things import Form, Thing
from seedwalk.graph.views import View
from seedwalk.graph.world import world_edges
from seedwalk.identity import placeless_id
from seedwalk.model import EdgeKind, Flags, Import, Kind, Provenance, RefKind

_NAMED_TARGETS = 2
"""An imported name may be a name in one file or a file itself (a submodule): both are imported."""
_NAMES_IN_TYPE = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::)[^\W\d][\w$]*)*")
_FIRST_NAMES = re.compile(r"(?<![\w.])([^\W\d]\w*)(?:\.([^\W\d]\w*))?")
_TESTING = int(Flags.TEST | Flags.MOCK)
_TEST = int(Flags.TEST)
_LONE_KINDS = frozenset({Kind.METHOD})
_LONE_BARE = frozenset({Kind.METHOD, Kind.FUNCTION})
_SHORTEST_LONE = 4
"""Letters; a shorter name that only one symbol has still means something else more often than not."""
_RECEIVING = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO})
_ABSTRACT = frozenset({Kind.INTERFACE, Kind.TRAIT})


@dataclass(frozen=True, slots=True)
class Linked:
    """What linking one file gave."""

    edges: list[EdgeRow]
    depends: frozenset[int]
    placeless: list[tuple[str, str]]
    """(kind, name) of the symbols its edges point to that stand in no file: what is external, routes and the like."""
    counts: tuple[int, int, int]
    """Calls that were resolved, that lead outside, and that stay open."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A reference on its way to becoming edges."""

    kind: RefKind
    text: str
    ops: tuple[str, ...]
    line: int
    byte: int
    scope: int


def link(view: View, resolver: Resolver, names: NameTable) -> Linked:
    """Everything this file points at."""
    file = _File(view, resolver, names)
    file.imports()
    file.bases()
    file.members()
    file.references()
    file.rows |= inheritance(view, resolver, file.trace)
    outside = world_edges(view, resolver, file.trace)
    file.rows |= outside.rows
    file.placeless |= outside.placeless
    own = view.file_id << 32
    depends = frozenset(key for key in keys_of(file.trace) if key >> 32 << 32 != own)
    resolver.forget_values()
    return Linked(sorted(file.rows), depends, sorted(file.placeless), (file.resolved, file.outside, file.open))


class _File:
    """One file being linked."""

    def __init__(self, view: View, resolver: Resolver, names: NameTable) -> None:
        self.view, self.resolver, self.names = view, resolver, names
        self.trace: Trace = set()
        self.rows: set[EdgeRow] = set()
        self.placeless: set[tuple[str, str]] = set()
        self.resolved = self.outside = self.open = 0
        self._followed: dict[tuple[int, bool, str], tuple[Thing | None, list[Thing]]] = {}
        self._types: dict[tuple[int, str], list[Thing]] = {}

    # What is written at the top

    def imports(self) -> None:
        """From this module to each module it imports, once per pair, at the first line that does."""
        view = self.view
        lines: dict[str, int] = {}
        outside: dict[str, int] = {}
        for imported in view.imports:
            targets = view.targets(imported)
            for path in self._mentioned(imported, targets):
                if path != view.path:
                    lines.setdefault(path, imported.line)
            if not targets and imported.module and not imported.module.startswith((".", "/")):
                outside.setdefault(self._package(imported.module), imported.line)
        for path, line in lines.items():
            self._edge(0, self.resolver.view(path).identity(0), EdgeKind.IMPORTS, Provenance.IMPORT_RESOLVED, line)
        for package, line in outside.items():
            self._edge(0, self._external(package), EdgeKind.DEPENDS_ON, Provenance.IMPORT_RESOLVED, line)

    def _package(self, module: str) -> str:
        """The package outside that an import names: all of a path, of a dotted name the first part, unless that is none
        (Java's `com`); then without the types at its end."""
        package = module.replace("::", ".").strip(".")
        if "/" in package:
            return package
        if not self.view.spec.whole_packages:
            return package.partition(".")[0]
        parts = package.split(".")
        typed = next((at for at, part in enumerate(parts) if part[:1].isupper()), len(parts))
        return ".".join(parts[:typed]) or package

    def _mentioned(self, imported: Import, targets: Sequence[str]) -> Sequence[str]:
        """Of the files an import names, those it is an import of: of a package, the files that define what is used."""
        if imported.name and imported.name != "*":
            return targets[:_NAMED_TARGETS]
        if len(targets) < 2 or not self.view.spec.imports_packages:
            return targets
        prefix = "" if imported.name == "*" else imported.local.rpartition("/")[2] + "."
        used = [name[len(prefix) :] for name in self._mentions() if name.startswith(prefix)]
        found: set[str] = set()
        for name in used:
            thing = self.resolver.defined(targets, name, self.trace) if "." not in name else None
            if thing is not None:
                found.add(thing.path)
        return [path for path in targets if path in found] or targets[:1]

    def _mentions(self) -> list[str]:
        """First names and pairs of names (`pkg`, `pkg.Name`) of all that the file mentions."""
        found: set[str] = set()
        for text in self.view.facts.texts:
            for first, second in _FIRST_NAMES.findall(text):
                found.add(first)
                if second:
                    found.add(f"{first}.{second}")
        return sorted(found)

    def bases(self) -> None:
        view = self.view
        for position, text, implements, line in view.outline.bases:
            base = self.resolver.type_of(view, view.parent(position), text, self.trace)
            self._base(view.identity(position), view.kind(position), base, implements, line)
        for owner, trait, line, scope in view.outline.impls:
            source = self.resolver.follow(view, scope, steps(owner), NO_LOCALS, self.trace)
            base = self.resolver.type_of(view, scope, trait, self.trace)
            if source is not None and source.form is Form.TYPE:
                holder = self.resolver.view(source.path)
                self._base(holder.identity(source.position), holder.kind(source.position), base, True, line)

    def _base(self, source: int, kind: Kind, base: Thing | None, implements: bool, line: int) -> None:
        if base is None or base.form is Form.CALLABLE or base.name.startswith(UNKNOWN_OUTSIDE.name):
            return
        if base.form is Form.TYPE:
            view = self.resolver.view(base.path)
            above = view.kind(base.position)
            if above in _ABSTRACT:
                implements = kind not in _ABSTRACT
            target = view.identity(base.position)
        else:
            target = self._external(base.name)
        if target != source:
            said = EdgeKind.IMPLEMENTS if implements else EdgeKind.EXTENDS
            self.rows.add(row(source, target, said, Provenance.IMPORT_RESOLVED, line))

    def members(self) -> None:
        """Members whose type lies in another file visible from here."""
        view = self.view
        for position, owner in view.outline.owners:
            if owner in view.names:
                continue
            found = self.resolver.follow(view, 0, steps(owner), NO_LOCALS, self.trace)
            if found is not None and found.form is Form.TYPE:
                symbol, line = view.identity(position), view.outline.lines[position][0]
                target = self.resolver.view(found.path).identity(found.position)
                self.rows.add(row(target, symbol, EdgeKind.CONTAINS, Provenance.IMPORT_RESOLVED, line))
                self.rows.add(row(symbol, target, EdgeKind.MEMBER_OF, Provenance.IMPORT_RESOLVED, line))

    # References

    def references(self) -> None:
        facts = self.view.facts
        texts = facts.texts
        become: dict[RefKind, Callable[[_Mention], None]] = {
            RefKind.CALL: self._call,
            RefKind.MACRO: self._call,
            RefKind.NEW: self._new,
            RefKind.TYPE: self._type,
            RefKind.DECORATOR: self._decorator,
            RefKind.RAISE: self._raise,
            RefKind.ARGUMENT: self._argument,
            RefKind.VALUE: self._value,
            RefKind.ATTRIBUTE: self._value,
        }
        for code, text, line, byte, scope in facts.rows().tolist():
            act = become.get(REF_KINDS[code])
            if act is not None:
                act(_Mention(REF_KINDS[code], texts[text], steps(texts[text]), line, byte, scope))

    def _follow(self, mention: _Mention) -> Thing | None:
        """What a mention means; the fields it goes through become edges."""
        if not mention.ops:
            return None
        several = self.view.depends_on_line(mention.scope, mention.ops[0])
        place = f"{mention.text}\0{mention.line}" if several else mention.text
        key = (mention.scope, mention.kind is RefKind.CALL, place)
        known = self._followed.get(key)
        if known is None:
            passed: list[Thing] = []
            line = mention.line if several else ANYWHERE
            found = self.resolver.follow(self.view, mention.scope, mention.ops, line, self.trace, passed)
            if found is not None:
                found = self.resolver.meant(found, called=mention.kind is RefKind.CALL)
            known = self._followed[key] = (found, passed)
        for thing in known[1]:
            self._touch(mention, thing)
        return known[0]

    def _touch(self, mention: _Mention, thing: Thing) -> None:
        """A field or constant that is used, or a method that is named without brackets."""
        view = self.resolver.view(thing.path)
        if thing.form is Form.CALLABLE:
            self._to(mention, thing, self._naming_kind(mention), self._provenance(mention, thing))
            return
        parent = view.parent(thing.position)
        in_type = parent and view.is_type(parent)
        kind = EdgeKind.ACCESSES_FIELD if in_type and view.kind(thing.position) is Kind.FIELD else EdgeKind.REFERENCES
        self._to(mention, thing, kind, self._provenance(mention, thing))

    def _naming_kind(self, mention: _Mention) -> EdgeKind:
        """What naming a callable is: running it, where the language says so; a variable of its name runs nothing."""
        naming = self.view.naming
        runs = naming.names_call and mention.text[:1] not in ("@", "$")
        return EdgeKind.CALLS if runs else EdgeKind.REFERENCES

    def _call(self, mention: _Mention) -> None:
        found = self._follow(mention)
        if found is None:
            self._lone(mention)
        elif found.form is Form.CALLABLE:
            self._count(found)
            self._to(mention, found, EdgeKind.CALLS, self._provenance(mention, found))
        elif found.form is Form.TYPE:
            self._count(found)
            self._construct(mention, found)
        elif found.form is Form.INSTANCE and mention.text in self.view.naming.instance:
            self._construct(mention, found)  # `this(…)` in a constructor runs another one
        elif found.form is Form.MODULE:
            self._module_called(mention, found)
        elif found.form is Form.PARENT:
            if self.view.naming.constructs_by_call:
                return  # Python's `super()` runs nothing of the parent's
            if self.view.naming.names_call:
                self._overridden(mention, found)
                return
            above = self.resolver.bases(found.path, found.position, self.trace)
            if above and above[0].form is Form.TYPE:
                self._construct(mention, above[0])
        elif found.form is Form.FIELD:
            self._touch(mention, found)
            held = self.resolver.contents(found, self.trace)
            if held is not None and held.form is Form.CALLABLE:
                self._to(mention, held, EdgeKind.CALLS, Provenance.TYPE_RESOLVED)
            self.open += held is None
        else:
            self._count(found)
            self._to(mention, found, EdgeKind.CALLS, Provenance.IMPORT_RESOLVED)

    def _module_called(self, mention: _Mention, found: Thing) -> None:
        """A module that is one function or class, called."""
        value = self.resolver.module_value(found, self.trace)
        self.open += value is None
        if value is not None and value.form is Form.CALLABLE:
            self._count(value)
            self._to(mention, value, EdgeKind.CALLS, Provenance.IMPORT_RESOLVED)

    def _overridden(self, mention: _Mention, parent: Thing) -> None:
        """Ruby's `super`: the parent's method of the name of the one it stands in."""
        name = self.view.qualified(mention.scope).rpartition(".")[2]
        above = self.resolver.member(parent, name, self.trace)
        self.open += above is None
        if above is not None:
            self._count(above)
            self._to(mention, above, EdgeKind.CALLS, Provenance.TYPE_RESOLVED)

    def _count(self, found: Thing) -> None:
        if found.form is Form.EXTERNAL:
            self.outside += 1
        else:
            self.resolved += 1

    def _lone(self, mention: _Mention) -> None:
        """A method nobody else is called after, on something whose type cannot be told."""
        naming = self.view.naming
        names = [op for op in mention.ops if op not in (CALLED, INDEXED)] or [re.split(r"\W+", mention.text)[-1]]
        bare = len(mention.ops) == 1
        name = names[-1]
        foreign = len(names) > 1 and naming.types_are_capital and names[0][:1].isupper()  # a type nobody here defines
        if bare and (not naming.bare_methods or self.view.is_taken(mention.scope, name, mention.line)):
            self.open += 1
            return
        if foreign or name in naming.everyday or len(name) < _SHORTEST_LONE:
            self.open += 1
            return
        self.trace.add(self.names.key(name))
        only = self.names.only(self.view.spec.name, name, _LONE_BARE if bare else _LONE_KINDS)
        tested = self.view.flags(mention.scope) & _TEST
        if only is None or (not tested and self.resolver.view(only[0]).flags(only[1]) & _TEST):
            self.open += 1  # code does not call its tests
            return
        self.resolved += 1
        self._to(mention, Thing(Form.CALLABLE, *only), EdgeKind.CALLS, Provenance.NAME_MATCHED)

    def _construct(self, mention: _Mention, found: Thing) -> None:
        """The constructor of the type, else the type."""
        view = self.resolver.view(found.path)
        literal = view.naming.literal_construction
        constructor = None if literal else self.resolver.constructor(found.path, found.position, self.trace)
        made = Thing(Form.CALLABLE, *constructor) if constructor is not None else found
        self._to(mention, made, EdgeKind.CALLS, self._provenance(mention, found))

    def _new(self, mention: _Mention) -> None:
        found = self.resolver.type_of(self.view, mention.scope, mention.text, self.trace)
        if found is None:
            self.open += 1
        elif found.form is Form.TYPE:
            self._count(found)
            self._construct(mention, found)
        else:
            self._count(found)
            self._to(mention, found, EdgeKind.CALLS, self._provenance(mention, found))

    def _type(self, mention: _Mention) -> None:
        view = self.view
        in_signature = mention.scope and mention.byte < view.outline.lines[mention.scope][1]
        hint = in_signature and view.kind(mention.scope) in _RECEIVING
        for found in self._types_in(mention):
            self._to(mention, found, EdgeKind.TYPE_HINT_OF if hint else EdgeKind.REFERENCES, Provenance.IMPORT_RESOLVED)

    def _types_in(self, mention: _Mention) -> list[Thing]:
        """Every type a written type names, arguments included."""
        key = (mention.scope, mention.text)
        known = self._types.get(key)
        if known is None:
            known = self._types[key] = []
            for name in dict.fromkeys(_NAMES_IN_TYPE.findall(mention.text)):
                found = self.resolver.type_of(self.view, mention.scope, name, self.trace)
                if found is not None and found.form is not Form.CALLABLE:
                    known.append(found)
        return known

    def _decorator(self, mention: _Mention) -> None:
        found = self._follow(mention)
        if found is None and (ending := self.view.naming.decorator_ending):
            found = self.resolver.type_of(self.view, mention.scope, mention.text + ending, self.trace)
        if found is None or not mention.scope:
            return
        source = self._identity(found)
        decorated = self.view.identity(mention.scope)
        if source is not None and source != decorated:
            self.rows.add(row(source, decorated, EdgeKind.DECORATES, self._provenance(mention, found), mention.line))

    def _raise(self, mention: _Mention) -> None:
        found = self._follow(mention)
        if found is not None and found.form in (Form.CALLABLE, Form.FIELD):
            found = self.resolver.contents(found, self.trace)
        if found is not None and found.form in (Form.TYPE, Form.INSTANCE, Form.EXTERNAL):
            self._to(mention, found, EdgeKind.THROWS, self._provenance(mention, found))

    def _argument(self, mention: _Mention) -> None:
        if mention.text.startswith(":"):
            found = self._symbol_named(mention)
        else:
            found = self._follow(mention)
        if found is None:
            self._constructor_passed(mention)
        elif found.form is Form.CALLABLE and self._is_passed(mention, found):
            self._to(mention, found, EdgeKind.CALLS, Provenance.CALLBACK)
        else:
            self._use(mention, found)

    def _is_passed(self, mention: _Mention, found: Thing) -> bool:
        """Whether an argument is the callable itself, and not what reading or naming it gives."""
        if self.view.naming.names_call:
            return mention.text.startswith(":")
        return found.position not in self.resolver.view(found.path).properties

    def _constructor_passed(self, mention: _Mention) -> None:
        word = self.view.naming.constructor_reference
        if not word or mention.ops[-1:] != (word,):
            return
        found = self.resolver.follow(self.view, mention.scope, mention.ops[:-1], NO_LOCALS, self.trace)
        if found is not None and found.form is Form.TYPE:
            made = self.resolver.constructor(found.path, found.position, self.trace)
            target = Thing(Form.CALLABLE, *made) if made is not None else found
            self._to(mention, target, EdgeKind.CALLS, Provenance.CALLBACK)

    def _symbol_named(self, mention: _Mention) -> Thing | None:
        """Ruby's `before_action :login`: the method of that name in the type around."""
        return self.resolver.named(self.view, mention.scope, mention.text.lstrip(":"), mention.line, self.trace)

    def _value(self, mention: _Mention) -> None:
        found = self._follow(mention)
        if found is not None:
            self._use(mention, found)

    def _use(self, mention: _Mention, found: Thing) -> None:
        if found.form is Form.FIELD:
            self._touch(mention, found)
        elif found.form in (Form.CALLABLE, Form.TYPE):
            kind = self._naming_kind(mention) if found.form is Form.CALLABLE else EdgeKind.REFERENCES
            self._to(mention, found, kind, self._provenance(mention, found))

    # Edges

    def _provenance(self, mention: _Mention, found: Thing) -> Provenance:
        """By the type of a receiver, or by scope and imports alone."""
        return Provenance.TYPE_RESOLVED if found.of is not None else Provenance.IMPORT_RESOLVED

    def _to(self, mention: _Mention, found: Thing, kind: EdgeKind, provenance: Provenance) -> None:
        target = self._identity(found)
        if target is None:
            return
        self._edge(mention.scope, target, kind, provenance, mention.line)
        tested = kind is EdgeKind.CALLS and self.view.flags(mention.scope) & _TEST and found.path
        if tested and not self.resolver.view(found.path).flags(found.position) & _TESTING:
            source = self.view.identity(mention.scope)
            self.rows.add(row(source, target, EdgeKind.TESTS, provenance, mention.line))
            self.rows.add(row(target, source, EdgeKind.TESTED_BY, provenance, mention.line))

    def _identity(self, found: Thing) -> int | None:
        if found.form is Form.EXTERNAL:
            return None if found.name.startswith(UNKNOWN_OUTSIDE.name) else self._external(found.name)
        return self.resolver.view(found.path).identity(found.position) if found.path else None

    def _external(self, name: str) -> int:
        self.placeless.add((Kind.EXTERNAL.value, name))
        return placeless_id(Kind.EXTERNAL, name)

    def _edge(self, scope: int, target: int, kind: EdgeKind, provenance: Provenance, line: int) -> None:
        source = self.view.identity(scope)
        if source != target or kind is EdgeKind.CALLS:
            self.rows.add(row(source, target, kind, provenance, line))
