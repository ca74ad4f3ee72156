"""What does a written name mean? Scope, imports, then the type of the receiver through the class hierarchy.

Answers are functions of the outlines and bindings looked into; each adds the keys of what it looked up to a trace,
found or not, so that a change tells exactly which files to link anew. Answers are kept, with their traces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from seedwalk.graph.answers import Answers, Table, Trace
from seedwalk.graph.chains import CALLED, INDEXED, alternatives, steps, type_parts
from seedwalk.graph.names import NameTable
from seedwalk.graph.things import (
    CALLABLE,
    EXTERNAL,
    FIELD,
    HOLDERS,
    INSTANCE,
    LIST,
    MODULE,
    PACKAGE,
    PARENT,
    TYPE,
    Thing,
    taken_as,
)
from seedwalk.graph.views import MEMBERS, RETURN, Bound, View, file_key
from seedwalk.languages.spec import Naming, Reexports
from seedwalk.model import Import, Kind

MAX_ANCESTORS = 64
MAX_REEXPORTS = 64
"""Files looked into for one name; a search that needs more goes round in circles or through a thousand barrels."""
MAX_VALUES = 4
"""Values of one name tried before its type is called unknown."""
FEW = 4
"""Up to so many files of a package are looked into one by one; for more, one table of names serves."""
NO_LOCALS = -1.0
"""The line at which only definitions count: a type is never a local variable of the same name."""
ANYWHERE = float("inf")
"""The line at which every binding of a scope counts."""
BEFORE = 0.5
"""A name's own binding does not count in the expression it is bound to."""
_CALLABLES = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO})
_OF_TYPES = frozenset({Kind.METHOD, Kind.CONSTRUCTOR})
_CONSTRUCTOR, _ENUM, _MODULE, _TRAIT = Kind.CONSTRUCTOR, Kind.ENUM, Kind.MODULE, Kind.TRAIT
_TRAIT_METHODS = frozenset({Kind.METHOD})
_OWN_TYPE = frozenset({"Self", "this", "typing.Self", "static", "self"})


_DEFAULT = "default"
"""What is imported without a name; of a module that is one function or class, that."""
UNKNOWN_OUTSIDE = Thing(EXTERNAL, name="?")
"""Something that comes from outside the repository, nobody here can say what."""


