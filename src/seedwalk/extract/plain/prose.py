"""What documents share, whatever they are written in: sections, and which text between backticks may name code."""

from __future__ import annotations

import re

from msgspec import Struct

from seedwalk.extract.plain.sheet import Sheet
from seedwalk.languages.spec import names
from seedwalk.model import Saying

MAX_NAMED = 120
"""Characters; longer inline code is a command or an expression."""
_NAME = re.compile(
    r"(?:new )?[@~!.&*]?(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*[!?]?)"
    r"(?:<[^>()]*>)?(?P<called>\(.*\))?;?"
)
_PATH = re.compile(r"(?:\.{0,2}/)?[\w.@+-]+(?:/[\w.@+-]+)*/?")
_JOINTS = re.compile(r"::|#|->")
_CALL = re.compile(
    rb"(?<![\w.$@])(?<!def )(?<!func )(?<!fn )(?<!function )(?<!class )"
    rb"((?:[A-Za-z_]\w*(?:\.|::)){0,6}[A-Za-z_]\w*)\("
)
QUIET_BLOCKS = names(
    "bash sh shell console shell-session zsh fish powershell ps1 cmd bat text txt plain none json json5 jsonc yaml yml "
    "toml ini cfg xml html css diff dockerfile docker makefile make mermaid csv http log output markdown md rst sql"
)
"""Languages of code blocks in which a name before a parenthesis is no call of the repository's code."""


class _Section(Struct):
    title: str
    first: int
    said: list[tuple[Saying, str, int]]


class Prose:
    """Collects what a document says, section by section. A section that names nothing belongs to the document."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._sections: list[_Section] = [_Section("", 1, [])]

    def heading(self, title: str, line: int) -> None:
        """The first heading is the document's title, each other begins a section."""
        if not self._sheet.title:
            self._sheet.title = title
        else:
            self._sections.append(_Section(title, line, []))

    def paragraph(self, line: int) -> None:
        """A line of running text: the first ones say what the document is about."""
        told = self._sheet.doc_lines
        if told is None and len(self._sections) == 1:
            self._sheet.doc_lines = (line, line)
        elif told is not None and told[1] == line - 1 and len(self._sections) == 1:
            self._sheet.doc_lines = (told[0], line)

    def inline(self, code: str, line: int, *, surely: bool = False) -> None:
        """Text between backticks; `surely` when the markup says that it names code."""
        text = code.strip()
        if not 1 < len(text) <= MAX_NAMED:
            return
        named = _NAME.fullmatch(text)
        if named is not None:
            sure = surely or named["called"] is not None
            self.say(Saying.NAMED if sure else Saying.MENTION, _JOINTS.sub(".", named["name"]), line)
        elif ("/" in text or "." in text) and _PATH.fullmatch(text):
            self.say(Saying.MENTION, text, line)

    def link(self, target: str, line: int) -> None:
        """The target of a link, when it lies in the repository."""
        if len(target) <= MAX_NAMED and "." in target and _PATH.fullmatch(target):
            self.say(Saying.MENTION, target if "/" in target else f"./{target}", line)

    def sample(self, code: bytes, line: int) -> None:
        """A line of a code block."""
        for name in _CALL.findall(code):
            self.say(Saying.SAMPLE, _JOINTS.sub(".", name.decode("utf-8", "replace")), line)

    def say(self, how: Saying, text: str, line: int) -> None:
        self._sections[-1].said.append((how, text, line))

    def close(self) -> None:
        """Give the sheet its parts and sayings."""
        last = len(self._sheet.lines)
        ends = [section.first - 1 for section in self._sections[1:]] + [last]
        for position, (section, end) in enumerate(zip(self._sections, ends, strict=True)):
            scope = 0
            if position and section.said:
                scope = self._sheet.part(section.title, section.title, section.first, max(section.first, end))
            for how, text, line in section.said:
                self._sheet.say(how, text, line, scope)
