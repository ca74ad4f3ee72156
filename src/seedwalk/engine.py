"""STORY 2: a task becomes the code worth reading.

understand the task → channels name symbols → the best are seeds → walk from them → signals → score → pack.

A `Mind` is one state of an index in memory; every question about it runs through `think`, and so do explanations and
measurements: there is no second pipeline.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec.structs import replace

from seedwalk.arrays.columns import Column, Few, nothing, plus, scaled
from seedwalk.config import ScorePolicy, SeedPolicy, Settings
from seedwalk.graph.arrays import Graph
from seedwalk.graph.incoming import callers, surest
from seedwalk.graph.matrix import WalkMatrix, leading, walk_matrix
from seedwalk.graph.sparse import Sparse
from seedwalk.indexing.graphing import load
from seedwalk.machine.reuse import keep_freed
from seedwalk.machine.wanted import still_wanted
from seedwalk.model import Flags, Symbol
from seedwalk.rank.above import UPWARD, above
from seedwalk.rank.bounds import bounded
from seedwalk.rank.naming import by_name
from seedwalk.rank.second import Places, hopeful, places, second_look, sizes
from seedwalk.rank.signals import Scores, Sum, combine
from seedwalk.rank.trained import features, taught
from seedwalk.rank.trees import grown
from seedwalk.rank.walk import walk, walked
from seedwalk.seeds import channels
from seedwalk.seeds.asked import Asked, asked
from seedwalk.seeds.bridge import Bridge
from seedwalk.seeds.framed import framed
from seedwalk.seeds.glossary import Glossary
from seedwalk.seeds.hearing import Heard, heard
from seedwalk.seeds.history import Memory, memory
from seedwalk.seeds.leaving import Leaving
from seedwalk.seeds.lexical import Structure, best, structure_of
from seedwalk.seeds.nearness import together
from seedwalk.seeds.pointed import called, mentioned, named_in_full, placed
from seedwalk.seeds.precedents import precedents
from seedwalk.seeds.ranked import Seeds
from seedwalk.seeds.surprise import surprise
from seedwalk.seeds.understand import understand
from seedwalk.store import history as history_rows
from seedwalk.store import segments, symbols
from seedwalk.store.lexical import LexicalIndex
from seedwalk.task import Task
from seedwalk.thought import Found, Reached, Thought

if TYPE_CHECKING:  # of channels and the first design's scoring: asked by other profiles, waited for by nobody else
    from seedwalk.seeds.ground import Ground, Question

_PATHS_TOLD = 10
"""Files that an answer around files names; a change may be of thousands, and the room is the code's."""
SIGNALS = (
    "lexical", "walk", "uses", "exact", "cover", "owner", "beside", "whole", "size", "mention", "place", "glossary",
    "frame", "near", "above", "history", "precedent", "recency", "hits", *channels.SIGNALS, "fused", "trained",
)  # fmt: skip
"""What can speak for a symbol; each has its weight in `Ranking`, and one without weight is not computed."""


def _asks_edges(settings: Settings) -> bool:
    """Whether a ranking looks at single edges: a walk does not."""
    return bool(channels.wanted(settings)) or settings.ranking.scoring is ScorePolicy.FORMULA


