"""What do words say by themselves? The lists beside this file: stop words, verbs, abbreviations, names, places.

Knowledge only; what a word means for a task is decided where it is used.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from seedwalk.languages import ENDINGS

_VOWELS = "aeiou"
_UNDOUBLED = "wxy"


class Wordlists(msgspec.Struct, frozen=True):
    """Every list, in lower case."""

    english: frozenset[str]
    """Closed classes of words, and what tasks are padded with."""
    stop: frozenset[str]
    """English and programming words, and every form of a chore's verb."""
    report: frozenset[str]
    """What reports of faults are made of, whatever the fault."""
    chores: frozenset[str]
    """Forms of the verbs for what is done to code."""
    verbs: frozenset[str]
    """Forms of every action verb: chores, and the deeds of programs."""
    fillers: frozenset[str]
    abbreviations: Mapping[str, tuple[str, ...]]
    broken: frozenset[str]
    """Abbreviations with dots: `e.g`."""
    mixed: frozenset[str]
    """Names in mixed case that are one word."""
    dotted: frozenset[str]
    """Names with a dot that are neither file nor member."""
    extensions: frozenset[str]
    folders: frozenset[str]
    hosts: frozenset[str]
    test_nouns: frozenset[str]
    not_tests_after: frozenset[str]
    not_tests_before: frozenset[str]
    not_tests: frozenset[str]
    """Names that look like a test's and are not."""
    aside_nouns: frozenset[str]
    not_asides_after: frozenset[str]
    keywords: frozenset[str]
    """Words of a language before a bracket, and of prose: `if (`."""


@cache
def wordlists() -> Wordlists:
    """The lists, read once in a process."""
    stop, verbs, names, places = (table(name) for name in ("stop", "verbs", "names", "places"))
    english, chores = frozenset(stop["english"]["words"]), _forms(verbs["chores"]["verbs"])
    tests = places["tests"]
    readable = {ending.lstrip(".") for endings in ENDINGS.values() for ending in endings}
    return Wordlists(
        english=english,
        stop=english | frozenset(stop["programming"]["words"]) | chores,
        report=frozenset(stop["report"]["words"]),
        chores=chores,
        verbs=chores | _forms(verbs["deeds"]["verbs"]),
        fillers=frozenset(verbs["fillers"]["words"]),
        abbreviations={short: tuple(long) for short, long in table("abbreviations")["expand"].items()},
        broken=frozenset(stop["broken_words"]["words"]),
        mixed=frozenset(names["mixed"]["words"]),
        dotted=frozenset(names["dotted"]["words"]),
        extensions=frozenset(places["extensions"]["words"]) | readable,
        folders=frozenset(places["folders"]["words"]),
        hosts=frozenset(places["hosts"]["words"]),
        test_nouns=frozenset(tests["nouns"]),
        not_tests_after=frozenset(tests["not_after"]),
        not_tests_before=frozenset(tests["not_before"]),
        not_tests=frozenset(tests["not_names"]),
        aside_nouns=frozenset(places["asides"]["nouns"]),
        not_asides_after=frozenset(places["asides"]["not_after"]),
        keywords=frozenset(stop["keywords"]["words"]) | english - {"get"},
    )


def table(name: str) -> dict[str, Any]:
    """One of the lists, as it is written."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def _forms(verbs: Iterable[str]) -> frozenset[str]:
    return frozenset(form for verb in verbs for form in forms(verb))


def forms(verb: str) -> tuple[str, ...]:
    """A regular verb in its forms; irregular ones stay in what rules make of them, which harms nobody.

    >>> forms("add"), forms("remove"), forms("stop"), forms("apply"), forms("fix")
    (('add', 'adds', 'adding', 'added'), ('remove', 'removes', 'removing', 'removed'), \
('stop', 'stops', 'stopping', 'stopped'), ('apply', 'applies', 'applying', 'applied'), \
('fix', 'fixes', 'fixing', 'fixed'))
    """
    if verb.endswith("e"):
        return verb, verb + "s", verb[:-1] + "ing", verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb, verb[:-1] + "ies", verb + "ing", verb[:-1] + "ied"
    third = verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "z")) else "s")
    root = verb + verb[-1] if _doubles(verb) else verb
    return verb, third, root + "ing", root + "ed"


def _doubles(verb: str) -> bool:
    """Whether a verb of one syllable ends in consonant, vowel, consonant: `stop`, not `load` or `fix`."""
    syllables = sum(letter in _VOWELS for letter in verb)
    return (
        syllables == 1
        and len(verb) > 2
        and verb[-1] not in _VOWELS + _UNDOUBLED
        and verb[-2] in _VOWELS
        and verb[-3] not in _VOWELS
    )
