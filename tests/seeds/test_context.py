"""Path context: types where the task's words point, those with a fitting method first, so many of each sort."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.config import ContextUse, PathContext
from seedwalk.seeds.choose import choose
from seedwalk.seeds.ranked import Channel
from tests.seeds.here import Here, seed, standing

GROUP = {
    "clients/group/parts.py": (
        "class Coordinator:\n    def poll(self): pass\n\n\n"
        "class Plain:\n    size = 1\n\n\n"
        "class Member:\n    def rejoin_consumer(self): pass\n\n\n"
        "def loose(): pass\n"
    ),
    "clients/other.py": "class Elsewhere:\n    def consumer(self): pass\n",
}
TASK = "the consumer leaves its group"


def test_types_with_a_fitting_method_come_first_then_types_with_members_then_the_rest(tmp_path: Path) -> None:
    with standing(tmp_path, GROUP) as here:
        found = here.told(TASK)[Channel.CONTEXT]
        names = here.names(found)
    assert names[:2] == ["Member", "Coordinator"]
    assert names[2] == "Plain"
    assert "loose" in names[3:]
    assert "Elsewhere" not in names
    assert found.values.tolist() == sorted(found.values.tolist(), reverse=True)


def test_without_type_methods_only_members_count(tmp_path: Path) -> None:
    with standing(tmp_path, GROUP, seed("type-methods")) as here:
        found = here.told(TASK)[Channel.CONTEXT]
        assert set(here.names(found)[:2]) == {"Member", "Coordinator"}
        assert found.values[0] == found.values[1] == PathContext().values[1]


def test_each_sort_has_its_cap_and_so_have_all_together(tmp_path: Path) -> None:
    rich = "\n\n\n".join(f"class Rich{n}:\n    def go(self): pass" for n in range(8))
    lean = "\n\n\n".join(f"class Lean{n}: pass" for n in range(12))
    loose = "\n\n\n".join(f"def loose{n}(): pass" for n in range(20))
    files = {"group/a.py": f"{rich}\n\n\n{lean}\n\n\n{loose}\n"}
    with standing(tmp_path, files) as here:
        names = here.named(TASK, Channel.CONTEXT)
    tuning = PathContext()
    assert sum(name.startswith("Rich") and "." not in name for name in names) == tuning.rich
    assert sum(name.startswith("Lean") for name in names) == tuning.lean
    assert len(names) == tuning.rich + tuning.lean + tuning.other == tuning.most


def test_a_word_must_begin_a_folder_or_a_file(tmp_path: Path) -> None:
    files = {"regroup/a.py": "class A: pass\n", "src/groups.py": "class B: pass\n"}
    with standing(tmp_path, files) as here:
        assert here.named(TASK, Channel.CONTEXT) == ["B"]


ALONE = ("names", "wording", "concepts", "gap-fill")
"""All other ways to become a seed, to be switched off."""


def start(here: Here) -> np.ndarray:
    thought = here.mind.think(here.connection, TASK, 5)
    return choose(thought.fused, here.question(TASK), here.mind.ground, thought.told).start


def test_as_a_supplement_it_seeds_at_little_weight(tmp_path: Path) -> None:
    with standing(tmp_path, GROUP, seed(*ALONE)) as here:
        assert len(here.mind.think(here.connection, TASK, 5).fused) == 0
        assert start(here)[here.row("Plain")] == seed().seeding.supplement == 0.3


def test_a_symbol_found_by_name_keeps_the_weight_of_its_rank(tmp_path: Path) -> None:
    with standing(tmp_path, GROUP) as here:
        thought = here.mind.think(here.connection, TASK, 5)
        assert thought.told[Channel.CONTEXT].rank(here.row("Member")) is not None
        assert start(here)[here.row("Member")] >= seed().seeding.last


def test_fused_it_competes_with_its_weight(tmp_path: Path) -> None:
    settings = seed(*ALONE)
    fused = replace(settings, seeding=replace(settings.seeding, context=ContextUse.FUSED))
    with standing(tmp_path, GROUP, fused) as here:
        thought = here.mind.think(here.connection, TASK, 5)
        assert thought.fused.values[0] == pytest.approx(1.5 / 61)
        assert start(here)[here.row("Member")] == seed().seeding.first


def test_switched_off_it_is_not_asked(tmp_path: Path) -> None:
    with standing(tmp_path, GROUP, seed("context")) as here:
        assert Channel.CONTEXT not in here.told(TASK)
