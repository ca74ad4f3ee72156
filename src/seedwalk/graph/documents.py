"""What documents name: a file by its path, a module by its dotted name, a symbol by its qualified name or, where it
looks like code and only one symbol has it, by its last name alone. Among several nothing is chosen."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence

from seedwalk.config import Declared
from seedwalk.graph import tree as trees
from seedwalk.graph.edges import row
from seedwalk.graph.names import KINDS, Row
from seedwalk.graph.things import Form, Thing
from seedwalk.graph.workplace import Found, Workplace
from seedwalk.languages import language_of
from seedwalk.model import TYPE_KINDS, EdgeKind, Flags, Kind, Provenance, Said, Saying

_SURE = Declared()
_SHORTEST = 4
"""Letters of a lone name; shorter ones are variables of examples."""
_MOST_ALIKE = 200
"""Symbols of one last name that are looked at; a name with more is an everyday one."""
_CODE_SHAPE = re.compile(r"[A-Za-z0-9]_[A-Za-z0-9]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
"""An underscore or a capital inside: no word of a language looks like this."""
_CAPITAL = re.compile(r"[A-Z][a-z]")
_EXAMPLES = re.compile(
    r"(?:^|(?<=/))(?:[\w-]*(?:examples?|samples?|demos?|tutorials?)|docs?|benchmarks?)/", re.IGNORECASE
)
"""Folders whose code shows something: a bare name elsewhere does not mean what stands there."""
_OF_EXAMPLES = frozenset({"self", "this", "cls", "crate"})
_NAMED_KINDS = frozenset(Kind) - {
    Kind.ROUTE, Kind.ENDPOINT, Kind.ENV_VARIABLE, Kind.PROCESS, Kind.FLAG, Kind.OWNER, Kind.DEPLOYMENT, Kind.DOCUMENT,
    Kind.EXTERNAL,
}  # fmt: skip
_LONE_KINDS = _NAMED_KINDS - {Kind.FIELD, Kind.CONSTRUCTOR, Kind.MODULE}
"""A field's bare name is an option or a column as often as the field; a constructor has its type's name."""
_ASIDE = int(Flags.TEST | Flags.MOCK | Flags.GENERATED)

Meant = tuple[int, float]
"""A symbol's id, and how surely it is meant."""


def documents(place: Workplace) -> Found:
    """From a document, or the section that says so, to everything it names; of too many the surest, then the first."""
    namer = _Namer(place)
    best: dict[tuple[int, int], tuple[float, int]] = {}
    for said in place.view.facts.said:
        meant = namer.meant(said)
        if meant is not None:
            pair = (place.view.identity(said.scope), meant[0])
            best[pair] = max(best.get(pair, (0.0, 0)), (meant[1], -said.line))
    ordered = sorted((-sure, -line, source, target) for (source, target), (sure, line) in best.items())
    found = Found()
    for sure, line, source, target in ordered[: _SURE.edges_per_document]:
        found.rows.add(row(source, target, EdgeKind.DOCUMENTS, Provenance.DECLARED, line, -sure))
    return found


