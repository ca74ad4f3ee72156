"""Replay: messages cleaned, old lines mapped to symbols, history cut in time, tasks made of a small repository."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from seedwalk.errors import UsageError
from seedwalk.eval.fixtures import load
from seedwalk.eval.fixtures.task import Sort
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged
from seedwalk.eval.replay import history, telling
from seedwalk.eval.replay.building import Plan, build, fixture_lines
from seedwalk.eval.replay.diffs import FileChange, changes
from seedwalk.eval.replay.making import Why
from seedwalk.eval.replay.messages import cleaned
from seedwalk.eval.replay.touched import touched
from seedwalk.eval.results import Result, Row
from seedwalk.extract import extract
from tests.eval.scripted import commit, git


@pytest.mark.parametrize(
    ("message", "task"),
    [
        ("Fix crash on empty body", "Fix crash on empty body"),
        ("Fix crash on empty body (#123)", "Fix crash on empty body"),
        ("Fix crash on empty body, fixes #12, #13", "Fix crash on empty body,"),
        ("LANG-1234: Fix crash on body", "Fix crash on body"),
        ("[LANG-12] Fix crash on body", "Fix crash on body"),
        ("UTF-8 names are read right", "UTF-8 names are read right"),
        ("Use SHA-256 for all tokens", "Use SHA-256 for all tokens"),
        ("Fix it for good owner/name#7", "Fix it for good"),
        ("Allow empty bodies\n\nThey are legal.\n\nSigned-off-by: A <a@b>\nCo-authored-by: B <b@c>",
         "Allow empty bodies\nThey are legal."),
        ("Allow empty bodies\n\nFixes: #3\nChange-Id: I123\ngit-svn-id: https://x/y", "Allow empty bodies"),
        ("Allow empty bodies\n\nSee https://example.org/issues/3 for more", "Allow empty bodies\nSee for more"),
        ("Undo what 1a2b3c4d5e6f did there", "Undo what did there"),
        ("Allow empty bodies\n\n(cherry picked from commit 0123456789)", "Allow empty bodies"),
        ("fix(router): keep the prefix", "fix(router): keep the prefix"),
        ("GH-99 closes the open file", "closes the open file"),
        ("Fix typo", ""),
        ("v1.2.3", ""),
        ("#12 #13", ""),
        ("Revert \"Allow empty bodies at last\"", ""),
        ("Merge branch 'main' into topic branch", ""),
        ("fixup! Allow empty bodies at last", ""),
        ("Bump the version of everything", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_a_message_is_left_with_what_it_asks(message: str, task: str) -> None:
    assert cleaned(message) == task


DIFF = b"""diff --git a/old.py b/new.py
similarity index 90%
rename from old.py
rename to new.py
--- a/old.py
+++ b/new.py
@@ -3 +3 @@ def a():
-x
+y
@@ -10,2 +10,3 @@
-x
--- not a file
+y
@@ -20,0 +22,2 @@
+z
+z
diff --git a/added.py b/added.py
new file mode 100644
--- /dev/null
+++ b/added.py
@@ -0,0 +1 @@
+x
diff --git "a/gr\\303\\266\\303\\237e \\"x\\".py" "b/gr\\303\\266\\303\\237e \\"x\\".py"
--- "a/gr\\303\\266\\303\\237e \\"x\\".py"
+++ "b/gr\\303\\266\\303\\237e \\"x\\".py"
@@ -1,2 +0,0 @@
-x
-x
diff --git a/moved.py b/elsewhere.py
similarity index 100%
rename from moved.py
rename to elsewhere.py
diff --git a/picture.png b/picture.png
index 1..2 100644
Binary files a/picture.png and b/picture.png differ
diff --git a/with space.py b/with space.py
--- a/with space.py\t
+++ b/with space.py\t
@@ -7 +6,0 @@
-x
"""


def test_a_diff_gives_the_old_lines_of_files_that_were_there() -> None:
    assert changes(DIFF) == [
        FileChange("old.py", ((3, 3), (10, 11)), (20,)),
        FileChange('größe "x".py', ((1, 2),)),
        FileChange("moved.py"),
        FileChange("with space.py", ((7, 7),)),
    ]
    assert changes(b"") == []


SOURCE = b'''import os

LIMIT = 3


class Cart:
    """Goods."""

    size = 0

    def add(self, what):
        self.size += 1
        return what

    def drop(self):
        def really():
            return None

        return really()


def total():
    return 0
'''


@pytest.mark.parametrize(
    ("changed", "after", "names"),
    [
        (((12, 12),), (), ["Cart.add"]),
        (((11, 15),), (), ["Cart", "Cart.add", "Cart.drop"]),
        (((7, 7), (9, 9)), (), ["Cart"]),
        (((17, 17),), (), ["Cart.drop.really"]),
        (((3, 3),), (), []),
        (((22, 22),), (), ["total"]),
        ((), (12,), ["Cart.add"]),
        ((), (13,), []),
        ((), (14,), []),
        ((), (23,), []),
        ((), (1,), []),
        ((), (), []),
    ],
)
def test_a_changed_line_belongs_to_the_innermost_function_or_type(
    changed: tuple[tuple[int, int], ...], after: tuple[int, ...], names: list[str]
) -> None:
    symbols = extract("a.py", "python", SOURCE).symbols
    assert touched(FileChange("a.py", changed, after), symbols) == names


BEFORE = "def alpha():\n    return 1\n\n\ndef beta():\n    return 2\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Seven commits of a main line; the sixth merges one more."""
    root = tmp_path / "shop"
    commit(root, "start", {"lib/a.py": BEFORE, "tests/test_a.py": "def test_a():\n    pass\n"}, 0)
    commit(root, "Alpha should return two (#5)", {"lib/a.py": BEFORE.replace("return 1", "return 2")}, 10)
    text = BEFORE.replace("return 1", "return 2")
    git(root, "mv", "lib/a.py", "lib/b.py")
    commit(root, "Move everything to another file", {}, 20)
    head, _, tail = text.rpartition("return 2")
    commit(root, "Beta should now return three", {"lib/b.py": f"{head}return 3{tail}"}, 30)
    commit(root, "Only the tests are changed here", {"tests/test_a.py": "def test_a():\n    assert True\n"}, 40)
    git(root, "checkout", "--quiet", "-b", "topic")
    now = (root / "lib/b.py").read_text()
    commit(root, "Alpha gives forty from a branch", {"lib/b.py": now.replace("return 2", "return 40")}, 50)
    git(root, "checkout", "--quiet", "main")
    commit(root, "Tiny fix", {"lib/b.py": now + "\n\ndef gamma():\n    return 4\n"}, 60)
    git(root, "merge", "--quiet", "--no-ff", "-m", "Merge the topic branch into main", "topic", date=70)
    commit(
        root,
        "Gamma gives five instead of four",
        {"lib/b.py": (root / "lib/b.py").read_text().replace("4\n", "5\n")},
        80,
    )
    return root


