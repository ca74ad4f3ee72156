"""Incremental = rebuild, for what files mean to each other: edges of every kind, and the arrays the graph is read from.

`connected.py` has a tree for each language whose files use each other, and texts that change what they mean: a class
renamed, a base moved, a return type exchanged, a second symbol of a name that was the only one.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import event, given, note
from hypothesis import strategies as st

from seedwalk.api import Repository
from seedwalk.graph.edges import KINDS, PROVENANCES
from seedwalk.indexing import graphing
from seedwalk.store.database import FILENAME
from tests.conftest import SOURCES, costly
from tests.index.connected import TREES, Texts
from tests.index.mixed import write
from tests.index.states import repository_at

Change = tuple[str, int]
"""A path, and which of its texts it takes."""
USE = "from make{n} import make{n}\n\n\ndef use{n}():\n    {word}make{n}(1).go()\n"
Arrays = set[tuple[int, int, str, str, int, float]]


def put(root: Path, path: str, text: str | None) -> None:
    if text is None:
        (root / path).unlink(missing_ok=True)
    else:
        write(root, path, text)


def begin(place: Path, language: str) -> Repository:
    """The tree of a language with the first text of each file, indexed."""
    for path, texts in TREES[language].items():
        put(place / "tree", path, texts[0])
    repository = repository_at(place / "tree", place / "kept")
    repository.index()
    return repository


def arrays(repository: Repository) -> Arrays:
    """Every edge the graph's arrays hold; none may end at a symbol that is gone."""
    with repository._reading() as connection:
        graph = graphing.load(connection)
    sources, edges = graph.edges()
    assert graph.alive[sources].all()
    assert graph.alive[edges["target"]].all()
    assert len(np.unique(graph.nodes["id"])) == len(graph.nodes)
    ids = graph.nodes["id"]
    rows = zip(ids[sources].tolist(), ids[edges["target"]].tolist(), edges.tolist(), strict=True)
    return {
        (source, target, KINDS[kind].value, PROVENANCES[provenance].value, line, round(confidence, 4))
        for source, target, (_, _, line, confidence, kind, provenance) in rows
    }


def listed(repository: Repository) -> int:
    with repository._reading() as connection:
        return len(graphing.load(connection).edges()[0])


def check(repository: Repository, place: Path) -> None:
    """The index kept up says what one made afresh says, row by row and edge by edge."""
    kept_up = repository.index().snapshot
    fresh = repository_at(repository.root, place / "fresh")
    assert kept_up == fresh.index(rebuild=True).snapshot
    rows = list(repository.dump())
    assert rows == list(fresh.dump())
    assert arrays(repository) == arrays(fresh)
    assert listed(repository) == listed(fresh) == sum("edge" in row for row in rows)


