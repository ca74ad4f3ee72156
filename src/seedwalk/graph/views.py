"""One file as the resolver sees it: what its names mean inside it, and where its imports lead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from seedwalk.facts import RETURN, Facts
from seedwalk.graph.bindings import Bound, Said, bound_by_scope, by_last_name, by_name
from seedwalk.graph.names import check
from seedwalk.graph.outline import Outline, with_blocks
from seedwalk.graph.things import Thing
from seedwalk.graph.words import words_of
from seedwalk.languages import every_spec
from seedwalk.languages.spec import Modules
from seedwalk.model import TYPE_KINDS, Import, Kind

KINDS = tuple(Kind)
_TYPE_CODES = frozenset(KINDS.index(kind) for kind in TYPE_KINDS)
_MODULE = KINDS.index(Kind.MODULE)
_SCOPES = _TYPE_CODES | {_MODULE}
_CALLABLE = frozenset(KINDS.index(kind) for kind in (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR))
_CONSTRUCTOR = KINDS.index(Kind.CONSTRUCTOR)
_METHOD, _FIELD = KINDS.index(Kind.METHOD), KINDS.index(Kind.FIELD)
_OF_TYPES = frozenset(KINDS.index(kind) for kind in (Kind.METHOD, Kind.CONSTRUCTOR))
KEY_SHIFT = 32
NAMELESS = "new"
"""The name by which bindings tell what a class without a name extends (Java)."""
MEMBERS = ".*"
"""Ends the key of "whatever this type defines": inheriting depends on members not there yet."""
EVERYTHING = "*"
"""The key of all that a file imports without naming it."""
ROUTES = "/routes"
"""The key of all that a file's literals say: who mounts its routes names them too."""
GIVEN = "*given"
"""Stands for the functions of a file whose results tests are handed by name, and these names."""


_NONE: Mapping[str, Sequence[Bound]] = {}


