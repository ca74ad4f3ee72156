"""The text of an expression, reduced to the chain of names a resolver can follow."""

from __future__ import annotations

import re
from functools import lru_cache

from seedwalk.facts import LOADED

_CACHED = 1 << 14
"""Expressions kept with what they become: the same are written again and again."""
MAX_EXPRESSION = 480
"""A builder is asked twenty things in one breath: in 697 files of kafka 167 chains are longer than 160, 52 than 480."""
MAX_TYPE = 160
MAX_NESTED = 4_000
"""Longer expressions are not taken apart: each level of brackets costs a pass, and a chain of thousands of calls would
be read thousands of times."""
LONG = b"?."
"""Stands for the beginning of such an expression."""
_LONG = LONG.decode()
_ANNOTATION = re.compile(r"(?<![\w\"'`/])@[\w.]+(?:\([^()]*\))?\s+")
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"//[^\n]*\n|/\*.*?\*/|(?<=\s)#[^\n]*\n", re.DOTALL)
"""What may be said between two steps of a chain, each on a line of its own."""
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'")
_FILLED = re.compile(r"[\[\](){}]")
_INITIALIZED = re.compile(r"([^\W\d][\w.]*(?:<[^<>(){}]*>)?)\s*(?=\{)")
"""A type made without brackets, by what its fields hold: C#'s `new Foo { A = 1 }.x`."""
_LAST_NAME = re.compile(r"[^\W\d]\w*[!?]?$")
_WORD_BEFORE = re.compile(r"(new|await)\s+")
_CAST = re.compile(r"\(\s*([^\W\d][\w.$]*)[^()]*\)\s*[\w(]")
_CAST_AFTER = re.compile(r"\sas\s+([^\W\d][\w.$]*)[^()]*$")
_ASSERTED = re.compile(r"^.*[^?]\.\(\s*\*?([^\W\d][\w.]*)\s*\)", re.DOTALL)
_LOAD = re.compile(r"(?:require|import)\(\s*(['\"`])([^'\"`\n]+)\1\s*\)")
_MADE = re.compile(r"(?:new\(\s*([^\W\d][\w.]*)\s*\)|\(\*([^\W\d][\w.]*)\)\([^()]*\))(?=\.)")
"""Go's `new(Foo).x` and `(*Foo)(nil).x`."""
_BRACKETS = (
    (re.compile(r"\{[^{}]*\}"), "\1", "{}"),
    (re.compile(r"\[[^\[\]]*\]"), "\2", "[]"),
    (re.compile(r"\([^()]*\)"), "\3", "()"),
)
"""Innermost brackets, the mark that stands for them while outer ones are emptied, and what the mark becomes."""


@lru_cache(_CACHED)
def chain(text: str) -> str:
    """`get_user( request,\n x ).profile[0].save` becomes `get_user().profile[].save`: brackets are emptied.

    What it begins with is made plain: `new Foo().x`, `(await foo()).x` and `((Foo) y).x` are a `Foo().x` and `foo().x`,
    for an instance of a type is what the type's name, called, gives; a module that is loaded there has a name for it.
    Comments between its steps are dropped. A chain longer than MAX_EXPRESSION keeps its last name behind a `?`: its
    receiver is not worth following.
    """
    if text.startswith(_LONG):
        return _tail(text)
    if text.startswith(("new", "await", "(", "require(", "import(")) or ".(" in text:
        text = _plain_start(text)
    if "(" in text or "[" in text or "{" in text:
        text = _without_arguments(text)
    if "\n" in text or "/*" in text:
        text = _COMMENT.sub("", text)
    if " " in text or "\n" in text or "\t" in text:
        text = _SPACE.sub("", text)
    return text if len(text) <= MAX_EXPRESSION else _tail(text)


def _plain_start(text: str) -> str:
    asserted = _ASSERTED.match(text)
    if asserted is not None:  # Go's `x.(*Foo).y`
        text = f"{asserted[1]}(){text[asserted.end() :]}"
    made = _MADE.match(text)
    if made is not None:
        text = f"{made[1] or made[2]}(){text[made.end() :]}"
    while True:
        loaded = _LOAD.match(text)
        if loaded is not None:
            return f"{LOADED}{loaded[2].encode().hex()}{text[loaded.end() :]}"
        word = _WORD_BEFORE.match(text)
        if word is not None:
            text = text[word.end() :]
            if word[1] == "new" and text.startswith("{"):
                return _LONG + text  # an object without a type has no name to begin with
            if word[1] == "new":
                text = _INITIALIZED.sub(r"\1()", text, count=1) if _INITIALIZED.match(text) else text
        elif text.startswith("("):
            end = _closing(text)
            inner, rest = text[1:end].strip(), text[end + 1 :].lstrip()
            if not rest.startswith((".", "?", "!", "[", "->", "::")):
                return text
            cast = _CAST.match(inner) or _CAST_AFTER.search(inner)
            text = (f"{cast[1]}()" if cast is not None else inner) + rest
        else:
            return text


def _closing(text: str) -> int:
    """Where the bracket that begins a text closes; its end when nothing does."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place
    return len(text)


def _tail(text: str) -> str:
    last = _LAST_NAME.search(text[-MAX_EXPRESSION:])
    return f"{_LONG}{last.group()}" if last else "?"


def type_text(text: str) -> str:
    """A type as written, on one line, without annotations: what stands between brackets matters here."""
    if "@" in text:
        text = _ANNOTATION.sub("", text)
    return _SPACE.sub(" ", text)[:MAX_TYPE]


def _without_arguments(text: str) -> str:
    """Every pair of brackets emptied; where they do not pair, those inside strings are no brackets."""
    emptied = _emptied(text)
    if _FILLED.search(emptied.replace("()", "").replace("[]", "").replace("{}", "")) and _STRING.search(text):
        return _emptied(_STRING.sub('""', text))
    return emptied


def _emptied(text: str) -> str:
    """Empty every pair of brackets, innermost first."""
    for filled, mark, _ in _BRACKETS:
        found = 1
        while found:
            text, found = filled.subn(mark, text)
    for _, mark, empty in _BRACKETS:
        text = text.replace(mark, empty)
    return text
