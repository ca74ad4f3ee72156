"""The edges of a file that is no source code: what its sayings mean in this repository, by the role of its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seedwalk.graph.answers import Trace, in_order
from seedwalk.graph.deployments import deployments
from seedwalk.graph.documents import documents
from seedwalk.graph.edges import pack, row
from seedwalk.graph.link import Linked
from seedwalk.graph.names import NameTable
from seedwalk.graph.owners import owners
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.tree import Tree
from seedwalk.graph.views import View
from seedwalk.graph.workplace import Found, Workplace
from seedwalk.identity import placeless_id
from seedwalk.languages.spec import Role
from seedwalk.model import EdgeKind, Kind, Provenance, Saying


def requirements(place: Workplace) -> Found:
    """From a manifest to each package it asks for."""
    found = Found()
    for said in place.view.facts.said:
        if said.how is Saying.REQUIRES:
            source, target = place.view.identity(0), placeless_id(Kind.EXTERNAL, said.text)
            found.rows.add(row(source, target, EdgeKind.DEPENDS_ON, Provenance.DECLARED, said.line))
            found.placeless.add((Kind.EXTERNAL.value, said.text))
    return found


_MEANINGS: Mapping[Role, Callable[[Workplace], Found]] = {
    Role.DOCUMENT: documents,
    Role.OWNERS: owners,
    Role.DEPLOYMENT: deployments,
    Role.MANIFEST: requirements,
}


def link_plain(view: View, resolver: Resolver, names: NameTable, tree: Tree) -> Linked:
    """Everything this file says of code."""
    trace: Trace = set()
    role = view.spec.role
    assert role is not None, view.path
    found = _MEANINGS[role](Workplace(view, resolver, names, tree, trace))
    return Linked(pack(found.rows), in_order(trace), sorted(found.placeless), (0, 0, 0))
