"""What is left of a row: of its words, of its score, and of that by what a task asks for.

Kind and flags decide the first two (`lexical.discount`): tests and plain values count less, what stands in no file is
no answer. The task decides the last: a report asks less of types, only who asks for examples gets them whole, and a
task about tests is about tests.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from seedwalk.config import Settings
from seedwalk.model import Flags
from seedwalk.seeds.lexical import Structure, discount
from seedwalk.task import Task


class Leaving:
    """All of it for one state of an index; `alive` and `filed` say which rows are there, and which stand in a file."""

    def __init__(self, structure: Structure, alive: np.ndarray, filed: np.ndarray, settings: Settings) -> None:
        self._structure, self._filed, self._mixing, self._asking = structure, filed, settings.mixing, settings.asking
        self.words: np.ndarray = discount(structure, settings.mixing) * alive
        """What kind and flags leave of the words of every row; nothing of what is gone."""

    @cached_property
    def factor(self) -> np.ndarray:
        """What kind and flags leave of every row's score; nothing of what stands in no file, or is gone."""
        left: np.ndarray = self.words * self._filed
        return left

    @cached_property
    def answers(self) -> np.ndarray:
        """1 for each row that may be an answer, 0 for the others."""
        return (self.factor > 0).astype(float)

    @cached_property
    def divisor(self) -> np.ndarray:
        """What undoes the factor where there is one."""
        return np.where(self.factor > 0, self.factor, 1.0)

    def factor_for(self, task: Task) -> np.ndarray:
        """A task about tests is about tests: there they count in full."""
        return self._factor_of_tests if task.about_tests else self.factor

    @cached_property
    def _factor_of_tests(self) -> np.ndarray:
        tested = (self._structure.flags & int(Flags.TEST)) != 0
        return np.where(tested, self.factor / self._mixing.tests, self.factor)

    def by_task(self, task: Task, *, report: bool) -> np.ndarray | None:
        """What a task leaves of every row in the end; None where it leaves all."""
        asides = self._mixing.asides < 1.0 and not (task.about_asides or task.about_tests)
        if report and self._asking.types < 1.0:
            return self._of_types * self._of_asides if asides else self._of_types
        return self._of_asides if asides else None

    @cached_property
    def _of_types(self) -> np.ndarray:
        return np.where(self._structure.types, self._asking.types, 1.0)

    @cached_property
    def _of_asides(self) -> np.ndarray:
        return np.where(self._structure.asides, self._mixing.asides, 1.0)
