"""The arguments of a call, read from the bytes behind its callee: strings, lists of strings, names.

A small scanner instead of more captures: only the few calls whose names matter to `languages/world` are looked at.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from seedwalk.facts import EXPRESSION, Argument, ArgumentForm
from seedwalk.languages.world import Syntax

MAX_ARGUMENTS = 12
MAX_SCANNED = 4_000
"""Bytes; a handler written in place may be longer, but what it is tells at its beginning."""
MAX_TEXT = 300
MAX_NESTING = 4
"""Objects in objects; a route's options have no more."""

_TYPE_ARGUMENTS = re.compile(rb"(?:::)?<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>")
_SPACE = re.compile(r"\s+")
_KEYWORD = re.compile(r"(?P<key>[^\W\d]\w*)\s*(?:=(?![=>~])|:(?!:))\s*(?P<value>.*)", re.S)
_ROCKET = re.compile(r":?[\"']?(?P<key>[^\"'\s]+?)[\"']?\s*=>\s*(?P<value>.*)", re.S)
_QUOTED_KEY = re.compile(r"[\"'](?P<key>[^\"']*)[\"']\s*:\s*(?P<value>.*)", re.S)
_NAME = re.compile(
    r"[&*]*(?:new\s+|await\s+)?[^\W\d][\w$]*(?:(?:\.|::|->|\?\.)#?[^\W\d][\w$]*)*(?:\(.*\)|\{.*\})?(?:\.as_view\(.*\))?",
    re.S,
)
_FUNCTION = re.compile(
    r"(?:async\s+)?(?:func\b|function\b|lambda\b|fn\b|proc\b|->|(?:move\s+)?\||\([^()]*(?:\([^()]*\)[^()]*)*\)"
    r"(?:\s*:\s*[^=]+)?\s*(?:=>|->)|[^\W\d]\w*\s*(?:=>|->))|async\b"
)
_LIST = re.compile(r"(?:new\s+[\w.]*\s*\[\]\s*|\[\]string\s*|vec!\s*|&)?(?=[\[{]|\(\s*[\"'])")
_WORDS = re.compile(r"%[wiWI][\[({<](?P<words>[^\])}>]*)[\])}>]")
_FORMAT = re.compile(r"(?:fmt\.Sprintf|String\.format|string\.Format|&?format!)\(\s*(?P<rest>.*)", re.S)
_HOLE = re.compile(r"\{[^{}]*\}")
_VERB = re.compile(r"%[-+# 0]*[\d.]*[a-zA-Z]")


class Read(NamedTuple):
    """What stands behind a callee."""

    arguments: list[Argument]
    end: int
    """The byte behind the closing bracket, or where the line ends in a call without brackets."""


def read_arguments(source: bytes, start: int, syntax: Syntax, limit: int = MAX_ARGUMENTS) -> Read:
    """The first arguments that begin at `start`; none when no call does."""
    typed = _TYPE_ARGUMENTS.match(source, start)
    if typed and source[typed.end() : typed.end() + 1] == b"(":
        start = typed.end()
    while start < len(source) and source[start] in b" \t":
        start += 1
    opening = source[start : start + 1]
    if opening == b"!":
        start += 1
        opening = source[start : start + 1]
    if opening and opening in b"([{" and not (opening == b"{" and syntax.bare_calls):
        pieces, end = _split(source, start + 1, syntax, bare=False, enough=limit)
    elif (
        syntax.bare_calls and opening and opening not in b"\n=.,;)]}&|{" and source[start - 1 : start] in (b" ", b"\t")
    ):
        pieces, end = _split(source, start, syntax, bare=True)
    else:
        return Read([], start)
    found: list[Argument] = []
    for piece in pieces[:MAX_ARGUMENTS]:
        found.extend(_arguments(piece, syntax, 0))
    return Read(found, end)


def _split(
    source: bytes, start: int, syntax: Syntax, *, bare: bool, enough: int = MAX_ARGUMENTS
) -> tuple[list[str], int]:
    """The texts between commas up to the closing bracket, or up to the end of the line or a block; comments dropped."""
    pieces: list[str] = []
    parts: list[bytes] = []
    depth, position = 0, start
    limit = min(len(source), start + MAX_SCANNED)
    while not bare and (lone := syntax.lone.match(source, position, limit)) is not None:
        pieces.append(lone["text"].decode("utf-8", "replace").strip())
        position = lone.end()
        if lone["close"] is not None or len(pieces) >= enough:
            return pieces, position

    def close() -> None:
        text = b"".join(parts).decode("utf-8", "replace").strip()
        if text:
            pieces.append(text)
        parts.clear()

    for token in syntax.token.finditer(source, position, limit):  # one of its branches is any byte: nothing is left out
        text, sort = token.group(), token.lastgroup
        if bare and depth == 0 and (text == b"do" or (text == b"{" and parts) or text in (b";", b"}", b")")):
            close()
            return pieces, position
        if sort == "line" and bare and depth == 0 and parts and b"".join(parts).strip():
            break
        position = token.end()
        if sort == "comment":
            continue
        if sort == "open":
            depth += 1
        elif sort == "close":
            depth -= 1
            if depth < 0:
                break
        elif sort == "comma" and depth == 0:
            close()
            if len(pieces) >= enough:
                break
            continue
        parts.append(text)
    close()
    return pieces, position


