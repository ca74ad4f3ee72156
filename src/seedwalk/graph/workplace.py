"""What stands at hand while a file that is no source code is linked, and what comes of it."""

from __future__ import annotations

from msgspec import Struct, field

from seedwalk.graph.answers import Trace
from seedwalk.graph.edges import EdgeRow
from seedwalk.graph.names import NameTable
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.tree import Tree
from seedwalk.graph.views import View


class Workplace(Struct, frozen=True):
    """The file, and everything it may speak of."""

    view: View
    resolver: Resolver
    names: NameTable
    tree: Tree
    trace: Trace


class Found(Struct, frozen=True):
    """Edges, and the symbols without a file that they lead to."""

    rows: set[EdgeRow] = field(default_factory=set)
    placeless: set[tuple[str, str]] = field(default_factory=set)
