"""What a run is said to have found: sums, floors, comparisons and pages."""

from __future__ import annotations

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval import floors, tables
from seedwalk.eval.baseline import fallen
from seedwalk.eval.compare import compare, page
from seedwalk.eval.fixtures.task import Sort
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged, MetricSet
from seedwalk.eval.report import report
from seedwalk.eval.results import Prepared, Result, Row

HIT = Judged(10, (1,), (1, 0))
MISS = Judged(10, (), (0, 0))


def _row(name: str, judged: Judged, tier: str = "easy", repo: str = "r", **fields: object) -> Row:
    both = {Rule.STRICT: judged, Rule.LENIENT: judged, Rule.SEED: judged}
    return Row(name, repo, Sort.GRADED, tier, both, **{"tokens": 500, **fields})  # type: ignore[arg-type]


def _result(*rows: Row, system: str = "s") -> Result:
    prepared = (Prepared("r", "", 2.0, 3_000_000), Prepared("q", "", 1.0, 5_000_000))
    return Result(system, "c" * 40, "t", "", rows, prepared)


FOUR = _result(
    _row("a", HIT, cold_ms=1.0, warm_ms=1.0), _row("b", MISS, cold_ms=3.0, warm_ms=2.0),
    _row("c", MISS, "hard", "q", failed="died", tokens=0), _row("d", HIT, "hard", "q", cold_ms=9.0, warm_ms=3.0),
)  # fmt: skip


def test_groups_are_means_over_their_tasks_and_failures_count_as_zero() -> None:
    found = report(FOUR)
    tiers = [(one.name, one.tasks, one.failed) for one in found.tiers]
    assert tiers == [("easy", 2, 0), ("medium", 0, 0), ("hard", 2, 1)]
    assert [one.name for one in found.repositories] == ["q", "r"]
    assert found.overall.metrics[Rule.STRICT]["P@10"] == pytest.approx(0.05)
    assert found.overall.metrics[Rule.STRICT]["R@10"] == pytest.approx(0.25)
    assert found.overall.metrics[Rule.STRICT]["zero"] == pytest.approx(0.5)
    assert found.overall.cold_ms == (3.0, 9.0)
    assert found.overall.tokens == pytest.approx(375)
    assert found.overall.per_thousand_tokens[Rule.STRICT] == pytest.approx(2 / 1.5)
    assert (found.prepared_seconds, found.peak_bytes) == (3.0, 5_000_000)
    assert len(found.fixtures) == 4


def test_a_tier_with_nothing_found_prints_zero_and_never_vanishes() -> None:
    shown = tables.page(report(_result(_row("a", MISS, "hard"))))
    rows = [line for line in shown.splitlines() if line.startswith(("| easy", "| medium", "| hard"))]
    assert len(rows) == 4 * 3  # three rules and the cost
    assert all("0.000" in line for line in rows[:9])


def test_a_page_shows_fixtures_only_when_asked() -> None:
    assert "each fixture" not in tables.page(report(FOUR))
    assert tables.page(report(FOUR), verbose=True).count("each fixture") == 3


def test_the_seeds_set_is_shown_against_its_targets() -> None:
    shown = tables.page(report(FOUR, MetricSet.SEED))
    assert "tiers against their targets" in shown
    assert "| easy   | 0.050 |  0.600 | not met |" in shown
    assert "targets" not in tables.page(report(FOUR))
    full = _result(_row("a", Judged(2, (1, 2), (1, 2))))
    assert "| easy   | 1.000 |  0.600 |     met |" in tables.page(report(full, MetricSet.SEED))


def test_findings_hold_no_timings_and_name_what_found_nothing() -> None:
    text = tables.findings(report(FOUR, MetricSet.SEED))
    assert "ms" not in text.split()
    assert "- b\n- c\n" in text
    assert "Every fixture found something." in tables.findings(report(_result(_row("a", HIT))))


def test_issues_are_told_by_files_and_functions() -> None:
    rows = [
        Row("a", "r", Sort.ISSUE, "issue", {Rule.SYMBOL: Judged(9, (2,), (2,))}, Judged(4, (1, 4), (1, 4))),
        Row("b", "r", Sort.ISSUE, "issue", {Rule.SYMBOL: Judged(9, (), (0,))}, Judged(4, (3,), (3,))),
    ]
    overall = report(_result(*rows)).overall
    assert [overall.files[f"{name}@3"] for name in ("Acc", "any", "recall")] == pytest.approx([0.5, 1.0, 0.75])
    assert (overall.functions["Acc@1"], overall.functions["Acc@3"], overall.functions["MRR"]) == (0.0, 0.5, 0.25)
    assert "files and functions changed" in tables.page(report(_result(*rows)))


