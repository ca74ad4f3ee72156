"""What one file says: its symbols, their own stretches of text, and the facts left for resolution."""

from __future__ import annotations

import struct
from enum import StrEnum
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from seedwalk.model import Binding, Import, Namespace, Reference, RefKind, Said, Symbol

REF_KINDS = tuple(RefKind)
NO_REFERENCE = 255
ARITY = "`"
"""Stands between the name of a type and how many types it takes, where only that is told."""
HANDED = "\x1f"
"""In a binding's value: stands between what a function is passed to, and which function and parameter is meant."""
TAKEN = "\x1e"
"""In a binding's value: stands between a call and the type of what the call is given."""
_REF_CODE = {kind: code for code, kind in enumerate(REF_KINDS)}


RETURN = "return"
"""The name under which a callable's result is bound; a second and third have the number behind it."""
GIVES = "[]"
"""The name under which a type is bound to what it is made of."""
LOADED = "require__"
"""Begins the name that stands for a module loaded where it is used, `require("./x").load()`: in hexadecimal digits."""
OBJECT = "{}"
"""The value of what is an object as it is written, with functions of its own."""
UNNAMED = "_$"
"""Begins the name of a type written without one: its number in the file follows."""
EACH = "*"
"""Begins a value that is one of what the expression holds; a number begins one that is a further result of a call."""
REFERENCE = np.dtype([("kind", "u1"), ("text", "<u4"), ("line", "<u4"), ("byte", "<u4"), ("scope", "<u4")])
"""A reference packed: `text` is a position in the file's texts, `scope` that of the symbol or block around it."""
PASSED = np.dtype("<u4")
_ROW = struct.Struct("<BIIII")
"""A row of REFERENCE."""


class ArgumentForm(StrEnum):
    """What an argument is, as far as its text tells."""

    STRING = "s"
    """Interpolated parts are written `{}`."""
    LIST = "l"
    NAME = "n"
    """A name, maybe dotted, called or constructed: `views.index`, `Show.as_view()`, `&server{}`."""
    FUNCTION = "f"
    OTHER = "x"


class Argument(msgspec.Struct, array_like=True, frozen=True):
    """One argument of a call: the keyword it is given by, if any, and its text; of a list every element's."""

    key: str
    form: ArgumentForm
    texts: list[str]
    """Elements of a list that are no strings begin with EXPRESSION."""


EXPRESSION = "="


class Literal(msgspec.Struct, array_like=True, frozen=True):
    """A call, decorator or expression whose literal arguments speak of the world outside: a path, a variable."""

    text: str
    """The callee as a reference has it, or the words the expression begins with."""
    kind: int
    """Code of the reference's kind; NO_REFERENCE for an expression found by its words."""
    line: int
    scope: int
    start: int
    end: int
    """Bytes from the callee's last name to the end of the call, where that is known (calls that hold other calls)."""
    block: bool
    """Whether a block of code follows the arguments (Ruby)."""
    arguments: list[Argument]


class Facts(msgspec.Struct, array_like=True, frozen=True):
    """A file's mentions, packed: strings once, everything else as numbers. One blob per file in the store."""

    texts: list[str]
    references: bytes
    """Rows of REFERENCE, in the order they stand in the file."""
    imports: list[tuple[str, str, str, int, bool]]
    bindings: list[tuple[int, int, int, int, int, int]]
    """(name, type, value, line, scope, until), the first three as positions in `texts`"""
    namespaces: list[tuple[str, int, int]]
    literals: list[Literal] = []
    said: list[Said] = []
    """What a file that is no source code says of code."""
    blocks: list[tuple[int, int]] = []
    """(position, that of the scope around it) of each function without a name that tells definitions apart: scopes of
    rows, bindings and literals whose positions follow those of the symbols."""
    passed: bytes = b""
    """Where a language tells overloads apart: of each row, 1 and the position in `texts` of what it is called with; 0
    where nothing is known. Nothing at all in other languages."""

    def rows(self) -> np.ndarray:
        return np.frombuffer(self.references, REFERENCE)

    def count(self) -> int:
        """How many references there are."""
        return len(self.references) // REFERENCE.itemsize

    def of_kinds(self, *codes: int) -> list[tuple[int, int, int, int, int]]:
        """The rows of these kinds, in order. Kinds stand at even distances, and a file has few of those asked for."""
        size = REFERENCE.itemsize
        kinds = self.references[::size]
        found: list[int] = []
        for code in codes:
            at = kinds.find(code)
            while at >= 0:
                found.append(at)
                at = kinds.find(code, at + 1)
        return [_ROW.unpack_from(self.references, at * size) for at in sorted(found)]

    def arguments(self) -> list[int]:
        """`passed` as numbers, one for each row; none where the language has no overloads."""
        found: list[int] = np.frombuffer(self.passed, PASSED).tolist()
        return found

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, blob: bytes) -> Facts:
        return msgspec.msgpack.decode(blob, type=cls)

    def each_reference(self) -> list[Reference]:
        """The references as nouns, in the order they stand in the file."""
        around = dict(self.blocks)

        def symbol(scope: int) -> int:
            while scope in around:
                scope = around[scope]
            return scope

        return [
            Reference(REF_KINDS[kind], self.texts[text], line, byte, symbol(scope))
            for kind, text, line, byte, scope in self.rows().tolist()
        ]

    def each_import(self) -> list[Import]:
        return [Import(*row) for row in self.imports]

    def each_row(self) -> list[tuple[str, str, str, int, int, int]]:
        """The bindings as rows: name, type, value, line, scope, until."""
        t = self.texts
        return [(t[name], t[kind], t[value], *rest) for name, kind, value, *rest in self.bindings]  # type: ignore[misc]

    def each_binding(self) -> list[Binding]:
        return [Binding(*row) for row in self.each_row()]

    def each_namespace(self) -> list[Namespace]:
        return [Namespace(*row) for row in self.namespaces]


class Texts:
    """Strings numbered in the order they are first seen."""

    __slots__ = ("numbers",)

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def listed(self) -> list[str]:
        return list(self.numbers)


def ref_code(kind: RefKind) -> int:
    return _REF_CODE[kind]


class Extracted(Struct, frozen=True, gc=False):
    """All that one file says. Symbol 0 is the module; a symbol comes after the one that encloses it."""

    symbols: list[Symbol]
    own_text: list[list[tuple[int, int]]]
    """For each symbol the byte stretches that are its own: without its signature, its doc and nested symbols."""
    facts: Facts
    owners: list[tuple[int, str]]
    """Symbols (by position) whose type, named here, stands in another file: Go methods, Rust `impl`s."""
    impls: list[tuple[str, str, int, int]]
    """(name of a type, text of the trait it implements, line, position of the symbol around), where a scope says so:
    Rust's `impl`."""
    troubles: list[str]
    """What of the file could not be read, in words a user reads."""
    inside: dict[int, int] = {}
    """By position of a symbol, the number of the block it stands in."""
    parameters: dict[int, str] = {}
    """By position of a callable, the types of its parameters as written, where they tell overloads apart."""


Nodes = dict[str, list[Any]]
"""Captures of one match by name, as tree-sitter gives them."""
