"""An index says what can be read: a file that becomes unreadable leaves it, is named, and comes back when it can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import Repository
from tests.conftest import Command
from tests.index.faults import mortal, needs_permissions
from tests.index.states import repository_at, seen

BASE = "pkg/base.py"
NEVER_READ_BY_ALL = 0o600


def index(run: Command, root: Path, store: Path) -> Repository:
    """The index as somebody makes it for whom permissions count."""
    done = run("index", root, "--store", store, preexec_fn=mortal)
    assert done.returncode == 0, done.stderr
    return repository_at(root, store)


@needs_permissions
def test_a_file_that_becomes_unreadable_leaves_the_index_named_and_comes_back(
    small: Repository, aside: Command
) -> None:
    whole, at = seen(small), (small.root, "--store", small.store)
    (small.root / BASE).chmod(0)
    status = aside("status", "--repo", *at, preexec_fn=mortal).stdout
    assert "out of date" in status
    assert BASE in status
    done = aside("index", *at, preexec_fn=mortal)
    assert f"no permission 1 ({BASE})" in done.stdout
    assert "1 removed" in done.stdout
    assert seen(small) == seen(index(aside, small.root, small.store / "fresh"))
    assert not [row for row in repository_at(small.root, small.store).symbols("*") if row.path == BASE]
    assert "up to date" in aside("status", "--repo", *at, preexec_fn=mortal).stdout
    (small.root / BASE).chmod(NEVER_READ_BY_ALL)
    assert seen(index(aside, small.root, small.store)) == whole


@needs_permissions
@pytest.mark.parametrize("manifest", ["tsconfig.json", "go.mod"])
def test_a_manifest_that_becomes_unreadable_is_noticed(small: Repository, aside: Command, manifest: str) -> None:
    (small.root / manifest).chmod(0)
    at = ("--repo", small.root, "--store", small.store)
    assert manifest in aside("status", *at, preexec_fn=mortal).stdout
    aside("search", "base", *at, preexec_fn=mortal)
    assert seen(small) == seen(index(aside, small.root, small.store / "fresh"))
    assert "up to date" in aside("status", *at, preexec_fn=mortal).stdout


@needs_permissions
def test_who_may_read_by_group_or_as_owner_alone_reads_all(small: Repository, seedwalk: Command) -> None:
    whole = seen(small)
    for path in small.root.rglob("*.*"):
        if path.is_file():
            path.chmod(NEVER_READ_BY_ALL)
    assert seen(index(seedwalk, small.root, small.store)) == whole
