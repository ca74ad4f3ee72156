"""STORY 1: a repository becomes an index.

discover files → what changed → extract symbols and references → store → link files → lexical index → snapshot;
then, in a commit of its own, what git remembers of them.

Everything from the first look to the last row happens under one write lock and lands in one commit: a reader, or a
process that finds the lock's holder killed, sees the state before or the state after. A full run is an incremental one
that knows nothing yet.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from seedwalk import __version__
from seedwalk.config import Settings, Sources
from seedwalk.errors import Unwritable
from seedwalk.graph.snapshot import snapshot_of
from seedwalk.indexing import made_with, manifests
from seedwalk.indexing.beforehand import Child
from seedwalk.indexing.changes import Changes, compare, moved_symbols, skipped_by
from seedwalk.indexing.crew import Readers
from seedwalk.indexing.differences import MANY, shown
from seedwalk.indexing.freshness import MADE_BY, made_by
from seedwalk.indexing.graphing import every_node, nodes_of, refresh, told_nodes
from seedwalk.indexing.linking import link_changed
from seedwalk.indexing.reading import ReadFile
from seedwalk.indexing.totals import keep_count, keep_roots
from seedwalk.languages import fingerprint, language_of
from seedwalk.languages.manifests import faults
from seedwalk.machine.aside import aside
from seedwalk.machine.collecting import uncollected
from seedwalk.model import Discovery, Job
from seedwalk.sources import git
from seedwalk.sources.discover import checked, discover
from seedwalk.store import files as file_rows
from seedwalk.store import graphs, lexical, segments, streams
from seedwalk.store.database import FILENAME, SHARED, commit, get_meta, put_meta, telling
from seedwalk.store.files import SkipRow
from seedwalk.store.replacing import made_anew, written

HELD = (
    "files", "symbols", "edges", "languages", "skipped", "troubles", "examples", "manifests", "unsupported", "warnings",
)  # fmt: skip
"""What of a report describes the index rather than the run: kept in it, so that `status` need not count."""
_OURS = (FILENAME, "answers.db", "vectors.bin")
"""What the names of files in a store begin with."""
EXAMPLES = 3
"""Paths told of each reason to leave files out: enough to look at."""
_FIRST_SKIPPED = (
    "SELECT reason, path FROM "
    "(SELECT reason, path, row_number() OVER (PARTITION BY reason ORDER BY path) AS place FROM skipped) "
    "WHERE place <= ? ORDER BY reason, path"
)
_FIRST_RUN = 1
Progress = Callable[[str, int, int], None]
"""Told (stage, done, total) while work goes on."""


class Report(Struct):
    """What an indexing run did and what the index now holds."""

    files: int = 0
    read: int = 0
    removed: int = 0
    linked: int = 0
    moved: int = 0
    symbols: int = 0
    edges: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    troubles: dict[str, int] = field(default_factory=dict)
    """Files that were read, but not without trouble, by what it was."""
    examples: dict[str, list[str]] = field(default_factory=dict)
    """The first few paths of each reason in `skipped` and `troubles`."""
    manifests: dict[str, str] = field(default_factory=dict)
    """Files that import rules read and that are broken or contradict others: by path, the reason."""
    unsupported: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    languages: dict[str, int] = field(default_factory=dict)
    snapshot: str = ""
    commits: int = 0
    """Commits whose messages are known,"""
    commits_read: int = 0
    """those of them read in this run,"""
    commits_left: bool = False
    """and whether the bound in seconds left some unread."""
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def changed(self) -> bool:
        return bool(self.read or self.removed)


def index(
    root: Path, store: Path, settings: Settings, *, sources: Sources | None = None, rebuild: bool = False,
    progress: Progress | None = None, on_wait: Callable[[str], None] | None = None, begun: list[Child] | None = None,
) -> Report:  # fmt: skip
    """Bring the index in `store` up to date with the tree at `root`.

    `sources` overrides which files are read, and is remembered; without it the index keeps what was chosen for it,
    where no setting says otherwise. Settings that decide what is stored make it anew when they change.
    A `rebuild` begins from nothing; the old index stays and answers until the new one is whole, its history too.
    Reading processes that were `begun` already (`beforehand.py`) are taken off their list and into the crew.
    """
    checked(root)  # before a store inside it makes the folder anew: it may have been moved away under a server
    path, patience = prepare_store(store), settings.indexing.patience
    report = Report()
    clock = _Clock(report, progress)
    anew = made_anew(path, on_wait, patience, clock.stage("replace"))
    with anew if rebuild else written(path, on_wait, patience) as connection, telling(path), uncollected():
        meta = get_meta(connection)
        chosen = sources or made_with.chosen_sources(meta)
        settings = replace(settings, sources=sources or made_with.wanted(settings.sources, chosen))
        put_meta(connection, made_with.told(settings, chosen))
        _update(connection, root, settings, report, clock, meta, begun or [])
        _remember(connection, root, settings, report, clock)
    return report


def _update(
    connection: sqlite3.Connection, root: Path, settings: Settings, report: Report, clock: _Clock,
    meta: Mapping[str, str], begun: list[Child],
) -> None:  # fmt: skip
    """The story itself, inside the writer's transaction, up to its commit; `meta` is what the index said before it."""
    retuned = made_with.differing(meta, settings)
    with Readers(root, settings, begun) as readers:
        with clock.stage("discover"):
            discovery = discover(root, settings.sources, language_of, manifests.wanted())
        with clock.stage("compare"):
            same = settings.sources == made_with.sources_of(meta)
            changes = compare(connection, root, discovery, settings.sources, trust_skips=same)
            gone = [file.id for file in changes.removed]
            before = file_rows.bodies(connection, [*gone, *changes.replaced])
            said = shown(connection, [*gone, *changes.replaced])
        with clock.stage("extract"):
            found = _read(connection, readers, changes, clock)
            read = found.files
            report.read, report.removed = len(read), len(gone)
    with clock.stage("link"):
        texts = manifests.read(root, discovery.manifests, settings.sources)
        report.manifests = faults(texts)
        run = int(meta.get("run", 0)) + 1
        workers = settings.indexing.processes or os.cpu_count() or 1
        first, families = run == _FIRST_RUN, manifests.by_family(texts)
        names, beside = found.names if first else None, partial(_beside_linking, connection, found)
        relinked = link_changed(connection, said, read, families, workers, run, names, beside)
        report.linked = relinked.files
    with clock.stage("derive"), aside(partial(_put_words, connection, found), allowed=SHARED):
        changed = bool(report.linked or report.removed or retuned)
        nodes = partial(told_nodes, connection, found.nodes) if first else partial(every_node, connection)
        refresh(connection, run, settings.deriving, relinked, nodes, changed=changed)
        put_meta(connection, {"run": run, manifests.STAMPS: manifests.stamps(texts), MADE_BY: made_by()})
    with clock.stage("words"):
        segments.keep_few(connection, settings.indexing)
        if relinked.difference is None or relinked.difference.names:
            segments.count_outside(connection)
    with clock.stage("snapshot"):
        report.moved = moved_symbols(connection, before, [file.file_id for file in read])
        unread = [*changes.still_skipped, *found.left_out]
        file_rows.replace_skips(connection, [*map(SkipRow, discovery.skipped), *unread])
        put_meta(connection, skipped_by(unread, discovery))
        went = [*(file.path for file in changes.removed), *(row.skipped.path for row in found.left_out)]
        roots = keep_roots(connection, run, went)
        report.snapshot = snapshot_of(roots, [digest for _, _, digest in graphs.derived(connection)])
        _count(connection, report, keep_count(connection, relinked.difference))
        _conclude(connection, root, discovery, report)
    with clock.stage("commit"):
        commit(connection)


