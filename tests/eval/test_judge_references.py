"""Made-up edges against made-up truth: what is right, what is wrong, what was not said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.eval.judge_references import (
    CallEdge,
    Judgement,
    Outcome,
    Share,
    figures,
    judge,
    judge_all,
    last_name,
)
from seedwalk.eval.reference_truth import Target, TruthRow, Verdict
from seedwalk.model import RefKind

RIGHT, WRONG, SILENT = Outcome.RIGHT, Outcome.WRONG, Outcome.SILENT
SOURCE = "a.go:Store.Get"
ROUNDING = 1e-12
READ = Target("b.go", "Backend.Read", 7)


def row(
    text: str = "s.back.Read", target: Target | None = READ, verdict: Verdict = Verdict.INSIDE,
    accept: tuple[Target, ...] = (), line: int = 3,
) -> TruthRow:  # fmt: skip
    return TruthRow("o/n", "c", "a.go", line, 0, RefKind.CALL, text, SOURCE, target, verdict, accept)


def external(text: str = "s.back.Read") -> TruthRow:
    return row(text, None, Verdict.EXTERNAL)


def edge(path: str, name: str, line: int = 7, *also: str) -> CallEdge:
    return CallEdge(path, name, line, frozenset({name.rpartition(".")[2], *also}))


CACHE_READ = Target("b.go", "Cache.Read")
OURS = edge("b.go", "Backend.Read")
OTHERS_READ = edge("c.go", "Other.Read")
CASES = [
    ("the target itself", row(), [OURS], [], RIGHT),
    ("another method of that name", row(), [OTHERS_READ], [], WRONG),
    ("the same name in another file", row(), [edge("c.go", "Backend.Read")], [], WRONG),
    ("nothing", row(), [], [], SILENT),
    ("only an edge of another call on the line", row(), [edge("b.go", "Backend.Open")], ["Open"], SILENT),
    ("an edge of another name that no call there explains", row(), [edge("b.go", "Backend.Open")], [], SILENT),
    ("an accepted answer", row(accept=(CACHE_READ,)), [edge("b.go", "Cache.Read")], [], RIGHT),
    ("the right target and a guess beside it", row(), [OURS, OTHERS_READ], [], WRONG),
    ("the right target and that of a namesake on the line", row(), [OURS, OTHERS_READ], ["Read"], RIGHT),
    ("a namesake's target alone", row(), [OTHERS_READ], ["Read"], SILENT),
    ("two wrong targets for two namesakes", row(), [OTHERS_READ, edge("d.go", "D.Read")], ["Read"], WRONG),
    ("an external name left alone", external(), [], [], SILENT),
    ("an external name found inside", external(), [OURS], [], WRONG),
    ("a function in a field, left alone", row("s.hook", None, Verdict.DYNAMIC), [], [], SILENT),
    ("a function in a field, guessed", row("s.hook", None, Verdict.DYNAMIC), [edge("b.go", "hook")], [], WRONG),
    (
        "a function in a field, given as the field",
        row("s.hook", None, Verdict.DYNAMIC, (Target("a.go", "Store.hook"),)),
        [edge("a.go", "Store.hook")],
        [],
        RIGHT,
    ),
    ("a name imported under another", row("aliased"), [OURS], [], RIGHT),
    (
        "a construction given as the constructor",
        row("Store", Target("s.rb", "Store.initialize")),
        [edge("s.rb", "Store.initialize", 1, "Store")],
        [],
        RIGHT,
    ),
    (
        "a construction given as another type's constructor",
        row("Store", Target("s.rb", "Store.initialize")),
        [edge("t.rb", "Shop.Store.initialize", 1, "Store")],
        [],
        WRONG,
    ),
    (
        "the constructor of what is constructed beside it",
        external("Object"),
        [edge("s.rb", "Store.initialize", 1, "Store")],
        ["Store"],
        SILENT,
    ),
    ("a keyword", row("super", Target("p.java", "Base.Base")), [edge("p.java", "Base.Base")], [], RIGHT),
    ("a keyword, given a stranger", row("super", Target("p.java", "Base.Base")), [OTHERS_READ], [], WRONG),
    ("a keyword, its neighbour resolved", row("super", Target("p.java", "Base.Base")), [OURS], ["Read"], SILENT),
]


@pytest.mark.parametrize(("given_", "edges", "others", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_reference_is_judged(given_: TruthRow, edges: list[CallEdge], others: list[str], expected: Outcome) -> None:
    assert judge(given_, edges, others).outcome is expected
    assert judge(given_, edges[::-1], others).outcome is expected


def test_edges_count_only_at_their_own_source_and_line() -> None:
    rows = [row(line=3), row(line=4)]
    found = judge_all(rows, {(SOURCE, 3): [OURS], ("a.go:Store", 4): [OURS]}, {(SOURCE, 3): ["Read"]})
    assert [one.outcome for one in found] == [RIGHT, SILENT]


def test_a_reference_is_not_its_own_namesake() -> None:
    alone = judge_all([row()], {(SOURCE, 3): [OTHERS_READ]}, {(SOURCE, 3): ["Read"]})
    in_company = judge_all([row()], {(SOURCE, 3): [OTHERS_READ]}, {(SOURCE, 3): ["Read", "Read"]})
    assert [one.outcome for one in (*alone, *in_company)] == [WRONG, SILENT]


@pytest.mark.parametrize(
    ("text", "name"),
    [("read", "read"), ("s.back.read", "read"), ("Store::new().get", "get"), ("a::b::<T>::c", "c"), ("x?.y", "y")],
)
def test_the_last_name_is_what_is_called(text: str, name: str) -> None:
    assert last_name(text) == name


def test_the_very_overload_is_told_apart_only_where_the_truth_is_certain() -> None:
    certain, open_to_either = row(), row(target=Target("b.go", "Backend.Read"))
    exact = judge(certain, [OURS], [])
    near = judge(certain, [edge("b.go", "Backend.Read", 99)], [])
    assert [one.outcome for one in (exact, near)] == [RIGHT, RIGHT]
    assert figures([exact, near, judge(open_to_either, [OURS], [])]).overloads == Share(1, 2)


def test_precision_is_of_what_was_given_and_recall_of_what_leads_inside() -> None:
    hook = row("s.hook", None, Verdict.DYNAMIC, (Target("a.go", "Store.hook"),))
    judged = [
        *[judge(row(), [OURS], [])] * 6,
        *[judge(row(), [OTHERS_READ], [])] * 2,
        *[judge(row(), [], [])] * 4,
        judge(external(), [OURS], []),
        *[judge(external(), [], [])] * 5,
        judge(hook, [edge("a.go", "Store.hook")], []),
    ]
    found = figures(judged)
    assert found.references == len(judged)
    assert found.precision == Share(7, 10)
    assert found.recall == Share(6, 12)
    assert found.verdict == "miss"


def test_an_index_without_calls_has_no_precision() -> None:
    found = figures([Judgement(row(), SILENT)])
    assert found.precision.value is None
    assert found.verdict == "no edges"
    assert found.recall.value == 0


@pytest.mark.parametrize(("right", "verdict"), [(17, "pass"), (16, "miss")])
def test_the_limit_is_reached_by_reaching_it(right: int, verdict: str) -> None:
    judged = [Judgement(row(), RIGHT)] * right + [Judgement(row(), WRONG)] * (20 - right)
    assert figures(judged).verdict == verdict


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (51, 60, 0.7389, 0.9190), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(part: int, whole: int, low: float, high: float) -> None:
    assert Share(part, whole).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_the_interval_holds_the_share_and_narrows_with_more_of_the_same(counts: tuple[int, int]) -> None:
    part, whole = counts
    low, high = Share(part, whole).interval
    assert 0 <= low <= part / whole + ROUNDING
    assert part / whole - ROUNDING <= high <= 1
    more_low, more_high = Share(part * 4, whole * 4).interval
    assert more_high - more_low < high - low
