"""What does a runtime say of any fault? Of "Cannot read properties of undefined (reading 'data')" the task has `data`.

The messages are the list beside this file. A pattern is compiled when its sign is met: hardly any task has one.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

_QUOTE = "[`'\"\u2018\u2019]?"
_NAME = r"[\w$]{1,80}(?:(?:\.|::|\()[\w$)]{1,80}){0,8}"


def told_of_any_fault(text: str) -> str:
    """The text without what runtimes say of any fault; the names in it stay.

    >>> told_of_any_fault("useQuery: Cannot read properties of undefined (reading 'data') again")
    'useQuery:  data  again'
    """
    low = text.lower()
    for sign, pattern in _messages():
        if sign in low:
            text = _compiled(pattern).sub(_names, text)
    return text


def _names(match: re.Match[str]) -> str:
    return f" {' '.join(group for group in match.groups() if group)} "


@cache
def _messages() -> tuple[tuple[str, str], ...]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple((entry["sign"], entry["pattern"]) for table in tables.values() for entry in table["messages"])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("<q>", _QUOTE).replace("<n>", _NAME), re.IGNORECASE)
