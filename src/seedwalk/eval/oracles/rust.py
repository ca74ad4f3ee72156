"""What rustc says is called at each of our callee positions of Rust.

Cargo compiles a copy of the tree, and `rust_calls.py`, run in place of rustc, prints two sorts of rows, each with the
place of what it tells: a definition has a `name` (as rustc spells it: `shop[1a2b]::store::{impl#3}::get`), an `impl`
also its `trait` and the type it is `of`; a call says what it goes `to` and which types it is asked `on`. Only calls
that somebody wrote count, in what a macro is handed too; not what a macro made.

A call of a trait's method means that method, and where the type it is asked on is told and an `impl` for it, or for
what it is a reference to, has the method, that one too: either is right. A definition that a macro made is nobody's
writing, and external. So is all outside the repository. A call of a closure that a variable holds is a value. What is
made, a struct or a variant, is left open.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from seedwalk.api import Repository
from seedwalk.eval.oracles.oracle import Oracle, around, read_rows
from seedwalk.eval.oracles.rust_crates import MANIFEST, settings
from seedwalk.eval.scip import Columns, Position, Told, Truth
from seedwalk.eval.scip_code import Callee, Code, SourceFile
from seedwalk.eval.scip_format import Encoding
from seedwalk.model import Kind, Symbol, SymbolId

_VARIABLE = "RUST_CRATES"
"""Names folders with the sources of crates that are depended on."""
_APART = 'resolver.feature-unification="package"'
"""Each package is compiled with its own features: what one needs for its tests may ask for what is not there."""
_LEFT = shutil.ignore_patterns(".git", "target", "Cargo.lock", "rust-toolchain*")
_CALLED = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})
_CRATE = re.compile(r"\[\w+\]")
_LIFETIME = re.compile(r"'(?:\{erased\}|\w+)(?:/#\d+)?\s*,?\s*")
_REFERENCE = re.compile(r"&(?:'\{erased\} )?(?:mut )?|std::boxed::Box<|alloc::boxed::Box<")
_PATH = re.compile(r"(?:\w+::)+")
_NAME = re.compile(r"(?:r#)?([^\W\d]\w*)\s*$")
_GIVEN = re.compile(rb"\s*(?P<types>::\s*<)?")
_OPENS = re.compile(rb"(?:\s|//[^\n]*\n|/\*.*?\*/)*[(]", re.DOTALL)
_PARAMETER = re.compile(r"\w+/#\d+$|dyn |impl |Alias\(")
_Place = tuple[int, int, int, int]


class Row(msgspec.Struct, frozen=True):
    """A definition or a call; lines and columns from 1, columns in characters."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    name: str = ""
    made: bool = False
    """Whether a macro made it."""
    trait: str = ""
    of: str = ""
    of_trait: _Place | None = None
    self_ty: _Place | None = None
    to: str = ""
    on: tuple[str, ...] = ()
    value: bool = False


def _arguments(repository: Repository, folder: Path) -> list[str]:
    root, tree = repository.root.resolve(), (folder / "tree").resolve()
    shutil.copytree(root, tree, symlinks=True, ignore=_LEFT)
    lent = [Path(part).resolve() for part in os.environ.get(_VARIABLE, "").split(os.pathsep) if part]
    wrapper = folder / "rustc"
    program = Path(__file__).with_name("rust_calls.py")
    wrapper.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-S', str(program), str(tree)])} \"$@\"\n")
    wrapper.chmod(0o755)
    options = ["--offline", "--keep-going", "--workspace", "--all-targets", "--quiet"]
    places = ["--manifest-path", str(tree / MANIFEST), "--target-dir", str(folder / "target")]
    configured = [f'build.rustc-wrapper="{wrapper}"', _APART, str(settings(tree, lent, folder))]
    given = [part for one in configured for part in ("--config", one)]
    return ["check", "-Zfeature-unification", *options, *places, *given]


