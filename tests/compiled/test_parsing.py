"""A clean file's tree is the one tree-sitter gives, node by node; any other file is left to tree-sitter."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Language, Parser

from seedwalk.languages import dialect_of, language_of, spec_of
from tests.compiled.test_whole import FILES, PLACES

NASTY = [
    b"", b"\n", b"   ", b"# c\n", b"\xef\xbb\xbfx = 1\n", b"\xef\xbb\xbf", b"(" * 600 + b")" * 600, b"[" * 600,
    b"f(1)\n" * 200, b"x=" + b"-" * 600 + b"1", b"a+" * 600 + b"a", b"a." * 600 + b"a", b'"' * 99, b"<" * 200,
    b"a<b," * 99, b"a(b<c>(d));" * 40, b"x = 1 \\\n", b"a=1\r\n" * 9, b"class A {}", b"\t\tx", "é = 'ü'\n".encode(),
]  # fmt: skip


@cache
def tools(language: str, name: str, quick: Any) -> tuple[Parser, Any, list[str]]:
    module, function = dialect_of(spec_of(language), name).grammar
    capsule = getattr(import_module(module), function)()
    known = Language(capsule)
    fields = [told for number in range(1, known.field_count + 1) if (told := known.field_name_for_id(number))]
    return Parser(known), quick.Syntax(getattr(import_module(module), function)()), fields


def walked(root: Any, fields: list[str]) -> list[tuple[object, ...]]:
    """Every node in the order of a walk: what it is, where it stands, and what its parent calls which child."""
    found: list[tuple[object, ...]] = []
    open_nodes = [(root, 0)]
    while open_nodes:
        node, depth = open_nodes.pop()
        called = [
            (field, child.start_byte, child.end_byte, child.type)
            for field in fields if (child := node.child_by_field_name(field)) is not None
        ] if node.child_count else []  # fmt: skip
        found.append((depth, node.type, node.is_named, node.start_byte, node.end_byte, node.start_point[0], called))
        open_nodes.extend((child, depth + 1) for child in reversed(node.children))
    return found


def holds(quick: Any, path: str, source: bytes) -> None:
    language = language_of(path)
    assert language is not None
    parser, syntax, fields = tools(language, path, quick)
    told, ours = parser.parse(source).root_node, syntax.parse(source)
    assert (ours is None) == told.has_error
    if ours is not None:
        assert walked(ours.root_node, fields) == walked(told, fields)


PARSED = [path for path in FILES if spec_of(str(language_of(path.name))).dialects]


@pytest.mark.parametrize("path", PARSED, ids=lambda path: path.name)
def test_an_example_has_the_same_tree(quick: Any, path: Path) -> None:
    holds(quick, path.name, path.read_bytes())


@pytest.mark.parametrize("path", PARSED, ids=lambda path: path.name)
def test_so_it_has_when_it_is_the_first(quick: Any, path: Path) -> None:
    """A parser keeps memory from one text to the next, and starts with none."""
    module, function = dialect_of(spec_of(str(language_of(path.name))), path.name).grammar
    first = quick.Syntax(getattr(import_module(module), function)()).parse(path.read_bytes())
    again = tools(str(language_of(path.name)), path.name, quick)[1].parse(path.read_bytes())
    assert (first is None) == (again is None)
    if first is not None:
        assert walked(first.root_node, []) == walked(again.root_node, [])


@given(path=st.sampled_from(PARSED), cut=st.tuples(PLACES, PLACES), put=st.text(max_size=9))
def test_a_torn_example_has_it_or_is_left_alone(quick: Any, path: Path, cut: tuple[int, int], put: str) -> None:
    source = path.read_bytes()
    start, end = sorted(cut)
    torn = source[:start].decode("utf-8", "ignore") + put + source[end:].decode("utf-8", "ignore")
    holds(quick, path.name, torn.encode("utf-8", "replace"))


ONE_EACH = {language_of(path.name): path.name for path in PARSED}
"""A file of each language."""


@pytest.mark.parametrize("name", sorted(ONE_EACH.values()))
def test_a_nasty_text_does_not_differ(quick: Any, name: str) -> None:
    for source in NASTY:
        holds(quick, name, source)


def test_a_text_that_is_no_utf8_is_left_to_tree_sitter(quick: Any) -> None:
    syntax = tools("python", "x.py", quick)[1]
    assert syntax.parse(b"x = '\xff'\n") is None
    assert syntax.parse(b"x = '\xed\xa0\x80'\n") is None


def test_what_is_no_grammar_is_refused(quick: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        quick.Syntax(1)
    with pytest.raises(TypeError):
        tools("python", "x.py", quick)[1].parse("x")
