"""Which concepts say something about which repositories? `python -m seedwalk.eval.concepts REPO...`

A class fires on a repository when it is in scope there (language, framework) and one of its targets is the name of a
symbol. A class that fires on none of many repositories is not worth shipping. Repositories without an index get one.
What classes gain, and how many truths they name, is measured by `seedwalk.eval.curated`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from seedwalk.api import Repository, open_repository
from seedwalk.concepts.classes import Concept, Layer, spellings
from seedwalk.concepts.frameworks import present
from seedwalk.concepts.loader import every_file, parse_file
from seedwalk.concepts.match import in_scope, usable_targets
from seedwalk.config import Concepts
from seedwalk.errors import NoIndex
from seedwalk.languages import language_of


class Shown(msgspec.Struct, frozen=True):
    """What a repository shows of itself: enough to tell which classes count there."""

    name: str
    languages: tuple[str, ...]
    frameworks: tuple[str, ...]
    names: frozenset[str]
    """Names of its symbols, in lower case."""
    home: tuple[str, ...] = ()
    """Frameworks that it is."""


class Firing(msgspec.Struct, frozen=True):
    """A class, and the repositories where it is in scope and where it fires."""

    concept: Concept
    scoped: tuple[str, ...]
    fired: tuple[str, ...]


def look(repository: Repository, name: str) -> Shown:
    """What an indexed repository shows; it is indexed first when it never was."""
    try:
        symbols = repository.symbols("*")
    except NoIndex:
        repository.index()
        symbols = repository.symbols("*")
    paths = list(dict.fromkeys(symbol.path for symbol in symbols))
    languages = sorted({language for path in paths if (language := language_of(path))})
    return Shown(
        name,
        tuple(languages),
        present(repository.externals(), paths),
        frozenset(symbol.name.lower() for symbol in symbols),
        present((), paths),
    )


def firings(concepts: Iterable[Concept], repositories: Sequence[Shown], tuning: Concepts) -> list[Firing]:
    """Every class with where it counts and where it says something."""
    found = []
    for concept in concepts:
        names = [name for target in usable_targets(concept.targets, tuning) for name in spellings(target)]
        scoped = [shown for shown in repositories if in_scope(concept, shown.languages, shown.frameworks)]
        fired = tuple(shown.name for shown in scoped if not shown.names.isdisjoint(names))
        found.append(Firing(concept, tuple(shown.name for shown in scoped), fired))
    return found


def dead(found: Iterable[Firing]) -> list[str]:
    """Ids of the classes that fired nowhere."""
    return [firing.concept.id for firing in found if not firing.fired]


def tables(found: Sequence[Firing], repositories: Sequence[Shown]) -> str:
    """Two tables: by layer, and by repository."""
    lines = ["| layer | classes | fire | on repositories, mean |", "|---|---|---|---|"]
    for layer in Layer:
        mine = [firing for firing in found if firing.concept.layer is layer]
        if mine:
            spread = sum(len(firing.fired) for firing in mine) / len(mine)
            lines.append(f"| {layer.value} | {len(mine)} | {len(mine) - len(dead(mine))} | {spread:.1f} |")
    lines += ["", "| repository | languages | frameworks | classes in scope | fire |", "|---|---|---|---|---|"]
    for shown in repositories:
        scoped = sum(shown.name in firing.scoped for firing in found)
        fired = sum(shown.name in firing.fired for firing in found)
        row = (shown.name, ", ".join(shown.languages), ", ".join(shown.frameworks), scoped, fired)
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.concepts", description="Which classes fire where?")
    parser.add_argument("repositories", nargs="+", type=Path, metavar="REPO", help="folders of repositories")
    parser.add_argument("--stores", type=Path, metavar="DIR", help="keep the indexes below DIR, by folder name")
    parser.add_argument("--dead", action="store_true", help="print the ids of classes that fire nowhere, and no tables")
    parser.add_argument("--json", action="store_true", help="print each class with the repositories it fires on")
    asked = parser.parse_args(arguments)
    shown = []
    for path in asked.repositories:
        name = path.resolve().name
        print(f"looking at {name}", file=sys.stderr)
        shown.append(look(open_repository(path, store=asked.stores / name if asked.stores else None), name))
    concepts = [concept for file in every_file() for concept in parse_file(file)]
    found = firings(concepts, shown, Concepts())
    if asked.json:
        print(json.dumps({firing.concept.id: list(firing.fired) for firing in found}, indent=1))
    elif asked.dead:
        print("\n".join(dead(found)))
    else:
        print(tables(found, shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
