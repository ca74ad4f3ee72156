"""Reading processes are started before the files are known only where a tree may have enough for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.config import Indexing, Settings
from seedwalk.indexing import beforehand, crew
from seedwalk.machine.forks import CAN_FORK
from seedwalk.model import Job
from tests.index.faults import write_many
from tests.index.states import repository_at

FILES = 12
FOLDERS = 7


@pytest.mark.parametrize(
    ("enough", "started"),
    [(FILES + FOLDERS + 1, 0), (FILES + FOLDERS, 2), (FILES + 1, 2), (FILES, 2), (1, 2)],
    ids=["too small", "perhaps large enough", "files too few after all", "just large enough", "large"],
)
def test_a_crew_is_started_where_the_tree_may_need_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, enough: int, started: int
) -> None:
    write_many(tmp_path / "tree", 0, FILES)
    begin, starts = beforehand.begin, 0

    def counted() -> object:
        nonlocal starts
        starts += 1
        return begin()

    for module in (beforehand, crew):
        monkeypatch.setattr(module, "begin", counted)
    monkeypatch.setattr(beforehand, "may_fork", lambda: False)
    repository = repository_at(tmp_path / "tree", tmp_path / "store", processes=2, in_process_below=enough)
    assert repository.index().files == FILES
    assert starts == started
    assert repository.index().files == FILES
    assert starts == started, "an index that has files reads few, as a rule"


@pytest.mark.skipif(not CAN_FORK, reason="this system cannot fork safely")
def test_where_a_fork_is_cheap_nothing_is_started_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_many(tmp_path / "tree", 0, FILES)
    monkeypatch.setattr(beforehand, "may_fork", lambda: True)
    for module in (beforehand, crew):
        monkeypatch.setattr(module, "begin", None)
    repository = repository_at(tmp_path / "tree", tmp_path / "store", processes=2, in_process_below=1)
    assert repository.index().files == FILES


@pytest.mark.parametrize("forking", [False, CAN_FORK], ids=["started anew", "forked"])
def test_processes_that_nobody_took_are_sent_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forking: bool
) -> None:
    monkeypatch.setattr(beforehand, "may_fork", lambda: forking)
    write_many(tmp_path / "tree", 0, FILES)
    settings = Settings(indexing=Indexing(processes=2, in_process_below=1))
    with beforehand.readers_begun(tmp_path / "tree", tmp_path / "store", settings, rebuild=False) as begun:
        taken, left = begun.pop(), list(begun)
    assert [child.poll() is None for child in left] == [False]
    assert taken.poll() is None
    beforehand.end(taken)
    assert taken.poll() is not None


def test_empty_files_are_spread_over_processes_too() -> None:
    jobs = [Job(number, f"f{number}.py", "python", 0, 0, 0) for number in range(10_000)]
    batches = crew.cut_into_batches(jobs, Indexing().batch_bytes)
    assert [job for batch in batches for job in batch] == jobs
    assert max(map(len, batches)) < 1_000
