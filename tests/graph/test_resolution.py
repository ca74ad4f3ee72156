"""Every way a name finds its meaning, in every language: small trees and exactly the edges they give."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.languages import NAMES
from tests.graph.resolution import Case, cases, languages
from tests.graph.trees import edges, indexed, lines


def each_case() -> list[object]:
    found: list[object] = []
    for language in languages():
        for case in cases(language):
            marks = [pytest.mark.xfail(reason=case.not_yet, strict=True)] if case.not_yet else []
            found.append(pytest.param(case, id=f"{language}: {case.name}", marks=marks))
    return found


@pytest.mark.parametrize("case", each_case())
def test_a_tree_gives_exactly_the_edges_its_case_lists(case: Case, tmp_path: Path) -> None:
    repository = indexed(tmp_path, case.files)
    assert case.edges
    for asked, wanted in case.edges.items():
        kind, _, source = asked.partition(" of ")
        assert lines(edges(repository, kind, source), wanted) == wanted, asked


def test_every_language_has_cases() -> None:
    assert languages() == sorted(NAMES)
