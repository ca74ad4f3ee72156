"""Messages between processes: pickled, each after its length. And how a process is started that answers them."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

_LENGTH_BYTES = 8
_WIDE = 1 << 20
"""Bytes; as wide as Linux lets anybody make a pipe."""


def answering(module: str) -> tuple[list[str], dict[str, str]]:
    """The command and the environment of a child that runs `serve` of one of our modules, as this process has it.

    The folder it is started in is not among the places it imports from: that is the repository, whose `numpy.py` or
    `org.py` (which pickle looks for) is to be read and never run.
    """
    command = [sys.executable, "-P", "-c", f"from {module} import serve; serve()"]
    return command, {**os.environ, "PYTHONPATH": os.pathsep.join(import_places())}


def import_places() -> list[str]:
    """The places this process imports from, but for the folder it was started in."""
    ours = str(Path(__file__).resolve().parents[1])
    here = os.path.realpath(os.curdir)
    return list(dict.fromkeys([ours, *(entry for entry in sys.path if entry and os.path.realpath(entry) != here)]))


def send(pipe: IO[bytes], message: object) -> None:
    content = pickle.dumps(message, protocol=5)
    pipe.write(len(content).to_bytes(_LENGTH_BYTES, "little"))
    pipe.write(content)
    pipe.flush()


def widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold what a batch of files gives, where a system can: who writes it goes on meanwhile."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _WIDE)


def receive(pipe: IO[bytes]) -> Any:
    """The next message; EOFError when the other side has left, even in the middle of one."""
    size = int.from_bytes(_read(pipe, _LENGTH_BYTES), "little")
    return pickle.loads(_read(pipe, size))


def _read(pipe: IO[bytes], wanted: int) -> bytes:
    """So many bytes: an unbuffered pipe gives what it has, which may be less."""
    first = pipe.read(wanted)
    if first is not None and len(first) == wanted:
        return first
    read = bytearray(first or b"")
    while len(read) < wanted:
        more = pipe.read(wanted - len(read))
        if not more:
            raise EOFError
        read += more
    return bytes(read)
