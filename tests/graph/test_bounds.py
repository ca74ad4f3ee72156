"""Edges that follow from all files together: what they say, how they point, and how many one symbol may have; and
what is worked out once for all of them."""

# ruff: noqa: E501 - each text stays on its line

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from seedwalk.config import Deriving
from seedwalk.graph.imported import Imports
from seedwalk.graph.meaning import FEW
from tests.graph.trees import edges, indexed, line

LIMITS = Deriving()


def shared(count: int, calls: int) -> str:
    """A module of so many functions that all call the same few others."""
    helpers = "".join(f"def part_{n}():\n    pass\n\n\n" for n in range(calls))
    called = "".join(f"    part_{n}()\n" for n in range(calls))
    return helpers + "".join(f"def alike_{n}():\n{called}\n\n" for n in range(count))


def test_functions_that_call_the_same_are_similar_both_ways(tmp_path: Path) -> None:
    found = {line(row) for row in edges(indexed(tmp_path, {"a.py": shared(2, 4)}), "similar_to")}
    assert found == {"derived alike_0 -> alike_1", "derived alike_1 -> alike_0"}


def test_likeness_is_the_share_of_what_both_use(tmp_path: Path) -> None:
    text = shared(1, 4) + "def other():\n    part_0()\n    part_1()\n    part_2()\n    alike_0()\n"
    rows = edges(indexed(tmp_path, {"a.py": text}), "similar_to", "other")
    assert [(line(row), row["confidence"]) for row in rows] == [("derived other -> alike_0", 0.6)]


FIELDS = """
class Box:
    def __init__(self):
        self.top, self.left, self.width = 1, 2, 3
        start(self)

    def area(self):
        return self.top * self.left * self.width

    def show(self):
        print(self.top, self.left, self.width)

    def move(self):
        self.top = self.left = self.width = start(self)

    def turn(self):
        self.top = self.left = self.width = start(self)


def start(box):
    return 1
"""


def test_sharing_fields_is_not_doing_alike_and_making_is_like_nothing(tmp_path: Path) -> None:
    found = {line(row) for row in edges(indexed(tmp_path, {"a.py": FIELDS}), "similar_to")}
    assert found == {"derived Box.move -> Box.turn", "derived Box.turn -> Box.move"}


USING = """
import os, sys, time


def read(name):
    {shared}
    time.sleep(1)


def clean(name):
    {shared}
    sys.exit(1)


def mine():
    pass
"""


@pytest.mark.parametrize(
    ("shared", "alike"),
    [
        ("os.stat(name), os.open(name)", False),
        ("os.stat(name), mine()", True),
        ("os.stat(name), os.open(name), os.read(name)", True),
    ],
)
def test_how_others_are_used_tells_less_than_what_is_done_here(tmp_path: Path, shared: str, alike: bool) -> None:
    found = edges(indexed(tmp_path, {"a.py": USING.format(shared=shared)}), "similar_to", "read")
    assert bool(found) is alike


def test_too_little_in_common_is_chance(tmp_path: Path) -> None:
    assert edges(indexed(tmp_path, {"a.py": shared(2, LIMITS.least_alike - 1)}), "similar_to") == []


def test_what_very_many_use_tells_nobody_alike(tmp_path: Path) -> None:
    assert edges(indexed(tmp_path, {"a.py": shared(LIMITS.most_alike + 1, 4)}), "similar_to") == []


def test_a_symbol_is_similar_to_a_few_others_at_most(tmp_path: Path) -> None:
    rows = edges(indexed(tmp_path, {"a.py": shared(LIMITS.most_alike, 4)}), "similar_to")
    counts = Counter(row["source"]["name"] for row in rows)
    assert set(counts.values()) == {LIMITS.similar}
    assert len(counts) == LIMITS.most_alike


def test_tests_are_similar_to_nothing(tmp_path: Path) -> None:
    repository = indexed(tmp_path, {"tests/test_a.py": shared(3, 4)})
    assert edges(repository, "similar_to") == []