def _remember(connection: sqlite3.Connection, root: Path, settings: Settings, report: Report, clock: _Clock) -> None:
    """History, after the index is safe; nobody pays for it who has switched off all that reads it."""
    ranking = settings.ranking
    if not (ranking.history or ranking.recency) or not settings.history.commits:
        return
    from seedwalk.indexing.remembering import remember  # here: who has no history need not wait for it

    with clock.stage("history"):
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return  # another writer has begun, and will read history itself
        found = remember(connection, root, settings.history, settings.sources, clock.tell)
        connection.execute("COMMIT")
    report.commits, report.commits_read, report.commits_left = found.commits, found.read, found.cut


def prepare_store(store: Path) -> Path:
    """The database's path; its folder is made and hides itself from git, unless it holds what others put there."""
    path = store / FILENAME
    try:
        store.mkdir(parents=True, exist_ok=True)
        ignore = store / ".gitignore"
        if not ignore.exists() and all(path.name.startswith(_OURS) for path in store.iterdir()):
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise Unwritable(
            f"the index cannot be kept in {store} ({error.strerror}). Check that it is a folder you may write and that "
            "the disk has room, or use --store DIR."
        ) from error
    return path


class _Found(NamedTuple):
    """What reading gave."""

    files: list[ReadFile]
    left_out: list[SkipRow]
    """Files whose contents told so."""
    segment: int
    """The lexical segment of the files, by its number,"""
    words: list[lexical.Segment]
    """and in the parts that readers gave."""
    nodes: dict[int, bytes]
    """The nodes of the graph that each file gives, by its id."""
    names: file_rows.Named
    """Their symbols by last name."""
    indexes: list[str]
    """What makes the indexes of symbols, where they were let go of."""


