"""What is told of languages without their specs is what their specs say."""

from __future__ import annotations

from seedwalk.languages import ENDINGS, NAMES, specs


def test_the_endings_of_every_language_are_those_of_its_spec() -> None:
    assert {name: spec.extensions for name, spec in specs().items()} == dict(ENDINGS)
    assert tuple(ENDINGS) == NAMES
