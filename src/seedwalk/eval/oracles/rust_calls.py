"""What rustc says of one crate, as rows of JSON: cargo runs this in place of rustc.

    python rust_calls.py ROOT rustc ARGUMENTS

rustc is run as it was asked to. Then it is run again, to print the crate's items (`-Zunpretty=hir-tree`) and its typed
bodies (`-Zunpretty=thir-flat`), out of which come the rows that `rust.py` tells of. A crate that does not compile tells
nothing and stops nobody. Only what Python brings is imported: a run of cargo starts this once a crate.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]

_SPAN = re.compile(r"(?:fn_)?span: (?P<path>.+?):(\d+):(\d+): (\d+):(\d+) \(#(?P<made>\d+)\),?$")
_DEFINED = re.compile(r"DefId\(\d+:\d+ ~ (?P<name>.+?)\),?$")
_OWNER = re.compile(r"DefId\(\d+:\d+ ~ (?P<name>.+)\) => OwnerNodes \{$")
_BODY = re.compile(r"DefId\(\d+:\d+ ~ (?P<name>.+)\):$")
_CALLED_VALUE = re.compile(r"core\[\w+\]::ops::(?:async_)?function::(?:Async)?Fn(?:Mut|Once)?::")
_PROBE = "___"
"""What cargo calls the crate that it asks rustc for its target with."""
_LEFT_OUT = ("--emit", "--error-format", "--json", "--out-dir", "--diagnostic-width")
"""What cargo wants of rustc and a second look does not."""
_ITEM, _PART = " " * 16, " " * 24
"""How far the fields of an item, and those of an `impl`, stand in."""
_EXPRESSION, _OF_EXPRESSION, _OF_CALL = " " * 8, " " * 12, " " * 16
_ARGUMENT = " " * 24
MAX_TYPES, MAX_TYPE = 4, 300
"""Types that a call is kept with, and characters of each: types of iterators may be longer than books."""


def place(text: str) -> Row | None:
    """A span as rustc prints it, lines and columns from 1; None where a macro made what stands there."""
    found = _SPAN.search(text)
    if found is None:
        return None
    line, column, end_line, end_column = (int(number) for number in found.groups()[1:5])
    return {
        "path": found["path"], "line": line, "column": column, "end_line": end_line, "end_column": end_column,
        **({} if found["made"] == "0" else {"made": True}),
    }  # fmt: skip


def definitions(lines: Iterable[str]) -> Iterator[Row]:
    """The items of a crate with their places; of an `impl` the trait, and the type it is for."""
    row: Row = {}
    part, waited = "", ""
    for line in lines:
        if not line.startswith(" "):
            found = _OWNER.match(line)
            row = {"name": found["name"]} if found else {}
            part = waited = ""
        elif not row:
            continue
        elif line.startswith(_ITEM + "span: "):
            spanned = place(line.rstrip())
            if spanned is not None:
                yield {**row, **spanned}
            row = {}
        elif line.startswith(_PART) and line[len(_PART)] != " ":
            word = line[len(_PART) :].partition(":")[0]
            part = word if word in ("of_trait", "self_ty") else ""
        elif part == "of_trait" and waited == "Trait," and "trait" not in row:
            named = _DEFINED.match(line.strip())
            if named:
                row["trait"] = named["name"]
        elif part and "span: " in line and part not in row:
            spanned = place(line.rstrip())
            if spanned is not None:
                row[part] = [spanned["line"], spanned["column"], spanned["end_line"], spanned["end_column"]]
        elif part == "self_ty" and "of" not in row and waited in ("Struct,", "Enum,", "Union,", "Trait,", "TyParam,"):
            named = _DEFINED.match(line.strip())
            if named:
                row["of"] = "" if waited == "TyParam," else named["name"]
        if part:
            waited = line.strip()


@dataclass(slots=True)
class _Expression:
    """What is kept of an expression until the end of its body."""

    called: str = ""
    on: list[str] = field(default_factory=list)
    written: bool = False
    """Whether somebody wrote the call; an operator is one that nobody wrote."""
    by: int = -1
    first: int = -1
    around: int = -1
    """The expression that a scope is made around."""
    closure: str = ""
    literal: bool = False
    span: str = ""


def calls(lines: Iterable[str]) -> Iterator[Row]:
    """Every call that a function written as such is called by, and where the closures are that variables hold."""
    body: list[_Expression] = []
    inside = False
    stage = ""
    for line in lines:
        if line.startswith("DefId("):
            yield from _told(body)
            body, inside, stage = [], False, ""
        elif line.startswith("    exprs: ["):
            inside = True
        elif inside and line.startswith("    ]"):
            inside = False
        elif not inside:
            continue
        elif line.startswith(_EXPRESSION + "Expr {"):
            body.append(_Expression())
            stage = ""
        elif body:
            stage = _noted(body[-1], line.rstrip("\n"), stage)
    yield from _told(body)


def _noted(one: _Expression, line: str, stage: str) -> str:
    """Keep what a line says of an expression; what the next line may be about comes back."""
    text = line.strip()
    if line.startswith(_OF_EXPRESSION) and line[len(_OF_EXPRESSION)] != " ":
        if text.startswith("span: "):
            one.span = text
        elif text.startswith("kind: ZstLiteral"):
            one.literal = True
        return text
    if line.startswith(_OF_CALL) and line[len(_OF_CALL)] != " ":
        if text == "ty: FnDef(" and stage == "kind: Call {":
            return "callee"
        if text.startswith("value: e") and stage == "kind: Scope {":
            one.around = int(text[8:].rstrip(","))
        elif text.startswith("fun: e"):
            one.by = int(text[6:].rstrip(","))
        elif text == "args: [" and one.by >= 0:
            return "first"
        elif text == "from_hir_call: true,":
            one.written = True
        elif text.startswith("ClosureExpr {"):
            return "closure"
        return stage
    if stage == "callee":
        found = _DEFINED.match(text)
        if found:
            one.called = found["name"]
        return "arguments"
    if stage == "arguments" and line.startswith(_ARGUMENT) and line[len(_ARGUMENT)] != " ":
        one.on.append(text.rstrip(","))
    elif stage == "arguments" and one.on[-1:] == ["Closure("]:
        found = _DEFINED.match(text)
        if found:
            one.on[-1] = f"Closure({found['name']})"
    elif stage == "first" and text.startswith("e"):
        one.first = int(text[1:].rstrip(","))
        return ""
    elif stage == "closure" and text.startswith("closure_id: "):
        found = _DEFINED.match(text[len("closure_id: ") :])
        one.closure = found["name"] if found else ""
        return ""
    return stage


def _told(body: Sequence[_Expression]) -> Iterator[Row]:
    for one in body:
        spanned = place(one.span)
        if one.closure and spanned is not None and "made" not in spanned:
            yield {**spanned, "name": one.closure}
        if one.by < 0 or not one.written:
            continue
        called = body[one.by]
        while called.around >= 0:
            called = body[called.around]
        held = not called.literal
        if _CALLED_VALUE.match(one.called) and one.first >= 0:
            held, called = True, body[one.first]
        spanned = place(called.span)
        if spanned is None or "made" in spanned:
            continue
        if held:
            closure = one.on[0] if one.on and one.on[0].startswith("Closure(") else ""
            yield {**spanned, "to": closure[len("Closure(") : -1], "value": True}
        elif one.called:
            yield {**spanned, "to": one.called, "on": [part[:MAX_TYPE] for part in one.on[:MAX_TYPES]]}


def _again(command: Sequence[str], mode: str) -> Iterator[str]:
    """The lines that rustc prints of a crate when asked for one of its trees."""
    kept = [part for part in command if not part.startswith(_LEFT_OUT)]
    for option in ("--out-dir", "--emit"):
        if option in command:
            kept.remove(command[command.index(option) + 1])
    asked = [*kept, f"-Zunpretty={mode}", "--cap-lints", "allow"]
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1"}
    with subprocess.Popen(
        asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, encoding="utf-8", errors="replace",
        close_fds=False,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        yield from running.stdout


def _first_error(said: bytes) -> str:
    """What rustc calls wrong first, out of what it tells cargo."""
    for line in said.splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict) and told.get("level") == "error":
            return str(told.get("message"))
    return "it does not say why"


def _below(path: str, root: str) -> str:
    """A file's path as seen from the root; none of one outside."""
    seen = os.path.relpath(os.path.realpath(path), root).replace(os.sep, "/")
    return "" if seen.startswith("../") else seen


def main(arguments: Sequence[str]) -> int:
    root, *command = arguments
    name = command[command.index("--crate-name") + 1] if "--crate-name" in command else _PROBE
    if name == _PROBE:
        return subprocess.run(command, check=False, close_fds=False).returncode
    done = subprocess.run(command, stderr=subprocess.PIPE, check=False, close_fds=False)
    if done.returncode:
        print(f"'{name}' does not compile: {_first_error(done.stderr)}", file=sys.stderr)
        return 0
    if not any(part.endswith(".rs") and _below(part, root) for part in command):
        return 0
    for rows in (definitions(_again(command, "hir-tree")), calls(_again(command, "thir-flat"))):
        for row in rows:
            if below := _below(row["path"], root):
                print(json.dumps({**row, "path": below}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
