"""Which files a Go import names, and which files see each other."""

from __future__ import annotations

import pytest

from seedwalk.languages.go import GoModules, assumed_name
from seedwalk.languages.spec import Project
from seedwalk.model import Import

FILES = {
    "main.go": ["main"],
    "store/disk.go": ["store"],
    "store/memory.go": ["store"],
    "store/memory_test.go": ["store"],
    "store/outside_test.go": ["store_test"],
    "tools/lint/lint.go": ["lint"],
    "forks/yaml/yaml.go": ["yaml"],
    "vendor/github.com/acme/retry/retry.go": ["retry"],
    "broken/broken.go": [],
}
MANIFESTS = {
    "go.mod": (
        "module example.com/app // the app\n\nreplace (\n\tgopkg.in/yaml.v3 v3.0.1 => ./forks/yaml\n"
        "\tgithub.com/away/lib => ../away\n)\nreplace example.com/other => example.com/fork v1.0.0\n"
    ),
    "tools/go.mod": 'module "example.com/app/tools"\n',
    "broken/go.mod": "module\nreplace =>\nreplace (\n=> =>\n",
}


def targets(path: str, files: dict[str, list[str]] = FILES, manifests: dict[str, str] = MANIFESTS) -> tuple[str, ...]:
    return tuple(GoModules(Project(files, manifests)).targets("main.go", Import(path, "", "", 1)))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("example.com/app", ("main.go",)),
        (
            "example.com/app/store",
            ("store/disk.go", "store/memory.go", "store/memory_test.go", "store/outside_test.go"),
        ),
        ("example.com/app/tools/lint", ("tools/lint/lint.go",)),
        ("gopkg.in/yaml.v3", ("forks/yaml/yaml.go",)),
        ("github.com/acme/retry", ("vendor/github.com/acme/retry/retry.go",)),
        ("example.com/app/missing", ()),
        ("github.com/away/lib", ()),
        ("example.com/other", ()),
        ("store", ()),
        ("fmt", ()),
        ("C", ()),
        ("", ()),
    ],
)
def test_an_import_path_names_the_files_of_its_folder(path: str, found: tuple[str, ...]) -> None:
    assert targets(path) == found


def test_without_a_manifest_the_end_of_an_import_path_names_a_folder() -> None:
    files = {"main.go": ["main"], "pkg/store/store.go": ["store"]}
    assert targets("github.com/acme/app/pkg/store", files, {}) == ("pkg/store/store.go",)
    assert targets("github.com/acme/other", files, {}) == ()


@pytest.mark.parametrize(
    ("importer", "seen"),
    [
        ("store/disk.go", ("store/disk.go", "store/memory.go")),
        ("store/memory_test.go", ("store/disk.go", "store/memory.go", "store/memory_test.go")),
        ("store/outside_test.go", ("store/outside_test.go",)),
        ("main.go", ("main.go",)),
        ("unknown.go", ()),
    ],
)
def test_files_of_one_package_see_each_other_and_only_tests_see_tests(importer: str, seen: tuple[str, ...]) -> None:
    assert tuple(GoModules(Project(FILES, MANIFESTS)).visible(importer)) == seen


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("fmt", "fmt"),
        ("example.com/app/store", "store"),
        ("github.com/acme/go-retry/v2", "retry"),
        ("gopkg.in/yaml.v3", "yaml"),
        ("github.com/quic-go/quic-go", "quic"),
        ("v2", "v2"),
    ],
)
def test_an_import_without_alias_is_known_by_the_name_its_path_suggests(path: str, name: str) -> None:
    assert assumed_name(path) == name
