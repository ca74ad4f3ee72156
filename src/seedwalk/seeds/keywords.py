"""A task's words in three tiers: names it quotes, names of several parts, single words.

Phases: backticks (exact); code patterns, the verb's noun, words of several parts, pairs of adjacent words (compounds);
parts, words and what abbreviations stand for (components). Every tier keeps the order of the text, except that
components end up with the longer words, which say more, before the shorter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from seedwalk.config import Understanding
from seedwalk.seeds.code_names import backticked, code_patterns
from seedwalk.seeds.mentions import once
from seedwalk.task import Keywords
from seedwalk.text import parts
from seedwalk.words import wordlists

_WORD = re.compile(r"\w+")
_STOP = re.compile(r"[.!?;](?=\s)|\n\s*\n")
_INNER_DOT = re.compile(r"\.\w")
_SLOT = str.maketrans("", "", "`*'\"\u201c\u201d\u2018\u2019")
"""Marks around a word that do not part it from its neighbours."""


class Word(msgspec.Struct, frozen=True):
    """A word of the text: as written, in lower case, and in its parts. One without text is a gap."""

    text: str
    low: str
    parts: tuple[str, ...]
    adjacent: bool
    """Whether it follows the word before it at once."""
    opens: bool
    """Whether a sentence begins with it."""

    @property
    def compound(self) -> bool:
        """Whether it is an identifier of several parts, or has an underscore."""
        return len(self.parts) > 1 or "_" in self.text

    @property
    def acronym(self) -> bool:
        return len(self.text) > 1 and self.text.isupper()


def words_of(text: str) -> list[Word]:
    """The words in the order of the text; numbers, and the endings of files, are none."""
    lists = wordlists()
    found: list[Word] = []
    end = 0
    for match in _WORD.finditer(text):
        written, start = match[0], match.start()
        between, end = text[end:start], match.end()
        file_ending = between == "." and written.lower() in lists.extensions and not _INNER_DOT.match(text, end)
        opens = not found or _STOP.search(between) is not None
        if written[0].isdigit() or not written.strip("_") or file_ending:
            found.append(Word("", "", (), False, opens))
            continue
        low = written.lower()
        pieces = (written,) if low in lists.mixed else _pieces(written)
        adjacent = bool(found and found[-1].text) and _joins(between)
        found.append(Word(written, low, pieces, adjacent, opens))
    return found


def _pieces(word: str) -> tuple[str, ...]:
    """The parts of a word; one with letters beyond ASCII is parted at underscores alone, for it may be prose."""
    if word.isascii():
        return tuple(_singular(part) for part in parts(word))
    return tuple(part for part in word.split("_") if part)


def _joins(between: str) -> bool:
    """Whether two words are adjacent: blanks between them, at most one line's end; or a hyphen."""
    bare = between.translate(_SLOT)
    return bare == "-" or (bool(bare) and bare.strip(" \t") in ("", "\n"))


def _singular(part: str) -> str:
    """An acronym in the plural is the acronym: URLs."""
    return part[:-1] if len(part) > 2 and part[-1] == "s" and part[:-1].isupper() else part


def pairs(words: Sequence[Word], tuning: Understanding) -> list[tuple[Word, Word]]:
    """Words adjacent in the text, neither a stop word nor an identifier already."""
    usable = [_pairable(word, tuning) for word in words]
    return [
        (words[place], words[place + 1])
        for place in range(len(words) - 1)
        if words[place + 1].adjacent and usable[place] and usable[place + 1]
    ]


def _pairable(word: Word, tuning: Understanding) -> bool:
    return len(word.low) >= tuning.shortest_paired and not word.compound and word.low not in wordlists().stop


def keywords(prose: str, told: Sequence[Word], code: Sequence[Word], pasted: str, tuning: Understanding) -> Keywords:
    """The three tiers. `told` are the words of `prose`, `code` those of pasted code, whose text is `pasted`."""
    verb_noun = acted_on(told)
    exact = once(_long_enough(_both_cases(backticked(prose, tuning)), tuning), tuning.max_compounds)
    quoted = frozenset(exact)
    compounds = once(
        (name for name in _compounds(prose, told, code, pasted, verb_noun, tuning) if name not in quoted),
        tuning.max_compounds,
    )
    taken = quoted.union(compounds)
    first = _promoted(verb_noun, taken, tuning)
    rest = once(
        (term for term in _components((*told, *code), tuning) if term not in taken and term not in first),
        tuning.max_components,
    )
    return Keywords(exact, compounds, (*first, *sorted(rest, key=len, reverse=True)))


def _promoted(noun: Word | None, taken: frozenset[str], tuning: Understanding) -> tuple[str, ...]:
    """A plain noun that the verb acts on, and the same with a capital; nothing when a higher tier has it."""
    if noun is None or noun.compound or noun.low in taken or len(noun.low) < tuning.shortest_word:
        return ()
    return once((noun.low, noun.low.capitalize()), 2)


def acted_on(words: Sequence[Word]) -> Word | None:
    """What the opening verb acts on: the first noun after it that is neither filler nor, if there is another, acronym.

    An acronym before a noun only qualifies it: "add an HTTP client" is about the client.
    """
    lists = wordlists()
    opening = next((n for n, word in enumerate(words) if word.low in lists.verbs or not _skipped(word)), len(words))
    if opening == len(words) or words[opening].low not in lists.verbs or words[opening].compound:
        return None
    acronym = None
    for word in words[opening + 1 :]:
        if word.opens:
            break
        if not word.text or _skipped(word) or word.low in lists.fillers:
            continue
        if not word.acronym:
            return word
        acronym = acronym or word
    return acronym


def _skipped(word: Word) -> bool:
    return word.low in wordlists().stop and not word.compound


def _compounds(
    prose: str, told: Sequence[Word], code: Sequence[Word], pasted: str, noun: Word | None, tuning: Understanding
) -> Iterator[str]:
    yield from _long_enough(_both_cases(code_patterns(prose)), tuning)
    if noun is not None and noun.compound:
        yield noun.text
    yield from (word.text for word in told if word.compound)
    for left, right in pairs(told, tuning):
        if max(len(left.low), len(right.low)) >= tuning.longest_paired_at_least:
            yield left.low.capitalize() + right.low.capitalize()
            yield f"{left.low}_{right.low}"
    yield from _long_enough(_both_cases(code_patterns(pasted)), tuning)
    yield from (word.text for word in code if word.compound)


def _components(words: Sequence[Word], tuning: Understanding) -> Iterator[str]:
    lists = wordlists()
    for word in words:
        for part in word.parts:
            low = part.lower()
            if len(low) < tuning.shortest_word or low.isdigit():
                continue
            if low not in lists.stop:
                yield low
                yield from lists.abbreviations.get(low, ())


def _long_enough(names: Iterable[str], tuning: Understanding) -> Iterator[str]:
    return (name for name in names if len(name) >= tuning.shortest_word)


def _both_cases(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield name
        yield name.lower()
