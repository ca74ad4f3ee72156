"""The choice of depths, the value behind it, and what happens to symbols inside symbols."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import SEED_PACKING, Packing
from seedwalk.model import Cost, Depth, Flags, Kind, Order, Pack, Quality
from seedwalk.pack.budget import Step, choose, standing
from seedwalk.pack.fill import fill, ranking
from seedwalk.pack.nesting import inner, outer
from seedwalk.pack.snippets import Candidate
from seedwalk.pack.tokens import Characters
from seedwalk.pack.value import proximity_exponent, worth
from seedwalk.render import RENDERERS, render
from tests.pack.candidates import candidate, empty_pack, file_text, symbol
from tests.pack.menu import Menu, Row, chosen

COUNTER = Characters(4)


def packed(found: list[Candidate], budget: int = 8_000, *terms: str, packing: Packing | None = None) -> Pack:
    return fill(empty_pack(budget), found, terms, RENDERERS["compact"], COUNTER, packing or Packing())


def by_name(pack: Pack) -> dict[str, Depth]:
    return {entry.name: entry.depth for entry in pack.entries}


def test_the_denser_candidate_goes_first_and_smaller_ones_follow_what_does_not_fit() -> None:
    menu = [[(10, 5.0)], [(100, 9.0)], [(4, 0.1)]]
    assert chosen(menu, 14) == {0: 0, 2: 0}
    assert chosen(menu, 105) == {0: 0, 2: 0}
    assert chosen(menu, 114) == {0: 0, 1: 0, 2: 0}


def test_depth_is_raised_where_it_gains_most_per_token() -> None:
    assert chosen([[(10, 1.0), (50, 5.0)], [(10, 0.9), (50, 1.0)]], 60) == {0: 1, 1: 0}


def test_an_offer_below_the_hull_is_taken_only_with_what_is_left() -> None:
    menu = [[(10, 1.0), (20, 1.1), (30, 3.0)]]
    assert [chosen(menu, room) for room in (9, 19, 29, 30)] == [{}, {0: 0}, {0: 1}, {0: 2}]


def test_equal_densities_are_decided_by_rank() -> None:
    assert chosen([[(10, 1.0)], [(10, 1.0)]], 10) == {0: 0}


def test_what_is_worth_nothing_is_not_taken() -> None:
    assert chosen([[(1, 0.0)]], 10) == {}


def test_the_law_of_cost_decides_between_small_and_great() -> None:
    menu = [[(100, 1.0)], [(10, 0.5)]]
    assert chosen(menu, 105, Cost.TOKENS) == {1: 0}
    assert chosen(menu, 105, Cost.LOGARITHM) == {0: 0}


def test_a_candidate_is_looked_at_when_its_turn_may_have_come_and_not_before() -> None:
    menu = Menu([[(10, 9.0)], [(10, 5.0)], [(10, 1.0)]])
    choose(menu, 1, 10)
    assert menu.asked == [0, 0]
    menu = Menu([[(10, 1.0)], [(10, 9.0)]])
    choose(menu, 2, 100)
    assert menu.asked[0] == 1


def test_what_a_later_step_changes_stands_and_what_is_told_no_more_is_gone() -> None:
    steps = [Step(5, 1.0, 0.2, {0: "line"}), Step(9, 1.0, 0.1, {1: "full", 0: None}), Step(1, 1.0, 1.0, {2: "cut"})]
    assert standing(steps) == {1: "full", 2: "cut"}
    assert standing(steps[:1]) == {0: "line"}


menus = st.lists(st.lists(st.tuples(st.integers(1, 30), st.floats(0, 10)), max_size=4), max_size=5)


@given(menus, st.integers(0, 60), st.sampled_from([1.0, 2.0, 50.0]))
def test_the_choice_fits_and_is_worth_half_of_the_best_at_least(menu: list[Row], room: int, lavish: float) -> None:
    """The greedy for the knapsack, against every combination: with the best single offer it reaches a half.

    Promises may be too great, alike or not: they are not believed before a closer look.
    """
    taken = [menu[rank][offer] for rank, offer in chosen(menu, room, lavish=lavish).items()]
    assert sum(cost for cost, _ in taken) <= room
    best = max(
        sum(offer[1] for offer in combination if offer)
        for combination in product(*([None, *row] for row in menu))
        if sum(offer[0] for offer in combination if offer) <= room
    )
    single = max((value for row in menu for cost, value in row if cost <= room), default=0)
    assert max(single, sum(value for _, value in taken)) >= best / 2 - 1e-9


@pytest.mark.parametrize(("externals", "others", "wanted"), [(0, 9, 0.3), (5, 10, 0.4), (20, 10, 0.7), (99, 0, 0.7)])
def test_the_exponent_grows_with_external_candidates_up_to_its_bound(
    externals: int, others: int, wanted: float
) -> None:
    assert proximity_exponent(externals, others, Packing()) == pytest.approx(wanted)


def test_worth_is_score_times_proximity_to_the_exponent() -> None:
    found = candidate("a", "x", score=0.5, proximity=0.25)
    assert worth(found, 0.5, Packing(sharpness=1)) == pytest.approx(0.25)
    assert worth(found, 0.5, Packing(sharpness=2)) == pytest.approx(0.125)
    assert worth(candidate("a", "x", proximity=0.0), 0.5, Packing()) == pytest.approx(0.1)
    assert worth(candidate("a", "x", score=-1.0), 0.5, Packing()) == 0


def test_boilerplate_takes_its_share_of_the_worth() -> None:
    assert worth(candidate("a", "# a\nx"), 0.3, Packing(boilerplate=0.5)) == pytest.approx(0.75)


def test_externals_among_the_candidates_are_counted_and_not_told() -> None:
    outside = candidate("os.path", "", kind=Kind.EXTERNAL, flags=Flags.EXTERNAL)
    assert by_name(packed([outside, candidate("run", "x = 1")])) == {"run": Depth.FULL}


def test_a_candidate_given_twice_is_told_once() -> None:
    assert len(packed([candidate("run", "x = 1"), candidate("run", "x = 1", score=0.1)]).entries) == 1


def test_symbols_nest_by_their_lines_and_of_twins_the_later_ranked_is_the_outer() -> None:
    listed = [symbol("A.b", 2, 4), symbol("A", 1, 9), symbol("A.b.c", 3, 3), symbol("A.d", 6, 8), symbol("B", 10, 12),
              symbol("twin", 10, 12), symbol("A", 2, 3, path="other.py")]  # fmt: skip
    assert inner(listed) == [[2], [0, 3], [], [], [], [4], []]
    assert outer(inner(listed)) == [1, None, 0, 1, 5, None, None]


LINES = file_text(60)


def span(name: str, start: int, end: int, score: float) -> Candidate:
    return candidate(name, "\n".join(LINES[start - 1 : end]), start=start, score=score)


def test_a_class_tells_what_its_chosen_methods_do_not() -> None:
    pack = packed([span("A.big", 10, 50, 1.0), span("A", 1, 60, 0.9)])
    assert by_name(pack) == {"A.big": Depth.FULL, "A": Depth.FULL}
    assert pack.entries[1].text == "\n".join([*LINES[:9], "… 10-50 A.big", *LINES[50:]])


def test_a_method_smaller_than_its_own_header_is_told_by_the_class_around_it() -> None:
    pack = packed([span("A", 1, 20, 0.9), span("A.tiny", 5, 5, 0.8)])
    assert by_name(pack) == {"A": Depth.FULL}
    assert pack.entries[0].text == "\n".join(LINES[:20])


def test_a_method_that_fell_out_is_told_by_the_class_around_it() -> None:
    pack = packed([span("A", 1, 60, 0.9), span("A.worthless", 10, 50, 0.0)])
    assert by_name(pack) == {"A": Depth.FULL}
    assert pack.entries[0].text == "\n".join(LINES)


def test_depth_follows_the_budget() -> None:
    found = [span(f"part{number}", 1, 40, 1 - number / 10) for number in range(5)]
    for number, each in enumerate(found):
        found[number] = candidate(each.symbol.name, each.text, score=each.score, path=f"{number}.py")
    counts = [list(by_name(packed(found, budget)).values()).count(Depth.FULL) for budget in (200, 800, 1_600)]
    assert counts[0] < counts[1] < counts[2] == 5


def test_a_weak_match_uses_its_share_and_says_why_and_none_tells_nothing() -> None:
    found = [span(f"part{number}", number, number, 0.3) for number in range(1, 60)]
    packing = Packing(weak_share=0.25, weak_least=0)
    packs = [fill(empty_pack(800, quality), found, (), RENDERERS["compact"], COUNTER, packing) for quality in Quality]
    good, weak, none = packs
    assert weak.tokens_used < good.tokens_used / 2
    assert 0 < len(weak.entries) < len(good.entries)
    assert (good.notes, weak.notes, none.notes) == ((), ("Nothing stands out.",), ("Nothing stands out.",))
    assert none.entries == ()


def test_a_weak_match_may_always_use_so_many_tokens_where_the_budget_has_them() -> None:
    found = [span(f"part{number}", number, number, 0.3) for number in range(1, 60)]

    def used(quality: Quality, least: int) -> int:
        packing = Packing(weak_share=0.25, weak_least=least)
        return fill(empty_pack(800, quality), found, (), RENDERERS["compact"], COUNTER, packing).tokens_used

    shares = [used(Quality.WEAK, least) for least in (0, 100, 400, 5_000)]
    assert shares[0] == shares[1] < shares[2] < shares[3]
    assert shares[2] > 400
    assert shares[3] == pytest.approx(used(Quality.GOOD, 0), abs=10)  # a weak one says why


def test_entries_stay_in_rank_order_and_a_rendering_by_file_groups_them() -> None:
    found = [candidate("c", "x", path="b.py", start=9), candidate("a", "x", path="a.py"),
             candidate("b", "x", path="b.py", start=3)]  # fmt: skip
    pack = fill(empty_pack(900, order=Order.FILE), found, (), RENDERERS["compact"], COUNTER, Packing())
    assert [entry.name for entry in pack.entries] == ["c", "a", "b"]
    places = [line.split()[1] for line in render(pack, RENDERERS["compact"]).splitlines() if line.startswith("@")]
    assert places == ["b.py:3", "b.py:9", "a.py:1"]


def test_a_ranking_removes_no_overlap() -> None:
    pack = ranking(empty_pack(), [span("A", 1, 60, 1.0), span("A.b", 2, 3, 0.5), span("A.c", 4, 5, 0.4)], 2,
                   RENDERERS["json"], COUNTER, Packing(ranking_depth=Depth.FULL))  # fmt: skip
    assert [entry.text for entry in pack.entries] == ["\n".join(LINES), "\n".join(LINES[1:3])]


def test_the_seed_profile_packs_lines_alone() -> None:
    pack = packed([span("A", 1, 60, 1.0), span("A.b", 2, 30, 0.5)], SEED_PACKING.budget, packing=SEED_PACKING)
    assert by_name(pack) == {"A": Depth.LINE, "A.b": Depth.LINE}
