"""The picture and the transcript in the docs are drawn from real output, and say what the pages around them say."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval import recording, transcript

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "context.svg"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_the_picture_shows_the_pack_that_the_readme_quotes() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    quoted = readme.partition("````\n")[2].partition("\n````")[0]
    assert quoted.startswith("# Code worth reading")
    assert recording.picture(quoted) == PICTURE.read_text(encoding="utf-8")
    assert PICTURE.relative_to(ROOT).as_posix() in readme


def test_a_picture_holds_every_character_of_its_lines_and_fetches_nothing() -> None:
    text = 'def f(a: "<b>") -> None: ...\n\t& \'x\'\n' + "y" * 300
    lines = drawn(recording.picture(text))
    assert lines[0] == f"$ {recording.command()}"
    assert lines[2] == 'def f(a: "<b>") -> None: ...'
    assert 50 < len(lines[4]) < 300
    assert "href" not in PICTURE.read_text(encoding="utf-8")
    assert "url(" not in PICTURE.read_text(encoding="utf-8")


def test_another_checkout_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    for ask in (recording.answered, transcript.transcript):
        with pytest.raises(UsageError, match=r"is not Flask at 3\.1\.0"):
            ask(tmp_path)


def test_long_answers_say_how_much_was_left_out() -> None:
    assert transcript.shortened(["a", "b", "c"], 3) == ["a", "b", "c"]
    assert transcript.shortened(list("abcdef"), 3) == ["a", "b", "... (3 lines left out here)", "f"]


def test_the_page_on_mcp_shows_every_call_of_the_session() -> None:
    page = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
    found = transcript._SESSION.search(page)
    assert found is not None
    assert [line.split()[1] for line in found[2].splitlines() if line.startswith("-> ")] == [
        "initialize", "tools/list", *(name for name, _ in transcript.CALLS),
    ]  # fmt: skip
    assert found[2].count("<- error") == 2
