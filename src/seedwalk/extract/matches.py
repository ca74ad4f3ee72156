"""The matches of a file's query, read in order.

Most say something plain: here is a reference, a comment, a doc, a name, maybe with a value. `read_matches` is the
definition of how those are read, and who reads the others; where a compiled part was built (docs/decisions/0012) its
function of the same name does it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from seedwalk.compiled import quick
from seedwalk.extract.expressions import MAX_NESTED, chain
from seedwalk.extract.references import CODES, NUMBER
from seedwalk.facts import RETURN, Nodes

RawBinding = tuple[int, str, str, str, int, int]
"""(start byte, name, type, value, last byte it holds at or 0, byte where the value ends or 0)"""
Match = tuple[int, Nodes]
Take = Callable[[int, Nodes], None]
_NAME, _VALUE, _RETURNED = "bind.name", "bind.value", "bind.returned"
_NAMED = frozenset({_NAME, _VALUE})


def read_matches(
    matches: list[Match], source: bytes, codes: dict[str, int], kept: dict[str, list[Any]], chains: dict[bytes, str],
    chained: Callable[[str], str], bindings: list[RawBinding], take: Take,
) -> bytes:  # fmt: skip
    """The references that are all their matches capture, packed as (start byte, byte behind the end, code).

    Nodes captured alone under a name in `kept` go to its list. A name captured alone, or with its value, and a value
    returned go to `bindings`, as chains, which `chains` remembers by their bytes; ones too long for that, and every
    other match, are handed to `take`.
    """

    def chain_at(node: Any) -> str:
        raw = source[node.start_byte : node.end_byte]
        found = chains.get(raw)
        if found is None:
            found = chains[raw] = chained(raw.decode("utf-8", "replace"))
        return found

    references = array(NUMBER)
    for pattern, nodes in matches:
        alone = next(iter(nodes)) if len(nodes) == 1 else ""
        if (code := codes.get(alone)) is not None:
            for node in nodes[alone]:
                references.extend((node.start_byte, node.end_byte, code))
        elif (to := kept.get(alone)) is not None:
            to.extend(nodes[alone])
        elif alone == _RETURNED and _is_short(node := nodes[alone][0]):
            bindings.append((node.start_byte, RETURN, "", chain_at(node), 0, 0))
        elif alone == _NAME and _is_short(node := nodes[alone][0]):
            bindings.append((node.start_byte, chain_at(node), "", "", 0, 0))
        elif nodes.keys() == _NAMED and _is_short(node := nodes[_NAME][0]) and _is_short(value := nodes[_VALUE][0]):
            bindings.append((node.start_byte, chain_at(node), "", chain_at(value), 0, value.end_byte))
        else:
            take(pattern, nodes)
    return references.tobytes()


def _is_short(node: Any) -> bool:
    short: bool = node.end_byte - node.start_byte <= MAX_NESTED
    return short


def read_plainly(
    matches: list[Match], source: bytes, kept: dict[str, list[Any]], chains: dict[bytes, str],
    bindings: list[RawBinding], take: Take,
) -> bytes:  # fmt: skip
    """What `read_matches` says, by whoever says it sooner."""
    compiled = quick()
    reader = compiled.read_matches if compiled is not None else read_matches
    references: bytes = reader(matches, source, CODES, kept, chains, chain, bindings, take)
    return references
