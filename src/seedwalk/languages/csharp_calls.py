"""What tells C#'s overloads apart: how many arguments a call has, and how many parameters must be given one (the C#
specification, 12.6.4 and 15.6.2), and of which types they are: by sight, or as a chain that tells where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from seedwalk.languages.passing import (
    ASYNC,
    BY_REFERENCE,
    GIVES_NOTHING,
    INNER_COMMA,
    LAMBDA,
    MANY,
    NAMED,
    OMITTED,
    RECEIVER,
    TYPED,
    UNTOLD,
)

_ARGUMENT, _ITSELF = "argument", "this"
_BY_SIGHT = {
    "string_literal": "string",
    "verbatim_string_literal": "string",
    "raw_string_literal": "string",
    "interpolated_string_expression": "string",
    "boolean_literal": "bool",
    "character_literal": "char",
    "null_literal": "null",
    "typeof_expression": "Type",
    "is_expression": "bool",
    "is_pattern_expression": "bool",
    "sizeof_expression": "int",
    "anonymous_object_creation_expression": "object",
}
_NUMBERS = {"integer_literal": "int", "real_literal": "double"}
_SUFFIXES = {"l": "long", "m": "decimal", "ul": "ulong", "lu": "ulong", "u": "uint"}
_REAL_SUFFIXES = {"f": "float", "d": "double", "m": "decimal"}
_FUNCTIONS = frozenset({"lambda_expression", "anonymous_method_expression"})
_CHAINS = frozenset({
    "identifier", "member_access_expression", "invocation_expression", "this_expression", "element_access_expression",
    "conditional_access_expression",
})  # fmt: skip
_OF_WRITTEN_TYPE = frozenset({"object_creation_expression", "cast_expression", "default_expression"})
_OF_A_PART = {
    "parenthesized_expression": "",
    "conditional_expression": "consequence",
    "assignment_expression": "right",
    "checked_expression": "",
    "declaration_expression": "type",
}
"""Nodes of the type of one of their parts, by its field or as their first child."""
_TRUTHS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_ARITHMETIC = frozenset({"-", "*", "/", "%"})
_STATEMENTS = frozenset({
    "invocation_expression", "assignment_expression", "object_creation_expression", "conditional_access_expression",
    "await_expression",
})  # fmt: skip
"""Expressions that may stand alone: what they give may be dropped, and a call may give nothing."""
_MAX_WRITTEN = 160
_MAX_DEPTH = 8
"""Operations in operations that are taken apart: sums of thousands of terms are written."""
_MAX_LOOKED_AT = 400
"""Nodes of a function's body among which the first `return` is looked for."""
_HANDED = {"out": BY_REFERENCE, "ref": BY_REFERENCE}
_MODIFIERS = re.compile(r"^(?:\[[^\]]*\]\s*)*(?P<said>(?:\b(?:this|params|ref|out|in|scoped|readonly)\b\s*)*)")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPENING, _CLOSING = "<([{", ">)]}"
Chain = Callable[[Any], str]


def shape(node: Any, chain: Chain) -> str:
    """What an argument says of its type by itself; one that is named says for which parameter it is."""
    if node.type != _ARGUMENT:
        return ""
    if not node.named_child_count:
        return _ITSELF if node.text == _ITSELF.encode() else UNTOLD
    name = node.child_by_field_name("name")
    handed = _HANDED.get(node.children[0].type, "") if name is None else ""
    named = f"{NAMED}{name.text.decode('utf-8', 'replace')}{NAMED}" if name is not None else ""
    return named + handed + _told(node.named_children[-1], chain)


def value_type(node: Any, chain: Chain) -> str:
    """The type that an expression has by sight; empty where it must be looked up."""
    told = _told(node, chain)
    known = told.startswith(TYPED) and UNTOLD not in told and told != TYPED + "null"
    return told.removeprefix(TYPED).replace(INNER_COMMA, ",") if known else ""


def _told(node: Any, chain: Chain, depth: int = 0) -> str:
    """What tells an expression's type."""
    kind = node.type
    if depth > _MAX_DEPTH:
        return UNTOLD
    if kind in _CHAINS:
        return _chained(node, chain)
    if kind in _BY_SIGHT:
        return TYPED + _BY_SIGHT[kind]
    if kind in _FUNCTIONS:
        return _function(node, chain)
    if kind in _NUMBERS:
        return TYPED + _number(node)
    if kind in _OF_WRITTEN_TYPE:
        return _written(node.child_by_field_name("type"))
    if kind in _OF_A_PART:
        field = _OF_A_PART[kind]
        part = node.child_by_field_name(field) if field else next(iter(node.named_children), None)
        return (_written(part) if field == "type" else _told(part, chain, depth + 1)) if part is not None else UNTOLD
    if kind == "binary_expression":
        return _of_two(node, chain, depth)
    if kind == "prefix_unary_expression":
        return TYPED + "bool" if node.children[0].type == "!" else _told(node.named_children[-1], chain, depth + 1)
    if kind == "postfix_unary_expression":
        return _told(node.named_children[0], chain, depth + 1)
    if kind == "as_expression":
        return _written(node.child_by_field_name("right"))
    if kind in ("array_creation_expression", "implicit_array_creation_expression"):
        return _array(node, chain, depth)
    return UNTOLD


