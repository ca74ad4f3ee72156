"""Flow: types in JavaScript, told by a comment `@flow`. TypeScript's grammar reads them, but for a few forms.

The forms are those of https://flow.org/en/docs/types/ that TypeScript has not. Each is blanked, or put in TypeScript's
words where these fit in as many bytes; none of them is JavaScript without types.
"""

from __future__ import annotations

import re
from typing import Any

FLOW = b"@flow"
"""The mark of a file with Flow's types."""

_NAME = rb"[A-Za-z_$][\w$]*"
_BLANKED = re.compile(
    rb"|".join((
        rb"\bopaque(?=\s+type\b)",                                              # opaque type ID = string
        rb"(?<=[{,|;(\n])[ \t]*[+-](?=(?:" + _NAME + rb"|\[[^\]\n]*\])\??:)",      # {+read: T, -write: T}
        rb"(?<=[<,])[+-](?=" + _NAME + rb"\s*[,>:=])",                          # type Box<+T>
        rb"(?<=[{,\n])[ \t]*\.\.\.(?=,?\s*\|?\})",                                 # {known: T, ...}
        rb"(?<=[{,\n])[ \t]*\.\.\.[A-Z][A-Z\d]*[a-z]\w*(?:<[^<>]*>)?(?:,|(?=\s*\|?\}))",  # {...Base, own: T}
        rb"(?<=\{)\|(?!\|)|(?<!\|)\|(?=\})",                                    # {|exact: T|}
        rb"(?<=[:|=<,(&])[ \t]*\?(?=[ \t]*[\w({\[*'\"])",                             # ?T
        rb"(?<=\bcomponent)\(\s*(?:\.\.\.)?" + _NAME + rb"\??:(?:[^()]|\([^()]*\))*\)",  # component(...props: T)
        rb"\binterface\s+(?:extends\s+[\w.$<>]+\s*)?(?=\{)",                    # | interface {key: T}
        rb"%checks\b",                                                          # function f(x): boolean %checks
        rb"@@(?=iterator|asyncIterator)",                                       # @@iterator(): Iterator<T>
    ))
)  # fmt: skip
"""Forms that leave what TypeScript's grammar reads when they are blanked."""
_BOUND = re.compile(rb"(?<=<)(" + _NAME + rb")(\s*:(?:[^<>=(){};,]|<[^<>]*>|\((?:[^()<>]|<[^<>]*>)*\)\s*=>)+)(?=[,>=])")
"""`<T: Base>`, which is `<T extends Base>` elsewhere."""
_SUPERTYPE = re.compile(rb"(\btype\s+" + _NAME + rb")(\s*:[^=;\n]+)(?==)")
"""`opaque type ID: string = string`."""
_COMPONENT = re.compile(rb"^((?:export\s+(?:default\s+)?)?)component(?=\s+[A-Z]\w*\s*[(<])", re.MULTILINE)
"""`component Button(label: string) { … }`, a function that React calls."""
_UNNAMED = re.compile(rb"(?<![\w$.])(?:[A-Z]\w*|any|boolean|empty|mixed|null|number|string|symbol|void) => ")
"""`number => string`: a type of functions whose parameter has no name."""
_TYPED = re.compile(rb"(?<=\()(?:\([^()]*\) => [\w$.<>]+|(?=[^()]*[<|])[\w$.<>|, ]+)(?=\) =>)")
"""`(() => void) => void`, `(Set<T> | null) => void`: the same, with a type that is no name."""


def typescript_of(source: bytes, root: Any, _: object) -> bytes:
    """The file as long as it was and with the lines it had. One that is read as a whole stays as it is."""
    if not root.has_error or FLOW not in source:
        return source
    text = _BLANKED.sub(lambda found: _spaces(found[0]), source)
    text = _BOUND.sub(lambda found: found[1] + _spaces(found[2]), text)
    text = _SUPERTYPE.sub(lambda found: found[1] + _spaces(found[2]), text)
    text = _COMPONENT.sub(rb"\1function ", text)
    text = _TYPED.sub(lambda found: b"_" * len(found[0]), text)
    return _UNNAMED.sub(lambda found: b"(" + b"_" * (len(found[0]) - len(b" => ")) + b")=>", text)


def _spaces(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)
