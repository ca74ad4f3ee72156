"""Plans carried out as columns give the edges that carrying them out one by one would."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import CONFIDENCE
from seedwalk.graph.carrying import carried_out
from seedwalk.graph.edges import KIND_CODE, KINDS, PROVENANCE_CODE, PROVENANCES, EdgeRow, pack
from seedwalk.graph.grouping import Grouped
from seedwalk.model import EdgeKind, Provenance

FILES, PLANS = 3, 4
CALLS = KIND_CODE[EdgeKind.CALLS]
GUESSED = PROVENANCE_CODE[Provenance.NAME_MATCHED]
ids = st.sampled_from([-(2**62), -1, 0, 1, 2**62])
"""Few, so that mentions stand in what they mention, and edges come twice."""
lines = st.integers(1, 3)
mentions = st.lists(st.tuples(st.integers(0, FILES - 1), st.integers(0, PLANS - 1), lines, ids), max_size=12)
kinds, how = st.integers(0, len(KINDS) - 1) | st.just(CALLS), st.integers(0, len(PROVENANCES) - 1)
ends = st.lists(st.tuples(st.integers(0, PLANS - 1), ids, kinds, how), max_size=8)
rows = st.lists(st.tuples(ids, ids, lines, st.sampled_from([0.5, 0.7, 0.9]), kinds, how), max_size=5)


def together(drawn: list[tuple[int, int, int, int]]) -> Grouped:
    """Mentions of (file, plan, line, symbol around)."""
    files, plans, lines, around = np.array(drawn, np.int64).reshape(-1, 4).T
    order = np.argsort(plans, kind="stable")
    starts, stops = (np.searchsorted(plans[order], np.arange(PLANS), side) for side in ("left", "right"))
    return Grouped(files, lines, around, order, starts, stops - starts, [], [], [], [])


@given(mentions, ends, ends, st.lists(rows, min_size=FILES, max_size=FILES))
def test_every_mention_of_a_plan_has_its_edges(
    drawn: list[tuple[int, int, int, int]], out: list[tuple[int, int, int, int]],
    back: list[tuple[int, int, int, int]], told: list[list[EdgeRow]],
) -> None:  # fmt: skip
    wanted = [set(each) for each in told]
    for file, plan, line, own in drawn:
        for number, other, kind, known in out:
            if number == plan and (own != other or (kind == CALLS and known != GUESSED)):
                wanted[file].add((own, other, line, CONFIDENCE[PROVENANCES[known]], kind, known))
        for number, other, kind, known in back:
            if number == plan and own != other:
                wanted[file].add((other, own, line, CONFIDENCE[PROVENANCES[known]], kind, known))
    assert carried_out(together(drawn), out, back, told) == [pack(each) for each in wanted]
