"""What tells C#'s overloads apart: how many arguments a call has, and how many parameters must be given one (the C#
specification, 12.6.4 and 15.6.2), and of which types they are: by sight, or as a chain that tells where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from seedwalk.languages.spec import GENERIC, LAMBDA, MANY, OMITTED, RECEIVER, TYPED, UNTOLD

_ARGUMENT = "argument"
_BY_SIGHT = {
    "lambda_expression": LAMBDA,
    "anonymous_method_expression": LAMBDA,
    "string_literal": TYPED + "string",
    "verbatim_string_literal": TYPED + "string",
    "raw_string_literal": TYPED + "string",
    "interpolated_string_expression": TYPED + "string",
    "boolean_literal": TYPED + "bool",
    "character_literal": TYPED + "char",
}
_NUMBERS = {"integer_literal": "int", "real_literal": "double"}
_SUFFIXES = {"l": "long", "m": "decimal"}
_CHAINS = frozenset({"identifier", "member_access_expression", "invocation_expression", "this_expression"})
_OF_WRITTEN_TYPE = frozenset({"object_creation_expression", "cast_expression"})
_MODIFIERS = re.compile(r"^(?:\[[^\]]*\]\s*)*(?P<said>(?:\b(?:this|params|ref|out|in|scoped|readonly)\b\s*)*)")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPENING, _CLOSING = "<([{", ">)]}"


def shape(node: Any, chain: Callable[[Any], str]) -> str:
    """What an argument says of its type by itself; one that is named may stand for any parameter."""
    if node.type != _ARGUMENT:
        return ""
    inner = node.named_children
    if len(inner) != 1:
        return UNTOLD
    kind = inner[0].type
    if kind in _CHAINS:
        text = chain(inner[0])
        return text if text and "," not in text and GENERIC not in text else UNTOLD
    if kind in _OF_WRITTEN_TYPE:
        written: str = inner[0].child_by_field_name("type").text.decode("utf-8", "replace").partition("<")[0]
        return TYPED + "".join(written.split()) if "," not in written else UNTOLD
    signed = kind == "prefix_unary_expression" and inner[0].named_children[0].type in _NUMBERS
    number = inner[0].named_children[0] if signed else inner[0]
    if number.type in _NUMBERS:
        return TYPED + _SUFFIXES.get(number.text[-1:].decode().lower(), _NUMBERS[number.type])
    return _BY_SIGHT.get(kind, UNTOLD)


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
