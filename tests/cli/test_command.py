"""The command as a user runs it, in a process of its own."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from tests.cli.conftest import environment, write_files
from tests.forking import PATIENCE

Start = Callable[..., "subprocess.Popen[str]"]
ESCAPE = "\x1b"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return write_files(tmp_path)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def test_index_then_look_and_no_output_has_bars_or_colours(tree: Path, command: Start) -> None:
    outputs = []
    for arguments in (("index",), ("status",), ("symbols", "total"), ("show", "total"), ("--help",)):
        code, out, err = finish(command(*arguments, cwd=tree))
        assert (code, err) == (0, "")
        outputs.append(out)
    assert outputs[0].startswith("5 files, ")
    assert "up to date" in outputs[1]
    assert outputs[2] == "shop/orders.py:8-9  method  Order.total\n"
    assert outputs[3].endswith("    def total(self) -> int:\n        return 0\n")
    assert not any(ESCAPE in out or "\r" in out for out in outputs)


def test_a_failure_is_one_sentence_on_stderr_and_an_exit_code(tree: Path, command: Start) -> None:
    code, out, err = finish(command("symbols", "x", cwd=tree))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    code, out, err = finish(command("index", "--include", "dust", cwd=tree))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_a_reader_that_leaves_early_is_no_failure(tree: Path, command: Start) -> None:
    body = "".join(f"def function_{number}() -> None:\n    pass\n\n" for number in range(1_500))
    (tree / "long.py").write_text(body, encoding="utf-8")
    open_repository(tree).index()
    process = command("dump", cwd=tree)
    assert process.stdout is not None
    assert process.stderr is not None
    assert "symbol" in json.loads(process.stdout.readline())
    process.stdout.close()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
    for arguments in (["symbols", "*"], ["symbols", "*", "--json"], ["show", "long"]):
        line = f'"{sys.executable}" -m seedwalk {" ".join(repr(word) for word in arguments)} | head -1'
        piped = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"], cwd=tree, env=environment(), capture_output=True, text=True,
            timeout=PATIENCE,
        )  # fmt: skip
        assert (piped.returncode, piped.stderr) == (0, "")
        assert piped.stdout.count("\n") == 1


@pytest.mark.parametrize("arguments", ["--version", "--help", "index --help", "eval --help", "eval verify --help"])
def test_a_page_that_nobody_reads_is_no_failure(tree: Path, arguments: str) -> None:
    line = f"set -o pipefail; {{ sleep 0.1; '{sys.executable}' -m seedwalk {arguments}; }} | true"
    done = subprocess.run(["bash", "-c", line], cwd=tree, env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
@pytest.mark.parametrize("arguments", ["status", "symbols *", "context save", "dump", "config", "--help"])
def test_an_answer_that_cannot_be_written_is_told_in_a_sentence(indexed: Path, arguments: str) -> None:
    line = [sys.executable, "-m", "seedwalk", *arguments.split()]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(line, cwd=indexed, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True)
    told = "seedwalk: the answer cannot be written (No space left on device). Send it elsewhere.\n"
    assert (done.returncode, done.stderr) == (1, told)


def test_a_closed_stdout_is_told_in_a_sentence(tree: Path) -> None:
    line = f"'{sys.executable}' -m seedwalk status >&-"
    done = subprocess.run(["sh", "-c", line], cwd=tree, env=environment(), stderr=subprocess.PIPE, text=True)
    told = "seedwalk: the answer cannot be written (stdout is closed). Send it elsewhere.\n"
    assert (done.returncode, done.stderr) == (1, told)


@pytest.mark.parametrize("coding", ["ascii", "latin-1", "utf-8"])
def test_answers_are_utf8_whatever_the_locale_says(indexed: Path, coding: str) -> None:
    line = [sys.executable, "-m", "seedwalk", "symbols", "Größe_"]
    done = subprocess.run(line, cwd=indexed, env={**environment(), "PYTHONIOENCODING": coding}, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == "shop/größe.py:1-2  function  Größe_messen\n"


def test_a_folder_whose_name_is_no_utf8_is_indexed_and_named(tmp_path: Path, command: Start) -> None:
    try:
        root = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
        root.mkdir()
    except OSError:
        pytest.skip("this file system takes no such name")
    (root / "a.py").write_text("def save_order() -> None:\n    pass\n", encoding="utf-8")
    code, out, err = finish(command("index", "--json", cwd=root))
    assert (code, err) == (0, "")
    assert json.loads(out)["root"] == str(root)
    assert finish(command("context", "save order", "--quiet", cwd=root))[0] == 0


def test_watch_sees_an_edit_and_stops_when_interrupted(tree: Path, command: Start) -> None:
    process = command("watch", "--json", cwd=tree)
    assert process.stdout is not None
    assert process.stderr is not None
    first = json.loads(process.stdout.readline())
    assert first["read"] == 5
    assert "watching" in process.stderr.readline()
    edited = tree / "shop" / "orders.py"
    snapshot = first["snapshot"]
    for name in ("at_once", "later"):  # the first edit may come before the system watches, and is seen all the same
        edited.write_text(f"def {name}() -> None:\n    pass\n", encoding="utf-8")
        assert _readable(process, PATIENCE), f"the edit '{name}' was not seen"
        report = json.loads(process.stdout.readline())
        assert report["read"] == 1
        assert report["snapshot"] != snapshot
        snapshot = report["snapshot"]
    assert finish(command("symbols", "later", cwd=tree))[1] == "shop/orders.py:1-2  function  later\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err


def _readable(process: subprocess.Popen[str], seconds: float) -> bool:
    assert process.stdout is not None
    return bool(select.select([process.stdout], [], [], seconds)[0])
