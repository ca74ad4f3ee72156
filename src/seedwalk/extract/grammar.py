"""A language made ready to run: its parser, its compiled query, and what each pattern of the query means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module

from tree_sitter import Language, Parser, Query, QueryCursor

from seedwalk.errors import SeedwalkError
from seedwalk.languages import dialect_of, query_source, spec_of
from seedwalk.languages.spec import Dialect, LanguageSpec
from seedwalk.model import Kind, RefKind

MAX_TREE_DEPTH = 1_000
"""Levels of syntax looked at: matching costs the square of the depth, and code by hand stays below a hundred."""


class Role(Enum):
    """What a match of a pattern contributes."""

    DEFINITION = "def"
    REFERENCE = "ref"
    IMPORT = "import"
    BINDING = "bind"
    SCOPE = "scope"
    NAMESPACE = "namespace"
    COMMENT = "comment"
    DOC = "doc"
    FLAG = "flag"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A pattern's role, the capture that carries it, and the kind that capture names."""

    role: Role
    capture: str
    kind: Kind | RefKind | None = None


@dataclass(frozen=True, slots=True)
class Grammar:
    """Everything needed to read one dialect. Not shared between threads: a parser holds state, a cursor too."""

    spec: LanguageSpec
    parser: Parser
    cursor: QueryCursor
    """Over its query; one for all files: what it takes to hold states and captures is not taken anew for each."""
    code: Callable[[bytes], bytes] | None = None
    """What of a file is code, where not all of it is (`Dialect.code`)."""


def grammar_for(language: str, path: str, source: bytes = b"") -> Grammar:
    """The grammar of a file; made once per dialect, since compiling a query takes long."""
    return _compile(language, dialect_of(spec_of(language), path, source))


@cache
def _compile(language: str, dialect: Dialect) -> Grammar:
    module, function = dialect.grammar
    grammar = Language(getattr(import_module(module), function)())
    try:
        query = Query(grammar, query_source(dialect))
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # tree-sitter takes one for a wrong regular expression
            raise error.__cause__ from None
        raise SeedwalkError(f"queries {', '.join(dialect.queries)} do not fit the grammar {module}: {error}") from error
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(MAX_TREE_DEPTH)
    return Grammar(spec_of(language), Parser(grammar), cursor, dialect.code)


@cache
def meaning_of(captures: tuple[str, ...]) -> Meaning:
    """The meaning of a match, from the names it captured."""
    for name in sorted(captures):
        head, _, tail = name.partition(".")
        if head == "def":
            return Meaning(Role.DEFINITION, name, Kind(tail))
        if head == "ref":
            return Meaning(Role.REFERENCE, name, RefKind(tail))
        if head == "flag":
            return Meaning(Role.FLAG, name)
    for role in (Role.IMPORT, Role.BINDING, Role.SCOPE, Role.NAMESPACE, Role.COMMENT, Role.DOC, Role.BLOCK):
        found = sorted(name for name in captures if name.partition(".")[0] == role.value)
        if found:
            return Meaning(role, found[0])
    raise SeedwalkError(f"a query pattern captures only {sorted(captures)}: see languages/spec.py for the vocabulary")
