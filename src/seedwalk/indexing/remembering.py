"""What earlier commits said of each symbol: git's history, read once, kept up commit by commit.

list the commits → read those never read → follow touched lines to today's → find the symbols they are in.

Bounded in commits and seconds, and no reason for an index to fail: no git, no commit, a shallow clone just mean less.
A commit's diff is read once and kept, so another branch or a rewritten history costs what is new in it.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from seedwalk.config import History, Sources
from seedwalk.indexing.changes import outdated
from seedwalk.indexing.freshness import history_bound
from seedwalk.indexing.texts import stamp
from seedwalk.languages import language_of
from seedwalk.model import Kind
from seedwalk.sources import git, log
from seedwalk.sources.log import Commit, FileChange
from seedwalk.sources.messages import cleaned
from seedwalk.sources.touches import TOUCH, carried, follow
from seedwalk.store import history
from seedwalk.store.database import get_meta, put_meta
from seedwalk.store.history import PAIR, Stretch
from seedwalk.store.words import term_hash
from seedwalk.text import terms, words

_VALUES = tuple(tuple(Kind).index(kind) for kind in (Kind.FIELD, Kind.CONSTANT))
"""Kinds whose lines belong to what stands around them: a changed field is a change of its type."""
_BATCH = 100
"""Commits read at once: a second of git's time at most, so that the bound in seconds is kept."""
_AT_ONCE = 2
"""Gits at work at once."""
Tell = Callable[[int, int], None]


class Remembered(Struct, frozen=True):
    """What a run read, and what is known now."""

    read: int = 0
    commits: int = 0
    cut: bool = False
    """Whether the bound in seconds left commits unread; the next run goes on."""


def remember(
    connection: sqlite3.Connection, root: Path, settings: History, sources: Sources, tell: Tell
) -> Remembered:  # fmt: skip
    """Bring history up to the commit the work tree stood on when it was indexed, inside the caller's transaction."""
    meta = get_meta(connection)
    bound = history_bound(meta.get("head", ""), settings)
    head, _, bounds = bound.partition(" ")
    if meta.get(history.HEAD) == bound:
        if not _find_symbols(connection, root, head, sources):
            put_meta(connection, {history.HEAD: f"{bound} cut"})
        return Remembered(0, int(meta.get(history.COMMITS, 0)))
    try:
        listed = log.commits(root, settings.commits) if head else []
    except git.GitFailed:
        listed = []
    if _kept(meta).rpartition(" ")[2] != bounds.rpartition(" ")[2]:
        history.forget(connection)
    known, read = history.cached(connection), 0
    for commit, changes in _read(root, [one for one in listed if one.id not in known], settings, tell):
        history.put_commits(connection, [_row(commit, changes)])
        known.add(commit.id)
        read += 1
    reached = next((at for at, one in enumerate(listed) if one.id not in known), len(listed))
    _follow(connection, [one.id for one in reversed(listed[:reached])], settings, afresh=_kept(meta) != bounds)
    history.forget_idle(connection, settings.commits)
    cut = reached < len(listed)
    whole = _find_symbols(connection, root, head, sources) and not cut
    put_meta(connection, {history.HEAD: bound if whole else f"{bound} cut", history.COMMITS: reached})
    return Remembered(read, reached, cut)


def _kept(meta: dict[str, str]) -> str:
    """Under which bounds and by which code what is stored was made, at whatever head."""
    return meta.get(history.HEAD, "").removesuffix(" cut").partition(" ")[2]


def _read(
    root: Path, unread: Sequence[Commit], settings: History, tell: Tell
) -> Iterator[tuple[Commit, list[FileChange]]]:
    """Commits with what they changed, newest first, until the seconds are spent; what git cannot tell is nothing."""
    deadline = time.monotonic() + settings.seconds

    def changes(batch: Sequence[Commit]) -> dict[str, list[FileChange]]:
        left = deadline - time.monotonic()
        try:
            return log.changes(root, [one.id for one in batch], left) if left > 0 else {}
        except git.GitFailed:
            if time.monotonic() >= deadline:
                return {}
        if len(batch) == 1:
            return {batch[0].id: []}
        half = len(batch) // 2  # one that cannot be told must not take the others along, however they are batched
        return changes(batch[:half]) | changes(batch[half:])

    batches = [unread[at : at + _BATCH] for at in range(0, len(unread), _BATCH)]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for at, (batch, found) in enumerate(zip(batches, pool.map(changes, batches), strict=True)):
            tell(min((at + 1) * _BATCH, len(unread)), len(unread))
            yield from ((commit, found[commit.id]) for commit in batch if commit.id in found)


