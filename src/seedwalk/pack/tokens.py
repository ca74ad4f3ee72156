"""What does a text cost? Counters of tokens, chosen by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from msgspec import Struct

from seedwalk.config import Packing
from seedwalk.errors import UsageError


class Counter(Protocol):
    """Counts the tokens of a text; `name` is what a pack says it was counted by. An empty text costs nothing."""

    @property
    def name(self) -> str: ...

    def __call__(self, text: str) -> int: ...


class Characters(Struct, frozen=True):
    """A fixed number of characters (code points) to a token, rounded up: ceil(characters / per_token).

    >>> [Characters(4)(text) for text in ("", "a", "four", "fives")]
    [0, 1, 1, 2]
    """

    per_token: int

    @property
    def name(self) -> str:
        return f"{self.per_token} characters each"

    def __call__(self, text: str) -> int:
        return -(-len(text) // self.per_token)


class Encoded(Struct, frozen=True):
    """The tokens of one of tiktoken's encodings. Text that looks like a control token is counted as text."""

    name: str
    encode: Callable[[str], list[int]]

    def __call__(self, text: str) -> int:
        return len(self.encode(text))


def counter_named(packing: Packing) -> Counter:
    """The counter that the settings name, or a sentence saying what to do about it."""
    sort, _, detail = packing.counter.partition(":")
    if sort not in _COUNTERS or (detail and sort != "tiktoken"):
        raise UsageError(
            f"'{packing.counter}' is no way to count tokens. Choose characters, tiktoken or tiktoken:ENCODING."
        )
    return _COUNTERS[sort](packing, detail)


def _characters(packing: Packing, _detail: str) -> Counter:
    if packing.characters_per_token < 1:
        raise UsageError(f"packing.characters_per_token is {packing.characters_per_token}. Give 1 or more.")
    return Characters(packing.characters_per_token)


def _tiktoken(packing: Packing, detail: str) -> Counter:
    return _encoded(detail or packing.encoding)


@cache
def _encoded(encoding: str) -> Counter:
    """Reading an encoding takes a good part of a second, so each is read once."""
    try:
        import tiktoken
    except ImportError:
        raise UsageError(
            "packing.counter is tiktoken, which is not installed. Run: pip install 'seedwalk[tiktoken]', "
            "or count by characters."
        ) from None
    if encoding not in tiktoken.list_encoding_names():
        known = ", ".join(sorted(tiktoken.list_encoding_names()))
        raise UsageError(f"'{encoding}' is no encoding of tiktoken. Choose one of: {known}")
    try:
        found = tiktoken.get_encoding(encoding)
    except Exception as error:  # what its HTTP library raises is its own affair
        raise UsageError(
            f"tiktoken cannot read the encoding '{encoding}' ({type(error).__name__}); it fetches each once and keeps "
            "it in TIKTOKEN_CACHE_DIR. Fetch it while online, or count by characters."
        ) from error
    return Encoded(f"tiktoken {encoding}", found.encode_ordinary)


_COUNTERS: dict[str, Callable[[Packing, str], Counter]] = {"characters": _characters, "tiktoken": _tiktoken}
