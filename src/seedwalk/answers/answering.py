"""From a ranking to an answer: the text of each symbol, reasons for its rank, the quality of the match, the pack."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from seedwalk.config import ScorePolicy, Settings
from seedwalk.engine import Mind
from seedwalk.machine.wanted import still_wanted
from seedwalk.model import Match, Pack, Quality, Symbol
from seedwalk.pack.fill import fill, ranking
from seedwalk.pack.match import match_quality
from seedwalk.pack.snippets import Candidate
from seedwalk.pack.tokens import counter_named
from seedwalk.render import renderer_named
from seedwalk.seeds.ranked import Channel
from seedwalk.thought import Thought

Text = Callable[[Symbol], str]
"""A symbol's lines as they stand in its file."""
_NAMING = ("lexical", "mention", "place", "glossary", "frame", "history", "precedent")
"""Columns that name symbols; the others only speak of those named."""
_CALLED = {Channel.LEXICAL: "wording"}
TOLD = {
    "lexical": "holds words of the task",
    "walk": "close to the best matches in the graph",
    "uses": "uses the best matches, or is used by them",
    "exact": "its name is a word of the task",
    "owner": "belongs to a good match",
    "cover": "the task holds the words of its name",
    "beside": "in the file of a good match",
    "whole": "its file as a whole is about the task",
    "size": "how much code it holds",
    "mention": "named in the task",
    "place": "in a file the task names",
    "glossary": "what the repository's concepts.toml says the task means",
    "frame": "a stack trace or a line in the task points here",
    "near": "words side by side in the task are side by side in it",
    "above": "extended, implemented or overridden by a good match",
    "trained": "learned from commits of other repositories",
    "given": "changed, or asked for",
    "history": "earlier commits to it used the task's words",
    "precedent": "changed by earlier commits that resemble the task",
    "recency": "changed recently",
    "hits": "central among the matches",
    "blast_radius": "much of the walk from the best matches ends here",
    "confidence": "surely referred to",
    "observed": "seen running",
    "distance": "few edges from the best matches",
    "authority": "central among the matches, or merely central",
    "feedback": "found useful before",
    "session": "looked at in this session",
    "commit": "changed recently",
    "direct": "called as the task says",
    "injected": "what a framework calls the thing asked for",
    "names": "its name holds keywords of the task",
    "phrase": "words of the task stand together in its name",
    "concepts": "what the task speaks of is often called so",
    "context": "lies where words of the task point",
    "vectors": "its text is like the task",
    "fused": "named by several channels",
}
"""What a signal is called in a line of reasons."""
_REPHRASE = "Use names and words that the code itself uses."


def answer(
    connection: sqlite3.Connection, mind: Mind, thought: Thought, settings: Settings, text: Text, *,
    profile: str, snapshot: str, renderer: str, budget: int | None, limit: int | None, explain: bool,
    notes: Sequence[str] = (),
) -> Pack:  # fmt: skip
    """The pack for a thought: cut to a budget, or with `limit` the pure ranking."""
    rows, total = thought.ranking, thought.scores.total
    highest = float(total.max(initial=0.0))
    ranked = zip(rows.tolist(), total[rows].tolist(), thought.mass[rows].tolist(), strict=True)
    by_id = dict(zip(mind.graph.ids[rows].tolist(), ranked, strict=True))
    source = "" if limit is not None else text
    candidates = [
        Candidate(symbol, round(score / highest, 6), source, near, reasons(thought, row) if explain else ())
        for symbol in mind.symbols(connection, rows.tolist())
        for row, score, near in (by_id[symbol.id],)
    ]
    still_wanted()
    match = quality(thought, settings)
    told = [*notes, *_notes(thought)]
    counter = counter_named(settings.packing)
    empty = Pack(thought.task.text, profile, snapshot, budget, match, tuple(told))
    if limit is not None:
        return ranking(empty, candidates, limit, renderer_named(renderer), counter, settings.packing)
    words = [word for word in thought.task.words if word]
    return fill(empty, candidates, words, renderer_named(renderer), counter, settings.packing)


def _notes(thought: Thought) -> list[str]:
    told = ["The task was longer than what is read, and its end was left out."] if thought.task.cut else []
    if thought.wrong:
        told.append(f"{thought.wrong} Until then the answer does without it.")
    if thought.unheard:
        where = "here" if thought.task.about_tests else "outside the tests"
        instead = {word: f" (or {meant}?)" for word, meant in thought.meant.items() if meant}
        words = [f"{word}{instead.get(word, '')}" for word in thought.unheard]
        told.append(f"Nothing {where} mentions: {', '.join(words)}.")
    return told


def reasons(thought: Thought, row: int) -> tuple[str, ...]:
    """What made a row's score, the largest share first, then its ranks in the channels that named it."""
    shares = sorted(thought.scores.of(row).items(), key=lambda pair: (-abs(pair[1]), pair[0]))
    told = [f"{TOLD.get(name, name)} {value:+.3f}" for name, value in shares]
    ranks = ", ".join(f"{name} {rank}" for name, rank in channel_ranks(thought, row).items())
    return (*told, f"ranks: {ranks}") if ranks else tuple(told)


def channel_ranks(thought: Thought, row: int) -> dict[str, int]:
    """The place of a row, from 1, in every channel that named it; rows of equal value share the best of their places.

    Words, mentions, places and history are read off the columns that seeds and score were made of, the other channels
    off what each answered.
    """
    columns = {"lexical": thought.lexical.dense, **thought.scores.columns}
    found = {name: int((columns[name] > columns[name][row]).sum()) + 1
             for name in _NAMING if name in columns and columns[name][row] > 0}  # fmt: skip
    # the words as channels weigh them have the name of the words' own column: told apart
    ranked = {_CALLED.get(channel, channel.value): ranking.rank(row) for channel, ranking in thought.told.items()}
    ranked["fused"] = thought.fused.rank(row)
    return found | {name: rank for name, rank in ranked.items() if rank is not None}


def quality(thought: Thought, settings: Settings) -> Match:
    """Whether the answer is worth reading: how well names and descriptions of the best symbols fit the task."""
    if not thought.task.searchable and not thought.given:
        return Match(Quality.NONE, f"The task has no word to look for. {_REPHRASE}")
    if not len(thought.ranking):
        told = "No symbol lies in these files or lines."
        return Match(Quality.NONE, told if thought.given else f"No symbol matches the task. {_REPHRASE}")
    packing = settings.packing
    if thought.given:
        return Match(Quality.GOOD)
    if settings.ranking.scoring is ScorePolicy.FORMULA:
        return match_quality(thought.scores.total[thought.ranking].tolist(), packing)
    if thought.named:
        return Match(Quality.GOOD)
    heard = settings.asking.unheard and not thought.unheard  # every word is said here, if only by a symbol or two
    if thought.strength < packing.none_below and not heard:
        told = f"Nothing here speaks of this task {_strength(thought, packing.none_below)}"
        return Match(Quality.NONE, f"{told}. {_REPHRASE}")
    if thought.strength < packing.weak_below:
        told = f"The best symbols hold few of the task's telling words {_strength(thought, packing.weak_below)}"
        return Match(Quality.WEAK, f"{told}. {_REPHRASE}")
    if thought.unheard and thought.heard < packing.heard_least:
        return Match(Quality.WEAK, f"Only words that most repositories have were found. {_REPHRASE}")
    return Match(Quality.GOOD)


def _strength(thought: Thought, least: float) -> str:
    return f"(strength {thought.strength:.2f}, of {least:.2f} wanted)"
