"""The matches of a file's query, read in order.

Most say something plain: here is a reference, a comment, a doc, a name, maybe with a value. `read_matches` is the
definition of how those are read, and who reads the others; where a compiled part was built (docs/decisions/0012) its
function of the same name does it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from seedwalk.compiled import quick
from seedwalk.extract.definitions import RawDefinition
from seedwalk.extract.expressions import MAX_NESTED, chain
from seedwalk.extract.references import CODES, NUMBER
from seedwalk.facts import RETURN, Nodes
from seedwalk.model import Kind

RawBinding = tuple[int, str, str, str, int, int]
"""(start byte, name, type, value, last byte it holds at or 0, byte where the value ends or 0)"""
Match = tuple[int, Nodes]
Take = Callable[[int, Nodes], None]
KINDS = {f"def.{kind.value}": kind for kind in Kind}
"""The kind that each capture of a definition names."""
_NAME, _VALUE, _RETURNED = "bind.name", "bind.value", "bind.returned"
_NAMED = frozenset({_NAME, _VALUE})


class Sought(NamedTuple):
    """The matches that the compiled part's query found last, in the tree of this root: none is made yet."""

    patterns: Any
    root: Any


class Defining(NamedTuple):
    """Where definitions go, and what is asked of them."""

    kinds: dict[str, Kind]
    """The kind that each capture of a definition names."""
    known: dict[int, tuple[int, RawDefinition]]
    """By the byte where its name begins, the pattern that told of a definition, and the definition."""
    found: list[RawDefinition]
    start: Callable[[Any], int] | None = None
    """Where a definition begins, where that is not its node's first byte."""
    made: type[RawDefinition] = RawDefinition


def read_matches(
    matches: list[Match], source: bytes, codes: dict[str, int], kept: dict[str, list[Any]], chains: dict[bytes, str],
    chained: Callable[[str], str], bindings: list[RawBinding], take: Take, defining: Defining,
) -> bytes:  # fmt: skip
    """The references that are all their matches capture, packed as (start byte, byte behind the end, code).

    Nodes captured alone under a name in `kept` go to its list. A name captured alone, or with its value, and a value
    returned go to `bindings`, as chains, which `chains` remembers by their bytes. A definition of which nothing was
    known goes to `defining`. What is too long for that, and every other match, is handed to `take`.
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
        elif not _define(pattern, nodes, source, defining):
            take(pattern, nodes)
    return references.tobytes()


def _define(pattern: int, nodes: Nodes, source: bytes, defining: Defining) -> bool:
    """Whether a match tells of one definition whose name nothing was known of; then it is."""
    captures = [name for name in nodes if name in defining.kinds]
    if len(captures) != 1 or "name" not in nodes or "owner" in nodes:
        return False
    node, name = nodes[captures[0]][0], nodes["name"][0]
    if name.start_byte in defining.known:
        return False
    body = nodes["body"][0] if "body" in nodes else node.child_by_field_name("body")
    params = nodes["params"][0] if "params" in nodes else None
    raw = defining.made(
        defining.kinds[captures[0]], name.start_byte, name.end_byte,
        node.start_byte if defining.start is None else defining.start(node), node.end_byte,
        body.start_byte if body is not None else node.end_byte, "", "in_type" in nodes,
        source[params.start_byte : params.end_byte].decode("utf-8", "replace") if params is not None else "",
    )  # fmt: skip
    defining.known[name.start_byte] = pattern, raw
    defining.found.append(raw)
    return True


def _is_short(node: Any) -> bool:
    short: bool = node.end_byte - node.start_byte <= MAX_NESTED
    return short


def read_plainly(
    matches: list[Match] | Sought, source: bytes, kept: dict[str, list[Any]], chains: dict[bytes, str],
    bindings: list[RawBinding], take: Take, defining: Defining,
) -> bytes:  # fmt: skip
    """What `read_matches` says, by whoever says it sooner."""
    references: bytes
    if isinstance(matches, Sought):
        patterns, root = matches
        references = patterns.read(root, source, CODES, kept, chains, chain, bindings, take, defining)
        return references
    compiled = quick()
    reader = compiled.read_matches if compiled is not None else read_matches
    references = reader(matches, source, CODES, kept, chains, chain, bindings, take, defining)
    return references
