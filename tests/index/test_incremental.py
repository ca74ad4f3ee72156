"""Incremental = rebuild: after any sequence of edits, an index kept up says exactly what one made afresh says."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import event, example, given, note
from hypothesis import strategies as st

from seedwalk.api import Repository
from seedwalk.config import Sources
from seedwalk.sources import times
from tests.conftest import ALL, costly
from tests.index.mixed import MOVED, TEXTS, WORDS, write, write_mixed
from tests.index.states import State, fresh_state, repository_at, state_of
from tests.sources.trees import commit, git

LONG_AGO = 1_600_000_000
"""Seconds: a file last changed then is old enough for its time to be trusted."""
BRANCHES = ("master", "other")
SLOW_TO_COMPILE = (".ts", ".tsx", ".js", ".mjs", ".cs", ".rb", ".vue")
"""Endings of files whose queries take a process most of its time to compile."""


class Tree:
    """A tree that edits are applied to. `settled` gives every change a time of its own, long ago, where the indexer is
    to trust file times; otherwise all changes are too young for that and contents decide."""

    def __init__(self, root: Path, *, settled: bool) -> None:
        self.root, self.settled = root, settled
        self.versioned = (root / ".git").exists()
        self.ticks = 0

    def files(self) -> list[str]:
        found = (path for path in self.root.rglob("*") if path.is_file() and ".git" not in path.parts)
        return sorted(path.relative_to(self.root).as_posix() for path in found)

    def pick(self, number: int) -> str | None:
        files = self.files()
        return files[number % len(files)] if files else None

    def put(self, path: str, text: str | bytes) -> None:
        if any((self.root / parent).is_file() for parent in Path(path).parents):
            return  # a file stands where a folder is needed
        if not (self.root / path).is_dir():
            write(self.root, path, text)
            self.tick(path)

    def tick(self, path: str) -> None:
        self.ticks += 1
        if self.settled:
            os.utime(self.root / path, (LONG_AGO, LONG_AGO + self.ticks))


class Edit(NamedTuple):
    """One step: its name, and numbers that choose the file and the change."""

    name: str
    file: int
    choice: int


def _rewrite(tree: Tree, edit: Edit) -> None:
    paths = sorted(TEXTS)
    path = paths[edit.file % len(paths)]
    tree.put(path, TEXTS[path][edit.choice % len(TEXTS[path])])


def _edit_body(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        text = (tree.root / path).read_bytes()
        tree.put(path, re.sub(rb"\b[0-9]+\b", str(edit.choice).encode(), text))


def _rename_symbol(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        old, new = WORDS[edit.choice % len(WORDS)], WORDS[edit.choice // 7 % len(WORDS)]
        text = (tree.root / path).read_bytes()
        tree.put(path, re.sub(rb"\b%s\b" % old.encode(), new.encode(), text))


def _shift_lines(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        tree.put(path, b"\n" * (edit.choice % 3) + (tree.root / path).read_bytes())


def _remove(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        (tree.root / path).unlink()


def _move(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        places = MOVED.get(Path(path).suffix, ("elsewhere/" + path,))
        target = tree.root / places[edit.choice % len(places)]
        if not target.is_dir() and not any(parent.is_file() for parent in target.parents):
            target.parent.mkdir(parents=True, exist_ok=True)
            (tree.root / path).replace(target)


def _copy(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        places = MOVED.get(Path(path).suffix, ("copies/" + path,))
        tree.put(places[edit.choice % len(places)], (tree.root / path).read_bytes())


def _forge(tree: Tree, edit: Edit) -> None:
    """Other contents of the same size, and the old time put back, as `cp -p` and `rsync -t` do."""
    if path := tree.pick(edit.file):
        file = tree.root / path
        before, text = file.stat(), file.read_bytes()
        letters = list(re.finditer(rb"[a-z](?=\w)", text))
        if letters:
            at = letters[edit.choice * len(letters) // 100].start()
            file.write_bytes(text[:at] + (b"x" if text[at : at + 1] != b"x" else b"y") + text[at + 1 :])
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _touch(tree: Tree, edit: Edit) -> None:
    if path := tree.pick(edit.file):
        tree.tick(path)
        if not tree.settled:
            (tree.root / path).touch()


def _break(tree: Tree, edit: Edit) -> None:
    damage = (b"\nclass {{{ (((\n", b"\0\0\0", b"\xff\xfe\x00", b"\n// caf\xe9\n", b"")
    if path := tree.pick(edit.file):
        chosen = damage[edit.choice % len(damage)]
        tree.put(path, (tree.root / path).read_bytes() + chosen if chosen else b"")


def _switch_branch(tree: Tree, edit: Edit) -> None:
    if tree.versioned:
        git(tree.root, "checkout", "--quiet", "--force", BRANCHES[edit.choice % 2])


def _commit(tree: Tree, edit: Edit) -> None:
    if tree.versioned:
        git(tree.root, "add", "--all")
        git(tree.root, "commit", "--quiet", "--allow-empty", "--message", str(edit.choice))


def _revert(tree: Tree, edit: Edit) -> None:
    if tree.versioned and edit.choice % 2:
        git(tree.root, "checkout", "--quiet", "--force", "HEAD", "--", ".")
    else:
        for path in sorted(TEXTS)[edit.file % 3 :: 3]:
            tree.put(path, TEXTS[path][0])


def _index(tree: Tree, edit: Edit) -> None:
    """Nothing changes; the index is brought up to date in between."""


EDITS: dict[str, Callable[[Tree, Edit], None]] = {
    "rewrite": _rewrite,
    "edit body": _edit_body,
    "rename symbol": _rename_symbol,
    "shift lines": _shift_lines,
    "remove": _remove,
    "move": _move,
    "copy": _copy,
    "forge": _forge,
    "touch": _touch,
    "break": _break,
    "switch branch": _switch_branch,
    "commit": _commit,
    "revert": _revert,
    "index": _index,
}
OFTEN = ("rewrite", "rewrite", "rewrite", "forge", "rename symbol", "remove", "move", "index", "index")
edits = st.builds(
    Edit,
    st.sampled_from((*OFTEN, *EDITS)),
    st.integers(min_value=0, max_value=99),
    st.integers(min_value=0, max_value=99),
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mixed repository, with a second branch on which every file has its last text and some are gone."""
    root = tmp_path_factory.mktemp("template") / "tree"
    write_mixed(root)
    git(root, "init", "--quiet", "--initial-branch", BRANCHES[0])
    commit(root)
    git(root, "checkout", "--quiet", "-b", BRANCHES[1])
    for path, texts in TEXTS.items():
        write(root, path, texts[-1])
    for gone in ("pkg/other.py", "web/lib/base.ts", "src/base.rs", "store/more.go", "go.mod"):
        (root / gone).unlink()
    commit(root)
    git(root, "checkout", "--quiet", BRANCHES[0])
    return root


