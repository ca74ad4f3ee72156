"""What a Rust macro is handed is a row of tokens, and calls what it would call outside of one."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from tests.index.mixed import write

SOURCE = """
pub struct Dir { inner: Inner }
pub struct Inner;
impl Inner { pub fn len(&self) -> u32 { 1 } }
impl Dir {
    pub fn new(n: u32) -> Dir { Dir { inner: Inner } }
    pub fn size(&self) -> u32 { 1 }
    pub fn checked(&self) { %(own)s }
}
pub fn counted(d: &Dir) -> Dir { %(free)s Dir::new(1) }
"""


def called(root: Path, name: str, **bodies: str) -> set[str]:
    write(root, "Cargo.toml", '[package]\nname = "shop"\nedition = "2021"\n')
    write(root, "src/lib.rs", SOURCE % {"own": "", "free": "", **bodies})
    repository = seedwalk.open(root)
    repository.index()
    names = {symbol.id: symbol.qualified_name for symbol in repository.symbols("*")}
    source = repository.symbol(name).id
    edges = [edge for edge in repository.edges() if edge.kind == "calls" and edge.source == source]
    return {names[edge.target] for edge in edges if edge.confidence > 0.5 and edge.target in names}


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("assert!(d.size() > 0);", {"Dir.size"}),
        ('assert_eq!(1, d.size(), "{}", d.inner.len());', {"Dir.size", "Inner.len"}),
        ("assert_eq!(Dir::new(2).size(), 1);", {"Dir.size"}),
        ("assert!(!(d.inner.len() == 0) && counted(d).size() != 2);", {"Inner.len", "counted", "Dir.size"}),
        ("let all = vec![d.size(), d.inner.len()];", {"Dir.size", "Inner.len"}),
        ("println!(\"{}\", other.d.size());", set()),
    ],
)  # fmt: skip
def test_methods_are_called_in_macros(tmp_path: Path, body: str, wanted: set[str]) -> None:
    assert called(tmp_path, "counted", free=body) == {"Dir.new"} | wanted


def test_the_object_itself_is_known_in_macros(tmp_path: Path) -> None:
    body = "assert!(self.size() == self.inner.len());"
    assert called(tmp_path, "Dir.checked", own=body) == {"Dir.size", "Inner.len"}


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("assert!(all.iter().any(|d| { d.size() > 0 }));", set()),
        ("assert!(all.iter().any(|d| d.size() > 0));", set()),
        ("assert!(all.iter().any(|&d| !d.size()));", set()),
        ("assert!(all.iter().fold(0, |n, d| n + !d.size()));", set()),
        ("assert!(all.iter().any(|(n, d)| !d.size()));", set()),
        ("assert!(all.iter().any(|d: &Inner| d.len() > 0));", {"Inner.len"}),
        ("assert!(all.iter().any(|other| d.size() > other));", {"Dir.size"}),
        ("assert!(all.iter().any(|n| n == 1));\nassert!(d.size());", {"Dir.size"}),
        ("assert!(a | d | b, d.size());", {"Dir.size"}),
    ],
)  # fmt: skip
def test_parameters_of_closures_in_macros_are_their_own(tmp_path: Path, body: str, wanted: set[str]) -> None:
    assert called(tmp_path, "counted", free=body) == {"Dir.new"} | wanted


def test_a_parameter_nobody_tells_of_is_not_what_is_called_so_around_its_closure(tmp_path: Path) -> None:
    body = "let found = unknown().any(|d| { d.size() > 0 });"
    assert called(tmp_path, "counted", free=body) == {"Dir.new"}