def _read(connection: sqlite3.Connection, readers: Readers, changes: Changes, clock: _Clock) -> _Found:
    """Read what is new or changed and put its rows in place of the old, all but its words."""
    file_rows.remove(connection, [file.id for file in changes.removed])
    file_rows.remove_contents(connection, changes.replaced)
    file_rows.touch(connection, changes.touched)
    jobs = {job.path: job for job in changes.to_read}
    read: list[ReadFile] = []
    left_out: list[SkipRow] = []
    words: list[lexical.Segment] = []
    nodes: dict[int, bytes] = {}
    names: file_rows.Named = {}
    indexes = file_rows.drop_indexes(connection) if len(jobs) >= MANY else []
    number = segments.next_id(connection)
    clock.tell(0, len(jobs))
    done = 0
    for count, batch in readers.read(changes.to_read):
        _store(connection, batch.files, jobs, number)
        for file in batch.files:
            rows = file_rows.unpack_symbols(file.symbols)
            file_rows.insert_symbols(connection, rows)
            nodes[file.file_id] = nodes_of(rows)
            file_rows.add_names(names, rows)
            file.symbols = b""  # they are stored
        read += batch.files
        left_out += [SkipRow(row, jobs[row.path].size, jobs[row.path].stamp) for row in batch.skipped]
        words.append(lexical.unpack_segment(batch.words))
        done += count
        clock.tell(done, len(jobs))
    file_rows.remove(connection, [jobs[row.skipped.path].file_id for row in left_out])
    return _Found(sorted(read, key=lambda file: file.path), left_out, number, words, nodes, names, indexes)


def _beside_linking(connection: sqlite3.Connection, found: _Found) -> None:
    """What can be done while other processes link."""
    for statement in found.indexes:
        connection.execute(statement)
    made_by()  # which is asked for soon, and read from our sources


def _put_words(connection: sqlite3.Connection, found: _Found) -> None:
    """The words of all files read, as one segment; their table is asked of nothing meanwhile."""
    if found.files:
        segments.put(connection, found.segment, lexical.merge(found.words, [None] * len(found.words)))


def _store(connection: sqlite3.Connection, read: Sequence[ReadFile], jobs: Mapping[str, Job], segment: int) -> None:
    rows = []
    for file in read:
        job = jobs[file.path]
        rows.append(
            (
                file.file_id,
                file.path,
                job.language,
                job.size,
                job.stamp,
                file.content_hash,
                job.flags,
                file.flags,
                fingerprint(job.language),
                file.namespaces,
                file.held,
                file.refs,
                file.warnings,
                segment,
            )  # fmt: skip
        )
    connection.executemany("INSERT OR REPLACE INTO files VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", rows)
    connection.executemany("INSERT INTO facts VALUES (?, ?)", [(file.file_id, file.facts) for file in read])
    streams.insert(connection, [(file.file_id, file.stream) for file in read])


def _conclude(connection: sqlite3.Connection, root: Path, discovery: Discovery, report: Report) -> None:
    """What the index says of itself."""
    report.warnings = list(discovery.warnings)
    report.unsupported = discovery.unsupported
    put_meta(
        connection,
        {
            "version": __version__, "root": root.resolve(), "snapshot": report.snapshot, "head": git.head(root) or "",
            "indexed_at": int(time.time()),
            "held": json.dumps({name: getattr(report, name) for name in HELD}),
        },
    )  # fmt: skip


def _count(connection: sqlite3.Connection, report: Report, edges: Mapping[str, int]) -> None:
    """Count what the index holds, beside these edges by kind."""
    held = connection.execute("SELECT language, count(*), sum(symbols) FROM files GROUP BY 1 ORDER BY 1").fetchall()
    report.languages = {language: files for language, files, _ in held}
    report.files, report.symbols = sum(files for _, files, _ in held), sum(symbols for _, _, symbols in held)
    nested = report.symbols - report.files
    counted = Counter({"contains": nested, "member_of": nested}) + Counter(edges)
    report.edges = {kind: count for kind, count in sorted(counted.items()) if count}
    report.skipped = dict(connection.execute("SELECT reason, count(*) FROM skipped GROUP BY 1 ORDER BY 1"))
    troubled: Counter[str] = Counter()
    named = list(connection.execute(_FIRST_SKIPPED, (EXAMPLES,)))
    for path, told in connection.execute("SELECT path, warnings FROM files WHERE warnings != '[]' ORDER BY path"):
        for trouble in dict.fromkeys(json.loads(told)):
            troubled[trouble] += 1
            named += [(trouble, path)] if troubled[trouble] <= EXAMPLES else []
    report.troubles = dict(sorted(troubled.items()))
    report.examples = {reason: [path for other, path in named if other == reason] for reason, _ in sorted(named)}


class _Clock:
    """Measures stages, and passes progress on under the name of the stage at work."""

    def __init__(self, report: Report, progress: Progress | None) -> None:
        self._report, self._progress = report, progress
        self._stage = ""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        outer, self._stage = self._stage, name
        started = time.perf_counter()
        self.tell(0, 0)
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            self._report.seconds[name] = self._report.seconds.get(name, 0.0) + spent
            if outer:
                self._report.seconds[outer] = self._report.seconds.get(outer, 0.0) - spent
            self._stage = outer

    def tell(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(self._stage, done, total)