def _chained(node: Any, chain: Chain) -> str:
    if node.type == "invocation_expression" and node.children[0].text == b"nameof":
        return TYPED + "string"
    text = chain(node)
    return text.replace(",", INNER_COMMA) if text else UNTOLD


def _number(node: Any) -> str:
    written = node.text.decode().lower()
    if written.startswith(("0x", "0b")):
        return _SUFFIXES.get(written[len(written.rstrip("ul")) :], "int")
    if node.type == "real_literal" or written[-1] in "fdm":
        return _REAL_SUFFIXES.get(written[-1], "double")
    return _SUFFIXES.get(written[-2:], _SUFFIXES.get(written[-1], "int"))


def _written(node: Any) -> str:
    """A type as it is written."""
    if node is None or node.type in ("implicit_type", "tuple_type") or len(node.text) > _MAX_WRITTEN:
        return UNTOLD
    written: str = node.text.decode("utf-8", "replace")
    return TYPED + "".join(written.split()).replace(",", INNER_COMMA)


def _array(node: Any, chain: Chain, depth: int) -> str:
    written = node.child_by_field_name("type")
    if written is not None:
        element = written.child_by_field_name("type")
        told = _written(element) if element is not None else UNTOLD
    else:
        held = [inner for one in node.named_children if one.type == "initializer_expression" for inner in one.children]
        first = next((one for one in held if one.is_named), None)
        told = _told(first, chain, depth + 1) if first is not None else UNTOLD
    return f"{told}[]" if told.startswith(TYPED) and told != TYPED + "null" else f"{TYPED}{UNTOLD}[]"


def _of_two(node: Any, chain: Chain, depth: int) -> str:
    """An operation: a comparison is true or not, what is added to a string is one; else the type of either side."""
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _TRUTHS:
        return TYPED + "bool"
    sides = [node.child_by_field_name(side) for side in ("left", "right")]
    if operator is not None and operator.type in _ARITHMETIC and any(side.type in _NUMBERS for side in sides if side):
        return next((_told(side, chain, depth + 1) for side in sides if side and side.type not in _NUMBERS), UNTOLD)
    told = [_told(side, chain, depth + 1) for side in sides if side is not None and side.type not in _CHAINS]
    if operator is not None and operator.type == "+" and TYPED + "string" in told:
        return TYPED + "string"
    if operator is not None and operator.type == "??":
        return told[-1] if len(told) == 1 else UNTOLD
    return told[0] if len(set(told)) == 1 and len(told) == len(sides) else UNTOLD


def _function(node: Any, chain: Chain) -> str:
    """A function without a name: how many parameters it has, whether it waits, and what its body gives."""
    taken = node.child_by_field_name("parameters")
    if taken is None:
        listed = [one for one in node.named_children if one.type == "parameter_list"]
        count = str(len(_parameters_of(listed[0]))) if listed else ""
    else:
        count = "1" if taken.type == "implicit_parameter" else str(len(_parameters_of(taken)))
    waits = ASYNC if any(one.type == "modifier" and one.text == b"async" for one in node.named_children) else ""
    body = node.child_by_field_name("body") or node.named_children[-1]
    given = _given_by_block(body, chain) if body.type == "block" else _given_by(body, chain)
    return f"{LAMBDA}{count}{waits}{given}"


def _parameters_of(node: Any) -> list[Any]:
    return [one for one in node.named_children if one.type == "parameter"]


def _given_by(body: Any, chain: Chain) -> str:
    """What an expression that is a body gives: one that may stand alone gives something or nothing."""
    if body.type == "await_expression":
        body = body.named_children[-1] if body.named_child_count else body
    if body.type in ("throw_expression", "assignment_expression", "postfix_unary_expression"):
        return ""
    told = _told(body, chain) if body.type not in _FUNCTIONS else UNTOLD
    if told == UNTOLD and body.type in _STATEMENTS:
        return ""
    return told


def _given_by_block(body: Any, chain: Chain) -> str:
    """What the first `return` of a block gives that gives something; else nothing, unless the block only throws."""
    looked_at, left, returns = 0, [body], False
    while left and looked_at < _MAX_LOOKED_AT:
        node = left.pop()
        looked_at += 1
        if node.type == "return_statement":
            if node.named_child_count:
                told = _told(node.named_children[0], chain) if node.named_children[0].type not in _FUNCTIONS else UNTOLD
                return told if told.startswith(TYPED) else UNTOLD
            returns = True
        elif node.type not in _FUNCTIONS and node.type != "local_function_statement":
            left.extend(reversed(node.named_children))
    last = body.named_children[-1].type if body.named_child_count else ""
    return "" if left or (last == "throw_statement" and not returns) else GIVES_NOTHING


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
        return bare.rstrip("?").removesuffix("[]") + MANY
    if "this" in said:
        return bare + RECEIVER
    if ("ref" in said or "out" in said) and "readonly" not in said:
        bare += BY_REFERENCE
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
