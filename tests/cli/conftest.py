"""A small indexed repository, and two ways to run the command: in this process, and as a user does."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.cli.main import run
from tests import conftest
from tests.trees import put

FILES = {
    "shop/__init__.py": "",
    "shop/base.py": 'class Record:\n    """A row."""\n\n    def save(self) -> None:\n        pass\n',
    "shop/orders.py": (
        "from shop.base import Record\n\n\n"
        "class Order(Record):\n    def save(self) -> None:\n        pass\n\n"
        "    def total(self) -> int:\n        return 0\n"
    ),
    "shop/twice.py": (
        "import sys\n\nif sys.platform == 'win32':\n    def twin() -> int:\n        return 1\nelse:\n"
        "    def twin() -> int:\n        return 2\n"
    ),
    "shop/größe.py": "def Größe_messen(ding: str) -> int:\n    return len(ding)\n",
    "vendor/pad.py": "def leftpad() -> None:\n    pass\n",
}


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


def write_files(root: Path) -> Path:
    return put(root, FILES)


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that is not indexed yet; the working folder is its top."""
    root = write_files(tmp_path / "repo")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`seedwalk ARGUMENTS` in this process, through the console script's own function."""

    def call(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["seedwalk", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            run()
        out, err = capsys.readouterr()
        code = left.value.code
        return Outcome(code if isinstance(code, int) else 0 if code is None else 1, out, err)

    return call


@pytest.fixture(scope="session")
def indexed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_files(tmp_path_factory.mktemp("once") / "repo")
    open_repository(root).index()
    return root


@pytest.fixture
def indexed(indexed_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository with its index, to be changed at will; the working folder is its top."""
    root = Path(shutil.copytree(indexed_once, tmp_path / "repo"))
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def command() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """`python -m seedwalk ARGUMENTS` as a process of its own, ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "seedwalk", *arguments], cwd=cwd, text=True, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), preexec_fn=interruptible,
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def interruptible() -> None:
    """Run in a child before it starts: a shell that puts tests into the background has them ignore interrupts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def environment() -> dict[str, str]:
    """This one's, with this source tree importable from any folder."""
    return {**conftest.environment(), "PYTHONUTF8": "1"}
