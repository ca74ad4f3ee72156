"""The words of a task worth searching for, by systems that search word by word."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from seedwalk.text import words

SHORTEST = 3
_STOP_WORDS = "stop_words.toml"


@cache
def stop_words() -> frozenset[str]:
    return frozenset(tomllib.loads(Path(__file__).with_name(_STOP_WORDS).read_text(encoding="utf-8"))["words"])


def keywords(task: str) -> list[str]:
    """The task's words but for stop words, numbers and those below three letters; each once, in the order written.

    >>> keywords("How does the before_request hook of a nested Blueprint run, and the hook after it?")
    ['before_request', 'hook', 'nested', 'Blueprint', 'run']
    """
    kept: dict[str, str] = {}
    for word in (found.decode() for found in words(task.encode("utf-8", "replace"))):
        if len(word) >= SHORTEST and not word.isdigit() and word.lower() not in stop_words():
            kept.setdefault(word.lower(), word)
    return list(kept.values())
