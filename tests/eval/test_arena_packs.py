"""What systems said, kept and read again: what each shows of the truth in the same room."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval import arena_packs
from seedwalk.eval.arena import Setup
from seedwalk.eval.arena.system import Found
from seedwalk.eval.bout import fight
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.minds import minds
from seedwalk.eval.packs import Covered
from seedwalk.eval.places import Places
from seedwalk.eval.running import here
from seedwalk.eval.said import Said, keep, kept, said
from tests.eval.scripted import Scripted, commit

TASK = Task("t", Sort.GRADED, "easy", "load the settings", ("load_settings",), repo="one")
FILE = ["def load_settings(path):", "    return parse_settings(path)", "", "def parse_settings(path):", "    return {}"]
LOAD, PARSE = Found("a.py", "load_settings", "function", 1, 2), Found("a.py", "parse_settings", "function", 4, 5)


class Packing(Scripted):
    """Shows its budget; of more than 4,000 tokens it knows nothing."""

    def pack(self, task: str, budget: int) -> str:
        if budget > 4_000:
            raise RuntimeError("too much")
        return f"{task} in {budget}"


def test_an_answer_is_kept_with_the_packs_of_a_system_that_can_be_given_a_budget(tmp_path: Path) -> None:
    heard: list[Said] = []
    system = Packing({TASK.text: ["A"]})
    fight(system, tmp_path, [TASK], hear=lambda task, answer, why: heard.append(said("p", system, task, answer, why)))
    [one] = heard
    assert (one.system, one.repo, one.id, [place.name for place in one.ranking]) == ("p", "one", "t", ["A"])
    assert one.packs == {2_000: "load the settings in 2000", 4_000: "load the settings in 4000", 8_000: ""}


def test_a_failure_is_kept_as_one_and_asked_for_no_pack(tmp_path: Path) -> None:
    heard: list[Said] = []
    system = Packing({TASK.text: RuntimeError("no index")})
    fight(system, tmp_path, [TASK], hear=lambda task, answer, why: heard.append(said("p", system, task, answer, why)))
    assert heard == [Said("p", "one", "", "t", failed="RuntimeError: no index")]


def test_the_later_of_two_answers_counts_and_half_a_line_does_not(tmp_path: Path) -> None:
    keep(tmp_path, Said("s", "one", "", "t", text="old"))
    keep(tmp_path, Said("s", "one", "", "u", text="other"))
    keep(tmp_path, Said("s", "one", "", "t", text="new"))
    with (tmp_path / "s.jsonl").open("a") as file:
        file.write('{"system":"s","repo":"on')
    assert [(one.id, one.text) for one in kept(tmp_path)] == [("t", "new"), ("u", "other")]


def test_a_folder_without_answers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no answers\. Keep them with: seedwalk eval arena --answers"):
        list(kept(tmp_path))


def test_packed_by_us_are_bodies_in_the_order_of_the_ranking_each_line_once() -> None:
    whole = Found("a.py", "module", "class", 1, 5)
    told = arena_packs.packed([PARSE, whole], 100, lambda _: FILE)
    assert told.split("\n") == [
        "a.py:4-5 parse_settings", FILE[3], FILE[4], "a.py:1-5 module", FILE[0], FILE[1], FILE[2],
    ]  # fmt: skip
    assert arena_packs.packed([PARSE], 4, lambda _: FILE) == "a.py:4-5 parse_s"
    assert arena_packs.packed([Found("gone.py", "x")], 100, lambda _: ()) == "gone.py:0-0 x"


def test_an_answer_is_read_as_printed_or_as_given_the_budget_and_packed_by_us() -> None:
    wanted = {"a.py": {1, 2, 4, 5}}
    shown = Said("s", "one", "", "t", (LOAD,), "\n" * 4 * 2_000 + FILE[0], {4_000: "\n".join(FILE[:2])})
    told = arena_packs.shares_of(shown, wanted, lambda _: FILE)
    # printed: beyond 2,000 tokens stands one of four lines; given 4,000 tokens, it shows two
    assert told == {"s": [0.0, 0.5, 0.25], "s, packed by us": [0.5, 0.5, 0.5]}


def test_a_repository_is_measured_by_the_lines_of_its_truths(tmp_path: Path) -> None:
    root = tmp_path / "one"
    commit(root, "first", {"a.py": "\n".join(FILE) + "\n"})
    answers = tmp_path / "said"
    here("seedwalk", Setup(stores=str(tmp_path / "stores"), answers=str(answers)), root, [TASK], 10)
    keep(answers, Said("other", "one", "", "t", (PARSE,), "nothing of it"))
    keep(answers, Said("failing", "one", "", "t", failed="no"))
    places, setup = Places(root, tmp_path, tmp_path / ".moving"), Setup(stores=str(tmp_path / "stores"))
    [opened] = minds([TASK], places, setup)
    [row] = arena_packs.measure(opened, arena_packs.by_task(kept(answers)))
    assert row.shares == {
        "failing": [0.0] * 3, "failing, packed by us": [0.0] * 3,
        "other": [0.0] * 3, "other, packed by us": [0.0] * 3,
        "seedwalk": [1.0] * 3, "seedwalk, packed by us": [1.0] * 3,
    }  # fmt: skip


def _cells(lines: list[str]) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def test_a_system_asked_less_is_compared_on_what_both_were_asked(tmp_path: Path) -> None:
    """Eight questions, ours shows 0.4 in every room, and the peer was asked seven. Where eight move one way p is 2/256,
    three times of six comparisons: 0.047. Where seven do it is 2/128, and times the three that are left the same."""
    asked = {"none": [0.0] * 3, "ours": [0.4] * 3}
    peer = {"peer": [0.2, 0.4, 0.5]}
    rows = [Covered(f"t{at}", "r", Sort.GRADED, asked | (peer if at else {})) for at in range(8)]
    arena_packs.write(arena_packs.Kept("ours", tuple(rows)), tmp_path / "kept" / "t.json")
    kept_rows = arena_packs.read(tmp_path / "kept" / "t.json")
    assert kept_rows.rows == tuple(rows)
    assert _cells(arena_packs.tables(kept_rows)) == [
        ["share of truth lines", "questions", "2,000", "4,000", "8,000"],
        ["peer", "7", "0.200", "0.400", "0.500"],
        ["ours", "8", "0.400", "0.400", "0.400"],
        ["none", "8", "0.000", "0.000", "0.000"],
        ["ours against", "2,000 by", "is", "4,000 by", "is", "8,000 by", "is"],
        ["peer", "+0.200", "better", "+0.000", "no difference", "-0.100", "worse"],
        ["none", *["+0.400", "better"] * 3],
    ]
