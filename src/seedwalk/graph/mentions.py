"""Every reference of a file, resolved, becomes edges of the kinds its place tells.

Mentions that must mean the same (`grouping.py`) are worked out once, by the first of them: here a plan becomes the
other ends of its edges, which `carrying.py` gives to every mention of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import repeat
from typing import Any

import numpy as np

from seedwalk.facts import REF_KINDS
from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import beginning, steps
from seedwalk.graph.edges import KIND_CODE, PROVENANCE_CODE, EdgeRow
from seedwalk.graph.following import Following
from seedwalk.graph.grouping import SYMBOL, Grouped
from seedwalk.graph.lone import is_bare, lone
from seedwalk.graph.meaning import MAKES, NO_LOCALS, OWN_TYPE, PERHAPS
from seedwalk.graph.plans import Mention
from seedwalk.graph.pointing import BY_IMPORT, BY_TYPE, RUNS
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.things import CALLABLE, EXTERNAL, FIELD, INSTANCE, MODULE, PARENT, TYPE, Thing
from seedwalk.graph.views import View
from seedwalk.languages.passing import WRITTEN
from seedwalk.model import EdgeKind, Import, Kind, Provenance, RefKind

_NAMES_IN_TYPE = re.compile(r"[^\W\d][\w$]*+(?:(?:\.|::)[^\W\d][\w$]*+)*+(?!\??:(?!:))")
"""What is before a colon names a member or a parameter of the type: `Handler<{ Variables: Bindings }>`."""
_RECEIVING = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO})
_REFERS, _HINTS, _DECORATES, _THROWS = (
    KIND_CODE[kind]
    for kind in (EdgeKind.REFERENCES, EdgeKind.TYPE_HINT_OF, EdgeKind.DECORATES, EdgeKind.THROWS)
)  # fmt: skip
_BY_NAME, _PASSED = PROVENANCE_CODE[Provenance.NAME_MATCHED], PROVENANCE_CODE[Provenance.CALLBACK]


class Mentions(Following):
    """The references of one file."""

    def __init__(self, view: View, resolver: Resolver, trace: Trace) -> None:
        super().__init__(view, resolver, trace)
        self.resolved: list[int] = []
        """The plans whose calls were resolved,"""
        self.outside: list[int] = []
        """those whose calls lead outside,"""
        self.open: list[int] = []
        """and those whose calls stay open, each as often as a call of it."""
        self._types: dict[tuple[int, str], list[Thing]] = {}

    def read(self, mentions: Grouped, start: int, end: int) -> None:
        """Work out the plans of this file, which are those from `start` to `end`. Mentions are made of columns, which
        runs no Python for each."""
        texts, acts = self.view.facts.texts, list(map(self._acts().get, REF_KINDS))
        codes, numbers, lines, places, scopes = (column[start:end] for column in mentions.firsts)
        written = [texts[number] for number in numbers]
        told = [texts[with_ - 1] if with_ else None for with_ in mentions.passed[start:end]] or repeat(None)
        kinds, stands = map(REF_KINDS.__getitem__, codes), mentions.stands[start:end]
        rows = zip(kinds, written, map(steps, written), lines, places, scopes, stands, told, strict=False)
        made = map(tuple.__new__, repeat(Mention), rows)  # as Mention(*row) is made
        for self._plan, code, mention in zip(range(start, end), codes, made, strict=False):
            act = acts[code]
            if act is not None:
                self._write(mention) if mention.passed == WRITTEN else act(mention)

    def linked_by(self, core: Any, rows: set[EdgeRow]) -> tuple[bytes, tuple[int, int, int]]:
        """The edges of this file with these of its own, packed, and its calls as they are counted: all of it by the
        compiled half of the resolver, which leaves plans that are unusual to what is here."""
        facts, acts = self.view.facts, dict[RefKind, Callable[[Mention], None]]()

        def otherwise(plan: int, code: int, text: int, line: int, byte: int, scope: int) -> None:
            acts.update({} if acts else self._acts())
            self._plan, written, kind = plan, facts.texts[text], REF_KINDS[code]
            if kind in acts:
                acts[kind](Mention(kind, written, steps(written), line, byte, scope))

        told = (self.out, self.back, self.resolved, self.outside, self.open)
        found: tuple[bytes, tuple[int, int, int]] = core.link(
            facts.references, facts.texts, self.trace, self.placeless, otherwise, told, rows, self.view.leads()
        )
        return found

    def counts(self, times: np.ndarray) -> tuple[int, int, int]:
        """Calls that were resolved, that lead outside, and that stay open; a plan stands for so many mentions."""
        resolved, outside, left = (
            int(times[plans].sum()) if plans else 0 for plans in (self.resolved, self.outside, self.open)
        )
        return resolved, outside, left

    def _acts(self) -> dict[RefKind, Callable[[Mention], None]]:
        return {
            RefKind.CALL: self._call,
            RefKind.MACRO: self._macro,
            RefKind.NEW: self._new,
            RefKind.TYPE: self._type,
            RefKind.DECORATOR: self._decorator,
            RefKind.RAISE: self._raise,
            RefKind.ARGUMENT: self._argument,
            RefKind.VALUE: self._value,
            RefKind.ATTRIBUTE: self._value,
        }

    def _call(self, mention: Mention) -> None:
        found = self._follow(mention)
        if mention.passed is not None:
            found = self._chosen(mention, found)
        if found is None or (found.form is EXTERNAL and self._is_doubtful(found)):
            self._lone(mention)
        elif found.form is CALLABLE:
            self._count(found)
            self._to(mention, found, RUNS, self._provenance(found))
        elif self._is_given(mention, found) and mention.ops[-1] == MAKES and found.form is INSTANCE:
            self._count(found)
            self._construct(mention, found)
        elif self._is_given(mention, found):
            self._count(found)  # by what nobody here wrote, and runs nothing here
            if mention.ops[0][:1].isupper():
                self._to(mention, found, _REFERS, BY_IMPORT)
        elif found.form is TYPE:
            self._count(found)
            self._construct(mention, found)
        elif found.form is INSTANCE and mention.text in self.view.naming.instance:
            self._construct(mention, found)  # `this(…)` in a constructor runs another one
        elif found.form is MODULE:
            self._module_called(mention, found)
        elif found.form is PARENT:
            if self.view.naming.constructs_by_call:
                return  # Python's `super()` runs nothing of the parent's
            if self.view.naming.names_call:
                self._overridden(mention, found)
                return
            above = self.resolver.bases(found.path, found.position, self.trace)
            if above and above[0].form is TYPE:
                self._construct(mention, above[0])
        elif found.form is FIELD:
            self._touch(mention, found)
            held = self.resolver.contents(found, self.trace)
            if held is not None and held.form is CALLABLE:
                self._to(mention, held, RUNS, BY_TYPE)
            self._stays_open(held)
        elif found.form is INSTANCE and (runs := self.resolver.run_by(found, self.trace)) is not None:
            self._count(runs)
            self._to(mention, runs, RUNS, BY_TYPE)
        elif found.form is INSTANCE and self.view.naming.arities and not self._is_delegate(found):
            self.open.append(self._plan)  # a function gives it, held by a variable: nobody here says which
        else:
            self._count(found)
            self._to(mention, found, RUNS, BY_IMPORT)

    def _write(self, mention: Mention) -> None:
        """A call that is assigned to runs the writer, else writes the field of that name."""
        if not mention.ops:
            self.open.append(self._plan)
            return
        writer = f"{mention.ops[-1]}{WRITTEN}"
        ops, text = (*mention.ops[:-1], writer), f"{mention.text}{WRITTEN}"
        written = mention._replace(ops=ops, text=text, passed=None)
        found = self._follow(written)
        if found is not None and found.form is CALLABLE:
            self._call(written)
            return
        read = self._follow(mention._replace(passed=None))
        if read is not None and read.form is FIELD:
            self._call(mention._replace(passed=None))
        elif found is None or self._is_doubtful(found):
            self._lone(written)

    def _is_doubtful(self, found: Thing) -> bool:
        """Whether all that is known is that a type has parents outside: these, or a mixin that nobody can see."""
        return self.view.naming.bare_methods and found.form is EXTERNAL and found.name.startswith(PERHAPS)

    def _is_delegate(self, found: Thing) -> bool:
        return self.resolver.view(found.path).kind(found.position) is Kind.TYPE_ALIAS

    def _macro(self, mention: Mention) -> None:
        """A macro that no import explains is the nearest of its name, here or in the crate it is written with."""
        found = self._follow(mention)
        start, name = (beginning(mention.ops[0]), mention.ops[-1]) if mention.ops else ("", "")
        named = self.view.targets(Import(start, name, "", 0)) if len(mention.ops) > 1 else (self.view.path,)
        near = self.resolver.nearest(self.view, named[0], name, self.trace) if found is None and named else None
        if near is None:
            self._call(mention)
            return
        self.resolved.append(self._plan)
        self._to(mention, Thing(CALLABLE, *near), RUNS, _BY_NAME)

    def _is_given(self, mention: Mention, found: Thing) -> bool:
        """Whether a call is a function that every type has and gives its instances, or a variable that holds these."""
        return found.form in (TYPE, INSTANCE) and self.view.naming.names_call and mention.text not in OWN_TYPE

    def _chosen(self, mention: Mention, found: Thing | None) -> Thing | None:
        """Of several callables of one name the one that is called so."""
        if mention.passed is None or found is None or found.form is not CALLABLE:
            return found
        return self.resolver.overload(self.view, mention.scope, mention.line, found, mention.passed, self.trace)

    def _module_called(self, mention: Mention, found: Thing) -> None:
        """A module that is one function or class, called."""
        value = self.resolver.module_value(found, self.trace)
        self._stays_open(value)
        if value is not None and value.form is CALLABLE:
            self._count(value)
            self._to(mention, value, RUNS, BY_IMPORT)

    def _overridden(self, mention: Mention, parent: Thing) -> None:
        """Ruby's `super`: the parent's method of the name of the one it stands in."""
        name = self.view.qualified(mention.scope).rpartition(".")[2]
        above = self.resolver.member(parent, name, self.trace)
        self._stays_open(above)
        if above is not None:
            self._count(above)
            self._to(mention, above, RUNS, BY_TYPE)

    def _count(self, found: Thing) -> None:
        if found.form is EXTERNAL:
            self.outside.append(self._plan)
        else:
            self.resolved.append(self._plan)

    def _stays_open(self, found: Thing | None) -> None:
        if found is None:
            self.open.append(self._plan)

    def _lone(self, mention: Mention) -> None:
        """A method nobody else is called after, on something whose type cannot be told."""
        only = lone(self.view, self.resolver, mention, self.trace)
        found = Thing(CALLABLE, *only) if only is not None else None
        if found is not None and mention.passed is not None:
            found = self.resolver.able(
                self.view, mention.scope, mention.line, found, mention.passed, self.trace
            )
        if found is None:
            self.open.append(self._plan)
            return
        self.resolved.append(self._plan)
        self._to(mention, found, RUNS, _BY_NAME, subject=not is_bare(mention))

    def _construct(self, mention: Mention, found: Thing) -> None:
        """The constructor of the type, else the type."""
        view = self.resolver.view(found.path)
        literal = view.naming.literal_construction
        constructor = None if literal else self.resolver.constructor(found.path, found.position, self.trace)
        bare = mention.kind is RefKind.NEW and mention.passed is None and view.spec.becoming is not None
        if bare:  # `new Shop { Open = true }` passes nothing
            mention = mention._replace(passed="")
        made = self._chosen(mention, Thing(CALLABLE, *constructor)) if constructor is not None else found
        self._to(mention, made or found, RUNS, self._provenance(found))

    def _new(self, mention: Mention) -> None:
        found = self.resolver.type_of(self.view, mention.scope, mention.text, self.trace)
        if found is None and self.view.naming.traits_in_scope:  # what is called like a type may be a function (Rust)
            called = self._follow(mention)
            found = called if called is not None and called.form is CALLABLE else None
        if found is None:
            self.open.append(self._plan)
        elif found.form is TYPE:
            self._count(found)
            self._made(mention, found)
        else:
            self._count(found)
            self._to(mention, found, RUNS, self._provenance(found))

    def _made(self, mention: Mention, found: Thing) -> None:
        """What making an instance runs: the type's own function for it, where it has one, else the constructor."""
        own = self.resolver.member(found, MAKES, self.trace) if self.view.naming.singletons else None
        if own is not None and own.form is CALLABLE:
            self._to(mention, own, RUNS, BY_TYPE)
        else:
            self._construct(mention, found)

    def _type(self, mention: Mention) -> None:
        view = self.view
        hint = view.in_signature(mention.scope, mention.byte) and view.kind(mention.scope) in _RECEIVING
        for found in self._types_in(mention):
            self._to(mention, found, _HINTS if hint else _REFERS, BY_IMPORT)

    def _types_in(self, mention: Mention) -> list[Thing]:
        """Every type a written type names, arguments included."""
        key = (mention.scope, mention.text)
        known = self._types.get(key)
        if known is None:
            known = self._types[key] = []
            for name in dict.fromkeys(_NAMES_IN_TYPE.findall(mention.text)):
                found = self.resolver.type_told(self.view, mention.scope, name, self.trace)
                if found is not None and found.form is not CALLABLE:
                    known.append(found)
        return known

    def _decorator(self, mention: Mention) -> None:
        found = self._follow(mention)
        if found is None and (ending := self.view.naming.decorator_ending):
            found = self.resolver.type_of(self.view, mention.scope, mention.text + ending, self.trace)
        if found is None or not mention.scope:
            return
        source = self._identity(found)
        decorated = self.view.identity(mention.scope)
        if source is not None and source != decorated:
            self.back.append((self._plan, source, _DECORATES, self._provenance(found)))

    def _raise(self, mention: Mention) -> None:
        found = self._follow(mention)
        if found is not None and found.form in (CALLABLE, FIELD):
            found = self.resolver.contents(found, self.trace)
        if found is not None and found.form in (TYPE, INSTANCE, EXTERNAL):
            self._to(mention, found, _THROWS, self._provenance(found))

    def _argument(self, mention: Mention) -> None:
        if mention.text.startswith(SYMBOL):
            found = self._symbol_named(mention)
        else:
            found = self._follow(mention)
        if found is None:
            self._constructor_passed(mention)
        elif self._is_read_of_another(found):
            return
        elif found.form is CALLABLE and self._is_passed(mention, found):
            self._to(mention, found, RUNS, _PASSED)
        else:
            self._use(mention, found)

    def _is_passed(self, mention: Mention, found: Thing) -> bool:
        """Whether an argument is the callable itself, and not what reading or naming it gives."""
        if self.view.naming.names_call:
            return mention.text.startswith(SYMBOL)
        return found.position not in self.resolver.view(found.path).properties

    def _constructor_passed(self, mention: Mention) -> None:
        word = self.view.naming.constructor_reference
        if not word or mention.ops[-1:] != (word,):
            return
        found = self.resolver.follow(self.view, mention.scope, mention.ops[:-1], NO_LOCALS, self.trace)
        if found is not None and found.form is TYPE:
            made = self.resolver.constructor(found.path, found.position, self.trace)
            target = Thing(CALLABLE, *made) if made is not None else found
            self._to(mention, target, RUNS, _PASSED)

    def _symbol_named(self, mention: Mention) -> Thing | None:
        """Ruby's `before_action :login`: the method of that name in the type around."""
        return self.resolver.named(self.view, mention.scope, mention.text.lstrip(SYMBOL), mention.line, self.trace)

    def _value(self, mention: Mention) -> None:
        found = self._follow(mention)
        if found is not None and not self._is_read_of_another(found):
            self._use(mention, found)

    def _is_read_of_another(self, found: Thing) -> bool:
        """Whether a name that is not called found a method written for its object's type: that has a property so
        called, as a list its `Count`."""
        return found.form is CALLABLE and self.view.naming.extensions and self.resolver.is_extension(found)

    def _use(self, mention: Mention, found: Thing) -> None:
        if found.form is FIELD:
            self._touch(mention, found)
        elif found.form in (CALLABLE, TYPE):
            kind = self._naming_kind(mention) if found.form is CALLABLE else _REFERS
            self._to(mention, found, kind, self._provenance(found))
