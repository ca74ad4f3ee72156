"""Who owns what: the last rule of an owners file that fits a path names its owners, as GitHub reads it.

In a section of GitLab's the same holds, and the owners of all sections count. Of several owners files the first in
GitHub's order of places is read, the others say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from seedwalk.graph.edges import row
from seedwalk.graph.tree import WHOLE
from seedwalk.graph.workplace import Found, Workplace
from seedwalk.identity import placeless_id
from seedwalk.model import EdgeKind, Kind, Provenance

PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
_MAX_WILD = 1_000
"""Rules with a wildcard inside that are looked at; each costs a match per file."""


_MAX_STARS = 6
"""Stars of one rule: trying each to reach further costs the power of their number."""


def owners(place: Workplace) -> Found:
    """From the module of each file to its owners."""
    found = Found()
    place.trace.add(WHOLE)
    first = next((path for path in PLACES if path in place.tree.others), place.view.path)
    if first != place.view.path:
        return found
    sections: dict[str, Rules] = {}
    for said in place.view.facts.said:
        section, pattern, listed = said.text.split("\t")
        sections.setdefault(section, Rules()).add(pattern, listed.split(), said.line)
    for module in place.tree.modules.values():
        for rules in sections.values():
            rule = rules.last(module.path)
            for owner in rule.owners if rule else ():
                target = placeless_id(Kind.OWNER, owner)
                edge = row(module.identity, target, EdgeKind.OWNED_BY, Provenance.DECLARED, rule.line if rule else 0)
                found.rows.add(edge)
                found.placeless.add((Kind.OWNER.value, owner))
    return found


class Rule(Struct, frozen=True):
    """The number counts rules from the top: the higher of two that fit wins."""

    number: int
    owners: tuple[str, ...]
    line: int


class Rules(Struct):
    """Rules by the shape of their pattern: most are answered by a look at a path's folders, its names, its ending."""

    count: int = 0
    _everything: Rule | None = None
    _anchored: dict[str, Rule] = field(default_factory=dict)
    """By the path of a file, or of a folder with all below it."""
    _anchored_folders: dict[str, Rule] = field(default_factory=dict)
    _direct: dict[str, Rule] = field(default_factory=dict)
    """`docs/*`: by the folder whose own files are meant, those in folders below it not."""
    _named: dict[str, Rule] = field(default_factory=dict)
    """By the name of a file or folder anywhere."""
    _named_folders: dict[str, Rule] = field(default_factory=dict)
    _endings: dict[str, Rule] = field(default_factory=dict)
    _wild: list[tuple[re.Pattern[str], Rule]] = field(default_factory=list)

    def add(self, pattern: str, owners: list[str], line: int) -> None:
        self.count += 1
        rule = Rule(self.count, tuple(owners), line)
        only_folders = pattern.endswith("/")
        bare = pattern.strip("/")
        anchored = "/" in pattern.rstrip("/")
        wild = re.search(r"[*?\\]", bare) is not None
        if bare in ("*", "**"):
            self._everything = rule
        elif not wild and anchored:
            (self._anchored_folders if only_folders else self._anchored)[bare] = rule
        elif not wild:
            (self._named_folders if only_folders else self._named)[bare] = rule
        elif not anchored and not only_folders and re.fullmatch(r"\*\.[^*?\\.]+", bare):
            self._endings[bare[2:]] = rule
        elif anchored and not only_folders and bare.endswith("/*") and not re.search(r"[*?\\]", bare[:-2]):
            self._direct[bare[:-2]] = rule
        elif anchored and bare.endswith("/**") and not re.search(r"[*?\\]", bare[:-3]):
            self._anchored_folders[bare[:-3]] = rule
        elif len(self._wild) < _MAX_WILD and bare.replace("**", "").count("*") <= _MAX_STARS:
            self._wild.append((re.compile(_regex(bare, anchored, only_folders)), rule))

    def last(self, path: str) -> Rule | None:
        """The last rule that fits a file's path."""
        found = [rule for rule in self._fitting(path) if rule is not None]
        best = max(found, key=lambda rule: rule.number) if found else None
        for pattern, rule in reversed(self._wild):
            if best is not None and rule.number < best.number:
                break
            if pattern.match(path):
                return rule
        return best

    def _fitting(self, path: str) -> Iterator[Rule | None]:
        yield self._everything
        yield self._anchored.get(path)
        folder, _, name = path.rpartition("/")
        yield self._named.get(name)
        yield self._endings.get(name.rpartition(".")[2]) if "." in name else None
        yield self._direct.get(folder)
        while folder:
            yield self._anchored.get(folder)
            yield self._anchored_folders.get(folder)
            folder, _, name = folder.rpartition("/")
            yield self._named.get(name)
            yield self._named_folders.get(name)


def _regex(bare: str, anchored: bool, only_folders: bool) -> str:
    """A pattern as a regular expression over whole paths; stars in a row are one, so matching stays cheap."""
    bare = re.sub(r"\*{3,}", "**", bare)
    bare = re.sub(r"(?:\*\*/)+", "**/", bare)
    out = ["" if anchored else "(?:.*/)?"]
    for part in re.findall(r"\*\*/|/\*\*$|\*\*|\*|\?|\\.|[^*?\\]+|\\", bare):
        out.append({"**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(part, ""))
        if not out[-1]:
            out[-1] = re.escape(part[1:] if part.startswith("\\") else part)
    out.append("/.*" if only_folders else "$" if bare.endswith("/*") else "(?:/.*)?$")
    return "".join(out)