@pytest.fixture(scope="module")
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def prepare(template: Path, scratch: Path, *, versioned: bool) -> Path:
    """A clean folder holding a copy of the template in `tree`."""
    place = scratch / "example"
    shutil.rmtree(place, ignore_errors=True)
    hidden = None if versioned else shutil.ignore_patterns(".git")
    shutil.copytree(template, place / "tree", ignore=hidden)
    return place


def check(repository: Repository, place: Path) -> State:
    """Bring the index up to date and compare it with one made afresh."""
    snapshot = repository.index().snapshot
    kept_up = state_of(repository)
    fresh_snapshot, fresh = fresh_state(repository.root, place / "fresh")
    assert kept_up.skipped == fresh.skipped
    assert kept_up.dump == fresh.dump
    assert kept_up.found == fresh.found
    assert kept_up.streams == fresh.streams
    assert kept_up.packages == fresh.packages
    assert kept_up.counted == fresh.counted
    assert snapshot == fresh_snapshot
    return kept_up


@costly
@given(
    steps=st.lists(edits, min_size=1, max_size=10),
    versioned=st.booleans(),
    settled=st.booleans(),
    segments=st.sampled_from((1, 2, 8)),
    share=st.sampled_from((0.0, 0.5, 100.0)),
)
@example(steps=[Edit("forge", 7, 50), Edit("index", 0, 0), Edit("forge", 9, 20)], versioned=True, settled=True,
         segments=2, share=0.5)  # fmt: skip
