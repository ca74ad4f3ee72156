"""reStructuredText, with the roles and directives of Sphinx."""

from __future__ import annotations

import re

from seedwalk.extract.plain.prose import QUIET_BLOCKS, Prose
from seedwalk.extract.plain.sheet import MAX_LINE, Sheet
from seedwalk.languages.spec import names

_ADORNMENT = re.compile(rb"([=\-`:.'\"~^_*+#])\1{2,}[ \t]*$")
_INLINE = re.compile(rb"(?<![`\w])``([^`]{1,200})``(?!`)")
_ROLE = re.compile(rb":(?:[a-z]+:)?([a-z]+):`([^`]{1,200})`")
_TARGET = re.compile(r".*<([^<>]+)>", re.DOTALL)
_CODE_ROLES = names(
    "func function class meth method attr attribute exc exception mod module data obj const type struct macro member"
)
_DIRECTIVE = re.compile(rb"([ \t]*)\.\. (?:[a-z]+:)?([a-z-]+):: *([^\s(]*)")
_DEFINING = names(
    "function class method attribute data exception module decorator property classmethod staticmethod "
    "autofunction autoclass automethod automodule autoexception autodata autoattribute autodecorator autoproperty"
)
_MEMBERS = names("method attribute property classmethod staticmethod automethod autoattribute autoproperty")
_TYPES = names("class autoclass exception autoexception")
_NO_PROSE = (b"..", b"|", b":", b"*")
_BLOCKS = frozenset({"code-block", "code", "sourcecode"})


def read_restructured(sheet: Sheet) -> None:
    """Titles, roles and directives that name code, literals, and the calls in code blocks."""
    reader = _Reader(Prose(sheet))
    lines = [raw.rstrip(b"\r")[:MAX_LINE] for raw in sheet.lines]
    for number, line in enumerate(lines, 1):
        reader.line(line, lines[number] if number < len(lines) else b"", number)
    reader.prose.close()


class _Reader:
    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self._block: int | None = None
        """Columns before the line that opened a literal block, while in one."""
        self._quiet = False
        self._type = (0, "")
        """Column and name of the class a member's directive belongs to."""

    def line(self, line: bytes, below: bytes, number: int) -> None:
        indent = len(line) - len(line.lstrip())
        if self._block is not None and line.strip():
            if indent > self._block:
                if not self._quiet and b"(" in line:
                    self.prose.sample(line, number)
                return
            self._block = None
        directive = _DIRECTIVE.match(line)
        if directive is not None:
            self._directive(directive, indent, number)
            return
        if _is_title(line, below):
            self.prose.heading(_plain(line), number)
        elif line.strip() and not indent and not _ADORNMENT.match(line) and not line.startswith(_NO_PROSE):
            self.prose.paragraph(number)
        self._spans(line, number)
        if line.rstrip().endswith(b"::"):
            self._block, self._quiet = indent, False

    def _directive(self, found: re.Match[bytes], indent: int, number: int) -> None:
        name, argument = found[2].decode(), found[3].decode("utf-8", "replace")
        if name in _BLOCKS:
            self._block, self._quiet = indent, argument.lower() in QUIET_BLOCKS
        elif name in _DEFINING and argument:
            if name in _MEMBERS and "." not in argument and self._type[1] and self._type[0] < indent:
                argument = f"{self._type[1]}.{argument}"
            elif name in _TYPES:
                self._type = (indent, argument)
            self.prose.inline(argument, number, surely=True)

    def _spans(self, line: bytes, number: int) -> None:
        if b"`" not in line:
            return
        for role, text in _ROLE.findall(line):
            if role.decode() in _CODE_ROLES:
                written = text.decode("utf-8", "replace")
                target = _TARGET.fullmatch(written)
                self.prose.inline(target[1] if target else written, number, surely=True)
        for code in _INLINE.findall(line):
            self.prose.inline(code.decode("utf-8", "replace"), number)


def _is_title(line: bytes, below: bytes) -> bool:
    return bool(
        line[:1].strip()
        and _ADORNMENT.match(below)
        and len(below.rstrip()) >= len(line.decode("utf-8", "replace").rstrip())
        and not _ADORNMENT.match(line)
    )


def _plain(title: bytes) -> str:
    return re.sub(r":[a-z:]+:`~?([^`]*)`|[`*]", lambda found: found[1] or "", title.decode("utf-8", "replace")).strip()
