"""Steps of making the whole graph: the compiled functions give what numpy gives, and refuse what leads outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.graph import arrays
from seedwalk.graph.arrays import NODE, rows_of
from seedwalk.graph.ties import plain_ties, ties_of
from seedwalk.indexing.graphing import nodes_of, plain_nodes
from seedwalk.store.files import ROW_SHIFT, Named, add_names, plain_names
from tests.compiled.conftest import plainly

SEEDS = st.integers(0, 2**32 - 1)
LEAST, MOST = -(2**63), 2**63 - 1


@given(seed=SEEDS, first=st.integers(0, 60), second=st.integers(0, 20), wide=st.booleans())
def test_ids_are_found_where_they_stand(quick: Any, seed: int, first: int, second: int, wide: bool) -> None:
    """Some twice in a part, some in both, some at the ends of what a number may be."""
    draw = np.random.default_rng(seed)
    low, high = (LEAST, MOST) if wide else (-40, 40)
    parts = [np.sort(draw.integers(low, high, size, np.int64, endpoint=True)) for size in (first, second)]
    ids = np.concatenate(parts)
    others = draw.integers(low, high, arrays._MANY + 1, np.int64, endpoint=True)
    wanted = np.concatenate([draw.permutation(ids), others])
    table = np.zeros(len(wanted), [("pad", "u1"), ("id", "<i8")])
    table["id"] = wanted
    with plainly():
        told = rows_of(ids, first, wanted)
    assert rows_of(ids, first, wanted).tolist() == rows_of(ids, first, table["id"]).tolist() == told.tolist()


@given(seed=SEEDS, size=st.integers(1, 30), edges=st.integers(0, 300), sorts=st.integers(1, 40))
def test_rows_are_tied_the_same(quick: Any, seed: int, size: int, edges: int, sorts: int) -> None:
    draw = np.random.default_rng(seed)
    sources, targets = np.sort(draw.integers(0, size, edges)).astype(np.int32), draw.integers(0, size, edges)
    told = size, sources, targets.astype(np.int32), draw.integers(0, sorts, edges)
    for ours, theirs in zip(ties_of(*told), plain_ties(*told), strict=True):
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        assert ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize(
    ("source", "target", "sort"), [(3, 0, 0), (0, 3, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 2), (0, 0, -1)]
)
def test_an_end_that_is_no_row_is_refused(quick: Any, source: int, target: int, sort: int) -> None:
    ends = (np.array([number], np.int32) for number in (source, target))
    with pytest.raises(IndexError):
        quick.tie(*ends, np.array([sort]), np.zeros(4, np.uint64), 3)


def row(number: int, id: int, kind: int, parent: int | None, line: int, end: int, flags: int) -> tuple[Any, ...]:
    return (number, id, kind, "name", "of.name", parent, line, line, end, 0, 9, "def name", "", flags, -5)


def test_rows_of_symbols_are_put_among_those_of_their_names(quick: Any) -> None:
    rows = [row(1, 5, 3, None, 1, 2, 0), row(2, 6, 4, None, 1, 2, 0)]
    names: Named = {"name": [(0, "name", 1)]}
    add_names(names, rows)
    assert names == {"name": [(0, "name", 1), (1, "of.name", 3), (2, "of.name", 4)]}
    plain: Named = {}
    plain_names(plain, rows)
    assert plain == {"name": names["name"][1:]}


def test_rows_of_symbols_become_nodes(quick: Any) -> None:
    last = (2**32 - 1) << ROW_SHIFT
    rows = [row((7 << ROW_SHIFT) + 1, LEAST, 3, None, 1, 2**31, 0), row(last, MOST, 11, -4, 2, 3, 255)]
    assert nodes_of(rows) == plain_nodes(rows)
    assert np.frombuffer(nodes_of(rows), NODE)["file"].tolist() == [7, 2**32 - 1]
    assert nodes_of([]) == plain_nodes([]) == b""
    with pytest.raises(TypeError, match="15 columns"):
        quick.nodes_of([(1, 2)], ROW_SHIFT)
