"""A call that is cancelled is answered no more, and its question ends at the next stage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import anyio
import pytest
from mcp import Client

from seedwalk.api import Repository, open_repository
from seedwalk.engine import Mind
from seedwalk.machine.wanted import Cancelled, still_wanted, until
from seedwalk.serve.desk import Desk
from seedwalk.serve.server import build
from seedwalk.serve.tools import preset
from tests.forking import PATIENCE

pytestmark = pytest.mark.usefixtures("in_place")

QUESTIONS: dict[str, Callable[[Repository], Any]] = {
    "context": lambda here: here.context("compute the total of an order"),
    "context_for_files": lambda here: here.context_for_files(["shop/orders.py"]),
    "why": lambda here: here.why("compute the total of an order", here.symbol("Order.total")),
    "search": lambda here: here.search("order total"),
    "references": lambda here: here.references(here.symbol("Order.total"), depth=3),
    "export": lambda here: here.export(),
    "status": lambda here: here.status(),
}


class Waiting:
    """A caller that goes after so many looks."""

    def __init__(self, looks: int) -> None:
        self.left, self.looks = looks, 0

    def __call__(self) -> bool:
        self.looks += 1
        return self.looks > self.left


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_ends_at_the_first_stage_after_its_caller_went(shop: Path, name: str) -> None:
    here = open_repository(shop)
    here.index()
    patient = Waiting(10**9)
    with until(patient):
        whole = QUESTIONS[name](here)
    assert patient.looks > 0, "nobody looked"
    for looks in range(patient.looks):
        hasty = Waiting(looks)
        with until(hasty), pytest.raises(Cancelled):
            QUESTIONS[name](open_repository(shop))
        assert hasty.looks == looks + 1, "work went on after the caller was known to be gone"
    with until(Waiting(10**9)):
        assert QUESTIONS[name](here) == whole


def test_who_said_nothing_is_always_waited_for() -> None:
    still_wanted()
    with until(lambda: True), until(lambda: False):
        still_wanted()
    still_wanted()


def test_cancelling_a_call_stops_the_question_and_no_answer_is_sent(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, go_on, ended, walked = Event(), Event(), Event(), Event()
    find, think = Mind._find, Mind.think

    def slow(self: Mind, *arguments: Any) -> Any:
        thinking.set()
        assert go_on.wait(PATIENCE)
        return find(self, *arguments)

    def told(self: Mind, *arguments: Any) -> Any:
        try:
            return think(self, *arguments)
        finally:
            ended.set()

    monkeypatch.setattr(Mind, "_find", slow)
    monkeypatch.setattr(Mind, "think", told)
    monkeypatch.setattr(Mind, "_walked", lambda *_: walked.set())
    desk = Desk(open_repository(shop), watch=False)

    async def session() -> None:
        async with Client(build(desk, preset("core")), mode="legacy") as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "context_for_task", {"task": "the total of an order"})
                with anyio.fail_after(PATIENCE):
                    while not thinking.is_set():
                        await anyio.sleep(0.001)
                group.cancel_scope.cancel()
            answer = await client.call_tool("search_symbols", {"query": "Order"})  # a thread still waits in `slow`
            assert answer.structured_content["hits"]
            go_on.set()
            with anyio.fail_after(PATIENCE):
                while not ended.is_set():
                    await anyio.sleep(0.001)
            again = await client.call_tool("read_symbol", {"symbol": "Order.total"})
            assert "def total" in str(again.content)

    anyio.run(session)
    assert not walked.is_set(), "the question went on after its caller was gone"
