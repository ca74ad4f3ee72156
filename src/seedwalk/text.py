"""Identifiers and prose into terms: the one place that decides what counts as a word.

An identifier gives its whole (lower case) and its parts (lower case, stemmed): `getUserByIDs` gives
`getuserbyids`, `get`, `user`, `by`, `id`. Prose words are identifiers of one part. So `before_request`, `beforeRequest`
and "before requests" share `befor` and `request`, and only the same spelling shares the whole.

Stems are those of Snowball's English stemmer (Porter 2), so that "parsing", `parse` and "parsed", "validation" and
`validate` are one word. Short forms that mean one word only are that word (`words/short.toml`): `db_conn` is found by
"database connection". What both are worth: docs/experiments/014.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

import Stemmer

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
_SNOWBALL = Stemmer.Stemmer("english", 0)
"""It keeps no words: `stem` does, and all that it is asked for it would keep in vain, at twice the cost of a stem."""
STEMS = f"snowball {Stemmer.version()}"
"""Who makes the stems: another version may make others, and then every index is made anew."""


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
    (['pars', 'url', 'parseurls'], ['entri'], ['http'])
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
    (['pars', 'url'], ['entri'])
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
    """What a word has in common with its other forms, in lower case; a short form gives the stem of the long one.

    >>> [stem(w) for w in ("parse", "parses", "parsing", "queries", "caching", "validation", "validator", "status")]
    ['pars', 'pars', 'pars', 'queri', 'cach', 'valid', 'valid', 'status']
    >>> stem("Dirs") == stem("directory"), stem("cfg") == stem("configuring"), stem("parser")
    (True, True, 'parser')
    """
    found: str = _SNOWBALL.stemWord(word.lower())
    return _short().get(found, found)


def stems(term: str) -> tuple[str, ...]:
    """What words of a term may begin like: its stem, and those of its short forms.

    >>> stems(stem("database")), stems("http")
    (('databas', 'db'), ('http',))
    """
    return (term, *_shortened().get(term, ()))


@cache
def _shortened() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for short, term in _short().items():
        found.setdefault(term, []).append(short)
    return {term: tuple(forms) for term, forms in found.items()}


@cache
def _short() -> dict[str, str]:
    """The stem of every short form, with that of the word it stands for."""
    told = tomllib.loads(Path(__file__).with_name("words").joinpath("short.toml").read_text(encoding="utf-8"))
    return {
        _SNOWBALL.stemWord(short): _SNOWBALL.stemWord(word) for word, forms in told["words"].items() for short in forms
    }
