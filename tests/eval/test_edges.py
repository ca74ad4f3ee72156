"""Drawing edges to judge, and counting what was judged."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from seedwalk.eval import draw_edges
from seedwalk.eval.draw_edges import draw
from seedwalk.eval.judged_edges import KINDS, counted, table
from seedwalk.languages import NAMES
from seedwalk.model import EdgeKind

BENCH = Path(__file__).parents[2] / "bench" / "edges"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    reads = "\n".join(f"def f{number}():\n    return os.environ['V{number}']\n" for number in range(30))
    (root / "a.py").write_text("import os\n\n\n" + reads, encoding="utf-8")
    (root / "b.go").write_text('package b\n\nimport "os"\n\nfunc f() { os.Getenv("G") }\n', encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", root], check=True)
    return root


def test_the_same_seed_draws_the_same_edges_and_another_others(repository: Path, tmp_path: Path) -> None:
    first, again, other = (
        draw([repository], EdgeKind.READS_ENV, "python", 5, seed, tmp_path / "store") for seed in (1, 1, 2)
    )
    assert first == again != other
    assert len(first) == 5
    assert all(row["target"] in row["text"] and row["of"] == 30 for row in first)


def test_the_command_prints_a_json_line_for_each(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    draw_edges.main([str(repository), "--kind", "reads_env", "--language", "go", "--store", str(store)])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["path"], row["line"], row["source"], row["target"]) for row in rows] == [("b.go", 5, "f", "G")]


def test_every_judged_edge_says_where_it_is_and_whether_it_is_right() -> None:
    for path in sorted(BENCH.glob("*.jsonl")):
        assert path.stem in {kind.value for kind in EdgeKind}
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert {"repo", "commit", "path", "line", "source", "target", "right"} <= row.keys(), line
            assert row.get("language", NAMES[0]) in NAMES, line
            assert row["right"] or row.get("why") or row.get("note"), line
            assert path.stem not in KINDS or "draw" in row, line


def test_the_page_of_judged_edges_says_what_the_files_say() -> None:
    assert table(counted(BENCH)) in (BENCH / "README.md").read_text(encoding="utf-8")
