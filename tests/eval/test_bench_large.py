"""A row of the table of large repositories, on a small one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seedwalk.eval import bench_large

SHOP = '''"""A small shop."""


def limit_attempts(user):
    """Count the attempts of a user to log in within a window."""
    return refuse(user)


def refuse(user):
    """Refuse a user who tried to log in too often before."""
    return user
'''


def test_a_row_tells_what_an_index_and_its_answers_cost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repository = tmp_path / "shop"
    repository.mkdir()
    (repository / "shop.py").write_text(SHOP, encoding="utf-8")
    arguments = [str(repository), "--stores", str(tmp_path / "stores"), "--questions", "2"]
    assert bench_large.main([*arguments, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["repository"], row["files"], row["symbols"]) == ("shop", 1, 3)
    assert all(row[name] > 0 for name in ("processor s", "seconds", "index MB", "first answer ms", "p50 ms"))
    assert row["p50 ms"] <= row["p95 ms"]
    assert row["report"]["languages"] == {"python": 1}


def test_rows_make_a_table_of_markdown() -> None:
    indexed = bench_large.Indexed({"files": 1200, "symbols": 3, "edges": {"calls": 2, "imports": 1}}, 1.2, 0.9, 50, 2.4)
    row = bench_large.row_of(Path("a/shop"), indexed, bench_large.Asked(40.0, (3.0, 5.0, 4.0), 60.0))
    head, rule, line = bench_large.as_table([row]).split("\n")
    assert head.startswith("| repository | files | symbols | edges | processor s |")
    assert rule.count("---") == head.count("|") - 1
    assert line == "| shop | 1,200 | 3 | 3 | 1 | 1 | 50 | 2 | 40 | 4 | 5 | 60 |"
