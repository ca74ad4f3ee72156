"""The channel of vectors: symbols whose text is most like the task's. Off as a channel; gaps are filled by it."""

from __future__ import annotations

from seedwalk.seeds.ground import Ground, Question
from seedwalk.seeds.ranked import Ranked, Told


def alike(question: Question, ground: Ground, told: Told) -> Ranked:
    """The symbols most like the task."""
    return ground.likeness.ranked(question.task.text, question.connection, ground.graph, ground.answers)
