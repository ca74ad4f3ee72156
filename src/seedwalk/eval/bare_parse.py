"""The yardstick of `bench_index.py`: the same files read and parsed by tree-sitter, and nothing else.

Its processes import nothing of seedwalk but this file and the pipes, so that they do not pay for what they do not use.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

from seedwalk.machine.pipes import receive, send


def parse_all() -> None:
    """Entry of the yardstick's first process: hand batches to children, or parse here when there are to be none."""
    root, batches, children = pickle.load(sys.stdin.buffer)
    if not children:
        for batch in batches:
            parse_batch(root, batch)
        return
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    for entry in (*batches, *[None] * children):
        waiting.put(entry)
    crew = [threading.Thread(target=_drive, args=(root, waiting)) for _ in range(children)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()


def _drive(root: str, waiting: queue.SimpleQueue[Any]) -> None:
    entry = "from seedwalk.eval.bare_parse import parse_served; parse_served()"
    child = subprocess.Popen([sys.executable, "-c", entry], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    while (batch := waiting.get()) is not None:
        send(child.stdin, (root, batch))
        receive(child.stdout)
    child.stdin.close()
    child.wait()


def parse_served() -> None:
    """Entry of the yardstick's children: parse batches from stdin until it closes."""
    while True:
        try:
            root, batch = receive(sys.stdin.buffer)
        except EOFError:
            return
        send(sys.stdout.buffer, parse_batch(root, batch))


def parse_batch(root: str, batch: Sequence[tuple[str, str, str]]) -> int:
    """Read and parse files one after the other; how many had errors, so that no parse can be left out."""
    from importlib import import_module

    from tree_sitter import Language, Parser

    parsers: dict[tuple[str, str], Parser] = {}
    errors = 0
    for path, module, function in batch:
        parser = parsers.get((module, function))
        if parser is None:
            parser = parsers[module, function] = Parser(Language(getattr(import_module(module), function)()))
        with open(f"{root}/{path}", "rb") as file:  # noqa: PTH123 - the cheapest way there is
            errors += parser.parse(file.read()).root_node.has_error
    return errors
