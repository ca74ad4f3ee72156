"""Go: what a package's own file says of its types changes calls in another, as if all were indexed anew."""

from __future__ import annotations

import subprocess
from pathlib import Path

from seedwalk.api import open_repository

GIVES = """package p
{shift}
type One struct{{}}
type Two struct{{}}
func (o *One) Go() {{}}
func (t *Two) Go() {{}}
func All() (int, *{name}) {{ return 0, nil }}
type List []*{name}
type Make func() *{name}
var Row = struct{{ Item *{name} }}{{}}
var Table = []struct{{ Item *{name} }}{{}}
type Alias = {name}
"""
USES = """package q
import "example.org/s/p"
func result() {
	_, two := p.All()
	two.Go()
}
func element(list p.List) { list[0].Go() }
func called(make p.Make) { make().Go() }
func field() { p.Row.Item.Go() }
func row() { for _, row := range p.Table { row.Item.Go() } }
func renamed(one p.Alias) { one.Go() }
"""
FUNCTIONS = {"result", "element", "called", "field", "row", "renamed"}


def calls(root: Path, store: Path) -> set[tuple[str, str, int]]:
    repository = open_repository(root, store=str(store))
    repository.index()
    names = {symbol.id: symbol.qualified_name for symbol in repository.symbols("*")}
    edges = (edge for edge in repository.edges() if edge.kind.value == "calls")
    return {(names[edge.source], names.get(edge.target, "?"), edge.line) for edge in edges}


def test_other_types_in_one_file_are_other_calls_in_another(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    for folder in ("p", "q"):
        (root / folder).mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    (root / "go.mod").write_text("module example.org/s\n")
    (root / "q" / "q.go").write_text(USES)
    for number, (name, shift) in enumerate([("One", ""), ("Two", ""), ("Two", "var Other = []struct{ Item int }{}")]):
        (root / "p" / "p.go").write_text(GIVES.format(name=name, shift=shift))
        found = calls(root, tmp_path / "kept")
        assert found == calls(root, tmp_path / f"fresh{number}")
        assert {source for source, target, _ in found if target == f"{name}.Go"} == FUNCTIONS
