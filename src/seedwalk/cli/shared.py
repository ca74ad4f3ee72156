"""What the verbs share: their common options, and printing rows."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TextIO

from seedwalk.cli.late import typer

if TYPE_CHECKING:
    from seedwalk.api import Repository

Store = Annotated[
    Path | None, typer.Option("--store", metavar="DIR", help="Keep the index in DIR instead of .seedwalk/.")
]
Where = Annotated[
    Path | None, typer.Option("--repo", metavar="PATH", help="The repository; by default the one around this folder.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Profile = Annotated[str, typer.Option("--profile", metavar="NAME", help="A named set of settings.")]
Without = Annotated[
    str, typer.Option("--without", metavar="NAMES", help="Mechanisms to switch off, separated by commas.")
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="STAGE.NAME=VALUE", help="Give a setting a value; see: seedwalk config."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the answer and errors.")]

STOPPED, INTERRUPTED = "seedwalk: stopped", 130
"""What a command says that was interrupted, and its exit code."""
_COMMIT_DIGITS = 12
FAULTS_SHOWN = 5
"""Broken manifests that are named one by one."""


def repository(
    path: Path | None, store: Path | None, profile: str = "", off: str = "", chosen: list[str] | None = None, *,
    keep: bool = False,
) -> Repository:  # fmt: skip
    """The repository with the settings that hold for it: those of its file and the environment, then these flags."""
    from seedwalk.answers.located import around, default_store
    from seedwalk.api import Repository
    from seedwalk.config.configured import configured, written_flags

    root = around(path)
    found = configured(root, profile=profile, chosen=written_flags(chosen or ()), off=names(off))
    return Repository(root, store or default_store(root), found, keep=keep)


def names(written: str) -> list[str]:
    """Names separated by commas."""
    return [name.strip() for name in written.split(",") if name.strip()]


def commit() -> str:
    """The commit this seedwalk was made from: written into the package when built, else asked of its checkout."""
    package = Path(__file__).parents[1]
    written = package / "commit.txt"
    if written.is_file():
        return written.read_text(encoding="utf-8").strip()
    from seedwalk.sources import git

    top = git.toplevel(package)
    own = top is not None and (top / "src" / "seedwalk").resolve() == package.resolve()
    return (git.head(package) or "")[:_COMMIT_DIGITS] if own else ""


def print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def print_rows(rows: Iterable[object]) -> None:
    for row in rows:
        print_json(row)


def say(message: str) -> None:
    """A remark beside the answer. One that cannot be written costs nothing but itself."""
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:  # a log on a full disk
        to_nowhere(sys.stderr)


@contextmanager
def while_read() -> Iterator[None]:
    """A reader that has seen enough (`| head -1`) ends the command, and is no failure."""
    try:
        yield
    except BrokenPipeError:
        to_nowhere(sys.stdout)
        sys.exit(0)
    except SystemExit as left:  # what typer, and rich, make of it where they print a page of help
        if isinstance(left.__context__, BrokenPipeError):
            to_nowhere(sys.stdout)
            sys.exit(0)
        raise


def to_nowhere(stream: TextIO) -> None:
    """What is written to a stream from now on is lost, also what it holds already."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(line: str) -> None:
    """One line of an answer: a character of a path that shows nothing, or moves the cursor, is made visible."""
    if not line.isprintable():
        from seedwalk.render.safe import on_its_line

        line = on_its_line(line)
    sys.stdout.write(f"{line}\n")


def table(title: str, rows: Iterable[tuple[str, Any]]) -> None:
    """Two columns on stdout: a name and what it is."""
    listed = [(name, value) for name, value in rows if value not in ("", None)]
    width = max((len(name) for name, _ in listed), default=0)
    tell(title)
    for name, value in listed:
        tell(f"  {name:<{width}}  {value}")


def counts(values: dict[str, int], examples: Mapping[str, list[str]] = MappingProxyType({})) -> str:
    """`imports 9,400 · extends 8,736`, the largest first; with examples `submodule 2 (libs/one, libs/two)`."""
    ordered = sorted(values.items(), key=lambda pair: (-pair[1], pair[0]))
    return " · ".join(f"{name} {count:,}{_named(examples.get(name, []), count)}" for name, count in ordered)


def _named(paths: list[str], count: int) -> str:
    return f" ({', '.join(paths)}{', …' if len(paths) < count else ''})" if paths else ""


def faults(values: dict[str, str]) -> str:
    """`go.mod opens a 'require' block at line 3 and never closes it`, the first few."""
    told = [f"{path} {reason}" for path, reason in list(values.items())[:FAULTS_SHOWN]]
    more = [f"and {len(values) - FAULTS_SHOWN:,} more"] if len(values) > FAULTS_SHOWN else []
    return "; ".join([*told, *more])
