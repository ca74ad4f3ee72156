"""Words inside literals: HTTP methods, programs, the names a callee is reached through."""

from __future__ import annotations

import re

from seedwalk.graph.chains import CALLED, INDEXED, steps
from seedwalk.graph.paths import ANY

_PROGRAM = re.compile(r"[\w.@+-]+")
_NOT_PROGRAMS = frozenset({"sudo", "env", "exec", "nohup", "time", "command", "then", "if"})
_BUILTINS = frozenset({"cd", "set", "export", "source", ".", "unset", "ulimit", "umask", "trap"})
"""What a shell does itself."""
_SEQUENCE = re.compile(r"&&|;|\|\|?")
_UNKNOWN = "{}"
_ASSIGNED = re.compile(r"\w+=\S*")
_METHOD = re.compile(r"[A-Za-z]+")
METHOD_NAMES = frozenset(
    {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "WEBSOCKET", ANY}
)
_METHOD_ALIASES = {
    "ALL": ANY,
    "ROUTE": ANY,
    "DEL": "DELETE",
    "REQUEST": ANY,
    "WS": "WEBSOCKET",
    "MATCH": ANY,
    "ON": ANY,
}


def method_name(text: str) -> str:
    """`HttpMethod.Get`, `:get`, `add_get` and `MapGet` are all GET."""
    last = re.split(r"[.:_]", text)[-1]
    last = re.sub(r"^(?:Http|Map|Method)(?=[A-Z])|Mapping$|Async$|Exchange$", "", last)
    word = _METHOD.search(last)
    upper = word.group().upper() if word else ANY
    return _METHOD_ALIASES.get(upper, upper)


def program_of(command: str) -> str:
    """The program a command line runs: `cd x && sudo /usr/bin/git log` is `git`."""
    for part in _SEQUENCE.split(command.replace("\\n", " ")):
        words = [word for word in part.split() if word not in _NOT_PROGRAMS and not _ASSIGNED.fullmatch(word)]
        if not words or words[0] in _BUILTINS:
            continue
        name = words[0].replace("\\", "/").rpartition("/")[2]
        if name in _NOT_PROGRAMS and len(words) > 1:
            name = words[1]
        return name if _PROGRAM.fullmatch(name) and _UNKNOWN not in words[0] else ""
    return ""


def receiver_of(text: str) -> tuple[str, ...]:
    """The names a callee is reached through."""
    return tuple(op for op in steps(text)[:-1] if op not in (CALLED, INDEXED))
