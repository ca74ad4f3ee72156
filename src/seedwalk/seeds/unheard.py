"""Which words of a task does nothing here say? An answer that lacks them cannot be about them, and tells so.

A word is heard when some symbol that may be an answer has it, in its name, signature, doc or body: the whole of it, or
every part. Stop words, verbs and what names a file are not looked for, nor is the label before a headline (`fix:`).
How common a word is elsewhere does not matter: that everyone else has a timeout makes it the more worth saying that
nobody here has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from seedwalk.seeds.asked import headline
from seedwalk.store.words import term_hash
from seedwalk.task import Task
from seedwalk.text import stem, terms, words
from seedwalk.words import wordlists

_LABEL = re.compile(r"\s*\w+(\([^)]*\))?!?:\s")
_SHORTEST = 3
"""Letters of a word that is worth telling of."""


def unheard(task: Task, least: int, most: int, says: Callable[[int], bool]) -> tuple[str, ...]:
    """The first `most` words of the headline that nothing says, as they are written; `says` is asked the hash of a
    term, `least` words make a headline."""
    head, _ = headline(_LABEL.sub("", task.said, count=1) if _LABEL.match(task.said) else task.said, least)
    named = {word for path in task.paths for word in words(path.encode("utf-8", "replace"))}
    found: dict[str, str] = {}
    for word in words(head.encode("utf-8", "replace")):
        spelled = word.decode()
        if len(found) < most and word not in named and _tells(spelled) and not _heard(terms(spelled), says):
            found.setdefault(spelled.lower(), spelled)
    return tuple(found.values())


def _tells(word: str) -> bool:
    silent = _silent()
    return len(word) >= _SHORTEST and any(term not in silent for term in terms(word))


def _heard(found: list[str], says: Callable[[int], bool]) -> bool:
    """Whether the whole, which is the last of several, or every part is said."""
    return says(term_hash(found[-1])) or (len(found) > 1 and all(says(term_hash(part)) for part in found[:-1]))


@cache
def _silent() -> frozenset[str]:
    """Terms whose absence tells nothing."""
    lists = wordlists()
    return frozenset(stem(word) for word in lists.stop | lists.verbs | lists.fillers | lists.report)