def _arguments(text: str, syntax: Syntax, nesting: int) -> list[Argument]:
    """An argument, or of an object every entry as if it were a keyword."""
    keyed = "=" in text or ":" in text
    for pattern in (_ROCKET if syntax.bare_calls else _QUOTED_KEY, _KEYWORD) if keyed else ():
        named = pattern.fullmatch(text)
        if named and not text.startswith(("{", "[", "(")):
            inner = _arguments(named["value"], syntax, nesting + 1)
            value = inner[0] if len(inner) == 1 and not inner[0].key else _other(named["value"])
            return [Argument(named["key"], value.form, value.texts)]
    listed = _LIST.match(text)
    if listed and nesting < MAX_NESTING:
        elements, _ = _split(text[listed.end() + 1 :].encode("utf-8", "replace"), 0, syntax, bare=False)
        read = [argument for element in elements for argument in _arguments(element, syntax, nesting + 1)]
        if text[listed.end()] == "{" and read and all(one.key or one.form is ArgumentForm.NAME for one in read[:1]):
            return [_named(argument) for argument in read]
        return [Argument("", ArgumentForm.LIST, [_element(argument) for argument in read])]
    return [_single(text, syntax)]


def _element(argument: Argument) -> str:
    mark = "" if argument.form is ArgumentForm.STRING else EXPRESSION
    return mark + " ".join(argument.texts)


def _named(argument: Argument) -> Argument:
    """An entry of an object; one written short, `{ method }`, is named as its value."""
    named = argument.key or not argument.texts
    return argument if named else Argument(argument.texts[0], argument.form, argument.texts)


def _single(text: str, syntax: Syntax) -> Argument:
    if text.startswith("%") and (words := _WORDS.fullmatch(text)) is not None:
        return Argument("", ArgumentForm.LIST, words["words"].split())
    string = _string(text, syntax)
    if string is not None:
        return Argument("", ArgumentForm.STRING, [string])
    if _FUNCTION.match(text):
        return Argument("", ArgumentForm.FUNCTION, [text[:MAX_TEXT]])
    if _NAME.fullmatch(text):
        return Argument("", ArgumentForm.NAME, [_SPACE.sub("", text.removeprefix("new "))[:MAX_TEXT]])
    return _other(text)


def _other(text: str) -> Argument:
    return Argument("", ArgumentForm.OTHER, [_SPACE.sub(" ", text)[:MAX_TEXT]])


def _string(text: str, syntax: Syntax) -> str | None:
    """The text of a string, of strings added up, or of a format; what is not known of it is `{}`."""
    if syntax.string.fullmatch(text):
        return _content(text, syntax)
    formatted = _FORMAT.match(text)
    if formatted:
        first = syntax.string.match(formatted["rest"])
        return _HOLE.sub("{}", _VERB.sub("{}", _content(first.group(), syntax))) if first else None
    if "+" not in text:
        return None
    whole, position, known = "", 0, False
    for part in _added(text, syntax):
        if syntax.string.fullmatch(part):
            whole += _content(part, syntax)
            known = True
        elif not whole.endswith("{}"):
            whole += "{}"
        position += 1
    return whole if known and position > 1 else None


def _added(text: str, syntax: Syntax) -> list[str]:
    """The terms of a sum."""
    parts, term, depth = [], "", 0
    source = text.encode("utf-8", "replace")
    for token in syntax.token.finditer(source):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if token.group() == b"+" and depth == 0:
            parts.append(term.strip())
            term = ""
        else:
            term += token.group().decode("utf-8", "replace")
    return [*parts, term.strip()]


def _content(text: str, syntax: Syntax) -> str:
    """What stands between the quotes; interpolations are `{}`."""
    if text.startswith(":"):
        return text[1:]
    quote = next(letter for letter in text if letter in "\"'`")
    if quote * 3 in text:
        quote *= 3
    inner = text[text.index(quote) + len(quote) : text.rindex(quote)]
    if syntax.interpolation is None or (syntax.interpolated and not syntax.interpolated.match(text)):
        return inner
    return syntax.interpolation.sub("{}", inner)
