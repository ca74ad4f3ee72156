"""What the Java compiler says is called at each call of a tree, in the shape of a SCIP index.

Every overload is a symbol of its own, so the right one must be named; a call that extraction does not see counts as
missed. Dependencies need not be there: what the compiler cannot resolve without them stays open.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from seedwalk.api import Repository
from seedwalk.eval.oracles.oracle import Oracle, around, read_rows
from seedwalk.eval.scip import Columns, Position, Truth, positions
from seedwalk.eval.scip_code import Callee, Code, SourceFile
from seedwalk.eval.scip_format import Document, Encoding, Occurrence, Roles, ScipIndex

_ENDING = ".java"
_EXPORTS = ("code", "tree", "util")
_MEMORY = "-Xmx6g"
_STACK = "-Xss64m"
"""Expressions of thousands of terms are taken apart by recursion."""
_PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_NO_CALLS = frozenset({"module-info.java", "package-info.java"})
"""A module would hide from the compiler what it does not require; a package's own file calls nothing."""
_OUTSIDE = "outside/"
_OWN_CONSTRUCTORS = ("this", "super")


class Call(msgspec.Struct, frozen=True):
    """A call as the compiler sees it: lines and columns from 0, columns in units of UTF-16."""

    path: str
    line: int
    column: int
    name: str
    to: str
    """`inside` the tree, `outside` of it, or `open`."""
    target: str = ""
    target_line: int = 0
    target_column: int = 0
    target_name: str = ""

    @property
    def symbol(self) -> str:
        """What is called, spelled as SCIP spells functions."""
        if self.to != "inside":
            return f"{_OUTSIDE}{self.name}()."
        return f"{self.target}/{self.target_name}:{self.target_line + 1}:{self.target_column + 1}()."


class Run(msgspec.Struct, frozen=True):
    """Files one run of the compiler reads, and where it finds the others."""

    roots: tuple[Path, ...]
    files: tuple[Path, ...]


def runs(root: Path, paths: Iterable[str]) -> list[Run]:
    """As few runs as it takes for no two files of one to define the same type: copies of a tree need one each."""
    by_root: dict[Path, list[tuple[str, Path]]] = defaultdict(list)
    for path in sorted(paths):
        file = root / path
        if file.name not in _NO_CALLS:
            package = _package_of(file)
            by_root[_root_of(file.parent, package)].append((f"{package}.{file.name}", file))
    groups: list[tuple[set[str], list[Path]]] = []
    for source_root in sorted(by_root):
        types = {name for name, _ in by_root[source_root]}
        group = next((group for group in groups if not group[0] & types), None)
        if group is None:
            groups.append(group := (set(), []))
        group[0].update(types)
        group[1].append(source_root)
    everywhere = sorted(by_root)
    return [
        Run(tuple(dict.fromkeys([*own, *everywhere])), tuple(file for each in own for _, file in by_root[each]))
        for _, own in groups
    ]


def _package_of(file: Path) -> str:
    found = _PACKAGE.search(file.read_bytes())
    return found.group(1).decode() if found else ""


def _root_of(folder: Path, package: str) -> Path:
    """The folder a package's folders begin in; the file's own where these are not its package's."""
    parts = package.split(".") if package else []
    if not parts:
        return folder
    return folder.parents[len(parts) - 1] if folder.parts[-len(parts) :] == tuple(parts) else folder


def _arguments(repository: Repository, folder: Path) -> list[str]:
    repository.index()
    paths = {symbol.path for symbol in repository.symbols("*") if symbol.path.endswith(_ENDING)}
    root, listed = repository.root.resolve(), folder / "runs"
    listed.write_text("".join(f"{_written(run)}\n" for run in runs(root, paths)), encoding="utf-8")
    exports = [f"--add-exports=jdk.compiler/com.sun.tools.javac.{part}=ALL-UNNAMED" for part in _EXPORTS]
    return [_MEMORY, _STACK, *exports, "JavaCalls.java", str(root), str(listed)]


def _written(run: Run) -> str:
    return "\t".join([os.pathsep.join(map(str, run.roots)), *map(str, run.files)])


def _read(file: Path, under: str) -> Truth:
    calls = read_rows(file, Call)
    index = as_index([call for call in calls if not under or call.path.startswith(f"{under}/")])

    def told(files: Mapping[str, SourceFile], code: Code) -> Iterable[Position]:
        return positions(index, with_all_calls(files, calls), code)

    return Truth(index.tool, [document.path for document in index.documents], told)


ORACLE = Oracle("javac", "java", "Install a JDK, 17 or newer", _arguments, _read)


def as_index(calls: Sequence[Call]) -> ScipIndex:
    """The same as a SCIP index: mentions where calls stand, definitions where what they call is written."""
    said: dict[str, dict[Occurrence, None]] = defaultdict(dict)
    for call in calls:
        if call.to == "inside":
            line, column, end = call.target_line, call.target_column, call.target_column + len(call.target_name)
            said[call.target][Occurrence(line, column, line, end, call.symbol, Roles.DEFINITION)] = None
        end = call.column + len(call.name)
        symbol = "" if call.to == "open" else call.symbol
        said[call.path][Occurrence(call.line, call.column, call.line, end, symbol)] = None
    return ScipIndex(
        "javac", tuple(Document(path, Encoding.UTF16, tuple(said[path]), {}) for path in sorted(said))
    )


def with_all_calls(files: Mapping[str, SourceFile], calls: Iterable[Call]) -> dict[str, SourceFile]:
    """The files with the calls inside the repository that extraction did not see.

    Constructors are named `this` and `super` where they run each other.
    """
    by_path: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        if call.to == "inside":
            by_path[call.path].append(call)
    whole: dict[str, SourceFile] = {}
    for path, file in files.items():
        columns, known = Columns(file.text, Encoding.UTF16), {callee.byte for callee in file.callees}
        added = []
        for call in by_path[path]:
            byte = columns.byte(call.line, call.column)
            if byte is not None and byte not in known:
                added.append(Callee(call.line + 1, byte, call.name, around(file.symbols, byte).id))
        own = {(call.target_name, word) for call in by_path[path] for word in _OWN_CONSTRUCTORS}
        callees, renamings = (*file.callees, *added), file.renamings | own
        whole[path] = msgspec.structs.replace(file, callees=callees, renamings=renamings)
    return whole
