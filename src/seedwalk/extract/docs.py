"""Which prose documents which definition: the docstring inside it, else the comments right above it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from seedwalk.extract.captures import Captures
from seedwalk.extract.comments import comment_text, docstring_text
from seedwalk.extract.definitions import MAX_DOC, Placed
from seedwalk.extract.places import ScopeMap

_BEFORE_NAME = frozenset(
    b"|export|export default|declare|export declare|const|let|var|export const|export let|export var|pub|type|static"
    b"|private|public|protected".split(b"|")
)
"""What may stand between the start of a line and a definition that the comment above it still documents."""


class Docs:
    """The doc of each definition and of the module; `spans` are the bytes they were read from."""

    __slots__ = ("of_module", "spans", "text")

    def __init__(self, captures: Captures, placed: Sequence[Placed], scopes: ScopeMap) -> None:
        self.text = [""] * len(placed)
        self.of_module = ""
        self.spans: list[tuple[int, int]] = []
        source = captures.source
        for (start, end), scope in zip(captures.docs, scopes.at([start for start, _ in captures.docs]), strict=True):
            text = docstring_text(source[start:end].decode("utf-8", "replace"))[:MAX_DOC]
            if scope == 0:
                self.of_module = self.of_module or text
            elif not self.text[scope - 1]:
                self.text[scope - 1] = text
            self.spans.append((start, end))
        if captures.comments:
            self._from_comments(captures, placed)

    def _from_comments(self, captures: Captures, placed: Sequence[Placed]) -> None:
        source = captures.source
        blocks = _comment_blocks(captures)
        used: set[int] = set()
        for position, item in enumerate(placed):
            line_start = source.rfind(b"\n", 0, item.raw.start) + 1
            above = blocks.get(line_start)
            if above is None or self.text[position]:
                continue
            start, end = above
            if source[line_start : item.raw.start].strip() not in _BEFORE_NAME:
                continue
            self.text[position] = comment_text(source[start:end].decode("utf-8", "replace"))[:MAX_DOC]
            if start not in used:
                used.add(start)
                self.spans.append((start, end))
        blank = len(source) - len(source.lstrip())
        first = min((block for block in blocks.values() if block[0] <= blank), default=None)
        if first is not None and not self.of_module and first[0] not in used:
            self.of_module = comment_text(source[first[0] : first[1]].decode("utf-8", "replace"))[:MAX_DOC]


def _comment_blocks(captures: Captures) -> dict[int, tuple[int, int]]:
    """Runs of comments that stand alone on their lines, by the byte where the line after them starts."""
    source = captures.source
    blocks: dict[int, tuple[int, int]] = {}
    for start, end in sorted(captures.comments, key=itemgetter(0)):
        line_start = source.rfind(b"\n", 0, start) + 1
        if source[line_start:start].strip():
            continue
        if source.endswith(b"\n", start, end):  # Rust's doc comments own their line break
            end -= 1
        line_end = source.find(b"\n", end)
        following = len(source) if line_end < 0 else line_end + 1
        above = blocks.pop(line_start, None)
        blocks[following] = (above[0] if above else start, end)
    return blocks
