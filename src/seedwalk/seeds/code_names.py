"""Names that are clearly code: in backticks, called, qualified. Prose is left alone: `e.g.`, 3.9, foo.bar."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seedwalk.config import Understanding
from seedwalk.seeds.mentions import names_a_path
from seedwalk.words import wordlists

_BACKTICKED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_JOINT = re.compile(r"\.|::|#|->|\?\.")
_IDENTIFIER = re.compile(r"[^\W\d]\w*[?!]?(?:(?:\.|::|#|->)[^\W\d]\w*[?!]?)*")
_CALL_TAIL = re.compile(r"\(.*\)$|!\(.*\)$|!$")
_DECORATION = "@$&*.:"

_CHAIN = re.compile(r"(@?)(?<![\w/\\])(\.?[^\W\d]\w*(?:(?:\.|::|#|->)[^\W\d]\w*)*)(!?\(\)?)?")
_CHUNK = re.compile(r"\S+")
_PLURAL = re.compile(r"(?:s|es|S|ies)\)")


def backticked(text: str, tuning: Understanding) -> list[str]:
    """Names in backticks, dots between their parts; what has blanks, or is no name, is skipped.

    >>> backticked("`before_request`, `Store::get()`, `a b`, `x = 1`, `src/a.py`", Understanding())
    ['before_request', 'Store.get']
    """
    found = []
    for inside in _BACKTICKED.findall(text):
        name = _CALL_TAIL.sub("", inside.strip()).lstrip(_DECORATION).rstrip(":;,.")
        if len(name) <= tuning.max_identifier and _IDENTIFIER.fullmatch(name) and not names_a_path(name):
            found.append(with_dots(name))
    return found


def code_patterns(text: str) -> list[str]:
    """Names called or qualified in a way that no prose is, in the order of the text.

    >>> code_patterns("call .delete() or ModelAdmin.get_inlines, e.g. in 3.9, not foo.bar")
    ['delete', 'ModelAdmin.get_inlines']
    """
    found = []
    for chunk in _CHUNK.findall(text):
        found += [with_dots(name) for name in _in_chunk(chunk)]
    return found


def _in_chunk(chunk: str) -> Iterator[str]:
    for match in _CHAIN.finditer(chunk):
        decorated, name, called = match[1], match[2].strip("."), match[3]
        if called and _PLURAL.match(chunk, match.end(3)):
            continue  # file(s)
        if _called(name, chunk, match.start()) if called else _qualified(name, bool(decorated)):
            yield name


def _called(name: str, chunk: str, start: int) -> bool:
    """Whether a bracket after a word is a call: not a keyword's, and not a link's."""
    return name.lower() not in wordlists().keywords and chunk[max(0, start - 1) : start] not in ("]", ")")


def _qualified(name: str, decorated: bool) -> bool:
    """Whether a chain that is not called is code: a type's member, a path of modules, something with an underscore."""
    pieces = _JOINT.split(name)
    if len(pieces) < 2 or any(len(piece) < 2 for piece in pieces) or _prose(name, pieces):
        return False
    if "::" in name or "->" in name or decorated:
        return True
    if "#" in name:
        return name[0].isupper()
    return name[0].isupper() or any("_" in piece for piece in pieces) or len(pieces) > 2


def _prose(name: str, pieces: list[str]) -> bool:
    """Names of hosts, products and files, and broken words."""
    words, low = wordlists(), name.lower()
    return (
        low in words.dotted
        or low in words.broken
        or pieces[0].lower() == "www"
        or pieces[-1].lower() in words.hosts
        or names_a_path(name)
    )


def with_dots(name: str) -> str:
    """A qualified name as the index writes it."""
    return _JOINT.sub(".", name)