def _row(commit: Commit, changes: Sequence[FileChange]) -> tuple[str, int, bytes, bytes]:
    """A commit as it is stored: only files of languages we read."""
    ours = [change for change in changes if language_of(change.new or change.old) is not None]
    said = words(cleaned(commit.message).encode("utf-8", "replace"))
    hashes = sorted({term_hash(term) for word in said for term in terms(word.decode())})
    return commit.id, commit.time, np.array(hashes, "<u8").tobytes(), msgspec.msgpack.encode(ours)


def _follow(connection: sqlite3.Connection, ids: Sequence[str], settings: History, *, afresh: bool) -> None:
    """Let these commits count, oldest first. Where they only go on from what is stored, the rest stays as it is."""
    stored = [] if afresh else history.order(connection)
    places = {one: at for at, (_, one) in enumerate(stored)}
    begin = places.get(ids[0], len(stored)) if ids else len(stored)
    kept = stored[begin:]
    if not kept or [one for _, one in kept] != list(ids[: len(kept)]):
        history.clear(connection)
        kept = []
    first = kept[0][0] if kept else 0
    following = kept[-1][0] + 1 if kept else 0
    fresh = ids[len(kept) :]
    history.number(connection, enumerate(fresh, following), keep_from=first)
    decoder = msgspec.msgpack.Decoder(list[FileChange])
    changed = [decoder.decode(blob) for blob in history.changes(connection, fresh)]
    paths = sorted({path for files in changed for file in files for path in (file.old, file.new) if path})
    known = {path: _alive(blob, first) for path, blob in history.lines(connection, paths).items()} if kept else {}
    before = set(known)
    for number, files in enumerate(changed, following):
        follow(known, number, files, counts=len(files) <= settings.most_files)
    history.drop_lines(connection, sorted(before - set(known)))
    history.put_lines(connection, [(path, touches.tobytes()) for path, touches in sorted(known.items())])


def _alive(blob: bytes, first: int) -> np.ndarray:
    touches = np.frombuffer(blob, TOUCH)
    return touches[touches["commit"] >= first]


def _find_symbols(connection: sqlite3.Connection, root: Path, head: str, sources: Sources) -> bool:
    """Which symbols the touched lines are in, for files of which that is not known or no longer true.

    What is not committed leads from the commit to the file as it is now, so it says nothing of a file, or of a commit,
    that moved on since it was indexed: such files wait for the next run. Whether none does.
    """
    files = history.pending(connection)
    if not files:
        return True
    paths = [file.path for file in files]
    waiting = set(outdated(connection, root, paths, sources))
    before = {path: stamp(root, path) for path in paths}
    try:
        edits = log.uncommitted(root, paths)
    except git.GitFailed:
        edits = {}
    if (git.head(root) or "") != head:
        return False
    waiting |= {path for path, then in before.items() if stamp(root, path) != then}  # also one that came back
    rows = []
    for file in files:
        if file.path not in waiting:
            touches = carried(np.frombuffer(file.lines, TOUCH), edits.get(file.path, []))
            rows.append((_pairs(touches, history.stretches(connection, file.file_id)), file))
    history.put_symbols(connection, [(found.tobytes(), file.made, file.path) for found, file in rows])
    return not waiting


def _pairs(touches: np.ndarray, symbols: Sequence[Stretch]) -> np.ndarray:
    """Each symbol with each commit that touched a line of its own, a place where lines went included."""
    if not symbols:
        return np.zeros(0, PAIR)
    height = max(symbol.last for symbol in symbols) + 2
    owner = np.zeros(height, np.int64)
    for symbol in symbols:
        if symbol.kind not in _VALUES:
            owner[symbol.first : symbol.last + 1] = symbol.id
    start = np.minimum(touches["start"], height).astype(np.int64)
    size = np.minimum(touches["end"], height).astype(np.int64) - start
    lines = np.repeat(start - np.cumsum(size) + size, size) + np.arange(int(size.sum()))
    gaps = start[(size == 0) & (start < height) & (start > 0)]
    between = owner[gaps] == owner[gaps - 1]
    holes = touches["commit"][(size == 0) & (start < height) & (start > 0)][between]
    pairs = np.zeros(len(lines) + len(holes), PAIR)
    pairs["symbol"] = np.concatenate([owner[lines], owner[gaps[between]]])
    pairs["commit"] = np.concatenate([np.repeat(touches["commit"], size), holes])
    return np.unique(pairs[pairs["symbol"] != 0])
