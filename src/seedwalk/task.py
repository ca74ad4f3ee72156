"""The task, understood: what the user wrote, taken apart without a look at any index.

All of it keeps the order of the text and holds no set, so that equal texts give equal tasks in any process.
"""

from __future__ import annotations

import msgspec


class Keywords(msgspec.Struct, frozen=True):
    """What to ask the index for, the most specific first. No string stands in two tiers."""

    exact: tuple[str, ...] = ()
    """Names in backticks, as written and in lower case; `::` and `#` between names are written as dots."""
    compounds: tuple[str, ...] = ()
    """Names of several parts: written in the text, or made of two adjacent words."""
    components: tuple[str, ...] = ()
    """Single words: what the verb acts on first, then the longer before the shorter."""


class Frame(msgspec.Struct, frozen=True):
    """One line of a stack trace, or a place named as `path:line`. What is not told is empty, or 0."""

    path: str
    line: int
    function: str


class Task(msgspec.Struct, frozen=True):
    """A task as `understand` sees it."""

    text: str
    """What was understood: without control characters, and no longer than the limit."""
    said: str = ""
    """The same without what a runtime says of any fault (`words/messages.py`): names are looked for in this."""
    cut: bool = False
    """Whether the rest of the text was left unread."""
    binary: bool = False
    """Whether what was given is hardly text at all."""
    words: tuple[str, ...] = ()
    """Every word in the order of the text, identifiers in their parts; an empty string where a sentence or a line of
    thought ends, so that no phrase reaches across."""
    keywords: Keywords = Keywords()
    phrases: tuple[str, ...] = ()
    """Pairs of words adjacent in the text, neither of them a stop word."""
    paths: tuple[str, ...] = ()
    """Files and folders named in the text, with `/`."""
    frames: tuple[Frame, ...] = ()
    error_types: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """Messages of errors, without the type."""
    quoted: tuple[str, ...] = ()
    about_tests: bool = False
    about_asides: bool = False
    """Whether it is about examples, benchmarks or the like."""

    @property
    def searchable(self) -> bool:
        """Whether there is anything to look for; a task of stop words alone has nothing."""
        tiers = (self.keywords.exact, self.keywords.compounds, self.keywords.components)
        return any((*tiers, self.paths, self.frames, self.error_types))
