"""Understanding a task: from what the user wrote to what can be looked for. No index, no file, no clock.

clean → lines of traces apart → paths, errors, quotations → pasted code apart → words → keywords and phrases
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from seedwalk.config import Understanding
from seedwalk.seeds.cleaning import clean
from seedwalk.seeds.keywords import Word, keywords, pairs, words_of
from seedwalk.seeds.mentions import errors, once, places, quotations
from seedwalk.seeds.traces import frames
from seedwalk.task import Task
from seedwalk.words import wordlists
from seedwalk.words.messages import told_of_any_fault

_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_PROMPT = re.compile(r"\s*(?:>>>|\.\.\.|\$|In \[\d+\]:) ")
_URL = re.compile(r"\b[A-Za-z][A-Za-z0-9+.\-]{1,15}://\S+")
_TEST_NAME = re.compile(r"test_\w|\w+(?:_test|_spec|Tests?)$|Test[A-Z]\w")


def understand(given: str, tuning: Understanding | None = None) -> Task:
    """The task that a text is. Any text will do; one that says nothing gives a task that is not `searchable`."""
    tuning = tuning or Understanding()
    text, cut, binary = clean(given, tuning)
    traced, untraced = frames(text, tuning)
    whole = _URL.sub("\n\n", untraced)
    spared = told_of_any_fault(whole)
    prose, pasted = apart(spared)
    told, code = words_of(prose), words_of(pasted)
    every = (*told, *code) if spared == whole else [word for part in apart(whole) for word in words_of(part)]
    paths, named = places(untraced, tuning)
    error_types, messages = errors(text, tuning)
    return Task(
        text=text, said=told_of_any_fault(text), cut=cut, binary=binary,
        words=tuple(_plain_words(every)),
        keywords=keywords(prose, told, code, pasted, tuning),
        phrases=once((f"{left.low} {right.low}" for left, right in pairs(told, tuning)), tuning.max_compounds),
        paths=once((*paths, *(frame.path for frame in traced if frame.path)), tuning.max_mentions),
        frames=once((*traced, *named), tuning.max_mentions),
        error_types=error_types, errors=messages,
        quoted=quotations(untraced, tuning),
        about_tests=about_tests(told), about_asides=about_asides(prose),
    )  # fmt: skip


def apart(text: str) -> tuple[str, str]:
    """Prose and pasted code: what stands between fences, or behind the prompt of an interpreter or a shell."""
    prose: list[str] = []
    pasted: list[str] = []
    inside = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            inside = not inside
        elif inside or _PROMPT.match(line):
            pasted.append(line)
            prose.append("")
        else:
            prose.append(line)
    return "\n".join(prose), "\n".join(pasted)


def about_tests(words: Sequence[Word]) -> bool:
    """Whether a task speaks of tests as what it is about: "fix the test that", not "I want to test this"."""
    lists = wordlists()
    for place, word in enumerate(words):
        if _TEST_NAME.match(word.text) and word.low not in lists.not_tests:
            return True
        before = words[place - 1].low if place and word.adjacent else ""
        after = words[place + 1].low if place + 1 < len(words) and words[place + 1].adjacent else ""
        if word.low in lists.test_nouns and before not in lists.not_tests_after and after not in lists.not_tests_before:
            return True
    return False


def about_asides(prose: str) -> bool:
    """Whether the first line of a task speaks of examples or the like: "fix the demo", not "for example"."""
    lists, said = wordlists(), words_of(prose.strip().partition("\n")[0])
    return any(
        word.low in lists.aside_nouns and not (place and said[place - 1].low in lists.not_asides_after)
        for place, word in enumerate(said)
    )


def _plain_words(words: Sequence[Word]) -> Iterator[str]:
    """The parts of every word in lower case, with an empty string before a word that follows no other."""
    for word in words:
        if not word.adjacent:
            yield ""
        yield from (part.lower() for part in word.parts)
