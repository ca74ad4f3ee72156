"""Who mentions files that are gone? The edges to them went with them; the imports and names that led there still stand.

The import rules are asked over the tree with those files put back, as they were: a file that led to one of them then,
by an import or without needing one, and names what it defined, is where the loss is felt.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from seedwalk.config import Sources
from seedwalk.extract import extract
from seedwalk.facts import Facts
from seedwalk.graph.outline import Outline, decode, outline_of
from seedwalk.graph.views import View, used_names
from seedwalk.indexing import manifests
from seedwalk.languages import every_spec, family_of, language_of
from seedwalk.languages.spec import Modules, Project
from seedwalk.model import Flags, Import
from seedwalk.sources import git
from seedwalk.sources.discover import discover

_WORD = re.compile(r"[^\W\d][\w$]*")
_DEFAULT = "default"


def missed(connection: sqlite3.Connection, root: Path, base: str, sources: Sources) -> dict[int, str]:
    """Symbols that mention what files that are gone since a commit defined: by id, the path of the first such file."""
    gone = gone_since(root, base)
    if not gone:
        return {}
    found = discover(root, sources, language_of, manifests.wanted())
    return mentions(connection, gone, manifests.by_family(manifests.read(root, found.manifests, sources)))


def gone_since(root: Path, base: str) -> list[Outline]:
    """What the source files defined that a commit has and the work tree has no more; unreadable ones are left out."""
    found = []
    for path in git.gone_files(root, base):
        language = language_of(path)
        if language is None:
            continue
        try:
            text = git.contents(root, base, path)
            found.append(outline_of(path, language, extract(path, language, text, Flags.NONE)))
        except Exception:  # whatever an old file makes go wrong costs that file alone
            continue
    return found


def mentions(
    connection: sqlite3.Connection, gone: Sequence[Outline], said: Mapping[str, Mapping[str, str]]
) -> dict[int, str]:
    """Symbols that mention something the files that are gone defined: by id, the path of the first such file."""
    found: dict[int, str] = {}
    for family in sorted({family_of(outline.language) for outline in gone}):
        lost = {outline.path: outline for outline in gone if family_of(outline.language) == family}
        for view in _views(connection, family, lost, said.get(family, {})):
            for position, path in _mentioned(view, lost):
                found.setdefault(view.identity(position), path)
    return found


def _views(
    connection: sqlite3.Connection, family: str, lost: Mapping[str, Outline], said: Mapping[str, str]
) -> Iterator[View]:
    """The files of a family as they see each other with those that are gone among them."""
    rows = connection.execute("SELECT id, path, language, namespaces FROM files ORDER BY path").fetchall()
    here = [
        (number, path, json.loads(names)) for number, path, language, names in rows if family_of(language) == family
    ]
    namespaces = {path: names for _, path, names in here} | {path: each.namespaces for path, each in lost.items()}
    make = every_spec()[family].modules
    rules: Modules | None = make(Project(dict(sorted(namespaces.items())), said)) if make is not None else None
    for number, _, _ in here:
        held = connection.execute(
            "SELECT outline, blob FROM links JOIN facts USING (file_id) WHERE file_id = ?", (number,)
        ).fetchone()
        if held is not None:
            facts: bytes = held[1]
            yield View(number, decode(held[0]), lambda facts=facts: Facts.decode(facts), rules)  # type: ignore[misc]


def _mentioned(view: View, lost: Mapping[str, Outline]) -> Iterator[tuple[int, str]]:
    """(position, path that is gone) of each mention in one file: the module for an import, else the symbol around."""
    first: dict[str, str] = {}
    anywhere: dict[str, str] = {}
    for imported in view.imports:
        targets = view.targets(imported)
        for path in (path for path in targets if path in lost):
            named = _named(imported, lost[path], len(targets))
            if named is None:
                continue
            yield 0, path
            bare = view.is_wildcard(imported) or not imported.name
            first |= dict.fromkeys([*named, *(_tops(lost[path]) if view.is_wildcard(imported) else ())], path)
            if bare and len(targets) > 1:
                first |= dict.fromkeys(used_names(imported, first=view.spec.imports_first_name), path)
            anywhere |= dict.fromkeys(_far(lost[path]), path)
    near = set(view.visible())
    for path, outline in lost.items():
        if path in near or (view.naming.open_constants and outline.language == view.spec.name):
            first |= dict.fromkeys(_tops(outline), path)
            anywhere |= dict.fromkeys(_far(outline), path)
    if first or anywhere:
        yield from _uses(view, first, anywhere, lost)


def _named(imported: Import, outline: Outline, targets: int) -> list[str] | None:
    """The local names by which an import meant a file or something of it; None when it meant another target."""
    stem = outline.path.rpartition("/")[2].partition(".")[0]
    if imported.name and imported.name != "*":
        meant = targets == 1 or imported.name in (stem, _DEFAULT, *_tops(outline))
        return [imported.local] if meant else None
    return [] if targets > 1 else [imported.local.rpartition("/")[2].rpartition(".")[2], imported.local]


def _uses(
    view: View, first: Mapping[str, str], anywhere: Mapping[str, str], lost: Mapping[str, Outline]
) -> Iterator[tuple[int, str]]:
    """References that begin with one of the first names, or hold one of the others."""
    several = {name for outline in lost.values() for name in _tops(outline)}
    for reference in view.facts.each_reference():
        parts = _WORD.findall(reference.text)
        if not parts:
            continue
        path = first.get(parts[0])
        if path is not None and (parts[0] in several or len(parts) == 1 or not several.isdisjoint(parts[1:])):
            yield reference.scope, path
        elif (far := next((anywhere[part] for part in parts[1:] if part in anywhere), None)) is not None:
            yield reference.scope, far


def _tops(outline: Outline) -> list[str]:
    """Names a file defines at its top."""
    return [name for name, _, _, _, parent in outline.symbols[1:] if not parent and "." not in name]


def _far(outline: Outline) -> Iterable[str]:
    """Names of methods whose type stands in another file."""
    own = {name for name, *_ in outline.symbols}
    return [outline.symbols[at][0].rpartition(".")[2] for at, owner in outline.owners if owner not in own]
