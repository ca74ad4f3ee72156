"""Which files a Rust path names, and how `use` trees are taken apart."""

from __future__ import annotations

import pytest

from seedwalk.languages.rust import bare_name, parse_import
from seedwalk.languages.rust_modules import RustModules
from seedwalk.languages.spec import Project
from seedwalk.model import Import

FILES: dict[str, list[str]] = {
    path: []
    for path in (
        "src/lib.rs",
        "src/main.rs",
        "src/store/mod.rs",
        "src/store/disk.rs",
        "src/store/disk/pages.rs",
        "src/util.rs",
        "src/bin/tool/main.rs",
        "src/bin/tool/args.rs",
        "src/tests/inner.rs",
        "tests/suite/main.rs",
        "tests/suite/walk.rs",
        "tests/common/mod.rs",
        "tests/one.rs",
        "crates/far-away/source/root.rs",
        "crates/far-away/source/near.rs",
        "crates/old/src/lib.rs",
        "crates/old/src/names.rs",
        "crates/old/src/deep/mod.rs",
        "fixtures/std/src/lib.rs",
        "fixtures/serde/src/lib.rs",
        "fixtures/broken/src/lib.rs",
        "loose/main.rs",
        "loose/part.rs",
    )
}
MANIFESTS = {
    "Cargo.toml": (
        '[package]\nname = "my-app"\nedition = "2021"\n[dependencies]\nserde = "1"\nfar.workspace = true\n'
        '[target."cfg(unix)".dependencies]\nold = { path = "crates/old" }\n'
        '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nfar = { path = "crates/far-away", package = "far-away" }\n'
        'my-app = { path = "" }\n'
    ),
    "crates/far-away/Cargo.toml": (
        '[package]\nname = "far-away"\nedition = "2021"\n[lib]\npath = "source/root.rs"\n'
        "[dev-dependencies]\nmy-app.workspace = true\n"
    ),
    "crates/old/Cargo.toml": '[package]\nname = "old"\n',
    "fixtures/std/Cargo.toml": '[package]\nname = "std"\nedition = "2021"\n',
    "fixtures/serde/Cargo.toml": '[package]\nname = "serde"\nedition = "2021"\n',
    "fixtures/broken/Cargo.toml": "[package\nname = ]",
    "loose/Cargo.toml": 'package = "odd"\nlib = 3\ndependencies = ["x"]\nbin = { path = 1 }\n',
}


@pytest.mark.parametrize(
    ("importer", "path", "found"),
    [
        ("src/util.rs", "crate::store::Store", ["src/store/mod.rs"]),
        ("src/util.rs", "crate::store", ["src/store/mod.rs"]),
        ("src/util.rs", "crate::store::disk::pages::Page", ["src/store/disk/pages.rs"]),
        ("src/util.rs", "crate::store::Kind::Open", ["src/store/mod.rs"]),
        ("src/util.rs", "crate::Thing", ["src/lib.rs", "src/main.rs"]),
        ("src/main.rs", "crate::Thing", ["src/main.rs"]),
        ("src/main.rs", "my_app::util::help", ["src/util.rs"]),
        ("src/main.rs", "store::Store", ["src/store/mod.rs"]),
        ("src/store/mod.rs", "self::disk", ["src/store/disk.rs"]),
        ("src/store/mod.rs", "disk::Disk", ["src/store/disk.rs"]),
        ("src/store/disk.rs", "self::pages::Page", ["src/store/disk/pages.rs"]),
        ("src/store/disk.rs", "super::Store", ["src/store/mod.rs", "src/store/disk.rs"]),
        ("src/store/disk/pages.rs", "super::super::Store", ["src/store/mod.rs", "src/store/disk.rs"]),
        ("src/store/disk.rs", "super::super::util::help", ["src/util.rs", "src/store/mod.rs"]),
        ("src/lib.rs", "super::*", ["src/lib.rs"]),
        ("src/bin/tool/args.rs", "crate::Tool", ["src/bin/tool/main.rs"]),
        ("src/bin/tool/main.rs", "self::args", ["src/bin/tool/args.rs"]),
        ("src/tests/inner.rs", "crate::util::help", ["src/util.rs"]),
        ("tests/suite/walk.rs", "crate::setup", ["tests/suite/main.rs"]),
        ("tests/suite/walk.rs", "my_app::Thing", ["src/lib.rs"]),
        ("tests/one.rs", "self::common", ["tests/common/mod.rs"]),
        ("src/util.rs", "far::near::Near", ["crates/far-away/source/near.rs"]),
        ("src/util.rs", "far::Gone", ["crates/far-away/source/root.rs"]),
        ("src/util.rs", "::old::names::Name", ["crates/old/src/names.rs"]),
        ("crates/far-away/source/near.rs", "my_app::util::help", ["src/util.rs"]),
        ("crates/far-away/source/near.rs", "crate::Gone", ["crates/far-away/source/root.rs"]),
        ("crates/old/src/deep/mod.rs", "names::Name", ["crates/old/src/names.rs"]),
        ("src/util.rs", "Kind::*", ["src/util.rs"]),
        ("src/util.rs", "std::fmt::Debug", []),
        ("src/util.rs", "serde::Serialize", []),
        ("src/util.rs", "log", []),
        ("fixtures/broken/src/lib.rs", "crate::Thing", ["fixtures/broken/src/lib.rs"]),
    ],
)
def test_a_path_names_the_file_of_its_module(importer: str, path: str, found: list[str]) -> None:
    imported = next(iter(parse_import(f"use {path};", 1)))
    modules = RustModules(Project(FILES, MANIFESTS))
    assert list(modules.targets(importer, imported)) == found
    assert modules.visible(importer) == ()