def test_windows_hold_what_came_after_their_cut_and_no_merges(shop: Path) -> None:
    one = history.windows(shop, 100, 100)
    assert [commit.message.strip() for commit in one[0].commits][-1] == "Gamma gives five instead of four"
    assert len(one) == 1
    assert len(one[0].commits) == 7
    assert not any(commit.message.startswith("Merge") for window in one for commit in window.commits)
    several = history.windows(shop, 5, 2)
    assert [len(window.commits) for window in several] == [1, 2, 2]
    for window in several:
        past = set(git(shop, "rev-list", window.cut).split())
        assert not past & {commit.id for commit in window.commits}


def test_commits_become_tasks_of_the_tree_at_the_cut_off_through_renames(shop: Path, tmp_path: Path) -> None:
    replay = build(shop, "shop", tmp_path / "moving", Plan(commits=100, window=100))
    truths = {task.text: task.truths for task in replay.tasks}
    assert truths == {
        "Alpha should return two": ("lib/a.py:alpha",),
        "Beta should now return three": ("lib/a.py:beta",),
        "Alpha gives forty from a branch": ("lib/a.py:alpha",),
    }
    assert replay.looked_at == {
        Why.TASK: 3, Why.MESSAGE: 1, Why.NONE: 2, Why.GONE: 1,
    }  # fmt: skip
    cut = git(shop, "rev-list", "--max-parents=0", "HEAD")
    assert replay.cuts == ((cut, 3),)
    assert {task.commit for task in replay.tasks} == {cut}
    assert all(task.sort is Sort.REPLAY and task.files == ("lib/a.py",) for task in replay.tasks)
    assert git(shop, "status", "--porcelain") == ""


