"""Work that lasts is told, once, and only where it may be."""

from __future__ import annotations

import io
import threading
import time

import pytest

from seedwalk.cli import progress

SOON, LONG = 0.01, 0.2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SENTENCE_AFTER", SOON)
    monkeypatch.setattr(progress, "_BAR_AFTER", SOON)


def work(*, quiet: bool = False, seconds: float = LONG) -> None:
    """A stage that says its name and then nothing for a while."""
    with progress.progress_bar(quiet) as tell:
        if tell is not None:
            tell("link", 0, 0)
        time.sleep(seconds)


def test_a_long_stage_is_told_in_a_sentence_where_nobody_watches(
    soon: None, capsys: pytest.CaptureFixture[str]
) -> None:
    work()
    assert capsys.readouterr() == ("", "working on the index (link): more than 0.01 s so far\n")


def test_short_work_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    work(seconds=0.0)
    assert capsys.readouterr() == ("", "")


def test_nothing_is_told_when_the_answer_alone_is_wanted(soon: None, capsys: pytest.CaptureFixture[str]) -> None:
    work(quiet=True)
    assert capsys.readouterr() == ("", "")


def test_a_terminal_sees_a_bar_even_while_a_stage_says_nothing(soon: None, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    work()
    assert "link" in screen.getvalue()


def test_after_a_failure_nobody_waits_to_tell_more() -> None:
    with pytest.raises(OSError, match="full"), progress.progress_bar(False):
        raise OSError("full")
    assert not [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
