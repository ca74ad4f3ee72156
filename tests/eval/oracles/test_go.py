"""go/types' word on calls: rows into positions, the comparison as a command, the real compiler where it is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.eval.oracles import check
from seedwalk.eval.oracles.go import ORACLE, Row, positions
from seedwalk.eval.oracles.oracle import ask
from seedwalk.eval.scip import Told
from seedwalk.eval.scip_code import Code, read_files

MAIN = """package main

import "fmt"

type Part struct{ run func() }

func (p *Part) Get() *Part { return p }

func main() {
	part := &Part{}
	part.Get().Get()
	fmt.Println("ä", open())
	local := func() {}
	local()
	part.run()
	unknown()
}
"""
FILES = {
    "go.mod": "module example.org/shop\n",
    "main.go": MAIN,
    "open_linux.go": "package main\n\nfunc open() int { return 0 }\n",
    "open_windows.go": "package main\n\nfunc open() int { return 1 }\n",
}
ROWS = [
    Row("main.go", 10, 11, "main.go", 5),
    Row("main.go", 11, 7, "main.go", 7),
    Row("main.go", 11, 13, "main.go", 7),
    Row("main.go", 12, 6),
    Row("main.go", 12, 20, "open_linux.go", 3),
    Row("main.go", 14, 2, "main.go", 13, value=True),
    Row("main.go", 15, 7, "main.go", 5, value=True),
]
WANTED = {
    (10, "Part", Told.INSIDE), (11, "Get", Told.INSIDE), (12, "Println", Told.EXTERNAL), (12, "open", Told.INSIDE),
    (14, "local", Told.INSIDE), (15, "run", Told.VALUE), (16, "unknown", Told.OPEN),
}  # fmt: skip


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def told(root: Path, rows: list[Row], store: Path) -> set[tuple[int, str, Told]]:
    repository = open_repository(root, store=str(store))
    repository.index()
    code = Code(repository.symbols("*"), repository.edges())
    files = read_files(root, FILES, repository.settings.sources)
    return {(one.line, one.written, one.told) for one in positions(rows, files, code)}


def run(*arguments: object) -> int:
    return check.main(["--language", "go", *map(str, arguments)])


def write(rows: list[Row], file: Path) -> Path:
    text = "".join(json.dumps({name: getattr(row, name) for name in row.__struct_fields__}) + "\n" for row in rows)
    file.write_text(text, encoding="utf-8")
    return file


def stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `go` that does something else."""
    folder.mkdir()
    program = folder / "go"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return program


def test_rows_say_what_each_place_means(tree: Path, tmp_path: Path) -> None:
    assert told(tree, ROWS, tmp_path / "store") == WANTED


def test_a_call_that_we_do_not_read_is_a_position_too(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unread = Row("main.go", 10, 2, "main.go", 7)
    found = told(tree, [*ROWS, unread], tmp_path / "store")
    assert found - WANTED == {(10, "part", Told.INSIDE)}
    assert run("--repo", tree, "--truth", write([*ROWS, unread], tmp_path / "rows")) == 0
    assert "extraction does not see: 1\n" in capsys.readouterr().out


def test_a_run_prints_the_figures(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = write(ROWS, tmp_path / "rows.jsonl")
    assert run("--repo", tree, "--truth", rows, "--json", "--strict") == 0
    printed = json.loads(capsys.readouterr().out)
    assert {name: printed["figures"][name]["value"] for name in ("precision", "recall")} == {
        "precision": 1.0, "recall": 1.0,
    }  # fmt: skip
    assert printed["positions"]["inside"] == 5
    assert run("--repo", tree, "--truth", rows, "--verbose", 1) == 0
    assert "SCIP" not in capsys.readouterr().out


def test_a_definition_for_another_system_is_as_right(tree: Path, tmp_path: Path) -> None:
    rows = [*ROWS[:4], Row("main.go", 12, 20, "open_windows.go", 3), *ROWS[5:]]
    assert run("--repo", tree, "--truth", write(rows, tmp_path / "rows"), "--strict") == 0


def test_a_missing_compiler_is_told_in_one_sentence(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert run("--repo", tree) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "go/types: 'go' is not on the PATH" in told.err
    assert told.err.count("\n") == 2


def test_rows_that_are_none_are_named_by_file_and_line(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"path": "main.go", "line": 1, "column": 1}\n{"path": 3}\n', encoding="utf-8")
    assert run("--repo", tree, "--truth", file) != 0
    assert f"'{file}', line 2: " in capsys.readouterr().err
    assert run("--repo", tree, "--truth", tmp_path) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("script", ["exit 3", "echo >&2 hurt; exit 1", "true"])
def test_an_oracle_that_fails_or_tells_nothing_is_told_and_leaves_nothing(
    tree: Path, tmp_path: Path, script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tmp_path / "bin", script, monkeypatch)
    assert run("--repo", tree, "--truth", tmp_path / "kept" / "rows") == 1
    assert re.search(r"ended with 3: it said nothing|ended with 1: hurt|told nothing of", capsys.readouterr().err)
    assert list((tmp_path / "kept").iterdir()) == []


def test_what_was_told_is_kept_and_not_asked_again(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, kept = write(ROWS, tmp_path / "rows"), tmp_path / "kept.jsonl"
    program = stand_in(tmp_path / "bin", f"cat '{rows}'", monkeypatch)
    assert run("--repo", tree, "--truth", kept, "--strict") == 0
    assert kept.read_bytes() == rows.read_bytes()
    program.unlink()
    assert run("--repo", tree, "--truth", kept, "--strict") == 0
    assert capsys.readouterr().err == "go/types: asking\n"


def test_rows_of_another_tree_are_refused(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--repo", tree, "--truth", write([Row("gone.go", 1, 1)], tmp_path / "rows")) == 2
    assert "none of the 1 documents of go/types" in capsys.readouterr().err


@pytest.mark.indexer
@pytest.mark.skipif(shutil.which("go") is None, reason="go is not installed")
def test_go_says_what_each_place_means(tree: Path, tmp_path: Path) -> None:
    output = tmp_path / "rows"
    ask(ORACLE, open_repository(tree, store=str(tmp_path / "store")), output)
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    found = {(row["path"], row["line"], row["column"], row["target_path"], row["target_line"]) for row in rows}
    assert {(row.path, row.line, row.column, row.target_path, row.target_line) for row in ROWS} <= found
    assert told(tree, [Row(**row) for row in rows], tmp_path / "store") == WANTED
