"""Source files that carry their own expectations.

A comment line whose first character after the comment mark and spaces is `^` speaks of the column above the caret, in the
nearest line above that is not such a comment; `<-` speaks of the column where the comment mark itself stands.

    class Store:
    #     ^ defines: Store (class)
        def get(self, key): return self.back.read(key)
        #   ^ defines: Store.get (method)
        #                                    ^ call: self.back.read

Claims
    defines: QUALIFIED (KIND)       a symbol's name stands there; every symbol of the file must be claimed
    doc: TEXT, signature: TEXT      of the symbol whose name stands there (doc: its first line)
    span: FIRST-LAST                its lines, counted without the claims, relative to the name's line: `-1..+3`
    flag: test|mock                 it has the flag;  flag: none   it has none
    parent: QUALIFIED               its parent symbol
    call|new|type|…: TEXT           a reference of that kind whose last name stands there (type, extends, implements: whose start)
    imports: MODULE [NAME [as X]] [reexported]   an import on that line
    binds: NAME : TYPE = VALUE      a binding on that line (parts may be empty)
    namespace: NAME                 somewhere in the file
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from seedwalk.extract import Extracted, extract
from seedwalk.languages import language_of
from seedwalk.model import Flags, RefKind, Symbol

_CLAIM = re.compile(r"^(\s*)(#|//|--)(\s*)(\^|<-) (\w+): (.*?)\s*$")
_REF_KINDS = frozenset(kind.value for kind in RefKind)


@dataclass(frozen=True)
class Claim:
    line: int
    column: int
    verb: str
    text: str
    written_at: int


def read(path: Path) -> tuple[bytes, list[Claim]]:
    """The source without its claims, and the claims with lines counted in that source."""
    kept: list[str] = []
    claims: list[Claim] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(keepends=True), 1):
        found = _CLAIM.match(line)
        if found is None:
            kept.append(line)
            continue
        column = found.start(2) if found.group(4) == "<-" else found.start(4)
        claims.append(Claim(len(kept), column, found.group(5), found.group(6), number))
    return "".join(kept).encode(), claims


def failures(path: Path) -> list[str]:
    """What the extractor says otherwise than the file claims."""
    source, claims = read(path)
    language = language_of(path.name)
    assert language is not None, f"no language reads {path.name}"
    extracted = extract(path.name, language, source)
    lines = source.split(b"\n")
    wrong = [
        f"{path.name}:{claim.written_at}: {claim.verb}: {claim.text} -- found {found}"
        for claim in claims
        if (found := _check(claim, extracted, lines)) is not None
    ]
    claimed = {(c.line, c.text.partition(" (")[0]) for c in claims if c.verb == "defines"}
    for symbol in extracted.symbols[1:]:
        if (symbol.line, symbol.qualified_name) not in claimed:
            wrong.append(f"{path.name}: nothing claims {symbol.kind} {symbol.qualified_name} on line {symbol.line}")
    return wrong


def _check(claim: Claim, extracted: Extracted, lines: list[bytes]) -> object:
    """None when the claim holds, else what there is instead."""
    offset = sum(len(line) + 1 for line in lines[: claim.line - 1]) + claim.column
    named = [s for s in extracted.symbols if s.line == claim.line and _name_at(s, claim, lines)]
    facts = extracted.facts
    if claim.verb in _REF_KINDS:
        at_line = [r for r in facts.each_reference() if r.line == claim.line]
        there = [(r.kind.value, r.text) for r in at_line if r.byte == offset]
        at_place = [(r.kind.value, r.text, r.byte - offset + claim.column) for r in at_line]
        return None if (claim.verb, claim.text) in there else f"{there}; on the line: {at_place}"
    if claim.verb == "imports":
        imports = [_import_text(i.module, i.name, i.alias, i.reexported) for i in facts.each_import() if i.line == claim.line]
        return None if claim.text in imports else imports
    if claim.verb == "binds":
        bound = [f"{b.name} : {b.type} = {b.value}" for b in facts.each_binding() if b.line == claim.line]
        wanted = " ".join(claim.text.split())
        return None if wanted in [" ".join(b.split()) for b in bound] else bound
    if claim.verb == "namespace":
        names = [namespace.name for namespace in facts.each_namespace()]
        return None if claim.text in names else names
    told = [_tell(claim, symbol, extracted) for symbol in named]
    return None if any(text == claim.text for text in told) else told or "no symbol named there"


def _tell(claim: Claim, symbol: Symbol, extracted: Extracted) -> str:
    match claim.verb:
        case "defines":
            return f"{symbol.qualified_name} ({symbol.kind})"
        case "doc":
            return symbol.doc.split("\n")[0].strip()
        case "signature":
            return symbol.signature
        case "span":
            return f"{symbol.span.start_line - symbol.line:+d}..{symbol.span.end_line - symbol.line:+d}".replace("+0", "0")
        case "flag":
            wanted = {"test": Flags.TEST, "mock": Flags.MOCK}.get(claim.text, Flags.NONE)
            holds = symbol.flags & wanted if wanted else not symbol.flags
            return claim.text if holds else f"flags {symbol.flags!r}"
        case "parent":
            return next((s.qualified_name for s in extracted.symbols if s.id == symbol.parent), "none")
    return f"unknown claim {claim.verb}"


def _name_at(symbol: Symbol, claim: Claim, lines: list[bytes]) -> bool:
    text = lines[claim.line - 1][claim.column :].decode("utf-8", "replace")
    return text.lstrip("\"'`:@#").startswith(symbol.name.rstrip("=?!")) or symbol.name in text.split("(")[0][: len(symbol.name) + 4]


def _import_text(module: str, name: str, alias: str, reexported: bool) -> str:
    text = " ".join(part for part in (module, name) if part)
    return text + (f" as {alias}" if alias else "") + (" reexported" if reexported else "")