@pytest.mark.parametrize(
    ("written", "floor"),
    [
        ("0.3", ("overall", "P@10", 0.3)),
        ("R@10=.4", ("overall", "R@10", 0.4)),
        ("hard:MRR=0.2", ("hard", "MRR", 0.2)),
        ("hard:1", ("hard", "P@10", 1.0)),
    ],
)
def test_a_floor_is_written_in_one_word(written: str, floor: tuple[str, str, float]) -> None:
    parsed = floors.parse(written)
    assert (parsed.group, parsed.metric, parsed.value) == floor


@pytest.mark.parametrize("written", ["", "high", "Q@10=0.3", "R@10=", "a:b:0.1"])
def test_what_is_no_floor_is_refused(written: str) -> None:
    with pytest.raises(UsageError, match="is no floor"):
        floors.parse(written)


def test_a_floor_is_broken_only_from_below() -> None:
    found = report(FOUR)
    wanted = [floors.parse(written) for written in ("0.05", "hard:P@10=0.06", "q:MRR=0.5")]
    told = floors.broken(found, wanted, Rule.STRICT)
    assert told == ["hard P@10 is 0.050 (strict), below the floor of 0.06"]
    with pytest.raises(UsageError, match="'extreme' is no tier"):
        floors.broken(found, [floors.parse("extreme:0.1")], Rule.STRICT)


def _many(judged: Judged, tier: str = "easy", count: int = 12) -> list[Row]:
    return [_row(f"{tier}{n}", judged, tier) for n in range(count)]


def test_comparing_says_better_worse_or_no_difference_and_what_moved() -> None:
    before, after = _result(*_many(MISS), system="old"), _result(*_many(HIT), system="new")
    rose = compare(before, after)
    assert {line.verdict for line in rose.lines} == {"better"}
    assert {line.verdict for line in compare(after, before).lines} == {"worse"}
    assert {line.verdict for line in compare(after, after).lines} == {"no difference"}
    assert [(move.id, move.before, move.after) for move in rose.moved[:1]] == [("easy0", 0.0, 0.1)]
    shown = page(rose, moved_shown=10)
    assert shown.startswith("# new against old\n\n12 tasks in both.\n")
    assert "- easy0: 0.000 → 0.100" in shown
    assert "… and 2 more" in shown
    assert compare(after, after).moved == ()


def test_three_tasks_prove_nothing() -> None:
    found = compare(_result(*_many(MISS, count=3)), _result(*_many(HIT, count=3)))
    assert {line.verdict for line in found.lines} == {"no difference"}
    assert {line.paired.risen for line in found.lines} == {3}


def test_tasks_only_one_side_has_are_left_out_and_said() -> None:
    found = compare(_result(*_many(HIT), _row("x", HIT)), _result(*_many(HIT), _row("y", HIT)))
    assert (found.shared, found.only_one) == (12, ("x", "y"))
    assert "only one has them: 2 tasks" in page(found)
    with pytest.raises(UsageError, match="share no task"):
        compare(_result(_row("x", HIT)), _result(_row("y", HIT)))


def test_results_judged_by_different_rules_do_not_compare() -> None:
    other = Row("a", "r", Sort.REPLAY, "replay", {Rule.SYMBOL: HIT})
    with pytest.raises(UsageError, match="judged by different rules"):
        compare(_result(_row("a", HIT)), _result(other))


def test_a_tier_that_fell_is_named_and_one_that_did_not_is_not() -> None:
    before = _result(*_many(HIT), *_many(HIT, "hard"))
    after = _result(*_many(HIT), *_many(MISS, "hard"))
    told = fallen(before, after, Rule.STRICT, MetricSet.BENCH)
    assert len(told) == 3
    assert all(line.startswith("hard ") for line in told)
    assert "P@10 fell from 0.100 to 0.000" in told[0]
    assert fallen(after, before, Rule.STRICT, MetricSet.BENCH) == []
