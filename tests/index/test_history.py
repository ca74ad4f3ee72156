"""History in the index: which commits touched which symbols, kept up as commits come, and absent without harm."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.api import Repository, open_repository
from seedwalk.config import Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.sources import log
from seedwalk.store.history import PAIR
from tests.conftest import costly
from tests.eval.scripted import git
from tests.trees import put

ONE = "def one():\n    return 1\n"
TWO = "def two():\n    return 2\n"


def commit(root: Path, message: str, files: dict[str, str | None], day: int = 0) -> None:
    put(root, files)
    git(root, "add", "--all")
    git(root, "commit", "-q", "--allow-empty", "-m", message, date=day * 86_400)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    made.mkdir()
    git(made, "init", "-q", "-b", "master")
    commit(made, "Begin the whole thing", {"a.py": ONE + "\n" + TWO})
    return made


def index(root: Path, store: Path | None = None, settings: Settings | None = None) -> Repository:
    repository = open_repository(root, store=store or root.parent / "store", settings=settings)
    repository.index()
    return repository


def touched(repository: Repository) -> dict[str, list[str]]:
    """The subjects of the commits that touched each symbol, oldest first, by name."""
    with sqlite3.connect(repository.store / "index.db") as connection:
        ids = dict(connection.execute("SELECT number, id FROM commits WHERE number IS NOT NULL"))
        blobs = connection.execute("SELECT t.symbols FROM touches t JOIN files f ON f.path = t.path").fetchall()
    names = {symbol.id: f"{symbol.path}:{symbol.qualified_name}" for symbol in repository.symbols("*")}
    found: dict[str, list[str]] = {}
    for symbol, number in np.frombuffer(b"".join(blob for (blob,) in blobs), PAIR).tolist():
        if number in ids and symbol in names:
            subject = git(repository.root, "show", "-s", "--format=%s", ids[number])
            found.setdefault(names[symbol], []).append(subject)
    return {name: sorted(subjects) for name, subjects in sorted(found.items())}


def test_a_commit_is_of_the_symbols_whose_lines_it_changed(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    assert touched(index(root)) == {"a.py:two": ["Double the second"]}


def test_lines_are_followed_through_later_changes_above_them(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    commit(root, "Explain much", {"a.py": "# why\n" * 9 + ONE + "\n" + TWO.replace("2\n", "4\n")})
    assert touched(index(root))["a.py:two"] == ["Double the second"]


def test_a_renamed_file_keeps_its_past(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    git(root, "mv", "a.py", "b.py")
    commit(root, "Move it all", {})
    assert touched(index(root)) == {"b.py:two": ["Double the second"]}


def test_lines_taken_out_of_a_function_were_its_own(root: Path) -> None:
    commit(root, "Say more", {"a.py": "def one():\n    x = 1\n    y = 2\n    return x\n"})
    commit(root, "Drop what is not used", {"a.py": "def one():\n    x = 1\n    return x\n"})
    assert "Drop what is not used" in touched(index(root))["a.py:one"]


def test_what_is_edited_and_not_committed_shifts_the_lines_too(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    (root / "a.py").write_text("# why\n" * 3 + ONE + "\n" + TWO.replace("2\n", "4\n"))
    assert touched(index(root)) == {"a.py:two": ["Double the second"]}


@pytest.mark.parametrize("moved", ["a file", "a file and back", "the commit"])
def test_what_moves_on_while_history_is_read_waits_for_the_next_run(
    root: Path, monkeypatch: pytest.MonkeyPatch, moved: str
) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    before = git(root, "rev-parse", "HEAD")
    commit(root, "Explain much", {"a.py": "# why\n" * 3 + ONE + "\n" + TWO.replace("2\n", "4\n")})
    edited = "\n\n\n\n" + (root / "a.py").read_text()
    (root / "a.py").write_text(edited)
    read = log.uncommitted

    def meanwhile(place: Path, paths: Sequence[str]) -> dict[str, list[log.Hunk]]:
        if moved == "the commit":
            git(root, "reset", "-q", "--soft", before)
        else:
            git(root, "checkout", "-q", "--", "a.py")
        found = read(place, paths)
        if moved == "a file and back":
            (root / "a.py").write_text(edited)
        return found

    monkeypatch.setattr(log, "uncommitted", meanwhile)
    repository = index(root)
    monkeypatch.setattr(log, "uncommitted", read)
    if moved == "the commit":
        git(root, "reset", "-q", "--soft", "ORIG_HEAD")
    elif moved == "a file":
        (root / "a.py").write_text(edited)
    assert not repository.fresh()
    repository.index()
    assert repository.fresh()
    assert touched(repository) == touched(index(root, root.parent / "fresh"))
    assert "Double the second" in touched(repository)["a.py:two"]


def test_only_what_the_indexed_commit_descends_from_is_known(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    git(root, "checkout", "-q", "HEAD~1")
    repository = index(root)
    assert touched(repository) == {}
    git(root, "checkout", "-q", "master")
    assert (repository.index().commits_read, touched(repository)) == (1, {"a.py:two": ["Double the second"]})


def test_a_new_commit_is_read_alone(root: Path) -> None:
    repository = index(root)
    for number in range(3, 6):
        commit(root, f"Make it {number}", {"a.py": ONE + "\n" + TWO.replace("2\n", f"{number}\n")})
        assert repository.index().commits_read == 1
    assert repository.index().commits_read == 0
    assert touched(repository) == {"a.py:two": ["Make it 3", "Make it 4", "Make it 5"]}


def test_a_rewritten_commit_is_noticed(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    repository = index(root)
    (root / "a.py").write_text(ONE.replace("1\n", "0\n") + "\n" + TWO)
    git(root, "commit", "-q", "--all", "--amend", "-m", "Nothing at first")
    repository.index()
    assert touched(repository) == {"a.py:one": ["Nothing at first"]}


def test_a_commit_that_git_cannot_tell_takes_no_other_along(root: Path) -> None:
    for number in range(5):
        doubled = ONE + "\n" + TWO.replace("2\n", f"{number + 3}\n")
        commit(root, f"Say {number}", {"a.py": doubled, "b.py": f"# {number}\n" + ONE})
    lost = git(root, "rev-parse", "HEAD~2:b.py")
    (root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    repository = index(root)
    assert touched(repository)["a.py:two"] == ["Say 0", "Say 1", "Say 4"]
    assert repository.fresh()


def test_a_commit_of_very_many_files_speaks_of_none(root: Path) -> None:
    settings = Settings()
    settings = replace(settings, history=replace(settings.history, most_files=2))
    commit(root, "Add some", {f"{name}.py": ONE for name in "bc"})
    commit(root, "Format all", {f"{name}.py": ONE.replace("1\n", "(1)\n") for name in "abc"})
    assert touched(index(root, settings=settings)) == {"b.py:one": ["Add some"], "c.py:one": ["Add some"]}


def test_the_bound_in_commits_drops_the_oldest(root: Path) -> None:
    settings = Settings()
    settings = replace(settings, history=replace(settings.history, commits=2))
    for number in range(3, 6):
        commit(root, f"Make it {number}", {"a.py": ONE + "\n" + TWO.replace("2\n", f"{number}\n")}, number)
        repository = index(root, settings=settings)
    assert touched(repository) == {"a.py:two": ["Make it 4", "Make it 5"]}


def test_a_bound_of_no_seconds_reads_nothing_and_the_next_run_goes_on(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    settings = Settings()
    hasty = replace(settings, history=replace(settings.history, seconds=0.0))
    store = root.parent / "store"
    report = open_repository(root, store=store, settings=hasty).index()
    assert (report.commits, report.commits_left) == (0, True)
    report = open_repository(root, store=store).index()
    assert (report.commits, report.commits_left) == (2, False)


@pytest.mark.parametrize("kind", ["no git", "no commit", "shallow"])
def test_absent_history_is_no_error(root: Path, kind: str) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    other = root.parent / "other"
    if kind == "shallow":
        git(root.parent, "clone", "-q", "--depth", "1", root.as_uri(), str(other))
    else:
        other.mkdir()
        shutil.copy(root / "a.py", other / "a.py")
        if kind == "no commit":
            git(other, "init", "-q")
    repository = index(other, root.parent / "store")
    assert touched(repository) == {}
    assert [entry.name for entry in repository.context("the function two", limit=5).entries][:1] == ["two"]


def test_an_index_whose_git_went_away_forgets(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    repository = index(root)
    shutil.rmtree(root / ".git")
    repository.index()
    with sqlite3.connect(repository.store / "index.db") as connection:
        assert connection.execute("SELECT count(*) FROM touches").fetchone() == (0,)


EDITS = st.lists(
    st.tuples(st.sampled_from(["a.py", "b.py"]), st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=6
)


@costly
@given(EDITS)
def test_history_kept_up_is_history_read_afresh(tmp_path_factory: pytest.TempPathFactory, edits: list) -> None:  # type: ignore[type-arg]
    folder = tmp_path_factory.mktemp("law")
    root = folder / "made"
    root.mkdir()
    git(root, "init", "-q", "-b", "master")
    commit(root, "Begin", {"a.py": ONE + "\n" + TWO})
    settings = Settings()
    settings = replace(settings, history=replace(settings.history, commits=4))
    kept = open_repository(root, store=folder / "kept", settings=settings)
    kept.index()
    for day, (path, above, between, seen) in enumerate(edits, 1):
        text = "# above\n" * above + ONE + "\n" * between + TWO.replace("2\n", f"{above + between}\n")
        commit(root, f"Edit number {day}", {path: text}, day)
        if seen:
            kept.index()
    kept.index()
    assert touched(kept) == touched(index(root, folder / "fresh", settings))
    task = "edit number 2"
    said = [(entry.name, entry.score) for entry in kept.context(task, limit=9).entries]
    again = index(root, folder / "fresh", settings).context(task, limit=9).entries
    assert said == [(entry.name, entry.score) for entry in again]


def test_the_words_of_a_commit_bring_up_what_it_touched_and_the_answer_says_so(root: Path) -> None:
    commit(root, "Round halves towards even in one", {"a.py": ONE.replace("1\n", "0\n") + "\n" + TWO})
    task = "rounding halves of a function: one, two"
    store = root.parent / "store"
    settings = replace(Settings(), ranking=replace(Settings().ranking, history=0.5))
    entries = index(root, store, settings).context(task, limit=2, explain=True).entries
    assert entries[0].name == "one"
    assert any("earlier commits" in reason for reason in entries[0].reasons)
    plain = without(settings, ["history", "recency"], MECHANISMS)
    silent = open_repository(root, store=store, settings=plain).context(task, limit=2, explain=True).entries
    assert not any("commit" in reason or "recent" in reason for entry in silent for reason in entry.reasons)


def test_who_asks_for_no_history_reads_none(root: Path) -> None:
    commit(root, "Double the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    plain = without(Settings(), ["history", "recency"], MECHANISMS)
    report = open_repository(root, store=root.parent / "store", settings=plain).index()
    assert (report.commits, "history" in report.seconds) == (0, False)


def test_commits_read_by_other_code_are_read_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(root, "Parsing the second", {"a.py": ONE + "\n" + TWO.replace("2\n", "4\n")})
    before = index(root)
    kept = _said(before)
    with sqlite3.connect(before.store / "index.db") as connection:
        connection.execute("UPDATE commits SET terms = x''")
    assert _said(index(root)) != kept  # nothing tells that they are others
    monkeypatch.setattr("seedwalk.indexing.freshness.code_digest", lambda _: "other")
    assert _said(index(root)) == kept


def _said(repository: Repository) -> list[bytes]:
    with sqlite3.connect(repository.store / "index.db") as connection:
        return [row[0] for row in connection.execute("SELECT terms FROM commits ORDER BY number")]
