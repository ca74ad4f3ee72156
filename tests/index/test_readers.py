"""A repository keeps its readers open between questions, and still sees what is there now."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import seedwalk
from seedwalk.errors import NoIndex, SchemaMismatch
from seedwalk.store import readers
from seedwalk.store.database import FILENAME, Still, connect, open_reader


def made(root: Path, **files: str) -> seedwalk.Repository:
    root.mkdir(exist_ok=True)
    for name, text in files.items():
        (root / f"{name}.py").write_text(text, encoding="utf-8")
    repository = seedwalk.open(root)
    repository.index()
    return repository


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The path of every reader opened anew."""
    listed: list[Path] = []
    plain = open_reader

    def counted(path: Path) -> object:
        listed.append(path)
        return plain(path)

    monkeypatch.setattr(readers, "open_reader", counted)
    return listed


def test_questions_one_after_the_other_share_a_reader(tmp_path: Path, opened: list[Path]) -> None:
    here = made(tmp_path / "repo", shop="class Shop: ...\n")
    opened.clear()
    for _ in range(5):
        assert here.symbol("Shop").name == "Shop"
    assert len(opened) <= 1


def test_a_kept_reader_sees_what_another_wrote_since(tmp_path: Path) -> None:
    here = made(tmp_path / "repo", shop="class Shop: ...\n")
    before = here.snapshot()
    made(tmp_path / "repo", stall="class Stall: ...\n")
    assert here.snapshot() != before
    assert here.symbol("Stall").path == "stall.py"


def test_an_index_that_is_thrown_away_is_gone_for_a_kept_reader_too(tmp_path: Path) -> None:
    here = made(tmp_path / "repo", shop="class Shop: ...\n")
    assert here.snapshot()
    shutil.rmtree(here.store)
    (here.root / "shop.py").unlink()
    with pytest.raises(NoIndex):
        here.snapshot()
    made(tmp_path / "repo", booth="class Booth: ...\n")
    assert here.symbols("*Shop") == []
    assert here.symbol("Booth").name == "Booth"


def test_an_index_of_another_schema_is_refused_by_a_kept_reader_too(tmp_path: Path) -> None:
    here = made(tmp_path / "repo", shop="class Shop: ...\n")
    assert here.snapshot()
    connection = connect(here.store / FILENAME, write=True)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(SchemaMismatch):
        here.snapshot()


def test_a_reader_that_would_not_see_a_change_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = made(tmp_path / "repo", shop="class Shop: ...\n")
    uri = f"file:{here.store / FILENAME}?mode=ro&immutable=1"
    monkeypatch.setattr(readers, "open_reader", lambda _: Still(uri, uri=True, isolation_level=None))
    again = seedwalk.open(here.root)
    assert again.symbol("Shop").name == "Shop"
    assert again._readers._idle.empty()


def test_many_questions_at_once_leave_few_readers(tmp_path: Path) -> None:
    here = made(tmp_path / "repo", shop="class Shop: ...\n")
    with ThreadPoolExecutor(16) as threads:
        assert {found.name for found in threads.map(lambda _: here.symbol("Shop"), range(64))} == {"Shop"}
    assert 0 < here._readers._idle.qsize() <= readers._KEPT