def _read(file: Path, under: str) -> Truth:
    rows = read_rows(file, Row)
    documents = sorted(path for path in {row.path for row in rows} if not under or path.startswith(f"{under}/"))
    return Truth(ORACLE.name, documents, partial(positions, rows))


ORACLE = Oracle(
    "rustc", "cargo", f"Install Rust 1.95 or one near it, and name dependencies in {_VARIABLE}", _arguments, _read,
    {"RUSTC_BOOTSTRAP": "1"},
)  # fmt: skip


def positions(rows: Sequence[Row], files: Mapping[str, SourceFile], code: Code) -> Iterator[Position]:
    """The oracle's word on every callee position of the files both sides have, in order of path and place."""
    texts = {path: _Text(file) for path, file in files.items()}
    known = Definitions(rows, texts, code)
    told: dict[str, dict[int, tuple[str, list[Row]]]] = defaultdict(dict)
    for row in rows:
        if not row.name and row.path in texts and (last := texts[row.path].last_name(row)) is not None:
            told[row.path].setdefault(last[0], (last[1], []))[1].append(row)
    for path in sorted(files):
        file, here = files[path], told[path]
        ours = {callee.byte for callee in file.callees}
        further = [
            Callee(said[0].line, byte, written, around(file.symbols, byte).id)
            for byte, (written, said) in here.items() if byte not in ours
        ]  # fmt: skip
        for callee in sorted([*file.callees, *further], key=lambda callee: callee.byte):
            position = _position(path, callee, here.get(callee.byte, ("", []))[1], known)
            if callee.byte in ours or position.told is Told.INSIDE:
                yield position


class _Text:
    """A file's text by the compiler's places."""

    def __init__(self, file: SourceFile) -> None:
        self._text = file.text
        self._columns = Columns(file.text, Encoding.UTF32)

    def of(self, place: _Place) -> tuple[int, str]:
        start = self._columns.byte(place[0] - 1, place[1] - 1)
        end = self._columns.byte(place[2] - 1, place[3] - 1)
        if start is None or end is None:
            return 0, ""
        return start, self._text[start:end].decode("utf-8", "replace")

    def last_name(self, row: Row) -> tuple[int, str] | None:
        """Where the last name of a callee begins, and the name: of `shop::open::<T>` that is `open`."""
        start, written = self.of((row.line, row.column, row.end_line, row.end_column))
        end = start + len(written.encode())
        written = _without_generics(written)
        found = _NAME.search(written)
        if found is None or not (row.value or self._is_called(end)):
            return None
        return start + len(written[: found.start()].encode()), found[1]

    def _is_called(self, byte: int) -> bool:
        """Whether arguments stand behind a name: one that a macro makes a call of is no call that anybody can read."""
        given = _GIVEN.match(self._text, byte)
        at, depth = (given.end() if given else byte), 0
        if given and given["types"]:
            depth = 1
            while depth and at < len(self._text):
                depth += {60: 1, 62: -1}.get(self._text[at], 0) if self._text[at - 1 : at + 1] != b"->" else 0
                at += 1
        return _OPENS.match(self._text, at) is not None


def _without_generics(written: str) -> str:
    """A path without the types that are given last: `a::b::<C<D>>` is `a::b`."""
    written = written.rstrip()
    if not written.endswith(">"):
        return written
    depth = 0
    for at in range(len(written) - 1, -1, -1):
        depth += (written[at] == ">" and written[at - 1 : at] != "-") - (written[at] == "<")
        if depth == 0:
            return written[:at].rstrip().removesuffix("::").rstrip()
    return written


