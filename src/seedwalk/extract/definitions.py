"""Raw definitions become symbols: nested by span, named by every scope around them, each with its own identity."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from seedwalk.compiled import quick
from seedwalk.languages.spec import LanguageSpec
from seedwalk.model import TYPE_KINDS, Flags, Kind, Span, Symbol, SymbolId

MAX_DEPTH = 64
"""Scopes within scopes; what lies deeper belongs to the last of them. Code by hand stays far below, and without a limit
names and hashes of ever deeper scopes would grow with the square of the file."""
MAX_SIGNATURE = 1_000
SIGNATURE_BYTES = 4 * MAX_SIGNATURE
"""Read of a definition for its signature: a letter has four bytes at most."""
MAX_DOC = 8_000
_CACHED = 1 << 12
"""Lists of parameters kept with their types: each is asked for twice, and the same are written again and again."""
_MOCK = re.compile(
    r"(?:^|_)(?:mock|fake|stub)(?:s|_|$)|^(?:mock|fake|stub)(?=[A-Z_\d]|$)|(?:Mock|Fake|Stub)(?=[A-Z_\d]|$)"
)


class RawDefinition(msgspec.Struct, gc=False):
    """A definition as the query found it; `start` and `end` may grow when a wider match of the same name follows."""

    kind: Kind
    name_start: int
    name_end: int
    start: int
    end: int
    signature_end: int
    owner: str = ""
    in_type: bool = False
    params: str = ""
    scope_name: str = ""
    scope_trait: str = ""

    @property
    def is_scope(self) -> bool:
        return bool(self.scope_name)


class Placed(msgspec.Struct, gc=False):
    """A raw definition with its place among the others: position of its parent symbol, qualified name, final kind."""

    raw: RawDefinition
    name: str
    qualified: str
    kind: Kind
    parent: int
    trait: str
    owner: str = ""
    """Qualified name of the type it belongs to, when that type's span does not enclose it."""


def symbol_id(path: str, qualified: str, kind: Kind, discriminator: str, ordinal: int) -> SymbolId:
    """The content address of a symbol: a signed 64-bit BLAKE2b of what identifies it."""
    key = "\0".join((path, qualified, kind, discriminator, str(ordinal)))
    return SymbolId(hashed(key.encode("utf-8", "surrogatepass")))


def hashed(text: bytes) -> int:
    """A signed 64-bit hash of a text."""
    compiled = quick()
    found: int = compiled.hashed(text) if compiled is not None else plain_hash(text)
    return found


def plain_hash(text: bytes) -> int:
    """What `hashed` gives, by the standard library."""
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big", signed=True)


def place(definitions: list[RawDefinition], source: bytes, spec: LanguageSpec) -> list[Placed]:
    """Nest definitions by their spans. `definitions` come sorted by start, widest first.

    A scope (an `impl`) qualifies what it encloses and gives it a type, but is no symbol; its members' parent is the
    type of that name in this file, else the symbol around the scope.
    """
    compiled = quick()
    placed: list[Placed] = (compiled.place if compiled is not None else nested)(
        definitions, source, spec.name_of, spec.member_kinds, spec.constructors, TYPE_KINDS, Kind.METHOD,
        Kind.CONSTRUCTOR, Placed,
    )  # fmt: skip
    _adopt(placed)
    return placed


def nested(
    definitions: Sequence[RawDefinition], source: bytes, name_of: Callable[[str], str], members: Mapping[Kind, Kind],
    constructors: frozenset[str], types: frozenset[Kind], method: Kind, constructor: Kind, made: type[Placed],
) -> list[Placed]:  # fmt: skip
    """What `place` says, before members find a type that does not enclose them.

    `members` says what kinds are inside of `types`, `constructors` which names make a method a constructor.
    """
    placed: list[Placed] = []
    stack: list[tuple[int, str, bool, int, str, str]] = []  # end, prefix, is a type, symbol position, trait, owner
    fields: set[tuple[str, str]] = set()
    for raw in definitions:
        while stack and stack[-1][0] <= raw.start:
            stack.pop()
        if len(stack) >= MAX_DEPTH:
            continue
        prefix, in_type, parent, trait, owner = stack[-1][1:] if stack else ("", False, 0, "", "")
        if raw.is_scope:
            scope = _join(prefix, raw.scope_name)
            stack.append((raw.end, scope, True, parent, raw.scope_trait, scope))
            continue
        name = name_of(source[raw.name_start : raw.name_end].decode("utf-8", "replace"))
        if not name:
            continue
        kind = raw.kind
        if raw.in_type:
            enclosing = next((frame for frame in reversed(stack) if frame[2]), None)
            if enclosing is None or (enclosing[1], name) in fields:
                continue
            prefix, in_type, parent, trait, owner = enclosing[1:]
        elif raw.owner:
            prefix, in_type = _join(prefix, raw.owner), True
            owner = prefix
        if in_type:
            kind = members.get(kind, kind)
            if name in constructors and kind is method:
                kind = constructor
            fields.add((prefix, name))
        qualified = _join(prefix, name)
        placed.append(made(raw, name, qualified, kind, parent, trait, owner))
        stack.append((raw.end, qualified, kind in types, len(placed), "", ""))
    return placed


