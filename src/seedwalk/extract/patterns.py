"""A dialect's query as numbers, for the compiled part to run over trees of its own (docs/decisions/0012).

What a query means is what tree-sitter makes of it; `compile_patterns` puts it into the same steps. A step says what a
node must be, at which depth below the pattern's first; steps follow each other as the nodes do in a walk. Alternations,
options and repetitions are steps that may go on elsewhere (`other`). What is not known here raises `Unknown`, and the
query is left to tree-sitter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from seedwalk.extract import steps
from seedwalk.extract.steps import DEAD, DONE, HIDDEN, IMMEDIATE, LAST, NAMED, NONE, PASS, REPEATED, Step

_TOKEN = re.compile(r';[^\n]*|"(?:[^"\\]|\\.)*"|@[\w.\-]+|#[\w\-]+[?!]?|[\w\-][\w\-]*:?|[^\s]')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
EQUAL, MATCHING, AMONG = range(3)
_PREDICATES = {"eq?": EQUAL, "match?": MATCHING, "any-of?": AMONG}


class Unknown(ValueError):
    """A query says something that only tree-sitter knows."""


class Words(NamedTuple):
    """How a grammar numbers what queries name."""

    named: dict[str, int]
    anonymous: dict[str, int]
    fields: dict[str, int]
    supertypes: dict[int, tuple[int, ...]]
    """The symbols that stand for each symbol that never shows."""


Predicate = tuple[int, bool, int, int, tuple[bytes, ...], str]
"""(what is asked, whether of a yes, the capture, another capture or -1, texts, regular expression)"""


class Program(NamedTuple):
    """A query in numbers."""

    steps: bytes
    sets: list[tuple[int, ...]]
    """Symbols of which one is asked for; steps count them from 1."""
    negated: list[tuple[int, ...]]
    """Fields that a node must not have; steps count them from 1."""
    entries: list[tuple[int, int, bool, int]]
    """(run, step it may begin with, whether all of it is inside of the node that matches this step, the symbol of nodes
    that it does not begin with right within an error: 0 for none, NONE for all)"""
    runs: list[tuple[int, bool]]
    """The pattern of each run, which may begin with a node or with a node's child: these are looked for apart. And
    whether no way to match it can wait for a longer one: then a node that lacks children it needs ends it at once."""
    captures: tuple[str, ...]
    predicates: list[tuple[Predicate, ...]]
    """Of each pattern."""


def _unquoted(token: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), token[1:-1])


class _Reader:
    """Reads a query, pattern after pattern."""

    def __init__(self, source: str, words: Words) -> None:
        self.words = words
        self.tokens = [token for token in _TOKEN.findall(source) if token[0] != ";"]
        self.tokens.append("")
        self.at = 0
        self.steps: list[Step] = []
        self.captures: dict[str, int] = {}
        self.predicates: list[Predicate] = []
        self.entries: list[tuple[int, int, bool, int]] = []
        self.runs: list[tuple[int, bool]] = []

    def read(self) -> Program:
        told: list[tuple[Predicate, ...]] = []
        while self.tokens[self.at]:
            first, self.predicates = len(self.steps), []
            self._pattern(0, False, False)
            self.steps.append(Step(0, DONE))
            last = len(self.steps) - 1
            self._enter(len(told), first)
            self._untangle(first, last)
            told.append(tuple(self.predicates))
        rows, sets, negated = steps.packed(self.steps)
        return Program(rows, sets, negated, self.entries, self.runs, tuple(self.captures), told)

    def _pattern(self, depth: int, immediate: bool, inside: bool) -> None:
        """One pattern with what stands behind it; `inside` of an alternation."""
        first, token = len(self.steps), self.tokens[self.at]
        self.at += 1
        flags = IMMEDIATE if immediate else 0
        if token == "[":
            self._alternation(depth, immediate, inside)
        elif token == "(":
            following = self.tokens[self.at]
            if following[0] in '(["':
                self._sequence(depth, immediate, inside)
            elif following[0] == "#":
                self._predicate()
                return
            else:
                self._node(depth, flags, inside)
        elif token == "_":
            self.steps.append(Step(0, depth, flags))
        elif token[:1] == '"':
            self.steps.append(Step(self._symbol(_unquoted(token), self.words.anonymous), depth, flags))
        elif token[-1:] == ":":
            field = self._field(token[:-1])
            self._pattern(depth, immediate, inside)
            for step in self._chain(first):
                step.field = field
        else:
            raise Unknown(f"{token} is not known to begin a pattern")
        self._suffixes(first, depth, inside)

    def _symbol(self, name: str, words: dict[str, int]) -> int:
        if name not in words:
            raise Unknown(f"the grammar has no {name}")
        return words[name]

    def _field(self, name: str) -> int:
        return self._symbol(name, self.words.fields)

    def _chain(self, place: int) -> Iterator[Step]:
        """A step and those that may stand for it."""
        while True:
            step = self.steps[place]
            yield step
            if step.other == NONE or not place < step.other < len(self.steps):
                return
            place = step.other

    def _alternation(self, depth: int, immediate: bool, inside: bool) -> None:
        starts: list[int] = []
        while self.tokens[self.at] != "]":
            starts.append(len(self.steps))
            self._pattern(depth, immediate, True)
            self.steps.append(Step(0, depth))
        self.at += 1
        if not starts:
            raise Unknown("an alternation of nothing")
        self.steps.pop()
        if not self._as_set(starts, inside):
            for start, following in pairwise(starts):
                self.steps[start].other = following
                self.steps[following - 1].other = len(self.steps)
                self.steps[following - 1].flags |= DEAD

    def _as_set(self, starts: Sequence[int], inside: bool) -> bool:
        """Whether it is one of several symbols, which one step can ask for."""
        first = self.steps[starts[0]]
        if len(self.steps) != 2 * len(starts) - 1 + starts[0] or (inside and self._repeats()):
            return False
        for start in starts:
            step = self.steps[start]
            plain = step.symbol and step.other == NONE and not step.negated and not step.flags & HIDDEN
            if not plain or step.field != first.field or step.captures != first.captures:
                return False
        first.symbols, first.symbol = tuple(self.steps[start].symbol for start in starts), 0
        del self.steps[starts[0] + 1 :]
        return True

    def _repeats(self) -> bool:
        at = self.at
        while self.tokens[at][:1] == "@":
            at += 1
        return self.tokens[at] in ("*", "+", "?")

    def _sequence(self, depth: int, immediate: bool, inside: bool) -> None:
        while self.tokens[self.at] != ")":
            if self.tokens[self.at] == ".":
                self.at += 1
                immediate = True
            self._pattern(depth, immediate, inside)
            immediate = False
        self.at += 1

    def _node(self, depth: int, flags: int, inside: bool) -> None:
        name = self.tokens[self.at]
        self.at += 1
        symbol = 0 if name == "_" else self._symbol(name, self.words.named)
        step = Step(symbol, depth, flags | (0 if symbol else NAMED))
        if symbol in self.words.supertypes:
            step.symbol, step.symbols = 0, self.words.supertypes[symbol]
            step.flags |= HIDDEN
        self.steps.append(step)
        immediate, last = False, -1
        negated: list[int] = []
        while (token := self.tokens[self.at]) != ")":
            if token == "!":
                negated.append(self._field(self.tokens[self.at + 1]))
                self.at += 2
                continue
            if token == ".":
                self.at += 1
                immediate = True
                continue
            before = len(self.steps)
            self._pattern(depth + 1, immediate, inside)
            last = before if before < len(self.steps) else before - 1
            immediate = False
        self.at += 1
        step.negated = tuple(negated)
        if immediate:
            self._is_last(last)

    def _is_last(self, place: int) -> None:
        while True:
            step = self.steps[place]
            step.flags |= LAST
            if step.other == NONE or step.other >= len(self.steps):
                return
            place = step.other

    def _suffixes(self, first: int, depth: int, inside: bool) -> None:
        quantifier = ""
        while (token := self.tokens[self.at])[:1] in ("@", "*", "+", "?") and token:
            self.at += 1
            if token[0] != "@":
                if quantifier:
                    raise Unknown("several quantifiers in a row")
                quantifier = token
                continue
            capture = self.captures.setdefault(token[1:], len(self.captures))
            for step in self._chain(first):
                if len(step.captures) < steps.MOST_CAPTURES:
                    step.captures = [*step.captures, capture]
        if quantifier in ("*", "+"):
            self.steps.append(Step(0, depth, PASS | (REPEATED if inside else 0), first))
        if quantifier in ("*", "?"):
            step = self.steps[first]
            while step.other != NONE and step.other < len(self.steps) - (quantifier == "*"):
                step = self.steps[step.other]
            step.other = len(self.steps)

    def _predicate(self) -> None:
        name = self.tokens[self.at][1:]
        end = self.tokens.index(")", self.at)
        given = self.tokens[self.at + 1 : end]
        self.at = end + 1
        kind = _PREDICATES.get(name.removeprefix("not-"))
        if kind is None or not given or given[0][0] != "@" or (kind != AMONG and len(given) != 2):
            raise Unknown(f"#{name} of {' '.join(given)}")
        capture = self.captures.setdefault(given[0][1:], len(self.captures))
        yes = not name.startswith("not-")
        if kind == EQUAL and given[1][0] == "@":
            other = self.captures.setdefault(given[1][1:], len(self.captures))
            self.predicates.append((kind, yes, capture, other, (), ""))
            return
        if any(text[0] != '"' for text in given[1:]):
            raise Unknown(f"#{name} of {' '.join(given)}")
        texts = [_unquoted(text) for text in given[1:]]
        told = () if kind == MATCHING else tuple(text.encode() for text in texts)
        self.predicates.append((kind, yes, capture, -1, told, texts[0] if kind == MATCHING else ""))

    def _enter(self, pattern: int, place: int) -> None:
        """Where a pattern may begin: with each alternative; where it begins with any node, with that node's child."""
        rest, first = NONE, place
        places: list[int] = []
        while True:
            step = self.steps[place]
            if step.is_any and step.depth == 0 and not step.field:
                second = self.steps[place + 1]
                if not second.is_any and second.depth == 1 and not second.flags & IMMEDIATE:
                    rest, place, step = step.other, place + 1, second
            places.append(place)
            if step.other != NONE:
                place = step.other
            elif rest != NONE:
                place, rest = rest, NONE
            else:
                break
        # In the order in which tree-sitter begins them at one node.
        anywhere = [place for place in places if self.steps[place].is_any]
        places = anywhere + [place for place in reversed(places) if not self.steps[place].is_any]
        for depth in sorted({self.steps[place].depth for place in places}):
            if depth > 1:
                raise Unknown("a pattern of which nothing must be there")
            for place in places:
                if self.steps[place].depth == depth:
                    inside = depth == 0 and self._is_inside(place)
                    self.entries.append((len(self.runs), place, inside, self._barred(place)))
            self.runs.append((pattern, self._is_plain(first)))

    def _is_plain(self, first: int) -> bool:
        """Whether there is one way through its steps, and what the last of them matches is captured."""
        return bool(self.steps[-2].captures) and all(step.other == NONE for step in self.steps[first:])

    def _is_inside(self, place: int) -> bool:
        depth, at = self.steps[place].depth, place + 1
        while (step := self.steps[at]).depth != DONE:
            if step.depth == depth and not step.flags & DEAD:
                return False
            at = step.other if step.flags & DEAD else at + 1
        return True

    def _barred(self, place: int) -> int:
        """tree-sitter begins no pattern within an error that goes on behind its first node. It looks for that as far as
        the first branch of an alternation, and each symbol of a set is such a branch."""
        first = self.steps[place]
        for step in self.steps[place + 1 :] if first.depth == 0 else ():
            if step.flags & DEAD:
                return 0
            if step.depth == first.depth:
                break
            if len(step.symbols) > 1 and not step.flags & HIDDEN:
                return 0
        else:
            return NONE if first.depth else 0
        return first.symbols[-1] if first.symbols and not first.flags & HIDDEN else NONE

    def _untangle(self, first: int, last: int) -> None:
        """A repetition inside of an alternation comes back to a step that no longer leads to the other branches."""
        for place in range(first, last):
            step = self.steps[place]
            if step.flags & (PASS | REPEATED) != PASS | REPEATED or step.other >= place:
                continue
            target = step.other
            if self.steps[target].other == NONE or not target < self.steps[target].other < last:
                continue
            step.other = len(self.steps)
            self.steps.append(self.steps[target].again())
            self.steps.append(Step(0, self.steps[target].depth, DEAD, target + 1))


def compile_patterns(source: str, words: Words) -> Program:
    """A query's text as a program; `Unknown` where tree-sitter alone can run it."""
    return _Reader(source, words).read()
