"""Is everything in order? One check after another, each a sentence, and for what is not, the command that mends it.

A check never raises and never writes: what it cannot find out is told as a failure of its own.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

import msgspec

from seedwalk import __version__
from seedwalk.answers import located
from seedwalk.answers.stating import Status
from seedwalk.api import Repository
from seedwalk.compiled import quick
from seedwalk.errors import NoIndex, SeedwalkError, UsageError
from seedwalk.languages import specs
from seedwalk.serve.hosts.registering import registered
from seedwalk.serve.hosts.table import HOSTS, Level
from seedwalk.store.database import FILENAME

_LEAST_PYTHON = (3, 11)
_LEAST_SQLITE = (3, 31, 0)
"""What the store's statements need."""
_LEAST_GIT = (2, 24, 0)
"""The first that knows `--end-of-options`, without which a revision could be read as an option."""
_GIT_SECONDS = 10.0
_LARGE_STORE = 2_000_000_000
"""Bytes of an index from which a reader should ask what got into it."""
_INDEX, _REBUILD = "seedwalk index", "seedwalk index --rebuild"


class Verdict(StrEnum):
    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"


class Check(msgspec.Struct, frozen=True):
    """What was looked at, how it stands, and the command that mends it."""

    name: str
    verdict: Verdict
    told: str
    mend: str = ""


def examine(here: Repository, home: Path | None = None) -> list[Check]:
    """Every check, in an order in which the first failure is the one to mend."""
    checks = [check() for check in (_python, _sqlite, _grammars, _git)]
    checks += _guarded("index", lambda: list(_index(here)), _REBUILD)
    checks += _guarded("registrations", lambda: list(_registrations(here.root.resolve(), home or located.home())), "")
    return checks


def script(checks: list[Check]) -> str:
    """The commands that mend what is not in order, each once, as a shell script."""
    lines = [f"# {check.name}: {check.told}\n{check.mend}" for check in checks if check.mend]
    return "\n".join(["#!/bin/sh", "set -e", *dict.fromkeys(lines)]) + "\n"


def _guarded(name: str, look: Callable[[], list[Check]], mend: str) -> list[Check]:
    try:
        return look()
    except NoIndex as error:
        return [Check(name, Verdict.WARN, str(error), _INDEX)]
    except SeedwalkError as error:
        return [Check(name, Verdict.FAIL, str(error), mend)]


def _judged(name: str, good: bool, told: str, mend: str, bad: Verdict = Verdict.FAIL) -> Check:
    return Check(name, Verdict.PASS if good else bad, told, "" if good else mend)


def _python() -> Check:
    wanted = ".".join(map(str, _LEAST_PYTHON))
    reading = "sums and reading are compiled" if quick() is not None else "nothing was compiled: all takes longer"
    told = f"Python {platform.python_version()}, seedwalk {__version__}; {wanted} or newer is needed; {reading}"
    return _judged("python", sys.version_info >= _LEAST_PYTHON, told, f"# install Python {wanted} or newer")


def _sqlite() -> Check:
    told = f"SQLite {sqlite3.sqlite_version}; {_dotted(_LEAST_SQLITE)} or newer is needed"
    good = sqlite3.sqlite_version_info >= _LEAST_SQLITE
    return _judged("sqlite", good, told, "# install a Python built with a newer SQLite")


def _grammars() -> Check:
    from seedwalk.extract.grammar import grammar_for

    broken = []
    for spec in specs().values():
        for dialect in spec.dialects:
            try:
                _ = grammar_for(spec.name, f"file{dialect.extensions[0]}").cursor
            except Exception as error:  # whatever a wheel that does not fit raises
                broken.append(f"{spec.title} ({type(error).__name__})")
    told = f"cannot be loaded: {', '.join(sorted(set(broken)))}" if broken else f"{len(specs())} languages"
    return _judged("grammars", not broken, told, "pip install --force-reinstall seedwalk")


def _git() -> Check:
    if shutil.which("git") is None:
        told = "git is not there: ignore files are read, but commits, changes and history are not known"
        return Check("git", Verdict.WARN, told, "# install git")
    try:
        done = subprocess.run(["git", "--version"], capture_output=True, text=True, timeout=_GIT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        return Check("git", Verdict.WARN, f"git does not answer ({type(error).__name__})", "# reinstall git")
    words = done.stdout.split()
    numbers = tuple(int(part) for part in (words[2] if len(words) > 2 else "0").split(".")[:3] if part.isdigit())
    told = f"git {_dotted(numbers)}; {_dotted(_LEAST_GIT)} or newer is needed"
    return _judged("git", numbers >= _LEAST_GIT, told, "# install a newer git", Verdict.WARN)


def _index(here: Repository) -> Iterator[Check]:
    status = here.status()
    yield Check("index", Verdict.PASS, f"{status.files:,} files, {status.symbols:,} symbols in {status.store}")
    yield _freshness(status)
    yield _languages(status)
    left = sum(status.skipped.values())
    told = ", ".join(f"{name} {count}" for name, count in sorted(status.skipped.items())) or "none"
    yield Check("left out", Verdict.PASS, f"{left:,} paths: {told}")
    troubled = ", ".join(f"{name} {count}" for name, count in sorted(status.troubles.items()))
    yield _judged("read in part", not troubled, troubled or "no file", "seedwalk status", Verdict.WARN)
    broken = "; ".join(f"{path} {reason}" for path, reason in status.manifests.items())
    yield _judged("manifests", not broken, broken or "none is broken", "seedwalk status --json", Verdict.WARN)
    size = (here.store / FILENAME).stat().st_size
    told = f"{size / 1e6:,.1f} MB on disk"
    yield _judged("size", size < _LARGE_STORE, told, f"du -sh {here.store} && {_REBUILD}", Verdict.WARN)
    yield _walk_matrix(here, status)


def _freshness(status: Status) -> Check:
    differ = len(status.added) + len(status.changed) + len(status.removed)
    told = "up to date" if status.fresh else f"{differ:,} files differ from what was indexed"
    return _judged("freshness", status.fresh, told, _INDEX, Verdict.WARN)


def _languages(status: Status) -> Check:
    unread = ", ".join(f"{name} {count}" for name, count in sorted(status.unsupported.items(), key=lambda p: -p[1]))
    read = ", ".join(f"{name} {count}" for name, count in sorted(status.languages.items(), key=lambda p: -p[1]))
    if not status.files:
        return Check("languages", Verdict.WARN, f"no file of a supported language; seen: {unread or 'nothing'}", "")
    return Check("languages", Verdict.PASS, f"read: {read}" + (f"; not supported: {unread}" if unread else ""))


def _walk_matrix(here: Repository, status: Status) -> Check:
    edges = sum(status.edges.values())
    told = f"{edges:,} edges"
    if status.symbols and not edges:
        return Check("walk matrix", Verdict.FAIL, "symbols, but no edge between them", _REBUILD)
    if status.symbols:
        here.search("doctor", 1)  # loads words, graph and matrix, as a question does
    return Check("walk matrix", Verdict.PASS, f"{told}, loads and answers")


def _registrations(root: Path, home: Path) -> Iterator[Check]:
    found = []
    for host in HOSTS.values():
        for level in Level:
            path = host.file(level, root, home)
            try:
                if registered(host, path) is not None:
                    found.append(f"{host.title} ({level})")
            except UsageError as error:
                yield Check("registrations", Verdict.WARN, str(error), "")
    told = ", ".join(found) or "with no program yet"
    yield _judged("registrations", bool(found), told, "seedwalk init", Verdict.WARN)


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
