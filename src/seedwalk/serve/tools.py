"""The tools: each a question of the API under a name a model can choose by. Adding one is a function and a line.

A small set by default. What else there is, among it what writes, stands behind the preset `all`.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from seedwalk.api import Repository
from seedwalk.errors import UsageError
from seedwalk.model import Pack, Quality, Symbol
from seedwalk.render import render, renderer_named
from seedwalk.serve import answers as told
from seedwalk.serve import arguments as asked
from seedwalk.serve.answers import Envelope, Next, Place
from seedwalk.serve.desk import Visit

_BLAST_DEPTH = 3
"""Steps a blast radius follows at least: one is what 'callers' says."""
_STALE_TOLD = 20
_RENDERER = "markdown"
_NO_MATCH = "Nothing matched. Try other words, a name you know, or search_symbols."


_Answer = TypeVar("_Answer", bound=told.Enveloped)


class Reply(Struct, Generic[_Answer], frozen=True):
    """An answer as values and as text."""

    answer: _Answer
    text: str


class Tool(Struct, frozen=True):
    """A tool: what it is for and what answers it. Its name, and what it takes and gives, are those of the function."""

    run: Callable[[Visit, Any], Reply[Any]]
    title: str
    description: str
    writes: bool = False

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def takes(self) -> type[asked.Asked]:
        hint: type[asked.Asked] = get_type_hints(self.run)["ask"]
        return hint

    @property
    def packs(self) -> bool:
        """Whether it answers with the code of many symbols, from where the index knows them to stand."""
        return self.gives is told.Context

    @property
    def gives(self) -> type[msgspec.Struct]:
        (hint,) = get_args(get_type_hints(self.run)["return"])
        return typing.cast(type[msgspec.Struct], hint)


def _envelope(
    here: Repository, paths: Iterable[str], *, answered: str = "", notes: Sequence[str] = (), **known: Any
) -> Envelope:
    """The envelope of an answer that speaks of these files. An answer that says which state it is from is fresh only
    while that state stands: the index may have moved on while it was being made, or may not be able to."""
    stale = here.outdated(sorted(set(paths)))
    now = here.snapshot()
    fresh = not stale and answered in ("", now) and not here.behind
    told_of = _noted(here, notes)
    return Envelope(snapshot=answered or now, fresh=fresh, stale=stale[:_STALE_TOLD], notes=told_of, **known)


def _noted(here: Repository, notes: Iterable[str]) -> list[str]:
    """Notes, each once, that of an index which cannot be brought up to date first."""
    return list(dict.fromkeys(note for note in (here.behind, *notes) if note))


def _place(symbol: Symbol) -> Place:
    span = symbol.span
    return Place(
        symbol.path, symbol.qualified_name, symbol.kind.value, span.start_line, span.end_line, symbol.signature
    )


def _reply(answer: _Answer, text: str | None = None) -> Reply[_Answer]:
    """The answer with its text, which ends in the envelope."""
    shown = told.text_of(answer) if text is None else text
    return Reply(answer, f"{shown.rstrip()}\n\n{told.told(answer.envelope)}\n")


def _packed(here: Repository, pack: Pack, task: str | None, nothing: str = _NO_MATCH) -> Reply[told.Context]:
    empty = (nothing,) if pack.match.quality is Quality.NONE else ()
    notes = (*pack.notes, pack.match.reason, *empty)
    cut = any(entry.depth.value != "full" for entry in pack.entries)
    envelope = _envelope(
        here, (entry.path for entry in pack.entries), answered=pack.snapshot, truncated=cut,
        match=pack.match.quality.value,
        notes=notes, next=_after_pack(pack, task),
    )  # fmt: skip
    rows = [
        told.Packed(
            entry.path, entry.name, entry.kind.value, entry.start_line, entry.end_line, round(entry.score, 6),
            entry.depth.value, entry.tokens, entry.text, list(entry.reasons),
        )
        for entry in pack.entries
    ]  # fmt: skip
    answer = told.Context(envelope, pack.task, pack.profile, pack.token_budget, pack.tokens_used, rows)
    return _reply(answer, f"{told.DATA}\n\n{render(pack, renderer_named(_RENDERER))}")


def _after_pack(pack: Pack, task: str | None) -> list[Next]:
    if pack.match.quality is Quality.NONE or not pack.entries:
        look = Next("search_symbols", {"query": (task or "")[:100]}, "look for single names instead")
        return [look] if task else []
    first = pack.entries[0]
    name = f"{first.path}:{first.name}"
    calls = [Next("references", {"symbol": name}, "who uses the best match, and what it uses")]
    partial = next((entry for entry in pack.entries if entry.depth.value != "full"), None)
    if partial is not None:
        calls.insert(0, Next("read_symbol", {"symbol": f"{partial.path}:{partial.name}"}, "this one was cut"))
    if task is not None:
        why = {"task": task[:200], "symbol": name, "budget": pack.token_budget}
        calls.append(Next("explain_rank", why, "why it ranks so high"))
    return calls


def context_for_task(visit: Visit, ask: asked.ForTask) -> Reply[told.Context]:
    here = visit.repository
    return _packed(here, here.context(ask.task, budget=ask.budget, explain=ask.explain, renderer=_RENDERER), ask.task)


def context_for_files(visit: Visit, ask: asked.ForFiles) -> Reply[told.Context]:
    here = visit.repository
    return _packed(here, here.context_for_files(ask.paths, budget=ask.budget, renderer=_RENDERER), None)


def context_for_change(visit: Visit, ask: asked.ForChange) -> Reply[told.Context]:
    here = visit.repository
    pack = here.context_for_files((), diff=ask.base, budget=ask.budget, renderer=_RENDERER)
    return _packed(here, pack, None, f"No indexed line differs from '{ask.base}'.")


def search_symbols(visit: Visit, ask: asked.ForSearch) -> Reply[told.Hits]:
    here = visit.repository
    languages = (ask.language,) if ask.language else ()
    found = here.search(ask.query, ask.limit, kinds=ask.kinds, path=ask.path, languages=languages)
    hits = [told.Hit(_place(hit.symbol), hit.score, hit.by.value) for hit in found]
    names = [f"{hit.place.path}:{hit.place.name}" for hit in hits[:1]]
    full = len(hits) == ask.limit
    notes = [f"Only the first {ask.limit} are told. Give more words, or a higher limit."] if full else []
    envelope = _envelope(
        here, (hit.place.path for hit in hits), truncated=full, match="good" if hits else "none",
        notes=notes if hits else ["Nothing matched. Try fewer words, or drop a filter."],
        next=[Next("read_symbol", {"symbol": name}, "its code") for name in names],
    )  # fmt: skip
    answer = told.Hits(envelope, hits)
    return _reply(answer)


def explain_rank(visit: Visit, ask: asked.ForRank) -> Reply[told.Explanation]:
    here = visit.repository
    why = here.why(ask.task, here.symbol(ask.symbol), budget=ask.budget)
    answer = told.Explanation(_envelope(here, [why.path], answered=why.snapshot, match=why.match), why)
    return _reply(answer)


def references(visit: Visit, ask: asked.ForReferences) -> Reply[told.Relations]:
    here = visit.repository
    symbol = here.symbol(ask.symbol)
    blast = ask.role is asked.Role.BLAST_RADIUS
    depth = max(ask.depth, _BLAST_DEPTH) if blast else ask.depth
    role = asked.Role.CALLERS if blast else ask.role
    found = [row for row in here.references(symbol, depth=depth) if role in (asked.Role.ALL, row.role)]
    rows = [
        told.Relation(row.role, row.path, row.name, row.kind, row.line, row.confidence, row.depth, list(row.way))
        for row in found[: ask.limit]
    ]
    notes = [f"{len(found) - len(rows)} more were left out."] if len(found) > len(rows) else []
    envelope = _envelope(
        here, [symbol.path, *(row.path for row in rows)], truncated=bool(notes), notes=notes,
        next=[Next("read_symbol", {"symbol": f"{row.path}:{row.name}"}, f"first of {row.role}") for row in rows[:1]],
    )  # fmt: skip
    answer = told.Relations(envelope, _place(symbol), rows, len(found))
    return _reply(answer)


def read_symbol(visit: Visit, ask: asked.ForReading) -> Reply[told.Source]:
    here = visit.repository
    symbol = here.symbol(ask.symbol)
    if here.outdated([symbol.path]) and visit.catch_up([symbol.path]):
        symbol = here.symbol(ask.symbol)  # its lines moved, or it is gone
    lines = here.source(symbol).split("\n")
    left = max(len(lines) - ask.max_lines, 0)
    envelope = _envelope(
        here, [symbol.path], truncated=left > 0, notes=[f"{left} more lines were left out."] if left else [],
        next=[Next("references", {"symbol": f"{symbol.path}:{symbol.qualified_name}"}, "who uses it")],
    )  # fmt: skip
    answer = told.Source(envelope, _place(symbol), symbol.doc, "\n".join(lines[: ask.max_lines]), len(lines))
    return _reply(answer)


def repository_status(visit: Visit, ask: asked.ForStatus) -> Reply[told.State]:
    del ask  # it has nothing to say
    status = visit.repository.status()
    changed = [*status.added, *status.changed, *status.removed]
    others = [f"Made with other settings: {', '.join(status.other_settings)}."] if status.other_settings else []
    notes = _noted(visit.repository, [*status.warnings, *others])
    envelope = Envelope(status.snapshot, status.fresh, changed[:_STALE_TOLD], notes=notes)
    answer = told.State(
        envelope, status.root, status.files, status.symbols, status.head, status.current_head, status.languages,
        status.edges, status.skipped, status.unsupported, len(changed), visit.watching,
    )  # fmt: skip
    return _reply(answer)


def affected_tests(visit: Visit, ask: asked.ForTests) -> Reply[told.Tests]:
    here = visit.repository
    if not ask.paths and not ask.base:
        raise UsageError("nothing says what changed. Give paths, or base.")
    found = here.affected(ask.paths, diff=ask.base or None)
    rows = [
        told.Test(row.path, row.name, row.line, row.depth, row.confidence, list(row.way)) for row in found[: ask.limit]
    ]
    envelope = _envelope(here, (row.path for row in rows), truncated=len(found) > len(rows))
    answer = told.Tests(envelope, rows, len(found))
    return _reply(answer)


def repository_map(visit: Visit, ask: asked.ForMap) -> Reply[told.Map]:
    answer = told.Map(_envelope(visit.repository, ()), visit.repository.export(budget=ask.budget))
    return _reply(answer)


def refresh_index(visit: Visit, ask: asked.ForIndexing) -> Reply[told.Indexed]:
    report = visit.index(rebuild=ask.rebuild)
    answer = told.Indexed(
        _envelope(visit.repository, ()), report.files, report.read, report.removed, report.symbols
    )  # fmt: skip
    return _reply(answer)


CORE: tuple[Tool, ...] = (
    Tool(
        context_for_task, "Code for a task",
        "Start here. Given a task in plain words, returns the code of this repository most worth reading for it: "
        "ranked symbols with path, line range and code, cut to a token budget. Use it before searching or opening "
        "files. Paste error messages and names into the task. If 'match' is weak or none, rephrase, or use "
        "search_symbols.",
    ),
    Tool(
        context_for_files, "Code around files",
        "Returns what to read together with files you already know you will touch: their symbols first, then what is "
        "near them in the graph (callers, callees, types). Paths are relative to the repository.",
    ),
    Tool(
        context_for_change, "Code around a change",
        "Returns what a change touches and what it may affect: symbols whose lines differ from a commit, then their "
        "neighbourhood. Use it to review a branch (base='main') or uncommitted work (base='HEAD').",
    ),
    Tool(
        search_symbols, "Find symbols",
        "Finds functions, classes and other symbols by name or by a few words. Exact names come first, so a half "
        "remembered name works. Returns places and signatures without code; follow with read_symbol.",
    ),
    Tool(
        explain_rank, "Why a symbol ranks so",
        "Says why a symbol stands where it stands in the answer to a task: each signal's share of its score, its "
        "place, the way the graph led to it; for a symbol that is missing, the stage that lost it.",
    ),
    Tool(
        references, "Callers, callees, implementors",
        "Who uses a symbol and what it uses: callers, callees, bases, subclasses, implementors, tests, each with the "
        "line and how surely it is known. role='blast_radius' follows callers of callers: ask it before changing a "
        "signature.",
    ),
    Tool(
        read_symbol, "Read one symbol",
        "The code of one symbol as it stands in its file now, with its place and doc. Cheaper than opening the file.",
    ),
    Tool(
        repository_status, "State of the index",
        "What is indexed (files, symbols, languages), what was left out and why, and whether the index is up to date.",
    ),
)  # fmt: skip
MORE: tuple[Tool, ...] = (
    Tool(
        affected_tests, "Tests a change reaches",
        "The tests that depend on changed files, or on the lines that differ from a commit, nearest first.",
    ),
    Tool(
        repository_map, "Map of the repository",
        "A map of the repository: its modules, how they connect, and in each what is called most.",
    ),
    Tool(
        refresh_index, "Index again",
        "Brings the index up to date, or builds it afresh. Needed only when nothing watches the repository.",
        writes=True,
    ),
)  # fmt: skip
PRESETS: dict[str, tuple[Tool, ...]] = {"core": CORE, "all": CORE + MORE}


def preset(name: str) -> dict[str, Tool]:
    """The tools of a preset by name. Raises UsageError."""
    if name not in PRESETS:
        raise UsageError(f"'{name}' is no preset of tools. Choose from: {', '.join(PRESETS)}.")
    return {tool.name: tool for tool in PRESETS[name]}
