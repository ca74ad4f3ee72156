"""The law of packs: the rendered text costs what the pack states, and never more than the budget."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import Packing
from seedwalk.errors import UsageError
from seedwalk.model import Cost, Depth, Order, Quality, Trim
from seedwalk.pack.fill import fill, ranking
from seedwalk.pack.snippets import Candidate
from seedwalk.pack.tokens import Characters
from seedwalk.render import RENDERERS, Renderer, render
from tests.pack.candidates import candidate, empty_pack, file_text, files


@dataclass(frozen=True)
class By:
    """A counter made of any function."""

    name: str
    count: Callable[[str], int]

    def __call__(self, text: str) -> int:
        return self.count(text)


COUNTERS = (
    Characters(4),
    Characters(1),
    By("words", lambda text: len(text.split())),
    By("bytes", lambda text: len(text.encode("utf-8", "surrogatepass"))),
    By("lines and words", lambda text: text.count("\n") + 2 * len(text.split())),
    By("dearer when long", lambda text: len(text) + len(text) // 50),
    By("dearer together", lambda text: len(text) ** 2 // 400),
)
TERMS = ("cache", "user_id", "load", "user", "id")

packings = st.builds(
    Packing,
    depths=st.lists(st.sampled_from(Depth), min_size=1, unique=True).map(tuple),
    trims=st.lists(st.sampled_from(Trim), unique=True).map(tuple),
    cost=st.sampled_from(Cost),
    sharpness=st.sampled_from([0.5, 1.0, 3.0]),
    boilerplate=st.sampled_from([0.0, 0.5]),
    cut_from=st.integers(1, 12),
    around=st.integers(0, 2),
    keep_exits=st.booleans(),
    candidates=st.sampled_from([3, 120]),
    doc_lines=st.integers(0, 5),
)
renderers = st.sampled_from(sorted(RENDERERS)).map(RENDERERS.__getitem__)


@given(
    found=files(), budget=st.integers(1, 3_000), renderer=renderers, counter=st.sampled_from(COUNTERS),
    packing=packings, quality=st.sampled_from(Quality), order=st.sampled_from(Order),
)  # fmt: skip
def test_the_rendered_text_costs_what_it_states_and_never_more_than_the_budget(
    found: list[Candidate], budget: int, renderer: Renderer, counter: By, packing: Packing, quality: Quality,
    order: Order,
) -> None:  # fmt: skip
    empty = empty_pack(budget, quality, order)
    try:
        pack = fill(empty, found, TERMS, renderer, counter, packing)
    except UsageError:
        return
    text = render(pack, renderer)
    assert counter(text) == pack.tokens_used <= budget
    assert str(pack.tokens_used) in text
    assert pack == fill(empty, found, TERMS, renderer, counter, packing)
    assert all(entry.tokens == counter(entry.text) for entry in pack.entries)
    assert {entry.depth for entry in pack.entries} <= {*packing.depths, Depth.CUT}
    assert not pack.entries or quality is not Quality.NONE


@given(found=files(), limit=st.integers(0, 10), renderer=renderers, counter=st.sampled_from(COUNTERS))
def test_a_ranking_states_its_cost_and_keeps_the_order_it_was_given(
    found: list[Candidate], limit: int, renderer: Renderer, counter: By
) -> None:
    pack = ranking(empty_pack(), found, limit, renderer, counter, Packing())
    assert pack.token_budget is None
    assert counter(render(pack, renderer)) == pack.tokens_used
    wanted = [each.symbol.qualified_name for each in found if each.symbol.kind != "external"][:limit]
    assert [entry.name for entry in pack.entries] == wanted


@given(budget=st.integers(100, 4_000), spans=st.lists(st.tuples(st.integers(1, 60), st.integers(0, 59)), max_size=12))
def test_no_line_is_told_twice_when_symbols_nest(budget: int, spans: list[tuple[int, int]]) -> None:
    lines = file_text(60)
    nested: list[tuple[int, int]] = []
    for start, length in spans:
        span = (start, min(60, start + length))
        if not any(a < span[0] <= b < span[1] or span[0] < a <= span[1] < b for a, b in nested):
            nested.append(span)
    found = [
        candidate(f"part_{number}", "\n".join(lines[start - 1 : end]), start=start, score=1 - number / 20)
        for number, (start, end) in enumerate(nested)
    ]
    pack = fill(empty_pack(budget), found, ["line_7", "line_30"], RENDERERS["compact"], Characters(4), Packing())
    bodies = [entry for entry in pack.entries if entry.depth in (Depth.FULL, Depth.CUT)]
    told = Counts(line for entry in bodies for line in entry.text.split("\n") if line.startswith("    line_"))
    assert [line for line, times in told.items() if times > 1] == []


@given(found=files(), budget=st.integers(200, 3_000))
def test_more_budget_never_tells_less_of_the_first_symbol_alone(found: list[Candidate], budget: int) -> None:
    alone = found[:1]
    if not alone or alone[0].symbol.kind == "external" or alone[0].score < 0.01:
        return
    worth = {depth: value for value, depth in enumerate((Depth.LINE, Depth.OUTLINE, Depth.CUT, Depth.FULL))}
    packs = [
        fill(empty_pack(tokens), alone, TERMS, RENDERERS["compact"], Characters(4), Packing())
        for tokens in (budget, 2 * budget)
    ]
    shown = [worth[pack.entries[0].depth] for pack in packs]
    assert shown == sorted(shown)


@pytest.mark.parametrize("budget", [0, -5, 1, 30])
def test_a_budget_too_small_is_refused_with_what_is_needed(budget: int) -> None:
    with pytest.raises(UsageError, match=rf"a budget of {budget} tokens .*Give"):
        fill(empty_pack(budget), [candidate("run", "x = 1")], (), RENDERERS["json"], Characters(4), Packing())


@pytest.mark.parametrize("style", sorted(RENDERERS))
def test_the_budget_that_a_refusal_asks_for_is_enough(style: str) -> None:
    found = [candidate("run", "x = 1\n" * 30)]
    with pytest.raises(UsageError) as refused:
        fill(empty_pack(5), found, (), RENDERERS[style], Characters(4), Packing())
    needed = int(str(refused.value).rpartition("Give at least ")[2].rstrip("."))
    assert len(fill(empty_pack(needed), found, (), RENDERERS[style], Characters(4), Packing()).entries) == 1
    with pytest.raises(UsageError, match=f"a budget of {needed - 1} tokens is too small"):
        fill(empty_pack(needed - 1), found, (), RENDERERS[style], Characters(4), Packing())
