"""Messages between processes: pickled, each after its length."""

from __future__ import annotations

import pickle
from typing import IO, Any

_LENGTH_BYTES = 8


def send(pipe: IO[bytes], message: object) -> None:
    content = pickle.dumps(message, protocol=5)
    pipe.write(len(content).to_bytes(_LENGTH_BYTES, "little"))
    pipe.write(content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next message; EOFError when the other side has left, even in the middle of one."""
    size = pipe.read(_LENGTH_BYTES)
    if len(size) < _LENGTH_BYTES:
        raise EOFError
    wanted = int.from_bytes(size, "little")
    content = pipe.read(wanted)
    if len(content) < wanted:
        raise EOFError
    return pickle.loads(content)
