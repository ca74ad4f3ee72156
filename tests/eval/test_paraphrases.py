"""How far wordings agree, and that the set is what it says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval.paraphrases import FILE, OWN, Paraphrased, measure, overlap, page, read

REPOS = FILE.with_name("repos.toml")


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ([["a", "b"], ["b", "a"]], 1.0),
        ([["a", "b"], ["c", "d"]], 0.0),
        # pairs share 1, 1 and 2 of two
        ([["a", "b"], ["a", "c"], ["c", "a"]], (0.5 + 0.5 + 1.0) / 3),
        # what comes after the first two does not count
        ([["a", "b", "x"], ["x", "a", "b"]], 0.5),
        ([["a"]], 1.0),
        ([[], ["a", "b"]], 0.0),
    ],
)
def test_overlap_is_the_mean_share_of_the_first_over_all_pairs(answers: list[list[str]], value: float) -> None:
    assert overlap(answers, 2) == pytest.approx(value)


def test_each_wording_is_asked_of_its_repository() -> None:
    asked = []

    def ask(repo: str, wording: str) -> list[str]:
        asked.append((repo, wording))
        return [f"{wording}{at}" if at < 4 else f"same{at}" for at in range(10)]

    found = measure([Paraphrased("t", "flask", ("one", "two"))], ask)
    assert asked == [("flask", "one"), ("flask", "two")]
    assert found == pytest.approx({"t": 0.6})
    assert "1 tasks: mean overlap of the first 10 0.600" in page(found)


def test_the_set_is_twenty_tasks_in_three_different_wordings_of_known_repositories() -> None:
    tasks = read(FILE)
    known = {row["name"] for row in tomllib.loads(REPOS.read_text(encoding="utf-8"))["repo"]} | {OWN}
    assert len({task.id for task in tasks}) == len(tasks) == 20
    assert all(len(set(task.wordings)) == 3 for task in tasks)
    assert {task.repo for task in tasks} <= known


@pytest.mark.parametrize(("text", "told"), [("[[task]]\nid = 1", "no paraphrases"), ("= =", "no paraphrases")])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "x.toml").write_text(text)
    with pytest.raises(UsageError, match=told):
        read(tmp_path / "x.toml")
    with pytest.raises(UsageError, match="cannot be read"):
        read(tmp_path / "none.toml")
