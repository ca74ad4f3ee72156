"""What does a written name mean? Scope, imports, then the type of the receiver through the class hierarchy.

Answers are functions of the outlines and bindings looked into; each adds the keys of what it looked up to a trace,
found or not, so that a change tells exactly which files to link anew. Answers are kept, with their traces.
"""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import CALLED, INDEXED, MARKS
from seedwalk.graph.compiling import Compiled
from seedwalk.graph.extensions import Extensions
from seedwalk.graph.imported import Imports
from seedwalk.graph.lambdas import Lambdas
from seedwalk.graph.meaning import UNKNOWN_OUTSIDE
from seedwalk.graph.members import Members
from seedwalk.graph.objects import Objects
from seedwalk.graph.scopes import Scopes
from seedwalk.graph.things import (
    CALLABLE,
    EXTERNAL,
    FIELD,
    HOLDERS,
    INSTANCE,
    LIST,
    MODULE,
    PARENT,
    TWINNED,
    TYPE,
    Thing,
    taken_as,
)
from seedwalk.graph.typed import Types
from seedwalk.graph.values import Values
from seedwalk.graph.views import View
from seedwalk.graph.within import Within
from seedwalk.languages.spec import Naming
from seedwalk.model import Kind

_RECEIVERS = frozenset({INSTANCE, LIST, EXTERNAL})


