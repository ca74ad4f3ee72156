"""Answers that need each other: the same wherever one begins, each worked out a bounded number of times."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.graph import answers
from seedwalk.graph.answers import Answers, Table, Trace, deep, keys_of

Graph = dict[int, list[int | str]]
"""By question, what it may be, in order: another question's answer (a number) or known (a word)."""


class Asker:
    """Asks a graph of questions and counts how often each is worked out."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.table, self.answers = graph, Table(), Answers()
        self.worked: dict[int, int] = {}

    def ask(self, number: int, trace: Trace | None = None) -> str | None:
        def compute(own: Trace) -> str | None:
            self.worked[number] = self.worked.get(number, 0) + 1
            own.add(number)
            found = (each if isinstance(each, str) else self.ask(each, own) for each in self.graph.get(number, ()))
            return next((word for word in found if word is not None), None)

        told: str | None = self.answers.ask(self.table, number, compute, trace if trace is not None else set())
        return told


def chain_of(count: int) -> Graph:
    graph: Graph = {n: [n + 1] for n in range(count)}
    graph[count] = ["end"]
    return graph


graphs = st.dictionaries(
    st.integers(0, 7), st.lists(st.one_of(st.integers(0, 7), st.sampled_from("abc")), max_size=3), max_size=8
)


@given(graph=graphs, order=st.permutations(range(8)))
def test_answers_do_not_depend_on_who_is_asked_first(graph: Graph, order: list[int]) -> None:
    one, other = Asker(graph), Asker(graph)
    forward = {number: one.ask(number) for number in range(8)}
    shuffled = {number: other.ask(number) for number in order}
    assert forward == shuffled
    assert forward == {number: Asker(graph).ask(number) for number in range(8)}


@given(graph=graphs, start=st.integers(0, 7))
def test_a_trace_holds_every_question_that_bears_on_the_answer(graph: Graph, start: int) -> None:
    trace: Trace = set()
    asker = Asker(graph)
    asker.ask(start, trace)
    assert keys_of(trace) == set(asker.worked)


@pytest.mark.parametrize(
    ("graph", "wanted"),
    [
        ({0: [1], 1: [0]}, {0: None, 1: None}),
        ({0: [0, "a"]}, {0: "a"}),
        ({0: [1, "a"], 1: [0, "b"]}, {0: "a", 1: "b"}),
        ({0: [1, "a"], 1: [0]}, {0: "a", 1: "a"}),
        ({0: [1], 1: [2], 2: [0, "c"]}, {0: "c", 1: "c", 2: "c"}),
        ({0: ["a", 1], 1: [0]}, {0: "a", 1: "a"}),
    ],
)
def test_a_knot_is_what_its_members_know_without_it_then_what_they_tell_each_other(
    graph: Graph, wanted: dict[int, str | None]
) -> None:
    assert {number: Asker(graph).ask(number) for number in graph} == wanted


def test_every_question_of_a_large_knot_is_worked_out_a_few_times() -> None:
    count = 500
    asker = Asker({n: [(n * 7 + 1) % count, (n * 31 + 5) % count, (n + 1) % count] for n in range(count)})
    with deep():
        assert asker.ask(0) is None
    assert max(asker.worked.values()) <= 1 + answers.ROUNDS
    assert len(asker.table) == count


def test_a_chain_is_followed_to_its_end_and_kept() -> None:
    count = 2_000
    asker = Asker(chain_of(count))
    with deep():
        assert asker.ask(0) == "end"
    assert set(asker.worked.values()) == {1}


def test_what_is_asked_too_deep_has_no_answer_and_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_OPEN", 50)
    asker = Asker(chain_of(100))
    assert asker.ask(0) is None
    assert asker.ask(99) == "end"


def test_room_on_the_stack_is_given_back() -> None:
    before = sys.getrecursionlimit()
    with deep():
        assert sys.getrecursionlimit() > before
    assert sys.getrecursionlimit() == before
