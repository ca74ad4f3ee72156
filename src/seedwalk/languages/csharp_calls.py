"""What tells C#'s overloads apart: how many arguments a call has, and how many parameters must be given one (the C#
specification, 12.6.4 and 15.6.2). Their types are not looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from seedwalk.languages.spec import MANY, OMITTED, RECEIVER, UNTOLD

_ARGUMENT = "argument"
_MODIFIERS = re.compile(r"^(?:\[[^\]]*\]\s*)*(?P<said>(?:\b(?:this|params|ref|out|in|scoped|readonly)\b\s*)*)")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'")
_OPENING, _CLOSING = "<([{", ">)]}"


def shape(node: Any, _: Callable[[Any], str]) -> str:
    """An argument is there; nobody says what it is."""
    return UNTOLD if node.type == _ARGUMENT else ""


def parameters(text: str) -> str:
    """The types of a list of parameters, with what a call may leave out, repeat, or be asked of."""
    return ",".join(map(_type, _parts(_QUOTED.sub("0", text).strip().removeprefix("(").removesuffix(")"))))


def _type(parameter: str) -> str:
    written, _, default = parameter.partition("=")
    found = _MODIFIERS.match(written.strip())
    said = found["said"].split() if found is not None else []
    words = written.strip()[found.end() if found is not None else 0 :].split()
    bare = " ".join(words[:-1]) if len(words) > 1 else "".join(words)
    if "params" in said:
        return bare.removesuffix("[]") + MANY
    if "this" in said:
        return bare + RECEIVER
    return bare + OMITTED if default else bare


def _parts(text: str) -> Iterator[str]:
    """Parameters, parted at the commas outside of brackets."""
    depth, start = 0, 0
    for position, char in enumerate(text + ","):
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif char == "," and depth <= 0:
            if text[start:position].strip():
                yield text[start:position]
            start = position + 1
