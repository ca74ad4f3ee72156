"""The text of an expression, reduced to the chain of names a resolver can follow."""

from __future__ import annotations

import re

MAX_EXPRESSION = 160
MAX_NESTED = 1_000
"""Longer expressions are not taken apart: each level of brackets costs a pass, and a chain of thousands of calls would
be read thousands of times."""
LONG = b"?."
"""Stands for the beginning of such an expression."""
_LONG = LONG.decode()
_SPACE = re.compile(r"\s+")
_LAST_NAME = re.compile(r"[^\W\d]\w*[!?]?$")
_BRACKETS = (
    (re.compile(r"\{[^{}]*\}"), "\1", "{}"),
    (re.compile(r"\[[^\[\]]*\]"), "\2", "[]"),
    (re.compile(r"\([^()]*\)"), "\3", "()"),
)
"""Innermost brackets, the mark that stands for them while outer ones are emptied, and what the mark becomes."""


def chain(text: str) -> str:
    """`get_user( request,\n x ).profile[0].save` becomes `get_user().profile[].save`: brackets are emptied.

    A chain longer than MAX_EXPRESSION keeps its last name behind a `?`: its receiver is not worth following.
    """
    if text.startswith(_LONG):
        return _tail(text)
    if "(" in text or "[" in text or "{" in text:
        text = _without_arguments(text)
    if " " in text or "\n" in text or "\t" in text:
        text = _SPACE.sub("", text)
    return text if len(text) <= MAX_EXPRESSION else _tail(text)


def _tail(text: str) -> str:
    last = _LAST_NAME.search(text[-MAX_EXPRESSION:])
    return f"{_LONG}{last.group()}" if last else "?"


def type_text(text: str) -> str:
    """A type as written, on one line: what stands between brackets matters here."""
    return _SPACE.sub(" ", text)[:MAX_EXPRESSION]


def _without_arguments(text: str) -> str:
    """Empty every pair of brackets, innermost first."""
    for filled, mark, _ in _BRACKETS:
        found = 1
        while found:
            text, found = filled.subn(mark, text)
    for _, mark, empty in _BRACKETS:
        text = text.replace(mark, empty)
    return text
