"""Words inside literals: HTTP methods, programs, the names a callee is reached through."""

from __future__ import annotations

import re

from seedwalk.graph.chains import CALLED, INDEXED, steps
from seedwalk.graph.paths import ANY

_PROGRAM = re.compile(r"[\w.@+-]+")
_NOT_PROGRAMS = frozenset({"sudo", "env", "exec", "nohup", "time", "command", "then", "if"})
_ASSIGNED = re.compile(r"\w+=\S*")
_METHOD = re.compile(r"[A-Za-z]+")
METHOD_NAMES = frozenset(
    {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "WEBSOCKET", ANY}
)
_METHOD_ALIASES = {"ALL": ANY, "ROUTE": ANY, "DEL": "DELETE", "REQUEST": ANY, "WS": "WEBSOCKET", "MATCH": ANY}


def method_name(text: str) -> str:
    """`HttpMethod.Get`, `:get`, `add_get` and `MapGet` are all GET."""
    last = re.split(r"[.:_]", text)[-1]
    last = re.sub(r"^(?:Http|Map)(?=[A-Z])|Mapping$|Async$|Exchange$", "", last)
    word = _METHOD.search(last)
    upper = word.group().upper() if word else ANY
    return _METHOD_ALIASES.get(upper, upper)


def program_of(command: str) -> str:
    """The program a command line runs: `sudo /usr/bin/git log` is `git`."""
    for word in command.replace("\\n", " ").split():
        if word in _NOT_PROGRAMS or _ASSIGNED.fullmatch(word):
            continue
        name = word.replace("\\", "/").rpartition("/")[2]
        return name if _PROGRAM.fullmatch(name) and "{}" not in word else ""
    return ""


def receiver_of(text: str) -> tuple[str, ...]:
    """The names a callee is reached through."""
    return tuple(op for op in steps(text)[:-1] if op not in (CALLED, INDEXED))
