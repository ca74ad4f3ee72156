"""From candidates to seeds: each step on its own, then together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.config import Seeding
from seedwalk.model import Flags, Kind
from seedwalk.seeds.choose import choose, filled, focused, implementors, restart_weights, seed_count, types_first
from seedwalk.seeds.noise import noisy
from seedwalk.seeds.ranked import NOTHING, Ranked
from tests.seeds.here import seed, standing


@pytest.mark.parametrize(
    ("name", "qualified", "path", "kind", "flags", "left_out"),
    [
        ("put", "Store.put", "src/store.go", Kind.METHOD, Flags.NONE, False),
        ("os.path", "os.path", "", Kind.EXTERNAL, Flags.NONE, True),
        ("put", "Store.put", "src/store.go", Kind.METHOD, Flags.EXTERNAL, True),
        ("put", "Store.put", "web/dist/store.js", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "build/store.js", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "vendor/x/store.go", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "node_modules/x/store.js", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "src/building/store.go", Kind.METHOD, Flags.NONE, False),
        ("put", "Store.put", "web/store.min.js", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "web/store.bundle.js", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "tests/conftest.py", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "tests/fixtures.py", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "internal/testutil/store.go", Kind.METHOD, Flags.NONE, True),
        ("put", "Store.put", "spec/test_helper.rb", Kind.METHOD, Flags.NONE, True),
        ("put", "mockStore.put", "src/store.go", Kind.METHOD, Flags.NONE, True),
        ("FakeStore", "FakeStore", "src/store.go", Kind.STRUCT, Flags.NONE, True),
        ("StoreStub", "StoreStub", "src/store.go", Kind.CLASS, Flags.NONE, True),
        ("mock_time", "Clock.mock_time", "src/clock.py", Kind.METHOD, Flags.NONE, False),
        ("put", "Store.put", "src/store.go", Kind.METHOD, Flags.MOCK, True),
        ("ab", "ab", "src/a.js", Kind.FUNCTION, Flags.NONE, True),
        ("ID", "User.ID", "src/a.go", Kind.FIELD, Flags.NONE, False),
        ("abc", "abc", "src/a.js", Kind.FUNCTION, Flags.NONE, False),
    ],
)
def test_noise_is_told_by_kind_flags_path_and_name(
    name: str, qualified: str, path: str, kind: Kind, flags: Flags, left_out: bool
) -> None:
    assert noisy(name, qualified, path, kind, flags, Seeding().shortest_name) is left_out


def test_types_come_first_each_in_its_order() -> None:
    types = np.array([False, True, False, True, False])
    assert types_first(np.array([4, 3, 0, 1]), types).tolist() == [3, 1, 4, 0]


@pytest.mark.parametrize(
    ("rows", "package", "wanted"),
    [
        ([1, 2, 3, 4], "abba", [1, 4, 2, 3]),
        ([1, 2, 3, 4], "abcb", [2, 4, 1, 3]),
        ([1, 2], "ab", [1, 2]),
        ([], "", []),
    ],
)
def test_the_largest_package_comes_first_and_of_equals_the_first(
    rows: list[int], package: str, wanted: list[int]
) -> None:
    assert focused(np.array(rows, np.int64), list(package)).tolist() == wanted


@pytest.mark.parametrize(
    ("size", "count"), [(0, 15), (10_000, 15), (10_001, 20), (40_000, 20), (40_001, 25), (1_000_000, 25)]
)
def test_larger_graphs_get_more_seeds(size: int, count: int) -> None:
    assert seed_count(size, Seeding()) == count
    assert seed_count(size, Seeding(by_size=False)) == 15


@given(st.integers(0, 60))
def test_weights_fall_from_the_first_to_the_last_in_equal_steps(count: int) -> None:
    weights = restart_weights(count, Seeding())
    assert len(weights) == count
    if count:
        assert weights[0] == 1.0
    if count > 1:
        assert weights[-1] == pytest.approx(0.4)
        assert np.diff(weights) == pytest.approx(np.full(count - 1, -0.6 / (count - 1)))


def test_without_ranks_all_seeds_count_alike() -> None:
    assert restart_weights(3, Seeding(by_rank=False)).tolist() == [1.0, 1.0, 1.0]


STORES = {
    "store/api.ts": "export interface Store { get(key: string): string }\n",
    "store/disk.ts": (
        'import { Store } from "./api"\nexport class Disk implements Store { get(key: string) { return key } }\n'
    ),
    "store/memory.ts": (
        'import { Store } from "./api"\nexport class Memory implements Store { get(key: string) { return key } }\n'
    ),
    "store/mock.ts": (
        'import { Store } from "./api"\nexport class MockStore implements Store { get(key: string) { return key } }\n'
    ),
    "web/page.ts": "export function drawPage() { return 1 }\n",
}  # fmt: skip


def test_implementors_of_a_matched_interface_are_seeds_and_mocks_are_not(tmp_path: Path) -> None:
    with standing(tmp_path, STORES) as here:
        rows = np.array([here.row("Store")])
        question, ground = here.question("page"), here.mind.ground
        named = {ground.qualified(here.connection)[row] for row in implementors(rows, ground)}
        assert named == {"Disk", "Memory", "MockStore"}
        found = choose(Ranked(rows, np.ones(1)), question, ground, {})
        assert found.start[here.row("Store")] == 1.0
        assert found.start[here.row("Disk")] == found.start[here.row("Memory")] == Seeding().last
        assert found.start[here.row("MockStore")] == 0
    with standing(tmp_path / "off", STORES, seed("implementors", "gap-fill")) as here:
        rows = np.array([here.row("Store")])
        found = choose(Ranked(rows, np.ones(1)), here.question("page"), here.mind.ground, {})
        assert found.rows.tolist() == rows.tolist()


def test_gaps_are_filled_by_what_is_alike_and_only_gaps(tmp_path: Path) -> None:
    with standing(tmp_path, STORES) as here:
        question, ground = here.question("draw a page"), here.mind.ground
        assert filled(NOTHING.rows, question, ground).tolist() == [here.row("drawPage")]
        enough = np.arange(Seeding().gap_below)
        assert filled(enough, question, ground).tolist() == enough.tolist()


def test_seeds_are_cut_to_their_number_after_the_order_is_made(tmp_path: Path) -> None:
    files = {"many/a.py": "\n\n\n".join(f"def charge_{n}(): pass" for n in range(30)) + "\n",
             "few/b.py": "class Charge: pass\n"}  # fmt: skip
    settings = replace(seed("implementors", "gap-fill"), seeding=replace(Seeding(), few=4, dense_from=0))
    with standing(tmp_path, files, settings) as here:
        ground = here.mind.ground
        rows = np.array([here.row("charge_1"), here.row("Charge"), *(here.row(f"charge_{n}") for n in range(2, 9))])
        found = choose(Ranked(rows, np.ones(len(rows))), here.question("charge"), ground, {})
        names = [ground.qualified(here.connection)[row] for row in found.rows]
    assert names == ["charge_1", "charge_2", "charge_3", "charge_4"]


def test_on_a_dense_graph_types_lead_inside_the_largest_package(tmp_path: Path) -> None:
    files = {"many/a.py": "def charge_1(): pass\n\n\ndef charge_2(): pass\n\n\nclass Charge: pass\n"}
    for dense_from, first in ((0, "Charge"), (50_000, "charge_1")):
        settings = replace(seed(), seeding=replace(Seeding(), dense_from=dense_from))
        with standing(tmp_path / str(dense_from), files, settings) as here:
            rows = np.array([here.row(name) for name in ("charge_1", "Charge", "charge_2")])
            found = choose(Ranked(rows, np.ones(3)), here.question("charge"), here.mind.ground, {})
            assert here.mind.ground.qualified(here.connection)[found.rows[0]] == first