def _adopt(placed: Sequence[Placed]) -> None:
    """Give members written outside their type to that type, where it stands in the same file."""
    if not any(item.owner for item in placed):
        return
    types = {item.qualified: position for position, item in enumerate(placed, 1) if item.kind in TYPE_KINDS}
    for item in placed:
        if item.owner:
            item.parent = types.get(item.owner, item.parent)
            if item.owner in types:
                item.owner = ""


def module_symbol(path: str, source: bytes, last_line: int, spec: LanguageSpec, flags: Flags, doc: str) -> Symbol:
    """The symbol that stands for the file itself."""
    folder, _, filename = path.rpartition("/")
    stem, dot, ending = filename.rpartition(".")
    name = stem if dot and ending else filename
    if name in spec.package_files and folder:
        name = folder.rpartition("/")[2]
    span = Span(1, max(1, last_line), 0, len(source))
    identity = symbol_id(path, name, Kind.MODULE, "", 0)
    whole = body_hash(source, 0, len(source), 0, 0)
    return Symbol(identity, Kind.MODULE, name, name, path, span, 1, "", doc, flags, whole, None)


def signature_of(source: bytes, raw: RawDefinition) -> str:
    """The definition's text up to its body, on one line."""
    return one_line(source[raw.start : min(raw.signature_end, raw.start + SIGNATURE_BYTES)])


def one_line(text: bytes) -> str:
    """A signature without line breaks, and without what leads over to its body."""
    compiled = quick()
    found: str | None = compiled.signature(text) if compiled is not None else None
    return found if found is not None else plain_line(text)


def plain_line(text: bytes) -> str:
    """What `one_line` gives, for any text."""
    return " ".join(text.decode("utf-8", "replace").split()).rstrip("{:= ")[:MAX_SIGNATURE]


def body_hash(source: bytes, start: int, end: int, name_start: int, name_end: int) -> int:
    """A signed 64-bit hash of a definition's text without its own name and without regard to white space.

    Equal for a symbol that was moved, re-indented or renamed, and for no other edit.
    """
    compiled = quick()
    found: int | None = compiled.body_hash(source, start, end, name_start, name_end) if compiled is not None else None
    return found if found is not None else plain_body_hash(source[start:end], name_start - start, name_end - start)


def plain_body_hash(text: bytes, name_start: int, name_end: int) -> int:
    """What `body_hash` gives, wherever the name stands."""
    return plain_hash((text[:name_start] + text[name_end:]).translate(None, b" \t\r\n\f\v"))


@cache
def is_mock(name: str) -> bool:
    """Whether a name calls itself a mock, fake or stub; hardly one does, which a look at three letters tells."""
    return ("ock" in name or "ake" in name or "tub" in name) and _MOCK.search(name) is not None


@lru_cache(_CACHED)
def parameter_types(params: str) -> str:
    """The types of a parameter list `(final int a, List<String> b)`, names and defaults dropped."""
    inner = params.strip().removeprefix("(").removesuffix(")")
    kept, depth, start = [], 0, 0
    for position, char in enumerate(inner + ","):
        if char in "<([{":
            depth += 1
        elif char in ">)]}":
            depth -= 1
        elif char == "," and depth <= 0:
            words = inner[start:position].partition("=")[0].split()
            kept.append(" ".join(words[:-1]) if len(words) > 1 else "".join(words))
            start = position + 1
    return ",".join(kept)


def _join(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name
