"""What an index leaves behind in a process that goes on living."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import seedwalk
from seedwalk.indexing import linking
from seedwalk.machine.collecting import uncollected


def test_circles_are_not_looked_for_inside_and_again_after() -> None:
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def _linked() -> list[object]:
    """What is still there of a project as it was linked, once Python has looked through what is young."""
    gc.collect(0)
    return [one for one in gc.get_objects() if str(type(one).__module__).startswith("seedwalk.graph.")]


def test_nothing_of_a_linked_project_outlives_its_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "MANY", 5)  # from here on the work is spread over forked processes
    repository = seedwalk.open(tmp_path)
    left = []
    for round_ in range(4):
        for number in range(12):
            text = f"from part{number - 1} import Part{number - 1}\n\n\n" if number else ""
            base = f"Part{number - 1}" if number else "object"
            body = f"class Part{number}({base}):\n    def run(self):\n        return self.run() + {round_}\n"
            (tmp_path / f"part{number}.py").write_text(text + body, encoding="utf-8")
        assert repository.index().changed
        left.append(len(_linked()))
    assert left == left[:1] * 4  # constants of the modules, which the first round may have imported
