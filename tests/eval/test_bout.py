"""A bout: every task once before any twice, and what a bound on time leaves."""

from __future__ import annotations

import time
from pathlib import Path

from seedwalk.eval.arena.system import Answer
from seedwalk.eval.bout import fight
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.matching import Rule
from tests.eval.scripted import Scripted

TASKS = [Task(name, Sort.GRADED, "easy", name, ("A",)) for name in ("q", "r", "s")]


class Slow(Scripted):
    """Burns processor time over the tasks named, for ever."""

    def __init__(self, slow: tuple[str, ...], at: int = 1, prepare: bool = False) -> None:
        super().__init__({"q": ["A"], "r": ["A"], "s": ["A"]})
        self._slow, self._at, self._stuck = slow, at, prepare

    def prepare(self, repository: Path) -> None:
        super().prepare(repository)
        if self._stuck:
            _burn()

    def answer(self, task: str, limit: int) -> Answer:
        answer = super().answer(task, limit)
        if task in self._slow and self.asked.count(task) == self._at:
            _burn()
        return answer


def _burn() -> None:
    while True:
        time.process_time()


def test_every_task_is_asked_once_before_any_is_asked_twice(tmp_path: Path) -> None:
    system = Scripted({})
    fight(system, tmp_path, TASKS)
    assert system.asked == ["q", "r", "s", "q", "r", "s"]


def test_asked_once_there_is_no_warm_figure(tmp_path: Path) -> None:
    system = Scripted({})
    bout = fight(system, tmp_path, TASKS, once=True)
    assert system.asked == ["q", "r", "s"]
    assert [(row.cold_ms > 0, row.warm_ms) for row in bout.rows] == [(True, 0.0)] * 3


def test_what_was_not_answered_in_time_has_failed_and_the_rest_counts(tmp_path: Path) -> None:
    system = Slow(("r",))
    bout = fight(system, tmp_path, TASKS, bound=0.5)
    why = "the 0 s of processor time allowed for one repository were used up"
    assert [row.failed for row in bout.rows] == ["", why, why]
    assert bout.rows[0].judged[Rule.STRICT].found == (1,)
    assert system.closed == 1


def test_a_bound_costs_repetitions_before_it_costs_answers(tmp_path: Path) -> None:
    bout = fight(Slow(("q",), at=2), tmp_path, TASKS, bound=0.5)
    assert [row.failed for row in bout.rows] == ["", "", ""]
    assert [row.warm_ms for row in bout.rows] == [0.0, 0.0, 0.0]


def test_what_cannot_be_prepared_in_time_loses_the_repository(tmp_path: Path) -> None:
    bout = fight(Slow((), prepare=True), tmp_path, TASKS, bound=0.5)
    assert {row.failed for row in bout.rows} == {bout.prepared.failed} != {""}
    assert bout.prepared.seconds > 0


def test_the_load_of_the_machine_is_written_down(tmp_path: Path) -> None:
    assert fight(Scripted({}), tmp_path, TASKS[:1]).prepared.load >= 0
