"""Java's import rules: packages, nested types, static members, and which of two files is meant."""

from __future__ import annotations

import pytest

from seedwalk.languages.java import JavaModules
from seedwalk.languages.spec import Project
from seedwalk.model import Import

PROJECT = Project(
    namespaces={
        "app/src/main/java/com/acme/Main.java": ["com.acme"],
        "app/src/main/java/com/acme/store/Store.java": ["com.acme.store"],
        "app/src/main/java/com/acme/store/Types.java": ["com.acme.store"],
        "app/src/test/java/com/acme/store/StoreTest.java": ["com.acme.store"],
        "lib/src/main/java/com/acme/Main.java": ["com.acme"],
        "scripts/Run.java": [],
    },
    manifests={},
)
APP_MAIN, STORE, TYPES, STORE_TEST, LIB_MAIN, SCRIPT = PROJECT.namespaces


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        pytest.param("com.acme.store", "Store", [STORE], id="a type is in the file of its name"),
        pytest.param("com.acme.store.Store", "Entry", [STORE], id="a nested type is in its outer type's file"),
        pytest.param("com.acme.store.Store.Entry", "Key", [STORE], id="a type nested twice too"),
        pytest.param("com.acme.store.Store", "open", [STORE], id="a static member is in its type's file"),
        pytest.param("com.acme.store.Store", "*", [STORE], id="all static members are in their type's file"),
        pytest.param("com.acme.store", "*", [STORE, TYPES, STORE_TEST], id="a wildcard names the whole package"),
        pytest.param(
            "com.acme.store", "Hidden", [STORE, TYPES, STORE_TEST], id="a type without its file may be in any"
        ),
        pytest.param("com.acme", "Main", [APP_MAIN, LIB_MAIN], id="the nearest of two files comes first"),
        pytest.param("java.util", "List", [], id="a type of the platform is outside"),
        pytest.param("java.util", "*", [], id="a package of the platform is outside"),
        pytest.param("com", "*", [], id="the beginning of a package is no package"),
        pytest.param("", "", [], id="an import broken off names nothing"),
    ],
)
def test_import_names_files(module: str, name: str, expected: list[str]) -> None:
    assert list(JavaModules(PROJECT).targets(STORE, Import(module, name, "", 1))) == expected


def test_nearest_file_depends_on_the_importer() -> None:
    modules = JavaModules(PROJECT)
    assert list(modules.targets("lib/src/main/java/com/acme/Other.java", Import("com.acme", "Main", "", 1))) == [
        LIB_MAIN,
        APP_MAIN,
    ]


@pytest.mark.parametrize(
    ("importer", "expected"),
    [
        pytest.param(STORE, [STORE, TYPES, STORE_TEST], id="a package is seen across source folders"),
        pytest.param(APP_MAIN, [APP_MAIN, LIB_MAIN], id="a package inside the package is not seen"),
        pytest.param(SCRIPT, [SCRIPT], id="files without a package see each other"),
    ],
)
def test_package_is_visible_without_import(importer: str, expected: list[str]) -> None:
    assert list(JavaModules(PROJECT).visible(importer)) == expected
