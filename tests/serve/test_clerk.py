"""Indexing for a server: in a child, stopped when nobody wants it, and never by forking among threads."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import anyio
import anyio.to_thread
import psutil
import pytest
from mcp import Client

from seedwalk.api import Repository, open_repository
from seedwalk.errors import SeedwalkError, StoreError
from seedwalk.machine.wanted import Cancelled
from seedwalk.serve.clerk import Clerk
from seedwalk.serve.desk import Desk
from seedwalk.serve.server import build
from seedwalk.serve.tools import preset

MANY, FUNCTIONS = 220, 4
"""Files, read and linked in several processes, and what each defines."""
PATIENCE = 60.0
"""Seconds; never waited out."""


@pytest.fixture
def large(shop: Path) -> Path:
    """A repository whose index takes long enough to be stopped."""
    for number in range(MANY):
        body = "".join(f"def f{number}_{inner}() -> int:\n    return {inner}\n\n" for inner in range(FUNCTIONS))
        (shop / "shop" / f"many_{number}.py").write_text(body, encoding="utf-8")
    return shop


@pytest.fixture
def clerk(large: Path) -> Iterator[Clerk]:
    made = Clerk(open_repository(large))
    yield made
    made.close()


def below() -> list[int]:
    """Every process that this one started, and those they did."""
    return [child.pid for child in psutil.Process().children(recursive=True) if child.status() != psutil.STATUS_ZOMBIE]


def test_a_run_that_nobody_wants_any_more_stops_with_all_it_started(clerk: Clerk, large: Path) -> None:
    before = set(below())
    heard: list[str] = []
    children: set[subprocess.Popen[bytes] | None] = set()

    def hear(stage: str, *_: int) -> None:
        heard.append(stage)
        children.add(clerk._child)

    with pytest.raises(Cancelled):
        clerk.index(progress=hear, unwanted=lambda: "extract" in heard)
    [child] = children
    assert child is not None
    assert child.returncode == -signal.SIGKILL, "it was ended, and did not go on until it had something to tell"
    deadline = time.monotonic() + PATIENCE
    while set(below()) - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(below()) == before, "no reader and no linker lives on"
    with pytest.raises(StoreError):
        open_repository(large).symbols("*")  # nothing was half written
    report = clerk.index()
    assert report.read == MANY + 5
    assert len(open_repository(large).symbols(f"f{MANY - 1}_{FUNCTIONS - 1}")) == 1


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that indexes begins by starting one that notices nothing: no closed pipe, no parent that is gone.

    A reader that hangs in a grammar is such a one.
    """
    start = subprocess.Popen
    begin = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']); "

    def with_a_deaf_one(command: list[str], **options: object) -> subprocess.Popen[bytes]:
        *python, code = command
        return start([*python, begin + code], **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr("seedwalk.serve.clerk.subprocess.Popen", with_a_deaf_one)


def assert_all_end(started: Sequence[psutil.Process]) -> None:
    """Each of these ends soon; one that does not is ended, and is a failure."""
    _, living = psutil.wait_procs(started, timeout=PATIENCE / 12)
    for one in living:
        one.kill()
    assert not living


@pytest.mark.usefixtures("deaf")
def test_a_stopped_run_takes_with_it_what_hears_of_nothing(shop: Path) -> None:
    before = set(below())
    clerk = Clerk(open_repository(shop))
    assert clerk.index().read == 5
    started = [psutil.Process(number) for number in set(below()) - before]
    assert len(started) == 2, "the child, and the deaf one"
    clerk.close()
    assert_all_end(started)


def test_a_stopped_run_leaves_the_last_good_index(clerk: Clerk, large: Path) -> None:
    first = clerk.index()
    for path in sorted((large / "shop").glob("many_*.py")):
        path.write_text("def other() -> None: ...\n", encoding="utf-8")
    heard: list[str] = []
    with pytest.raises(Cancelled):
        clerk.index(progress=lambda stage, *_: heard.append(stage), unwanted=lambda: "link" in heard)
    assert open_repository(large).snapshot() == first.snapshot


def test_a_failure_in_the_child_is_the_failure_of_the_call_and_the_next_run_works(shop: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, where a folder is needed", encoding="utf-8")
    clerk = Clerk(open_repository(shop, store=blocked))
    with pytest.raises(StoreError, match="cannot be kept in"):
        clerk.index()
    blocked.unlink()
    assert clerk.index().read == 5
    child = clerk._child
    assert child is not None, "a small run keeps its child for the next"
    os.kill(child.pid, 9)
    child.wait()
    with pytest.raises(SeedwalkError, match="ended without a word"):
        clerk.index()
    assert clerk.index().read == 0
    clerk.close()


def test_a_server_never_indexes_among_its_own_threads(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("indexing in the server's own process")

    monkeypatch.setattr(Repository, "index", refuse)
    monkeypatch.setattr(os, "fork", refuse)
    desk = Desk(open_repository(shop), watch=False)

    async def session() -> None:
        async with Client(build(desk, preset("all")), mode="legacy") as client:
            for name, arguments in (("search_symbols", {"query": "Order"}), ("refresh_index", {"rebuild": True})):
                answer = await client.call_tool(name, arguments)
                assert not answer.is_error, answer.content

    anyio.run(session)


def test_cancelling_a_call_stops_the_index_run_it_began(large: Path) -> None:
    desk = Desk(open_repository(large), watch=False)

    async def session() -> None:
        async with Client(build(desk, preset("all")), mode="legacy") as client:
            await client.call_tool("repository_status", {})
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "refresh_index", {"rebuild": True})
                with anyio.fail_after(PATIENCE):
                    while not (desk._clerk._turn.locked() and (child := desk._clerk._child)):
                        await anyio.sleep(0.001)
                group.cancel_scope.cancel()
            assert child is not None
            with anyio.fail_after(PATIENCE):
                while child.poll() is None:
                    await anyio.sleep(0.01)
            answer = await client.call_tool("search_symbols", {"query": "Order"})
            assert answer.structured_content["hits"]

    anyio.run(session)


@pytest.mark.usefixtures("deaf")
def test_cancelling_a_call_ends_all_that_its_index_run_started(large: Path) -> None:
    """Killing the process that indexes is not enough: what it started has to go with it, at once."""
    desk = Desk(open_repository(large), watch=False)
    started: list[psutil.Process] = []

    async def session() -> None:
        async with Client(build(desk, preset("all")), mode="legacy") as client:
            await client.call_tool("repository_status", {})
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "refresh_index", {"rebuild": True})
                with anyio.fail_after(PATIENCE):
                    while not desk._clerk._turn.locked() or len(started) < 2:
                        await anyio.sleep(0.001)
                        child = desk._clerk._child
                        started[:] = [psutil.Process(child.pid), *psutil.Process(child.pid).children()] if child else []
                group.cancel_scope.cancel()
            await anyio.to_thread.run_sync(assert_all_end, started)
            answer = await client.call_tool("search_symbols", {"query": "Order"})
            assert answer.structured_content["hits"]

    anyio.run(session)