class _Namer:
    """Names, as one document means them."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._folder = posixpath.dirname(place.view.path)
        self._known: dict[tuple[Saying, str], Meant | None] = {}

    def meant(self, said: Said) -> Meant | None:
        key = (said.how, said.text)
        if key not in self._known:
            self._known[key] = self._path(said.text) or self._name(said.text, said.how)
        return self._known[key]

    # Files

    def _path(self, text: str) -> Meant | None:
        """A source file: from the document's folder, from the top, or the only one whose path ends so."""
        if "/" not in text and language_of(text) is None:
            return None
        written = text.rstrip("/")
        self._place.trace.add(trees.key(posixpath.basename(written)))
        modules = self._place.tree.modules
        for path in (posixpath.normpath(posixpath.join(self._folder, written)), posixpath.normpath(written)):
            if path in modules:
                return modules[path].identity, _SURE.file
        tail = posixpath.normpath(written).lstrip("./")
        found = self._place.tree.ending(tail) if tail and not written.startswith(".") else []
        if len(found) != 1:
            return None
        return found[0].identity, _SURE.tail if "/" in tail else _SURE.worded

    # Symbols

    def _name(self, text: str, how: Saying) -> Meant | None:
        parts = [part for part in text.split(".") if part]
        while len(parts) > 1 and parts[0] in _OF_EXAMPLES:
            parts = parts[1:]
        if not parts or "/" in text:
            return None
        rows = self._rows(parts[-1])
        if len(parts) == 1:
            return self._lone(parts[0], how, rows)
        found = self._dotted(parts, rows)
        return (found[0], min(found[1], _SURE.sample)) if found and how is Saying.SAMPLE else found

    def _rows(self, name: str) -> list[Row]:
        """Symbols of that last name; the module a file is stands apart."""
        names = self._place.names
        self._place.trace.add(names.key(name))
        found = [each for each in names.rows(name) if each[4] and KINDS[each[2]] in _NAMED_KINDS]
        return found if len(found) <= _MOST_ALIKE else []

    def _dotted(self, parts: Sequence[str], rows: Sequence[Row]) -> Meant | None:
        """The whole qualified name, then with its folders and module before it, then the end of a longer one. The first
        of these that anything answers to decides, if only by being ambiguous."""
        text = ".".join(parts)
        for sure, alike in (
            (_SURE.qualified, [each for each in rows if each[1] == text]),
            (_SURE.qualified, [each for each in rows if _stands_in(parts, each)]),
            (_SURE.tail, [each for each in rows if each[1].endswith(f".{text}")]),
        ):
            if alike:
                return self._one(alike, sure)
        return self._inherited(parts) or self._module(parts)

    def _lone(self, name: str, how: Saying, rows: Iterable[Row]) -> Meant | None:
        """A bare name that one symbol has."""
        if len(name) < _SHORTEST:
            return None
        shaped = _CODE_SHAPE.search(name) is not None
        kinds = _LONE_KINDS
        if not shaped and how is not Saying.NAMED:
            if how is Saying.SAMPLE or not _CAPITAL.match(name):
                return None
            kinds = TYPE_KINDS
        sure = {Saying.NAMED: _SURE.lone, Saying.MENTION: _SURE.worded, Saying.SAMPLE: _SURE.sample}[how]
        aside = 0 if self._place.view.flags(0) & _ASIDE else _ASIDE
        alike = [each for each in rows if KINDS[each[2]] in kinds]
        return self._one([each for each in alike if self._meant_here(each[0])], sure, aside)

    def _meant_here(self, path: str) -> bool:
        """Whether code is more than an example, or the document lies in the same folder of examples."""
        shown = [found.end() for found in _EXAMPLES.finditer(path)]
        return not shown or self._place.view.path.startswith(path[: shown[-1]])

    def _one(self, rows: Iterable[Row], sure: float, never: int = 0) -> Meant | None:
        """The one symbol among these; where there are several, the one that is no test, mock or generated code."""
        first: dict[tuple[str, str], int] = {}
        for path, qualified, _, _, position in rows:
            first[path, qualified] = min(position, first.get((path, qualified), position))
        places = [(path, position) for (path, _), position in sorted(first.items())]
        view = self._place.resolver.view
        if len(places) > 1 or never:
            aside = never or _ASIDE
            places = [(path, position) for path, position in places if not view(path).flags(position) & aside]
        if len(places) != 1:
            return None
        path, position = places[0]
        return view(path).identity(position), sure

    def _inherited(self, parts: Sequence[str]) -> Meant | None:
        """A member its type has from above."""
        holders = [each for each in self._rows(parts[-2]) if KINDS[each[2]] in TYPE_KINDS]
        above = [each for each in holders if each[1] == ".".join(parts[:-1]) or _stands_in(parts[:-1], each)]
        if len(above) != 1:
            return None
        holder = Thing(Form.TYPE, above[0][0], above[0][4])
        return self._thing(self._place.resolver.member(holder, parts[-1], self._place.trace), _SURE.inherited)

    def _module(self, parts: Sequence[str]) -> Meant | None:
        """A module by its dotted name, or what a module shows under a name though another file defines it."""
        for stem, name in (("/".join(parts), ""), ("/".join(parts[:-1]), parts[-1])):
            self._place.trace.add(trees.key(posixpath.basename(stem)))
            if "/" not in stem and not name:
                continue
            found = self._place.tree.imported(stem, anywhere=True)
            if len(found) == 1 and not name:
                return found[0].identity, _SURE.file
            if len(found) == 1:
                return self._thing(
                    self._place.resolver.exported(found[0].path, name, self._place.trace), _SURE.qualified
                )
        return None

    def _thing(self, found: Thing | None, sure: float) -> Meant | None:
        if found is None or not found.path or found.form is Form.EXTERNAL:
            return None
        view = self._place.resolver.view(found.path)
        return (view.identity(found.position), sure) if found.position < len(view.outline.symbols) else None


def _stands_in(parts: Sequence[str], each: Row) -> bool:
    """Whether a name ends in the symbol's qualified name and what stands before it are folders or the file it is in."""
    own = each[1].split(".")
    before = parts[: len(parts) - len(own)]
    if not before or list(parts[len(before) :]) != own:
        return False
    stem = posixpath.splitext(each[0])[0]
    rest = iter(stem.replace("-", "_").split("/"))
    return all(part.replace("-", "_") in rest for part in before)