class Resolver(Compiled, Within, Scopes, Imports, Members, Objects, Extensions, Types, Lambdas, Values):
    """Names to meanings over one project: expressions, step by step, by what the other parts know."""

    def begin_file(self, view: View, trace: Trace) -> None:
        """From now on one file asks, with this trace of its own.

        What was found of single bindings is dropped: most are the locals of one file, and only it asks for them.
        """
        self._asking = trace
        if (core := self.core()) is not None:
            core.begin(view.path, trace)
        self._members.clear()
        self._tops.clear()
        self._sighted.clear()
        self._overloads.clear()
        self._values.clear()
        self._told.clear()
        self.forget_calls()

    def follow(
        self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace, passed: list[Thing] | None = None
    ) -> Thing | None:
        """What a chain of steps means in a scope; fields it goes through are added to `passed`."""
        if not ops or ops[0] in (CALLED, INDEXED):
            return None
        found, position = self.begin(view, scope, ops, line, trace)
        if view.narrowed(scope):
            found, position = self.narrowed(view, scope, found, ops, position, line, trace, passed)
        return self.walk(view, found, ops, position, trace, passed, (scope, line))

    def narrowed(
        self, view: View, scope: int, found: Thing | None, ops: Sequence[str], position: int, line: float, trace: Trace,
        passed: list[Thing] | None,
    ) -> tuple[Thing | None, int]:  # fmt: skip
        """What the longest beginning of a chain is that a test around its line speaks of, and the steps that took; else
        what was found. The attribute that was tested is used all the same."""
        said = view.narrowed(scope)
        for cut in range(len(ops) - 1, position, -1):
            covering = [each for each in said.get(".".join(ops[:cut]), ()) if each.line - 1 < line <= each.until]
            told = self.evaluate(view, covering[-1], trace) if covering else None
            if told is not None:
                attribute = self.walk(view, found, ops[:cut], position, trace, passed)
                if passed is not None and attribute is not None and attribute.form is FIELD:
                    passed.append(attribute)
                return told, cut
        return found, position

    def walk(
        self, view: View, found: Thing | None, ops: Sequence[str], position: int, trace: Trace,
        passed: list[Thing] | None = None, at: tuple[int, float] | None = None,
    ) -> Thing | None:  # fmt: skip
        """What the steps from `position` on lead to, from what the ones before mean; `at` is the scope and line where
        they are written."""
        naming, words = view.naming, view.words.steps
        while found is not None and position < len(ops):
            op = ops[position]
            used = False
            if found.form in TWINNED:
                runs = naming.names_call and ops[position - 1][:1] not in MARKS
                found = self.meant(found, trace, called=op == CALLED or runs)
                if passed is not None and (used := _is_used(found, op, naming)):
                    passed.append(found)
            asked_of = found
            if op == CALLED:
                if at is not None and found.form is CALLABLE:
                    found = self.inner(view, *at, found, ops[:position], trace)
                asked = ops[position + 1] if position + 1 < len(ops) else ""
                found = self.given(found, asked, trace) if view.spec.passing is not None else self.called(found, trace)
            elif op == INDEXED:
                found = self._indexed(view, found, trace)
            else:
                if words is None or op in words:
                    found, position = self._step(view, found, ops, position, trace)
                else:
                    found = self._plain_step(view, found, ops, position, trace)
                if passed is not None and not used and _is_left(asked_of, found):
                    passed.append(asked_of)
            position += 1
        return found

    def _indexed(self, view: View, found: Thing, trace: Trace) -> Thing | None:
        """One of what something holds; what is indexed before it is called is given type arguments: `New[int]()`."""
        if found.form is CALLABLE and view.naming.literal_construction:
            return found
        return self.element(self.contents(found, trace), trace)

    def meant(self, found: Thing, trace: Trace, *, called: bool) -> Thing:
        """Of a field and a method of one name, the method where it is called, else the field."""
        if found.form is (FIELD if called else CALLABLE):
            view = self.view(found.path)
            twin = view.twins.get(view.qualified(found.position)) if view.twins else None
            if twin is not None and not view.is_type(twin):
                return self.thing(view, twin, found.of)
            if called and view.naming.methods_apart and found.of is not None:
                return self.method_above(found, trace) or found
        return found

    def given(self, found: Thing, asked: str, trace: Trace) -> Thing | None:
        """What calling something gives that is then asked for a member: of overloads, what one gives that has it."""
        if found.form is not CALLABLE:
            return self.called(found, trace)
        every = [given for each in self.overloads(found, trace) if (given := self.returned(each, trace)) is not None]
        passing = self.view(found.path).spec.passing
        if passing is not None and asked in passing.of_objects and any(given.form is EXTERNAL for given in every):
            return UNKNOWN_OUTSIDE  # all objects are asked for that
        for given in every if asked else ():
            member = self.member(given, asked, trace) if given.form in HOLDERS else None
            if member is not None and member.form is not EXTERNAL:
                return given
        return every[0] if every else None

    def _plain_step(self, view: View, found: Thing, ops: Sequence[str], position: int, trace: Trace) -> Thing | None:
        """One `.name` that nothing but a member can mean, but for what is put into fields by a name."""
        if found.form is FIELD and view.naming.module_value:
            return self._step(view, found, ops, position, trace)[0]
        holder = self.contents(found, trace) if found.form in TWINNED else found
        if holder is None:
            return None
        if holder.form is LIST:
            return self._step(view, found, ops, position, trace)[0]
        return self.member(holder, ops[position], trace)

    def _step(
        self, view: View, found: Thing, ops: Sequence[str], position: int, trace: Trace
    ) -> tuple[Thing | None, int]:
        """One `.name`; a call that only hands on what it is called on is taken together with its brackets."""
        name, naming = ops[position], view.naming
        brackets = position + 1 < len(ops) and ops[position + 1] == CALLED
        if found.form is TYPE and (name in naming.instance or name in naming.parent):
            return self._outer(found, name, naming), position
        if naming.item and found.form is FIELD and (part := self.part_of_variant(found, name, trace)) is not None:
            return part, position
        holder = self.contents(found, trace)
        if holder is None:
            return None, position
        if naming.singletons and name in naming.type_of and holder.form is INSTANCE:
            return taken_as(TYPE, holder), position + brackets
        if naming.item and holder.form is TYPE:
            holder = self.unaliased(holder, trace)
        if holder.form is EXTERNAL and name in naming.passing:
            last = position + 1 + brackets >= len(ops)
            return (UNKNOWN_OUTSIDE if last else holder), position + brackets
        member = self.member(holder, name, trace) if holder.form is not LIST else None
        if naming.module_value and found.form is FIELD and (member is None or member.form is EXTERNAL):
            member = self.put_into(found, name, trace) or member
        if member is None and naming.traits_in_scope and holder.form is INSTANCE:
            member = self.of_trait(view, holder, name, trace)
        if naming.extensions and (member is None or member.form is EXTERNAL) and holder.form in _RECEIVERS:
            member = self.of_extension(view, holder, name, trace) or member
        if holder.form is TYPE and (member is None or member.form is EXTERNAL):
            given = _of_any_type(holder, name, naming)
            if given is not None and (naming.names_call or brackets):
                return given, position + brackets
        if naming.item and brackets and (given := self._sequence(holder, member, name, naming, trace)) is not None:
            return given, position + 1
        wraps = naming.traits_in_scope and brackets and name in naming.passing  # `Option<Part>` is used as a `Part`
        hands_on = name in naming.elements or wraps
        if member is not None and not (holder.form is INSTANCE and member.form is EXTERNAL and hands_on):
            return member, position
        called = brackets or naming.names_call
        if holder.form is INSTANCE and name in naming.elements and (held := self.held(holder, trace)) is not None:
            handed: Thing | None = held
        elif member is not None and not wraps:
            return member, position
        elif holder.form is LIST:
            kept = name in naming.passing or name in naming.sequences
            handed = holder.of if name in naming.elements else holder if kept else None
        else:
            handed = holder if holder.form is INSTANCE and name in naming.passing else None
        last = position + (2 if brackets else 1) >= len(ops)
        if last and not called and name not in naming.sequences:
            return (UNKNOWN_OUTSIDE if holder.form is LIST and naming.written_types else None), position
        return handed, position + brackets if handed is not None else position

    def _sequence(
        self, holder: Thing, member: Thing | None, name: str, naming: Naming, trace: Trace
    ) -> Thing | None:
        """What a type that gives one thing after the other makes of these, by a method that it did not write itself."""
        if holder.form is not INSTANCE or name not in naming.sequences:
            return None
        each = self.element(holder, trace) if member is None or member.form is EXTERNAL else None
        return Thing(LIST, of=each) if each is not None else None

    def part(self, found: Thing, name: str, trace: Trace) -> Thing | None:
        holder = self.contents(found, trace) if found.form is not CALLABLE else None
        return self.member(holder, name, trace) if holder is not None else None

    def _outer(self, found: Thing, name: str, naming: Naming) -> Thing:
        """`Outer.this` and `Outer.super`; of an interface, `super` is what it has itself."""
        abstract = self.view(found.path).kind(found.position) is Kind.INTERFACE
        return taken_as(INSTANCE if abstract or name in naming.instance else PARENT, found)

    def called(self, found: Thing, trace: Trace) -> Thing | None:
        """What calling something gives."""
        if found.form is FIELD:
            inner = self.contents(found, trace)
            if self.is_variant(found):
                return inner  # `Error::Io(cause)` is an `Error`
            return self.called(inner, trace) if inner is not None else None
        if found.form is INSTANCE:
            runs = self.run_by(found, trace)
            return self.returned(runs, trace) if runs is not None else self.element(found, trace)
        if found.form is LIST:
            return found.of  # nobody calls a list: `Callable[…, T]` is written like one
        if found.form is TYPE:
            return taken_as(INSTANCE, found)
        if found.form is CALLABLE:
            return self.returned(found, trace)
        if found.form is EXTERNAL:
            return UNKNOWN_OUTSIDE
        if found.form is MODULE and (value := self.module_value(found, trace)) is not None:
            return self.called(value, trace)
        return found if found.form is PARENT else None

    def run_by(self, found: Thing, trace: Trace) -> Thing | None:
        """The method that calling an instance runs, in a language that has one and where the type has it."""
        name = self.view(found.path).naming.call_method if found.path else ""
        method = self.member(found, name, trace) if name else None
        return method if method is not None and method.form is CALLABLE else None

    def module_value(self, found: Thing, trace: Trace) -> Thing | None:
        """The one function or class a module is, where it is one."""
        view = self.view(found.path)
        name = view.qualified(0) if view.naming.modules_called else view.naming.module_value
        return self.exported(found.path, name, trace) if name else None

    def contents(self, found: Thing, trace: Trace) -> Thing | None:
        """What an attribute of this is an attribute of: a field's value, a property's result, or the thing itself."""
        if found.form is FIELD:
            return self.field_contents(found, trace)
        if found.form is not CALLABLE:
            return found
        if self.view(found.path).naming.methods_apart:
            return self.variable_contents(found, trace)
        return self.returned(found, trace)


def _of_any_type(holder: Thing, name: str, naming: Naming) -> Thing | None:
    """What a function gives that a type has though nobody here wrote it: an instance, or a choice of several."""
    if name in naming.instantiators:
        return taken_as(INSTANCE, holder)
    return holder if name in naming.choosing else None


def _is_left(asked_of: Thing, found: Thing | None) -> bool:
    """Whether nothing else tells of a type or a function that a chain names: `Order.where`, `send_mail.delay`."""
    return asked_of.form in (TYPE, CALLABLE) and (found is None or found.form is EXTERNAL)


def _is_used(found: Thing, after: str, naming: Naming) -> bool:
    """Whether a step of a chain uses what it found: a field, or a method reached through its type and not called."""
    member = found.of is not None or naming.names_call
    return found.form is FIELD or (found.form is CALLABLE and after != CALLED and member)
