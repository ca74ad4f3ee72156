"""What is told when the compiler of C# is not where it was said to be, and an index it made elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seedwalk.eval.oracles.check import main
from seedwalk.eval.scip_format import Document, Occurrence, ScipIndex
from tests.eval import scip_bytes

SHOP = "class Shop {\n  void Open() {}\n  void Run() { Open(); }\n}\n"
OPEN = "roslyn . source . /Shop#Open()."
SAID = (Occurrence(1, 7, 1, 11, OPEN, 1), Occurrence(2, 15, 2, 19, OPEN))


OVERLOADS = "class Shop {\n  void Put(int n) {}\n  void Put(string s) {}\n  Shop Shops() { return new(); }\n}\n"
BY_TEXT = "roslyn . source . /Shop#Put(string)."
USE = "class Use {\n  void Run(Shop s, Unknown u) { s.Put(u.Name); }\n}\n"


def asked(repo: Path, *more: str) -> int:
    return main(["--language", "csharp", "--repo", str(repo), *more])


def test_a_folder_without_an_sdk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "dotnet"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("ROSLYN", str(tmp_path))
    assert asked(tmp_path) == 2
    assert "Put the .NET SDK that seedwalk.eval.oracles.csharp tells of" in capsys.readouterr().err


def test_an_index_made_elsewhere_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "Shop.cs").write_text(SHOP)
    index = tmp_path / "shop.scip"
    index.write_bytes(scip_bytes.index(ScipIndex("roslyn 4", (Document("Shop.cs", 0, SAID, {}),))))
    assert asked(tmp_path / "tree", "--truth", str(index), "--strict", "--json") == 0
    assert json.loads(capsys.readouterr().out)["positions"]["inside"] == 1


def test_each_overload_is_a_symbol_and_a_call_that_is_not_seen_is_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "Shop.cs").write_text(OVERLOADS)
    (tmp_path / "tree" / "Use.cs").write_text(USE)
    index = tmp_path / "shop.scip"
    shop = (
        Occurrence(0, 6, 0, 10, "roslyn . source . /Shop#", 1), Occurrence(2, 7, 2, 10, BY_TEXT, 1),
        Occurrence(3, 24, 3, 27, "roslyn . source . /Shop#"),
    )  # fmt: skip
    use = (Occurrence(1, 34, 1, 37, BY_TEXT),)
    documents = (Document("Shop.cs", 0, shop, {}), Document("Use.cs", 0, use, {}))
    index.write_bytes(scip_bytes.index(ScipIndex("roslyn 4", documents)))
    assert asked(tmp_path / "tree", "--truth", str(index), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["unseen"], told["positions"]["inside"]) == (1, 2)
    assert told["figures"]["recall"]["hits"] == 0
    assert told["figures"]["recall, any overload"]["hits"] == 1
    assert told["figures"]["precision, any overload, dispatched edges apart"]["value"] == 1
