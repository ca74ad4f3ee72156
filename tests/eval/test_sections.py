"""The parts of a page that are made from results: put between their marks, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.eval import ceilings, docs, front, results, sections
from seedwalk.eval.ceilings import Ceiling
from seedwalk.eval.fixtures.task import Sort
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged
from seedwalk.eval.results import Result, Row

HIT, MISS = Judged(10, (1,), (1,)), Judged(10, (), (0,))
FILES = Judged(3, (6,), (6,))


def _replay(system: str, name: str, judged: Judged, **fields: object) -> Result:
    rows = tuple(Row(f"{name}{at}", name, Sort.REPLAY, "replay", {Rule.SYMBOL: judged}) for at in range(8))
    return Result(system, "c" * 40, f"replay_{name}", "", rows, **fields)  # type: ignore[arg-type]


def _table(lines: list[str]) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    found: list[Result] = []
    monkeypatch.setattr(sections, "kept", lambda: found)
    return found


def test_replays_are_told_by_repository_and_together(keep: list[Result]) -> None:
    keep += [_replay("seedwalk", "a", HIT), _replay("seedwalk", "b", MISS), _replay("lexical", "a", MISS)]
    [head, ours, lexical, *_] = _table(sections.replays())
    assert head == ["R@10", "a", "b", "all", "MRR", "all in 10", "failed"]
    whole = ["1.000 (1.00–1.00)", "0.000 (0.00–0.00)", "0.500 (0.25–0.75)", "0.500 (0.25–0.75)", "0.500", "0"]
    assert ours == ["seedwalk", *whole]
    assert lexical == ["lexical", "0.000 (0.00–0.00)", "", "", "", "", ""]


def test_only_the_latest_of_a_system_is_told(keep: list[Result]) -> None:
    keep += [_replay("seedwalk", "a", HIT, made="2021"), _replay("seedwalk", "a", MISS, made="2020")]
    assert _table(sections.replays())[1][1] == "1.000 (1.00–1.00)"


def test_issues_are_told_by_project_and_level(keep: list[Result]) -> None:
    rows = [
        Row("x", "p/a", Sort.ISSUE, "issue", {Rule.SYMBOL: HIT}, FILES),
        Row("y", "p/b", Sort.ISSUE, "issue", {Rule.SYMBOL: MISS}, failed="lost"),
    ]
    keep.append(Result("seedwalk", "", "issues", "", tuple(rows)))
    [_, a, b, both] = _table(sections.issues())
    assert a == ["p/a", "1", "0", *["1.000 (1.00–1.00)"] * 2, "0.000 (0.00–0.00)", "1.000 (1.00–1.00)"]
    assert b[:4] == ["p/b", "1", "1", "0.000 (0.00–0.00)"]
    assert both[:4] == ["all", "2", "1", "0.500 (0.00–1.00)"]


def test_systems_on_issues_are_told_beside_each_other_ours_first(keep: list[Result]) -> None:
    def asked(count: int, judged: Judged, **fields: object) -> Result:
        some = [Row(f"x{at}", "p/a", Sort.ISSUE, "issue", {Rule.SYMBOL: judged}, judged) for at in range(count)]
        return Result("seedwalk", "", "issues", "", tuple(some), **fields)  # type: ignore[arg-type]

    keep += [asked(12, MISS, profile="a"), asked(16, HIT)]
    [head, ours, other, compared, line, *projects] = _table(sections.issues())
    assert [row[:3] for row in (head, ours, other)] == [
        ["system", "issues", "failed"], ["seedwalk", "16", "0"], ["seedwalk@a", "12", "0"],
    ]  # fmt: skip
    assert compared[:3] == ["seedwalk against", "issues", "functions Acc@10 by"]
    assert line[:2] == ["seedwalk@a", "12"]  # those both were asked
    assert (line[2], line[4]) == ("+1.000 (+1.00 to +1.00)", "better")
    assert line[3] == "0.0020"  # two of the 2 ** 12 exchanges of signs, times the four figures looked at
    assert [row[0] for row in projects] == ["seedwalk", "p/a", "all", "seedwalk@a", "p/a", "all"]


def test_tiers_say_what_could_be_had(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    judged = {Rule.SEED: Judged(50, (1, 2, 3, 4), (1, 2, 0, 0, 0))}
    rows = tuple(Row(tier, "", Sort.GRADED, tier, judged) for tier in ("easy", "medium", "hard"))
    results.write(Result("s", "", "fixtures", "", rows), tmp_path / "b.json")
    monkeypatch.setattr(sections, "BASELINE", tmp_path / "b.json")
    ceilings.write({tier: Ceiling(0.5, 0.9) for tier in ("easy", "medium", "hard")}, tmp_path / "c.json")
    monkeypatch.setattr(sections, "CEILINGS", tmp_path / "c.json")
    assert _table(sections.tiers())[1:] == [
        ["easy", "0.400 (0.40–0.40)", "0.600", "not met", "0.285", "0.500", "0.900"],
        ["medium", "0.400 (0.40–0.40)", "0.300", "met", "0.290", "0.500", "0.900"],
        ["hard", "0.400 (0.40–0.40)", "0.150", "met", "0.220", "0.500", "0.900"],
    ]


def test_a_part_is_put_between_its_marks_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "SECTIONS", {"one": lambda: ["new"], "two": lambda: ["unused"]})
    begin, end = "<!-- one: written by `make docs` from bench/results -->", "<!-- end of one -->"
    page = f"before\n{begin}\nold\n{end}\nafter\n<!-- end of two -->\n"
    made = f"before\n{begin}\n\nnew\n\n{end}\nafter\n<!-- end of two -->\n"
    assert sections.spliced(page) == made
    assert sections.spliced(made) == made


def test_a_page_whose_parts_are_old_is_out_of_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "PAGES", {"cli.md": docs.cli_page})
    assert docs.main(["--folder", str(tmp_path)]) == 0
    begin, end = "<!-- tiers: written by `make docs` from bench/results -->", "<!-- end of tiers -->"
    (tmp_path / sections.PAGES[0]).write_text(f"{begin}\n{end}\n", encoding="utf-8")
    assert docs.out_of_date(tmp_path) == [sections.PAGES[0]]
    assert docs.main(["--folder", str(tmp_path)]) == 0
    assert docs.out_of_date(tmp_path) == []
    assert "| easy" in (tmp_path / sections.PAGES[0]).read_text(encoding="utf-8")


def test_the_front_table_has_ours_first_then_the_others_by_what_they_find() -> None:
    def told(system: str, *ranks: int, without: tuple[str, ...] = ()) -> Result:
        judged = {Rule.LENIENT: Judged(10, ranks, tuple(ranks[:1]) or (0,))}
        row = Row("a", "r", Sort.GRADED, "easy", judged, tokens=1_500)
        return Result(system, "c", "tasks", "", (row,), (), "", without)

    found = [told("ckb"), told("bm25", 2), told("seedwalk", 1, 3, without=("history", "recency")), told("unheard", 1)]
    assert front.standing(found)[2:] == [
        "| **seedwalk** | 1 | **0.200** | **1.000** | **1.000** | 1,500 |",
        "| BM25 over symbols (bm25s) | 1 | 0.100 | 1.000 | 0.500 | 1,500 |",
        "| CKB 9.3.1 | 1 | 0.000 | 0.000 | 0.000 | 1,500 |",
    ]
