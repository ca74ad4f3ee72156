"""What does a bare name mean where it stands? Outward through the scopes, then imports, then what is visible anyway."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from seedwalk.facts import ARITY, LOADED
from seedwalk.graph.answers import Trace
from seedwalk.graph.bindings import Bound
from seedwalk.graph.chains import CALLED, INDEXED, PATH, beginning, steps
from seedwalk.graph.meaning import ANYWHERE, NO_LOCALS, Meanings
from seedwalk.graph.names import file_key
from seedwalk.graph.sides import self_is
from seedwalk.graph.things import CALLABLE, EXTERNAL, FIELD, INSTANCE, PARENT, TYPE, UNNAMED, Form, Thing, taken_as
from seedwalk.graph.views import NAMELESS, View
from seedwalk.model import Flags, Import, Kind

_OF_TYPES = frozenset({Kind.METHOD, Kind.CONSTRUCTOR})
_MODULE = Kind.MODULE
_ALIAS = Kind.TYPE_ALIAS
_ASKED = 2
"""Steps of a chain that asks a type for something."""
_REQUIRED = 32
"""Files that one requires, looked into for what they take in; those who require more are no tests."""
_AT_TOP = frozenset({Kind.FUNCTION})
_TEST = int(Flags.TEST)


class Scopes(Meanings):
    """Names in their scopes."""

    def begin(
        self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace, *, called: bool = False
    ) -> tuple[Thing | None, int]:
        """What the chain begins with, and how many steps that took: `a.b` of `a.b.c` may be one module. A chain that is
        a single name may be `called`, though no step says so."""
        first, naming = ops[0], view.naming
        for imported in view.dotted.get(first, ()):
            trace.add(view.key(first))
            dotted = imported.module.split(".")
            if tuple(ops[: len(dotted)]) == (*dotted,):
                return self.brought(view, imported, set(), trace), len(dotted)
        if naming.open_constants and is_constant_path(ops):
            of_path, taken = self._by_constants(view, scope, ops, trace)
            if of_path is not None:
                return of_path, taken
        called = called if len(ops) == 1 else ops[1] == CALLED
        found = self.named(view, scope, first, line, trace, called=called)
        if naming.traits_in_scope and first[:1].isupper():
            parameter = self.parameter(view, scope, first, trace)
            if parameter is None and (found is None or found.form is EXTERNAL):
                parameter = self.variable(view, scope, first, trace)
            found = parameter or found
        if found is not None and found.form is TYPE and naming.arities and ARITY not in first:
            found = self.of_arity(view, found, 0, trace)
        if first in naming.choosing and (found is None or found.form is EXTERNAL):
            around = self.around(view, scope, trace)
            if around is not None and around.form in (INSTANCE, TYPE):
                return taken_as(TYPE, around), 2 if called else 1
        if naming.singletons and first in naming.instantiators and (found is None or found.form is EXTERNAL):
            around = self.around(view, scope, trace)
            if around is not None and around.form is TYPE:
                return taken_as(INSTANCE, around), 2 if called else 1
        if found is None and naming.paths_import and len(ops) > 1:
            found, taken = self._by_path(view, ops, trace)
            return (found, taken) if found is not None else _of_own(view, ops)
        return found, 1

    def _by_path(self, view: View, ops: Sequence[str], trace: Trace) -> tuple[Thing | None, int]:
        """A path written out where it is used: the longest beginning that names a file."""
        names = list(ops[: next((i for i, op in enumerate(ops) if op in (CALLED, INDEXED)), len(ops))])
        names[0] = names[0].removesuffix("::")
        separator = view.spec.path_separator
        trace.update(file_key(name) for name in names)
        for cut in range(len(names) - 1, 0, -1):
            imported = Import(separator.join(names[:cut]), names[cut], "", 0)
            if view.targets(imported):
                found = self.brought(view, imported, set(), trace)
                if found is not None:
                    return found, cut + 1
        return None, 1

    def named(
        self, view: View, scope: int, name: str, line: float, trace: Trace, *, called: bool = False
    ) -> Thing | None:
        """What a bare name means in a scope: outward through the scopes, then imports, then what is visible anyway."""
        naming = view.naming
        if name.endswith(PATH) and name != (module := beginning(name)):
            name, line = module, NO_LOCALS if naming.traits_in_scope else line
        if ARITY in name:
            name, _, taken = name.partition(ARITY)
            return self.of_arity(view, self.named(view, scope, name, line, trace), int(taken), trace)
        if name in view.words.own:
            return self._own(view, scope, name, line, trace)
        if name.startswith(naming.field_marks):
            mark = next(mark for mark in naming.field_marks if name.startswith(mark))
            around = self.around(view, scope, trace)
            return self.marked_field(around, name[len(mark) :], trace) if around is not None else None
        if naming.methods_apart:
            return self._apart(view, scope, name, line, trace, called=called)
        innermost = scope
        asked = (self_is(view, scope) if naming.singletons else None) or INSTANCE
        outside = None
        if not naming.implicit and not view.is_local(name):
            scope = 0  # no scope says anything of it
        while scope:
            found = self._in_scope(view, scope, name, line, scope == innermost, trace, asked)
            if found is not None and found.form is not EXTERNAL:
                return found
            passed = scope != innermost and view.is_type(scope) and not naming.implicit  # its fields are not in sight
            if line >= 0 and not passed and (found is None or not naming.implicit) and view.takes(scope, name, line):
                return found  # a parameter or variable hides what is outside; not a method, where these are apart
            outside = outside or found  # perhaps inherited from outside, if nothing here explains the name
            scope = view.parent(scope)
        found = self._at_top(view, innermost, name, line, trace)
        return found if found is not None else outside

    def _own(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        """The object around a scope, its type, or the object as what stands above sees it."""
        naming = view.naming
        around = self.around(view, scope, trace, line)
        if name in naming.instance:
            return around
        if around is not None and around != self.around(view, scope, trace):
            return around  # a class without a name has what is above it from there on
        form = TYPE if name in naming.itself else PARENT
        if around is not None and around.form is TYPE and form is PARENT:
            return Thing(PARENT, around.path, around.position, around)
        return taken_as(form, around) if around is not None and around.form is INSTANCE else around

    def _apart(
        self, view: View, scope: int, name: str, line: float, trace: Trace, *, called: bool
    ) -> Thing | None:
        """The same where methods, variables and types have names of their own: a variable hides no method."""
        innermost, outside = scope, None
        while scope:
            without_name = self.nameless(view, scope, line, trace)
            of_it = self.member(without_name, name, trace) if without_name is not None else None
            for found in (self._held(view, scope, name, line, trace, called=called), of_it):
                found = self._as_used(found, line, trace, called=called)
                if found is not None and found.form is not EXTERNAL:
                    return found
                outside = outside or found  # perhaps inherited from outside, if nothing here explains the name
            if line >= 0 and not called and not view.is_type(scope) and view.takes(scope, name, line):
                return outside
            scope = view.parent(scope)
        found = self._as_used(self._at_top(view, innermost, name, line, trace), line, trace, called=called)
        return found if found is not None else outside

    def _held(
        self, view: View, scope: int, name: str, line: float, trace: Trace, *, called: bool
    ) -> Thing | None:
        """What a scope itself says of a name."""
        if view.is_type(scope):
            return self.member(Thing(INSTANCE, view.path, scope), name, trace)
        at = view.names.get(f"{view.qualified(scope)}.{name}")
        if called and at is not None and not view.is_type(at) and view.kind(scope) in _OF_TYPES:
            without_name = self.nameless(view, scope, line, trace)  # a method of its own, if it is one at all
            return self.thing(view, at, without_name) if without_name is not None else None
        if called or line < 0 or not view.bound(scope, name):
            return self.thing(view, at, None) if at is not None else None
        covering = [each for each in view.bound(scope, name) if each.line <= line <= (each.until or ANYWHERE)]
        latest = max((each.line for each in covering), default=0)
        return self.first_told(view, [each for each in covering if each.line == latest], trace)

    def _as_used(self, found: Thing | None, line: float, trace: Trace, *, called: bool) -> Thing | None:
        """A meaning that fits how a name is used: called, read, or as a type."""
        if found is None or found.form not in (FIELD, CALLABLE):
            return found
        view = self.view(found.path)
        if line == NO_LOCALS:
            twin = view.twins.get(view.qualified(found.position))
            return self.thing(view, twin, None) if twin is not None and view.is_type(twin) else None
        found = self.meant(found, trace, called=called)
        view = self.view(found.path)
        if called:
            return found if found.form is CALLABLE and view.kind(found.position) is Kind.METHOD else None
        name = view.qualified(found.position).rpartition(".")[2]
        return found if found.form is FIELD or view.bound(found.position, name) else None

    def nameless(self, view: View, scope: int, line: float, trace: Trace) -> Thing | None:
        """An instance of what a class without a name extends, if a line of the scope stands in the body of one."""
        if line < 0 or not view.naming.methods_apart:
            return None
        covering = [each for each in view.bound(scope, NAMELESS) if each.line <= line <= each.until]
        found = self.evaluate(view, covering[-1], trace) if covering else None
        return found if found is not None and found.form is INSTANCE else None

    def _in_scope(
        self, view: View, scope: int, name: str, line: float, inner: bool, trace: Trace, asked: Form
    ) -> Thing | None:
        """What a scope says of a name, as the object around the name has it: an instance, or its type."""
        is_type, implicit = view.is_type(scope), view.naming.implicit
        if is_type and implicit:
            return _of_use(self.member(Thing(asked, view.path, scope), name, trace), line)
        if is_type and not inner and view.kind(scope) is not _MODULE:
            return None
        at = (view.names if is_type else view.bare).get(f"{view.qualified(scope)}.{name}")
        if at is not None and (not is_type or _of_use(self.thing(view, at, None), line) is not None):
            return self.thing(view, at, None)
        if implicit and view.kind(scope) in _OF_TYPES:
            local = self._local(view, scope, name, line, trace)
            if local is None and not view.is_type(view.parent(scope)):
                around = self.around(view, scope, trace)
                return _of_use(self.member(around, name, trace), line) if around is not None else None
            return local
        return self._local(view, scope, name, line, trace) if not is_type else None

    def _local(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        bounds = view.bound(scope, name) if line >= 0 else ()
        if not bounds:
            return None
        if len(bounds) == 1 and not bounds[0].until and not view.naming.shadows:
            return self.first_told(view, bounds, trace)  # 29,600 of 49,400 for Django
        before = [bound for bound in bounds if bound.line <= line <= (bound.until or ANYWHERE)]
        if before and view.naming.blocks_hide:  # what an inner block says nothing of is hidden all the same
            before = [bound for bound in before if bound.until == before[-1].until]
        if before and view.naming.shadows:  # what is declared anew is no more what it was, told or not
            latest = max(bound.line for bound in before)
            before = [bound for bound in before if bound.line == latest]
        taken = [bound for bound in before if bound.until and not bound.type and not bound.value]
        if taken:  # a parameter of a function without a name is not what is called so around it
            before = [bound for bound in before if bound.until and bound.line >= taken[-1].line]
            if len(taken) > 1 and taken[-2].line == taken[-1].line:
                return self._agreed(view, before, trace)
        lasting = [bound for bound in bounds if not bound.until]
        if view.naming.shadows:  # `let shop = shop(1)` calls a function
            lasting = [bound for bound in lasting if not bound.value.startswith(name)]
        return self.first_told(view, before[::-1] or lasting[::-1], trace)

    def _agreed(self, view: View, bounds: Sequence[Bound], trace: Trace) -> Thing | None:
        """What all of several functions without a name on one line say of a parameter that each of them has."""
        told = [self.evaluate(view, bound, trace) for bound in bounds if bound.type or bound.value]
        return told[0] if told and all(each == told[0] for each in told) else None

    def _at_top(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        if name.startswith(LOADED) and (module := _loaded(name)):
            return self.brought(view, Import(module, "", "", 0), set(), trace)
        trace.add(view.key(name))
        at = view.bare.get(name)
        local = line >= 0 and view.is_local(name)
        if local and view.takes_within(name, line):
            return self._local(view, 0, name, line, trace)
        if at is not None:
            return self.thing(view, at, None)
        held = self._local(view, 0, name, line, trace) if local else None
        if held is not None:
            return held
        if trace is not self._asking or view.naming.open_constants:
            return self._brought_in(view, scope, name, line, trace)
        key = (view.path, name)  # one file asks for the same again and again, and its trace has it all already
        if key not in self._tops:
            self._tops[key] = self._brought_in(view, scope, name, line, trace)
        return self._tops[key]

    def _brought_in(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        """What a name means at the top of a file that does not define it: by an import, or in sight anyway."""
        outside = None
        for imported in view.by_local.get(name, ()):
            found = self.brought(view, imported, set(), trace)
            if found is not None and found.form is not EXTERNAL:
                return found
            outside = outside or found  # another import of the name may lead to a file: `try … except ImportError`
        if outside is not None:
            return outside
        trace.add(view.star)
        wide, visible = self.sights(view)
        for sight in wide:
            if sight.table is not None and sight.ending.value is None and name not in sight.table:
                trace.update((self._names.key(name), sight.ending))  # as `seen` does, asked 19 times a name (Polly)
                continue
            found = self.seen(sight, name, trace, view)
            if found is not None and found.form is not EXTERNAL:
                return found
            outside = outside or found  # perhaps inherited from outside by a type whose members are imported
        found = self.seen(visible, name, trace)
        if found is None and view.naming.open_constants:
            found = self._constant(view, scope, name, trace)
        if found is None and view.naming.singletons and line >= 0:
            found = self._of_all_objects(view, scope, name, trace)
        return found or outside

    def _of_all_objects(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """The one function of a name that stands at the top of a file, where that makes it a method of every object."""
        trace.add(self._names.key(name))
        only = self._names.only(view.spec.name, name, _AT_TOP)
        if only is None or self.view(only[0]).parent(only[1]) or only[1] in self.view(only[0]).private:
            return None
        for_tests = self.view(only[0]).flags(only[1]) & ~view.flags(scope) & _TEST
        return None if for_tests else self.thing(self.view(only[0]), only[1], None)

    def _by_constants(
        self, view: View, scope: int, ops: Sequence[str], trace: Trace
    ) -> tuple[Thing | None, int]:
        """The longest beginning that is the path of a constant. The namespaces on it need not be opened anywhere: where
        files are loaded by their paths, `class Admin::Shop` alone makes `Admin` one."""
        names = list(takewhile(lambda op: op[:1].isupper(), ops))
        for cut in range(len(names), 1, -1):
            found = self._constant(view, scope, ".".join(names[:cut]), trace)
            if found is not None:
                return found, cut
        return None, 1

    def _constant(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """A constant of a language where they are global: the innermost nesting that has it, in whatever file."""
        if not name[:1].isupper():
            return None
        trace.add(self._names.key(name.rpartition(".")[2]))
        nesting = view.qualified(scope).split(".") if scope else []
        for depth in range(len(nesting), -1, -1):
            rows = self._names.qualified(view.spec.name, ".".join((*nesting[:depth], name)))
            if rows:
                path, at = rows[0]
                return self.thing(self.view(path), at, None)
        return self._taken_in(view, name, trace)

    def _taken_in(self, view: View, name: str, trace: Trace) -> Thing | None:
        """A constant of a module that every object has, for the top of this file or of one it requires takes it in."""
        for path in (view.path, *sorted(view.in_sight)[:_REQUIRED]):
            there = self.view(path)
            trace.add(there.star)
            for module in there.outline.taken_in:
                rows = self._names.qualified(view.spec.name, f"{module}.{name}")
                if rows:
                    return self.thing(self.view(rows[0][0]), rows[0][1], None)
        return None

    def anywhere(self, view: View, qualified: str, trace: Trace) -> Thing | None:
        """The first symbol of this qualified name, in whatever file of the language."""
        trace.add(self._names.key(qualified.rpartition(".")[2]))
        rows = self._names.qualified(view.spec.name, qualified)
        return self.thing(self.view(rows[0][0]), rows[0][1], None) if rows else None

    def around(self, view: View, scope: int, trace: Trace, line: float = NO_LOCALS) -> Thing | None:
        """An instance of the type around a scope; at a line of a class without a name, of what that extends."""
        inner = scope
        while line >= 0 and inner and not view.is_type(inner):
            without_name = self.nameless(view, inner, line, trace)
            if without_name is not None:
                return without_name
            inner = view.parent(inner)
        holder = view.enclosing_type(scope)
        if not holder:
            return None
        if holder == view.naming.module_value:
            return Thing(UNNAMED, view.path, name=holder)
        at = view.names.get(holder)
        form = (self_is(view, scope) if view.naming.singletons else None) or INSTANCE
        if at is not None:
            own = Thing(form, view.path, at)
            another = view.naming.traits_in_scope and view.kind(at) is _ALIAS  # `impl Parts`, which is a `Vec<Part>`
            return self.aliased(Thing(TYPE, view.path, at), trace) or own if another else own
        found = self.instance_of(self.follow(view, 0, steps(holder), NO_LOCALS, trace))
        if found is not None and found.form is INSTANCE:
            return taken_as(form, found)
        return found or self.variable(view, scope, holder, trace)


def _loaded(name: str) -> str:
    """The module that a name stands for; nothing for a name that somebody wrote."""
    try:
        return bytes.fromhex(name[len(LOADED) :]).decode()
    except ValueError:
        return ""


def _of_own(view: View, ops: Sequence[str]) -> tuple[Thing | None, int]:
    """One of a type from outside that the type itself gives: `TimeSpan.FromDays(1)`, `DateTime.Now`."""
    becoming = view.spec.becoming
    if becoming is None or len(ops) < _ASKED or ops[0] not in becoming.values:
        return None, 1
    if ops[2:3] == (CALLED,) and ops[1].startswith(becoming.makers):
        return Thing(EXTERNAL, name=f"?{ops[0]}"), _ASKED + 1
    return (Thing(EXTERNAL, name=f"?{ops[0]}"), _ASKED) if ops[1] in becoming.constants else (None, 1)


def is_constant_path(ops: Sequence[str]) -> bool:
    """Whether a chain begins with one constant in another: `Admin::Shop`."""
    return len(ops) > 1 and ops[0][:1].isupper() and ops[1][:1].isupper()


def _of_use(found: Thing | None, line: float) -> Thing | None:
    """A member, unless a type is looked for: a field may be named like its type (`Part Part`)."""
    plain = found is not None and found.form in (FIELD, CALLABLE)
    return None if plain and line == NO_LOCALS else found
