"""The lexical channel's mathematics on small trees worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.arrays.columns import Few
from seedwalk.config import Mixing
from seedwalk.model import Flags, Kind
from seedwalk.seeds import lexical
from seedwalk.seeds.lexical import KINDS, NO_ROW, Structure

# rows: 0 module  1 class (in 0)  2, 3 methods (in 1)  4 function (in 0)  5 module  6 constant (in 5)
TREE = Structure(
    parent=np.array([NO_ROW, 0, 1, 1, 0, NO_ROW, 5]),
    module=np.array([0, 0, 0, 0, 0, 5, 5]),
    kind=np.array(
        [
            KINDS.index(kind)
            for kind in (
                Kind.MODULE, Kind.CLASS, Kind.METHOD, Kind.METHOD, Kind.FUNCTION, Kind.MODULE, Kind.CONSTANT,
            )
        ]
    ),
    flags=np.zeros(7, int),
)  # fmt: skip
OWN = np.array([1.0, 2.0, 4.0, 3.0, 5.0, 0.0, 6.0])
PLAIN = Mixing(parent=0.0, child=0.0, file=0.0, tests=1.0, values=1.0, modules=1.0)


def test_nothing_mixed_in_leaves_the_words_own_score() -> None:
    assert lexical.mixed(OWN, TREE, PLAIN).tolist() == OWN.tolist()


def gained(own: np.ndarray, tree: Structure, **weights: float) -> list[float]:
    """What a mixture adds to the words' own score."""
    found: list[float] = (lexical.mixed(own, tree, replace(PLAIN, **weights)) - own).tolist()
    return found


def test_a_member_gets_its_types_score_and_what_stands_in_a_module_does_not() -> None:
    assert gained(OWN, TREE, parent=1.0) == [0, 0, 2, 2, 0, 0, 0]


def test_a_symbol_gets_the_score_of_its_best_child() -> None:
    rows = np.flatnonzero(OWN)
    assert lexical.of_best_child(rows, OWN[rows], TREE).tolist() == [5, 4, 0, 0, 0, 6, 0]


def test_every_symbol_gets_its_modules_score() -> None:
    assert gained(OWN, TREE, file=1.0) == [1, 1, 1, 1, 1, 0, 0]


def test_a_part_of_the_rows_stand_to_each_other_as_before() -> None:
    rows = np.array([2, 4, NO_ROW, 1, 0])
    part, own = TREE.among(rows), OWN[rows]
    own[2] = 0.0
    assert part.parent.tolist() == [3, 4, NO_ROW, 4, NO_ROW]
    assert part.module.tolist() == [4, 4, NO_ROW, 4, 4]
    assert gained(own, part, parent=1.0, file=1.0) == [3, 1, 0, 1, 1]


def test_the_mixture_is_the_sum_of_its_parts_times_the_discount() -> None:
    tuning = Mixing(parent=0.5, child=0.25, file=2.0, tests=1.0, values=0.5, modules=0.0)
    # the class: 2 + 0.25 * 4 + 2 * 1; the first method: 4 + 0.5 * 2 + 2 * 1; the constant: 6 / 2
    assert lexical.mixed(OWN, TREE, tuning).tolist() == [0, 5, 7, 6, 7, 0, 3]


def test_a_symbol_without_a_word_of_the_task_gets_nothing_from_its_surroundings() -> None:
    own = OWN.copy()
    own[2] = 0
    assert lexical.mixed(own, TREE, replace(PLAIN, parent=1.0, file=1.0))[2] == 0


@pytest.mark.parametrize(("flags", "kept"), [(Flags.TEST, 0.25), (Flags.MOCK, 0.25), (Flags.GENERATED, 1.0)])
def test_tests_and_mocks_count_less(flags: Flags, kept: float) -> None:
    marked = replace(TREE, flags=np.array([0, 0, int(flags), 0, 0, 0, 0]))
    assert lexical.discount(marked, replace(PLAIN, tests=0.25)).tolist() == [1, 1, kept, 1, 1, 1, 1]


def test_rows_that_are_gone_give_and_get_nothing() -> None:
    gone = Structure(np.array([NO_ROW, NO_ROW]), np.array([NO_ROW, 1]), np.array([1, 0]), np.zeros(2, int))
    assert gained(np.array([0.0, 3.0]), gone, file=1.0) == [0, 3]
    assert gained(np.array([2.0, 3.0]), gone, parent=1.0) == [0, 0]


def test_the_best_come_by_score_then_id_and_zero_never() -> None:
    scores, ids = np.array([1.0, 3.0, 3.0, 0.0, 2.0]), np.array([50, 40, 30, 20, 10])
    assert lexical.best(scores, ids, 10).tolist() == [2, 1, 4, 0]
    assert lexical.best(scores, ids, 1).tolist() == [2]
    assert lexical.best(scores, ids, 3).tolist() == [2, 1, 4]
    assert lexical.best(np.array([1.0, 1.0 + 1e-9]), np.array([1, 2]), 2).tolist() == [0, 1]


def test_the_best_of_few_rows_are_those_of_all_when_the_others_have_nothing() -> None:
    scores, ids = Few(np.array([4, 1, 2]), np.array([2.0, 3.0, 3.0]), 5), np.array([50, 40, 30, 20, 10])
    for limit in range(5):
        assert lexical.best(scores, ids, limit).tolist() == lexical.best(scores.dense, ids, limit).tolist()
