"""YAML by its indentation: enough to find a key below a key, with lines; never an error.

No anchor is followed, no tag obeyed and no number made of a word, so nothing in a file can make reading it costly. What
is not understood is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from seedwalk.extract.plain.sheet import MAX_LINE

_MAX_DEPTH = 40
"""Levels; deployment files stay below twenty."""
_MAX_FLOW = 60
"""Lines a bracket may stay open."""
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#:{}\[\],&*!|>'"%@`][^:#]*?)[ \t]*:(?:[ \t]+(.*))?$""")
_BLOCK = re.compile(r"[|>][+\-\d]*(?:\s+#.*)?$")
_DECORATION = re.compile(r"(?:[&!][^\s]*\s+)+|[&!]\S+$")
_ELEMENT = re.compile(r""""((?:[^"\\]|\\.)*)"|'([^']*)'|([^,\[\]\s'"][^,\[\]]*)""")
_PAIR = re.compile(r"""([\w.-]+)\s*:\s*("[^"]*"|'[^']*'|[^,{}]*)""")


class Node(Struct):
    """A value: text, or fields, or elements. One that is not there is empty."""

    line: int = 0
    last: int = 0
    text: str = ""
    fields: dict[str, Node] = field(default_factory=dict)
    elements: list[Node] = field(default_factory=list)

    def at(self, *keys: str) -> Node:
        """The node below these keys."""
        node = self
        for key in keys:
            node = node.fields.get(key, _NOTHING)
        return node

    def texts(self) -> list[str]:
        """The elements' texts; a text alone is one."""
        return [element.text for element in self.elements if element.text] or ([self.text] if self.text else [])


_NOTHING = Node()


def documents(text: str) -> Iterator[Node]:
    """Each document of a file."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(("---", "...")) and not line[3:].strip().startswith("|"):
            yield reader.finish()
            reader = _Reader()
        else:
            reader.read(line.rstrip("\r")[:MAX_LINE], number)
    yield reader.finish()


class _Reader:
    """The open nodes, outermost first, each with the column of its key or dash."""

    def __init__(self) -> None:
        self._top = Node(1)
        self._open: list[tuple[int, bool, Node]] = [(-1, False, self._top)]
        self._last = 0
        self._block: tuple[int, Node, list[str]] | None = None
        self._flow: tuple[Node, int] | None = None

    def finish(self) -> Node:
        self._close_block()
        for _, _, node in self._open:
            node.last = self._last
        return self._top

    def read(self, line: str, number: int) -> None:
        content = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if self._block is not None:
            if not content or indent > self._block[0]:
                self._block[2].append(line)
                self._last = number if content else self._last
                return
            self._close_block()
        if not content or content.startswith("#") or line[indent : indent + 1] == "\t":
            return
        if self._flow is not None:
            self._go_on(content, number)
            return
        self._place(content, indent, number)
        self._last = number

    def _place(self, content: str, column: int, number: int) -> None:
        while content == "-" or content.startswith("- "):
            self._pop(column, keep_key=True)
            if len(self._open) > _MAX_DEPTH:
                return
            element = Node(number)
            self._open[-1][2].elements.append(element)
            self._open.append((column, True, element))
            rest = content[1:].lstrip()
            column += len(content) - len(rest)
            content = rest
        key = _KEY.match(content)
        if key is not None:
            self._pop(column, keep_key=False)
            if len(self._open) > _MAX_DEPTH:
                return
            child = Node(number)
            self._open[-1][2].fields[key[1].strip("\"'")] = child
            self._open.append((column, False, child))
            self._value(child, key[2] or "", column, number)
        elif content:
            column, is_element, node = self._open[-1]
            if is_element and not node.text and not node.fields:
                self._value(node, content, column, number)

    def _pop(self, column: int, *, keep_key: bool) -> None:
        """Close what ends before this column; a key may hold a list that begins in its own column."""
        while self._open[-1][0] > column or (
            self._open[-1][0] == column and not (keep_key and not self._open[-1][1])
        ):
            self._open.pop()[2].last = self._last

    def _value(self, node: Node, written: str, column: int, number: int) -> None:
        value = _DECORATION.sub("", written, count=1).strip() if written[:1] in "&!" else written.strip()
        if _BLOCK.match(value):
            self._block = (column, node, [])
        elif value.startswith("[") or (value.startswith("{") and not value.startswith("{{")):
            node.text = value
            self._flow = (node, number)
            self._go_on("", number)
        elif not value.startswith("*"):
            node.text = _scalar(value)

    def _go_on(self, content: str, number: int) -> None:
        """A bracket may close lines later."""
        assert self._flow is not None
        node, since = self._flow
        node.text = f"{node.text} {content}".strip()[: MAX_LINE * 2]
        self._last = number
        if node.text.rstrip().endswith(("]", "}")) or "]" in content or number - since > _MAX_FLOW:
            self._flow = None
            text, node.text = node.text, ""
            if text.startswith("["):
                found = (next(filter(None, groups), "") for groups in _ELEMENT.findall(text[1:]))
                node.elements = [Node(node.line, node.line, each.strip()) for each in found]
            else:
                for key, value in _PAIR.findall(text):
                    node.fields[key] = Node(node.line, node.line, _scalar(value.strip()))

    def _close_block(self) -> None:
        if self._block is not None:
            self._block[1].text = "\n".join(line.strip() for line in self._block[2])
            self._block = None


def _scalar(value: str) -> str:
    if len(value) > 1 and value[0] in "\"'" and value[0] in value[1:]:
        return value[1 : value.index(value[0], 1)]
    return "" if value.startswith("#") else value.partition(" #")[0].rstrip()
