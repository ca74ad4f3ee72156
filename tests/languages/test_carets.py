"""Every annotated source file holds what its carets claim, and defines nothing they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.languages import NAMES, language_of
from tests.languages.carets import failures, read

HERE = Path(__file__).parent
ANNOTATED = sorted(p for name in NAMES for p in (HERE / name).rglob("*") if p.is_file() and language_of(p.name))


@pytest.mark.parametrize("path", ANNOTATED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_annotated_source_says_what_its_carets_claim(path: Path) -> None:
    wrong = failures(path)
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_every_language_has_annotated_sources_with_claims_of_many_sorts(name: str) -> None:
    verbs = {claim.verb for path in ANNOTATED if path.is_relative_to(HERE / name) for claim in read(path)[1]}
    assert {"defines", "doc", "signature", "span", "call", "type", "imports", "binds", "parent"} <= verbs
