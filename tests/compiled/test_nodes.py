"""Nodes of the compiled part's trees say of themselves what tree-sitter's do."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.languages import dialect_of, language_of, spec_of
from seedwalk.languages.spec import Dialect
from tests.compiled.flattened import copied, flattened, language, parser, walked, wheel
from tests.compiled.test_whole import FILES

ATTRIBUTES = (
    "start_byte", "end_byte", "start_point", "end_point", "type", "text", "child_count", "named_child_count",
    "descendant_count", "is_named", "has_error", "is_missing",
)  # fmt: skip
NEAR = ("parent", "prev_sibling", "next_sibling")
BELOW = ("children", "named_children")


def dialect_for(path: Path) -> Dialect:
    named = language_of(path.name)
    assert named is not None
    return dialect_of(spec_of(named), path.name, path.read_bytes())


def whole(path: Path) -> tuple[Any, Any]:
    """The root of a file's tree in both ways; skipped where it has errors."""
    dialect, source = dialect_for(path), path.read_bytes()
    tree = flattened(dialect, source)
    if tree is None:
        pytest.skip("its tree has errors, which tree-sitter reads")
    return tree.root_node, parser(dialect).parse(source).root_node


def torn(path: Path, place: int, length: int) -> tuple[Any, Any]:
    """The same of a file of which some bytes are lost, whatever errors it has."""
    dialect, source = dialect_for(path), path.read_bytes()
    start = place % (len(source) + 1)
    left = source[:start] + source[start + length :]
    return copied(dialect, left), parser(dialect).parse(left).root_node


def in_order(root: Any) -> list[Any]:
    found, waiting = [], [root]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(reversed(found[-1].children))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_node_says_the_same(quick: Any, path: Path) -> None:
    assert_same(path, *whole(path), NEAR)


@given(path=st.sampled_from(FILES), place=st.integers(0, 3000), length=st.integers(1, 40))
def test_so_does_every_node_beside_an_error(quick: Any, path: Path, place: int, length: int) -> None:
    """But for who stands behind it, where tree-sitter does not see what it put in itself."""
    assert_same(path, *torn(path, place, length), ("parent",))


def assert_same(path: Path, ours: Any, theirs: Any, near_ones: tuple[str, ...]) -> None:
    nodes, wanted = in_order(ours), [node for node, _, _ in walked(theirs)]
    number = {node: place for place, node in enumerate(nodes)}
    expected = {node.id: place for place, node in enumerate(wanted)}
    grammar = language(dialect_for(path))
    fields = {name for place in range(1, 200) if (name := grammar.field_name_for_id(place))}
    assert len(nodes) == len(wanted)
    for node, want in zip(nodes, wanted, strict=True):
        for name in ATTRIBUTES:
            assert getattr(node, name) == getattr(want, name), name
        for name in near_ones:
            near, there = getattr(node, name), getattr(want, name)
            assert (near and number[near]) == (there and expected[there.id]), name
        for name in BELOW:
            assert [number[one] for one in getattr(node, name)] == [expected[one.id] for one in getattr(want, name)]
        for field in fields:
            child, there = node.child_by_field_name(field), want.child_by_field_name(field)
            assert (child and number[child]) == (there and expected[there.id]), (want, field)


@given(path=st.sampled_from(FILES), places=st.tuples(st.integers(0, 3000), st.integers(0, 40)))
def test_the_smallest_node_around_some_bytes_is_the_same(quick: Any, path: Path, places: tuple[int, int]) -> None:
    dialect, source = dialect_for(path), path.read_bytes()
    tree = flattened(dialect, source)
    if tree is None:
        return
    start = min(places[0], len(source))
    end = min(start + places[1], len(source))
    ours = tree.root_node.descendant_for_byte_range(start, end)
    theirs = parser(dialect).parse(source).root_node.descendant_for_byte_range(start, end)
    assert theirs is not None
    assert (ours.type, ours.start_byte, ours.end_byte, ours.descendant_count) == (
        theirs.type, theirs.start_byte, theirs.end_byte, theirs.descendant_count,
    )  # fmt: skip


@given(path=st.sampled_from(FILES), places=st.tuples(*[st.integers(0, 3000)] * 2), length=st.integers(1, 40))
def test_so_it_is_beside_an_error(quick: Any, path: Path, places: tuple[int, int], length: int) -> None:
    ours, theirs = torn(path, places[0], length)
    start = min(places[1], theirs.end_byte)
    end = min(start + length, theirs.end_byte)
    found, wanted = (root.descendant_for_byte_range(start, end) for root in (ours, theirs))
    assert (found.type, found.start_byte, found.end_byte) == (wanted.type, wanted.start_byte, wanted.end_byte)


def test_a_tree_of_another_grammar_or_text_is_not_copied(quick: Any) -> None:
    ruby, rust = (next(path for path in FILES if path.suffix == ending) for ending in (".rb", ".rs"))
    root = parser(dialect_for(ruby)).parse(ruby.read_bytes()).root_node
    syntax = quick.Syntax(wheel(dialect_for(ruby)))
    with pytest.raises(ValueError, match="none of this"):
        syntax.copy(root, b"")
    with pytest.raises(TypeError):
        syntax.copy(root, "")
    with pytest.raises(AttributeError):
        syntax.copy(None, b"")
    other = quick.Syntax(wheel(dialect_for(rust)))
    with suppress(ValueError):
        other.copy(root, ruby.read_bytes())


def test_nodes_are_the_same_where_tree_and_number_are(quick: Any) -> None:
    root = whole(FILES[0])[0]
    other = whole(FILES[0])[0]
    assert root == root.children[0].parent
    assert hash(root) == hash(root.children[0].parent)
    assert root != root.children[0]
    assert root != other
    assert root != "root"
