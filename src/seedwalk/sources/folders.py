"""What a folder's place and name say of the files in it, worked out once for each folder."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from msgspec import Struct

from seedwalk.sources.attributes import Attributes
from seedwalk.sources.rules import FolderRule, Rules

Marks = tuple[FolderRule, ...]
"""Rules that hold for a folder because of its name or an ancestor's, outermost first."""


class Verdict(Struct, frozen=True):
    """All that a file inherits from the folder it lies in."""

    hidden: bool
    vendored: Marks
    test: Marks
    mock: bool
    aside: bool
    attributes: tuple[Attributes, ...]


def strongest(marks: Marks, extension: str) -> FolderRule | None:
    """The outermost rule that speaks of files with this extension."""
    for rule in marks:
        if rule.only is None or extension in rule.only:
            return rule
    return None


class Folders:
    """Verdicts by folder (`a/b`, empty for the root), from the sorted listing alone: no file system."""

    def __init__(
        self,
        rules: Rules,
        paths: Sequence[str],
        attributes: Mapping[str, Attributes],
        outer: tuple[Attributes, ...] = (),
    ) -> None:
        self._made_of = (paths, attributes, outer)
        self._rules = rules
        self._paths = paths
        self._known = frozenset(paths)
        self._attributes = attributes
        self.judged: dict[tuple[bool, bool], dict[str, int | str | None]] = {}
        """What became known of files by their paths alone, by which choice of files (`classify.py`)."""
        top = outer + ((attributes[""],) if "" in attributes else ())
        self._verdicts: dict[str, Verdict] = {"": Verdict(False, (), (), False, False, top)}

    def are_of(
        self, rules: Rules, paths: Sequence[str], attributes: Mapping[str, Attributes], outer: tuple[Attributes, ...]
    ) -> bool:
        """Whether these would be made again of this."""
        return self._rules is rules and self._made_of == (paths, attributes, outer)

    def verdict(self, folder: str) -> Verdict:
        found = self._verdicts.get(folder)
        if found is None:
            found = self._verdicts[folder] = self._judge(folder)
        return found

    def _judge(self, folder: str) -> Verdict:
        parent, _, name = folder.rpartition("/")
        above, low = self.verdict(parent), name.lower()
        rules = self._rules
        vendored, test, aside = (of.get(low) for of in (rules.vendored, rules.test_folders, rules.aside_folders))
        own = self._attributes.get(folder)
        return Verdict(
            hidden=above.hidden or name in rules.never,
            vendored=above.vendored + self._marks(vendored, folder, parent),
            test=above.test + self._marks(test, folder, parent),
            mock=above.mock or rules.mocks(name),
            aside=above.aside or bool(self._marks(aside, folder, parent)),
            attributes=above.attributes if own is None else (*above.attributes, own),
        )

    def _marks(self, rule: FolderRule | None, folder: str, parent: str) -> Marks:
        if rule is None or self._excused(rule, folder, parent):
            return ()
        return (rule,) if not rule.conditional or self._wanted(rule, folder, parent) else ()

    def _wanted(self, rule: FolderRule, folder: str, parent: str) -> bool:
        return (
            (rule.top and not parent)
            or parent.rpartition("/")[2].lower() in rule.below
            or self._holds(parent, rule.beside)
            or self._holds(folder, rule.holds)
        )

    def _excused(self, rule: FolderRule, folder: str, parent: str) -> bool:
        return (
            (bool(rule.unless_below) and any(part in rule.unless_below for part in parent.lower().split("/")))
            or self._holds(folder, rule.unless_holds)
            or any(f"/{path}/" in f"/{parent}/" for path in rule.unless_path)
            or (self._holds(parent, rule.tests_needed_beside) and not self._has_tests(folder))
        )

    def _holds(self, folder: str, names: Sequence[str]) -> bool:
        prefix = f"{folder}/" if folder else ""
        return any(prefix + name in self._known for name in names)

    def _has_tests(self, folder: str) -> bool:
        """Whether some file below the folder is named like a test."""
        prefix, match = f"{folder}/", self._rules.test_names.match
        for place in range(bisect_left(self._paths, prefix), len(self._paths)):
            path = self._paths[place]
            if not path.startswith(prefix):
                return False
            if match(path.rpartition("/")[2]):
                return True
        return False


_LAST: list[Folders] = []
"""Those made last: most times a tree is listed, no file came or went."""


def folders_of(
    rules: Rules, paths: Sequence[str], attributes: Mapping[str, Attributes], outer: tuple[Attributes, ...]
) -> Folders:
    """Verdicts on a listing; those of the last one with all that they led to, where it was the same."""
    for last in _LAST:
        if last.are_of(rules, paths, attributes, outer):
            return last
    made = Folders(rules, paths, attributes, outer)
    _LAST[:] = [made]
    return made
