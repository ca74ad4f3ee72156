"""Symbols that stand in no file: what is external, a route, a variable of the environment."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from seedwalk.model import Flags, Kind, Span, Symbol, SymbolId

_CACHED = 1 << 14
_NOWHERE = Span(0, 0, 0, 0)


@lru_cache(_CACHED)
def placeless_id(kind: Kind, name: str) -> SymbolId:
    """A content address, as every symbol's."""
    hashed = hashlib.blake2b(f"{kind.value}\0{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return SymbolId(int.from_bytes(hashed, "little", signed=True))


def placeless(kind: Kind, name: str) -> Symbol:
    """The symbol itself: no path, no lines."""
    flags = Flags.EXTERNAL if kind is Kind.EXTERNAL else Flags.NONE
    last = name.rpartition(".")[2] if kind is Kind.EXTERNAL else name
    return Symbol(placeless_id(kind, name), kind, last, name, "", _NOWHERE, 0, "", "", flags, 0, None)
