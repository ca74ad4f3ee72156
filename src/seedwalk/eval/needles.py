"""Needles for symbol search: queries made from random symbols of a repository, each with the symbol it should find.

Four ways a user half remembers a name: its words in another order, one of them forgotten, the type and the member, a
few words of the doc. The draw is seeded, so the same repository gives the same cases.

`python -m seedwalk.eval.needles REPOSITORY --name click > bench/search/click.json`
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from seedwalk.api import open_repository
from seedwalk.model import Flags, Kind, Symbol
from seedwalk.text import parts

WANTED = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.STRUCT, Kind.TRAIT, Kind.ENUM, Kind.FUNCTION, Kind.METHOD})
"""Kinds people look for by name."""
_UNWANTED = Flags.TEST | Flags.MOCK | Flags.GENERATED | Flags.VENDORED | Flags.MINIFIED
_PER_FORM = 25
_DOC_WORDS = 5
"""Words of a doc in one query: what one remembers of a sentence."""
_LEAST_WORDS = 3
"""Words a name needs before one can be forgotten."""
_LONGEST_STOP = 3
"""Words of a doc up to this length say nothing."""
_WORD = re.compile(r"[A-Za-z]+")

Form = Callable[[Symbol, random.Random], str | None]
"""A query for a symbol, or None where its name gives none."""


def reordered(symbol: Symbol, draw: random.Random) -> str | None:
    words = _words(symbol)
    if len(words) < 2:
        return None
    mixed = list(words)
    while mixed == words:
        draw.shuffle(mixed)
    return " ".join(mixed)


def one_dropped(symbol: Symbol, draw: random.Random) -> str | None:
    words = _words(symbol)
    if len(words) < _LEAST_WORDS:
        return None
    words.pop(draw.randrange(len(words)))
    return " ".join(words)


def type_and_member(symbol: Symbol, draw: random.Random) -> str | None:
    del draw  # there is but one way to say it
    around, _, name = symbol.qualified_name.rpartition(".")
    return f"{around.rpartition('.')[2]} {name}" if around else None


def doc_words(symbol: Symbol, draw: random.Random) -> str | None:
    told = [word for word in _WORD.findall(symbol.doc.split("\n\n")[0]) if len(word) > _LONGEST_STOP]
    distinct = list(dict.fromkeys(word.lower() for word in told))
    if len(distinct) < _DOC_WORDS:
        return None
    start = draw.randrange(len(distinct) - _DOC_WORDS + 1)
    return " ".join(distinct[start : start + _DOC_WORDS])


FORMS: dict[str, Form] = {
    "reordered": reordered, "dropped": one_dropped, "member": type_and_member, "doc": doc_words,
}  # fmt: skip


def _words(symbol: Symbol) -> list[str]:
    """The distinct words of the name and of the type around it."""
    scopes = symbol.qualified_name.split(".")[-2:]
    return list(dict.fromkeys(word.lower() for scope in scopes for word in parts(scope)))


def cases(symbols: Sequence[Symbol], name: str, seed: int, per_form: int = _PER_FORM) -> list[dict[str, object]]:
    """Suite fixtures: of each form so many, each about another symbol where there are enough."""
    draw = random.Random(seed)
    eligible = [one for one in symbols if one.kind in WANTED and not one.flags & _UNWANTED]
    eligible.sort(key=lambda one: (one.path, one.span.start_byte, one.qualified_name))
    draw.shuffle(eligible)
    made: list[dict[str, object]] = []
    for form, query_of in FORMS.items():
        taken = 0
        while eligible and taken < per_form:
            symbol = eligible.pop()
            query = query_of(symbol, draw)
            if query is None:
                continue
            taken += 1
            made.append({
                "id": f"{name}-{form}-{taken:02}", "type": "needle", "repo": name, "query": query,
                "expectedSymbols": [symbol.qualified_name], "topK": 10,
            })  # fmt: skip
    return made


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.needles", description="Make cases for search.")
    parser.add_argument("repository", type=Path)
    parser.add_argument("--name", required=True, help="what the cases call the repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", type=Path, default=None, help="keep the index there")
    asked = parser.parse_args(arguments)
    repository = open_repository(asked.repository, store=asked.store)
    repository.index()
    json.dump(cases(repository.symbols("*"), asked.name, asked.seed), sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
