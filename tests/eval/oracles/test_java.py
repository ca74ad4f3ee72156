"""The Java compiler's word on calls: how it is asked, how it becomes an index, and the command where a JDK is there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from seedwalk.config import Sources
from seedwalk.eval.oracles import check
from seedwalk.eval.oracles.java import Call, as_index, runs, with_all_calls
from seedwalk.eval.oracles.oracle import read_rows
from seedwalk.eval.scip_code import read_files
from seedwalk.eval.scip_format import Roles
from tests.index.mixed import write

SHOP = (
    "package org.shop;\n\nclass Shop {\n  Shop() { this(1); }\n  Shop(int size) {}\n"
    '  void run(Part part, Unknown other) { String text = "𝄞ä"; part.fit(); part.fit(2); other.go(); text.trim(); }\n'
    "  void find() { new Part() { void fit() {} }; new Shop(); }\n"
    "}\nenum Size { SMALL(1); Size(int number) {} }\n"
)
PART = "package org.shop;\n\npublic class Part {\n  void fit() {}\n  void fit(int times) { fit(); }\n}\n"
JDK = pytest.mark.skipif(shutil.which("javac") is None, reason="no JDK")


def tree(place: Path) -> Path:
    write(place, "src/main/java/org/shop/Shop.java", SHOP)
    write(place, "src/main/java/org/shop/Part.java", PART)
    return place


def test_copies_of_a_type_are_compiled_apart_and_find_their_own_first(tmp_path: Path) -> None:
    for name in ("a/src/org/shop/Part.java", "b/src/org/shop/Part.java", "b/test/org/shop/Use.java", "Loose.java"):
        write(tmp_path, name, PART if "org" in name else "class Loose {}\n")
    paths = [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.java")]
    first, second = runs(tmp_path, [*paths, "a/src/module-info.java"])
    assert [str(file.relative_to(tmp_path)) for file in first.files] == [
        "Loose.java", "a/src/org/shop/Part.java", "b/test/org/shop/Use.java",
    ]  # fmt: skip
    assert [str(file.relative_to(tmp_path)) for file in second.files] == ["b/src/org/shop/Part.java"]
    assert second.roots[0] == tmp_path / "b/src"
    assert set(first.roots) == set(second.roots)


def test_calls_become_mentions_and_what_they_call_definitions() -> None:
    inside = Call("A.java", 3, 4, "fit", "inside", "B.java", 1, 7, "fit")
    index = as_index([inside, inside, Call("A.java", 5, 0, "trim", "outside"), Call("A.java", 6, 0, "go", "open")])
    a, b = index.documents
    assert [(one.line, one.column, one.symbol) for one in a.occurrences] == [
        (3, 4, "B.java/fit:2:8()."), (5, 0, "outside/trim()."), (6, 0, ""),
    ]  # fmt: skip
    assert [(one.line, one.end_column, one.symbol, one.roles) for one in b.occurrences] == [
        (1, 10, "B.java/fit:2:8().", Roles.DEFINITION)
    ]


def test_a_call_that_extraction_does_not_see_is_added(tmp_path: Path) -> None:
    path = "src/main/java/org/shop/Shop.java"
    seen = read_files(tree(tmp_path), [path], Sources())
    line = SHOP.splitlines().index("enum Size { SMALL(1); Size(int number) {} }")
    call = Call(path, line, 12, "SMALL", "inside", path, line, 22, "Size")
    files = with_all_calls(seen, [call])
    assert len(files[path].callees) == len(seen[path].callees) + 1
    assert files[path].callees[-1].written == "SMALL"
    assert ("Size", "this") in files[path].renamings


@JDK
def test_the_compiler_names_each_overload(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls, repo = tmp_path / "calls.jsonl", tree(tmp_path / "tree")
    asked = ["--language", "java", "--repo", str(repo), "--truth", str(calls)]
    assert check.main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["precision"]["value"] == 1.0
    found = {(call.name, call.to, call.target_line) for call in read_rows(calls, Call)}
    assert {("fit", "inside", 3), ("fit", "inside", 4), ("this", "inside", 4), ("Shop", "inside", 3)} <= found
    assert {("trim", "outside", 0), ("go", "open", 0)} <= found
    assert check.main([*asked, "--verbose", "3"]) == 0
    assert "wrong: javac names" in capsys.readouterr().out
