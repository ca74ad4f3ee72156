"""A peer that fails, hangs, chatters or is asked something odd costs one sentence and no more."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from seedwalk.eval.arena import commands
from seedwalk.eval.arena.commands import Conversation, PeerFailed, environment, plain, run

LONG, SHORT = 30.0, 0.5
QUIET = dict(os.environ)
ECHO = "import sys\nfor line in sys.stdin: print('chatter'); print('[1]'); print(line, end='', flush=True)"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.mark.parametrize(
    ("task", "kept"),
    [
        ("a\0b", "a b"),
        ("  x\n", "x"),
        ("\ud800", "?"),
        ("", ""),
        ("ü" * commands.ARGUMENT_BYTES, "ü" * (commands.ARGUMENT_BYTES // 2)),
        ("a" + "ü" * commands.ARGUMENT_BYTES, "a" + "ü" * ((commands.ARGUMENT_BYTES - 1) // 2)),
    ],
    ids=["nul", "space", "surrogate", "empty", "long", "cut inside a letter"],
)
def test_a_task_is_made_fit_for_a_command_line(task: str, kept: str) -> None:
    assert plain(task) == kept
    assert subprocess.run([sys.executable, "-c", "", plain(task)], check=True).returncode == 0


def test_what_a_command_prints_is_its_answer(tmp_path: Path) -> None:
    told = run(python("import sys; print('answer'); print('log', file=sys.stderr)"), tmp_path, QUIET, LONG)
    assert told == "answer\n"


def test_a_command_that_fails_is_told_with_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match=r"left with 3: no index here$"):
        run(python("import sys; print('no index\\n here', file=sys.stderr); sys.exit(3)"), tmp_path, QUIET, LONG)


def test_a_code_that_is_expected_is_no_failure(tmp_path: Path) -> None:
    assert run(python("raise SystemExit(3)"), tmp_path, QUIET, LONG, accepted=(0, 3)) == ""


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match="cannot be started: No such file"):
        run([tmp_path / "gone"], tmp_path, QUIET, LONG)


def test_a_command_that_hangs_is_stopped_with_everything_it_started(tmp_path: Path) -> None:
    code = "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    code += "open('pid', 'w').write(str(child.pid)); child.wait()"
    with pytest.raises(PeerFailed, match="did not end within 2 s"):
        run(python(code), tmp_path, QUIET, 2.0)
    assert gone(int((tmp_path / "pid").read_text()))


def gone(pid: int) -> bool:
    for _ in range(50):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.1)
    return False


def test_a_conversation_passes_over_what_is_no_answer(tmp_path: Path) -> None:
    talk = Conversation(python(ECHO), tmp_path, QUIET, tmp_path / "log")
    assert talk.ask({"task": "eins"}, LONG) == {"task": "eins"}
    assert talk.ask({"id": 2, "task": "zwei"}, LONG) == {"id": 2, "task": "zwei"}
    talk.close()


def test_an_answer_to_another_question_is_not_taken(tmp_path: Path) -> None:
    talk = Conversation(python(ECHO), tmp_path, QUIET, tmp_path / "log")
    talk.tell({"id": 1})
    assert talk.ask({"id": 2}, LONG) == {"id": 2}
    talk.close()


def test_a_child_that_ends_is_told_with_its_last_words(tmp_path: Path) -> None:
    code = "import sys; sys.stdin.readline(); sys.exit('no module named x')"
    talk = Conversation(python(code), tmp_path, QUIET, tmp_path / "log")
    for _ in range(2):
        with pytest.raises(PeerFailed, match="no module named x"):
            talk.ask({"task": ""}, LONG)
    talk.close()


def test_a_child_that_is_silent_is_stopped(tmp_path: Path) -> None:
    talk = Conversation(python("import time; time.sleep(60)"), tmp_path, QUIET, tmp_path / "log")
    with pytest.raises(PeerFailed, match="it said nothing"):
        talk.ask({"task": ""}, SHORT)
    talk.close()


def test_a_peers_programs_come_first_and_ours_stay_out_of_its_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "src")
    variables = environment(tmp_path, [tmp_path / "bin", None])
    assert variables["PATH"].split(os.pathsep)[0] == str(tmp_path / "bin")
    assert variables["HOME"] == str(tmp_path)
    assert "PYTHONPATH" not in variables
