"""Nothing is looked at before its turn: files, bodies, renderings; and who tells a line when bodies meet."""

from __future__ import annotations

from collections import Counter as Counts

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.config import Packing
from seedwalk.model import Depth, Entry, Pack, Symbol
from seedwalk.pack.estimates import Estimates
from seedwalk.pack.fill import fill
from seedwalk.pack.lines import Gap, shown, without_gaps
from seedwalk.pack.prices import Prices, entry_of
from seedwalk.pack.snippets import Candidate, Form, Snippet
from seedwalk.pack.tokens import Characters
from seedwalk.render import RENDERERS, Renderer, render
from seedwalk.text import stem
from tests.pack.candidates import candidate, empty_pack, file_text, files

COUNTER = Characters(4)
COMPACT = RENDERERS["compact"]
LINES = file_text(60)


def packed(found: list[Candidate], budget: int, packing: Packing | None = None, *terms: str) -> Pack:
    return fill(empty_pack(budget), found, terms, COMPACT, COUNTER, packing or Packing())


def span(name: str, start: int, end: int, score: float) -> Candidate:
    return candidate(name, "\n".join(LINES[start - 1 : end]), start=start, score=score)


def test_files_of_candidates_that_never_get_their_turn_are_not_read() -> None:
    read: list[str] = []

    def source(symbol: Symbol) -> str:
        read.append(symbol.name)
        return "\n".join(LINES)

    text = "\n".join(LINES)
    whole = [candidate(f"part{number}", text, score=1 - number / 40, path=f"{number}.py") for number in range(40)]
    lazy = [replace(each, source=source) for each in whole]
    pack = packed(lazy, 1_200)
    assert [entry.name for entry in pack.entries if entry.depth is Depth.FULL] == ["part0", "part1", "part2", "part3"]
    assert len(set(read)) < 12


def test_an_entry_is_rendered_once_however_often_the_pack_is_counted() -> None:
    rendered: Counts[tuple[str, Depth]] = Counts()

    def entry(told: Entry) -> str:
        rendered[told.name, told.depth] += bool(told.name)
        return COMPACT.entry(told)

    counting = Renderer(COMPACT.head, entry, COMPACT.between, COMPACT.tail)
    found = [candidate(f"part{number}", "\n".join(LINES), path=f"{number}.py") for number in range(5)]
    fill(empty_pack(1_500), found, (), counting, COUNTER, Packing())
    assert set(rendered.values()) <= {0, 1}
    assert rendered["part0", Depth.FULL] == 1


def test_a_body_is_cut_when_its_whole_does_not_fit() -> None:
    body = "\n".join(f"    {'cache' if number % 20 == 3 else 'other'}_{number} = {number}" for number in range(200))
    assert [entry.depth for entry in packed([candidate("run", body)], 600, None, "cache").entries] == [Depth.CUT]
    assert [entry.depth for entry in packed([candidate("run", body)], 2_000, None, "cache").entries] == [Depth.FULL]
    none = Packing(cuts_tried=0)
    assert [entry.depth for entry in packed([candidate("run", body)], 600, none, "cache").entries] == [Depth.OUTLINE]


def test_an_entry_that_costs_a_multiple_of_its_lines_is_taken_into_the_body_that_comes_later() -> None:
    tiny, around = span("A.tiny", 5, 5, 1.0), span("A", 1, 20, 0.2)
    pack = packed([tiny, around], 8_000)
    assert [(entry.name, entry.text) for entry in pack.entries] == [("A", "\n".join(LINES[:20]))]
    dear = packed([tiny, around], 8_000, Packing(absorb_from=99.0))
    assert [entry.name for entry in dear.entries] == ["A.tiny", "A"]


def test_inside_a_body_that_is_shown_whole_nobody_has_an_entry() -> None:
    pack = packed([span("A", 1, 60, 1.0), span("A.big", 10, 50, 0.3)], 8_000)
    assert [(entry.name, entry.text) for entry in pack.entries] == [("A", "\n".join(LINES))]


def test_a_cut_body_gives_lines_away_to_a_body_that_comes_later() -> None:
    lines = [f"    {'cache' if number in (5, 30) else 'other'}_{number} = {number}" for number in range(1, 61)]
    text = "\n".join(lines)
    method = "\n".join(lines[19:39])
    found = [candidate("A", text, score=1.0), candidate("A.late", method, start=20, score=0.9)]
    cuts = Packing(depths=(Depth.CUT,), trims=())
    first, second = packed(found, 420, cuts, stem("cache")).entries
    assert (first.depth, second.depth) == (Depth.CUT, Depth.CUT)
    assert "… 20-39 A.late" in first.text
    assert "cache_30" not in first.text
    assert "cache_30" in second.text


@given(st.integers(1, 40), st.lists(st.tuples(st.integers(0, 39), st.integers(1, 9)), max_size=4))
def test_a_body_without_its_gaps_is_that_body_with_every_other_line_kept(
    length: int, places: list[tuple[int, int]]
) -> None:
    lines = [f"line {number}" for number in range(length)]
    gaps: list[Gap] = []
    for start, size in sorted(places):
        if start < length and (not gaps or gaps[-1].end <= start):
            gaps.append(Gap(start, min(length, start + size), f"told{start}"))
    assert without_gaps(lines, 7, gaps) == shown(lines, range(length), 7, gaps)


@given(found=files(), style=st.sampled_from(sorted(RENDERERS)))
def test_a_pack_is_priced_as_it_renders(found: list[Candidate], style: str) -> None:
    entries = tuple(entry_of(each, Snippet(Form.FULL, each.text or "x"), COUNTER) for each in found)
    pack = replace_entries(empty_pack(), entries)
    prices = Prices(RENDERERS[style], COUNTER)
    assert prices.pack(pack) == prices.pack(pack) == COUNTER(render(pack, RENDERERS[style]))


def replace_entries(pack: Pack, entries: tuple[Entry, ...]) -> Pack:
    return Pack(pack.task, pack.profile, pack.snapshot, pack.token_budget, pack.match, entries=entries)


@pytest.mark.parametrize("style", sorted(RENDERERS))
@pytest.mark.parametrize("form", [Form.LINE, Form.FULL])
def test_an_estimate_is_near_the_price_and_never_keeps_out_what_fits(style: str, form: Form) -> None:
    prices = Prices(RENDERERS[style], COUNTER)
    texts = {Form.FULL: "\n".join(LINES), Form.LINE: "function run: def run()"}
    one = candidate("run", texts[Form.FULL])
    price = prices.entry(entry_of(one, Snippet(form, texts[form]), COUNTER))
    assert 0.75 * price <= Estimates([one], [1.0], prices, Packing()).cost(0, form) <= price
