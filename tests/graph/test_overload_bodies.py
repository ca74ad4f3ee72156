"""A callable that only says types stands for the one beneath it: who calls the name calls what does the work."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.errors import AmbiguousSymbol
from tests.index.mixed import write
from tests.trees import made

PYTHON = {
    "a.py": (
        "from typing import overload\n\n\n"
        "@overload\ndef parse(x: int) -> 'Told': ...\n"
        "@overload\ndef parse(x: str) -> 'Told': ...\n"
        "def parse(x):\n    return Told()\n\n\n"
        "class Told:\n    def read(self):\n        pass\n"
    ),
    "b.py": "from a import parse\n\n\ndef use():\n    return parse(1).read()\n",
}
TYPESCRIPT = {
    "a.ts": (
        "export class Told { read() { return 1 } }\n"
        "export function parse(x: number): Told\n"
        "export function parse(x: string): Told\n"
        "export function parse(x: any): any {\n  return new Told()\n}\n"
    ),
    "b.ts": "import { parse } from './a'\nexport function use() {\n  return parse(1).read()\n}\n",
}
METHODS = {
    "a.ts": (
        "export class Base {\n  constructor(x: number)\n  constructor(x: any) {}\n"
        "  get(x: number): number\n  get(x: any): any { return x }\n}\n"
        "export class Sub extends Base {\n  get(x: number): number\n  get(x: any): any { return x }\n}\n"
    ),
    "b.ts": "import { Base } from './a'\nexport function use() {\n  return new Base(1).get(2)\n}\n",
}


def callees(repository: seedwalk.Repository, name: str = "use") -> dict[str, str]:
    """What a symbol calls: where each begins, by name."""
    at = {symbol.id: symbol for symbol in repository.symbols("*")}
    source = repository.symbol(name).id
    calls = [edge for edge in repository.edges() if edge.kind == "calls" and edge.source == source]
    return {at[edge.target].name: f"{at[edge.target].path}:{at[edge.target].span.start_line}" for edge in calls}


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        (PYTHON, {"parse": "a.py:8", "read": "a.py:13"}),
        (TYPESCRIPT, {"parse": "a.ts:4", "read": "a.ts:1"}),
        (METHODS, {"constructor": "a.ts:3", "get": "a.ts:5"}),
    ],
)
def test_calls_lead_to_the_body_and_types_are_told_by_the_signature(
    tmp_path: Path, files: dict[str, str], wanted: dict[str, str]
) -> None:
    assert callees(made(tmp_path, files)) == wanted


def test_what_overrides_is_the_body_too(tmp_path: Path) -> None:
    repository = made(tmp_path, METHODS)
    lines = {symbol.id: symbol.span.start_line for symbol in repository.symbols("*")}
    overrides = [edge for edge in repository.edges() if edge.kind == "overrides"]
    assert [(lines[edge.source], lines[edge.target]) for edge in overrides] == [(9, 5)]


def test_a_signature_that_gets_a_body_is_called_again(tmp_path: Path) -> None:
    repository = made(tmp_path, TYPESCRIPT)
    text = TYPESCRIPT["a.ts"].replace("(x: number): Told\n", "(x: number): Told { return new Told() }\n")
    write(tmp_path, "a.ts", text)
    repository.index()
    assert callees(repository)["parse"] == "a.ts:2"


def test_a_declaration_without_a_body_anywhere_stays_itself(tmp_path: Path) -> None:
    declared = "".join(f"export declare function parse(x: {kind}): any\n" for kind in ("number", "string"))
    files = {**TYPESCRIPT, "a.ts": declared}
    assert callees(made(tmp_path, files)) == {"parse": "a.ts:1"}


@pytest.mark.parametrize(("files", "line"), [(PYTHON, 8), (TYPESCRIPT, 4)])
def test_who_asks_for_the_name_means_the_body(tmp_path: Path, files: dict[str, str], line: int) -> None:
    repository = made(tmp_path, files)
    parse = repository.symbol("parse")
    assert parse.span.start_line == line
    assert {ref.name for ref in repository.references(parse) if ref.role == "callers"} == {"use"}


def test_bodies_of_one_name_stay_choices_and_signatures_do_not(tmp_path: Path) -> None:
    other = "export function parse(x: number): number\nexport function parse(x: any) { return x }\n"
    twice = {**TYPESCRIPT, "c.ts": other}
    with pytest.raises(AmbiguousSymbol) as raised:
        made(tmp_path, twice).symbol("parse")
    assert raised.value.choices == ("a.ts:parse", "c.ts:parse")
    assert seedwalk.open(tmp_path).symbol("a.ts:parse").span.start_line == 4


def test_declarations_without_a_body_anywhere_stay_choices(tmp_path: Path) -> None:
    declared = "".join(f"export declare function parse(x: {kind}): any\n" for kind in ("number", "string"))
    with pytest.raises(AmbiguousSymbol):
        made(tmp_path, {"a.d.ts": declared}).symbol("parse")
