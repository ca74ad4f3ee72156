"""Nodes of the compiled part's trees say of themselves what tree-sitter's do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.languages import dialect_of, language_of, spec_of
from seedwalk.languages.spec import Dialect
from tests.compiled.flattened import flattened, language, parser, walked
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


def in_order(root: Any) -> list[Any]:
    found, waiting = [], [root]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(reversed(found[-1].children))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_node_says_the_same(quick: Any, path: Path) -> None:
    ours, theirs = whole(path)
    nodes, wanted = in_order(ours), [node for node, _, _ in walked(theirs)]
    number = {node: place for place, node in enumerate(nodes)}
    expected = {node.id: place for place, node in enumerate(wanted)}
    grammar = language(dialect_for(path))
    fields = {name for place in range(1, 200) if (name := grammar.field_name_for_id(place))}
    assert len(nodes) == len(wanted)
    for node, want in zip(nodes, wanted, strict=True):
        for name in ATTRIBUTES:
            assert getattr(node, name) == getattr(want, name), name
        for name in NEAR:
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


def test_nodes_are_the_same_where_tree_and_number_are(quick: Any) -> None:
    root = whole(FILES[0])[0]
    other = whole(FILES[0])[0]
    assert root == root.children[0].parent
    assert hash(root) == hash(root.children[0].parent)
    assert root != root.children[0]
    assert root != other
    assert root != "root"
