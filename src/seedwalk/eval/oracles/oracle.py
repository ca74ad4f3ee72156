"""Asking a compiler: a program of ours in its own language prints what it says."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from seedwalk.api import Repository
from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.scip import Truth
from seedwalk.eval.scip_indexer import last_words, whole
from seedwalk.model import Kind, Symbol

_HERE = Path(__file__).resolve().parent
_LEAVES = frozenset({Kind.FIELD, Kind.CONSTANT})
"""As in extraction: what a field's initial value calls is called by what holds the field."""
_Row = TypeVar("_Row")


class OracleFailed(SeedwalkError):
    """The compiler ran and told nothing."""


class UnreadableTruth(SeedwalkError):
    """A line is no row."""


class Oracle(msgspec.Struct, frozen=True):
    """Who is asked, and how its answer is read."""

    name: str
    program: str
    """What it is asked through, on the PATH."""
    remedy: str
    arguments: Callable[[Repository, Path], Sequence[str]]
    """What the program is given for a repository; the folder is empty, for what has to be made before."""
    read: Callable[[Path, str], Truth]
    """What it said, from a file, as far as it is about one folder of the repository, or about all."""
    environment: Mapping[str, str] = {}


def ask(oracle: Oracle, repository: Repository, output: Path) -> str:
    """Write to a file what a compiler says of a repository; what it says beside that comes back."""
    if shutil.which(oracle.program) is None:
        raise UsageError(
            f"'{oracle.program}' is not on the PATH, and {oracle.name} is asked through it. "
            f"{oracle.remedy}, or give what it said elsewhere with --truth FILE."
        )
    with tempfile.TemporaryDirectory(prefix="seedwalk-oracle-") as folder, whole(output) as partial:
        arguments = oracle.arguments(repository, Path(folder))
        with partial.open("wb") as rows:
            said = run(oracle, arguments, rows)
        if not partial.stat().st_size:
            hint = f"Give a tree with such code; it said: {last_words(said)}"
            raise OracleFailed(f"{oracle.name} told nothing of '{repository.root}'. {hint}.")
    return said


def run(oracle: Oracle, arguments: Sequence[str], output: IO[bytes] | int = subprocess.PIPE) -> str:
    """Run an oracle's program, beside our own; what it says on stderr comes back."""
    command, environment = [oracle.program, *arguments], {**os.environ, **oracle.environment}
    done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, cwd=_HERE, env=environment, check=False)
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode:
        told = last_words((done.stdout or b"").decode("utf-8", "replace") + said)
        raise OracleFailed(f"'{oracle.program}' ended with {done.returncode}: {told}. {oracle.remedy}.")
    return said


def read_rows(file: Path, kind: type[_Row]) -> list[_Row]:
    """JSON lines, each of one kind."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"'{file}' cannot be read: {error.strerror}. Give rows of JSON lines with --truth.") from error
    decoder = msgspec.json.Decoder(kind)
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(decoder.decode(line))
        except msgspec.DecodeError as error:
            raise UnreadableTruth(f"'{file}', line {number}: {error}. An oracle writes one row a line.") from error
    return rows


def around(symbols: Sequence[Symbol], byte: int) -> Symbol:
    """The innermost definition around a byte."""
    found = symbols[0]
    for symbol in symbols:
        if symbol.kind not in _LEAVES and symbol.span.start_byte <= byte < symbol.span.end_byte:
            found = symbol
    return found
