"""A run that was stopped goes on; what was done under other conditions is done again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from seedwalk.eval import results
from seedwalk.eval.arena import Setup
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.places import Places
from seedwalk.eval.record import Record, key_of
from seedwalk.eval.results import Prepared, Result, Row
from seedwalk.eval.running import run
from seedwalk.eval.standing import ROOT
from tests.eval.scripted import Scripted

TASK = Task("q", Sort.GRADED, "easy", "q", ("A",), repo="one")
OTHER = Task("r", Sort.GRADED, "easy", "r", ("A",), repo="two")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    for name in ("one", "two"):
        (tmp_path / "repos" / name).mkdir(parents=True)
    return Places(tmp_path, tmp_path / "repos", tmp_path / "moving")


def _asked(places: Places, path: Path, tasks: list[Task], setup: Setup | None = None) -> tuple[list[str], Result]:
    system = Scripted({"q": ["A"]})
    result, _ = run("s", tasks, places, setup or Setup(), fight_with=system.fight, record=Record(path))
    return system.asked, result


def test_what_is_written_down_is_not_asked_again(places: Places, tmp_path: Path) -> None:
    path = tmp_path / "runs" / "record.jsonl"
    first, whole = _asked(places, path, [TASK])
    assert first == ["q", "q"]
    again, both = _asked(places, path, [TASK, OTHER])
    assert again == ["r", "r"]
    assert both.rows[0] == whole.rows[0]
    assert [row.id for row in both.rows] == ["q", "r"]


def test_a_line_half_written_is_done_again(places: Places, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    _asked(places, path, [TASK])
    path.write_bytes(path.read_bytes()[:-20])
    assert _asked(places, path, [TASK])[0] == ["q", "q"]
    assert _asked(places, path, [TASK])[0] == []


@pytest.mark.parametrize(
    ("field", "value"),
    [("profile", "fast"), ("without", frozenset({"walk"}))],
)
def test_another_setup_is_another_run(places: Places, tmp_path: Path, field: str, value: object) -> None:
    _asked(places, tmp_path / "r.jsonl", [TASK])
    setup = msgspec.structs.replace(Setup(), **{field: value})
    assert _asked(places, tmp_path / "r.jsonl", [TASK], setup)[0] == ["q", "q"]


def test_another_system_commit_question_or_limit_is_another_key() -> None:
    key = key_of("s", Setup(), "c", [TASK], 10)
    assert key == key_of("s", Setup(bound=5.0), "c", [TASK], 10)
    others = [
        key_of("t", Setup(), "c", [TASK], 10), key_of("s", Setup(), "d", [TASK], 10),
        key_of("s", Setup(), "c", [OTHER], 10), key_of("s", Setup(), "c", [TASK], 20),
        key_of("s", Setup(), "c", [msgspec.structs.replace(TASK, commit="e")], 10),
    ]  # fmt: skip
    assert len({key, *others}) == 6


def test_the_latest_of_each_label_and_set_of_tasks_is_shown() -> None:
    made = [
        Result("s", "old", "t", "", (), made="2020-01-02"), Result("s", "new", "t", "", (), made="2020-01-03"),
        Result("s", "undated", "t", "", ()), Result("s", "fast", "t", "", (), profile="fast"),
        Result("s", "other", "u", "", ()),
    ]  # fmt: skip
    assert [one.commit for one in results.latest(made)] == ["new", "fast", "other"]


def test_kept_results_are_read_by_what_was_asked(tmp_path: Path) -> None:
    for tasks in ("t", "u"):
        result = Result("s", "c" * 40, tasks, "", ())
        results.write(result, tmp_path / results.file_name(result))
    assert [one.tasks for one in results.kept(tmp_path)] == ["t", "u"]
    assert [one.tasks for one in results.kept(tmp_path, "u")] == ["u"]


def _row(task: str, repo: str, failed: str = "") -> Row:
    return Row(task, repo, Sort.GRADED, "easy", {}, failed=failed)


def test_a_run_on_some_repositories_is_joined_with_what_was_found_on_the_others() -> None:
    tasks = [Task(name, Sort.GRADED, "easy", name, ("A",), repo=name[0]) for name in ("a1", "a2", "b1", "c1")]
    ready = {repo: Prepared(repo, "", 1.0, 1) for repo in "ab"}
    earlier = Result("s", "old", "t", "", (_row("b1", "b"), _row("a1", "a"), _row("a2", "a")), tuple(ready.values()))
    anew = (_row("a1", "a", "late"), _row("a2", "a"))
    later = Result("s", "new", "t", "", anew, (Prepared("a", "", 9.0, 1),), made="now")
    both = results.joined(earlier, later, tasks)
    assert [(row.id, row.failed) for row in both.rows] == [("a1", "late"), ("a2", ""), ("b1", "")]
    assert [(one.repo, one.seconds) for one in both.prepared] == [("b", 1.0), ("a", 9.0)]
    assert (both.commit, both.made, both.digest) == ("new", "now", results.digest_of(tasks[:3]))


def test_what_has_a_later_result_is_superseded(tmp_path: Path) -> None:
    for commit, made in (("a", "2020"), ("b", "2022"), ("c", "2021")):
        results.write(Result("s", commit, "t", "", (), made=made), tmp_path / f"{commit}.json")
    results.write(Result("s", "d", "u", "", (), made="2019"), tmp_path / "d.json")
    assert [path.name for path in results.superseded(tmp_path)] == ["a.json", "c.json"]


def test_the_repository_keeps_one_result_of_each_system_and_set_of_tasks() -> None:
    assert results.superseded(ROOT / results.FOLDER) == []
