"""The benchmarks run from end to end on a tiny tree. Nothing here looks at how long anything took."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from seedwalk.eval import bare_parse, bench_index, bench_lexical
from seedwalk.eval.bench_edit import middling
from seedwalk.eval.bench_tree import Bench, open_bench
from seedwalk.eval.figures import Figure
from seedwalk.eval.lexical_rivals import Fts5, Segments, read_documents
from seedwalk.eval.spending import family, pss
from seedwalk.model import FileState

MODULES = 6
FAST = Figure("fast", 1.5, "s", 2.0, "on a tiny tree")
SLOW = Figure("slow", 2.5, "s", 2.0, "on a tiny tree")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A base class, a few files that extend it, each with docs, and one script of another language."""
    root = tmp_path / "tree"
    package = root / "shapes"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "base.py").write_text('class Shape:\n    """Anything that covers an area."""\n')
    for number in range(MODULES):
        (package / f"shape{number}.py").write_text(
            "from shapes.base import Shape\n\n\n"
            f"class Figure{number}(Shape):\n"
            f'    """Draws outline number {number} on a canvas. Fills it with colour."""\n\n'
            f"    def area{number}(self):\n"
            f'        """Returns the covered surface in square pixels."""\n        return {number}\n'
        )
    (root / "page.js").write_text("/** Shows every shape on the page. */\nfunction show() { return 1 }\n")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in root.rglob("*") if file.is_file() and ".git" not in file.parts}


