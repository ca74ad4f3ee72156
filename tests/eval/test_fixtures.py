"""Fixtures of every form, and every way one can be wrong: named by file and line, while the rest loads."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval.fixtures import load, sampled
from seedwalk.eval.fixtures.task import Sort, Task
from tests.trees import put

SEED_FORM = 'task: "Add a tool"\ndifficulty: easy\ntags: [a, b]\nground_truth:\n  - store.put\n  - store.get\n'
TASKS_FORM = (
    "id: one-1\nrepo: one\ntier: hard\ndescription: \"Do it\"\nsource: manual\nground_truth:\n  - A.b\n"
    "notes: never read\n"
)  # fmt: skip
SUITE = """[
  {"id": "find", "type": "needle", "query": "Engine", "expectedSymbols": ["Engine"], "topK": 5},
  {"id": "first", "type": "ranking", "query": "query engine", "expectedSymbols": ["Engine"], "topK": 3,
   "scope": "src", "kinds": ["class"]},
  {"id": "far", "type": "expansion", "query": "Engine", "expectedSymbols": ["A", "B"]}
]
"""
ISSUES = (
    '{"id": "b", "repo": "o/n", "commit": "c2", "created": "2021-02", "text": "t", "files": ["a.py"], '
    '"functions": []}\n'
    '{"id": "a", "repo": "o/n", "commit": "c1", "created": "2021-01", "text": "t", "files": ["a.py"], '
    '"functions": ["a.py:A.b"]}\n'
)


def test_the_seeds_form_is_named_by_tier_and_file(tmp_path: Path) -> None:
    [task] = load(put(tmp_path, {"easy/01-tool.yaml": SEED_FORM})).tasks
    assert (task.id, task.sort, task.tier, task.repo) == ("easy/01-tool", Sort.GRADED, "easy", "")
    assert (task.text, task.truths, task.rule) == ("Add a tool", ("store.put", "store.get"), "seed")
    assert task.place == f"{tmp_path}/easy/01-tool.yaml:1"


def test_public_tasks_take_repository_and_tier_from_the_file(tmp_path: Path) -> None:
    [task] = load(put(tmp_path, {"other/easy/x.yaml": TASKS_FORM})).tasks
    assert (task.id, task.repo, task.tier, task.text, task.truths) == ("one-1", "one", "hard", "Do it", ("A.b",))
    assert "never read" not in repr(task)


@pytest.mark.parametrize("tier", ["exact", "concept", "multi_hop"])
def test_cross_repository_tiers_ask_for_any_hit(tmp_path: Path, tier: str) -> None:
    [task] = load(put(tmp_path, {"x.yaml": TASKS_FORM.replace("hard", tier)})).tasks
    assert (task.sort, task.tier, task.top_k) == (Sort.ANY_HIT, tier, 10)


def test_one_file_may_hold_many(tmp_path: Path) -> None:
    text = "fixtures:\n" + "".join(
        f"  - {{id: q{n}, repo: r, tier: exact, description: q, ground_truth: [A]}}\n" for n in range(3)
    )
    found = load(put(tmp_path, {"x.yaml": text})).tasks
    assert [(task.id, task.place.rpartition(":")[2]) for task in found] == [("q0", "2"), ("q1", "3"), ("q2", "4")]


def test_the_suite_keeps_depth_scope_and_kinds(tmp_path: Path) -> None:
    needle, ranking, expansion = load(put(tmp_path, {"s.json": SUITE}) / "s.json").tasks
    assert (needle.sort, needle.top_k, needle.kinds, needle.place[-2:]) == (Sort.NEEDLE, 5, (), ":2")
    assert (ranking.sort, ranking.scope, ranking.kinds) == (Sort.RANKING, "src", ("class",))
    assert (expansion.sort, expansion.top_k, expansion.truths) == (Sort.EXPANSION, 10, ("A", "B"))


def test_issues_come_in_the_order_of_time(tmp_path: Path) -> None:
    first, second = load(put(tmp_path, {"issues.jsonl": ISSUES}) / "issues.jsonl").tasks
    assert (first.id, first.commit, first.files, first.truths) == ("a", "c1", ("a.py",), ("a.py:A.b",))
    assert (second.id, second.sort, second.truths) == ("b", Sort.ISSUE, ())


WRONG = [
    (SEED_FORM.replace("task:", "tusk:"), 1, "no field says what is asked"),
    (SEED_FORM.replace("difficulty: easy", "difficulty: trivial"), 2, "'trivial' is no 'difficulty'"),
    (SEED_FORM.replace("difficulty: easy\n", ""), 1, "the field 'difficulty' is missing"),
    (SEED_FORM.partition("ground_truth")[0], 1, "the field 'ground_truth' is missing"),
    (SEED_FORM.partition("ground_truth")[0] + "ground_truth: []\n", 4, "the list 'ground_truth' is empty"),
    (SEED_FORM.partition("ground_truth")[0] + "ground_truth: all\n", 4, "not a list"),
    (SEED_FORM + "  - [a, b]\n", 7, "an entry of 'ground_truth' is not a name"),
    (SEED_FORM.replace('"Add a tool"', '""'), 1, "the field 'task' is empty"),
    (SEED_FORM.replace('"Add a tool"', "[a]"), 1, "is a list, not text"),
    (TASKS_FORM.replace("id: one-1\n", ""), 1, "the field 'id' is missing"),
    (TASKS_FORM.replace("tier: hard", "tier: huge"), 3, "'huge' is no 'tier'"),
    ("{query: q, type: needle, expectedSymbols: [A], topK: many}", 1, "'many' is no 'topK'"),
    ("{query: q, type: needle, expectedSymbols: [A], topK: 0}", 1, "'0' is no 'topK'"),
    ("{query: q, type: haystack, expectedSymbols: [A]}", 1, "'haystack' is no 'type'"),
    ("query: q\ntype: needle\nexpectedSymbols: [A]\nkinds: [klass]", 4, "'klass' is no kind of symbol"),
    ("- just words", 1, "a fixture is a mapping of fields"),
    ("a: [1\nb: 2", 2, "this is no YAML or JSON"),
    ("a: \0", 1, "this is no YAML or JSON"),
    ("", 1, "the file is empty"),
]


@pytest.mark.parametrize(("text", "line", "told"), WRONG)
def test_a_bad_fixture_is_named_by_file_and_line_and_the_rest_loads(
    tmp_path: Path, text: str, line: int, told: str
) -> None:
    found = load(put(tmp_path, {"bad.yaml": text, "good.yaml": TASKS_FORM.replace("one-1", "good")}))
    assert [task.id for task in found.tasks] == ["good"]
    [problem] = found.problems
    assert str(problem).startswith(f"{tmp_path}/bad.yaml:{line}: ")
    assert told in str(problem)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "this is no issue"),
        ('{"id": "x"}', "this is no issue"),
        (ISSUES.split("\n")[0].replace('"c2"', '""'), "'commit' is empty"),
    ],
)
def test_a_bad_issue_is_named_by_its_line(tmp_path: Path, line: str, told: str) -> None:
    found = load(put(tmp_path, {"i.jsonl": ISSUES + line + "\n"}) / "i.jsonl")
    assert len(found.tasks) == 2
    assert [(problem.line, told in problem.told) for problem in found.problems] == [(3, True)]


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in str(load(tmp_path).problems[0])


def test_two_fixtures_of_one_id_are_one_and_a_problem(tmp_path: Path) -> None:
    found = load(put(tmp_path, {"a.yaml": TASKS_FORM, "b.yaml": TASKS_FORM}))
    assert len(found.tasks) == 1
    assert str(found.problems[0]).startswith(f"{tmp_path}/b.yaml:1: the id 'one-1' is taken by {tmp_path}/a.yaml:1")


def test_no_fixture_at_all_is_a_wrong_argument(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no fixture"):
        load(tmp_path)
    with pytest.raises(UsageError, match="does not exist"):
        load(tmp_path / "gone")


def test_a_sample_is_the_same_twice_and_takes_from_every_repository() -> None:
    tasks = tuple(Task(f"{repo}{n}", Sort.GRADED, "easy", "t", ("x",), repo) for repo in "aab" for n in range(9))
    tasks = tuple({task.id: task for task in tasks}.values())
    drawn = sampled(tasks, 6, seed=3)
    assert drawn == sampled(tasks, 6, seed=3) != sampled(tasks, 6, seed=4)
    assert [task.repo for task in drawn] == ["a"] * 3 + ["b"] * 3
    assert [tasks.index(task) for task in drawn] == sorted(tasks.index(task) for task in drawn)
    assert sampled(tasks, 0, seed=3) == sampled(tasks, 99, seed=3) == tasks
