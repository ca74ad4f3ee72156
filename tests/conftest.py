"""What several test folders share: a command line to call, and how thoroughly `hypothesis` searches."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from seedwalk.sources import times
from tests.forking import PATIENCE, command_in_fork

SOURCES = Path(__file__).resolve().parents[1] / "src"
_CALM = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)

_NEW_OBJECTS = 10_000
"""Objects made before Python looks for circles among them."""
ALL = os.environ.get("SEEDWALK_TESTS") == "all"
"""Whether sizes and examples are those of `make test-all`, which has no three minutes to keep to."""

# `ci` and `all` look at the same examples every time; SEEDWALK_HYPOTHESIS=thorough at many more, others each time.
_STEADY = settings(derandomize=True, deadline=None, database=None, suppress_health_check=_CALM)
settings.register_profile("ci", _STEADY, max_examples=30)
settings.register_profile("all", _STEADY, max_examples=100)
settings.register_profile("thorough", deadline=None, max_examples=1_000, suppress_health_check=_CALM)
settings.load_profile(os.environ.get("SEEDWALK_HYPOTHESIS", "all" if ALL else "ci"))

costly = settings(max_examples=settings().max_examples // 3)
"""For laws whose every example makes indexes: a third of the examples that others look at."""


def sized(few: int, all_: int) -> int:
    """How large an input is: `few` shows the law, `all_` stresses it under `make test-all`."""
    return all_ if ALL else few


Command = Callable[..., "subprocess.CompletedProcess[str]"]


def command_line(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "seedwalk", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCES)}


@pytest.fixture
def seedwalk_here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """As `seedwalk`, in this process: half a second faster, for what does not depend on being a process."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        from seedwalk.cli import main

        line = ["seedwalk", *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", line)
        code = 0
        try:
            main.run()
        except SystemExit as done:
            code = int(done.code or 0)
        told = capfd.readouterr()
        return subprocess.CompletedProcess(line, code, told.out, told.err)

    return run


@pytest.fixture
def seedwalk() -> Command:
    """Run `seedwalk` as a user does; the finished process with what it printed."""

    def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            command_line(*arguments), env=environment(), capture_output=True, text=True, timeout=PATIENCE, **options
        )

    return run


@pytest.fixture
def aside() -> Command:
    """As `seedwalk`, in a fork of this process: permissions, limits and the end are its own, and it imports nothing."""
    return lambda *arguments, **options: command_in_fork(*arguments, **options).finished()


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process times of files are trusted from the first moment: nobody can make a file's change an old one."""
    monkeypatch.setattr(times, "YOUNG_NS", 0)


def pytest_collection_finish() -> None:
    """The tests themselves stay until the end: nothing is gained by looking through them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
