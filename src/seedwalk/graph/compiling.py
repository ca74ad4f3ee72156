"""The compiled half of the resolver (`compiled/resolving.h`), where that was built: what it is told, and what it asks.

It finds the plain meanings of names in languages that look for them plainly, over the tables that the resolver keeps;
whatever is unusual it asks of the resolver here, whose methods say what all of it means.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from seedwalk.compiled import quick
from seedwalk.config import CONFIDENCE
from seedwalk.facts import REF_KINDS
from seedwalk.graph.answers import Answer, Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import steps, type_parts
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE, PROVENANCES
from seedwalk.graph.grouping import BY_SCOPE, OUTLINED, SILENT
from seedwalk.graph.imported import is_below
from seedwalk.graph.meaning import CALLABLES, OWN_TYPE, UNKNOWN_OUTSIDE, Meanings
from seedwalk.graph.names import check
from seedwalk.graph.standing import standing
from seedwalk.graph.things import Form, Thing
from seedwalk.graph.values import alike
from seedwalk.graph.views import KINDS, View
from seedwalk.graph.words import words_of
from seedwalk.identity import placeless_id
from seedwalk.languages import every_spec
from seedwalk.languages.spec import LanguageSpec, Naming, Reexports, names
from seedwalk.model import TYPE_KINDS, EdgeKind, Flags, Import, Kind, Provenance, RefKind

_METHODS = frozenset({Kind.METHOD})
_NONE, _CALL, _DECORATOR, _RAISE, _ARGUMENT, _VALUE, _OTHERWISE = range(7)
"""What is done with a mention, as `compiled/planning.h` numbers it."""
_ACTS = {
    RefKind.CALL: _CALL, RefKind.DECORATOR: _DECORATOR, RefKind.RAISE: _RAISE, RefKind.ARGUMENT: _ARGUMENT,
    RefKind.VALUE: _VALUE, RefKind.ATTRIBUTE: _VALUE, RefKind.EXTENDS: _NONE, RefKind.IMPLEMENTS: _NONE,
}  # fmt: skip
_ACTING = bytes(_ACTS.get(kind, _OTHERWISE) for kind in REF_KINDS)
_PLAIN = names(
    "instance itself parent field_marks constructs_by_call call_method wrappers elements imports_below narrowing "
    "everyday property_marks overload_marks bare_overloads given_marks given_file property_signature private_signature "
    "types_are_capital own_types functions visiting"
)
"""What a language may say of its names and still find them plainly."""


def is_plain(view: View) -> bool:
    """Whether a file finds its names plainly."""
    outline = view.outline
    odd = outline.impls or outline.arities or outline.marked or outline.blocks
    return not odd and tongue(outline.language) is not None


class _External(dict[str, int]):
    """Ids of what is outside, by name."""

    def __missing__(self, name: str) -> int:
        found = self[name] = placeless_id(Kind.EXTERNAL, name)
        return found


@cache
def tongue(language: str) -> tuple[Any, ...] | None:
    """The words by which a language finds names plainly; None where it finds them in other ways too."""
    spec = every_spec()[language]
    naming, plain = spec.naming, Naming()
    asked = (name for name in Naming.__struct_fields__ if name not in _PLAIN)
    odd = [name for name in asked if getattr(naming, name) != getattr(plain, name)]
    if odd or not naming.constructs_by_call or not _is_plain(spec):
        return None
    return (
        words_of(language).own, naming.instance, naming.itself, naming.parent, words_of(language).steps,
        naming.everyday, naming.own_types, naming.call_method, naming.types_are_capital,
    )  # fmt: skip


def _is_plain(spec: LanguageSpec) -> bool:
    """Whether nothing else of a language has a say in what names mean."""
    return (
        spec.role is None and spec.passing is None and spec.becoming is None and not spec.inner_module
        and spec.reexports is Reexports.ALL and not spec.imports_packages and not spec.whole_packages
    )  # fmt: skip


class Compiled(Meanings):
    """What the compiled half asks for, and how it is asked."""

    def core(self) -> Any | None:
        """The compiled half; none where nothing was compiled."""
        if self._core is None and (compiled := quick()) is not None:
            self._core = compiled.Core(**self._told_of(), **_codes())
        return self._core

    # What is asked from outside, of whichever half

    def type_told(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """What `type_of` says."""
        core = self._core_for(view)
        found: Thing | None = (
            core.type_of(view.path, scope, text, trace)
            if core is not None
            else self.type_of(view, scope, text, trace)
        )
        return found

    def line_told(self, view: View, position: int, trace: Trace) -> tuple[tuple[tuple[str, int], ...], bool]:
        """What `ancestors` says."""
        core = self._core_for(view)
        found: tuple[tuple[tuple[str, int], ...], bool] = (self if core is None else core).ancestors(
            view.path, position, trace
        )
        return found

    def chain_told(self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace) -> Thing | None:
        """What `follow` says."""
        core = self._core_for(view)
        found: Thing | None = (
            core.follow(view.path, scope, tuple(ops), line, trace)
            if core is not None
            else self.follow(view, scope, ops, line, trace)
        )
        return found

    def export_told(self, path: str, name: str, trace: Trace) -> Thing | None:
        """What `exported` says."""
        core = self._core_for(self.view(path))
        found: Thing | None = (self if core is None else core).exported(path, name, trace)
        return found

    def _core_for(self, view: View) -> Any | None:
        return self.core() if is_plain(view) else None

    def _told_of(self) -> dict[str, Any]:
        answers = self._answers
        return {
            "resolver": self, "answers": answers, "stack": answers.stack, "place": answers.place, "Thing": Thing,
            "Answer": Answer, "forms": tuple(Form), "steps": steps, "type_parts": type_parts,
            "standing": standing, "check": check, "see": self._see, "say": View.tables, "is_below": is_below,
            "own_type": OWN_TYPE, "unknown": UNKNOWN_OUTSIDE, "returned": self._returned, "contents": self._contents,
            "bases": self._bases, "ancestors": self._ancestors, "exports": self._exports, "values": self._values,
            "told": self._told, "members": self._members, "tops": self._tops, "only": {}, "external": _External(),
            "acts": _ACTING, "sure": np.array([CONFIDENCE[how] for how in PROVENANCES], "=f4").tobytes(),
        }  # fmt: skip

    def _see(self, path: str) -> tuple[Any, ...]:
        return _seen(self.view(path))

    def sees_nothing(self, view: View) -> bool:
        """Whether no file is seen by a view that it does not name."""
        _, visible = self.sights(view)
        ending = visible.ending
        return not view.wildcards and not visible.files and ending.value is None and not ending.trace

    def value_key(self, view: View, bound: Bound) -> tuple[str, Any]:
        return view.path, alike(view, bound)

    def spelled(
        self, view: View, imported: Import, ops: tuple[str, ...], trace: Trace
    ) -> tuple[Thing | None, int] | None:
        """What an import of a module by several names brings, if a chain begins with these."""
        trace.add(view.key(ops[0]))
        dotted = imported.module.split(".")
        return (self.brought(view, imported, set(), trace), len(dotted)) if [*ops[: len(dotted)]] == dotted else None

    def only_method(self, view: View, name: str) -> tuple[str, int] | None:
        return self._names.only(view.spec.name, name, _METHODS)


def _seen(view: View) -> tuple[Any, ...]:
    """A file as `compiled/seeing.c` reads it."""
    outline = view.outline
    return (
        view, view.path, view.key_half, view.rows, view.names, view.bare, view.by_local, view.dotted, view.wildcards,
        view.twins, view.known_targets, view.properties, view.constructors, outline.bodies, view.private,
        outline.bases, outline.lines, view.imports, tongue(outline.language) if is_plain(view) else None,
    )  # fmt: skip


def _bits(codes: np.ndarray) -> int:
    """A bit for each code that is one of some."""
    return sum(1 << code for code in np.flatnonzero(codes).tolist())


def _codes() -> dict[str, int]:
    kinds = {kind: code for code, kind in enumerate(KINDS)}
    edges, how = KIND_CODE, PROVENANCE_CODE
    return {
        "types": sum(1 << kinds[kind] for kind in TYPE_KINDS), "callables": sum(1 << kinds[kind] for kind in CALLABLES),
        "of_types": 1 << kinds[Kind.METHOD] | 1 << kinds[Kind.CONSTRUCTOR], "alias_kind": kinds[Kind.TYPE_ALIAS],
        "module_kind": kinds[Kind.MODULE], "constructor_kind": kinds[Kind.CONSTRUCTOR], "enum_kind": kinds[Kind.ENUM],
        "field_kind": kinds[Kind.FIELD], "test": int(Flags.TEST), "testing": int(Flags.TEST | Flags.MOCK),
        "refers": edges[EdgeKind.REFERENCES], "accesses": edges[EdgeKind.ACCESSES_FIELD],
        "runs": edges[EdgeKind.CALLS], "tests": edges[EdgeKind.TESTS], "tested": edges[EdgeKind.TESTED_BY],
        "throws": edges[EdgeKind.THROWS], "decorates": edges[EdgeKind.DECORATES],
        "by_type": how[Provenance.TYPE_RESOLVED], "by_import": how[Provenance.IMPORT_RESOLVED],
        "by_name": how[Provenance.NAME_MATCHED], "by_passing": how[Provenance.CALLBACK],
        "methods": 1 << kinds[Kind.METHOD] | 1 << kinds[Kind.FUNCTION], "overrides": edges[EdgeKind.OVERRIDES],
        "inherits": edges[EdgeKind.INHERITS], "derived": how[Provenance.DERIVED],
        "imports": edges[EdgeKind.IMPORTS], "depends_on": edges[EdgeKind.DEPENDS_ON],
        "extends": edges[EdgeKind.EXTENDS], "implements": edges[EdgeKind.IMPLEMENTS],
        "abstract": 1 << kinds[Kind.INTERFACE] | 1 << kinds[Kind.TRAIT],
        "outlined": _bits(OUTLINED), "by_scope": _bits(BY_SCOPE), "silent": _bits(SILENT),
    }  # fmt: skip
