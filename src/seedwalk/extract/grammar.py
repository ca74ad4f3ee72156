"""A language made ready to run: its parser, its compiled query, and what each pattern of the query means.

tree-sitter reads every file, and says what trees and matches are. Where there is a compiled part (docs/decisions/0012),
it parses files without errors and runs the query over every tree; tree-sitter's is compiled only when a file needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from seedwalk.compiled import quick
from seedwalk.errors import SeedwalkError
from seedwalk.extract.patterns import Unknown, Words, compile_patterns
from seedwalk.languages import dialect_of, query_source, spec_of
from seedwalk.languages.spec import Dialect, LanguageSpec
from seedwalk.model import Kind, RefKind

if TYPE_CHECKING:
    from tree_sitter import Parser, QueryCursor

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


class Meaning(Struct, frozen=True):
    """A pattern's role, the capture that carries it, and the kind that capture names."""

    role: Role
    capture: str
    kind: Kind | RefKind | None = None


class Own(NamedTuple):
    """What reads a dialect's files in the compiled part."""

    syntax: Any
    patterns: Any

    def parse(self, source: bytes) -> Any | None:
        """The root of a file's tree; none of a file that tree-sitter has to read."""
        tree = self.syntax.parse(source)
        return tree.root_node if tree is not None else None

    def copied(self, root: Any, source: bytes) -> Any:
        """The root of tree-sitter's tree of a file, as one of the compiled part's."""
        return self.syntax.copy(root, source).root_node

    def finds(self, root: Any) -> bool:
        """Whether the query's matches in a tree were found: they are read by `patterns.read`."""
        found: bool = self.patterns.find(root)
        return found


class Grammar(Struct, frozen=True):
    """Everything needed to read one dialect. Not shared between threads: a parser holds state, a cursor too."""

    spec: LanguageSpec
    dialect: Dialect

    @property
    def own(self) -> Own | None:
        return _own(self.dialect) if quick() is not None else None

    def parse(self, source: bytes) -> Any:
        """The root of a file's tree, as tree-sitter says."""
        return _parser(self.dialect).parse(source).root_node

    @property
    def cursor(self) -> QueryCursor:
        """Over its query; one for all files: what it takes to hold states and captures is not taken anew for each."""
        return _cursor(self.dialect)

    @property
    def code(self) -> Callable[[bytes], bytes] | None:
        """What of a file is code, where not all of it is (`Dialect.code`)."""
        return self.dialect.code


def grammar_for(language: str, path: str, source: bytes = b"") -> Grammar:
    """The grammar of a file, with what reads most of its files made ready."""
    spec = spec_of(language)
    grammar = Grammar(spec, dialect_of(spec, path, source))
    if grammar.own is None:
        _cursor(grammar.dialect)
    return grammar


def _wheel(dialect: Dialect) -> Any:
    module, function = dialect.grammar
    return getattr(import_module(module), function)()


@cache
def _own(dialect: Dialect) -> Own | None:
    part = quick()
    if part is None or not hasattr(part, "Syntax"):
        return None
    wheel = _wheel(dialect)
    try:
        program = compile_patterns(query_source(dialect), Words(*part.grammar_words(wheel)))
        return Own(part.Syntax(wheel), part.Patterns(wheel, program, _is_found))
    except (Unknown, ValueError):  # a query or a grammar of which the compiled part knows too little
        return None


def _is_found(expression: str, text: str) -> bool:
    return re.search(expression, text) is not None


@cache
def _parser(dialect: Dialect) -> Parser:
    from tree_sitter import Language, Parser

    return Parser(Language(_wheel(dialect)))


@cache
def _cursor(dialect: Dialect) -> QueryCursor:
    """Made once per dialect, since compiling a query takes long."""
    from tree_sitter import Language, Query, QueryCursor

    grammar = Language(_wheel(dialect))
    try:
        query = Query(grammar, query_source(dialect))
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # tree-sitter takes one for a wrong regular expression
            raise error.__cause__ from None
        told = f"queries {', '.join(dialect.queries)} do not fit the grammar {dialect.grammar[0]}: {error}"
        raise SeedwalkError(told) from error
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(MAX_TREE_DEPTH)
    return cursor


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
