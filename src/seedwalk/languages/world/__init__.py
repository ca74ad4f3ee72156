"""Which literals in code speak of the world outside: routes, endpoints, the environment, programs, flags.

The knowledge is data: `world/<family>.toml` holds, for each family of languages, how its strings are written and a list
of rules. A rule names the calls, decorators, bases or words it is about, the evidence it needs, and what its arguments
mean. `extract/` reads the arguments of what rules name, `graph/world.py` turns them into edges.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

_BASES = 1 << 13
"""Texts of bases kept with what is found in them."""


class Shape(StrEnum):
    """What in the code a rule is about."""

    CALL = "call"
    NEW = "new"
    DECORATOR = "decorator"
    BASE = "base"
    """A type that another extends or implements."""
    WORDS = "words"
    """An expression that begins with these words, such as `process.env.`."""
    FILE = "file"
    """A file at such a path, and what it defines at its top."""


class Makes(StrEnum):
    """What a rule's finding becomes: an edge of the kind with this value, or the prefix of routes."""

    HANDLES_ROUTE = "handles_route"
    CONSUMES_ENDPOINT = "consumes_endpoint"
    IMPLEMENTS_RPC = "implements_rpc"
    CONSUMES_RPC = "consumes_rpc"
    READS_ENV = "reads_env"
    EXECUTES_PROCESS = "executes_process"
    GATED_BY_FLAG = "gated_by_flag"
    PREFIX = "prefix"
    MOUNT = "mount"
    """The routes of another router, under this path."""


class Rule(Struct, frozen=True, eq=False):
    """One way to write one thing. Positions of arguments count from 0; `-1` is the last, a word is a keyword."""

    id: str
    makes: Makes
    shape: Shape
    origin: str
    """The public documentation it is taken from."""
    names: tuple[str, ...] = ()
    """Last names of the callee; one `*` stands for any word. For WORDS the words, for FILE nothing."""
    callee: str = ""
    """What the whole callee must match; its groups `name` and `method` say what no argument does."""
    roots: tuple[str, ...] = ()
    """Modules the receiver, or the callee itself, must come from …"""
    imported: tuple[str, ...] = ()
    """… or that the file must import, …"""
    receivers: tuple[str, ...] = ()
    """… or names of the receiver that are evidence enough. With none of the three no evidence is needed."""
    subject: tuple[int | str, ...] = ()
    """Which argument holds the path, name or program; the first there is."""
    begins: tuple[str, ...] = ()
    """What the subject must begin with; an empty text allows anything the receiver is evidence for."""
    optional: bool = False
    """Whether the subject may be missing: the prefix alone is then the path."""
    prefixed: bool = False
    """Whether a missing subject needs a prefix: without one the path is made by convention, and not known here."""
    beside: tuple[str, ...] = ()
    """Decorators of the same definition that hold the subject when this one does not."""
    method: str = ""
    """The HTTP method; `@` takes the callee's last name."""
    methods: tuple[int | str, ...] = ()
    """The argument that holds methods."""
    default_method: str = "ANY"
    handler: tuple[int | str, ...] = ()
    """The argument that handles; none means the definition around, and a handler written in place stands there too."""
    handled: str = ""
    """What the handler's text must match; groups `method` and `handler`."""
    proof: str = ""
    """What the text of one argument must match."""
    needs: int = 0
    """Arguments there must be at least."""
    node: str = ""
    """The node of the grammar the words must begin."""
    before: str = ""
    """What must stand right before the words."""
    block: bool = False
    """Whether a block must follow."""
    nests: bool = False
    """Whether the calls inside this one have its prefix."""
    plural: str = ""
    """`resources` or `resource`: the routes of a Rails resource."""
    on_types: bool = False
    """Whether a decorator of a type makes the type a handler."""
    names_too: bool = False
    """Whether a name may be the subject: its last part is meant."""
    relative: bool = False
    """Whether a path that begins with no slash is one nevertheless."""
    implied: bool = False
    """Whether the path names the handler when nothing else does (Rails)."""
    replaces: bool = False
    """Whether the path of a mount stands in place of the one its router was made with (Flask)."""
    passed: str = ""
    """What the type of a parameter must match that such a prefix may be passed to: the routes added there have it."""
    kept: bool = False
    """Whether what stands inside is made only where it is asked for by name (Rails' `concern`) …"""
    asks: tuple[int | str, ...] = ()
    """… and the argument that asks so."""
    file: str = ""
    """Of a mount, the path of the file that is mounted, `{}` standing for the subject (Rails' `draw`)."""
    parameter: bool = False
    """Whether the prefix is a parameter of the path."""
    within: str = ""
    """What the file's path must match."""
    unless: str = ""
    """What the subject must not match."""
    only_in: tuple[str, ...] = ()
    """Bases or decorators of the enclosing type, one of which must be there."""
    not_in: tuple[str, ...] = ()
    """Bases or decorators of the enclosing type, none of which may be there."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Expressions that stand for a program, such as `sys.executable`."""