class Resolver:
    """Names to meanings over one project. `view` gives a file as seen by its language's rules."""

    def __init__(self, view: Callable[[str], View], names: NameTable) -> None:
        self.view, self._names = view, names
        self._answers = Answers()
        self._returned: Table = {}
        self._contents: Table = {}
        self._bases: Table = {}
        self._ancestors: Table = {}
        self._exports: Table = {}
        self._values: Table = {}
        self._members: dict[tuple[Thing, str], Thing | None] = {}
        self._asking: Trace | None = None
        self._tables: dict[int, tuple[Sequence[str], dict[str, tuple[str, int]]]] = {}

    def begin_file(self, trace: Trace) -> None:
        """From now on one file asks, with this trace of its own.

        What was found of single bindings is dropped: most are the locals of one file, and only it asks for them.
        """
        self._asking = trace
        self._members.clear()
        self._values.clear()

    # Expressions

    def follow(
        self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace, passed: list[Thing] | None = None
    ) -> Thing | None:
        """What a chain of steps means in a scope; fields it goes through are added to `passed`."""
        if not ops or ops[0] in (CALLED, INDEXED):
            return None
        found, position = self.begin(view, scope, ops, line, trace)
        return self.walk(view, found, ops, position, trace, passed)

    def walk(
        self, view: View, found: Thing | None, ops: Sequence[str], position: int, trace: Trace,
        passed: list[Thing] | None = None,
    ) -> Thing | None:  # fmt: skip
        """What the steps from `position` on lead to, from what the ones before mean."""
        while found is not None and position < len(ops):
            op = ops[position]
            found = self.meant(found, called=op == CALLED)
            if passed is not None and _is_used(found, op, view.naming):
                passed.append(found)
            if op == CALLED:
                found = self.called(found, trace)
            elif op == INDEXED:
                found = self._element(self.contents(found, trace))
            else:
                found, position = self._step(view, found, ops, position, trace)
            position += 1
        return found

    def meant(self, found: Thing, *, called: bool) -> Thing:
        """Of a field and a method of one name, the method where it is called, else the field."""
        if found.form is (FIELD if called else CALLABLE):
            view = self.view(found.path)
            twin = view.twins.get(view.qualified(found.position)) if view.twins else None
            if twin is not None:
                return self._thing(view, twin, found.of)
        return found

    def _step(
        self, view: View, found: Thing, ops: Sequence[str], position: int, trace: Trace
    ) -> tuple[Thing | None, int]:
        """One `.name`; a call that only hands on what it is called on is taken together with its brackets."""
        name, naming = ops[position], view.naming
        brackets = position + 1 < len(ops) and ops[position + 1] == CALLED
        holder = self.contents(found, trace)
        if holder is None:
            return self._inside(found, name, trace), position
        if holder.form is EXTERNAL and name in naming.passing:
            last = position + 1 + brackets >= len(ops)
            return (UNKNOWN_OUTSIDE if last else holder), position + brackets
        member = self.member(holder, name, trace) if holder.form is not LIST else None
        if member is None and naming.traits_in_scope and holder.form is INSTANCE:
            member = self._of_trait(view, holder, name, trace)
        if member is not None:
            return member, position
        called = brackets or naming.names_call
        if holder.form is LIST:
            handed = self._element(holder) if name in naming.elements else holder if name in naming.passing else None
        elif holder.form is TYPE and name in naming.instantiators:
            handed = taken_as(INSTANCE, holder)
        else:
            handed = holder if holder.form is INSTANCE and name in naming.passing else None
        last = position + (2 if brackets else 1) >= len(ops)
        if last and not called:
            return None, position
        return handed, position + brackets if handed is not None else position

    def _of_trait(self, view: View, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """A method of a trait that a file has in scope: what a type itself has not, only such a trait gives."""
        trace.add(self._names.key(name))
        for path, at in self._names.of_kinds(view.spec.name, name, _TRAIT_METHODS):
            there = self.view(path)
            trait = there.parent(at)
            if there.kind(trait) is _TRAIT and self._sees(view, path, there.qualified(trait), trace):
                return self._thing(there, at, holder)
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
            return self._imported(view, imported, set(), trace)
        trace.add(view.star)
        return self.defined(view.targets(imported), name, trace)

    def _inside(self, found: Thing, name: str, trace: Trace) -> Thing | None:
        """A member of a constant that is an object of functions."""
        view = self.view(found.path)
        qualified = f"{view.qualified(found.position)}.{name}"
        trace.add(view.key(qualified))
        at = view.names.get(qualified) if found.form is FIELD else None
        return self._thing(view, at, None) if at is not None else None

    def called(self, found: Thing, trace: Trace) -> Thing | None:
        """What calling something gives."""
        if found.form is FIELD:
            inner = self.contents(found, trace)
            return self.called(inner, trace) if inner is not None and inner.form is not INSTANCE else None
        if found.form is TYPE:
            return taken_as(INSTANCE, found)
        if found.form is CALLABLE:
            return self.returned(found, trace)
        if found.form is EXTERNAL:
            return UNKNOWN_OUTSIDE
        if found.form is MODULE and (value := self.module_value(found, trace)) is not None:
            return self.called(value, trace)
        return found if found.form is PARENT else None

    def module_value(self, found: Thing, trace: Trace) -> Thing | None:
        """The one function or class a module is, where it is one."""
        name = self.view(found.path).naming.module_value
        return self.exported(found.path, name, trace) if name else None

    def contents(self, found: Thing, trace: Trace) -> Thing | None:
        """What an attribute of this is an attribute of: a field's value, a property's result, or the thing itself."""
        if found.form is FIELD:
            return self._field_contents(found, trace)
        return self.returned(found, trace) if found.form is CALLABLE else found

    @staticmethod
    def _element(found: Thing | None) -> Thing | None:
        return found.of if found is not None and found.form is LIST else None

    # Kept answers

    def returned(self, found: Thing, trace: Trace) -> Thing | None:
        """What a callable gives, by its declared type or the expressions it returns."""
        view = self.view(found.path)
        own = found.of if found.of is not None and found.of.form in HOLDERS else None
        for bound in view.bound(found.position, RETURN):
            if bound.type.strip("\"'") in _OWN_TYPE or _is_own(bound.value, view.naming):
                trace.add(view.key(view.qualified(found.position)))
                return self._instance(own) if own is not None else self._around(view, found.position, trace)
        return self._kept(self._returned, found, self._compute_returned, trace)

    def _compute_returned(self, view: View, position: int, trace: Trace) -> Thing | None:
        if view.kind(position) is _CONSTRUCTOR and view.naming.constructs_by_call:
            return None
        return self._first(view, view.bound(position, RETURN), trace)

    def _field_contents(self, found: Thing, trace: Trace) -> Thing | None:
        return self._kept(self._contents, found, self._compute_contents, trace)

    def _compute_contents(self, view: View, position: int, trace: Trace) -> Thing | None:
        if (value := self._first(view, view.field(view.qualified(position)), trace)) is not None:
            return value
        parent = view.parent(position)
        if parent and view.kind(parent) is _ENUM:
            return Thing(INSTANCE, view.path, parent)
        if (constructor := view.constructors.get(parent)) is not None:  # a field declared by a constructor's parameter
            return self._first(view, view.bound(constructor, view.qualified(position).rpartition(".")[2]), trace)
        return None

    def _kept(
        self, kept: Table, found: Thing, compute: Callable[[View, int, Trace], Thing | None], trace: Trace
    ) -> Thing | None:
        """The answer for a symbol, worked out once."""

        def ask(own: Trace) -> Thing | None:
            view = self.view(found.path)
            own.add(view.key(view.qualified(found.position)))
            return compute(view, found.position, own)

        told: Thing | None = self._answers.ask(kept, (found.path, found.position), ask, trace)
        return told

    def _first(self, view: View, bounds: Sequence[Bound], trace: Trace) -> Thing | None:
        """The first of several bindings whose type can be told."""
        for bound in [bound for bound in bounds if bound.type or bound.value][:MAX_VALUES]:
            found = self.evaluate(view, bound, trace)
            if found is not None:
                return found
        return None

    def evaluate(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        """What a binding says its name is."""
        told: Thing | None = self._answers.ask(
            self._values, (view.path, bound), lambda own: self._evaluate(view, bound, own), trace
        )
        return told

    def _evaluate(self, view: View, bound: Bound, trace: Trace) -> Thing | None:
        if bound.type:
            return self.typed(view, bound.scope, bound.type, trace)
        found = self.follow(view, bound.scope, steps(bound.value), bound.line - BEFORE, trace)
        if bound.value.startswith("*"):
            return self._element(self.contents(found, trace) if found is not None else None)
        return self.contents(found, trace) if found is not None and self._is_read(view, found) else found

    def _is_read(self, view: View, found: Thing) -> bool:
        """Whether naming this gives its value: a field, a property, where naming is calling any method."""
        if found.form is CALLABLE:
            return view.naming.names_call or found.position in self.view(found.path).properties
        return found.form is FIELD

    # Types

    def typed(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """An instance of a written type, a list of them, or the type itself behind `Type[…]`."""
        for alternative in alternatives(text):
            name, arguments, is_list = type_parts(alternative)
            if is_list:
                inner = self.typed(view, scope, name, trace)
                return Thing(LIST, of=inner) if inner is not None else None
            if not name:
                continue
            if arguments and (name in view.naming.wrappers or name.rpartition(".")[2] in view.naming.wrappers):
                inner = self.typed(view, scope, arguments[0], trace)
                if inner is not None and inner.form is INSTANCE and name.lower() == "type":
                    return taken_as(TYPE, inner)
            elif name in _OWN_TYPE:
                inner = self._around(view, scope, trace)
            else:
                inner = self._instance(self._type_named(view, scope, name, trace))
                if inner is None:
                    inner = self._variable(view, scope, name, trace)
                if arguments and (inner is None or inner.form is EXTERNAL):
                    element = self.typed(view, scope, arguments[-1], trace)
                    inner = Thing(LIST, of=element) if element is not None else inner
            if inner is not None:
                return inner
        return None

    def _instance(self, found: Thing | None) -> Thing | None:
        if found is None or found.form in (INSTANCE, EXTERNAL):
            return found
        if found.form is CALLABLE and self.view(found.path).naming.functions_construct:
            return Thing(INSTANCE, found.path, found.position)
        return taken_as(INSTANCE, found) if found.form in HOLDERS else None

    def _variable(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a type parameter is bound to be: of `<T: Load>`, a `Load`."""
        while scope:
            for bound in view.bound(scope, name):
                if bound.type and bound.type != name:
                    return self.evaluate(view, bound, trace)
            scope = view.parent(scope)
        return None

    def _type_named(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """What a name means where a type is written; a constant that holds a type is that type."""
        found = self.follow(view, scope, steps(name), NO_LOCALS, trace)
        if found is not None and found.form is MODULE:
            found = self.module_value(found, trace)
        held = self.contents(found, trace) if found is not None and found.form is FIELD else found
        return held if held is not None and held.form is not INSTANCE else None

    def type_of(self, view: View, scope: int, text: str, trace: Trace) -> Thing | None:
        """The type a written base, trait or annotation names: `*pkg.Base[T]` is `pkg.Base`."""
        name = type_parts(text)[0]
        if not name:
            return None
        found = self._type_named(view, scope, name, trace)
        return found if found is not None and found.form in (TYPE, EXTERNAL, CALLABLE) else None

    def ancestors(self, path: str, position: int, trace: Trace) -> tuple[tuple[tuple[str, int], ...], bool]:
        """A type and those it inherits from, nearest first, and whether all of them are in the repository."""

        def ask(own: Trace) -> tuple[tuple[tuple[str, int], ...], bool]:
            order: list[tuple[str, int]] = []
            whole = self._climb((path, position), order, set(), own)
            last_wins = dict.fromkeys(reversed(order))  # of a diamond, the shared base comes after both its children
            return tuple(reversed(last_wins)), whole

        found = self._answers.ask(self._ancestors, (path, position), ask, trace)
        return found if found is not None else (((path, position),), False)

    def _climb(
        self, at: tuple[str, int], order: list[tuple[str, int]], above: set[tuple[str, int]], trace: Trace
    ) -> bool:
        if at in above or len(order) >= MAX_ANCESTORS:
            return True
        order.append(at)
        whole = True
        for base in self.bases(at[0], at[1], trace):
            if base.form is TYPE:
                whole = self._climb((base.path, base.position), order, above | {at}, trace) and whole
            else:
                whole = False
        return whole

    def bases(self, path: str, position: int, trace: Trace) -> list[Thing]:
        """The types a type is written to extend or implement; what cannot be found is left out."""
        known: list[Thing] | None = self._answers.ask(
            self._bases, (path, position), lambda own: self._compute_bases(path, position, own), trace
        )
        return known or []

    def _compute_bases(self, path: str, position: int, trace: Trace) -> list[Thing]:
        view = self.view(path)
        trace.add(view.key(view.qualified(position)))
        found: list[Thing] = []
        for at, text, _, _ in view.outline.bases:
            if at == position:
                base = self.type_of(view, view.parent(position), text, trace)
                found.append(base if base is not None else Thing(EXTERNAL, name=text))
        for owner, trait, _, scope in view.outline.impls:
            inside = f"{view.qualified(scope)}.{owner}" if scope else owner
            if view.qualified(position) in (owner, inside):
                base = self.type_of(view, scope, trait, trace)
                if base is not None:
                    found.append(base)
        return [base for base in found if (base.path, base.position) != (path, position)]

    # Members

    def member(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """What `holder.name` means."""
        if holder.form is EXTERNAL:
            return Thing(EXTERNAL, name=f"{holder.name}.{name}")
        if holder.form is MODULE:
            return self._of_module(holder.path, name, trace)
        if holder.form is PACKAGE:
            return self.defined(holder.files, name, trace)
        if holder.form not in HOLDERS:
            return None
        if trace is not self._asking:
            return self._inherited(holder, name, trace)
        key = (holder, name)  # one file asks the same of the same again and again, and its trace has it all already
        if key not in self._members:
            self._members[key] = self._inherited(holder, name, trace)
        return self._members[key]

    def _inherited(self, holder: Thing, name: str, trace: Trace) -> Thing | None:
        """A member of a type, its own or that of the nearest type above it that has one."""
        line, whole = self.ancestors(holder.path, holder.position, trace)
        for path, position in line[1:] if holder.form is PARENT else line:
            view = self.view(path)
            qualified = f"{view.qualified(position)}.{name}"
            trace.add(view.key(qualified))
            at = view.names.get(qualified)
            if at is not None:
                return self._thing(view, at, holder)
            far = self._far_member(view, qualified, trace) if view.naming.scattered else None
            if far is not None:
                return self._thing(self.view(far[0]), far[1], holder)
        return None if whole else Thing(EXTERNAL, name=f"?.{name}")

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
            far = self._far_member(view, f"{qualified}.{name}", trace)
            if far is not None and self.view(far[0]).kind(far[1]) is _CONSTRUCTOR:
                return far
        return None

    def _far_member(self, view: View, qualified: str, trace: Trace) -> tuple[str, int] | None:
        """A member of a type that stands in another file: a Go method, a Rust `impl`, a reopened class."""
        name = qualified.rpartition(".")[2]
        trace.add(self._names.key(name))
        near = view.visible()
        for path, position in self._names.qualified(view.spec.name, qualified):
            if path != view.path and (not near or path in near):
                return path, position
        return None

    def _of_module(self, path: str, name: str, trace: Trace) -> Thing | None:
        found = self.exported(path, name, trace)
        view = self.view(path)
        if found is None and view.path.rpartition("/")[2].partition(".")[0] in view.spec.package_files:
            trace.add(file_key(name))
            for target in view.targets(Import(".", name, "", 0)):
                if target != path:
                    return Thing(MODULE, target)
        return found

    def exported(self, path: str, name: str, trace: Trace) -> Thing | None:
        """What a name means at the top of a file, by definition or re-export."""
        found: Thing | None = self._answers.ask(
            self._exports, (path, name), lambda own: self._search(path, name, set(), own), trace
        )
        return found

    def _search(self, path: str, name: str, seen: set[tuple[str, str]], trace: Trace) -> Thing | None:
        if (path, name) in seen or len(seen) > MAX_REEXPORTS:
            return None
        seen.add((path, name))
        view = self.view(path)
        trace.add(view.key(name))
        at = view.names.get(name)
        if at is not None:
            return self._thing(view, at, None)
        for bound in view.field(name)[:1]:
            found = self.evaluate(view, bound, trace)
            if found is not None:
                return found
        if view.spec.reexports is Reexports.NONE:
            return None
        marked = view.spec.reexports is Reexports.MARKED
        outside = None
        for imported in view.by_local.get(name, ()):
            found = self._imported(view, imported, seen, trace) if imported.reexported or not marked else None
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
                found = self._search(target, name, seen, trace) if target != path else None
                if found is not None:
                    return found
        return None

    def _imported(self, view: View, imported: Import, seen: set[tuple[str, str]], trace: Trace) -> Thing | None:
        """What an import brings under its local name."""
        targets = view.targets(imported)
        if not targets:
            relative = imported.module.startswith((".", "/")) or not imported.module
            dotted = f"{imported.module}.{imported.name}" if imported.name else imported.module
            return None if relative else Thing(EXTERNAL, name=dotted.replace("::", ".").replace("/", "."))
        if not imported.name or (imported.name == "*" and imported.alias):
            return Thing(PACKAGE, files=tuple(targets)) if len(targets) > 1 else Thing(MODULE, targets[0])
        found = self.defined(targets, imported.name, trace) if len(targets) > FEW else None
        for target in targets if len(targets) <= FEW else ():
            found = self._search(target, imported.name, seen, trace)
            if found is not None:
                break
        if found is None:
            found = self._of_imported_type(imported, imported.name, targets, trace)
        if found is None and imported.name == _DEFAULT:
            found = self.module_value(Thing(MODULE, targets[0]), trace)
        if found is None:
            found = next((Thing(MODULE, path) for path in reversed(targets) if _named(path, imported.name)), None)
        return found

    def _of_imported_type(self, imported: Import, name: str, targets: Sequence[str], trace: Trace) -> Thing | None:
        """A member of the type an import's module ends in: `import static org.shop.Base.make`, `use Color::Red`."""
        written = imported.module.replace("::", ".").rpartition(".")[2]
        if not written[:1].isupper():
            return None
        for target in targets[:FEW]:
            trace.add(self.view(target).key(written))
            at = self.view(target).names.get(written)
            if at is not None and self.view(target).is_type(at):
                return self.member(Thing(TYPE, target, at), name, trace)
        return None

    def defined(self, paths: Sequence[str], name: str, trace: Trace) -> Thing | None:
        """The first of some files that defines a name at its top."""
        if paths:
            trace.add(self._names.key(name))  # a file that joins them may come first
        if len(paths) > FEW:
            row = self._table(paths).get(name)
            return self._thing(self.view(row[0]), row[1], None) if row else None
        for path in paths:
            found = self.exported(path, name, trace)
            if found is not None:
                return found
        return None

    def _table(self, paths: Sequence[str]) -> Mapping[str, tuple[str, int]]:
        """Every name some files define, with file and position; the first file wins. Made once per list of files."""
        known = self._tables.get(id(paths))
        if known is None:
            merged: dict[str, tuple[str, int]] = {}
            for path in reversed(paths):
                merged.update((name, (path, at)) for name, at in self.view(path).names.items() if "." not in name)
            known = self._tables[id(paths)] = (paths, merged)  # holding `paths` keeps its id from being reused
        return known[1]

    # Names

    def begin(self, view: View, scope: int, ops: Sequence[str], line: float, trace: Trace) -> tuple[Thing | None, int]:
        """What the chain begins with, and how many steps that took: `a.b` of `a.b.c` may be one module."""
        first = ops[0]
        for imported in view.dotted.get(first, ()):
            trace.add(view.key(first))
            dotted = imported.module.split(".")
            if tuple(ops[: len(dotted)]) == (*dotted,):
                return self._imported(view, imported, set(), trace), len(dotted)
        found = self.named(view, scope, first, line, trace)
        if found is None and view.naming.paths_import and len(ops) > 1:
            return self._by_path(view, ops, trace)
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
                found = self._imported(view, imported, set(), trace)
                if found is not None:
                    return found, cut + 1
        return None, 1

    def named(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        """What a bare name means in a scope: outward through the scopes, then imports, then what is visible anyway."""
        naming = view.naming
        if name in naming.instance:
            return self._around(view, scope, trace)
        if name in naming.itself or name in naming.parent:
            around = self._around(view, scope, trace)
            form = TYPE if name in naming.itself else PARENT
            return taken_as(form, around) if around is not None and around.form is INSTANCE else around
        for mark in naming.field_marks:
            if name.startswith(mark):
                around = self._around(view, scope, trace)
                return self.member(around, name[len(mark) :], trace) if around is not None else None
        innermost = scope
        outside = None
        if not naming.implicit and not view.is_local(name):
            scope = 0  # no scope says anything of it
        while scope:
            found = self._in_scope(view, scope, name, line, scope == innermost, trace)
            if found is not None and found.form is not EXTERNAL:
                return found
            if found is None and line >= 0 and view.takes(scope, name, line):
                return None  # a parameter or variable of unknown type hides what is outside
            outside = outside or found  # perhaps inherited from outside, if nothing here explains the name
            scope = view.parent(scope)
        found = self._at_top(view, innermost, name, line, trace)
        return found if found is not None else outside

    def _in_scope(self, view: View, scope: int, name: str, line: float, inner: bool, trace: Trace) -> Thing | None:
        is_type = view.is_type(scope)
        if is_type and view.naming.implicit:
            return _of_use(self.member(Thing(INSTANCE, view.path, scope), name, trace), line)
        if is_type and not inner and view.kind(scope) is not _MODULE:
            return None
        at = view.names.get(f"{view.qualified(scope)}.{name}")
        if at is not None and (not is_type or _of_use(self._thing(view, at, None), line) is not None):
            return self._thing(view, at, None)
        if view.naming.implicit and view.kind(scope) in _OF_TYPES:
            local = self._local(view, scope, name, line, trace)
            if local is None and not view.is_type(view.parent(scope)):
                around = self._around(view, scope, trace)
                return _of_use(self.member(around, name, trace), line) if around is not None else None
            return local
        return self._local(view, scope, name, line, trace) if not is_type else None

    def _local(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        bounds = view.bound(scope, name) if line >= 0 else ()
        if not bounds:
            return None
        before = [bound for bound in bounds if bound.line <= line <= (bound.until or ANYWHERE)]
        lasting = [bound for bound in bounds if not bound.until]
        return self._first(view, before[::-1] or lasting[::-1], trace)

    def _at_top(self, view: View, scope: int, name: str, line: float, trace: Trace) -> Thing | None:
        trace.add(view.key(name))
        at = view.names.get(name)
        local = line >= 0 and view.is_local(name)
        if local and view.takes_within(name, line):
            return self._local(view, 0, name, line, trace)
        if at is not None:
            return self._thing(view, at, None)
        held = self._local(view, 0, name, line, trace) if local else None
        if held is not None:
            return held
        outside = None
        for imported in view.by_local.get(name, ()):
            found = self._imported(view, imported, set(), trace)
            if found is not None and found.form is not EXTERNAL:
                return found
            outside = outside or found  # another import of the name may lead to a file: `try … except ImportError`
        if outside is not None:
            return outside
        trace.add(view.star)
        for imported in view.wildcards:
            targets = view.targets(imported)
            found = self.defined(targets, name, trace) or self._of_imported_type(imported, name, targets, trace)
            if found is not None:
                return found
        found = self.defined(view.visible(), name, trace)
        if found is None and view.naming.open_constants:
            return self._constant(view, scope, name, trace)
        return found

    def _constant(self, view: View, scope: int, name: str, trace: Trace) -> Thing | None:
        """A constant of a language where they are global: the innermost nesting that has it, in whatever file."""
        if not name[:1].isupper():
            return None
        trace.add(self._names.key(name))
        nesting = view.qualified(scope).split(".") if scope else []
        for depth in range(len(nesting), -1, -1):
            rows = self._names.qualified(view.spec.name, ".".join((*nesting[:depth], name)))
            if rows:
                path, at = rows[0]
                return self._thing(self.view(path), at, None)
        return None

    def anywhere(self, view: View, qualified: str, trace: Trace) -> Thing | None:
        """The first symbol of this qualified name, in whatever file of the language."""
        trace.add(self._names.key(qualified.rpartition(".")[2]))
        rows = self._names.qualified(view.spec.name, qualified)
        return self._thing(self.view(rows[0][0]), rows[0][1], None) if rows else None

    def _around(self, view: View, scope: int, trace: Trace) -> Thing | None:
        """An instance of the type around a scope."""
        holder = view.enclosing_type(scope)
        if not holder:
            return None
        at = view.names.get(holder)
        if at is not None:
            return Thing(INSTANCE, view.path, at)
        found = self.follow(view, 0, steps(holder), NO_LOCALS, trace)
        return self._instance(found)

    def _thing(self, view: View, at: int, holder: Thing | None) -> Thing:
        known = view.things.get(at)
        if known is None:
            form = CALLABLE if view.kind(at) in _CALLABLES else TYPE if view.is_type(at) else FIELD
            known = view.things[at] = Thing(form, view.path, at)
        return known if holder is None or known.form is TYPE else Thing(known.form, view.path, at, holder)


def _is_own(value: str, naming: Naming) -> bool:
    """Whether an expression gives an object of the type it stands in: `self`, `cls()`."""
    return value in naming.instance or (value.endswith(CALLED) and value.removesuffix(CALLED) in naming.itself)


def _is_used(found: Thing, after: str, naming: Naming) -> bool:
    """Whether a step of a chain uses what it found: a field, or a method reached through its type and not called."""
    member = found.of is not None or naming.names_call
    return found.form is FIELD or (found.form is CALLABLE and after != CALLED and member)


def _of_use(found: Thing | None, line: float) -> Thing | None:
    """A member, unless a type is looked for: a field may be named like its type (`Part Part`)."""
    plain = found is not None and found.form in (FIELD, CALLABLE)
    return None if plain and line == NO_LOCALS else found


def _named(path: str, name: str) -> bool:
    """Whether a file, or the folder it stands for, has this name."""
    parts = path.split("/")
    stem = parts[-1].partition(".")[0]
    return name == stem or (len(parts) > 1 and name == parts[-2] and stem in ("__init__", "mod", "index", "lib"))
