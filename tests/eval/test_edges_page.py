"""The page of edges: every kind is defined, weighted and told for each language; what was judged is added up."""

from __future__ import annotations

import json
from pathlib import Path

from seedwalk.config import SEED_WEIGHTS
from seedwalk.eval import docs, edges_page
from seedwalk.eval.edges_page import ABOUT, NOT_JUDGED, NOT_SUPPORTED, Tally, tallies
from seedwalk.languages import specs
from seedwalk.model import EdgeKind


def test_every_kind_has_ends_a_law_and_a_weight() -> None:
    assert list(ABOUT) == list(EdgeKind) == sorted(SEED_WEIGHTS, key=list(EdgeKind).index)
    assert all(0.0 <= weight <= 1.0 for weight in SEED_WEIGHTS.values())
    page = docs.edges_page()
    for kind, about in ABOUT.items():
        assert f"| {kind.value} | {about.source} | {about.target} | {SEED_WEIGHTS[kind]} | {about.law} |" in page


def test_judged_finds_are_added_up_by_kind_and_language(tmp_path: Path) -> None:
    rows = [{"language": "go", "right": True}, {"language": "go", "right": False}, {"language": "ruby", "right": True}]
    (tmp_path / "calls.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert tallies(tmp_path) == {(EdgeKind.CALLS, "go"): Tally(1, 2), (EdgeKind.CALLS, "ruby"): Tally(1, 1)}
    captured = {name: docs._captured(spec)[1] for name, spec in specs().items()}
    page = edges_page.edges_page(captured, "", tmp_path)
    line = next(line for line in page.splitlines() if line.startswith("| calls |") and "1 of 2" in line)
    assert line.count(NOT_JUDGED) == 6


def test_the_latest_draw_counts_and_those_before_stand_beside_it(tmp_path: Path) -> None:
    rows = [{"language": "go", "right": right, "draw": draw} for draw, right in ((1, False), (3, True), (2, True))]
    (tmp_path / "calls.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    tally = tallies(tmp_path)[EdgeKind.CALLS, "go"]
    assert (tally, str(tally)) == (Tally(1, 1, 1, 2), "1 of 1 (1 of 2)")


def test_every_judged_row_says_what_it_is_of() -> None:
    paths = sorted(edges_page.JUDGED.glob("*.jsonl"))
    assert {path.stem for path in paths} <= {kind.value for kind in EdgeKind}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert {"repo", "commit", "path", "line", "source", "target", "right"} <= row.keys(), path.name
            assert row.get("language", "python") in specs()


def test_the_page_tells_what_is_not_supported() -> None:
    rows = {line.split(" | ")[0]: line for line in docs.edges_page().splitlines() if "not supported" in line}
    assert rows["| implements"].count(NOT_SUPPORTED) == 2
    assert rows["| type_hint_of"].count(NOT_SUPPORTED) == 2