class Syntax(Struct, frozen=True):
    """How a family writes strings and comments."""

    string: re.Pattern[str]
    token: re.Pattern[bytes]
    """One step of the scanner; the group that matched tells its sort."""
    lone: re.Pattern[bytes]
    """An argument of one string or dotted name, with the comma or bracket behind it: several steps in one."""
    interpolation: re.Pattern[str] | None
    interpolated: re.Pattern[str] | None
    """How a string begins that has interpolations, where not all have."""
    trailing: re.Pattern[bytes] | None
    """Calls on a call's result whose arguments say its methods (gorilla's `.Methods("GET")`)."""
    bare_calls: bool
    """Whether arguments need no brackets (Ruby)."""


class World(Struct, frozen=True):
    """All that is known for a family."""

    syntax: Syntax
    rules: tuple[Rule, ...]
    exact: dict[str, tuple[Rule, ...]]
    """Rules by the last name of the callee."""
    patterned: tuple[tuple[re.Pattern[str], Rule], ...]
    endings: tuple[str, ...]
    """What the names of patterned rules end with: a quick look before a pattern is tried."""
    words: dict[str, tuple[Rule, ...]]
    bases: tuple[tuple[Callable[[str], re.Match[str] | None], Rule], ...]
    """What finds such a base in its text, told once for each: types of a repository mostly extend the same few."""
    files: tuple[tuple[re.Pattern[str], Rule], ...]
    actions: dict[str, tuple[tuple[str, str, str], ...]]
    """By sort of resource, (method, path, action) of its routes."""
    beside: frozenset[str]
    """Last names of decorators that hold what another decorator of the same definition means."""
    nesting: frozenset[str]
    """Last names of calls whose extent matters."""

    def named(self, last: str) -> tuple[Rule, ...]:
        """The rules about callees of this last name."""
        found = self.exact.get(last, ())
        if last.endswith(self.endings):
            found += tuple(rule for pattern, rule in self.patterned if pattern.fullmatch(last))
        return found


@cache
def world_of(family: str) -> World:
    """What is known for a family of languages."""
    told = tomllib.loads(world_text(family))
    rules = tuple(_rule(family, row) for row in told["rule"])
    callees = [rule for rule in rules if rule.shape in (Shape.CALL, Shape.NEW, Shape.DECORATOR)]
    exact: dict[str, tuple[Rule, ...]] = {}
    patterned: list[tuple[re.Pattern[str], Rule]] = []
    for rule in callees:
        for name in rule.names:
            if "*" in name:
                patterned.append((_pattern(name), rule))
            else:
                exact[name] = (*exact.get(name, ()), rule)
        for name in rule.beside:
            exact.setdefault(name, ())
    words: dict[str, tuple[Rule, ...]] = {}
    for rule in rules:
        for name in rule.names if rule.shape is Shape.WORDS else ():
            words[name] = (*words.get(name, ()), rule)
    return World(
        _syntax(told["syntax"]),
        rules,
        exact,
        tuple(patterned),
        tuple(sorted({name.rpartition("*")[2] for rule in callees for name in rule.names if "*" in name})) or ("\0",),
        words,
        tuple((lru_cache(_BASES)(re.compile(rule.callee).search), rule) for rule in rules if rule.shape is Shape.BASE),
        tuple((re.compile(rule.callee), rule) for rule in rules if rule.shape is Shape.FILE),
        {sort: tuple((row[0], row[1], row[2]) for row in rows) for sort, rows in told.get("actions", {}).items()},
        frozenset(name for rule in rules for name in rule.beside),
        frozenset(name for rule in rules if rule.nests for name in rule.names),
    )


def world_text(family: str) -> str:
    """The file of a family."""
    return Path(__file__).with_name(f"{family}.toml").read_text(encoding="utf-8")


def world_code() -> bytes:
    """The code that reads the rules."""
    folder = Path(__file__).parent
    return b"".join((folder / name).read_bytes() for name in ("__init__.py", "literals.py"))


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(r"(?P<name>\w+)".join(map(re.escape, name.split("*"))))


def _rule(family: str, row: dict[str, Any]) -> Rule:
    known = set(Rule.__struct_fields__)
    wrong = row.keys() - known
    if wrong:
        raise ValueError(
            f"{family}.toml: rule '{row.get('id')}' has unknown fields {sorted(wrong)}; known: {sorted(known)}"
        )
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    for key in ("subject", "methods", "handler", "asks"):
        if key in values and not isinstance(values[key], tuple):
            values[key] = (values[key],)
    values["makes"], values["shape"] = Makes(row["makes"]), Shape(row["shape"])
    return Rule(**values)


def _syntax(row: dict[str, Any]) -> Syntax:
    string = row["string"]
    token = "|".join(
        (
            f"(?P<string>{string})",
            f"(?P<comment>{row['comment']})",
            r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>,)|(?P<line>\n)|::|\w+|[^\S\n]+|.",
        )
    )
    lone = rf"\s*(?P<text>(?>{string}|(?!{row['comment']})[\w.]+))\s*(?:,|(?P<close>[)\]}}]))"
    interpolation = row.get("interpolation")
    return Syntax(
        re.compile(string, re.S),
        re.compile(token.encode(), re.S),
        re.compile(lone.encode(), re.S),
        re.compile(interpolation) if interpolation else None,
        re.compile(row["interpolated"]) if "interpolated" in row else None,
        re.compile(row["trailing"].encode()) if "trailing" in row else None,
        bool(row.get("bare_calls")),
    )