def small_bases(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Let so few files lie over the base of the arrays before a new one is made."""
    monkeypatch.setattr(graphing, "_FEW", few)


@pytest.mark.parametrize("language", TREES)
@pytest.mark.parametrize("few", [0, 1])
def test_every_text_may_be_swapped_in_and_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, few: int
) -> None:
    """Not random: each file in turn takes one text after the other; which of them, `few` decides."""
    small_bases(monkeypatch, few)
    repository = begin(tmp_path, language)
    first = repository.index().snapshot
    for path, texts in TREES[language].items():
        for text in texts[1 + few % 2 :: 2]:
            put(repository.root, path, text)
            check(repository, tmp_path)
        put(repository.root, path, texts[0])
    assert repository.index().snapshot == first


def changes(trees: dict[str, Texts]) -> st.SearchStrategy[list[Change]]:
    one = st.sampled_from(sorted(trees)).flatmap(
        lambda path: st.tuples(st.just(path), st.integers(0, len(trees[path]) - 1))
    )
    return st.lists(one, min_size=1, max_size=8)


walks = st.sampled_from(sorted(TREES)).flatmap(
    lambda language: st.tuples(st.just(language), changes(dict(TREES[language])))
)


@costly
@given(walk=walks, few=st.sampled_from((0, 1, 20)), together=st.integers(1, 3))
def test_any_walk_through_the_texts_ends_where_a_fresh_index_begins(
    walk: tuple[str, list[Change]], few: int, together: int
) -> None:
    language, steps = walk
    event(language)
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        small_bases(patch, few)
        repository = begin(Path(folder), language)
        for number, (path, choice) in enumerate(steps):
            note(f"{path} takes text {choice}")
            put(repository.root, path, TREES[language][path][choice])
            if number % together == 0:
                repository.index()
        check(repository, Path(folder))


def test_the_texts_connect_files_in_every_language(tmp_path: Path) -> None:
    """What the laws above compare is worth comparing: edges of many kinds, between files."""
    wanted = {"calls", "extends", "imports", "tests", "tested_by", "overrides", "inherits", "implements"}
    for language in TREES:
        rows = [row for row in begin(tmp_path / language, language).dump() if "edge" in row]
        far = {row["edge"] for row in rows if row["source"]["path"] != row["target"]["path"]}
        assert len(far & wanted) >= 4, (language, far)


DUMP = """
import json, sys
from seedwalk.api import open_repository
repository = open_repository(sys.argv[1], store=sys.argv[2])
repository.index()
for row in repository.dump():
    print(json.dumps(row))
"""


def test_the_order_of_hashing_does_not_show(tmp_path: Path) -> None:
    """Two processes that hash strings differently dump the same bytes."""
    root = tmp_path / "tree"
    for language in ("python", "go"):
        for path, texts in TREES[language].items():
            put(root, path, texts[0])
    told = []
    for seed in ("1", "31"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCES)}
        line = [sys.executable, "-c", DUMP, str(root), str(tmp_path / seed)]
        told.append(subprocess.run(line, env=environment, capture_output=True, check=True).stdout)
    assert told[0] == told[1]
    assert len(told[0]) > 2_000


def test_who_is_linked_first_does_not_show(tmp_path: Path) -> None:
    """Functions that return each other's results mean the same whichever file asks first."""
    count = 6
    root = tmp_path / "tree"
    for n in range(count):
        after = (n + 1) % count
        write(root, f"kind{n}.py", f"class Kind{n}:\n    def go(self):\n        pass\n")
        write(
            root, f"make{n}.py",
            f"from kind{n} import Kind{n}\nfrom make{after} import make{after}\n\n\ndef make{n}(flag):\n    if flag:\n"
            f"        return make{after}(flag)\n    return Kind{n}()\n",
        )  # fmt: skip
        write(root, f"use{n}.py", USE.format(n=n, word=""))
    repository = repository_at(root, tmp_path / "kept")
    repository.index()
    order = list(range(count))
    random.Random(7).shuffle(order)
    for n in order:
        write(root, f"use{n}.py", USE.format(n=n, word="return "))
        check(repository, tmp_path)
    calls = {row["target"]["name"] for row in repository.dump() if row.get("edge") == "calls"}
    assert {f"Kind{n}.go" for n in range(count)} <= calls


def test_an_index_whose_rows_other_code_wrote_is_made_anew_file_by_file(tmp_path: Path) -> None:
    repository = begin(tmp_path, "python")
    writer = sqlite3.connect(repository.store / FILENAME)
    older = msgspec.msgpack.encode(["a.py", "python", [], []])
    writer.execute("UPDATE links SET outline = ?", (older,))
    writer.execute("UPDATE facts SET blob = ?", (msgspec.msgpack.encode([[], b"", []]),))
    writer.execute("UPDATE files SET fingerprint = 'other'")
    writer.execute("UPDATE meta SET value = 'other' WHERE key LIKE 'project:%'")
    writer.commit()
    writer.close()
    check(repository, tmp_path)
