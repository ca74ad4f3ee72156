"""Which lines does a pack show, and which should it have? Lines that are blank count nowhere: they tell nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from seedwalk.eval.arena.system import Found
from seedwalk.eval.fixtures.task import Task
from seedwalk.eval.judging import rules_of
from seedwalk.eval.matching import RULES, components
from seedwalk.model import Depth, Entry, Flags, Kind, Symbol
from seedwalk.pack.lines import MARK, signature_lines

BUDGETS = (2_000, 4_000, 8_000)
"""The rooms a reader may have, in tokens, that packs are measured in."""
Lines = dict[str, set[int]]
"""Line numbers by path."""
Read = Callable[[str], Sequence[str]]
"""The lines of a file."""
_LEFT_OUT = re.compile(rf"{MARK} (\d+)(?:-(\d+))?(?: .*)?")
_BODIES = frozenset({Depth.FULL, Depth.CUT})
_NO_CODE = frozenset({Kind.MODULE, Kind.DOCUMENT, Kind.DEPLOYMENT})
_ASIDE = Flags.TEST | Flags.MOCK | Flags.GENERATED


def shown(entries: Iterable[Entry], read: Read) -> Lines:
    """The lines that a pack's entries show."""
    found: Lines = {}
    for entry in entries:
        numbers = _of_body(entry) if entry.depth in _BODIES else _of_head(entry, read(entry.path))
        found.setdefault(entry.path, set()).update(numbers)
    return found


def _of_body(entry: Entry) -> set[int]:
    """A body is the file's own lines; a mark says which lines are left out where it stands."""
    numbers, at = set(), entry.start_line
    for line in entry.text.split("\n"):
        gap = _LEFT_OUT.fullmatch(line)
        if gap and int(gap[1]) == at:
            at = int(gap[2] or gap[1]) + 1
        elif not line.startswith(MARK):
            numbers.add(at)
            at += 1
    return numbers


def _of_head(entry: Entry, lines: Sequence[str]) -> set[int]:
    """An outline shows the lines of the signature, and those of the doc that stand below it; one line shows one."""
    if entry.depth is Depth.LINE:
        return {entry.start_line}
    own = lines[entry.start_line - 1 : entry.end_line]
    signature, _, doc = entry.text.partition("\n")
    head = signature_lines(own, signature)
    told = {line.strip() for line in doc.split("\n")}
    numbers = {entry.start_line + at for at in range(head)}
    for at in range(head, len(own)):
        if own[at].strip().strip("\"'") not in told:
            break
        numbers.add(entry.start_line + at)
    return numbers


class Wanted:
    """The symbols of one repository, by the last component of their names, so that truths are looked up."""

    def __init__(self, symbols: Iterable[Symbol], read: Read) -> None:
        self._read = read
        self._by_name: dict[str, list[Symbol]] = {}
        for symbol in symbols:
            if symbol.kind not in _NO_CODE:
                last = components(symbol.qualified_name)[-1:] or (symbol.name,)
                self._by_name.setdefault(last[0].casefold(), []).append(symbol)

    def lines(self, task: Task) -> Lines:
        """The lines of every symbol that a truth means by the task's strictest rule; code before its tests."""
        found: Lines = {}
        for truth in task.truths:
            for symbol in self._meant(truth, task):
                lines = self._read(symbol.path)
                numbers = range(symbol.span.start_line, min(symbol.span.end_line, len(lines)) + 1)
                found.setdefault(symbol.path, set()).update(n for n in numbers if lines[n - 1].strip())
        return found

    def _meant(self, truth: str, task: Task) -> list[Symbol]:
        matches = RULES[rules_of(task)[0]]
        last = components(truth.rpartition(":")[2])[-1:]
        near = self._by_name.get(last[0].casefold(), []) if last else []
        found = [one for one in near if matches(truth, Found(one.path, one.qualified_name))]
        return [one for one in found if not one.flags & _ASIDE] or found


def share(wanted: Lines, found: Lines) -> float:
    """The share of the wanted lines that are among those found; 1 when none is wanted."""
    whole = sum(map(len, wanted.values()))
    held = sum(len(numbers & found.get(path, set())) for path, numbers in wanted.items())
    return held / whole if whole else 1.0
