"""A commit's message as a task: what it says, when that is enough to ask for anything."""

from __future__ import annotations

import re

from seedwalk.sources import messages

FEWEST_WORDS = 3
_WORD = re.compile(r"[^\W\d_]{2,}")


def cleaned(message: str) -> str:
    """The message as a task; empty when it asks nothing.

    >>> cleaned("Fix crash on empty body (#123)"), cleaned("Fix typo")
    ('Fix crash on empty body', '')
    """
    text = messages.cleaned(message)
    return text if len(_WORD.findall(text)) >= FEWEST_WORDS else ""
