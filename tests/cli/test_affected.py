"""`seedwalk affected`: the tests a change reaches, from files or from a difference to a commit, in every language."""

# ruff: noqa: E501 - each text stays on its line

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.index.mixed import write
from tests.sources.trees import commit, git

LANGUAGES: dict[str, tuple[dict[str, str], str, str]] = {
    "python": (
        {
            "shop/a.py": "def build():\n    return 1\n",
            "shop/b.py": "from shop.a import build\n\n\ndef make():\n    return build()\n",
            "tests/test_b.py": "from shop.b import make\n\n\ndef test_make():\n    make()\n\n\ndef test_other():\n    pass\n",
        },
        "shop/a.py", "tests/test_b.py:test_make",
    ),
    "javascript": (
        {
            "a.js": "function build() {}\nmodule.exports = { build }\n",
            "b.js": "const { build } = require('./a')\nfunction make() { build() }\nmodule.exports = { make }\n",
            "b.test.js": "const { make } = require('./b')\ntest('makes', () => { make() })\n",
        },
        "a.js", "b.test.js:b.test",
    ),
    "typescript": (
        {
            "a.ts": "export class Base { build() {} }\n",
            "b.ts": "import { Base } from './a'\nexport class Shop extends Base { make() { this.build() } }\n",
            "b.spec.ts": "import { Shop } from './b'\ndescribe('b', () => { it('makes', () => { new Shop().make() }) })\n",
        },
        "a.ts", "b.spec.ts:b.spec",
    ),
    "go": (
        {
            "go.mod": "module example.org/shop\n",
            "store/a.go": "package store\nfunc Build() {}\n",
            "shop/b.go": 'package shop\nimport "example.org/shop/store"\nfunc Make() { store.Build() }\n',
            "shop/b_test.go": 'package shop\nimport "testing"\nfunc TestMake(t *testing.T) { Make() }\n',
        },
        "store/a.go", "shop/b_test.go:TestMake",
    ),
    "rust": (
        {
            "Cargo.toml": '[package]\nname = "shop"\nedition = "2021"\n',
            "src/lib.rs": "pub mod a;\npub fn make() { a::build(); }\n",
            "src/a.rs": "pub fn build() {}\n",
            "tests/makes.rs": "#[test]\nfn makes() { shop::make(); }\n",
        },
        "src/a.rs", "tests/makes.rs:makes",
    ),
    "java": (
        {
            "src/main/java/org/A.java": "package org;\nclass A { void build() {} }\n",
            "src/main/java/org/B.java": "package org;\nclass B { A a; void make() { a.build(); } }\n",
            "src/test/java/org/BTest.java": "package org;\nclass BTest {\n  @Test void makes() { new B().make(); }\n}\n",
        },
        "src/main/java/org/A.java", "src/test/java/org/BTest.java:BTest.makes",
    ),
    "csharp": (
        {
            "A.cs": "namespace Shop;\npublic class A { public void Build() {} }\n",
            "B.cs": "namespace Shop;\npublic class B { A a; public void Make() { a.Build(); } }\n",
            "Shop.Tests/BTests.cs": "using Shop;\npublic class BTests {\n  [Fact] public void Makes() { new B().Make(); }\n}\n",
        },
        "A.cs", "Shop.Tests/BTests.cs:BTests.Makes",
    ),
    "ruby": (
        {
            "lib/a.rb": "class A\n  def build; end\nend\n",
            "lib/b.rb": "require_relative 'a'\nclass B\n  def make\n    A.new.build\n  end\nend\n",
            "test/b_test.rb": "require 'b'\nclass BTest < Minitest::Test\n  def test_make\n    B.new.make\n  end\nend\n",
            "spec/b_spec.rb": "require 'b'\ndescribe B do\n  it 'makes' do\n    B.new.make\n  end\nend\n",
        },
        "lib/a.rb", "test/b_test.rb:BTest.test_make",
    ),
}  # fmt: skip
"""Files, the one that changes, and a test it must reach."""


