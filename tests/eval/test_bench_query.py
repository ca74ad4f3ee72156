"""The bench of answers: its arithmetic by hand, and one small run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seedwalk.eval import bench_load, bench_query
from seedwalk.eval.bench_query import percentile, questions_of
from tests.pack.candidates import symbol

SENTENCE = "Opens the store and reads all that was written there"


def test_questions_are_first_sentences_of_docs_each_once_and_drawn_alike() -> None:
    docs = [f"{SENTENCE}. More of it.\nAnd more.", f"{SENTENCE}.\n", "Too short.", "", f"{SENTENCE} again\n\nmore"]
    listed = [symbol(f"f{number}", 1, 2, doc=doc) for number, doc in enumerate(docs)]
    drawn = questions_of(listed, 1, 10)
    assert sorted(drawn) == [SENTENCE, f"{SENTENCE} again", f"{SENTENCE}."]
    assert drawn == questions_of(reversed(listed), 1, 10)
    assert len(questions_of(listed, 1, 2)) == 2


@pytest.mark.parametrize(("share", "wanted"), [(0.5, 2.0), (0.75, 3.0), (0.95, 4.0), (0.0, 1.0)])
def test_a_percentile_is_one_of_the_values(share: float, wanted: float) -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], share) == wanted


def test_a_small_run_tells_figures_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_load, "ROUNDS", 1)
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a.py").write_text(f'def load():\n    """{SENTENCE}."""\n    return 1\n', encoding="utf-8")
    arguments = [str(tree), "--store", str(tmp_path / "store"), "--questions", "1", "--json", "--only", "warm", "load"]
    assert bench_query.main(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert [figure["limit"] for figure in told] == [25.0, 60.0, None, None, 30.0]
    assert all(figure["measured"] > 0 for figure in told)
    assert not (tree / ".seedwalk").exists()
    assert not (tmp_path / "store" / "answers.db").exists()
