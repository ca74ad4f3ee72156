"""Every way a name finds its meaning, in every language: small trees and exactly the edges they give.

Each tree is indexed once, for what it must give itself and for what the page of edges says of its language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from seedwalk.eval import docs, edges_page
from seedwalk.languages import NAMES, specs
from seedwalk.model import EdgeKind
from tests.graph.resolution import Case, cases, languages
from tests.graph.trees import edges_in, indexed, lines

WITHOUT_CASE = 4
"""Kinds a language may have no case of: what follows from all files together is tested once for all of them."""
Dump = list[dict[str, Any]]
DumpOf = Callable[[str, Case], Dump]


@pytest.fixture(scope="module")
def dump_of(tmp_path_factory: pytest.TempPathFactory) -> DumpOf:
    """What the index of a case holds, made when it is first asked for."""
    made: dict[tuple[str, str], Dump] = {}

    def dump(language: str, case: Case) -> Dump:
        key = language, case.name
        if key not in made:
            made[key] = list(indexed(tmp_path_factory.mktemp(language), case.files).dump())
        return made[key]

    return dump


def each_case() -> list[object]:
    found: list[object] = []
    for language in languages():
        for case in cases(language):
            marks = [pytest.mark.xfail(reason=case.not_yet, strict=True)] if case.not_yet else []
            found.append(pytest.param(language, case, id=f"{language}: {case.name}", marks=marks))
    return found


@pytest.mark.parametrize(("language", "case"), each_case())
def test_a_tree_gives_exactly_the_edges_its_case_lists(language: str, case: Case, dump_of: DumpOf) -> None:
    rows = dump_of(language, case)
    assert case.edges
    for asked, wanted in case.edges.items():
        kind, _, source = asked.partition(" of ")
        assert lines(edges_in(rows, kind, source), wanted) == wanted, asked


def test_every_language_has_cases_and_each_a_name_of_its_own() -> None:
    assert languages() == sorted(NAMES)
    for language in languages():
        named = [case.name for case in cases(language)]
        assert len(named) == len(set(named)), language


@pytest.mark.parametrize("language", languages())
def test_a_kind_said_not_to_be_supported_is_never_found(language: str, dump_of: DumpOf) -> None:
    """And most kinds said to be are: the cases above give them."""
    spec = specs()[language]
    captured = docs._captured(spec)[1]
    found = {EdgeKind(row["edge"]) for case in cases(language) for row in dump_of(language, case) if "edge" in row}
    unsupported = {kind for kind in edges_page.RESOLVED if not edges_page.supports(spec, captured, kind)}
    assert not found & unsupported
    supported = set(edges_page.RESOLVED) - unsupported
    assert len(found & supported) >= len(supported) - WITHOUT_CASE, sorted(supported - found)
