"""Which word may be meant by one that nothing here says? One that something says, a slip of the fingers away.

Two letters exchanged, one forgotten, one too many. A wrong letter is no slip that is looked for: too often it makes
another word (`rate`, `date`). What is found is told, and not searched for: whoever asked knows what was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from seedwalk.store.words import term_hash
from seedwalk.text import stem

_SHORTEST = 5
"""Letters of a word that is looked at: of shorter ones a slip makes too many others."""


def meant(word: str, known: Callable[[Sequence[int]], Sequence[bool]], says: Callable[[int], bool]) -> str:
    """The first slip away from a word that something says, "" where there is none. `known` tells which hashes of terms
    are there at all, for many at once; `says` is asked of these."""
    plain = word.lower()
    if len(plain) < _SHORTEST or not (plain.isascii() and plain.isalpha()):
        return ""
    slips = list(dict.fromkeys(_slips(plain)))
    hashes = [term_hash(stem(slip)) for slip in slips]
    there = (pair for pair, is_there in zip(zip(slips, hashes, strict=True), known(hashes), strict=True) if is_there)
    return next((slip for slip, number in there if stem(slip) != stem(plain) and says(number)), "")


def _slips(word: str) -> Iterator[str]:
    """What the word is if one slip made it. Its first letter stays: it is seldom wrong.

    >>> [slip for slip in _slips("lenght") if slip in ("length", "lengt", "lenghth")]
    ['length', 'lenghth', 'lengt']
    """
    places = range(1, len(word))
    yield from (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places[:-1])
    yield from (word[:at] + letter + word[at:] for at in (*places, len(word)) for letter in ascii_lowercase)
    yield from (word[:at] + word[at + 1 :] for at in places)
