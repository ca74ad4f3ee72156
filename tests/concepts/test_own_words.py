"""The project's own classes, in the `concepts.toml` at its root: none names what the code no longer has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from seedwalk.concepts import OWN_FILE
from seedwalk.concepts.classes import spellings
from seedwalk.concepts.loader import load_own
from seedwalk.concepts.match import Dictionary, matches, usable_targets
from seedwalk.config import Concepts
from seedwalk.languages import NAMES
from seedwalk.seeds.understand import understand

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "seedwalk"
OWN = load_own(ROOT / OWN_FILE)


def defined(body: list[ast.stmt]) -> Iterator[str]:
    """Names of the functions, types, constants and fields below a module or type, those inside functions left out."""
    for node in body:
        match node:
            case ast.ClassDef():
                yield node.name
                yield from defined(node.body)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def test_every_target_names_a_definition() -> None:
    names = {name for path in SOURCES.rglob("*.py") for name in defined(ast.parse(path.read_bytes()).body)}
    gone = {concept.id: sorted(set(concept.targets) - names) for concept in OWN}
    assert {name: targets for name, targets in gone.items() if targets} == {}


def test_every_class_has_an_id_of_its_own() -> None:
    ids = [concept.id for concept in OWN]
    assert len(ids) > 100
    assert len(ids) == len(set(ids))


def test_no_target_is_generic_or_given_twice_in_two_spellings() -> None:
    for concept in OWN:
        assert usable_targets(concept.targets, Concepts()) == concept.targets, concept.id
        assert len({spellings(target)[0] for target in concept.targets}) == len(concept.targets), concept.id


def test_every_phrase_is_found_in_itself_and_is_of_one_class() -> None:
    dictionary = Dictionary(OWN)
    for concept in OWN:
        for phrase in concept.phrases:
            found = matches(understand(phrase), dictionary, NAMES, [])
            assert [match.id for match in found if phrase in match.phrases] == [concept.id], phrase
