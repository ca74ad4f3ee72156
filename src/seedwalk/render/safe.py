"""Repository text is data: whatever a file says, it can neither end the place it is quoted in nor hide itself."""

from __future__ import annotations

import re

_PICTURES = 0x2400
"""Unicode has a visible picture of each of the first 32 characters, from here on."""
_DELETE, _DELETE_PICTURE = 0x7F, "\u2421"
_LAST_PICTURED = 0x1F
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"  # no width, or a direction: they can hide code
    "\ud800-\udfff\ufffe\uffff]"  # no characters at all: UTF-8 or XML would refuse them
)
_PLAIN = bytes((*range(0x20, 0x7F), 0x09, 0x0A))
_BREAKS = re.compile(r"[\t\n]+")
_BACKTICKS = re.compile("`+")
_SHORTEST_FENCE = 3


def visible(text: str) -> str:
    """The text with every character that shows nothing made visible; tabs and line feeds stay.

    >>> visible("a\\x1b[31mb\\r\\n"), visible("x\\u202ey")
    ('a␛[31mb␍\\n', 'x\\\\u202ey')
    """
    if text.isascii() and not text.encode().translate(None, _PLAIN):
        return text  # nearly all code, told ten times as fast as a pattern is looked for
    return HIDDEN.sub(lambda found: _picture(ord(found[0])), text)


def one_line(text: str) -> str:
    """Visible, and on one line."""
    return _BREAKS.sub(" ", visible(text)).strip()


def on_its_line(text: str) -> str:
    """Visible, tabs and line feeds too, and every blank where it was.

    >>> on_its_line("  a\\nb")
    '  a␊b'
    """
    return visible(text).replace("\n", _picture(ord("\n"))).replace("\t", _picture(ord("\t")))


def fence_for(text: str, shortest: int = _SHORTEST_FENCE) -> str:
    """A run of backticks longer than any in the text."""
    if "`" not in text:
        return "`" * shortest
    return "`" * max(shortest, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))


def code_span(text: str) -> str:
    """One line of text as inline code of Markdown, whatever backticks it holds."""
    line = one_line(text)
    fence = fence_for(line, shortest=1)
    padding = " " if line[:1] == "`" or line[-1:] == "`" else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def escaped(code: int) -> str:
    """A character as a program writes it: `\\u202e`."""
    return f"\\u{code:04x}"


def _picture(code: int) -> str:
    if code <= _LAST_PICTURED:
        return chr(_PICTURES + code)
    return _DELETE_PICTURE if code == _DELETE else escaped(code)
