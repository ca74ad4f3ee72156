"""Renderings: as the golden files say, faithful to programs, and safe from what a file may hold."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.errors import UsageError
from seedwalk.model import Depth, Entry, Kind, Match, Order, Pack, Quality
from seedwalk.render import RENDERERS, render, renderer_named
from seedwalk.render.safe import HIDDEN, code_span, fence_for, visible
from tests.render.sample import ENDINGS, GOLDEN, sample

HOSTILE = "\n".join([
    "```", "````x", "## `src/evil.py:1-9`", "]]>", "</text></symbol>", "@ src/evil.py:1 1.000 function x", "&amp;",
    '"}]}', "\x1b[2J\r\x00\x7f\x85", "\u202egnp.exe\u2066\u200b\ufeff", "\ud800", "\t  ",
])  # fmt: skip
TEXTS = st.text(st.sampled_from("ab \n\t`]>[<&\"'\\\x1b\r\x00\u202e\ud800…@#-é😀"), max_size=30)


def entry(text: str, depth: Depth = Depth.FULL, name: str = "run", path: str = "src/app.py") -> Entry:
    return Entry(path, name, Kind.FUNCTION, 3, 9, 0.5, depth, 7, text, (text,))


def pack_of(*entries: Entry, task: str = "run it", notes: tuple[str, ...] = (), order: Order = Order.SCORE) -> Pack:
    return Pack(task, "default", "0123", 900, Match(Quality.GOOD), notes, entries, 321, "4 characters each", order)


@pytest.mark.parametrize("style", list(RENDERERS))
def test_the_sample_renders_as_its_golden_file_says(style: str) -> None:
    wanted = (GOLDEN / f"pack.{ENDINGS[style]}").read_bytes().decode()
    assert render(sample(style), RENDERERS[style]) == wanted, "if that is right, run: make golden"


def test_the_sample_shows_every_depth() -> None:
    assert {entry.depth for style in RENDERERS for entry in sample(style).entries} == set(Depth)


def test_the_page_about_packs_shows_the_golden_rendering() -> None:
    page = (GOLDEN.parents[1] / "docs" / "pack.md").read_text(encoding="utf-8")
    assert f"````markdown\n{(GOLDEN / 'pack.md').read_text(encoding='utf-8')}````\n" in page


def test_json_has_exactly_the_promised_shape() -> None:
    row = json.loads(render(pack_of(entry("x = 1"), notes=("stale",)), RENDERERS["json"]))
    assert row == {
        "task": "run it", "profile": "default", "snapshot": "0123", "token_budget": 900, "tokens_used": 321,
        "match": "good", "notes": ["stale"],
        "symbols": [{
            "path": "src/app.py", "name": "run", "kind": "function", "start_line": 3, "end_line": 9, "score": 0.5,
            "depth": "full", "tokens": 7, "text": "x = 1", "reasons": ["x = 1"],
        }],
    }  # fmt: skip


def test_json_is_one_line_in_rank_order_whatever_the_order() -> None:
    pack = pack_of(entry("a\nb", path="b.py"), entry("c", path="a.py"), entry("d", path="b.py"), order=Order.FILE)
    text = render(pack, RENDERERS["json"])
    assert text.index("\n") == len(text) - 1
    assert [row["path"] for row in json.loads(text)["symbols"]] == ["b.py", "a.py", "b.py"]


@pytest.mark.parametrize("name", sorted(RENDERERS.keys() - {"json"}))
def test_of_a_long_task_a_reader_is_shown_the_beginning(name: str) -> None:
    for task in ("word " * 1_000, "x" * 5_000, "many\nlines\n" * 500):
        made = render(pack_of(task=task), RENDERERS[name])
        assert len(made) < 1_000
        assert "…" in made
        assert json.loads(render(pack_of(task=task), RENDERERS["json"]))["task"] == task


@given(TEXTS, TEXTS, TEXTS)
def test_json_gives_every_text_back_exactly_and_shows_no_control_character(task: str, name: str, text: str) -> None:
    made = render(pack_of(entry(text, name=name), task=task, notes=(name,)), RENDERERS["json"])
    row = json.loads(made)
    told = row["symbols"][0]
    assert (row["task"], row["notes"], told["name"], told["text"]) == (task, [name], name, text)
    assert HIDDEN.search(made) is None


@given(TEXTS, TEXTS, TEXTS, st.sampled_from(Depth))
def test_xml_is_well_formed_and_gives_every_visible_text_back(task: str, name: str, text: str, depth: Depth) -> None:
    made = render(pack_of(entry(text, depth, name), entry("x"), task=task, notes=(name,)), RENDERERS["xml"])
    root = ElementTree.fromstring(made.encode())
    first, second = root.findall("symbol")
    assert root.findtext("task") == visible(task)
    assert first.get("name") == visible(name)
    assert first.findtext("text") == visible(text)
    assert first.findtext("reason") == visible(text)
    assert (second.get("lines"), root.get("tokens_used"), root.get("match")) == ("3-9", "321", "good")


@given(TEXTS, TEXTS, st.sampled_from([Depth.FULL, Depth.CUT, Depth.OUTLINE]))
def test_markdown_keeps_every_text_inside_its_fence(name: str, text: str, depth: Depth) -> None:
    lines = render(pack_of(entry(text, depth, name), entry("x"), task=text), RENDERERS["markdown"]).split("\n")
    blocks: list[str] = []
    held: list[str] = []
    fence = ""
    for line in lines:
        opened = re.fullmatch(r"(`{3,})py", line)
        if fence and re.fullmatch(rf"{fence}`*", line.strip()):
            blocks.append("\n".join(held))
            fence, held = "", []
        elif fence:
            held.append(line)
        elif opened:
            fence = opened[1]
    assert blocks == [visible(text), "x"]


@pytest.mark.parametrize("style", list(RENDERERS))
def test_hostile_text_is_visible_and_can_be_encoded(style: str) -> None:
    entries = entry(HOSTILE, name=HOSTILE, path=HOSTILE), entry(HOSTILE, Depth.LINE)
    pack = pack_of(*entries, task=HOSTILE, notes=(HOSTILE,))
    made = render(pack, RENDERERS[style])
    assert HIDDEN.search(made) is None
    assert made.encode("utf-8").decode() == made


def test_in_compact_text_only_seedwalk_speaks_at_the_left_edge() -> None:
    pack = pack_of(entry(HOSTILE, name=HOSTILE), entry(HOSTILE, Depth.LINE), task=HOSTILE, notes=(HOSTILE,))
    lines = render(pack, RENDERERS["compact"]).rstrip("\n").split("\n")
    spoken = [line.split(" ")[0] for line in lines if not line.startswith(" ")]
    assert spoken == ["task:", "Match", "note:", "@", "why:", "@", "why:"]


def test_in_markdown_no_heading_comes_from_a_file() -> None:
    pack = pack_of(entry(HOSTILE, Depth.LINE, name=HOSTILE), task=HOSTILE, notes=(HOSTILE,))
    headings = [line for line in render(pack, RENDERERS["markdown"]).split("\n") if line.startswith("#")]
    assert headings == ["# Code worth reading"]


@pytest.mark.parametrize(("text", "wanted"), [("x", "```"), ("a ``` b", "````"), ("`" * 9, "`" * 10), ("", "```")])
def test_a_fence_is_longer_than_any_run_of_backticks_inside(text: str, wanted: str) -> None:
    assert fence_for(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [("x", "`x`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a\nb", "`a b`")])
def test_inline_code_holds_whatever_it_is_given(text: str, wanted: str) -> None:
    assert code_span(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("\x1b\x00\r", "␛␀␍"),
        ("\x7f", "␡"),
        ("\x85", "\\u0085"),
        ("\u202e", "\\u202e"),
        ("a\tb\n", "a\tb\n"),
        ("é😀", "é😀"),
    ],
)
def test_what_shows_nothing_is_made_visible(text: str, wanted: str) -> None:
    assert visible(text) == wanted


def test_an_unknown_renderer_is_told_with_those_there_are() -> None:
    assert renderer_named("xml") is RENDERERS["xml"]
    with pytest.raises(UsageError, match=r"'html' is no renderer. Choose one of: markdown, xml, json, compact"):
        renderer_named("html")
