"""Markdown, and plain text that borrows its backticks."""

from __future__ import annotations

import re

from seedwalk.extract.plain.prose import QUIET_BLOCKS, Prose
from seedwalk.extract.plain.sheet import MAX_LINE, Sheet

_HEADING = re.compile(rb" {0,3}#{1,6}[ \t]+(\S.*?)[ \t#]*$")
_UNDERLINE = re.compile(rb" {0,3}(?:=+|-{3,})[ \t]*$")
_FENCE = re.compile(rb"[ \t>]*(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)")
_INLINE = re.compile(rb"(?<!`)(``?)(?!`)([^`]{1,200})\1(?!`)")
_LINK = re.compile(rb"\]\(<?(?:\./)*([^)\s>#?:]{1,200})[)\s>#?]")
_MARKUP = re.compile(r"[`*_]|\[([^\]]*)\]\([^)]*\)|<[^>]*>")
_NO_PROSE = (b"#", b"|", b"<", b"!", b"[", b">", b"-", b"*", b"+", b"=", b"```")


def read_markdown(sheet: Sheet) -> None:
    """Headings, inline code, links to files, and the calls in fenced blocks."""
    prose = Prose(sheet)
    fence, quiet = b"", False
    begin = _behind_front_matter(sheet.lines)
    above = b""
    for number, raw in enumerate(sheet.lines[begin:], begin + 1):
        line = raw.rstrip(b"\r")[:MAX_LINE]
        mark = _FENCE.match(line)
        if fence:
            if mark is not None and mark[1].startswith(fence) and not mark[2]:
                fence = b""
            elif not quiet and b"(" in line:
                prose.sample(line, number)
        elif mark is not None:
            fence, quiet = mark[1], mark[2].decode("ascii", "replace").lower() in QUIET_BLOCKS
        elif (heading := _HEADING.match(line)) is not None:
            prose.heading(_plain(heading[1]), number)
            _spans(line, number, prose)
        elif above.strip() and _UNDERLINE.match(line) and not above.lstrip().startswith(_NO_PROSE):
            prose.heading(_plain(above), number - 1)
        else:
            _spans(line, number, prose)
            if line.strip() and not line.startswith(_NO_PROSE):
                prose.paragraph(number)
        above = b"" if fence else line
    prose.close()


def _spans(line: bytes, number: int, prose: Prose) -> None:
    if b"`" in line:
        for _, code in _INLINE.findall(line):
            prose.inline(code.decode("utf-8", "replace"), number)
    if b"](" in line:
        for target in _LINK.findall(line):
            prose.link(target.decode("utf-8", "replace"), number)


def _behind_front_matter(lines: list[bytes]) -> int:
    """How many lines are metadata between two rules at the very top."""
    if lines[0].rstrip() != b"---":
        return 0
    return next((number + 1 for number, line in enumerate(lines[1:], 1) if line.rstrip() == b"---"), 0)


def _plain(title: bytes) -> str:
    return _MARKUP.sub(lambda found: found[1] or "", title.decode("utf-8", "replace")).strip()
