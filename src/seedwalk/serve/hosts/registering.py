"""Registering the server: a plan of what would change, then the change, and nothing but the change.

A plan is made from the files as they are; applying it writes each file whole, beside itself first, so that a kill
leaves the old one. Applying twice changes nothing the second time.
"""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from seedwalk.answers import located
from seedwalk.errors import UsageError
from seedwalk.serve.hosts import jsonc, toml
from seedwalk.serve.hosts.table import HOSTS, NAME, Form, Host, Level

BEGIN, END = "<!-- seedwalk: begin -->", "<!-- seedwalk: end -->"
SECTION = f"""{BEGIN}
## Finding code

This repository is served by the MCP server `seedwalk`. At the start of a task call `context_for_task` with the task in
plain words; read what it returns before searching or opening files. Look for names with `search_symbols`, read single
symbols with `read_symbol`, and before changing a signature ask `references` with role `blast_radius`. When `match` is
weak or none, say so and rephrase.
{END}
"""
_EDITORS: dict[Form, Any] = {Form.JSON: jsonc, Form.TOML: toml}


class Change(Struct, frozen=True):
    """One file: what it says and what it would say. Equal texts mean nothing to do."""

    title: str
    path: Path
    before: str | None
    after: str | None
    """None: the file would hold nothing, and goes."""

    @property
    def any(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        """The change as a reader sees it."""
        old, new = (self.before or "").splitlines(), (self.after or "").splitlines()
        name = str(self.path)
        lines = difflib.unified_diff(old, new, name if self.before is not None else "/dev/null", name, lineterm="")
        return "\n".join(lines)


def plan(
    names: Iterable[str], level: Level, root: Path, line: Sequence[str], *, remove: bool = False,
    instructions: bool = False, home: Path | None = None,
) -> list[Change]:  # fmt: skip
    """What registering with these programs changes, or taking it back. Raises UsageError, having touched nothing."""
    hosts = [_host(name) for name in names]
    home = home or located.home()
    changes = [_registered(host, host.file(level, root, home), line, remove) for host in hosts]
    if instructions:
        files = dict.fromkeys(root / host.instructions for host in hosts)
        changes += [_instructed(path, remove) for path in files]
    return changes


def registered(host: Host, path: Path) -> Any:
    """The entry of the server in a file; None when there is none. Raises UsageError for a file that cannot be read."""
    text = _read(path)
    if text is None:
        return None
    try:
        return _EDITORS[host.form].value_at(text, [*host.keys, NAME])
    except (jsonc.NotJson, toml.NotToml) as error:
        raise _broken(path, host, error) from error


def apply(changes: Iterable[Change]) -> list[Change]:
    """Write what differs, and say what was written."""
    done = [change for change in changes if change.any]
    for change in done:
        try:
            if change.after is None:
                change.path.unlink()
                with suppress(OSError):  # a folder that was made for it, and holds nothing more
                    if change.path.parent.name.startswith("."):
                        change.path.parent.rmdir()
            else:
                _replace(change.path, change.after)
        except OSError as error:
            raise UsageError(f"'{change.path}' cannot be written ({error.strerror}). See its permissions.") from error
    return done


def _registered(host: Host, path: Path, line: Sequence[str], remove: bool) -> Change:
    text, keys, edit = _read(path), [*host.keys, NAME], _EDITORS[host.form]
    entry = host.entry([*line, *host.more])
    try:
        if remove:
            left = None if text is None else edit.without(text, keys)
            after = None if left is not None and left != text and not edit.says_anything(left, host.keys) else left
        elif text is not None and edit.value_at(text, keys) == entry:
            after = text
        else:
            after = edit.set_value(text or "", keys, entry)
    except (jsonc.NotJson, toml.NotToml) as error:
        raise _broken(path, host, error) from error
    return Change(host.title, path, text, after)


def _instructed(path: Path, remove: bool) -> Change:
    """The section of an instruction file between its two marks: set, replaced or taken out."""
    text = _read(path)
    before, marked, rest = (text or "").partition(BEGIN)
    after = rest.partition(END)[2].lstrip("\n") if marked else ""
    head = before.rstrip("\n")
    if remove:
        kept = "\n\n".join(part for part in (head, after.rstrip("\n")) if part)
        wanted = text if not marked else f"{kept}\n" if kept else None
    else:
        wanted = (f"{head}\n\n" if head else "") + SECTION + (f"\n{after}" if after else "")
    return Change("instructions", path, text, wanted)


def _host(name: str) -> Host:
    if name not in HOSTS:
        raise UsageError(f"'{name}' is no program that init knows. Choose from: {', '.join(HOSTS)}.")
    return HOSTS[name]


def _broken(path: Path, host: Host, error: Exception) -> UsageError:
    return UsageError(f"'{path}' is no {host.form.value.upper()} that can be edited ({error}). Mend it, then run init.")


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"'{path}' cannot be read ({error}). Make it readable text, then run init.") from error


def _replace(path: Path, text: str) -> None:
    """Written beside, then put in its place; a link keeps pointing where it points, a mode stays."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(beside, mode)  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
