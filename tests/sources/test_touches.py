"""Touched lines follow later changes: worked out by hand, and as a law over random edits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.sources import log
from seedwalk.sources.log import FileChange, Hunk
from seedwalk.sources.touches import TOUCH, carried, follow, touched
from tests.sources.trees import commit, git, write


def at(*lines: tuple[int, int]) -> np.ndarray:
    return np.array([(0, *pair) for pair in lines], TOUCH)


@pytest.mark.parametrize(
    ("touch", "hunks", "after"),
    [
        ((5, 7), [], (5, 7)),
        ((5, 7), [(2, 2, 2, 5)], (8, 10)),
        ((5, 7), [(2, 4, 2, 2)], (3, 5)),
        ((5, 7), [(9, 9, 9, 12)], (5, 7)),
        ((5, 7), [(7, 7, 7, 9)], (5, 7)),
        ((5, 7), [(5, 5, 5, 6)], (6, 8)),
        ((5, 7), [(6, 6, 6, 9)], (5, 10)),
        ((5, 7), [(5, 7, 5, 6)], (5, 6)),
        ((5, 7), [(4, 9, 4, 6)], (4, 6)),
        ((5, 7), [(4, 9, 4, 4)], (4, 4)),
        ((5, 7), [(1, 1, 1, 3), (6, 7, 8, 12)], (7, 12)),
        ((5, 5), [(1, 1, 1, 3)], (7, 7)),
        ((5, 5), [(5, 5, 5, 8)], (8, 8)),
        ((5, 5), [(3, 8, 3, 4)], (3, 4)),
    ],
)
def test_touched_lines_move_with_what_changes_around_them(
    touch: tuple[int, int], hunks: list[Hunk], after: tuple[int, int]
) -> None:
    assert carried(at(touch), hunks)[["start", "end"]].tolist() == [after]


@st.composite
def edits(draw: st.DrawFn) -> tuple[list[int | None], list[Hunk]]:
    """The old line behind each line of the new text (None for a new one), and the hunks that lead there."""
    lines = draw(st.integers(0, 30))
    new: list[int | None] = []
    hunks: list[Hunk] = []
    line = 1
    while line <= lines + 1:
        kept = draw(st.integers(1, 6))
        stop = min(line + kept, lines + 1)
        new += range(line, stop)
        line = stop
        removed = min(draw(st.integers(0, 4)), lines + 1 - line)
        added = draw(st.integers(0, 4))
        if removed or added:
            hunks.append((line, line + removed, len(new) + 1, len(new) + 1 + added))
        new += [None] * added
        line += removed
        if line > lines:
            break
    return new, hunks


@given(edits(), st.integers(1, 31), st.integers(0, 10))
def test_a_touched_line_that_survives_is_still_touched_and_nothing_leaves_the_file(
    edit: tuple[list[int | None], list[Hunk]], start: int, count: int
) -> None:
    new, hunks = edit
    moved = carried(at((start, start + count)), hunks)
    first, last = int(moved["start"][0]), int(moved["end"][0])
    assert first <= last
    survivors = [place for place, old in enumerate(new, 1) if old is not None and start <= old < start + count]
    assert all(first <= place < last for place in survivors)


def test_a_renamed_file_keeps_what_is_known_and_a_deleted_one_loses_it() -> None:
    known = {"a.py": touched(1, [(1, 1, 1, 4)]), "b.py": touched(1, [(1, 1, 1, 2)])}
    follow(known, 2, [FileChange("a.py", "c.py", [(1, 1, 1, 2)]), FileChange("b.py", "", [(1, 2, 1, 1)])], counts=True)
    assert {path: touches.tolist() for path, touches in known.items()} == {"c.py": [(1, 2, 5), (2, 1, 2)]}


def test_two_files_may_change_places_in_one_commit() -> None:
    known = {"a.py": touched(1, [(1, 1, 1, 4)]), "b.py": touched(2, [(1, 1, 7, 9)])}
    follow(known, 3, [FileChange("a.py", "b.py", []), FileChange("b.py", "a.py", [])], counts=True)
    assert {path: touches.tolist() for path, touches in known.items()} == {"b.py": [(1, 1, 4)], "a.py": [(2, 7, 9)]}


def test_a_commit_that_does_not_count_still_moves_the_lines_of_others() -> None:
    known = {"a.py": touched(1, [(1, 1, 1, 4)])}
    follow(known, 2, [FileChange("a.py", "a.py", [(1, 1, 1, 3)])], counts=False)
    assert known["a.py"].tolist() == [(1, 3, 6)]


def test_the_log_tells_messages_files_and_half_open_lines(tmp_path: Path) -> None:
    commit(write(tmp_path, "sub dir/a.py", text="1\n2\n3\n"))
    git(tmp_path, "mv", "sub dir/a.py", 'sub dir/"ä".py')
    git(tmp_path, "commit", "-qm", "Move it\n\n--- a/x\n+++ b/y")
    write(tmp_path, 'sub dir/"ä".py', text="0\n1\n2\n+++ b/zero\n")
    git(tmp_path, "commit", "-qam", "Edit it")
    edited, moved, first = log.commits(tmp_path, 9)
    assert (edited.message, moved.message, first.time) == ("Edit it\n", "Move it\n\n--- a/x\n+++ b/y\n", 1_700_000_000)
    found = log.changes(tmp_path, [edited.id, moved.id, first.id])
    name = 'sub dir/"ä".py'
    assert found[edited.id] == [FileChange(name, name, [(1, 1, 1, 2), (3, 4, 4, 5)])]
    assert found[moved.id] == [FileChange("sub dir/a.py", name, [])]
    assert found[first.id] == []  # nothing was there before: all is new, and nothing is touched


def test_below_a_folder_only_what_lies_in_it_is_told(tmp_path: Path) -> None:
    commit(write(tmp_path, "in/a.py", "out/b.py"))
    write(tmp_path, "in/a.py", "out/b.py", text="y = 2\n")
    git(tmp_path, "commit", "-qam", "Both")
    told = log.changes(tmp_path / "in", [log.commits(tmp_path, 1)[0].id])
    assert [change.new for changes in told.values() for change in changes] == ["a.py"]