def test_without_manifests_the_usual_file_names_begin_a_crate() -> None:
    modules = RustModules(Project({"loose/main.rs": [], "loose/part.rs": []}, {}))
    assert modules.targets("loose/part.rs", Import("crate", "run", "", 1)) == ("loose/main.rs",)
    assert modules.targets("loose/main.rs", Import("self", "part", "", 1)) == ("loose/part.rs",)


@pytest.mark.parametrize(
    ("statement", "imports"),
    [
        ("use a::b::C;", [Import("a::b", "C", "", 1)]),
        ("use a;", [Import("a", "", "", 1)]),
        ("use a as b;", [Import("a", "", "b", 1)]),
        ("use a::{self, b as c};", [Import("a", "", "", 1), Import("a", "b", "c", 1)]),
        ("use a::b::{self as d};", [Import("a", "b", "d", 1)]),
        ("pub(crate) use a::*;", [Import("a", "*", "", 1, True)]),
        ("use {a::B, c::{D, e::*}};", [Import("a", "B", "", 1), Import("c", "D", "", 1), Import("c::e", "*", "", 1)]),
        ("use a::{\n    B, // x, y\n    /* z */ C,\n};", [Import("a", "B", "", 2), Import("a", "C", "", 3)]),
        ("use a::r#type;", [Import("a", "r#type", "", 1)]),
        ("pub mod x;", [Import("self", "x", "", 1, True)]),
        ("extern crate a as b;", [Import("a", "", "b", 1)]),
        ("use a::{};", []),
        ("use ;", []),
        ("use a::{b", [Import("a", "b", "", 1)]),
        ("mod ;", []),
        ("nonsense", []),
    ],
)
def test_a_use_tree_becomes_one_import_per_name(statement: str, imports: list[Import]) -> None:
    assert list(parse_import(statement, 1)) == imports


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Store", "Store"),
        ("Store<K, Vec<V>>", "Store"),
        ("&'a mut cache::Store<'a>", "Store"),
        ("dyn Backend + Send", "Backend"),
        ("Box<dyn Backend>", "Box"),
        ("[T; 4]", "T"),
        ("(A, B)", "A"),
        ("()", "()"),
        ("*const T", "T"),
        ("fn(A) -> B", "fn"),
        ("_", ""),
    ],
)
def test_an_impl_is_named_by_the_type_it_is_for(written: str, name: str) -> None:
    assert bare_name(written) == name


def test_a_path_attribute_says_where_a_module_lies() -> None:
    files = dict.fromkeys(("src/util.rs", "src/imp.rs", "src/elsewhere.rs", "src/os/unix.rs", "src/os/deep.rs"), [])
    told = ['#[path = "os/unix.rs"] pub mod imp;', '#[cfg_attr(windows, path = "gone.rs")] mod low;', "#[allow(x)] mod util;"]
    rules = RustModules(
        Project(
            {**files, "src/lib.rs": told, "src/util.rs": ['#[path = "elsewhere.rs"]\nmod own;', '#[path = "util.rs"] mod me;']},
            {"Cargo.toml": '[package]\nname = "shop"\nedition = "2021"\n'},
        )
    )

    def lead(importer: str, module: str, name: str) -> list[str]:
        return list(rules.targets(importer, Import(module, name, "", 1)))

    assert lead("src/lib.rs", "self", "imp") == ["src/os/unix.rs"]
    assert lead("src/util.rs", "crate::imp", "start") == ["src/os/unix.rs"]
    assert lead("src/util.rs", "crate::imp::deep", "dive") == ["src/os/deep.rs"]
    assert lead("src/util.rs", "own", "f") == ["src/elsewhere.rs"]
    assert lead("src/elsewhere.rs", "super", "more")[:1] == ["src/util.rs"]
    assert lead("src/elsewhere.rs", "super::super", "run")[:1] == ["src/lib.rs"]
    assert lead("src/os/unix.rs", "self", "deep") == ["src/os/deep.rs"]
    assert lead("src/os/deep.rs", "super", "start")[:1] == ["src/os/unix.rs"]
    assert lead("src/os/unix.rs", "crate", "run") == ["src/lib.rs"]
    assert lead("src/lib.rs", "self", "low") == ["src/lib.rs"]
    assert rules.is_inside("src/elsewhere.rs", "src/util.rs")
    assert not rules.is_inside("src/elsewhere.rs", "src/imp.rs")
