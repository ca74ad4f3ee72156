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
    size = int.from_bytes(_read(pipe, _LENGTH_BYTES), "little")
    return pickle.loads(_read(pipe, size))


def _read(pipe: IO[bytes], wanted: int) -> bytes:
    """So many bytes: an unbuffered pipe gives what it has, which may be less."""
    read = bytearray()
    while len(read) < wanted:
        more = pipe.read(wanted - len(read))
        if not more:
            raise EOFError
        read += more
    return bytes(read)
