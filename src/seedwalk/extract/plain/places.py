"""Paths as a deployment file writes them, turned into the paths of the repository they may stand for."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from seedwalk.extract.plain.commands import Spoken, spoken
from seedwalk.model import Saying

TOP = ""


def beside(base: str, written: str) -> str | None:
    """A written path as seen from a folder of the repository; None when it leaves it or is computed."""
    if any(mark in written for mark in "$*?{}<>\t\n") or "://" in written:
        return None
    path = posixpath.normpath(posixpath.join(base, written))
    if path.startswith(("../", "/")) or path == "..":
        return None
    return TOP if path == "." else path


def outward(folder: str) -> Iterator[str]:
    """A folder and those around it: an image is built from one of them, the nearest that has what is copied."""
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield TOP


def below(folder: str, name: str) -> str:
    """A name behind the folder it is looked for in."""
    return f"{folder}/{name}" if folder else name


def from_each(bases: Iterable[str], written: str) -> str:
    """The paths a written one may stand for, as one saying; empty when there is none."""
    found = (beside(base, written) for base in bases)
    return "\t".join(dict.fromkeys(path or "." for path in found if path is not None))


def run_from(bases: Sequence[str], command: str | Sequence[str]) -> Iterator[Spoken]:
    """What a command says it runs, as sayings that hold the paths from each folder it may be run in."""
    for how, written in spoken(command):
        if how is Saying.LAUNCH:
            yield how, "\t".join(dict.fromkeys(below(base, written) for base in bases))
        elif text := from_each(bases, written):
            yield how, text
