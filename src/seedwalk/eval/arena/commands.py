"""Speaking to a peer: a command that ends, or a conversation by lines of JSON. What goes wrong is one sentence.

A peer runs in its own session, so that one that hangs can be ended with everything it started; with a home folder of
its own, so that it neither reads nor changes the user's; with usage reports off and the network out of reach.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from seedwalk.errors import SeedwalkError

PREPARE_SECONDS = 3_600.0
"""What a peer may take to build its index, by the clock on the wall; `--bound` limits the processor's time."""
ANSWER_SECONDS = 900.0
"""What a peer may take for one task: nobody waits longer, even on a busy machine."""
ARGUMENT_BYTES = 100_000
"""The longest task passed on a command line: Linux takes 128 KiB an argument."""
_TOLD = 300

QUIET = {
    "DO_NOT_TRACK": "1",
    "CODEGRAPH_TELEMETRY": "0",
    "CODEGRAPH_NO_DAEMON": "1",
    "AIDER_ANALYTICS": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "http_proxy": "http://127.0.0.1:9",
    "https_proxy": "http://127.0.0.1:9",
    "NO_COLOR": "1",
    "PYTHONUNBUFFERED": "1",
}
"""Usage reports off, each by its peer's own switch; port 9 discards, so whatever asks for the network is refused."""


class PeerFailed(SeedwalkError):
    """A peer did not answer: it scores zero, and the sentence says why."""


def environment(home: Path, programs: Sequence[Path | None] = ()) -> dict[str, str]:
    """The user's variables, quieted, with the peer's own home and its programs found first."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    path = os.pathsep.join([*(str(folder) for folder in programs if folder), inherited.get("PATH", os.defpath)])
    return {**inherited, **QUIET, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "PATH": path}


def plain(task: str) -> str:
    """A task as any command line takes it: no NUL, valid UTF-8, not longer than an argument may be."""
    cleaned = task.replace("\0", " ").encode("utf-8", "replace")[:ARGUMENT_BYTES]
    return cleaned.decode("utf-8", "ignore").strip()


def run(
    line: Sequence[str | Path], folder: Path, variables: Mapping[str, str], seconds: float,
    accepted: Sequence[int] = (0,),
) -> str:  # fmt: skip
    """What a command prints on stdout. Raises PeerFailed when it fails, hangs or cannot be started."""
    program = Path(line[0]).name
    child = _start(line, folder, variables, stderr=subprocess.PIPE)
    try:
        out, err = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise PeerFailed(f"'{program}' did not end within {seconds:.0f} s and was stopped.") from None
    finally:
        end(child)
    if child.returncode not in accepted:
        raise PeerFailed(f"'{program}' left with {child.returncode}: {_last(err or out)}")
    return str(out)


class Conversation:
    """A child that answers each line of JSON with one; lines that are not JSON, or not for us, are passed over."""

    def __init__(self, line: Sequence[str | Path], folder: Path, variables: Mapping[str, str], log: Path) -> None:
        self._program, self._log = Path(line[0]).name, log
        with log.open("wb") as told:
            self._child = _start(line, folder, variables, stderr=told, stdin=subprocess.PIPE)

    @property
    def ended(self) -> bool:
        return self._child.poll() is not None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send without waiting for an answer."""
        try:
            self._stream(self._child.stdin).write(json.dumps(message) + "\n")
            self._stream(self._child.stdin).flush()
        except (OSError, ValueError):  # its pipe is broken, or we closed it
            raise self._lost("ended") from None

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The answer that has the message's `id`, or the next one where there is none."""
        late = threading.Timer(seconds, end, [self._child])
        late.start()
        try:
            self.tell(message)
            for line in self._stream(self._child.stdout):
                answer = _decoded(line)
                if answer is not None and answer.get("id") == message.get("id"):
                    return answer
        finally:
            late.cancel()
            late.join()
        raise self._lost(f"ended, or was stopped after {seconds:.0f} s")

    def close(self) -> None:
        end(self._child)
        for stream in (self._child.stdin, self._child.stdout):
            if stream:
                with suppress(OSError):  # what a child that is gone never read
                    stream.close()

    def _lost(self, how: str) -> PeerFailed:
        """The child is of no more use: end what is left of it, and tell its last words."""
        self.close()
        return PeerFailed(f"'{self._program}' {how}: {_last(self._log.read_text(encoding='utf-8', errors='replace'))}")

    @staticmethod
    def _stream(stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream


def end(child: subprocess.Popen[str]) -> None:
    """End a child and everything it started; nothing happens when all are gone."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _start(
    line: Sequence[str | Path], folder: Path, variables: Mapping[str, str], stderr: int | IO[bytes],
    stdin: int = subprocess.DEVNULL,
) -> subprocess.Popen[str]:  # fmt: skip
    try:
        return subprocess.Popen(
            [str(part) for part in line], cwd=folder, env=dict(variables), stdin=stdin, stdout=subprocess.PIPE,
            stderr=stderr, text=True, encoding="utf-8", errors="replace", start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        raise PeerFailed(f"'{line[0]}' cannot be started: {error.strerror}.") from error


def _decoded(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _last(told: str) -> str:
    """The end of what a peer said, on one line."""
    return " ".join(told.split())[-_TOLD:] or "it said nothing."