def lay(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        write(root, path, text)


def reached(here: Run, *arguments: str) -> dict[str, dict[str, Any]]:
    done = here("affected", *arguments, "--json")
    assert done.code == 0, done.err
    found = [json.loads(line) for line in done.out.splitlines()]
    return {f"{row['path']}:{row['name']}": row for row in found}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A versioned repository in Python; the working folder is its top."""
    place = tmp_path / "repo"
    lay(place, LANGUAGES["python"][0])
    commit(place)
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_test_that_calls_what_calls_the_change_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Run, language: str
) -> None:
    files, changed, test = LANGUAGES[language]
    lay(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    found = reached(here, changed)
    assert test in found
    row = found[test]
    assert row["depth"] >= 2
    assert row["confidence"] == 0.9
    assert len(row["way"]) == row["depth"] + 1
    assert "tests/test_b.py:test_other" not in found


def test_a_spec_whose_tests_are_blocks_is_told_as_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Run
) -> None:
    lay(tmp_path, LANGUAGES["ruby"][0])
    monkeypatch.chdir(tmp_path)
    assert "spec/b_spec.rb:b_spec" in reached(here, "lib/a.rb")


def test_depth_cuts_what_is_far(root: Path, here: Run) -> None:
    assert reached(here, "shop/a.py", "--depth", "1") == {}
    assert list(reached(here, "shop/a.py", "--depth", "2")) == ["tests/test_b.py:test_make"]


def test_a_test_that_changed_itself_is_affected(root: Path, here: Run) -> None:
    found = reached(here, "tests/test_b.py")
    assert {row["depth"] for row in found.values()} == {0}
    assert set(found) >= {"tests/test_b.py:test_make", "tests/test_b.py:test_other"}


# ----------------------------------------------------------------------------------------------------- differences


def test_only_the_lines_that_differ_count(root: Path, here: Run) -> None:
    write(root, "shop/a.py", "def build():\n    return 1\n\n\ndef unused():\n    return 2\n")
    assert reached(here, "--diff", "HEAD") == {}
    write(root, "shop/a.py", "def build():\n    return 3\n")
    assert list(reached(here, "--diff", "HEAD")) == ["tests/test_b.py:test_make"]


def test_a_file_git_does_not_know_yet_is_changed_whole(root: Path, here: Run) -> None:
    write(root, "tests/test_new.py", "from shop.a import build\n\n\ndef test_new():\n    build()\n")
    assert set(reached(here, "--diff", "HEAD")) == {"tests/test_new.py:test_new"}
    write(root, "shop/extra.py", "from shop.a import build\n\n\ndef more():\n    return build()\n")
    write(root, "tests/test_new.py", "from shop.extra import more\n\n\ndef test_new():\n    more()\n")
    assert set(reached(here, "--diff", "HEAD")) == {"tests/test_new.py:test_new"}


def test_a_renamed_file_is_changed_whole(root: Path, here: Run) -> None:
    git(root, "mv", "shop/a.py", "shop/moved.py")
    write(root, "shop/b.py", "from shop.moved import build\n\n\ndef make():\n    return build()\n")
    assert "tests/test_b.py:test_make" in reached(here, "--diff", "HEAD")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "moved")
    git(root, "mv", "shop/moved.py", "shop/again.py")
    write(root, "shop/b.py", "from shop.again import build\n\n\ndef make():\n    return build()\n")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "again")
    assert "tests/test_b.py:test_make" in reached(here, "--diff", "HEAD~1")


def test_a_deleted_file_takes_nothing_else_with_it(root: Path, here: Run) -> None:
    write(root, "shop/gone.py", "def gone():\n    pass\n")
    commit(root)
    (root / "shop/gone.py").unlink()
    write(root, "shop/b.py", "from shop.a import build\n\n\ndef make():\n    return build() + 1\n")
    assert list(reached(here, "--diff", "HEAD")) == ["tests/test_b.py:test_make"]


ODD = ("with space.py", "größe.py", "tab\there.py", 'quote".py')


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("tracked", [True, False], ids=["tracked", "untracked"])
def test_odd_paths_are_paths(root: Path, here: Run, name: str, tracked: bool) -> None:
    if tracked:
        write(root, f"odd/{name}", "def odd_one():\n    return 1\n")
        commit(root)
    write(root, f"odd/{name}", "def odd_one():\n    return 2\n")
    write(root, "tests/test_odd.py", "def test_odd(x):\n    x.odd_two()\n")
    write(root, f"odd/{name}", "class Odd:\n    def odd_two(self):\n        return 2\n")
    assert "tests/test_odd.py:test_odd" in reached(here, "--diff", "HEAD")
    assert list(reached(here, f"odd/{name}")) == ["tests/test_odd.py:test_odd"]


@pytest.mark.parametrize("state", ["untracked", "edited", "gone"])
def test_a_name_that_is_no_utf8_does_not_stand_in_the_way_of_others(root: Path, here: Run, state: str) -> None:
    odd = root / os.fsdecode(b"shop/caf\xe9.py")
    try:
        odd.write_text("def odd():\n    return 1\n", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes no such name")
    if state != "untracked":
        commit(root)
    if state == "edited":
        odd.write_text("def odd():\n    return 2\n", encoding="utf-8")
    elif state == "gone":
        odd.unlink()
    write(root, "shop/a.py", "def build():\n    return 3\n")
    assert list(reached(here, "--diff", "HEAD")) == ["tests/test_b.py:test_make"]


def test_lines_that_look_like_a_difference_are_contents(root: Path, here: Run) -> None:
    write(root, "shop/a.py", "x = '''\n++ shop/b.py\n@@ -1 +1 @@\n-- x\n'''\n\n\ndef build():\n    return 1\n")
    found = reached(here, "--diff", "HEAD")
    assert found == {}, "only the module's own lines changed"


# ------------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "nothing says what changed"),
        (["no/such.py"], "'no/such.py' is not in the index"),
        (["--diff", "no-such-branch"], "'no-such-branch' cannot be compared with"),
        (["--diff", "--output=x"], "--output=x"),
        (["shop/a.py", "--depth", "0"], "--depth"),
    ],
)
def test_what_cannot_be_meant_ends_with_2_and_says_why(root: Path, here: Run, arguments: list[str], told: str) -> None:
    done = here("affected", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert not (root / "x").exists()


def test_without_git_files_can_be_named_and_a_difference_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Run
) -> None:
    lay(tmp_path, LANGUAGES["python"][0])
    monkeypatch.chdir(tmp_path)
    assert list(reached(here, "shop/a.py")) == ["tests/test_b.py:test_make"]
    done = here("affected", "--diff", "HEAD")
    assert done.code == 2
    assert "'HEAD' cannot be compared with" in done.err


def test_people_read_the_way(root: Path, here: Run) -> None:
    done = here("affected", "shop/a.py")
    assert done.out == "tests/test_b.py:test_make  0.90  through make < build\n"
    assert "nothing" not in done.err
    assert "no test in the index depends" in here("affected", "shop/a.py", "--depth", "1").err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_test_that_leant_on_a_file_that_is_gone_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Run, language: str
) -> None:
    files, changed, test = LANGUAGES[language]
    lay(tmp_path, files | {"other/test_none.py": "def test_none():\n    pass\n"})
    commit(tmp_path)
    (tmp_path / changed).unlink()
    monkeypatch.chdir(tmp_path)
    found = reached(here, "--diff", "HEAD")
    assert test in found
    row = found[test]
    assert row["way"][-1] == changed
    assert row["depth"] >= 2
    assert 0 < row["confidence"] < 1
    assert not any("test_none" in name for name in found)


def test_a_test_file_that_imports_a_module_that_is_gone_breaks_as_a_whole(root: Path, here: Run) -> None:
    (root / "shop" / "b.py").unlink()
    found = reached(here, "--diff", "HEAD")
    assert set(found) == {"tests/test_b.py:test_b", "tests/test_b.py:test_make"}
    assert found["tests/test_b.py:test_make"]["way"] == ["test_make", "shop/b.py"]
    assert "through shop/b.py" in here("affected", "--diff", "HEAD").out


def test_a_file_under_a_new_name_reaches_those_who_know_the_old_one(root: Path, here: Run) -> None:
    (root / "shop" / "a.py").rename(root / "shop" / "c.py")
    git(root, "add", "--all")
    assert "tests/test_b.py:test_make" in reached(here, "--diff", "HEAD")
