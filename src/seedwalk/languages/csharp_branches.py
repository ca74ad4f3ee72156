"""What does a C# file say where its grammar falls short? The first branch of each `#if`, newer forms in older words.

The grammar knows conditions around whole members and statements; one that parts a declaration (`#if NET … #else` around
two heads of one class) it does not. The compiler reads one branch of each, so the others are blanked. A file that is
read as a whole stays as it is, with all its branches.
"""

from __future__ import annotations

import re
from typing import Any

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*$", re.MULTILINE)
_TARGET = rb"[\w.]+(?:\[[^\]\n]*\])?"
_CONDITIONAL_TARGET = re.compile(rb"\?(?=(?:\." + _TARGET + rb"|\[[^\]\n]*\])\s*(?:[-+*/|&^]|\?\?)?=(?![=>]))")
"""`a?.b = c` of C# 14."""
_ALLOWS = re.compile(rb"\ballows ref struct\b")
"""A constraint of C# 13."""
_REF_PARTIAL = re.compile(rb"(?<=\bref )partial(?= struct\b)")
"""The grammar wants the words the other way round."""
_NOT_LINES = re.compile(rb"[^\r\n]")


def first_branches(source: bytes, root: Any, _: object) -> bytes:
    """The file as long as it was and with the lines it had."""
    if not root.has_error:
        return source
    text = _CONDITIONAL_TARGET.sub(b" ", source)
    text = _ALLOWS.sub(lambda found: b"class".ljust(len(found[0])), text)
    return _unconditional(_REF_PARTIAL.sub(b"       ", text))


def _unconditional(source: bytes) -> bytes:
    """Directives blanked, and all between an `#else` or `#elif` and its `#endif`."""
    text = bytearray(source)
    opened: list[int] = []
    """Of each `#if` around a place, where its further branches begin; 0 in the first."""
    for found in _DIRECTIVE.finditer(source):
        word, start, end = found[1], found.start(), found.end()
        if word == b"if":
            opened.append(0)
        elif opened and word == b"endif":
            start = opened.pop() or start
        elif opened:
            opened[-1] = opened[-1] or start
        text[start:end] = _NOT_LINES.sub(b" ", source[start:end])
    return bytes(text)
