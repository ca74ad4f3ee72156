"""The shapes programs rely on: what `--json` prints, and in which order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run

SYMBOL = {"path", "name", "kind", "start_line", "end_line", "signature"}
EDGE = {"edge", "source", "target", "confidence", "provenance", "line"}


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_symbols_prints_one_row_a_symbol_by_path_and_place(indexed: Path, here: Run) -> None:
    found = rows(here("symbols", "*", "--json").out)
    assert all(set(row) == SYMBOL for row in found)
    places = [(row["path"], row["start_line"]) for row in found]
    assert places == sorted(places)
    assert {
        "path": "shop/orders.py", "name": "Order.total", "kind": "method", "start_line": 8, "end_line": 9,
        "signature": "def total(self) -> int",
    } in found  # fmt: skip


def test_dump_prints_symbols_then_edges_each_sorted_and_named_at_both_ends(indexed: Path, here: Run) -> None:
    done = here("dump")
    found = rows(done.out)
    symbols = [row["symbol"] for row in found if "symbol" in row]
    edges = [row for row in found if "edge" in row]
    assert found == [{"symbol": row} for row in symbols] + edges
    assert all(set(row) >= SYMBOL for row in symbols)
    assert all(set(row) == EDGE and set(row["source"]) == set(row["target"]) == {"path", "name"} for row in edges)
    places = [(row["path"], row["start_byte"], -row["end_byte"]) for row in symbols]
    assert places == sorted(places)
    keys = [json.dumps(row, sort_keys=True) for row in edges]
    assert keys == sorted(keys)
    assert {
        "edge": "extends", "source": {"path": "shop/orders.py", "name": "Order"},
        "target": {"path": "shop/base.py", "name": "Record"}, "confidence": 0.9, "provenance": "import_resolved",
        "line": 4,
    } in edges  # fmt: skip
    named = {(row["path"], row["name"]) for row in symbols}
    assert {(end["path"], end["name"]) for row in edges for end in (row["source"], row["target"])} <= named
    assert here("dump", "--json").out == done.out


def test_dump_says_the_same_twice_and_from_another_store(indexed: Path, here: Run, tmp_path: Path) -> None:
    first = here("dump").out
    assert here("index", "--store", str(tmp_path / "other"), "--quiet").code == 0
    assert here("dump", "--store", str(tmp_path / "other")).out == first
    assert here("dump").out == first


def test_index_prints_its_report(shop: Path, here: Run) -> None:
    done = here("index", "--json")
    (report,) = rows(done.out)
    assert done.err == ""
    assert (report["files"], report["read"], report["removed"]) == (5, 5, 0)
    assert report["languages"] == {"python": 5}
    assert report["skipped"] == {"vendored": 1}
    assert report["edges"]["extends"] == 1
    assert {"discover", "extract", "link", "snapshot", "commit"} <= set(report["seconds"])
    assert report["root"] == str(shop)
    (again,) = rows(here("index", "--json").out)
    assert (again["read"], again["snapshot"]) == (0, report["snapshot"])


def test_status_prints_what_the_index_holds_and_what_changed_since(indexed: Path, here: Run) -> None:
    (status,) = rows(here("status", "--json").out)
    assert status["fresh"] is True
    assert (status["files"], status["added"], status["changed"], status["removed"]) == (5, [], [], [])
    (indexed / "shop" / "new.py").write_text("x = 1\n", encoding="utf-8")
    (indexed / "shop" / "base.py").write_text("class Record: ...\n", encoding="utf-8")
    (indexed / "shop" / "twice.py").unlink()
    (status,) = rows(here("status", "--json").out)
    assert status["fresh"] is False
    assert status["added"] == ["shop/new.py"]
    assert status["changed"] == ["shop/base.py"]
    assert status["removed"] == ["shop/twice.py"]


def test_show_prints_a_symbol_with_its_text(indexed: Path, here: Run) -> None:
    (row,) = rows(here("show", "Record", "--json").out)
    assert set(row) >= SYMBOL | {"text", "doc"}
    assert row["doc"] == "A row."
    assert row["text"] == (indexed / "shop" / "base.py").read_text(encoding="utf-8").rstrip("\n")


def test_a_broken_manifest_is_told_by_index_status_and_doctor(indexed: Path, here: Run) -> None:
    (indexed / "go.mod").write_text("module a.b\n\nrequire (\n", encoding="utf-8")
    (indexed / "web").mkdir()
    (indexed / "web" / "tsconfig.json").write_text("{", encoding="utf-8")
    told = "opens a 'require' block at line 3 and never closes it"
    assert f"go.mod {told}; web/tsconfig.json is no JSON" in here("index").out
    (status,) = rows(here("status", "--json").out)
    assert status["manifests"]["go.mod"] == told
    assert f"go.mod {told}" in here("status").out
    (check,) = [row for row in rows(here("doctor", "--json").out) if row["name"] == "manifests"]
    assert check["verdict"] == "warn"
    assert f"go.mod {told}" in check["told"]


def test_status_notices_a_manifest_that_came_changed_or_went(indexed: Path, here: Run) -> None:
    def status() -> dict[str, Any]:
        (row,) = rows(here("status", "--json").out)
        return row

    config = indexed / "tsconfig.json"
    config.write_text("{}", encoding="utf-8")
    assert (status()["added"], status()["fresh"]) == (["tsconfig.json"], False)
    here("index")
    assert status()["fresh"] is True
    config.write_text('{"compilerOptions": {}}', encoding="utf-8")
    assert status()["changed"] == ["tsconfig.json"]
    here("index")
    config.unlink()
    assert status()["removed"] == ["tsconfig.json"]
    here("index")
    assert status()["fresh"] is True
