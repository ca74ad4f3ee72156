"""A repository under measurement: what an index reads of it, indexes made cold, and copies that may be edited."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from seedwalk.eval.spending import Spent, run, spent_by

if TYPE_CHECKING:
    from seedwalk.model import FileState

MEGABYTE = 1e6
REPEATS = 7


class Bench(Struct, frozen=True):
    """A repository under measurement and the folder everything is written to. The repository itself is only read."""

    root: Path
    scratch: Path
    copies: int
    rounds: int
    repeats: int
    files: tuple[FileState, ...]
    manifests: tuple[str, ...]

    @property
    def megabytes(self) -> float:
        return sum(file.size for file in self.files) / MEGABYTE

    @property
    def store(self) -> Path:
        """An index of the repository, made when first asked for."""
        store = self.scratch / "store"
        if not store.exists():
            index_cold(self.root, store)
        return store

    @property
    def private(self) -> Path:
        """A copy of the repository's files that may be edited, made when first asked for."""
        tree = self.scratch / "single"
        if not tree.exists():
            copy_tree(self, tree, [""])
        return tree


def open_bench(root: Path, scratch: Path, copies: int, rounds: int, repeats: int = REPEATS) -> Bench:
    """Look at the repository once: the files that will be read, and only those. Brings them into the disk cache too."""
    from seedwalk.config import Settings
    from seedwalk.languages import language_of, specs
    from seedwalk.model import Skipped
    from seedwalk.sources.content import read_source
    from seedwalk.sources.discover import discover

    sources = Settings().sources
    manifests = frozenset(name for spec in specs().values() for name in spec.manifests)
    found = discover(root, sources, language_of, manifests)
    files = tuple(file for file in found.files if not isinstance(read_source(root, file.path, sources), Skipped))
    return Bench(root, scratch, copies, rounds, repeats, files, found.manifests)


def index_command(root: Path, store: Path) -> list[str]:
    set_off = ["--set", "history.commits=0"]  # reading git is measured by itself (`eval/bench_history.py`)
    return [sys.executable, "-m", "seedwalk", "index", str(root), "--store", str(store), "--quiet", *set_off]


def index_cold(root: Path, store: Path) -> Spent:
    """The whole command, from the start of its process to its end, into a store that does not exist yet."""
    shutil.rmtree(store, ignore_errors=True)
    return spent_by(lambda: run(index_command(root, store)))


def copy_tree(bench: Bench, tree: Path, prefixes: Sequence[str]) -> None:
    """The files an index reads, under each prefix, listed by git as the repository's own are."""
    for prefix in prefixes:
        for path in dict.fromkeys((*(file.path for file in bench.files), *bench.manifests)):
            target = tree / f"{prefix}{path}"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(bench.root / path, target)
    for arguments in (("init", "--quiet"), ("add", "--all", "--force")):
        run(["git", "-C", str(tree), *arguments])