def test_a_run_prints_every_figure_and_leaves_the_repository_as_it_was(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(tree)
    assert bench_index.main([str(tree), "--copies", "2", "--rounds", "1", "--repeats", "1", "--json"]) == 0
    assert contents(tree) == before
    printed = json.loads(capsys.readouterr().out)
    assert printed["measured"]["files"] == MODULES + 3
    limits = {row["name"]: row["limit"] for row in printed["figures"] if row["limit"] is not None}
    assert limits.pop("peak memory", 700.0) == 700.0  # not measurable on every system
    assert limits == {
        "cold index / bare parse": 3.0,
        "the same but for linking": 2.5,
        "seconds per MB, copies / single": 1.3,
        "edited file until found": 250.0,
        "the most imported file until found": 1_200.0,
        "renamed class until found": 1_200.0,
        "status, call": 150.0,
        "status, command": 500.0,
    }
    assert all(row["measured"] > 0 for row in printed["figures"])
    detail = {row["name"]: row["detail"] for row in printed["figures"]}
    assert detail["renamed class until found"].startswith(f"Shape in shapes/base.py, {MODULES + 1} files linked anew")
    assert detail["the most imported file until found"].startswith(
        f"shapes/base.py, which {MODULES} of {MODULES + 3} files import"
    )


def test_without_a_repository_the_benchmark_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(bench_index.REPO_VARIABLE, raising=False)
    with pytest.raises(SystemExit) as left:
        bench_index.main([])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert bench_index.REPO_VARIABLE in told
    assert f"Django at {bench_index.DJANGO}" in told


def test_the_repository_may_come_from_the_environment(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(bench_index.REPO_VARIABLE, str(tree))
    counted: list[int] = []

    def measure(bench: Bench) -> list[Figure]:
        counted.append(len(bench.files))
        return [FAST]

    monkeypatch.setitem(bench_index.SECTIONS, "status", measure)
    assert bench_index.main(["--only", "status", "--markdown"]) == 0
    assert counted == [MODULES + 3]
    assert "| fast | 1.50 s | 2.00 s | pass | on a tiny tree |" in capsys.readouterr().out


@pytest.mark.parametrize(("strict", "code"), [([], 0), (["--strict"], 1)])
def test_a_missed_limit_fails_a_strict_run_only(
    tree: Path, monkeypatch: pytest.MonkeyPatch, strict: list[str], code: int
) -> None:
    monkeypatch.setitem(bench_index.SECTIONS, "status", lambda _: [FAST, SLOW])
    assert bench_index.main([str(tree), "--only", "status", *strict]) == code


@pytest.mark.parametrize(
    ("measured", "limit", "verdict"), [(1.0, 1.0, "pass"), (1.01, 1.0, "miss"), (9.0, None, "")]
)  # fmt: skip
def test_a_figure_passes_up_to_its_limit(measured: float, limit: float | None, verdict: str) -> None:
    assert Figure("any", measured, "×", limit, "").verdict == verdict


def test_the_yardstick_parses_the_files_that_an_index_reads_and_no_others(tree: Path, tmp_path: Path) -> None:
    (tree / "binary.py").write_bytes(b"x = 1\0\n")
    (tree / "notes.txt").write_text("not code\n")
    bench = open_bench(tree, tmp_path, 1, 1)
    _, batches, children = bench_index._plan(bench)
    planned = sorted(path for batch in batches for path, _, _ in batch)
    assert planned == sorted(
        ["page.js", "shapes/__init__.py", "shapes/base.py", *(f"shapes/shape{n}.py" for n in range(MODULES))]
    )
    assert children == 0  # so few files are read in one process, by an index too


def test_the_yardstick_counts_files_it_cannot_parse_whole(tree: Path) -> None:
    (tree / "broken.py").write_text("def (:\n")
    grammar = ("tree_sitter_python", "language")
    batch = [("broken.py", *grammar), ("shapes/base.py", *grammar)]
    assert bare_parse.parse_batch(str(tree), batch) == 1


def test_the_yardstick_shares_batches_out_and_imports_nothing_of_the_index(tree: Path) -> None:
    batches = [[(f"shapes/shape{number}.py", "tree_sitter_python", "language")] for number in range(MODULES)]
    entry = (
        "import sys; from seedwalk.eval.bare_parse import parse_all, parse_batch; parse_all();"
        f"parse_batch({str(tree)!r}, {batches[0]!r});"
        "print(sorted(name for name in sys.modules if name.startswith(('seedwalk', 'numpy', 'msgspec'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", entry], input=pickle.dumps((str(tree), batches, 2)), capture_output=True, check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
    )  # fmt: skip
    assert done.stdout.decode().strip() == str(
        ["seedwalk", "seedwalk.eval", "seedwalk.eval.bare_parse", "seedwalk.machine", "seedwalk.machine.pipes"]
    )


def test_the_middling_file_is_the_one_around_the_middle_byte() -> None:
    files = [FileState(name, "python", size, 0) for name, size in (("a", 1), ("b", 1), ("c", 10), ("d", 12), ("e", 2))]
    assert middling(files).path == "c"
    with pytest.raises(SystemExit, match="no file to edit"):
        middling([])


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux's memory maps")
def test_memory_is_summed_over_children_started_by_any_thread() -> None:
    entry = (
        "import subprocess, sys, threading\n"
        "run = lambda: subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)\n"
        "thread = threading.Thread(target=lambda: (run(), print('ready', flush=True), input()))\n"
        "thread.start()\nthread.join()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", entry], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        members = family(parent.pid)
        assert len(members) == 2
        assert all(pss(pid) > 0 for pid in members)
    finally:
        parent.communicate(b"\n")
    assert pss(parent.pid) == 0


def test_queries_are_the_same_each_time_and_come_from_docs(tree: Path) -> None:
    documents = read_documents(tree)
    queries = bench_lexical.make_queries(documents, 8)
    assert queries == bench_lexical.make_queries(documents, 8)
    docs = {int(symbol.id): symbol.doc for document in documents for symbol in document.extracted.symbols}
    for query in queries:
        said = query.text.split()
        assert bench_lexical.SHORTEST <= len(said) <= bench_lexical.LONGEST
        assert all(word in docs[query.origin] for word in said)


def test_both_lexical_indexes_find_a_symbol_by_its_doc_before_and_after_it_is_written_again(
    tree: Path, tmp_path: Path
) -> None:
    documents = read_documents(tree)
    wanted = {s.id for d in documents for s in d.extracted.symbols if s.name == "show"}
    edited = next(document for document in documents if document.path == "page.js")
    for index in (Fts5(tmp_path / "fts5.db"), Segments(tmp_path / "segments.db")):
        index.build([documents])
        before = index.answer("shows every shape on the page")
        assert wanted <= set(before)
        index.update(edited)
        assert index.answer("shows every shape on the page") == before
        assert index.answer("zebra") == []
        assert index.megabytes() > 0
        index.close()


def test_the_lexical_comparison_prints_a_row_per_index(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_lexical.main([str(tree), "--queries", "5", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in printed["rows"]] == ["FTS5 (bm25)", "segments (BM25F)", "segments, kept open"]
    assert printed["queries"] == 5
    assert 0 <= printed["same_first"] <= 1
    assert 0 < printed["same_ten"] <= 1
