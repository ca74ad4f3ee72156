"""Edges to the world outside the code: routes that are served, endpoints asked, variables read, programs run, flags.

The literals of a file, matched with the rules of its language (`languages/world`), become edges to symbols that stand
in no file. A route and who asks for it meet in one symbol because both spell the path alike (`graph/paths.py`): an
address without a host is taken for a route of this repository, one with a host is an endpoint. No file has to look
for the other, so linking one file stays a function of that file and what its names mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seedwalk.facts import EXPRESSION, NO_REFERENCE, REF_KINDS, Argument, ArgumentForm, Literal
from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow, row
from seedwalk.graph.evidence import Evidence, imports_named
from seedwalk.graph.handlers import Handlers
from seedwalk.graph.literals import METHOD_NAMES, method_name, program_of
from seedwalk.graph.mounts import MAX_MOUNTS, Mount, mounted
from seedwalk.graph.origins import Origins
from seedwalk.graph.passing import Passed, Passing, within
from seedwalk.graph.paths import ANY, endpoint_of, joined, path_of
from seedwalk.graph.prefixes import Prefixes
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import View
from seedwalk.identity import placeless_id
from seedwalk.languages import family_of
from seedwalk.languages.world import Makes, Rule, World, world_of
from seedwalk.languages.world.literals import (
    ACTION,
    SHAPES,
    argument_of,
    compiled,
    fits,
    last_name,
    positional,
    subject_texts,
    texts_of,
)
from seedwalk.model import EdgeKind, Kind, Provenance

_VARIABLE = re.compile(r"[A-Za-z_]\w*")
_FLAG = re.compile(r"[\w][\w.:/-]*")


class Found:
    """Rows and symbols, as they are found."""

    def __init__(self) -> None:
        self.rows: set[EdgeRow] = set()
        self.placeless: set[tuple[str, str]] = set()

    def add(self, source: int, kind: Kind, name: str, edge: EdgeKind, provenance: Provenance, line: int) -> None:
        self.placeless.add((kind.value, name))
        self.rows.add(row(source, placeless_id(kind, name), edge, provenance, line))


def world_edges(view: View, resolver: Resolver, trace: Trace) -> Found:
    """Every edge of a file that the rules of its language see in its literals, bases and path."""
    world = world_of(family_of(view.spec.name))
    found = Found()
    literals = view.facts.literals
    if literals:
        _Literals(view, resolver, trace, world, found).all()
    if world.bases:
        _bases(view, world, found)
    for pattern, rule in world.files:
        if (match := pattern.search(view.path)) is not None:
            _file(view, rule, match, found)
    return found


class _Literals:
    """The literals of one file."""

    def __init__(
        self, view: View, resolver: Resolver, trace: Trace, world: World, found: Found, mount: Mount | None = None
    ) -> None:
        self._view, self._world, self._found = view, world, found
        self._resolver, self._trace, self._mount = resolver, trace, mount or Mount()
        self._matched: dict[int, list[Rule]] = {}
        self._evidence = Evidence(view, Origins(view, resolver, trace), world)
        self._handlers = Handlers(view, resolver, trace)
        self._prefixes = Prefixes(view, resolver, trace, world, self._matching)

    def all(self) -> None:
        for literal in self._view.facts.literals:
            if self._prefixes.kept(literal) is None:
                self._each(literal, MAX_MOUNTS)
        self._passed_on(MAX_MOUNTS)

    def _each(self, literal: Literal, left: int) -> None:
        """What one literal makes by all rules about it, a kind once."""
        done: set[Makes] = set()
        for rule in self._matching(literal):
            if rule.asks:
                self._ask(rule, literal, left)
            if rule.makes is Makes.MOUNT:
                self._below(rule, literal, left)
            elif rule.makes is not Makes.PREFIX and rule.makes not in done and self._make(rule, literal):
                done.add(rule.makes)

    def _ask(self, rule: Rule, literal: Literal, left: int) -> None:
        """The routes of blocks that are kept in this file and asked for here (Rails' concerns)."""
        each = positional(literal.arguments) if rule.asks == (0,) else [argument_of(literal.arguments, rule.asks)]
        wanted = {text for argument in each for text in texts_of(argument)}
        if wanted and left:
            with self._prefixes.asked(rule, literal):
                for kept in self._view.facts.literals:
                    if self._prefixes.kept(kept) in wanted:
                        self._each(kept, left - 1)

    def _below(self, rule: Rule, literal: Literal, left: int) -> None:
        """The routes of what is mounted here, and of what is mounted there."""
        found = mounted(self._view, self._resolver, self._trace, rule, literal) if left else None
        if found is None:
            return
        target, mount = found
        prefix = joined(self._mount.prefix, self._prefixes.before(literal, "", made=True), mount.prefix)
        there = Mount(prefix, mount.router, mount.replaces and bool(mount.prefix), modules=self._modules(literal))
        _Literals(target, self._resolver, self._trace, self._world, self._found, there).mounted(left - 1)

    def _passed_on(self, left: int) -> None:
        """The routes of functions that groups made here are passed to, and the group this function was passed."""
        mount, groups = self._mount, self._prefixes.groups()
        taking = next((rule for rule in self._world.rules if rule.passed), None) if mount.function else None
        if not left or not (groups or taking):
            return
        is_group, made = self._prefixes.is_group, [maker for _, maker in groups]
        passing = Passing(self._view, self._resolver, self._trace, is_group, made)
        for rule, maker in groups:
            if not self._covers(maker):
                continue
            prefix = joined(mount.prefix, self._prefixes.before(maker, next(iter(subject_texts(rule, maker)), "")))
            names = self._prefixes.names(maker)
            for name in names:
                self._received(passing.of_name(rule, name, maker.scope), prefix, left)
            if not names:
                self._received(passing.in_place(rule, maker), prefix, left)
        if taking is not None:
            self._received(passing.of_name(taking, mount.router, mount.function), mount.prefix, left)

    def _received(self, passed: Iterator[Passed], prefix: str, left: int) -> None:
        for target, function, parameter in passed:
            there = Mount(prefix, parameter, function=function)
            _Literals(target, self._resolver, self._trace, self._world, self._found, there).mounted(left - 1)

    def _covers(self, literal: Literal) -> bool:
        """Whether a route, or a group of them, belongs to what is mounted."""
        mount = self._mount
        if not mount.function:
            return mount.covers(literal)
        return within(self._view, literal.scope, mount.function) and self._prefixes.begin(literal) == mount.router

    def mounted(self, left: int) -> None:
        """Only the routes that are mounted, under the path they are mounted at."""
        self._passed_on(left)
        elsewhere = self._mount.prefix.strip("/") or self._mount.modules
        for literal in filter(self._covers, self._view.facts.literals):
            if self._prefixes.kept(literal) is not None:
                continue
            made = False
            for rule in self._matching(literal):
                if rule.asks and elsewhere:
                    self._ask(rule, literal, left)
                if rule.makes is Makes.MOUNT:
                    self._below(rule, literal, left)
                elif rule.makes is Makes.HANDLES_ROUTE and not made and elsewhere:
                    made = self._route(rule, literal)

    def _modules(self, literal: Literal) -> str:
        return self._mount.modules + self._prefixes.modules(literal)

    def _whole(self, literal: Literal, path: str) -> str:
        """The path of a route in one spelling, with all that stands before it."""
        return path_of(joined(self._mount.prefix, self._prefixes.before(literal, path, made=not self._mount.replaces)))

    def _matching(self, literal: Literal) -> list[Rule]:
        """The rules about this literal whose evidence is there, told once: its file holds it as long as this lasts."""
        found = self._matched.get(id(literal))
        if found is None:
            found = self._matched[id(literal)] = list(self._match(literal))
        return found

    def _match(self, literal: Literal) -> Iterator[Rule]:
        if literal.kind == NO_REFERENCE:
            yield from (rule for rule in self._world.words[literal.text] if self._evidence.enough(rule, literal))
            return
        shape = SHAPES[REF_KINDS[literal.kind]]
        for rule in self._world.named(last_name(literal.text)):
            if rule.shape is shape and self._evidence.enough(rule, literal):
                yield rule

    def _make(self, rule: Rule, literal: Literal) -> bool:
        makers = {
            Makes.HANDLES_ROUTE: self._route,
            Makes.CONSUMES_ENDPOINT: self._endpoint,
            Makes.IMPLEMENTS_RPC: self._service,
            Makes.CONSUMES_RPC: self._service,
            Makes.READS_ENV: self._variable,
            Makes.EXECUTES_PROCESS: self._program,
            Makes.GATED_BY_FLAG: self._flag,
        }
        return makers[rule.makes](rule, literal)

    # Routes and endpoints

    def _route(self, rule: Rule, literal: Literal) -> bool:
        if rule.plural:
            return self._resource(rule, literal)
        paths = self._paths(rule, literal)
        made = False
        for path in paths:
            for method, source, provenance in self._served(rule, literal):
                verb, _, rest = path.partition(" ")  # Go's "GET /path"
                if rest and verb in METHOD_NAMES:
                    method, path = verb, rest
                name = f"{method} {self._whole(literal, path)}"
                self._found.add(source, Kind.ROUTE, name, EdgeKind.HANDLES_ROUTE, provenance, literal.line)
                made = True
        return made

    def _resource(self, rule: Rule, literal: Literal) -> bool:
        for resource in positional(literal.arguments):
            if resource.form is not ArgumentForm.STRING:
                break
            for method, path, action in self._prefixes.actions(rule, literal, resource.texts[0]):
                source, provenance = self._handlers.action(literal, self._modules(literal), action)
                name = f"{method} {self._whole(literal, path)}"
                self._found.add(source, Kind.ROUTE, name, EdgeKind.HANDLES_ROUTE, provenance, literal.line)
        return True

    def _paths(self, rule: Rule, literal: Literal) -> list[str]:
        """The paths a rule's subject holds; where it may be missing, the empty one."""
        texts = subject_texts(rule, literal)
        if not texts and rule.beside:
            texts = [
                text
                for other in self._view.facts.literals
                if other.scope == literal.scope and last_name(other.text) in rule.beside
                for text in texts_of(argument_of(other.arguments, (0, "value", "path", "template")))
            ]
        if not texts:
            missing = rule.optional and not argument_of(literal.arguments, rule.subject)
            return [""] if missing and (not rule.prefixed or self._prefixes.before(literal, "")) else []
        return [text for text in texts if fits(rule, text)]

    def _served(self, rule: Rule, literal: Literal) -> Iterator[tuple[str, int, Provenance]]:
        """(method, handler, how the handler is known) of each way the literal serves."""
        argument = argument_of(literal.arguments, rule.handler) if rule.handler else None
        if argument is None and rule.implied:
            argument = self._implied(rule, literal)
        if rule.handled and argument is not None:
            for match in compiled(rule.handled).finditer(" ".join(argument.texts)):
                groups = match.groupdict()
                source, provenance = self._handlers.named(literal, groups.get("handler") or "")
                yield method_name(groups.get("method") or rule.default_method), source, provenance
            return
        source, provenance = self._handlers.of(literal, argument, self._modules(literal))
        for method in self._methods(rule, literal):
            yield method, source, provenance

    def _implied(self, rule: Rule, literal: Literal) -> Argument | None:
        """Rails: `get "users/list"` is `users#list`, and `get :list` inside `resources :users` too."""
        path = next(iter(subject_texts(rule, literal)), "")
        controller, _, action = path.strip("/").rpartition("/")
        controller = controller or self._prefixes.controller(literal)
        action = next(iter(texts_of(argument_of(literal.arguments, ("action",)))), action)
        return Argument("", ArgumentForm.STRING, [f"{controller}{ACTION}{action}"]) if controller else None

    def _methods(self, rule: Rule, literal: Literal) -> list[str]:
        """The methods an argument names, else those of the callee, else the rule's."""
        told = argument_of(literal.arguments, rule.methods) if rule.methods else None
        if told is not None:
            named = [method_name(text) for text in texts_of(told, names=True)]
            given = told.form is not ArgumentForm.NAME
            return [name for name in named if given or name in METHOD_NAMES] or [ANY]
        if rule.methods and rule.makes is Makes.CONSUMES_ENDPOINT and self._options(literal):
            return [ANY]
        if rule.method == "@":
            named = [method_name(last_name(literal.text))]
            return named if named != [ANY] else [rule.default_method]
        if rule.callee and "method" in compiled(rule.callee).groupindex:
            match = compiled(rule.callee).search(literal.text)
            return [method_name(match["method"])] if match and match["method"] else [rule.default_method]
        return [rule.method or rule.default_method]

    @staticmethod
    def _options(literal: Literal) -> bool:
        """Whether options are passed by name: they may say the method."""
        return any(argument.form is ArgumentForm.NAME for argument in positional(literal.arguments)[1:])

    def _endpoint(self, rule: Rule, literal: Literal) -> bool:
        for text in subject_texts(rule, literal)[:1]:
            asked = (
                endpoint_of("/" + text if rule.relative and "://" not in text else text) if fits(rule, text) else None
            )
            if asked is None:
                continue
            hosted, path = asked
            kind = Kind.ENDPOINT if hosted else Kind.ROUTE
            for method in self._methods(rule, literal):
                self._add(literal, kind, f"{method} {path}", EdgeKind.CONSUMES_ENDPOINT)
            return True
        return False

    # The rest

    def _service(self, rule: Rule, literal: Literal) -> bool:
        name = next((text for text in subject_texts(rule, literal, names=True) if fits(rule, text)), "")
        name = last_name(name.removesuffix(".service"))
        name = name.removesuffix("Client") or name
        if not name:
            return False
        argument = argument_of(literal.arguments, rule.handler) if rule.handler else None
        source, provenance = self._handlers.of(literal, argument, "")
        self._found.add(source, Kind.ENDPOINT, f"rpc {name}", EdgeKind(rule.makes.value), provenance, literal.line)
        return True

    def _variable(self, rule: Rule, literal: Literal) -> bool:
        texts = [text for text in subject_texts(rule, literal) if _VARIABLE.fullmatch(text) and fits(rule, text)]
        for text in texts[:1]:
            self._add(literal, Kind.ENV_VARIABLE, text, EdgeKind.READS_ENV)
        return bool(texts)

    def _program(self, rule: Rule, literal: Literal) -> bool:
        argument = argument_of(literal.arguments, rule.subject)
        if argument is None or not argument.texts:
            return False
        first = argument.texts[0]
        named = rule.aliases.get(first.lstrip(EXPRESSION), "") if argument.form is not ArgumentForm.STRING else ""
        if named:
            self._add(literal, Kind.PROCESS, named, EdgeKind.EXECUTES_PROCESS)
            return True
        if argument.form not in (ArgumentForm.STRING, ArgumentForm.LIST) or first.startswith(EXPRESSION):
            return False
        name = program_of(first)
        if not name or not fits(rule, first):
            return False
        self._add(literal, Kind.PROCESS, name, EdgeKind.EXECUTES_PROCESS)
        return True

    def _flag(self, rule: Rule, literal: Literal) -> bool:
        for text in subject_texts(rule, literal)[:1]:
            text = last_name(text) if rule.names_too else text
            before = texts_of(argument_of(literal.arguments, ("prefix",)))
            text = ".".join([*before[:1], text])
            if _FLAG.fullmatch(text) and fits(rule, text):
                self._add(literal, Kind.FLAG, text, EdgeKind.GATED_BY_FLAG)
                return True
        return False

    def _add(self, literal: Literal, kind: Kind, name: str, edge: EdgeKind) -> None:
        self._found.add(self._view.identity(literal.scope), kind, name, edge, Provenance.AST_INFERRED, literal.line)


def _bases(view: View, world: World, found: Found) -> None:
    """Services that types of this file implement by what they extend."""
    told = [(position, text, line) for position, text, _, line in view.outline.bases]
    told += [(_type_named(view, owner), trait, line) for owner, trait, line, _ in view.outline.impls]
    for position, text, line in told:
        for search, rule in world.bases:
            match = search(text)
            if match and view.is_type(position) and imports_named(view, rule.imported, match["name"], text):
                edge = EdgeKind(rule.makes.value)
                name = f"rpc {match['name']}"
                found.add(view.identity(position), Kind.ENDPOINT, name, edge, Provenance.AST_INFERRED, line)


def _type_named(view: View, name: str) -> int:
    """The position of a type, also of one that stands inside a function."""
    at = view.names.get(name)
    return at if at is not None else next((at for full, at in view.names.items() if full.endswith(f".{name}")), 0)


def _file(view: View, rule: Rule, match: re.Match[str], found: Found) -> None:
    """A route served by a file for where it lies (Next.js): by functions named as methods, or what it exports."""
    path = path_of(re.sub(r"/?\([^/]*\)", "", match["path"] or "").removesuffix("/index").removesuffix("index"))
    if rule.names:
        for name in rule.names:
            at = view.names.get(name)
            if at is not None:
                line = view.outline.lines[at][0]
                found.add(
                    view.identity(at),
                    Kind.ROUTE,
                    f"{name} {path}",
                    EdgeKind.HANDLES_ROUTE,
                    Provenance.AST_INFERRED,
                    line,
                )
        return
    exported = view.bound(0, "default")
    at = view.names.get(exported[0].value, 0) if exported else 0
    if exported:
        line = view.outline.lines[at][0] if at else exported[0].line
        found.add(view.identity(at), Kind.ROUTE, f"{ANY} {path}", EdgeKind.HANDLES_ROUTE, Provenance.AST_INFERRED, line)