def test_an_index_kept_up_through_any_edits_equals_a_fresh_one(
    template: Path, scratch: Path, steps: list[Edit], versioned: bool, settled: bool, segments: int, share: float
) -> None:
    place = prepare(template, scratch, versioned=versioned)
    tree = Tree(place / "tree", settled=settled)
    for path in tree.files():
        tree.tick(path)
    repository = repository_at(tree.root, place / "kept", segments=segments, segment_share=share)
    with pytest.MonkeyPatch.context() as patched:
        if settled:
            patched.setattr(times, "YOUNG_NS", 0)
        repository.index()
        for number, step in enumerate(steps):
            note(f"{step}")
            event(step.name)
            EDITS[step.name](tree, step)
            if step.name == "index" and number + 1 < len(steps):
                repository.index()
                repository.search("read the base")  # what this state has in memory serves the next
        check(repository, place)


def test_every_text_of_every_file_may_be_swapped_in_and_out_again(template: Path, scratch: Path) -> None:
    """Not random: each file in turn takes each of its texts, so that no cross-file change is left to chance."""
    place = prepare(template, scratch, versioned=False)
    repository = repository_at(place / "tree", place / "kept", segments=2, segment_share=100.0)
    first = repository.index().snapshot
    seen: dict[str, State] = {}
    for path, texts in TEXTS.items():
        for text in texts[1:]:
            write(place / "tree", path, text)
            state = check(repository, place)
            assert path.startswith((".", "package.json", "Cargo.toml")) or state not in seen.values(), path
            seen[path] = state
        write(place / "tree", path, texts[0])
    assert repository.index().snapshot == first


def test_deleting_the_file_of_a_base_class_takes_the_edges_to_it_away(template: Path, scratch: Path) -> None:
    place = prepare(template, scratch, versioned=True)
    repository = repository_at(place / "tree", place / "kept")
    repository.index()
    before = [row for row in repository.dump() if row.get("edge") == "extends"]
    to_base = [row for row in before if row["target"] == {"path": "pkg/base.py", "name": "Base"}]
    assert {row["source"]["name"] for row in to_base} == {"Circle", "Handler", "Far"}
    (place / "tree/pkg/base.py").unlink()
    after = [row for row in check(repository, place).dump if row.get("edge") == "extends"]
    assert not [row for row in after if row["target"]["path"] == "pkg/base.py"]
    assert [row for row in before if row["target"]["path"] == "store/store.go"] == [
        row for row in after if row["target"]["path"] == "store/store.go"
    ]


@pytest.mark.parametrize("versioned", [True, False], ids=["in git", "outside git"])
def test_a_second_run_reads_nothing_and_changes_nothing(template: Path, scratch: Path, versioned: bool) -> None:
    place = prepare(template, scratch, versioned=versioned)
    repository = repository_at(place / "tree", place / "kept")
    first = repository.index()
    state = state_of(repository)
    again = repository.index()
    assert (again.read, again.removed, again.linked, again.snapshot) == (0, 0, 0, first.snapshot)
    assert state_of(repository) == state
    assert first.files > 20


def test_a_touched_file_is_not_read_again(template: Path, scratch: Path) -> None:
    place = prepare(template, scratch, versioned=False)
    repository = repository_at(place / "tree", place / "kept")
    repository.index()
    for second in (1, 2):
        os.utime(place / "tree/pkg/base.py", (LONG_AGO, LONG_AGO + second))
        assert repository.index().read == 0


def test_a_change_of_manifest_alone_links_its_language_anew(template: Path, scratch: Path) -> None:
    place = prepare(template, scratch, versioned=True)
    repository = repository_at(place / "tree", place / "kept")
    repository.index()
    write(place / "tree", "go.mod", TEXTS["go.mod"][1])
    report = repository.index()
    assert (report.read, report.linked) == (1, 4), "the manifest is a file of its own, beside three of Go"
    check(repository, place)


def test_many_files_that_come_at_once_are_seen_by_those_that_stayed(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "README.md", "`far_away()` and `lib/m7.py`\n")
    write(root, "CODEOWNERS", "/lib/ @lib\n")
    write(root, "main.py", "def main(thing):\n    return thing.far_away_method()\n")
    repository = repository_at(root, tmp_path / "kept")
    repository.index()
    for number in range(150):
        text = f"class M{number}:\n    def method_{number}(self):\n        return {number}\n"
        write(root, f"lib/m{number}.py", text)
    far = "def far_away():\n    pass\n\n\nclass Far:\n    def far_away_method(self):\n        pass\n"
    write(root, "lib/far.py", far)
    assert repository.index().read == 151
    assert state_of(repository) == fresh_state(root, tmp_path / "fresh")[1]


