"""References drawn at random from a repository, for a person to say what each one names.

    python -m seedwalk.eval.draw_references REPO --seed N --count N [--language L] [--store DIR]

Drawn from are the calls, constructions and macros of files that are neither vendored, generated nor minified. The order
is that of a digest of the seed and the reference's place: the same on every machine and in every version of Python, and
a reference that appears or goes elsewhere moves no other. Test code is at most half of any beginning of the draw, so
one may stop anywhere.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.mentions import each_file, named
from seedwalk.facts import ARITY
from seedwalk.model import Flags, Reference, RefKind, Symbol

TESTING = Flags.TEST | Flags.MOCK
NOT_WRITTEN_HERE = Flags.VENDORED | Flags.GENERATED | Flags.MINIFIED
TEST_SHARE = 0.5
"""Repositories hold more calls in tests than elsewhere; the code they test is what a reader asks for."""
DIGEST_BYTES = 16


class Drawn(msgspec.Struct, frozen=True):
    """One reference: where it stands, how it is written, and the symbol around it as `path:qualified.name`."""

    path: str
    line: int
    byte: int
    kind: RefKind
    text: str
    source: str
    test: bool


def candidates(repository: Repository, language: str | None = None) -> Iterator[Drawn]:
    """Every reference that may be drawn, in the order of the files."""
    for file in each_file(repository):
        if language in (None, file.language):
            yield from (
                _drawn(file.source(call), call)
                for call in file.calls
                if not file.source(call).flags & NOT_WRITTEN_HERE
            )


def _drawn(source: Symbol, call: Reference) -> Drawn:
    is_test = bool(source.flags & TESTING)
    return Drawn(source.path, call.line, call.byte, call.kind, call.text.partition(ARITY)[0], named(source), is_test)


def shuffled(references: Iterable[Drawn], seed: int) -> list[Drawn]:
    """Each once, in an order that depends on the seed and each reference's own place and text, and on nothing else."""

    def key(one: Drawn) -> tuple[bytes, str, int, str, str, bool]:
        place = f"{seed}\0{one.path}\0{one.byte}\0{one.kind}\0{one.text}"
        digest = hashlib.blake2b(place.encode(), digest_size=DIGEST_BYTES).digest()
        return digest, one.path, one.byte, one.kind, one.source, one.test

    return sorted(set(references), key=key)


def bounded(references: Iterable[Drawn], test_share: float = TEST_SHARE) -> Iterator[Drawn]:
    """The same order without the test references that would exceed their share of what was given so far."""
    given = tests = 0
    for one in references:
        if one.test and tests + 1 > test_share * (given + 1):
            continue
        given += 1
        tests += one.test
        yield one


def draw(repository: Repository, seed: int, count: int, language: str | None = None) -> list[Drawn]:
    """The first `count` references of the shuffled repository."""
    if count < 1:
        raise UsageError(f"--count is {count}; a draw has at least one reference. Give a positive number.")
    return list(islice(bounded(shuffled(candidates(repository, language), seed)), count))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.draw_references", description=__doc__)
    parser.add_argument("repo", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--language", help="only references in files of this language")
    parser.add_argument("--store", type=Path, help="keep the index here; by default it is made and thrown away")
    asked = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            repository = open_repository(asked.repo, store=asked.store or scratch)
            repository.index()
            for one in draw(repository, asked.seed, asked.count, asked.language):
                sys.stdout.write(msgspec.json.encode(one).decode() + "\n")
    except SeedwalkError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
