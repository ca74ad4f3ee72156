"""A program that stands in for a peer: it does what a JSON file beside it says, and writes down how it was called.

`runs` maps a call's first argument to what is printed, left with, and written into the folder it runs in (`files`) or
into the database named after `-db` (`sql`). `talk` maps a word to the answers given to lines that hold the word; with
it the program answers line by line until its input ends.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

CRASH = "please crash"
"""A task with these words ends a conversation."""
KEPT = ("HOME", "DO_NOT_TRACK", "CODEGRAPH_TELEMETRY", "HTTPS_PROXY")


def install(program: Path, behaviour: dict[str, Any]) -> None:
    """Put the stand-in where the peer's program would be."""
    program.parent.mkdir(parents=True, exist_ok=True)
    (program.parent / "behaviour.json").write_text(json.dumps(behaviour), encoding="utf-8")
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{__file__}' '{program.parent}' \"$@\"\n")
    program.chmod(0o755)


def calls(program: Path) -> list[dict[str, Any]]:
    """How it was called, in order."""
    return [json.loads(line) for line in (program.parent / "calls.jsonl").read_text(encoding="utf-8").splitlines()]


def main() -> int:
    folder, arguments = Path(sys.argv[1]), sys.argv[2:]
    behaviour = json.loads((folder / "behaviour.json").read_text(encoding="utf-8"))
    with (folder / "calls.jsonl").open("a", encoding="utf-8") as log:
        kept = {name: os.environ.get(name) for name in KEPT}
        log.write(json.dumps({"arguments": arguments, "folder": str(Path.cwd()), "variables": kept}) + "\n")
    if "talk" in behaviour and arguments[0] not in behaviour.get("runs", {}):
        return talk(behaviour["talk"])
    return run(behaviour["runs"][arguments[0]], arguments)


def run(deed: dict[str, Any], arguments: list[str]) -> int:
    for name, text in deed.get("files", {}).items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    if "sql" in deed:
        connection = sqlite3.connect(arguments[arguments.index("-db") + 1])
        connection.executescript(deed["sql"])
        connection.close()
    sys.stdout.write(deed.get("out", ""))
    sys.stderr.write(deed.get("err", ""))
    return int(deed.get("code", 0))


def talk(answers: dict[str, Any]) -> int:
    print("a banner that is no answer", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        if CRASH in line:
            sys.exit("crashed")
        answer = next((answer for word, answer in answers.items() if word in line), None)
        if answer is not None:
            print(json.dumps({**answer, "id": asked["id"]} if "id" in asked else answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