def test_more_files_or_symbols_than_a_task_has_are_left_out(tmp_path: Path) -> None:
    root = tmp_path / "wide"
    many = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(9))
    commit(root, "start", {"many.py": many, **{f"p{n}.py": "def f():\n    return 1\n" for n in range(5)}})
    commit(root, "Change all nine of them", {"many.py": many.replace("return ", "return 1 + ")}, 1)
    commit(root, "Change all five of them", {f"p{n}.py": "def f():\n    return 2\n" for n in range(5)}, 2)
    assert build(root, "wide", tmp_path / "moving", Plan()).looked_at == {Why.FILES: 1, Why.MANY: 1}


def test_a_draw_is_the_same_twice_and_stops_when_there_is_enough(shop: Path, tmp_path: Path) -> None:
    plan = Plan(commits=100, window=3, tasks=2, seed=5)
    first = build(shop, "shop", tmp_path / "m1", plan)
    assert len(first.tasks) == 2
    assert first == build(shop, "shop", tmp_path / "m2", plan)


def test_a_build_goes_on_from_its_record(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "looked-at.jsonl"
    whole = build(shop, "shop", tmp_path / "moving", Plan(), record=record)
    lines = [line for line in record.read_text().splitlines(keepends=True) if line.strip()]
    assert len(lines) == 7
    record.write_text("".join(lines[:4]) + lines[4][:30])  # stopped while it wrote the fifth
    from seedwalk.eval.replay import building

    made: list[str] = []

    def counted(*arguments: object) -> object:
        made.append("once")
        return making(*arguments)

    making = building.__dict__["make"]
    monkeypatch.setattr(building, "make", counted)
    assert build(shop, "shop", tmp_path / "moving", Plan(), record=record) == whole
    assert len(made) == 3


@pytest.mark.parametrize("commits", [0, 1])
def test_no_history_is_a_wrong_argument(tmp_path: Path, commits: int) -> None:
    for number in range(commits):
        commit(tmp_path / "r", f"{number}", {})
    (tmp_path / "r").mkdir(exist_ok=True)
    with pytest.raises(UsageError, match="replay"):
        history.windows(tmp_path / "r", 10, 5)


def test_tasks_written_as_fixtures_read_back_as_issues(shop: Path, tmp_path: Path) -> None:
    replay = build(shop, "shop", tmp_path / "moving", Plan(commits=100, window=100))
    (tmp_path / "tasks.jsonl").write_text(fixture_lines(replay.tasks))
    found = load(tmp_path / "tasks.jsonl")
    assert found.problems == ()
    same = [msgspec.structs.replace(task, sort=Sort.REPLAY, tier="replay", place="") for task in found.tasks]
    assert same == [msgspec.structs.replace(task, place="") for task in replay.tasks]


def _row(name: str, found: tuple[int, ...]) -> Row:
    relevant = tuple(sorted(rank for rank in found if rank))
    return Row(name, "r", Sort.REPLAY, "replay", {Rule.SYMBOL: Judged(50, relevant, found)}, Judged(9, (1,), (1,)))


def test_the_worst_misses_come_first_and_what_was_found_is_no_miss() -> None:
    rows = [_row("all", (1, 2)), _row("half", (1, 0)), _row("late", (30,)), _row("none", (0,)), _row("more", (0, 0))]
    assert [row.id for row in telling.worst(rows)] == ["more", "none", "late", "half"]
    assert len(telling.worst(rows, 2)) == 2


def test_the_page_states_the_split_the_interval_and_the_misses(shop: Path, tmp_path: Path) -> None:
    replay = build(shop, "shop", tmp_path / "moving", Plan(commits=100, window=100))
    rows = tuple(_row(task.id, (0,) if at else (1,)) for at, task in enumerate(replay.tasks))
    text = telling.page(replay, [Result("s", "", "t", "", rows)])
    assert text.startswith("# 3 commits replayed\n")
    assert f"3 at {replay.cuts[0][0][:12]}" in text
    assert "0.333 (0.00–1.00)" in text
    assert f"- {replay.tasks[1].id}: {replay.tasks[1].text}\n    - {replay.tasks[1].truths[0]}: not found" in text
    everything = telling.page(replay, [Result("s", "", "t", "", tuple(_row(t.id, (1,)) for t in replay.tasks))])
    assert "None: every changed symbol was in the first ten." in everything
