"""What tells C#'s overloads apart: how many arguments a call has, and how many parameters must be given one (the C#
specification, 12.6.4 and 15.6.2). Of their types only what is told by sight counts: a function, a text, a number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from seedwalk.languages.spec import LAMBDA, MANY, OMITTED, RECEIVER, TYPED, UNTOLD

_ARGUMENT = "argument"
_BY_SIGHT = {
    "lambda_expression": LAMBDA,
    "anonymous_method_expression": LAMBDA,
    "string_literal": TYPED + "string",
    "verbatim_string_literal": TYPED + "string",
    "raw_string_literal": TYPED + "string",
    "interpolated_string_expression": TYPED + "string",
    "integer_literal": TYPED + "int",
    "real_literal": TYPED + "double",
    "boolean_literal": TYPED + "bool",
    "character_literal": TYPED + "char",
}
_MODIFIERS = re.compile(r"^(?:\[[^\]]*\]\s*)*(?P<said>(?:\b(?:this|params|ref|out|in|scoped|readonly)\b\s*)*)")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPENING, _CLOSING = "<([{", ">)]}"


def shape(node: Any, _: Callable[[Any], str]) -> str:
    """What an argument says of its type by itself; one that is named may stand for any parameter."""
    if node.type != _ARGUMENT:
        return ""
    inner = node.named_children
    return _BY_SIGHT.get(inner[0].type, UNTOLD) if len(inner) == 1 else UNTOLD


def parameters(text: str) -> str:
    """The types of a list of parameters, with what a call may leave out, repeat, or be asked of."""
    bare = _COMMENT.sub(" ", _QUOTED.sub("0", text)).strip()
    return ",".join(map(_type, _parts(bare.removeprefix("(").removesuffix(")"))))


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