def subjects_and_tests(subjects: int, tests: int) -> dict[str, str]:
    defined = "".join(f"def subject_{n}():\n    pass\n\n\n" for n in range(subjects))
    called = "".join(f"    subject_{n}()\n" for n in range(subjects))
    names = ", ".join(f"subject_{n}" for n in range(subjects))
    return {
        "shop.py": defined,
        "tests/test_shop.py": f"from shop import {names}\n\n\n" + "".join(f"def test_{n}():\n{called}\n\n" for n in range(tests)),
    }  # fmt: skip


def test_subjects_of_one_test_are_tested_together_both_ways(tmp_path: Path) -> None:
    found = {line(row) for row in edges(indexed(tmp_path, subjects_and_tests(2, 1)), "co_tested_with")}
    assert found == {"derived subject_0 -> subject_1", "derived subject_1 -> subject_0"}


def test_a_test_of_much_is_about_nothing_in_particular(tmp_path: Path) -> None:
    assert edges(indexed(tmp_path, subjects_and_tests(LIMITS.most_tested_together + 1, 3)), "co_tested_with") == []


def test_a_symbol_is_tested_with_a_few_others_at_most(tmp_path: Path) -> None:
    rows = edges(indexed(tmp_path, subjects_and_tests(LIMITS.most_tested_together, 2)), "co_tested_with")
    assert set(Counter(row["source"]["name"] for row in rows).values()) == {LIMITS.co_tested}


def test_every_tests_edge_has_its_mirror_image(tmp_path: Path) -> None:
    repository = indexed(tmp_path, subjects_and_tests(3, 2))
    there = {(row["source"]["name"], row["target"]["name"], row["line"]) for row in edges(repository, "tests")}
    back = {(row["target"]["name"], row["source"]["name"], row["line"]) for row in edges(repository, "tested_by")}
    assert there == back
    assert len(there) == 6


def test_tests_inherit_by_extends_alone(tmp_path: Path) -> None:
    repository = indexed(
        tmp_path,
        {
            "base.py": "class Base:\n    def build(self):\n        pass\n",
            "tests/test_a.py": "from base import Base\n\n\nclass TestA(Base):\n    def test_it(self):\n        self.build()\n",
        },
    )
    assert [line(row) for row in edges(repository, "extends")] == ["import_resolved TestA -> Base"]
    assert edges(repository, "inherits") == []


def test_an_interface_has_a_bounded_number_of_implementors(tmp_path: Path) -> None:
    count = LIMITS.most_implementors + 20
    types = "".join(f"type T{n} struct{{}}\nfunc (t T{n}) Save() {{}}\n" for n in range(count))
    repository = indexed(tmp_path, {"a.go": f"package a\ntype Saver interface{{ Save() }}\n{types}"})
    assert len(edges(repository, "implements")) == LIMITS.most_implementors


def test_a_god_class_passes_on_a_bounded_number_of_members(tmp_path: Path) -> None:
    from seedwalk.graph.hierarchy import MAX_INHERITED

    members = "".join(f"    def m{n}(self):\n        pass\n\n" for n in range(MAX_INHERITED + 50))
    repository = indexed(tmp_path, {"a.py": f"class God:\n{members}\nclass Child(God):\n    pass\n"})
    assert len(edges(repository, "inherits")) == MAX_INHERITED


def test_a_package_of_many_files_is_read_once_however_often_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Imports] = []
    whole = Imports._table

    def noted(self: Imports, paths: Sequence[str]) -> Mapping[str, tuple[str, int]]:
        made.append(self)
        return whole(self, paths)

    monkeypatch.setattr(Imports, "_table", noted)
    parts = {f"lib/part{n}.go": f"package lib\n\nfunc Part{n}() {{}}\n" for n in range(FEW + 3)}
    calls = "".join(f"\tlib.Part{n}()\n" for n in range(FEW + 3))
    users = {
        f"use{n}/use.go": f'package use{n}\n\nimport "x/lib"\n\nfunc Use{n}() {{\n{calls}}}\n' for n in range(9)
    }
    found = edges(indexed(tmp_path, {"go.mod": "module x\n", **parts, **users}), "calls")
    assert len(found) == 9 * (FEW + 3)
    assert {len(one._tables) for one in made} == {1}
