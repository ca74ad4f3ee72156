"""rustc's word on calls: its trees into rows, rows into positions, crates stood in for, the compiler where it is."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.eval.oracles import check, rust_calls
from seedwalk.eval.oracles.oracle import ask
from seedwalk.eval.oracles.rust import ORACLE, Row, positions
from seedwalk.eval.oracles.rust_crates import settings, version_of
from seedwalk.eval.scip import Told
from seedwalk.eval.scip_code import Code, read_files

LIB = """pub trait Load { fn load(&self) -> u32; }
pub struct Part(u32);
impl Load for Part { fn load(&self) -> u32 { self.0 } }
impl From<u8> for Part { fn from(n: u8) -> Part { Part(n as u32) } }
impl From<u16> for Part { fn from(n: u16) -> Part { Part(n as u32) } }
macro_rules! twice { ($of:ident) => { $of() + $of() }; }
fn one() -> u32 { 1 }
pub fn run<T: Load>(any: T) -> u32 {
    let held = |n: u32| n + 1;
    let part = Part::from(3u8);
    println!("ä {}", part.load());
    any.load() + held(2) + twice!(one) + u32::from(2u8) + max::<u32>(1)
}
fn max<T>(t: T) -> T { t }
"""
MANIFEST = """[package]
name = "shop"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
absent = { version = ">=1.2, <3", features = ["deep"] }
"""
FILES = {"Cargo.toml": MANIFEST, "src/lib.rs": LIB}
WANTED = {
    (10, "from", Told.INSIDE, "Part.from:4"), (11, "load", Told.INSIDE, "Load.load:1 Part.load:3"),
    (12, "load", Told.INSIDE, "Load.load:1"), (12, "held", Told.INSIDE, "run.held:9"), (12, "from", Told.EXTERNAL, ""),
    (12, "max", Told.INSIDE, "max:14"), (4, "Part", Told.OPEN, ""), (5, "Part", Told.OPEN, ""),
}  # fmt: skip
ITEMS = """DefId(0:3 ~ shop[1a2b]::{impl#0}) => OwnerNodes {
    node: ParentedNode {
        node: Item(
            Item {
                owner_id: DefId(0:3 ~ shop[1a2b]::{impl#0}),
                kind: Impl(
                    Impl {
                        of_trait: Some(
                            TraitImplHeader {
                                trait_ref: TraitRef {
                                    path: Path {
                                        span: src/lib.rs:3:6: 3:10 (#0),
                                        res: Def(
                                            Trait,
                                            DefId(0:1 ~ shop[1a2b]::Load),
                                        ),
                        self_ty: Ty {
                            span: src/lib.rs:3:15: 3:19 (#0),
                            kind: Path(
                                        res: Def(
                                            Struct,
                                            DefId(0:2 ~ shop[1a2b]::Part),
                                        ),
                        items: [
                        ],
                span: src/lib.rs:3:1: 3:56 (#0),
DefId(0:4 ~ shop[1a2b]::made) => OwnerNodes {
    node: ParentedNode {
        node: Item(
            Item {
                span: src/lib.rs:5:1: 5:9 (#7),
"""
BODY = """DefId(0:9 ~ shop[1a2b]::run):
Thir {
    exprs: [
        Expr {
            kind: ZstLiteral {
                user_ty: None,
            },
            ty: FnDef(
                DefId(0:1 ~ shop[1a2b]::one),
                [],
            ),
            span: src/lib.rs:2:5: 2:8 (#0),
        },
        Expr {
            kind: Scope {
                region_scope: Node(5),
                value: e0,
            },
            span: src/lib.rs:2:5: 2:8 (#0),
        },
        Expr {
            kind: Call {
                ty: FnDef(
                    DefId(0:1 ~ shop[1a2b]::one),
                    [
                        shop::Part,
                    ],
                ),
                fun: e1,
                args: [],
                from_hir_call: true,
                fn_span: src/lib.rs:2:5: 2:10 (#0),
            },
            span: src/lib.rs:2:5: 2:10 (#0),
        },
        Expr {
            kind: Call {
                ty: FnDef(
                    DefId(0:1 ~ shop[1a2b]::one),
                    [],
                ),
                fun: e0,
                args: [],
                from_hir_call: false,
                fn_span: src/lib.rs:3:5: 3:10 (#0),
            },
            span: src/lib.rs:3:5: 3:10 (#0),
        },
    ],
}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def told(root: Path, rows: list[Row], store: Path) -> set[tuple[int, str, Told, str]]:
    repository = open_repository(root, store=str(store))
    repository.index()
    code = Code(repository.symbols("*"), repository.edges())
    files = read_files(root, ["src/lib.rs"], repository.settings.sources)
    found = set()
    for one in positions(rows, files, code):
        meant = sorted((code.symbols[target] for target in one.accepted), key=lambda symbol: symbol.line)
        names = " ".join(f"{symbol.qualified_name}:{symbol.line}" for symbol in meant)
        found.add((one.line, one.written, one.told, names))
    return found


def row(line: int, column: int, end: int, **said: object) -> Row:
    return Row("src/lib.rs", line, column, line, end, **said)  # type: ignore[arg-type]


ROWS = [
    row(1, 1, 43, name="s[1]::Load"), row(1, 18, 41, name="s[1]::Load::load"),
    row(3, 1, 56, name="s[1]::{impl#0}", trait="s[1]::Load", of="s[1]::Part", of_trait=(3, 6, 3, 10),
        self_ty=(3, 15, 3, 19)),
    row(3, 22, 54, name="s[1]::{impl#0}::load"),
    row(4, 1, 68, name="s[1]::{impl#1}", trait="core[2]::From", of="s[1]::Part", of_trait=(4, 6, 4, 14),
        self_ty=(4, 19, 4, 23)),
    row(4, 26, 66, name="s[1]::{impl#1}::from"),
    row(5, 1, 70, name="s[1]::{impl#2}", trait="core[2]::From", of="s[1]::Part", of_trait=(5, 6, 5, 15),
        self_ty=(5, 20, 5, 24)),
    row(5, 27, 68, name="s[1]::{impl#2}::from"),
    row(7, 1, 22, name="s[1]::one"), row(14, 1, 28, name="s[1]::max"), row(9, 16, 30, name="s[1]::run::{closure#0}"),
    row(10, 16, 26, to="core[2]::From::from", on=("Part", "u8")),
    row(11, 27, 31, to="s[1]::Load::load", on=("Part",)),
    row(12, 9, 13, to="s[1]::Load::load", on=("T/#0",)),
    row(12, 18, 22, to="s[1]::run::{closure#0}", value=True),
    row(12, 35, 38, to="s[1]::one"),
    row(12, 42, 51, to="core[2]::From::from", on=("u32", "u8")),
    row(12, 59, 69, to="s[1]::max", on=("u32",)),
]  # fmt: skip


def test_rows_say_what_each_place_means(tree: Path, tmp_path: Path) -> None:
    assert told(tree, ROWS, tmp_path / "store") == WANTED


def test_a_run_prints_the_figures(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({n: getattr(one, n) for n in one.__struct_fields__}) + "\n" for one in ROWS))
    assert check.main(["--language", "rust", "--repo", str(tree), "--truth", str(rows), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["positions"]["inside"] == 5
    assert printed["figures"]["recall"]["hits"] == 5


def test_items_are_told_with_the_trait_and_type_of_an_impl_and_whether_a_macro_made_them() -> None:
    place = {"path": "src/lib.rs", "line": 3, "column": 1, "end_line": 3, "end_column": 56}
    impl, made = rust_calls.definitions(ITEMS.splitlines(keepends=True))
    assert impl == {
        "name": "shop[1a2b]::{impl#0}", "of_trait": [3, 6, 3, 10], "trait": "shop[1a2b]::Load",
        "self_ty": [3, 15, 3, 19], "of": "shop[1a2b]::Part", **place,
    }  # fmt: skip
    assert made["name"] == "shop[1a2b]::made"
    assert made["made"] is True


def test_calls_are_told_where_their_callee_stands_and_operators_are_none() -> None:
    place = {"path": "src/lib.rs", "line": 2, "column": 5, "end_line": 2, "end_column": 8}
    assert list(rust_calls.calls(BODY.splitlines(keepends=True))) == [
        {**place, "to": "shop[1a2b]::one", "on": ["shop::Part"]}
    ]


@pytest.mark.parametrize("text", ["", "DefId(", "DefId(0:1 ~ a):\n    exprs: [\n        Expr {\n", "    exprs: [\n"])
def test_a_tree_that_is_none_tells_nothing(text: str) -> None:
    assert list(rust_calls.calls(text.splitlines(keepends=True))) == []
    assert list(rust_calls.definitions(text.splitlines(keepends=True))) == []


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        ("1", "1.0.0"), ("^1.2", "1.2.0"), (">=0.3.1, <2", "0.3.1"), ("*", "1.0.0"), ("2.*", "2.0.0"),
        ("=1.0.0-rc.1", "1.0.0-rc.1"),
    ],
)  # fmt: skip
def test_a_stand_in_has_a_version_that_is_wanted(wanted: str, version: str) -> None:
    assert version_of(wanted) == version


def test_what_is_lent_is_used_and_all_else_stood_in_for(tree: Path, tmp_path: Path) -> None:
    for name in ("shop", "lent"):
        (tmp_path / "crates" / name).mkdir(parents=True)
        text = f'[package]\nname = "{name}"\nversion = "1.0.0"\n[dependencies]\nbelow = "0.3"\n'
        (tmp_path / "crates" / name / "Cargo.toml").write_text(text)
    (tmp_path / "made").mkdir()
    found = tomllib.loads(settings(tree, [tmp_path / "crates"], tmp_path / "made").read_text())
    assert [patch["package"] for patch in found["patch"]["crates-io"].values()] == ["lent"]
    empty = Path(found["source"]["empty"]["directory"])
    assert sorted(path.name for path in empty.iterdir()) == ["absent-1.2.0", "below-0.3.0"]
    assert tomllib.loads((empty / "absent-1.2.0" / "Cargo.toml").read_text())["features"] == {"deep": []}


@pytest.mark.indexer
@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is not installed")
def test_rustc_says_what_each_place_means(tree: Path, tmp_path: Path) -> None:
    output = tmp_path / "rows"
    ask(ORACLE, open_repository(tree, store=str(tmp_path / "store")), output)
    rows = [Row(**json.loads(line)) for line in output.read_text(encoding="utf-8").splitlines()]
    assert told(tree, rows, tmp_path / "store") == WANTED
    assert not (tree / "Cargo.lock").exists()
