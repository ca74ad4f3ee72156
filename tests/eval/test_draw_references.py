"""The draw: the same everywhere, each reference once, never more tests than code."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.api import open_repository
from seedwalk.eval import draw_references
from seedwalk.eval.draw_references import Drawn, bounded, draw, shuffled
from seedwalk.eval.mentions import each_file
from seedwalk.model import RefKind
from tests.trees import put

SEED = 3
GOLDEN = [55, 12, 18, 29, 4, 39, 7, 8]
"""Which of `MANY` come first: another order would make the truth in `bench/references/` no draw of this command."""


def drawn(number: int, test: bool = False) -> Drawn:
    return Drawn(f"src/file{number}.go", number, number * 10, RefKind.CALL, f"call{number}", "src/file.go:f", test)


MANY = [drawn(number, test=number % 3 > 0) for number in range(60)]
NUMBERED = st.lists(st.builds(drawn, st.integers(0, 99), st.booleans()), max_size=40)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Code, a test, a vendored file and a script of another language; each calls something."""
    root = tmp_path / "tree"
    files = {
        "store.go": "package store\n\nfunc Get() { read(); clean() }\n\nfunc read() {}\n\nfunc clean() { read() }\n",
        "store_test.go": 'package store\n\nimport "testing"\n\nfunc TestGet(t *testing.T) { Get(); read(); t.Log() }\n',
        "vendor/dep/dep.go": "package dep\n\nfunc Run() { stop() }\n\nfunc stop() {}\n",
        "tool.py": "def main():\n    print(1)\n    main()\n",
    }
    put(root, files)
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def test_an_order_is_the_same_however_the_references_come() -> None:
    assert shuffled(MANY, SEED) == shuffled(MANY[::-1], SEED)


def test_another_seed_is_another_order_of_the_same() -> None:
    one, other = shuffled(MANY, SEED), shuffled(MANY, SEED + 1)
    assert one != other
    assert set(one) == set(other)


def test_the_order_is_not_that_of_the_files() -> None:
    assert shuffled(MANY, SEED) != MANY


def test_the_order_is_the_one_the_truth_was_drawn_in() -> None:
    assert [one.line for one in shuffled(MANY, SEED)[:8]] == GOLDEN


def test_two_at_one_place_have_an_order_too() -> None:
    twins = [drawn(number, test=test) for number in range(20) for test in (True, False)]
    assert shuffled(twins, SEED) == shuffled(twins[::-1], SEED)
    assert [one.test for one in shuffled(twins, SEED)] == [False, True] * 20


@given(NUMBERED, st.builds(drawn, st.integers(100, 199)))
def test_a_reference_that_comes_or_goes_moves_no_other(references: list[Drawn], one_more: Drawn) -> None:
    without = shuffled(references, SEED)
    assert [one for one in shuffled([*references, one_more], SEED) if one != one_more] == without


def test_a_reference_found_twice_is_drawn_once() -> None:
    assert shuffled([drawn(1), drawn(2), drawn(1)], SEED) in ([drawn(1), drawn(2)], [drawn(2), drawn(1)])


@given(NUMBERED)
def test_tests_are_at_most_half_of_every_beginning(references: list[Drawn]) -> None:
    given_so_far = list(bounded(references))
    for end in range(1, len(given_so_far) + 1):
        assert 2 * sum(one.test for one in given_so_far[:end]) <= end


@given(NUMBERED)
def test_what_is_no_test_is_never_left_out(references: list[Drawn]) -> None:
    assert [one for one in bounded(references) if not one.test] == [one for one in references if not one.test]


def test_calls_of_a_repository_are_drawn_with_the_symbol_around_them(tree: Path, tmp_path: Path) -> None:
    repository = open_repository(tree, store=tmp_path / "index")
    repository.index()
    found = draw(repository, SEED, 100, "go")
    assert {(one.path, one.line, one.text, one.source) for one in found if not one.test} == {
        ("store.go", 3, "read", "store.go:Get"),
        ("store.go", 3, "clean", "store.go:Get"),
        ("store.go", 7, "read", "store.go:clean"),
    }
    assert {one.source for one in found if one.test} == {"store_test.go:TestGet"}
    assert {one.path for one in draw(repository, SEED, 100)} == {"store.go", "store_test.go", "tool.py"}


def test_a_reference_stands_at_the_byte_of_its_last_name(tree: Path, tmp_path: Path) -> None:
    repository = open_repository(tree, store=tmp_path / "index")
    repository.index()
    for file in each_file(repository):
        text = (tree / file.path).read_bytes()
        for call in file.calls:
            assert text[call.byte :].startswith(call.text.rpartition(".")[2].encode())


def test_the_command_prints_the_draw_and_leaves_the_tree_as_it_was(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path.name for path in tree.iterdir())
    asked = [str(tree), "--seed", "3", "--count", "2", "--language", "go"]
    assert draw_references.main(asked) == 0
    once = capsys.readouterr().out
    assert draw_references.main(asked) == 0
    assert capsys.readouterr().out == once
    rows = [json.loads(line) for line in once.splitlines()]
    assert [sorted(row) for row in rows] == [["byte", "kind", "line", "path", "source", "test", "text"]] * 2
    assert sorted(path.name for path in tree.iterdir()) == before


@pytest.mark.parametrize("count", ["0", "-1"])
def test_a_draw_of_nothing_is_refused(tree: Path, count: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert draw_references.main([str(tree), "--seed", "3", "--count", count]) == 2
    assert f"--count is {count}" in capsys.readouterr().err
