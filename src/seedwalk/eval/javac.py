"""What the Java compiler says is called at each call of a tree, in the shape of a SCIP index.

`oracles/JavaCalls.java` asks the compiler of the JDK on the PATH and writes one line of JSON per call. Dependencies
need not be there: what the compiler cannot resolve without them stays open.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from seedwalk.errors import SeedwalkError, UsageError
from seedwalk.eval.scip import Columns
from seedwalk.eval.scip_code import Callee, SourceFile
from seedwalk.eval.scip_format import Document, Encoding, Occurrence, Roles, ScipIndex
from seedwalk.model import Kind, Symbol

ORACLE = Path(__file__).parent / "oracles" / "JavaCalls.java"
_EXPORTS = ("code", "tree", "util")
_MEMORY = "-Xmx6g"
_STACK = "-Xss64m"
"""Expressions of thousands of terms are taken apart by recursion."""
_TOLD_LINES = 5
_PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_NO_CALLS = frozenset({"module-info.java", "package-info.java"})
"""A module would hide from the compiler what it does not require; a package's own file calls nothing."""
_OUTSIDE = "outside/"
_OWN_CONSTRUCTORS = ("this", "super")
_LEAVES = frozenset({Kind.FIELD, Kind.CONSTANT})
"""As in extraction: what a field's initial value calls is called by what holds the field."""


class CompilerFailed(SeedwalkError):
    """The compiler ran and told nothing."""


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


def ask_compiler(root: Path, paths: Iterable[str], output: Path) -> None:
    """Write what the compiler says of some files of a repository. The file appears whole or not at all."""
    java = shutil.which("java")
    if java is None or shutil.which("javac") is None:
        raise UsageError(
            "the calls of Java are judged by its compiler, and there is no JDK on the PATH. "
            "Install one of version 17 or newer, or give what one said elsewhere with --calls FILE."
        )
    root = root.resolve()
    exports = [f"--add-exports=jdk.compiler/com.sun.tools.javac.{part}=ALL-UNNAMED" for part in _EXPORTS]
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.with_suffix(f".{os.getpid()}.partial")
    with tempfile.TemporaryDirectory(prefix="seedwalk-javac-") as folder, partial.open("wb") as written:
        listed = Path(folder) / "runs"
        listed.write_text("".join(f"{_written(run)}\n" for run in runs(root, paths)), encoding="utf-8")
        command = [java, _MEMORY, _STACK, *exports, str(ORACLE), str(root), str(listed)]
        done = subprocess.run(command, stdout=written, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode or not partial.stat().st_size:
        partial.unlink()
        told = "\n".join(done.stderr.splitlines()[-_TOLD_LINES:])
        raise CompilerFailed(f"the Java compiler left with {done.returncode} and told no calls:\n{told}")
    partial.replace(output)


def _written(run: Run) -> str:
    return "\t".join([os.pathsep.join(map(str, run.roots)), *map(str, run.files)])


def read_calls(file: Path) -> list[Call]:
    try:
        return [msgspec.json.decode(line, type=Call) for line in file.read_bytes().splitlines()]
    except OSError as error:
        raise UsageError(f"'{file}' cannot be read: {error.strerror}. Give calls the compiler told.") from error
    except msgspec.DecodeError as error:
        raise UsageError(f"'{file}' is no list of calls ({error}). Leave --calls out to ask the compiler.") from error


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


def with_all_calls(files: Mapping[str, SourceFile], calls: Iterable[Call]) -> tuple[dict[str, SourceFile], int]:
    """The files with the calls inside the repository that extraction did not see, and how many those are.

    Constructors are named `this` and `super` where they run each other.
    """
    by_path: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        if call.to == "inside":
            by_path[call.path].append(call)
    whole: dict[str, SourceFile] = {}
    unseen = 0
    for path, file in files.items():
        columns, known = Columns(file.text, Encoding.UTF16), {callee.byte for callee in file.callees}
        added = []
        for call in by_path[path]:
            byte = columns.byte(call.line, call.column)
            if byte is not None and byte not in known:
                added.append(Callee(call.line + 1, byte, call.name, _around(file.symbols, byte).id))
        unseen += len(added)
        own = {(call.target_name, word) for call in by_path[path] for word in _OWN_CONSTRUCTORS}
        callees, renamings = (*file.callees, *added), file.renamings | own
        whole[path] = msgspec.structs.replace(file, callees=callees, renamings=renamings)
    return whole, unseen


def _around(symbols: Sequence[Symbol], byte: int) -> Symbol:
    """The innermost definition around a byte."""
    found = symbols[0]
    for symbol in symbols:
        if symbol.kind not in _LEAVES and symbol.span.start_byte <= byte < symbol.span.end_byte:
            found = symbol
    return found