def test_ids_survive_indexing_again_from_nothing(template: Path, scratch: Path) -> None:
    place = prepare(template, scratch, versioned=False)
    repository = repository_at(place / "tree", place / "kept")
    repository.index()
    before = {(s.path, s.qualified_name, s.line): s.id for s in repository.symbols("*")}
    edited = TEXTS["pkg/base.py"][0].replace("back[key]", "back[key + 1]")
    write(place / "tree", "pkg/base.py", "import os\n\n" + edited)
    repository.index(rebuild=True)
    after = {(s.path, s.qualified_name): s.id for s in repository.symbols("*")}
    assert len(before) > 60
    assert all(after[path, name] == identity for (path, name, _), identity in before.items() if path == "pkg/base.py")
    assert repository.symbol("pkg/base.py:Base.read").line == 6


def test_equal_trees_have_equal_snapshots_wherever_they_lie_and_in_whatever_order_they_came(tmp_path: Path) -> None:
    roots = [tmp_path / "here", tmp_path / "far" / "away in a folder", tmp_path / "z"]
    for number, root in enumerate(roots):
        write_mixed(root, shuffled=number)
    commit(roots[1])
    repositories = [repository_at(root, tmp_path / f"store{number}") for number, root in enumerate(roots)]
    reports = [repository.index() for repository in repositories]
    states = [state_of(repository) for repository in repositories]
    assert len({report.snapshot for report in reports}) == 1
    assert states[0] == states[1] == states[2]


@pytest.mark.parametrize("batch_bytes", [1, 3_000])
def test_how_files_are_cut_into_batches_and_processes_does_not_show(tmp_path: Path, batch_bytes: int) -> None:
    """Of every language in `make test-all`: each process compiles the queries it meets, a second for all of them."""
    write_mixed(tmp_path / "tree")
    for path in TEXTS if not ALL else ():
        if path.endswith(SLOW_TO_COMPILE):
            (tmp_path / "tree" / path).unlink()
    snapshot, state = fresh_state(tmp_path / "tree", tmp_path / "plain")
    many = repository_at(
        tmp_path / "tree", tmp_path / "many", in_process_below=1, processes=2, batch_bytes=batch_bytes
    )
    report = many.index()
    assert report.snapshot == snapshot
    assert report.files > 15
    assert state_of(many) == state


def test_any_change_of_a_file_changes_its_packages_root_and_no_unrelated_one(template: Path, scratch: Path) -> None:
    place = prepare(template, scratch, versioned=False)
    repository = repository_at(place / "tree", place / "kept")
    first = repository.index().snapshot
    before = repository.packages()
    write(place / "tree", "rb/page.rb", TEXTS["rb/page.rb"][0] + "# a remark\n")
    second = repository.index().snapshot
    after = repository.packages()
    assert first != second
    assert {package for package in before if before[package] != after[package]} == {"rb"}


# --------------------------------------------------------------------------------------------------- remembered choices


def test_a_narrower_choice_of_files_forgets_what_it_leaves_out(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "web/app.js", "function a(){" + "x=1;" * 5_000 + "}")
    write(root, "vendor/lib/tool.py", "def vendored_tool():\n    return 1\n")
    write(root, "main.py", "def main():\n    return 1\n")
    for path in root.rglob("*.*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    repository = repository_at(root, tmp_path / "kept")
    repository.index(sources=Sources(include_minified=True, include_vendored=True))
    assert repository.index().files == 3, "a run without a choice keeps the last one"
    repository.index(sources=Sources())
    fresh = repository_at(root, tmp_path / "fresh")
    fresh.index()
    assert state_of(repository) == state_of(fresh)
    repository.index(sources=Sources(include_minified=True, include_vendored=True))
    assert len(repository.skipped()) == 0


def test_files_read_by_other_rules_are_read_again(
    template: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = prepare(template, scratch, versioned=False)
    repository = repository_at(place / "tree", place / "kept")
    tree = Tree(place / "tree", settled=True)
    for path in tree.files():
        tree.tick(path)
    from seedwalk import index
    from seedwalk.indexing import changes
    from seedwalk.languages import fingerprint

    for module in (changes, index):
        monkeypatch.setattr(module, "fingerprint", lambda name: "before" if name == "go" else fingerprint(name))
    repository.index()
    monkeypatch.undo()
    assert repository.index().read == 3
    check(repository, place)
    assert repository.index().read == 0
