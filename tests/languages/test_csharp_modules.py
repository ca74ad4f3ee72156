"""C#'s import rules: namespaces over many files, types in them, aliases, and the namespaces around a file."""

from __future__ import annotations

import pytest

from seedwalk.languages.csharp import CSharpModules, name_of
from seedwalk.languages.spec import Project
from seedwalk.model import Import

PROJECT = Project(
    namespaces={
        "src/Acme/App.cs": ["Acme"],
        "src/Acme/Nested.cs": ["Acme.Outer", "Inner"],
        "src/Acme/Store/Store.Reading.cs": ["Acme.Store"],
        "src/Acme/Store/Store.cs": ["Acme.Store"],
        "src/Acme/Store/Types.cs": ["Acme.Store"],
        "src/Program.cs": [],
    },
    manifests={},
)
APP, NESTED, READING, STORE, TYPES, PROGRAM = PROJECT.namespaces


@pytest.mark.parametrize(
    ("module", "name", "alias", "expected"),
    [
        pytest.param("Acme.Store", "*", "", [READING, STORE, TYPES], id="a using names every file of the namespace"),
        pytest.param(
            "Acme.Store.Types", "*", "static", [TYPES, READING, STORE], id="a static using finds its type's file first"
        ),
        pytest.param(
            "Acme.Store", "Store", "S", [READING, STORE, TYPES], id="an alias finds all parts of a partial type"
        ),
        pytest.param("Acme", "Store", "S", [READING, STORE, TYPES], id="an alias may name a namespace"),
        pytest.param(
            "Acme.Store.Types", "Inner", "I", [TYPES, READING, STORE], id="a nested type is in its outer one's file"
        ),
        pytest.param("Acme", "", "A", [APP], id="an alias of one word is a namespace"),
        pytest.param("Acme.Outer.Inner", "*", "", [NESTED], id="a namespace inside a namespace has both names"),
        pytest.param("global::Acme.Store", "*", "", [READING, STORE, TYPES], id="the global prefix changes nothing"),
        pytest.param("System.Linq", "*", "", [], id="a namespace of the platform is outside"),
        pytest.param("Acme.Store.Types", "*", "", [], id="a using names a namespace and no type"),
        pytest.param("", "", "", [], id="a using broken off names nothing"),
    ],
)
def test_using_names_files(module: str, name: str, alias: str, expected: list[str]) -> None:
    assert list(CSharpModules(PROJECT).targets(APP, Import(module, name, alias, 1))) == expected


@pytest.mark.parametrize(
    ("importer", "expected"),
    [
        pytest.param(STORE, [READING, STORE, TYPES, APP, PROGRAM], id="own namespace first, then those around it"),
        pytest.param(APP, [APP, PROGRAM], id="a namespace inside one's own is not seen"),
        pytest.param(PROGRAM, [PROGRAM], id="files without a namespace see each other"),
    ],
)
def test_own_and_enclosing_namespaces_are_visible_without_using(importer: str, expected: list[str]) -> None:
    assert list(CSharpModules(PROJECT).visible(importer)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Store", "Store"),
        ("@class", "class"),
        ("IStore<T, U>", "IStore"),
        ("Acme.IStore<T>", "Acme.IStore"),
        ("+", "operator+"),
        ("<", "operator<"),
        ("<=", "operator<="),
        ("true", "operatortrue"),
    ],
)
def test_names_lose_generics_and_operators_are_told_apart(text: str, expected: str) -> None:
    assert name_of(text) == expected
