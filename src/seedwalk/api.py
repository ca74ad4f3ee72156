"""The door for programs: `seedwalk.open(path)` gives a repository that can be indexed and asked.

>>> import seedwalk
>>> repository = seedwalk.open(".")                      # doctest: +SKIP
>>> repository.index().symbols                           # doctest: +SKIP
4711
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from seedwalk.answers.answered import Answered, Asked, key_of, state_of
from seedwalk.answers.doing import doing
from seedwalk.answers.located import around, changed_lines, default_store, in_tree, is_path, not_empty
from seedwalk.answers.refusing import kind_named, language_named, refuse_amounts, refuse_question, refuse_unknown
from seedwalk.answers.stating import Status, remarks, stated
from seedwalk.config import Settings, Sources
from seedwalk.config.configured import Configured, configured
from seedwalk.config.profiles import DEFAULT_PROFILE
from seedwalk.errors import NoIndex, SeedwalkError, StoreError, Unwritable, UsageError
from seedwalk.indexing import made_with
from seedwalk.indexing.beforehand import readers_begun
from seedwalk.indexing.texts import Texts, of
from seedwalk.machine.forks import meanwhile
from seedwalk.machine.wanted import still_wanted
from seedwalk.model import Edge, Kind, Pack, Skipped, Symbol, SymbolId
from seedwalk.store import symbols
from seedwalk.store.database import FILENAME, get_meta
from seedwalk.store.files import skips
from seedwalk.store.readers import Readers

if TYPE_CHECKING:  # imported where they are used: looking at an index should not wait for numpy and tree-sitter
    from seedwalk.answers.asking import AffectedTest, Ref
    from seedwalk.answers.explaining import Why
    from seedwalk.answers.searching import Finder, Hit
    from seedwalk.answers.wording import Wording
    from seedwalk.engine import Mind
    from seedwalk.index import Progress, Report
    from seedwalk.thought import Thought

AFFECTED_DEPTH = 10
"""Steps from a change to a test: further away, what is reached is nearly everything."""


def open_repository(
    path: str | os.PathLike[str] | None = None, *, store: str | os.PathLike[str] | None = None,
    settings: Settings | None = None, profile: str = "", set: Mapping[str, Any] | None = None,
    without: Iterable[str] = (), keep: bool = False,
) -> Repository:  # fmt: skip
    """The repository at `path`; without one, the nearest folder upward that is indexed or is a git work tree.

    Its settings are those of `seedwalk config`: default < profile < seedwalk.toml < environment < `set`, a dotted name
    to a value, with the mechanisms `without` switched off. `settings` are taken as they are, and nobody else is asked.
    `keep`: packs are kept and served again while all they depend on is the same, unless the settings forbid it.
    """
    root = around(path)
    place = Path(not_empty(store)) if store is not None else default_store(root)
    if settings is None:
        found = configured(root, profile=profile, chosen=set, off=without, flag="set")
        return Repository(root, place, found, keep=keep)
    if profile or set or without:
        raise UsageError("settings say everything already. Leave out profile, set and without, or settings.")
    return Repository(root, place, Configured(settings, DEFAULT_PROFILE, {}), keep=keep)


class Repository:
    """One repository and its index. Each call sees one committed state of the index, whole."""

    def __init__(self, root: Path, store: Path, configured: Configured, *, keep: bool = False) -> None:
        self.root, self.store, self.configured = root, store, configured
        self.settings, self.profile = configured.settings, configured.profile
        caching = self.settings.caching
        self._kept = Answered(root, store, caching) if keep and caching.packs else None
        self._minds: tuple[str, Mind] | None = None
        self._worded: Wording | None = None
        self._found: Finder | None = None
        self._opening = Lock()
        self._readers = Readers(store / FILENAME)
        self.behind = ""
        """Set, why answers speak of an older tree; a note of each of them. `refresh` decides."""

    def index(
        self, *, sources: Sources | None = None, rebuild: bool = False, progress: Progress | None = None,
        on_wait: Callable[[str], None] | None = None,
    ) -> Report:  # fmt: skip
        """Bring the index up to date: all of it the first time, what changed after that."""
        with readers_begun(self.root, self.store, self.settings, rebuild=rebuild) as begun:
            from seedwalk.index import index

            return index(
                self.root, self.store, self.settings, sources=sources, rebuild=rebuild, progress=progress,
                on_wait=on_wait, begun=begun,
            )  # fmt: skip

    def refresh(
        self, *, progress: Progress | None = None, on_wait: Callable[[str], None] | None = None,
        ahead: Callable[[], None] | None = None,
    ) -> Report | None:  # fmt: skip
        """Index, if anything changed since; None when nothing did, which is told in a fraction of the time.

        What is done `ahead` is done while that is found out: `expect`, for who has a question. Where the index cannot
        be written, the one that is there answers, and `behind` says so.
        """
        fresh = meanwhile(self.fresh, ahead) if ahead else self.fresh()
        try:
            report = None if fresh else self.index(progress=progress, on_wait=on_wait)
        except Unwritable as error:
            self.fall_back(error)
            return None
        self.behind = ""
        return report

    def fall_back(self, error: Unwritable) -> None:
        """Let the index that is there answer, and say in `behind` what it lacks. Raises `error` where there is none."""
        from seedwalk.indexing.freshness import told_behind

        try:
            with self._reading() as connection:
                self.behind = told_behind(connection, self.root, self.settings, error)
        except NoIndex:
            raise error from None

    def expect(
        self, task: str, *, budget: int | None = None, limit: int | None = None, renderer: str = "markdown",
        explain: bool = False,
    ) -> None:  # fmt: skip
        """Load what `context` would need for this question; nothing where it was answered before. Never raises for
        what the question itself will tell."""
        with suppress(SeedwalkError), self._reading() as connection:
            asked = Asked(self._budget(budget, limit), limit, renderer, explain, self.profile)
            if self._kept is None or self._kept.get(self._key(connection, task, asked)) is None:
                from seedwalk.answers import answering  # noqa: F401

                mind, _ = self._mind(connection)
                mind.ready()

    def fresh(self) -> bool:
        """Whether indexing would change nothing that an answer depends on."""
        from seedwalk.indexing.freshness import is_fresh

        with suppress(StoreError), self._reading() as connection:
            return is_fresh(connection, self.root, self.settings)
        return False

    def status(self) -> Status:
        """What the index holds, and what changed in the tree since."""
        with self._reading() as connection:
            return stated(connection, self.root, self.store, self.settings)

    def symbols(self, pattern: str, limit: int | None = None) -> list[Symbol]:
        """Symbols whose name holds `pattern`, or matches it when it has a `*`; by path, then place."""
        if not pattern:
            raise UsageError("the pattern is empty. Give part of a name, or '*' for every symbol.")
        with self._reading() as connection:
            return symbols.matching(connection, pattern, limit)

    def symbol(self, asked: str) -> Symbol:
        """The symbol meant by `name`, `path:name`, `path:line` or, for a file as a whole, `path`."""
        path, colon, place = asked.partition(":")
        with self._reading() as connection:
            named = in_tree(self.root, path) + colon + place if is_path(path) else asked
            return symbols.resolve(connection, named, doing)

    def source(self, symbol: Symbol) -> str:
        """The symbol's text as it stands in the file now."""
        lines = Texts(self.root).lines(symbol.path)
        if isinstance(lines, Skipped):
            raise UsageError(f"'{symbol.path}' cannot be read any more ({lines.reason}). Run: seedwalk index")
        return of(symbol, lines)

    def search(
        self, text: str, limit: int = 10, *, kinds: Sequence[str] = (), path: str = "", languages: Sequence[str] = (),
        explain: bool = False,
    ) -> list[Hit]:  # fmt: skip
        """The symbols a few words mean, best first: those they name, then full text re-ordered by the graph."""
        from seedwalk.answers.searching import Filter

        if not text.strip():
            raise UsageError("the search is empty. Give a name, or a few words.")
        refuse_amounts(None, limit)
        wanted = Filter(tuple(map(kind_named, kinds)), path, tuple(map(language_named, languages)))
        with self._reading() as connection:
            return self._finder(connection).find(connection, text, limit, wanted, explain=explain)

    def _finder(self, connection: sqlite3.Connection) -> Finder:
        """Search over the state being read, opened once per snapshot."""
        from seedwalk.answers.searching import Finder

        mind, _ = self._mind(connection)
        with self._opening:
            if self._found is None or self._found.mind is not mind:
                self._found = Finder(mind, self.settings)
            return self._found

    def lexical(self, text: str, limit: int = 10) -> list[tuple[Symbol, float]]:
        """As `search`, with the scores of what stands around a symbol mixed in, and tests counting less."""
        from seedwalk.answers.wording import Wording

        with self._reading() as connection:
            self._worded = self._worded or Wording(self.settings)
            return self._worded.find(connection, text, limit)

    def context(
        self, task: str, *, budget: int | None = None, limit: int | None = None, renderer: str = "markdown",
        explain: bool = False,
    ) -> Pack:  # fmt: skip
        """The code most worth reading for a task, cut to a budget; with `limit` the pure ranking instead."""
        refuse_question(task, budget, limit, self.settings.understanding)
        wanted = limit if limit is not None else self.settings.packing.candidates
        asked = Asked(self._budget(budget, limit), limit, renderer, explain, self.profile)
        with self._reading() as connection:
            return self._answer(connection, task, asked, lambda mind: mind.think(connection, task, wanted))

    def context_for_files(
        self, paths: Sequence[str], *, diff: str | None = None, budget: int | None = None, limit: int | None = None,
        renderer: str = "markdown", explain: bool = False,
    ) -> Pack:  # fmt: skip
        """What to read around files, or around lines that differ from a commit: their symbols, then what is near."""
        paths = [in_tree(self.root, path) for path in paths]
        changed = changed_lines(self.root, paths, diff)
        refuse_amounts(budget, limit)
        wanted = limit if limit is not None else self.settings.packing.candidates
        asked = Asked(self._budget(budget, limit), limit, renderer, explain, self.profile)

        def think(mind: Mind) -> Thought:
            from seedwalk.answers.asking import changed_rows

            rows = changed_rows(connection, mind.graph, changed)
            return mind.think_from(rows, sorted(changed), wanted, change=diff is not None)

        with self._reading() as connection:
            refuse_unknown(connection, self.root, paths)
            return self._answer(connection, (sorted(changed.items()), diff is not None), asked, think)

    def _answer(
        self, connection: sqlite3.Connection, question: object, asked: Asked, think: Callable[[Mind], Thought]
    ) -> Pack:
        """The pack for a thought, or one that was made before of all the same."""
        key = self._key(connection, question, asked) if self._kept else b""
        pack = self._kept.get(key) if self._kept else None
        if pack is not None:
            return pack
        from seedwalk.answers.answering import answer

        mind, snapshot = self._mind(connection)
        texts = Texts(self.root)
        pack = answer(
            connection, mind, think(mind), self.settings, texts, profile=asked.profile, snapshot=snapshot,
            renderer=asked.renderer, budget=asked.budget, limit=asked.limit, explain=asked.explain,
            notes=self._notes(connection),
        )  # fmt: skip
        if self._kept:
            self._kept.put(key, state_of(get_meta(connection)), pack, texts.stamps)
        return pack

    def _key(self, connection: sqlite3.Connection, question: object, asked: Asked) -> bytes:
        """Under what the answer to a question is kept."""
        return key_of(state_of(get_meta(connection)), self.root, self.settings, (question, asked, self.behind))

    def why(self, task: str, symbol: Symbol, *, budget: int | None = None) -> Why:
        """What gave a symbol its place in an answer, or the stage that lost it: read off the answer's own run."""
        from seedwalk.answers.answering import answer
        from seedwalk.answers.explaining import explain

        refuse_question(task, budget, None, self.settings.understanding)
        with self._reading() as connection:
            mind, snapshot = self._mind(connection)
            thought = mind.think(connection, task, self.settings.packing.candidates, every=True)
            pack = answer(
                connection, mind, thought, self.settings, Texts(self.root), profile=self.profile, snapshot=snapshot,
                renderer="markdown", budget=self._budget(budget, None), limit=None, explain=False,
            )  # fmt: skip
            why = explain(connection, mind, thought, pack, symbol, self.settings)
            return msgspec.structs.replace(why, notes=tuple(self._notes(connection)))

    def _notes(self, connection: sqlite3.Connection) -> list[str]:
        """What an answer says of the index it comes from."""
        return [self.behind] if self.behind else remarks(connection, self.settings)

    def _budget(self, budget: int | None, limit: int | None) -> int | None:
        return None if limit is not None else budget or self.settings.packing.budget

    def _mind(self, connection: sqlite3.Connection) -> tuple[Mind, str]:
        """The state being read, in memory, opened once per snapshot."""
        from seedwalk.engine import Mind

        meta = get_meta(connection)
        names = ("snapshot", "run", "history_head", "history_commits")
        key = " ".join(meta.get(name, "") for name in names)
        with self._opening:  # threads that ask at once wait for one state instead of loading it each
            still_wanted()
            if self._minds is None or self._minds[0] != key:
                before = self._minds[1] if self._minds else None
                self._minds = (key, Mind(connection, self.settings, self.root, before))
            return self._minds[1], meta.get("snapshot", "")

    def references(self, symbol: Symbol, *, depth: int = 1, everything: bool = False) -> list[Ref]:
        """Callers, callees, bases, subclasses, implementors and tests of a symbol; `everything` adds the other kinds.

        A `depth` above 1 adds the callers of its callers, up to so many steps away.
        """
        from seedwalk.answers.asking import references

        if depth < 1:
            raise UsageError(f"depth {depth} is below 1. Give 1 for direct callers, more for callers of callers.")
        with self._reading() as connection:
            return references(connection, symbol, depth=depth, everything=everything)

    def export(self, *, budget: int | None = None) -> str:
        """The map of the repository as Markdown: modules, how they connect, what in them is called most."""
        from seedwalk.answers.organising import organise
        from seedwalk.pack.tokens import counter_named

        refuse_amounts(budget, None)
        with self._reading() as connection:
            mind, _ = self._mind(connection)
            tuning, counter = self.settings.organising, counter_named(self.settings.packing)
            notes = self._notes(connection)
            return organise(connection, mind.whole(connection), budget or tuning.budget, counter, tuning, notes)

    def outdated(self, paths: Sequence[str]) -> list[str]:
        """Those of these files that no longer say what the index says."""
        from seedwalk.indexing.changes import outdated

        with self._reading() as connection:
            sources = made_with.sources_of(get_meta(connection)) or self.settings.sources
            return outdated(connection, self.root, paths, sources)

    def snapshot(self) -> str:
        """What the index holds, as a hash: equal for equal contents."""
        with self._reading() as connection:
            return get_meta(connection).get("snapshot", "")

    def affected(
        self, paths: Sequence[str] = (), *, diff: str | None = None, depth: int = AFFECTED_DEPTH
    ) -> list[AffectedTest]:
        """The tests that a change reaches: of whole files, or of the lines that differ from a commit."""
        from seedwalk.answers.asking import affected
        from seedwalk.indexing.missing import missed

        paths = [in_tree(self.root, path) for path in paths]
        changed = changed_lines(self.root, paths, diff)
        with self._reading() as connection:
            refuse_unknown(connection, self.root, paths)
            sources = made_with.sources_of(get_meta(connection)) or self.settings.sources
            gone = missed(connection, self.root, diff, sources) if diff is not None else {}
            return affected(connection, changed, depth, gone)

    def skipped(self) -> list[Skipped]:
        """Every path left out, and why."""
        with self._reading() as connection:
            return skips(connection)

    def moved(self, symbol: SymbolId) -> SymbolId | None:
        """Where a symbol that is gone lives on, if it was moved or renamed with its body unchanged."""
        with self._reading() as connection:
            row = connection.execute("SELECT new FROM moves WHERE old = ?", (symbol,)).fetchone()
            return SymbolId(row[0]) if row else None

    def externals(self) -> list[str]:
        """Dotted names of everything outside that the repository's code refers to, sorted."""
        with self._reading() as connection:
            return sorted(s.qualified_name for s in symbols.placeless(connection) if s.kind is Kind.EXTERNAL)

    def packages(self) -> dict[str, str]:
        """The Merkle root of each package."""
        with self._reading() as connection:
            return dict(connection.execute("SELECT package, root FROM packages ORDER BY package"))

    def edges(self) -> Iterator[Edge]:
        """Every edge: structure first, then the edges of each file."""
        from seedwalk.answers.dumping import each_edge

        with self._reading() as connection:
            yield from each_edge(connection)

    def dump(self) -> Iterator[dict[str, Any]]:
        """The whole graph as rows that say everything by name, sorted: symbols, then edges."""
        from seedwalk.answers.dumping import dump_rows

        with self._reading() as connection:
            yield from dump_rows(connection)

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """One committed state of the index, for everything read within."""
        return self._readers.reading()
