"""Does the index still say what the tree says? Told without what indexing needs: no numpy, no parser, no write lock.

A command that asks in a repository where nothing changed spends its time here, so this is all it pays for being sure.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from seedwalk.config import History, Settings
from seedwalk.indexing import made_with, manifests
from seedwalk.indexing.changes import compare
from seedwalk.languages import language_of
from seedwalk.sources import git
from seedwalk.sources.discover import discover
from seedwalk.store.database import get_meta
from seedwalk.versions import LINKING, REMEMBERING, code_digest

MADE_BY = "made_by"
"""Under which name the index keeps by which code it was made."""
HISTORY_HEAD = "history_head"
_PATHS_TOLD = 3
"""Changed files that a note names: it is paid for out of the answer's budget."""


def made_by() -> str:
    """The code that decides the edges of an index; what decides its rows is kept with every file."""
    return code_digest(LINKING)


def history_bound(head: str, settings: History) -> str:
    """The commit whose past is to be known, how much of it, and by which code commits are read."""
    return f"{head} {settings.commits} {settings.most_files} {code_digest(REMEMBERING)}"


def is_fresh(connection: sqlite3.Connection, root: Path, settings: Settings) -> bool:
    """Whether a run of indexing would change nothing that an answer depends on."""
    return next(_lacking(connection, root, settings, times=True), None) is None


def told_behind(connection: sqlite3.Connection, root: Path, settings: Settings, why: Exception) -> str:
    """What to say of answers by an index that could not be brought up to date; empty when it lacks nothing."""
    lacking = list(_lacking(connection, root, settings, times=False))
    if not lacking:
        return ""
    when = datetime.fromtimestamp(int(get_meta(connection).get("indexed_at", 0)), UTC)
    return (
        f"This speaks of the tree as it was indexed on {when:%Y-%m-%d %H:%M:%S} UTC ({'; '.join(lacking)}). "
        f"The index could not be brought up to date: {why}"
    )


def _lacking(connection: sqlite3.Connection, root: Path, settings: Settings, *, times: bool) -> Iterator[str]:
    """What a run of indexing would change, the cheapest look first; with `times`, files too that were only touched."""
    meta = get_meta(connection)
    if meta.get(MADE_BY) != made_by() or meta.get(manifests.STAMPS) is None:
        yield "made by another seedwalk"
    ranking, past = settings.ranking, settings.history
    wanted = (ranking.history or ranking.recency) and past.commits
    if wanted and meta.get(HISTORY_HEAD) != history_bound(git.head(root) or "", settings.history):
        yield "commits since then are unknown"
    sources = made_with.sources_of(meta)
    other = made_with.differing(meta, settings)
    if sources is None or other:
        yield f"made with other settings: {', '.join(other)}"
    sources = sources or settings.sources
    found = discover(root, sources, language_of, manifests.wanted())
    changes = compare(connection, root, found, sources, trust_skips=True)
    paths = {*(job.path for job in changes.to_read), *(file.path for file in changes.removed)}
    paths.update(*manifests.differing(connection, root, found, sources))
    if paths:
        yield f"out of date: {_few(sorted(paths))}"
    if times and changes.restamped:
        yield f"touched: {changes.restamped:,} files"


def _few(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _PATHS_TOLD:,} more" if len(paths) > _PATHS_TOLD else ""
    return ", ".join(paths[:_PATHS_TOLD]) + more
