"""Streams that are closed, full or interrupted, and a home that is missing, cost what they carry, never the answer."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from seedwalk.errors import exhausted
from tests.cli.conftest import Run, environment
from tests.forking import PATIENCE

MANY = 120
"""Files; enough to be read by several processes."""
FEW_FILES = [6, 7, 8, 10]
"""Files that may be open at once: too few for Python's imports, for a database, for a question about git."""


def shell(line: str, root: Path) -> subprocess.CompletedProcess[str]:
    """A line of a shell; `seedwalk` in it is this one."""
    written = line.replace("seedwalk", f"'{sys.executable}' -m seedwalk", 1)
    return subprocess.run(
        ["sh", "-c", written], cwd=root, env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )


NOWHERE = ["2>&-", "<&- 2>&-", pytest.param("2>/dev/full", marks=pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has a file that is always full"))]  # fmt: skip


@pytest.mark.parametrize("streams", NOWHERE)
def test_an_answer_does_not_depend_on_who_hears_the_remarks(indexed: Path, streams: str) -> None:
    (indexed / "shop/added.py").write_text("def added_order() -> None:\n    pass\n", encoding="utf-8")
    done = shell(f"seedwalk search added_order -n 1 {streams}", indexed)
    assert (done.returncode, done.stdout) == (0, "shop/added.py:1-2  function  added_order\n")
    failed = shell(f"seedwalk search '' {streams}", indexed)
    assert (failed.returncode, failed.stdout) == (2, "")


@pytest.mark.parametrize("streams", NOWHERE)
def test_readers_of_many_files_need_no_open_streams(shop: Path, streams: str) -> None:
    for number in range(MANY):
        (shop / f"many_{number}.py").write_text(f"def many_{number}() -> None:\n    pass\n", encoding="utf-8")
    done = shell(f"seedwalk index --json --processes 2 {streams}", shop)
    assert done.returncode == 0
    assert json.loads(done.stdout)["files"] == MANY + 5


def test_tasks_from_a_closed_stdin_are_refused_in_a_sentence(indexed: Path) -> None:
    done = shell("seedwalk context --batch - <&-", indexed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "seedwalk: '-' cannot be read (stdin is closed). Give a file of JSON lines with id and task.\n"
    )


def test_an_interrupt_while_the_command_is_imported_is_no_traceback(indexed: Path) -> None:
    code = (
        "import runpy, sys\n"
        "class Late:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'seedwalk.cli.front': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Late())\n"
        "runpy.run_module('seedwalk', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=indexed, env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "seedwalk: stopped\n")


@pytest.mark.parametrize("stage", ["discover", "extract", "link", "snapshot"])
def test_an_interrupt_of_all_that_index_is_one_word_and_leaves_no_index(shop: Path, here: Run, stage: str) -> None:
    """As a terminal does it: every process of the group hears it."""
    for number in range(MANY):
        (shop / f"many_{number}.py").write_text(f"def many_{number}() -> None:\n    pass\n", encoding="utf-8")
    code = (
        "import os, signal, sys\n"
        "from seedwalk.cli import index as verb, main\n"
        "from contextlib import contextmanager\n"
        "@contextmanager\n"
        "def interrupting(_):\n"
        f"    yield lambda stage, *_: os.killpg(0, signal.SIGINT) if stage == {stage!r} else None\n"
        "verb.progress_bar = interrupting\n"
        "sys.argv = ['seedwalk', 'index', '--processes', '2']\n"
        "main.run()\n"
    )

    def alone() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=shop, env=environment(), capture_output=True, text=True, timeout=PATIENCE,
        preexec_fn=alone, start_new_session=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "seedwalk: stopped\n")
    assert "no complete index" in here("status").err


def test_a_user_without_a_home_is_told_what_to_do(
    indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A container may run as a number that no file of users knows."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", unknown)
    monkeypatch.setattr("os.access", lambda path, mode, **_: mode != os.W_OK)
    assert here("search", "order").code == 0, "where no home is needed, nobody asks for one"
    (indexed / ".seedwalk/index.db").unlink()
    told = here("search", "order")
    assert (told.code, told.err) == (2, "seedwalk: the user has no home folder here. Set HOME, or use --store DIR.\n")
    assert here("search", "order", "--store", str(tmp_path / "store")).code == 0
    assert "no home folder" in here("doctor", "--store", str(tmp_path / "store")).out


@pytest.mark.parametrize("most", FEW_FILES)
def test_too_few_files_that_may_be_open_are_told_with_the_remedy(indexed: Path, most: int) -> None:
    done = shell(f"ulimit -n {most}; seedwalk search order -n 1", indexed)
    assert "this is a bug" not in done.stderr
    assert done.returncode == 0 or "too many files are open at once. Allow more with: ulimit -n 1024" in done.stderr


def test_what_the_system_has_no_more_of_is_told_wherever_in_an_error_it_stands() -> None:
    deep = ImportError("no module")
    deep.__context__ = OSError(errno.EMFILE, "Too many open files")
    assert "ulimit -n" in exhausted(deep)
    assert "memory" in exhausted(MemoryError())
    assert exhausted(ImportError("no module")) == exhausted(OSError(errno.ENOENT, "gone")) == ""