class Mind:
    """One committed state of an index, ready to be asked."""

    def __init__(
        self, connection: sqlite3.Connection, settings: Settings, root: Path | None = None, before: Mind | None = None
    ) -> None:
        """`before`: one of another state, of which some may hold in this one too."""
        self.settings, self._root = settings, root
        keep_freed()
        words, graph = (before.words, before.graph) if before else (None, None)
        self.words: LexicalIndex = segments.open_index(connection, outside=settings.lexical.outside, before=words)
        self.graph: Graph = load(connection, walking=True, told=_asks_edges(settings), before=graph)
        self._whole: Graph | None = None
        self._glossary = Glossary(root if settings.ranking.glossary else None, settings.concepts)
        self._rows = self.graph.rows(self.words.ids)
        self.memory: Memory | None = self._remembered(connection)

    def whole(self, connection: sqlite3.Connection) -> Graph:
        """The same graph with its edges to be told one by one; the connection reads the state that this is."""
        if self._whole is None:
            self._whole = self.graph if self.graph.base.read is not None else load(connection)
        return self._whole

    @cached_property
    def matrix(self) -> WalkMatrix:
        walking = self.settings.walking
        return walk_matrix(self.graph, walking.weights, walking.attenuation, walking.backward)

    @cached_property
    def use_matrix(self) -> WalkMatrix:
        using = self.settings.using
        return walk_matrix(self.graph, using.weights, using.attenuation, using.backward)

    @cached_property
    def confidence(self) -> np.ndarray:
        """How surely anything points at every row."""
        return surest(self.graph)

    @cached_property
    def callers(self) -> np.ndarray:
        """How many call every row."""
        return callers(self.graph)

    @cached_property
    def size(self) -> np.ndarray:
        return sizes(self.graph.nodes, self.settings.ranking.size_most)

    @cached_property
    def structure(self) -> Structure:
        return structure_of(self.graph)

    @cached_property
    def leaving(self) -> Leaving:
        return Leaving(self.structure, self.graph.alive, self.graph.nodes["file"] > 0, self.settings)

    @property
    def factor(self) -> np.ndarray:
        """What kind and flags leave of every row's score."""
        return self.leaving.factor

    @cached_property
    def _recent(self) -> np.ndarray:
        """How recently each row changed; nothing where history is not read, or nobody asks."""
        known = self.memory if self.settings.ranking.recency else None
        return known.recency(self.settings.history.half_life) if known else np.zeros(len(self.graph))

    def _remembered(self, connection: sqlite3.Connection) -> Memory | None:
        """What earlier commits said of each row; None when nobody asks."""
        ranking = self.settings.ranking
        if not (ranking.history or ranking.precedent or ranking.recency):
            return None
        pairs = history_rows.pairs(connection)
        rows = self.graph.rows(pairs["symbol"])
        return memory(*history_rows.told(connection), rows, pairs["commit"], self.structure.module)

    @cached_property
    def ground(self) -> Ground:
        """This state as channels see it."""
        from seedwalk.scoring import ground_of

        answers, settings = self.factor > 0, self.settings
        return ground_of(self.graph, self.words, self._rows, self.structure, answers, settings, self._root)

    @staticmethod
    def _question(connection: sqlite3.Connection, task: Task, lexical: Few) -> Question:
        from seedwalk.seeds.ground import Question

        return Question(task, connection, lexical.dense)

    def ready(self) -> None:
        """Make what the first question would otherwise wait for."""
        if self.settings.ranking.walk:
            self.matrix  # noqa: B018
        if self.settings.ranking.uses:
            self.use_matrix  # noqa: B018

    def think(self, connection: sqlite3.Connection, text: str, limit: int, *, every: bool = False) -> Thought:
        """The whole way from a text to a ranking. Scores are worked out for all rows that can be in it, and with
        `every` for the others too."""
        task = understand(text, self.settings.understanding)
        found = self._find(connection, task)
        still_wanted()
        seeds = SEEDINGS[self.settings.seeding.policy](self, connection, found)
        reached = Reached(found, seeds, self._walked(seeds.start), None if every else limit)
        still_wanted()
        scores = SCORINGS[self.settings.ranking.scoring](self, connection, reached)
        ranked = best(scores.standing, self.graph.ids, limit)
        strength, said = found.weighed.strength(self.settings.ranking.judged), self._heard(found)
        return Thought(
            task, found.lexical, seeds.rows, reached.mass, scores, ranked, strength,
            unheard=said.silent, meant=said.meant, heard=said.worth,
            named=found.glossed.sure or named_in_full(connection, task), told=found.told, fused=found.fused,
            wrong=found.glossed.wrong,
        )  # fmt: skip

    def _find(self, connection: sqlite3.Connection, task: Task) -> Found:
        """Words, mentions and places, and the channels that settings ask for."""
        said = asked(task.text, self.settings.asking, self.settings.ranking.everyday, task.said)
        weighed = self.words.weigh(said.terms, self.settings.lexical, self._surprise(said), said.telling)
        lexical = self._bridge.mixed(weighed.scores, self.settings.mixing)
        place = placed(connection, self.graph, task).where(lexical)
        mention = mentioned(connection, self.graph, task, self.settings.ranking.mention_most)
        found = Found(task, said, weighed, lexical, mention, place, self._glossary.gloss(task, connection, self.graph))
        if not channels.wanted(self.settings):
            return found
        told = channels.ask(self._question(connection, task, lexical), self.ground)
        return replace(found, told=told, fused=channels.fused(told, self.ground))

    def _heard(self, found: Found) -> Heard:
        """Which words of the task something here says; a test speaks for no one but itself."""
        among = self.words.alive if found.task.about_tests else self._speaking
        says = cache(lambda term: term in found.glossed.terms or self.words.said(term, among))
        surprise = dict(zip(dict.fromkeys(found.asked.terms), found.weighed.surprise, strict=True))
        return heard(found.task, self.settings.asking, surprise, says, self.words.known)

    @cached_property
    def _speaking(self) -> np.ndarray:
        """Whether each row of the lexical index may be an answer and is no test."""
        speaks = (self.factor > 0) & ((self.structure.flags & int(Flags.TEST)) == 0)
        known: np.ndarray = self.words.alive & (self._rows >= 0) & speaks[self._rows]
        return known

    def _best_scores(self, connection: sqlite3.Connection, found: Found) -> Seeds:
        """The best by their words, what the task mentions and where, with that score."""
        ranking = self.settings.ranking
        named = ((ranking.mention, found.mention), (ranking.glossary, found.glossed.symbols))
        first = plus(found.lexical, *named, (ranking.place, found.place))
        many = self.settings.asking.seeds if found.asked.reports else ranking.seeds
        seeds = best(first, self.graph.ids, many)
        start = np.zeros(len(self.graph))
        start[seeds] = first.at(seeds)
        return Seeds(seeds, start)

    def _best_fused(self, connection: sqlite3.Connection, found: Found) -> Seeds:
        """Those of the fused channels."""
        from seedwalk.seeds.choose import choose

        return choose(found.fused, self._question(connection, found.task, found.lexical), self.ground, found.told)

    def _walked(self, start: np.ndarray) -> np.ndarray:
        ranking = self.settings.ranking
        if not ranking.walk:
            return scaled(start) if ranking.scoring is ScorePolicy.FORMULA else np.zeros(len(self.graph))
        return bounded(self.matrix, start, self.settings.walking, self.settings.bounding)

    def _weighted(self, connection: sqlite3.Connection, reached: Reached) -> Scores:
        """The weighted sum of all signals that have a weight."""
        ranking, found, seeds = self.settings.ranking, reached.found, reached.seeds
        signals: dict[str, Column] = {
            "lexical": self._undiscounted(found.lexical), "walk": self._near(reached.mass), "mention": found.mention,
            "place": found.place, "glossary": found.glossed.symbols, **self._used(seeds.start),
            **self._history(found.asked, found.lexical),
            **channels.signals(found.told, found.fused, ranking, len(self.graph)),
        }  # fmt: skip
        if ranking.exact:
            signals["exact"] = called(connection, self.graph, found.task)
        if ranking.cover:
            signals["cover"] = self._bridge.covered(found.asked.terms)
        if ranking.whole:
            signals["whole"] = self._as_one_text(found)
        if ranking.frame and found.task.frames:
            signals["frame"] = framed(found.task.frames, connection, self.graph)
        if ranking.hits:
            from seedwalk.rank.hits import adjustment, hits

            authority, hub = hits(self.matrix, reached.mass, self.settings.hits)
            among = np.isin(np.arange(len(seeds.start)), seeds.rows)
            signals["hits"] = adjustment(authority, hub, among, self.settings.hits)
        whole = Sum({name: getattr(ranking, name) for name in SIGNALS}, self.leaving.factor_for(found.task))
        whole.add(signals)
        left = self.leaving.by_task(found.task, report=found.asked.reports)
        like_commits = found.asked.like_commits(found.task.text, ranking.trained_words)
        lifted = 0.0 if like_commits else ranking.above
        self._look_again(whole, left, reached.wanted, lifted)
        if ranking.near:
            near = together(found.task.text, connection, self.graph, self.structure, self.settings, whole.standing())
            whole.add({"near": near})
        if left is not None:
            whole.discount(left)
        if lifted:
            rows = best(whole.standing(), self.graph.ids, ranking.above_among)
            whole.add({"above": above(rows, whole.at(rows), self.structure.parent, self._upward)})
        private = 1.0 if found.asked.reports else ranking.private
        if ranking.namesakes < 1.0 or private < 1.0:
            rows = best(whole.standing(), self.graph.ids, ranking.namesakes_among)
            whole.discount_some(rows, by_name(connection, self.graph, rows, ranking.namesakes, private))
        return self._as_taught(whole, found) if ranking.trained and like_commits else whole.scores()

    def _as_taught(self, whole: Sum, found: Found) -> Scores:
        """What replayed commits taught about the best: for tasks such as they were."""
        ranking, scores = self.settings.ranking, whole.scores()
        rows = best(scores.standing, self.graph.ids, ranking.trained_among)
        if len(rows) < 2:
            return scores
        table = features(scores, rows, self.graph.nodes[rows], self.structure.parent[rows], report=found.asked.reports)
        whole.add({"trained": taught(scores, rows, self.graph.ids[rows], table, grown(), ranking.trained)})
        return whole.scores()

    def _formulated(self, connection: sqlite3.Connection, reached: Reached) -> Scores:
        """The first design's sum of components."""
        from seedwalk.scoring import formulated

        question = self._question(connection, reached.found.task, reached.found.lexical)
        confidence, commit = self.confidence, self._recent
        return formulated(question, self.ground, reached.seeds, reached.mass, self.matrix, confidence, commit)

    def think_from(self, rows: Sequence[int], paths: Sequence[str], limit: int, *, change: bool = False) -> Thought:
        """A ranking around rows that are given, such as those of a change: they come first, then what is near them."""
        more = f" and {len(paths) - _PATHS_TOLD:,} more" if len(paths) > _PATHS_TOLD else ""
        understood = understand(", ".join(paths), self.settings.understanding)
        task = msgspec.structs.replace(understood, text=", ".join(paths[:_PATHS_TOLD]) + more, cut=False)
        seeds = np.asarray(sorted(rows), np.int64)
        start = np.zeros(len(self.graph))
        start[seeds] = 1.0
        mass = walk(self.matrix, start, self.settings.walking)
        if self.settings.ranking.scoring is ScorePolicy.FORMULA:
            from seedwalk.scoring import around, called_from

            reach = mass if change else called_from(seeds, self.ground, self.callers)
            scores = around(seeds, self.ground, reach, self.confidence, self._recent)
        else:
            scores = combine({"given": start, "walk": self._near(mass)}, {"given": 1.0, "walk": 1.0}, self.factor)
        ranked = best(scores.total, self.graph.ids, limit)
        return Thought(task, nothing(len(start)), seeds, mass, scores, ranked, given=True)

    def _undiscounted(self, values: Few) -> Few:
        """Values that had the factor applied, without it: it applies to the sum of all signals."""
        return Few(values.rows, values.values / self.leaving.divisor[values.rows], values.size)

    def _near(self, mass: Column) -> Column:
        """A walk's mass as a signal: by what the factor leaves of it, the largest is 1."""
        values, at = (mass.values, mass.rows) if isinstance(mass, Few) else (mass, slice(None))
        highest = float((values * self.factor[at]).max(initial=0.0))
        near: np.ndarray = values * self.leaving.answers[at]
        near *= 1.0 / highest if highest > 0 else 0.0
        return Few(mass.rows, near, mass.size) if isinstance(mass, Few) else near

    def _used(self, start: np.ndarray) -> dict[str, Column]:
        """The second walk, from the same seeds."""
        if not self.settings.ranking.uses:
            return {}
        return {"uses": self._near(walked(self.use_matrix, start, self.settings.using))}

    def _look_again(self, whole: Sum, left: np.ndarray | None, wanted: int | None, lifted: float) -> None:
        """Add the signals that need a first score to the rows whose place may depend on them; to all where none is
        `wanted`. `left` is what remains of each row in the end, but for the namesakes among the best, and `lifted` the
        most that what stands above these gains."""
        ranking, first = self.settings.ranking, whole.total()
        if wanted is not None:
            looked = max(wanted, ranking.trained_among if ranking.trained else 0) + ranking.namesakes_among
            many = max(self.settings.nearness.among, looked)
            whole.keep(hopeful(first, whole.factor, left, ranking.owner + ranking.beside + ranking.size + lifted, many))
        whole.add(second_look(whole.rows, first, self.structure.parent, self._places, self.size))

    def _as_one_text(self, found: Found) -> Few:
        """How well the file of each row that has words of the task speaks of it as a whole."""
        telling = found.asked.telling(np.asarray(found.weighed.telling))
        return self._bridge.whole(found.asked.terms, self.settings.lexical, telling, found.lexical.rows)

    @cached_property
    def _upward(self) -> tuple[Sparse, ...]:
        return leading(self.graph, UPWARD)

    @cached_property
    def _bridge(self) -> Bridge:
        return Bridge(self.words, self._rows, self.structure, self.leaving.words)

    @cached_property
    def _places(self) -> Places:
        return places(self.graph.nodes["file"])

    def _history(self, said: Asked, lexical: Few) -> dict[str, Column]:
        """The signals of earlier commits."""
        if self.memory is None or not self.memory.commits:
            return {}
        tuning, answers, told = self.settings.history, self.leaving.answers, self.memory.saying(said)
        recent = Few(lexical.rows, self._recent[lexical.rows] * lexical.values, lexical.size)
        signals: dict[str, Column] = {"history": self.memory.history(told, tuning, answers), "recency": recent}
        if self.settings.ranking.precedent:
            signals["precedent"] = precedents(self.memory, told, tuning, answers)
        return signals

    def _surprise(self, said: Asked) -> dict[int, float]:
        """How much it says that each term of a task is found."""
        found = surprise(said.spelled, self.settings.ranking.everyday).values()
        return dict(zip(said.terms, np.array(list(found)) * said.own, strict=True))

    def symbols(self, connection: sqlite3.Connection, rows: Sequence[int]) -> list[Symbol]:
        ids = self.graph.nodes["id"][list(rows)].tolist()
        known = symbols.by_ids(connection, ids)
        return [known[number] for number in ids if number in known]


SEEDINGS: Mapping[SeedPolicy, Callable[[Mind, sqlite3.Connection, Found], Seeds]] = {
    SeedPolicy.SCORES: Mind._best_scores,
    SeedPolicy.FUSED: Mind._best_fused,
}
"""How seeds are chosen."""
SCORINGS: Mapping[ScorePolicy, Callable[[Mind, sqlite3.Connection, Reached], Scores]] = {
    ScorePolicy.WEIGHTED: Mind._weighted,
    ScorePolicy.FORMULA: Mind._formulated,
}
"""How a score is made."""
