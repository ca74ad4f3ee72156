"""What every part of the resolver stands on: the answers kept so far, and the questions the parts ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from seedwalk.graph.answers import Answer, Answers, Table, Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.names import NameTable
from seedwalk.graph.sought import Plain
from seedwalk.graph.things import CALLABLE, EXTERNAL, FIELD, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.model import Import, Kind

FEW = 4
"""Up to so many files of a package are looked into one by one; for more, one table of names serves."""
NO_LOCALS = -1.0
"""The line at which only definitions count: a type is never a local variable of the same name."""
ANYWHERE = float("inf")
"""The line at which every binding of a scope counts."""
OWN_TYPE = frozenset({"Self", "this", "typing.Self", "static", "self"})
"""Written types that mean the type they stand in."""
MAX_OVERLOADS = 100
"""Callables of one name among which arguments choose; of more, the first stands for all. By hand nobody writes 40."""
UNKNOWN_OUTSIDE = Thing(EXTERNAL, name="?")
"""Something that comes from outside the repository, nobody here can say what."""
MAKES = "new"
"""The function of every type that makes an instance of it, where that is a call like any other (Ruby)."""
PERHAPS = f"{UNKNOWN_OUTSIDE.name}."
"""Before a name that a type may have from a parent outside the repository, for it has one."""
CALLABLES = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO})


Calls = dict[tuple[str, ...], list[tuple[int, str]]]
"""By what is called, the lines at which it is, and what it is called with."""


class Sight(NamedTuple):
    """Files that are seen together, by an import or without."""

    files: Sequence[str]
    table: Mapping[str, tuple[str, int]] | None
    """Where the names stand that they define, if they are many."""
    ending: Answer
    """The type that the module of the import ends in: its members are seen too."""


class Meanings(ABC):
    """Meanings over one project. `view` gives a file as seen by its language's rules; `names` every symbol by its name.

    A part answers some of the questions below and asks the others; `Resolver` is all parts together.
    """

    def __init__(self, view: Callable[[str], View], names: NameTable) -> None:
        self.view, self._names = view, names
        self._plainly = Plain(view).__getitem__
        self._answers = Answers()
        self._returned: Table = {}
        self._contents: Table = {}
        self._bases: Table = {}
        self._ancestors: Table = {}
        self._exports: Table = {}
        self._values: Table = {}
        self._told: Table = {}
        """The same by the binding itself, which lives as long as the file it stands in."""
        self._receivers: Table = {}
        self._members: dict[tuple[Thing, str], Thing | None] = {}
        self._overloads: dict[Thing, Any] = {}
        self._inner: Table = {}
        self._sighted: dict[tuple[str, str], list[tuple[str, int]]] = {}
        self._tops: dict[tuple[str, str], Thing | None] = {}
        self._calls: dict[str, Calls] = {}
        self._asking: Trace | None = None
        self.passed_on: dict[Any, Any] = {}
        """What lines of types pass on, kept by `hierarchy`,"""
        self.passing_on: dict[Any, Any] = {}
        """and what each type does."""
        self._imported_types: Table = {}
        self._sights: dict[str, tuple[list[Sight], Sight]] = {}
        self._objects: dict[str, Any] = {}
        self._core: Any = None
        self._tables: dict[tuple[str, ...], dict[str, tuple[str, int]]] = {}

    def thing(self, view: View, at: int, holder: Thing | None) -> Thing:
        """The symbol at a position of a file, reached through a holder if there is one."""
        known = view.things.get(at)
        if known is None:
            form = CALLABLE if view.kind(at) in CALLABLES else TYPE if view.is_type(at) else FIELD
            known = view.things[at] = Thing(form, view.path, at)
        if holder is None or known.form is TYPE:
            return known
        return tuple.__new__(Thing, (known.form, view.path, at, holder, "", ()))  # as Thing(…) is made, sooner

    @abstractmethod
    def follow(
        self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace, passed: list[Thing] | None = None
    ) -> Thing | None:
        """What a chain of steps means in a scope; fields it goes through are added to `passed`."""

    @abstractmethod
    def named(
        self, view: View, scope: int, name: str, line: float, trace: Trace, *, called: bool = False
    ) -> Thing | None:
        """What a bare name means in a scope: outward through the scopes, then imports, then what is visible anyway."""

    @abstractmethod
    def contents(self, found: Thing, trace: Trace) -> Thing | None:
        """What an attribute of this is an attribute of: a field's value, a property's result, or the thing itself."""

    @abstractmethod
    def module_value(self, found: Thing, trace: Trace) -> Thing | None:
        """The one function or class a module is, where it is one."""

    @abstractmethod
    def member(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """What `holder.name` means."""

    @abstractmethod
    def object_at(self, view: View, position: int, trace: Trace) -> Thing | None:
        """The object that a constant is by the functions written in it, and by what is put into it by a name."""

    @abstractmethod
    def of_object(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """What `holder.name` means of an object written as it is, or of an instance of a type without a name."""

    @abstractmethod
    def marked_field(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """What a name with a field's mark means inside a type."""

    @abstractmethod
    def part(self, found: Thing, name: str, trace: Trace) -> Thing | None:
        """What `found.name` means, where a field stands for what it holds and an object for the functions in it."""

    @abstractmethod
    def exported(self, path: str, name: str, trace: Trace, *, inside: bool = False) -> Thing | None:
        """What a name means at the top of a file, by definition or re-export; `inside` the file also by what it imports
        for itself."""

    @abstractmethod
    def defined(self, paths: Sequence[str], name: str, trace: Trace, asking: View | None = None) -> Thing | None:
        """The first of some files that defines a name at its top, as the file sees it that is `asking`."""

    @abstractmethod
    def brought(self, view: View, imported: Import, seen: set[tuple[str, str]], trace: Trace) -> Thing | None:
        """What an import brings under its local name."""

    @abstractmethod
    def sights(self, view: View) -> tuple[list[Sight], Sight]:
        """What a file sees by each import that names nothing, and what it sees without any."""

    @abstractmethod
    def seen(self, sight: Sight, name: str, trace: Trace, asking: View | None = None) -> Thing | None:
        """What a name means in files that are seen together, as the file sees it that is `asking`."""

    @abstractmethod
    def typed(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """An instance of a written type, a list of them, or the type itself behind `Type[…]`."""

    @abstractmethod
    def variable(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a type parameter is bound to be: of `<T: Load>`, a `Load`; of several bounds one that is known here."""

    @abstractmethod
    def parameter(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a type parameter of a function or type around is bound to be, whatever else is called so (Rust)."""

    @abstractmethod
    def aliased(self, found: Thing | None, trace: Trace) -> Thing | None:
        """What an instance of a type is that is another one's name."""

    @abstractmethod
    def nearest(self, view: View, path: str, name: str, trace: Trace) -> tuple[str, int] | None:
        """Where the macro of a name stands whose file shares most folders with `path`: no import says where it is."""

    @abstractmethod
    def type_of(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """The type a written base, trait or annotation names: `*pkg.Base[T]` is `pkg.Base`."""

    @abstractmethod
    def constructor(self, path: str, position: int, trace: Trace) -> tuple[str, int] | None:
        """Where the constructor of a type stands, if one is written: with the type, or with another part of it."""

    @abstractmethod
    def handed(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a parameter is, from what its function is passed to and its place there."""

    @abstractmethod
    def of_arity(self, view: View, found: Thing | None, taken: int, trace: Trace) -> Thing | None:
        """Of the types of one name, the one that takes so many types; what was found, if there is none."""

    @abstractmethod
    def extensions(self, view: View, holder: Thing, name: str, trace: Trace) -> list[tuple[str, int]]:
        """Every method in sight that is written for the type of `holder`."""

    @abstractmethod
    def is_extension(self, found: Thing) -> bool:
        """Whether a callable was reached through something whose type it is written for."""

    @abstractmethod
    def of_extension(self, view: View, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """The first method in sight that is written for the type of `holder`."""

    @abstractmethod
    def instance_of(self, found: Thing | None) -> Thing | None:
        """An instance of a type, or what is one already; None for what is no type."""

    @abstractmethod
    def held(self, holder: Thing, trace: Trace) -> Thing | None:
        """What a type holds that is written to extend a generic one: of `Shops extends ArrayList<Shop>`, a `Shop`."""

    @abstractmethod
    def parts(self, view: View, position: int, trace: Trace) -> list[tuple[View, int]]:
        """The other parts of a type that may be written in several files of a namespace (C#'s `partial`)."""

    @abstractmethod
    def bases(self, path: str, position: int, trace: Trace) -> list[Thing]:
        """The types a type is written to extend or implement; what cannot be found is left out."""

    @abstractmethod
    def ancestors(self, path: str, position: int, trace: Trace) -> tuple[tuple[tuple[str, int], ...], bool]:
        """A type and those it inherits from, nearest first, and whether all of them are in the repository."""

    @abstractmethod
    def around(self, view: View, scope: int, trace: Trace, line: float = NO_LOCALS) -> Thing | None:
        """An instance of the type around a scope; at a line of a class without a name, of what that extends."""

    @abstractmethod
    def meant(self, found: Thing, trace: Trace, *, called: bool) -> Thing:
        """Of a field and a method of one name, the method where it is called, else the field."""

    @abstractmethod
    def evaluate(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a binding says its name is."""

    @abstractmethod
    def first_told(self, view: View, bounds: Sequence[Bound], trace: Trace) -> Thing | None:
        """The first of several bindings whose type can be told."""