class View:
    """A file's outline with its names, imports and bindings ready to be looked up."""

    __slots__ = (
        "_around",
        "_bound",
        "_callables",
        "_facts",
        "_fetch",
        "_fields",
        "_leads",
        "_members",
        "_narrowed",
        "_nested",
        "_repeated",
        "_rows",
        "_rules",
        "_said",
        "_sight",
        "_targets",
        "arities",
        "bare",
        "by_local",
        "constructors",
        "dotted",
        "file_id",
        "imports",
        "key_half",
        "marked",
        "names",
        "naming",
        "outline",
        "parameters",
        "path",
        "private",
        "properties",
        "shared",
        "spec",
        "star",
        "things",
        "tops",
        "twins",
        "wildcards",
        "words",
    )  # fmt: skip

    def __init__(self, file_id: int, outline: Outline, fetch: Callable[[], Facts], rules: Modules | None) -> None:
        self.file_id, self.outline, self.path = file_id, outline, outline.path
        self.spec = every_spec()[outline.language]
        self.naming, self.words = self.spec.naming, words_of(outline.language)
        self.key_half = file_id << KEY_SHIFT
        self.star = self.key(EVERYTHING)
        self.things: dict[int, Thing] = {}  # definitions as the resolver speaks of them, kept by it
        self.properties = frozenset(outline.properties)
        self.private = frozenset(outline.private)
        self.marked = frozenset(outline.marked)
        self.parameters = dict(outline.parameters)
        self._callables: dict[str, list[int]] | None = None
        self.arities = dict(outline.arities)
        """Of types and callables that take types, how many."""
        self._fetch, self._rules = fetch, rules
        self._rows = with_blocks(outline) if outline.blocks else outline.symbols
        self._said: dict[str, dict[int, list[Bound]]] | None = None
        self._nested: dict[str, set[str]] = {}
        self._around: dict[int, str] = {}
        self._facts: Facts | None = None
        self._bound: Said | None = None
        self._fields: dict[str, list[Bound]] = {}
        self._narrowed: dict[int, dict[str, list[Bound]]] = {}
        self._targets: dict[Import, Sequence[str]] = {}
        self._members: dict[int, dict[str, int]] | None = None
        self._sight: frozenset[str] | None = None
        self._leads: list[Sequence[str]] | None = None
        self._repeated: dict[str, list[int]] | None = None
        self.names: dict[str, int] = {}
        self.bare: dict[str, int] = {}
        """The same without methods, where these are named only behind their object: `{ get() {} }` is no `get`."""
        self.twins: dict[str, int] = {}
        """Of a field and a method of one name, or a type where these are apart, the later one."""
        self.constructors: dict[int, int] = {}
        for position in range(len(outline.symbols) - 1, 0, -1):  # the first of several of one name wins
            qualified, _, kind, _, parent = outline.symbols[position]
            other = self.names.get(qualified)
            if other is not None and self._differ(kind, outline.symbols[other][2]):
                self.twins[qualified] = other
            self.names[qualified] = position
            if kind == _METHOD and self.naming.bare_methods and qualified[0] == "<":  # a block's own, but elsewhere
                self.names.setdefault(qualified.rpartition(".")[2], position)
            of_block = kind == _FIELD and not parent and self.naming.names_call  # `Class.new { attr_reader :part }`
            if not of_block and (kind != _METHOD or self.naming.implicit):
                self.bare[qualified] = position
            if kind == _CONSTRUCTOR:
                self.constructors[parent] = position
        self.imports = outline.each_import()
        self.by_local: dict[str, list[Import]] = {}
        self.dotted: dict[str, list[Import]] = {}
        """Imports of whole modules by the first of several names: `a.b.c` of `import a.b.c`."""
        self.tops: list[Import] = []  # the packages whose names such imports bind, where that is the first name alone
        self.wildcards: list[Import] = []
        self.shared = rules.shared(self.path) if rules is not None else ()
        """Imports that hold here and are written elsewhere."""
        for imported in (*self.imports, *self.shared):
            if self.is_wildcard(imported):
                self.wildcards.append(imported)
            else:
                self._bind(imported)

    def _differ(self, one: int, other: int) -> bool:
        """Whether two kinds may have one name and mean two things: a field and a method, perhaps a field and a type."""
        if (one in _CALLABLE) != (other in _CALLABLE):
            return True
        return self.naming.methods_apart and (one in _TYPE_CODES) != (other in _TYPE_CODES)

    def _bind(self, imported: Import) -> None:
        """Note the names an import is used by."""
        names = used_names(imported, first=self.spec.imports_first_name)
        if not imported.name and not imported.alias and "." in imported.module:
            self.dotted.setdefault(names[0], []).append(imported)
            if self.spec.imports_first_name:
                whole, imported = imported, Import(names[0], "", "", imported.line)
                self.tops.append(imported)
                if self.targets(whole) and not self.targets(imported):
                    return  # a package without a file of its own: nothing but what is below it has a meaning
        for name in dict.fromkeys(names):
            self.by_local.setdefault(name, []).append(imported)

    def is_wildcard(self, imported: Import) -> bool:
        return imported.name == "*" or (self.spec.imports_everything and not imported.name)

    @property
    def rows(self) -> Sequence[tuple[str, int, int, int, int]]:
        """Every symbol, then every block, as the outline has symbols; a block is the one around it but for its name."""
        return self._rows

    def in_signature(self, position: int, byte: int) -> bool:
        """Whether a byte stands in the signature of a symbol; a block has none."""
        lines = self.outline.lines
        return 0 < position < len(lines) and byte < lines[position][1]

    def key(self, name: str) -> int:
        return self.key_half | check(name)

    def qualified(self, position: int) -> str:
        return self._rows[position][0]

    def identity(self, position: int) -> int:
        return self._rows[position][1]

    def kind(self, position: int) -> Kind:
        return KINDS[self._rows[position][2]]

    def flags(self, position: int) -> int:
        return self._rows[position][3]

    def parent(self, position: int) -> int:
        return self._rows[position][4]

    def is_type(self, position: int) -> bool:
        code = self._rows[position][2]
        return code in _TYPE_CODES or (code == _MODULE and position > 0)

    @property
    def facts(self) -> Facts:
        if self._facts is None:
            self._facts = self._fetch()
        return self._facts

    def targets(self, imported: Import) -> Sequence[str]:
        found = self._targets.get(imported)
        if found is None:
            found = self._rules.targets(self.path, imported) if self._rules is not None else ()
            self._targets[imported] = found
        return found

    def leads(self) -> list[Sequence[str]]:
        """Where each import of the file leads."""
        if self._leads is None:
            self._leads = [self.targets(imported) for imported in self.imports]
        return self._leads

    @property
    def known_targets(self) -> dict[Import, Sequence[str]]:
        """Where imports lead, as far as that was asked."""
        return self._targets

    def visible(self) -> Sequence[str]:
        """Files whose names need no import; the rules give one list to all files that see the same."""
        return self._rules.visible(self.path) if self._rules is not None else ()

    def is_inside(self, path: str) -> bool:
        """Whether what another file imports for itself may be imported from it here."""
        return self._rules is not None and self._rules.is_inside(self.path, path)

    @property
    def in_sight(self) -> frozenset[str]:
        """Files whose names need no import or are imported without being named."""
        if self._sight is None:
            wide = (path for imported in self.wildcards for path in self.targets(imported))
            self._sight = frozenset((*self.visible(), *wide))
        return self._sight

    def sees(self, path: str) -> bool:
        """Whether a file's names are known here by themselves or by an import of everything."""
        return path == self.path or path in self.in_sight

    def members(self) -> dict[int, dict[str, int]]:
        """Direct members of each symbol of the file, by name; the first of each name."""
        if self._members is None:
            self._members = {}
            for position in range(1, len(self.outline.symbols)):
                qualified, _, _, _, parent = self.outline.symbols[position]
                self._members.setdefault(parent, {}).setdefault(qualified.rpartition(".")[2], position)
        return self._members

    @property
    def has_plain_members(self) -> bool:
        """Whether a member of a type here is what is called so in this file, and nothing else."""
        naming = self.naming
        return not (self.arities or self.marked or naming.singletons or naming.scattered or naming.type_side)

    def callables(self) -> dict[str, list[int]]:
        """Positions of the methods and constructors of each qualified name."""
        if self._callables is None:
            self._callables = {}
            for position in range(1, len(self.outline.symbols)):
                if self._rows[position][2] in _OF_TYPES:
                    self._callables.setdefault(self.qualified(position), []).append(position)
        return self._callables

    def repeated(self) -> dict[str, list[int]]:
        """Positions of the methods that share a qualified name, where several do."""
        if self._repeated is None:
            every = self.callables().items()
            self._repeated = {qualified: positions for qualified, positions in every if len(positions) > 1}
        return self._repeated

    def saying(self, scope: int, name: str) -> int:
        """The key of what a scope says of a name."""
        return self.key(self.field_named(name, scope) or self.qualified(scope))

    def bound(self, scope: int, name: str) -> Sequence[Bound]:
        """What is written of a name in the scope at this position itself."""
        said = (self.bindings() if self._bound is None else self._bound).get(scope)
        return said.get(name, ()) if said is not None else ()

    def said_of(self, holder: str, parameter: str) -> Sequence[Bound]:
        """What the file says of a type parameter of a type outside of the type itself."""
        module, _, name = holder.rpartition(".")
        return self.bound(self.names.get(module, 0), f"{name}.{parameter}")

    def is_local(self, name: str) -> bool:
        """Whether anything but the top of the file may say something of a name: nearly all names are not even that."""
        return name in (self._by_name() if self._said is None else self._said) or name in self._nested

    def narrowed(self, scope: int) -> Mapping[str, Sequence[Bound]]:
        """What tests in a scope say of attributes, by the chains these are written as, each for some lines."""
        if self._bound is None:
            self.bindings()
        return self._narrowed.get(scope, _NONE) if self._narrowed else _NONE

    def said(self, name: str) -> tuple[dict[int, list[Bound]], Collection[str]]:
        """By scope, what is written of a name there; and the qualified names of all that has a symbol of this name."""
        return (self._by_name() if self._said is None else self._said).get(name, {}), self._nested.get(name, ())

    def _by_name(self) -> dict[str, dict[int, list[Bound]]]:
        self._said = by_name(self.bindings())
        for said in self._narrowed.values():  # what a test says of an attribute is said of the name it begins with
            for name in said:
                self._said.setdefault(name.partition(".")[0], {})
        self._nested = by_last_name(self.names)
        return self._said

    def tables(self) -> tuple[Any, ...]:
        """All that is said of names: by scope, by name, what holds them; of fields; and by tests of attributes."""
        said = self._by_name() if self._said is None else self._said
        return self.bindings(), said, self._nested, self._fields, self._narrowed

    def takes(self, scope: int, name: str, line: float) -> bool:
        """Whether a scope has a parameter or variable of this name at a line."""
        for bound in self.bound(scope, name):  # noqa: SIM110 (a generator costs more than the one or two it goes through)
            if bound.line <= line and (not bound.until or line <= bound.until):
                return True
        return False

    def is_taken(self, scope: int, name: str, line: float) -> bool:
        """Whether a name is a parameter or variable somewhere around a place."""
        while not self.takes(scope, name, line):
            if not scope:
                return False
            scope = self.parent(scope)
        return True

    def is_nameless(self, scope: int) -> bool:
        """Whether a class without a name is written in a scope or around it, whose members only its own lines have."""
        while scope and self.is_local(NAMELESS):
            if self.bound(scope, NAMELESS):
                return True
            scope = self.parent(scope)
        return False

    def takes_within(self, name: str, line: float) -> bool:
        """Whether a block at the top of the file has a parameter of this name at a line."""
        return any(bound.line <= line <= bound.until for bound in self.bound(0, name) if bound.until)

    def field(self, qualified: str) -> list[Bound]:
        """What is written of a field, in its type or by its methods; declared types first."""
        if self._bound is None:
            self.bindings()
        return self._fields.get(qualified, [])

    def hands_on(self) -> bool:
        """Whether the file gives members to the value of its module."""
        self.bindings()
        return any(qualified.startswith(self.naming.module_value) for qualified in self._fields)

    def bindings(self) -> Said:
        """By scope and name, what is written of the name there."""
        if self._bound is None:
            naming = self.naming
            types = {0, *(at for at, row in enumerate(self._rows) if row[2] in _SCOPES)}
            marks = (*naming.field_marks, *naming.module_marks, *([naming.module_value] if naming.module_value else ()))
            self._bound, more = bound_by_scope(self.facts.texts, self.facts.bindings, types, marks)
            for name, bound in more:
                if bound.until and naming.narrowing:
                    self._narrowed.setdefault(bound.scope, {}).setdefault(name, []).append(bound)
                elif not bound.until and (owner := self.field_named(name, bound.scope)) is not None:
                    self._fields.setdefault(owner, []).append(bound)
            for listed in self._fields.values():
                listed.sort(key=_is_untyped)
        return self._bound

    def field_named(self, name: str, scope: int) -> str | None:
        """The qualified name of the field a binding speaks of, if it does."""
        if name == RETURN:
            return None
        if name == self.naming.module_value:
            return name
        for mark in self.naming.module_marks:
            if name.startswith(mark):
                return f"{self.naming.module_value}.{name[len(mark) :]}"
        if self.is_type(scope):
            return f"{self.qualified(scope)}.{name}"
        for mark in self.naming.field_marks:
            if name.startswith(mark):
                bare = name[len(mark) :]
                holder = self.enclosing_type(scope)
                return f"{holder}.{bare}" if holder and "." not in bare else None
        return name if scope == 0 else None

    def enclosing_type(self, scope: int) -> str:
        """Qualified name of the type around a scope, the scope itself included; empty when there is none."""
        found = self._around.get(scope)
        if found is None:
            found = self._around[scope] = self._enclosing_type(scope)
        return found

    def _enclosing_type(self, scope: int) -> str:
        while scope:
            qualified, _, kind, _, parent = self._rows[scope]
            if kind in _TYPE_CODES or kind == _MODULE:
                return qualified
            if kind in _OF_TYPES and not self.is_type(parent):
                return qualified.rpartition(".")[0] or self.naming.module_value
            scope = parent
        return ""


def _is_untyped(bound: Bound) -> bool:
    return not bound.type


def used_names(imported: Import, *, first: bool) -> tuple[str, ...]:
    """First parts of the names by which a file may use an import: `a.b` is used as `a.b.c` (Python) or `b.c` (Go)."""
    if imported.alias or imported.name:
        return (imported.local,)
    dotted = imported.module.replace("::", ".").replace("/", ".").strip(".")
    return (dotted.partition(".")[0],) if first else (dotted.partition(".")[0], dotted.rpartition(".")[2])
