"""What was answered before is served again while all it depends on is the same, and never otherwise."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.answers.answered import FILENAME
from seedwalk.api import Repository, open_repository
from seedwalk.config import Caching, Settings
from seedwalk.engine import Mind
from seedwalk.machine.arc import Arc
from seedwalk.model import Pack

TASK = "load the cache"
SOURCE = "def load_cache(path):\n    # open the cache\n    return read(path)\n\n\ndef read(path):\n    return path\n"
LONG_AGO = 1_600_000_000
pytestmark = pytest.mark.usefixtures("settled")


def put(root: Path, name: str, text: str, age: int = 0) -> None:
    (root / name).write_text(text, encoding="utf-8")
    os.utime(root / name, (LONG_AGO + age, LONG_AGO + age))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    tree.mkdir()
    put(tree, "cache.py", SOURCE)
    open_repository(tree).index()
    return tree


def thinking(here: Repository) -> list[int]:
    """One number for each time the repository had to think."""
    counted: list[int] = []
    original = here._mind

    def counting(connection: sqlite3.Connection) -> tuple[Mind, str]:
        counted.append(1)
        return original(connection)

    here._mind = counting  # type: ignore[method-assign]
    return counted


def told(pack: Pack) -> str:
    return "\n".join(entry.text for entry in pack.entries)


def test_the_same_question_is_thought_about_once(root: Path) -> None:
    here = open_repository(root, keep=True)
    counted = thinking(here)
    first, second = here.context(TASK), here.context(TASK)
    assert (first, len(counted)) == (second, 1)
    assert "load_cache" in told(first)


def test_another_process_profits(root: Path) -> None:
    first = open_repository(root, keep=True).context(TASK)
    other = open_repository(root, keep=True)
    counted = thinking(other)
    assert (other.context(TASK), counted) == (first, [])


QUESTIONS: dict[str, Callable[[Repository], Pack]] = {
    "task": lambda here: here.context("read the path"),
    "budget": lambda here: here.context(TASK, budget=500),
    "limit": lambda here: here.context(TASK, limit=1),
    "renderer": lambda here: here.context(TASK, renderer="xml"),
    "explain": lambda here: here.context(TASK, explain=True),
    "files": lambda here: here.context_for_files(["cache.py"]),
}


@pytest.mark.parametrize("differs", QUESTIONS)
def test_a_question_that_differs_is_another_question(root: Path, differs: str) -> None:
    here = open_repository(root, keep=True)
    counted = thinking(here)
    here.context(TASK)
    QUESTIONS[differs](here)
    assert len(counted) == 2


def test_an_edit_is_seen_even_before_the_index_is_made_again(root: Path) -> None:
    here = open_repository(root, keep=True)
    here.context(TASK)
    put(root, "cache.py", SOURCE.replace("open the cache", "open the store"), age=60)
    assert "open the store" in told(here.context(TASK))


def test_a_new_index_is_a_new_state(root: Path) -> None:
    here = open_repository(root, keep=True)
    here.context(TASK)
    put(root, "more.py", "def load_cache_again():\n    # load the cache again\n    return 1\n", age=60)
    here.index()
    assert "load_cache_again" in told(here.context(TASK))


def test_settings_that_differ_are_not_served_each_others_answers(root: Path) -> None:
    open_repository(root, keep=True).context(TASK)
    plain = Settings()
    other = open_repository(root, settings=replace(plain, packing=replace(plain.packing, sharpness=1.0)), keep=True)
    counted = thinking(other)
    other.context(TASK)
    assert len(counted) == 1


def test_a_commit_is_a_new_state(root: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)

    git("init")
    git("add", "cache.py")
    git("commit", "-m", "the cache is loaded")
    here = open_repository(root, keep=True)
    here.index()
    here.context(TASK)
    git("commit", "--allow-empty", "-m", "reading is new")
    here.refresh()
    counted = thinking(here)
    here.context(TASK)
    assert len(counted) == 1


def test_a_file_too_young_to_be_trusted_is_read_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    here = open_repository(root, keep=True)
    (root / "cache.py").write_text(SOURCE, encoding="utf-8")
    counted = thinking(here)
    here.context(TASK)
    here.context(TASK)
    assert len(counted) == 2


def test_measurements_and_settings_keep_nothing(root: Path) -> None:
    off = Settings(caching=Caching(packs=False))
    for here in (open_repository(root), open_repository(root, settings=off, keep=True)):
        here.context(TASK)
    assert not (root / ".seedwalk" / FILENAME).exists()


def test_a_damaged_file_of_answers_costs_no_answer(root: Path) -> None:
    (root / ".seedwalk" / FILENAME).write_bytes(b"no database at all" * 100)
    assert "load_cache" in told(open_repository(root, keep=True).context(TASK))


def test_what_is_stored_is_bounded_and_of_one_state(root: Path) -> None:
    here = open_repository(root, settings=Settings(caching=Caching(memory=2, stored=3)), keep=True)
    for number in range(6):
        here.context(f"{TASK} {number}")
    with sqlite3.connect(root / ".seedwalk" / FILENAME) as connection:
        assert connection.execute("SELECT count(*), count(DISTINCT state) FROM packs").fetchone() == (3, 1)


def test_nothing_changed_is_told_without_indexing(root: Path) -> None:
    here = open_repository(root)
    assert here.refresh() is None
    put(root, "more.py", "def more():\n    return 1\n", age=60)
    report = here.refresh()
    assert report is not None
    assert report.read == 1
    assert here.refresh() is None


def test_what_comes_back_is_frequent_and_the_lists_share_the_room() -> None:
    kept: Arc[str, int] = Arc(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)  # "b", seen once, goes
    assert (kept.get("b"), list(kept.frequent), list(kept.recent)) == (None, ["a"], ["c"])
    kept.put("b", 4)  # let go too early: more room for what is recent
    assert (kept.wanted_recent, "b" in kept.frequent) == (1, True)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12))), st.integers(1, 5))
def test_a_bounded_memory_gives_what_was_put_last_or_nothing(steps: list[tuple[bool, int]], capacity: int) -> None:
    kept: Arc[int, int] = Arc(capacity)
    last: dict[int, int] = {}
    for number, (puts, key) in enumerate(steps, 1):
        if puts:
            kept.put(key, number)
            last[key] = number
            assert kept.get(key) == number
        assert kept.get(key) in (None, last.get(key))
        assert len(kept) <= capacity
