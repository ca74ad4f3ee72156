"""Comments and docstrings into plain prose."""

from __future__ import annotations

import inspect
import re

_LINE_MARK = re.compile(r"^[ \t]*(?:///?!?|//!|#+!?|\*+(?!/)|--+|;+|%+)[ \t]?")
_BLOCK_OPEN = re.compile(r"^\s*(?:/\*[*!]?|=begin\b|<!--)")
_BLOCK_CLOSE = re.compile(r"(?:\*+/|^=end\b|-->)\s*$", re.MULTILINE)
_BLOCK_ENDS = ("*/", "=end", "-->")
"""A look for these spares most searches: the expression is tried at every letter."""
_STRING_OPEN = re.compile(r"""^[A-Za-z]{0,2}(\"{3}|'{3}|"|')""")
_TAG = re.compile(r"</?(?:summary|remarks|para|returns|param|see|c|code|inheritdoc)\b[^>\n]*>")


def comment_text(raw: str) -> str:
    """The prose of a comment block: markers, rules and documentation tags dropped."""
    body = _BLOCK_OPEN.sub("", raw)
    if any(end in body for end in _BLOCK_ENDS):
        body = _BLOCK_CLOSE.sub("", body)
    text = "\n".join([_LINE_MARK.sub("", line).rstrip() for line in body.splitlines()])
    return (_TAG.sub("", text) if "<" in text else text).strip("\n -=*#/").strip()


def docstring_text(raw: str) -> str:
    """The prose of a docstring: quotes and common indentation dropped."""
    opened = _STRING_OPEN.match(raw)
    if opened is None:
        return raw.strip()
    text = raw[opened.end() :].removesuffix(opened.group(1))
    return inspect.cleandoc(text) if "\n" in text else text.expandtabs().lstrip()  # the same of one line, sooner
