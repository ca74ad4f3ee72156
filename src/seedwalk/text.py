"""Identifiers and prose into terms: the one place that decides what counts as a word.

An identifier gives its whole (lower case) and its parts (lower case, stemmed): `getUserByIDs` gives
`getuserbyids`, `get`, `user`, `by`, `id`. Prose words are identifiers of one part. So `before_request`, `beforeRequest`
and "before requests" share `before` and `request`, and only the same spelling shares the whole.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

_T = TypeVar("_T")
_WORD = re.compile(r"\w+")
_ASCII_WORDS = bytes(byte if chr(byte).isalnum() or byte == ord("_") else ord(" ") for byte in range(128)) + b" " * 128

_PART = re.compile(
    r"[A-Z]{2,}s(?![a-z])"  # acronyms in the plural: URLs
    r"|[A-Z]+(?=[A-Z][a-z])"  # an acronym before a word: HTTPServer
    r"|[A-Z]?[a-z]+[0-9]*"  # a word, digits kept with it: Utf8
    r"|[A-Z]+[0-9]*"
    r"|[0-9]+"
    r"|[^\W_A-Za-z0-9]+"  # other scripts stay whole
)
_SHORTEST = 2
_VOWELS = frozenset("aeiouy")


def words(text: bytes) -> list[bytes]:
    """The words of code or prose in UTF-8: runs of letters, digits and underscores, of any script.

    Plain ASCII, nearly all code, takes a path four times as fast as a regular expression.
    """
    if text.isascii():
        return text.translate(_ASCII_WORDS).split()
    return [word.encode() for word in _WORD.findall(text.decode("utf-8", "replace"))]


def terms(word: str) -> list[str]:
    """What one word is indexed and searched by: its parts, stemmed, then the whole if it has several parts.

    >>> terms("parseURLs"), terms("entries"), terms("HTTP")
    (['parse', 'url', 'parseurls'], ['entry'], ['http'])
    >>> words(b"x.get_user(3, naive)"), terms("0x1f")
    ([b'x', b'get_user', b'3', b'naive'], [])
    """
    if word[:1].isdigit():  # a number, not a name
        return []
    pieces = _PART.findall(word)
    found = [stem(piece) for piece in pieces if len(piece) >= _SHORTEST]
    if len(pieces) > 1:
        found.append(word.lower())
    return found


def without_whole(found: list[_T]) -> list[_T]:
    """What `terms` gives, or what stands for each of it, without the whole word at its end where there are several.

    >>> without_whole(terms("parseURLs")), without_whole(terms("entries"))
    (['parse', 'url'], ['entry'])
    """
    return found[:-1] or found


def parts(word: str) -> list[str]:
    """The parts of an identifier as they are written.

    >>> parts("HTTPServer"), parts("before_request"), parts("plain")
    (['HTTP', 'Server'], ['before', 'request'], ['plain'])
    """
    return _PART.findall(word)


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word in lower case, lightly stemmed: plurals, -ing and -ed go; nothing that changes a word's class.

    >>> [stem(w) for w in ("queries", "classes", "caches", "status", "parsing", "running", "parsed", "string", "red")]
    ['query', 'class', 'cache', 'status', 'pars', 'run', 'pars', 'string', 'red']
    >>> stem("parse"), stem("parses")
    ('parse', 'parse')
    """
    return _strip_tense(_strip_plural(word.lower()))


def _strip_plural(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")) and not word.endswith("aches"):
        return word[:-2]
    return word[:-1]


def _strip_tense(word: str) -> str:
    for ending in ("ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) >= 3 and not _VOWELS.isdisjoint(root):
            doubled = root[-1] == root[-2] and root[-1] not in "lsz"
            return root[:-1] if doubled else root
    return word
