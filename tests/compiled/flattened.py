"""Trees and queries of the compiled part, beside those of tree-sitter, which say what they must be."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tree_sitter import Language, Node, Parser

from seedwalk import compiled
from seedwalk.extract.grammar import Own, _is_found
from seedwalk.extract.patterns import Words, compile_patterns
from seedwalk.languages import query_source
from seedwalk.languages.spec import Dialect


@cache
def wheel(dialect: Dialect) -> Any:
    module, function = dialect.grammar
    return getattr(import_module(module), function)()


@cache
def language(dialect: Dialect) -> Language:
    return Language(wheel(dialect))


@cache
def parser(dialect: Dialect) -> Parser:
    return Parser(language(dialect))


def walked(root: Node) -> list[tuple[Node, int, int]]:
    """Every node in the order of a walk, with its parent's number and its field's."""
    cursor, found = root.walk(), []
    around: list[int] = []
    while True:
        assert cursor.node is not None
        found.append((cursor.node, around[-1] if around else 0, cursor.field_id or 0))
        if cursor.goto_first_child():
            around.append(len(found) - 1)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found
            around.pop()


@cache
def _syntax(dialect: Dialect) -> Any:
    part = compiled.quick()
    assert part is not None
    return part.Syntax(wheel(dialect))


def flattened(dialect: Dialect, source: bytes) -> Any | None:
    """The tree of a file that has no errors."""
    return _syntax(dialect).parse(source)


def copied(dialect: Dialect, source: bytes) -> Any:
    """The root of tree-sitter's tree of any file, as one of ours."""
    return _syntax(dialect).copy(parser(dialect).parse(source).root_node, source).root_node


@cache
def patterns(dialect: Dialect) -> Any:
    part = compiled.quick()
    assert part is not None
    words = Words(*part.grammar_words(wheel(dialect)))
    return part.Patterns(wheel(dialect), compile_patterns(query_source(dialect), words), _is_found)


@cache
def own(dialect: Dialect) -> Own:
    """What reads a dialect's files."""
    return Own(_syntax(dialect), patterns(dialect))
