"""The repository is read, and nothing in it is run: not even where Python would look for modules."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from seedwalk.machine.pipes import answering

NAMES = ("org", "msgspec", "numpy", "tree_sitter", "pathlib", "queue", "json", "seedwalk_plugin")
"""What our modules import, and what the library's import on the way: pickle asks for `org.python.core`."""


def test_modules_of_the_repository_are_never_imported(
    tmp_path: Path, command: Callable[..., subprocess.Popen[str]]
) -> None:
    for name in NAMES:
        ran = tmp_path / f"{name}.ran"
        (tmp_path / f"{name}.py").write_text(f"open({str(ran)!r}, 'w')\nraise SystemExit(7)\n", encoding="utf-8")
    alone = ("index", "--processes", "1")
    many = ("index", "--rebuild", "--processes", "2", "--set", "indexing.in_process_below=1")
    for words in (alone, many, ("context", "queue of plugins", "--limit", "3"), ("search", "queue")):
        process = command(*words, "--quiet", cwd=tmp_path)
        told, wrong = process.communicate()
        assert process.returncode == 0, (words, told, wrong)
        assert not list(tmp_path.glob("*.ran")), words


def test_a_child_imports_nothing_from_the_folder_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    command, environment = answering("seedwalk.indexing.crew")
    assert "-P" in command
    assert str(tmp_path) not in environment["PYTHONPATH"].split(os.pathsep)