class Definitions:
    """What the compiler's names are among our symbols."""

    def __init__(self, rows: Iterable[Row], texts: Mapping[str, _Text], code: Code) -> None:
        self._texts = texts
        self._rows: dict[str, Row] = {}
        self._impls: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            if row.name:
                self._rows[row.name] = row
                if row.trait:
                    self._impls[row.trait].append(row)
        self._at: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in code.symbols.values():
            if symbol.kind in _CALLED:
                self._at[symbol.path].append(symbol)

    def meant(self, row: Row) -> list[str]:
        """The names of what a call may mean."""
        trait, _, name = row.to.rpartition("::")
        found = [row.to] if row.to in self._rows else []
        found += [
            f"{impl.name}::{name}" for impl in self._chosen(trait, row.on) if f"{impl.name}::{name}" in self._rows
        ]
        return [one for one in found if not self._rows[one].made]

    def _chosen(self, trait: str, on: Sequence[str]) -> list[Row]:
        """The `impl`s of a trait that are for a type; of several those for the same types as the call's."""
        if not on or trait not in self._impls or _PARAMETER.match(on[0]):
            return []
        types = (on[0], _behind(on[0]))
        found = [impl for impl in self._impls[trait] if any(self._is_for(impl, type_) for type_ in types)]
        exact = [impl for impl in found if self._given(impl) == _plain(on[1])] if len(on) > 1 else []
        return exact or found

    def _is_for(self, impl: Row, type_: str) -> bool:
        written = _plain(self._written(impl, impl.self_ty))
        if not impl.of or (written and not _NAME.match(written.partition("<")[0])):
            return bool(written) and written == _plain(type_)
        crate, _, name = _CRATE.sub("", impl.of).partition("::")
        head = type_.partition("<")[0]
        seen_elsewhere = head.startswith(f"{crate}::") and head.rpartition("::")[2] == name.rpartition("::")[2]
        return head in (name, f"{crate}::{name}") or seen_elsewhere

    def _given(self, impl: Row) -> str:
        """The type a trait is given: `A` of `From<A>`."""
        return _plain(self._written(impl, impl.of_trait).partition("<")[2].rpartition(">")[0])

    def _written(self, row: Row, place: _Place | None) -> str:
        text = self._texts.get(row.path)
        return text.of(place)[1] if text is not None and place is not None else ""

    def symbols(self, name: str) -> list[Symbol]:
        """Our symbols where the compiler has a definition: those of its name that begin there."""
        row = self._rows[name]
        last = name.rpartition("::")[2]
        closure = last.startswith("{")
        here = [symbol for symbol in self._at[row.path] if closure or symbol.name.removeprefix("r#") == last]
        inside = sorted((each for each in here if row.line <= each.line <= row.end_line), key=_line_of)[:1]
        return [*inside, *(twin for one in inside for twin in here if self._are_twins(name, one, twin))]

    def _are_twins(self, name: str, one: Symbol, other: Symbol) -> bool:
        """Whether two symbols are one for the compiler, each built under another condition: beside each other."""
        around = self._rows.get(name.rpartition("::")[0])
        if one.id == other.id or one.qualified_name != other.qualified_name or one.kind is not other.kind:
            return False
        if around is None or around.path != other.path:
            return other.kind is Kind.FUNCTION
        return around.line <= other.line <= around.end_line


def _line_of(symbol: Symbol) -> int:
    return symbol.line


def _behind(type_: str) -> str:
    """The type behind references and boxes."""
    while (found := _REFERENCE.match(type_)) is not None:
        type_ = type_[found.end() :]
    return type_


def _plain(type_: str) -> str:
    """A type without lifetimes and paths, as both sides may write it."""
    return "".join(_PATH.sub("", _LIFETIME.sub("", type_)).replace("<>", "").split()).rstrip(",")


def _position(path: str, callee: Callee, said: Sequence[Row], known: Definitions) -> Position:
    """Several rows are of several compilations, with tests and without: what any says counts."""
    told, accepted, name = Told.OPEN, frozenset[SymbolId](), ""
    for row in said:
        meant = known.meant(row)
        found = frozenset(symbol.id for one in meant for symbol in known.symbols(one))
        name = meant[0] if meant else row.to
        if row.value:
            told = Told.INSIDE if found else Told.VALUE
        else:
            told = Told.INSIDE if meant else Told.EXTERNAL
        accepted |= found
        if told is Told.INSIDE and found:
            break
    return Position(path, callee.line, callee.written, callee.source, told, accepted, name)
