"""Which file does a Python import name? Tables of the rules in PythonModules. Line ends change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.extract import extract
from seedwalk.languages.python import PythonModules
from seedwalk.languages.spec import Project
from seedwalk.model import Import

SHOP = (
    "setup.py",
    "src/shop/__init__.py",
    "src/shop/json.py",
    "src/shop/store/__init__.py",
    "src/shop/store/backend.py",
    "src/shop/store/fast.pyi",
    "src/shop/store/slow.py",
    "src/shop/store/slow.pyi",
    "tests/__init__.py",
    "tests/helpers.py",
    "tests/unit/test_store.py",
    "tools/check.py",
    "tools/calendar.py",
    "tools/common.py",
)
MONO = (
    "apps/a/app.py",
    "apps/a/models/__init__.py",
    "apps/a/run.py",
    "apps/b/app.py",
    "apps/b/models/__init__.py",
    "apps/b/run.py",
    "elsewhere/main.py",
    "ns/acme/billing/__init__.py",
    "ns/acme/billing/invoice.py",
    "ns/acme/mail/__init__.py",
    "v1.2/pkg/__init__.py",
    "v1.2/pkg/core.py",
)


def found(paths: tuple[str, ...], importer: str, module: str, name: str = "") -> tuple[str, ...]:
    rules = PythonModules(Project(dict.fromkeys(paths, ()), {}))
    targets = tuple(rules.targets(importer, Import(module, name, "", 1)))
    assert set(targets) <= set(paths)
    return targets


@pytest.mark.parametrize(
    ("importer", "module", "expected"),
    [
        ("tests/unit/test_store.py", "shop", "src/shop/__init__.py"),
        ("tests/unit/test_store.py", "shop.store.backend", "src/shop/store/backend.py"),
        ("src/shop/store/backend.py", "shop.json", "src/shop/json.py"),
        ("tests/unit/test_store.py", "tests.helpers", "tests/helpers.py"),
        ("setup.py", "tools.check", "tools/check.py"),
        ("tools/check.py", "common", "tools/common.py"),
    ],
)
def test_an_absolute_name_is_found_below_the_folders_above_and_their_src(
    importer: str, module: str, expected: str
) -> None:
    assert found(SHOP, importer, module) == (expected,)


@pytest.mark.parametrize(
    ("importer", "module", "name", "expected"),
    [
        ("src/shop/store/__init__.py", ".backend", "Backend", ("src/shop/store/backend.py",)),
        ("src/shop/store/backend.py", ".", "slow", ("src/shop/store/__init__.py", "src/shop/store/slow.py")),
        ("src/shop/store/backend.py", "..", "json", ("src/shop/__init__.py", "src/shop/json.py")),
        ("src/shop/store/backend.py", "..json", "dumps", ("src/shop/json.py",)),
        ("src/shop/store/backend.py", "...", "shop", ("src/shop/__init__.py",)),
        ("src/shop/store/backend.py", ".slow", "*", ("src/shop/store/slow.py",)),
        ("setup.py", ".", "tests", ("tests/__init__.py",)),
        ("src/shop/store/backend.py", "....", "setup", ("setup.py",)),
        ("src/shop/store/backend.py", ".....", "setup", ()),
        ("src/shop/store/backend.py", ".missing", "x", ()),
    ],
)
def test_a_relative_name_climbs_from_the_importers_folder_and_never_out(
    importer: str, module: str, name: str, expected: tuple[str, ...]
) -> None:
    assert found(SHOP, importer, module, name) == expected


def test_a_folder_with_a_dot_in_its_name_holds_relative_imports() -> None:
    assert found(MONO, "v1.2/pkg/__init__.py", ".core", "run") == ("v1.2/pkg/core.py",)


def test_a_name_from_a_package_may_be_its_reexport_or_its_submodule() -> None:
    importer = "tests/unit/test_store.py"
    assert found(SHOP, importer, "shop.store", "Store") == ("src/shop/store/__init__.py",)
    assert found(SHOP, importer, "shop.store", "backend") == ("src/shop/store/__init__.py", "src/shop/store/backend.py")
    assert found(SHOP, importer, "shop.store", "*") == ("src/shop/store/__init__.py",)


def test_a_stub_stands_in_only_where_no_source_does() -> None:
    assert found(SHOP, "setup.py", "shop.store.slow") == ("src/shop/store/slow.py",)
    assert found(SHOP, "setup.py", "shop.store.fast") == ("src/shop/store/fast.pyi",)


@pytest.mark.parametrize("folder", ["a", "b"])
def test_one_name_in_two_roots_is_the_importers_own(folder: str) -> None:
    assert found(MONO, f"apps/{folder}/run.py", "app") == (f"apps/{folder}/app.py",)
    assert found(MONO, f"apps/{folder}/run.py", "models", "User") == (f"apps/{folder}/models/__init__.py",)


def test_one_name_in_two_roots_is_either_for_an_outsider() -> None:
    assert found(MONO, "elsewhere/main.py", "models") == ("apps/a/models/__init__.py", "apps/b/models/__init__.py")


def test_a_name_too_many_roots_give_names_none() -> None:
    paths = (*(f"job{number}/main.py" for number in range(9)), "elsewhere/run.py")
    assert found(paths, "elsewhere/run.py", "main") == ()


@pytest.mark.parametrize("importer", ["ns/acme/mail/__init__.py", "elsewhere/main.py"])
def test_a_namespace_package_needs_no_init(importer: str) -> None:
    assert found(MONO, importer, "acme.billing.invoice") == ("ns/acme/billing/invoice.py",)
    assert found(MONO, importer, "acme.billing", "invoice") == (
        "ns/acme/billing/__init__.py",
        "ns/acme/billing/invoice.py",
    )
    assert found(MONO, importer, "acme", "billing") == ("ns/acme/billing/__init__.py",)


@pytest.mark.parametrize(
    ("importer", "module"),
    [
        ("src/shop/store/backend.py", "json"),  # a sibling in a package is no top-level module
        ("setup.py", "calendar"),
        ("setup.py", "requests"),
        ("setup.py", "shop.missing"),
        ("setup.py", "os.path"),
        ("tools/common.py", "common"),
    ],
)
def test_what_the_repository_does_not_hold_names_no_file(importer: str, module: str) -> None:
    assert found(SHOP, importer, module) == ()


def test_a_file_named_like_a_standard_module_is_meant_by_its_neighbours() -> None:
    assert found(SHOP, "tools/check.py", "calendar") == ("tools/calendar.py",)


def test_no_file_is_visible_without_an_import() -> None:
    assert PythonModules(Project(dict.fromkeys(SHOP, ()), {})).visible("setup.py") == ()


def test_windows_line_ends_change_no_symbol_line_or_mention() -> None:
    windows = (Path(__file__).parent / "python" / "windows.py").read_bytes()
    assert b"\r\n" in windows, "the annotated file must keep its Windows line ends"
    told = extract("windows.py", "python", windows)
    plain = extract("windows.py", "python", windows.replace(b"\r\n", b"\n"))
    assert [(s.qualified_name, s.line, s.span.end_line, s.signature, s.doc) for s in told.symbols] == [
        (s.qualified_name, s.line, s.span.end_line, s.signature, s.doc) for s in plain.symbols
    ]
    assert [(r.kind, r.text, r.line) for r in told.facts.each_reference()] == [
        (r.kind, r.text, r.line) for r in plain.facts.each_reference()
    ]
