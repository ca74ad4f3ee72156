"""Does the index still say what the tree says? Told without what indexing needs: no numpy, no parser, no write lock.

A command that asks in a repository where nothing changed spends its time here, so this is all it pays for being sure.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from seedwalk import made_with, manifests
from seedwalk.changes import compare
from seedwalk.config import History, Settings
from seedwalk.languages import language_of
from seedwalk.sources import git
from seedwalk.sources.discover import discover
from seedwalk.store.database import get_meta
from seedwalk.versions import LINKING, REMEMBERING, code_digest

MADE_BY = "made_by"
"""Under which name the index keeps by which code it was made."""
HISTORY_HEAD = "history_head"


def made_by() -> str:
    """The code that decides the edges of an index; what decides its rows is kept with every file."""
    return code_digest(LINKING)


def history_bound(root: Path, settings: History) -> str:
    """The commit whose past is to be known, how much of it, and by which code commits are read."""
    return f"{git.head(root) or ''} {settings.commits} {settings.most_files} {code_digest(REMEMBERING)}"


def is_fresh(connection: sqlite3.Connection, root: Path, settings: Settings) -> bool:
    """Whether a run of indexing would change nothing that an answer depends on."""
    meta = get_meta(connection)
    if meta.get(MADE_BY) != made_by() or meta.get(manifests.STAMPS) is None:
        return False
    ranking, past = settings.ranking, settings.history
    wanted = (ranking.history or ranking.recency) and past.commits
    if wanted and meta.get(HISTORY_HEAD) != history_bound(root, settings.history):
        return False
    sources = made_with.sources_of(meta)
    if sources is None or made_with.differing(meta, settings):
        return False
    found = discover(root, sources, language_of, manifests.wanted())
    changes = compare(connection, root, found, sources, trust_skips=True)
    return not (changes.any or changes.touched or any(manifests.differing(connection, root, found, sources)))
