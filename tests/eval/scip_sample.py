"""A small tree, a made-up SCIP index of it, and the pieces to make up more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import cast

from seedwalk.eval.scip import positions
from seedwalk.eval.scip_code import Code, SourceFile, source_file
from seedwalk.eval.scip_format import Document, Occurrence, Roles, ScipIndex
from seedwalk.extract import extract
from seedwalk.model import Edge, EdgeKind, Provenance, Symbol, SymbolId

SHAPES = """\
import json
from base import Root as Top, helper


class Shape(Top):
    def area(self, pick):
        return self.measure(pick(), helper("ä𝄞", lambda: 1))

    def measure(self, *parts):
        def inner():
            return parts
        return inner()


@helper("x")
def build(names):
    a = Shape(); b = Top(names)
    json.dumps(
        a
            .area(None))
    names[0]()
    a.lost(); a.wild(); a.alien()
    return Shape().area(b)
"""
BASE = """\
class Root:
    def __init__(self, x=None):
        self.x = x


def helper(*args):
    return args


TABLE = helper
"""
ROOT, HELPER, INIT = "`base`/Root#", "`base`/helper().", "`base`/Root#__init__()."
SHAPE, AREA, MEASURE = "`shapes`/Shape#", "`shapes`/Shape#area().", "`shapes`/Shape#measure()."
PICK = "`shapes`/Shape#area().(pick)"
PACKAGE = "scip-test python made 1 "
DUMPS = "scip-test python python-stdlib 3 json/dumps()."


class Made(StrEnum):
    """Kinds and provenances of edges that the comparison knows by value."""

    CALLS = "calls"
    GUESS = "guess"
    CALLBACK = "callback"


def place(text: str, name: str, count: int = 0) -> tuple[int, int, int]:
    """Line and columns, in units of UTF-16, of an occurrence of a name, counted from 0."""
    start = [found.start() for found in re.finditer(rf"\b{re.escape(name)}\b", text)][count]
    line_start = text.rfind("\n", 0, start) + 1
    column = len(text[line_start:start].encode("utf-16-le")) // 2
    return text.count("\n", 0, start), column, column + len(name)


def mention(text: str, name: str, symbol: str, count: int = 0, role: Roles = Roles.NONE) -> Occurrence:
    line, column, end = place(text, name, count)
    whole = symbol if symbol.startswith(("local", "scip")) else PACKAGE + symbol
    return Occurrence(line, column, line, end, whole, int(role))


def define(text: str, name: str, symbol: str, count: int = 0) -> Occurrence:
    return mention(text, name, symbol, count, Roles.DEFINITION)


SHAPES_SAID = (
    mention(SHAPES, "helper", HELPER, 0, Roles.IMPORT),
    define(SHAPES, "Shape", SHAPE),
    define(SHAPES, "area", AREA),
    define(SHAPES, "pick", PICK),
    mention(SHAPES, "measure", MEASURE),
    mention(SHAPES, "pick", PICK, 1),
    mention(SHAPES, "helper", HELPER, 1),
    define(SHAPES, "measure", MEASURE, 1),
    define(SHAPES, "inner", "local 1"),
    mention(SHAPES, "inner", "local 1", 1),
    mention(SHAPES, "helper", HELPER, 2),
    define(SHAPES, "build", "`shapes`/build()."),
    mention(SHAPES, "Shape", SHAPE, 1),
    mention(SHAPES, "Top", ROOT, 2),
    mention(SHAPES, "dumps", DUMPS),
    mention(SHAPES, "area", AREA, 1),
    mention(SHAPES, "wild", HELPER),  # as an indexer does that loses its way in a wildcard import
    mention(SHAPES, "alien", "`shapes`/Shape#alien()."),  # never defined
    mention(SHAPES, "Shape", SHAPE, 2),
    mention(SHAPES, "area", AREA, 2),
)
BASE_SAID = (
    define(BASE, "Root", ROOT),
    define(BASE, "__init__", INIT),
    define(BASE, "helper", HELPER),
    define(BASE, "TABLE", "`base`/TABLE."),
)
INDEX = ScipIndex("scip-test 1", (Document("shapes.py", 0, SHAPES_SAID, {}), Document("base.py", 0, BASE_SAID, {})))


def read(path: str, text: str) -> SourceFile:
    language = {"py": "python", "ts": "typescript"}[path.rpartition(".")[2]]
    return source_file(path, text.encode(), extract(path, language, text.encode()))


FILES = {"shapes.py": read("shapes.py", SHAPES), "base.py": read("base.py", BASE)}
SYMBOLS = [symbol for file in FILES.values() for symbol in file.symbols]
BY_NAME = {symbol.qualified_name: symbol for symbol in SYMBOLS}


def edge(source: str, target: str, line: int, kind: Made = Made.CALLS, how: Made = Made.GUESS) -> Edge:
    return Edge(
        BY_NAME[source].id, BY_NAME[target].id, cast(EdgeKind, kind), 0.7, cast(Provenance, how), line
    )  # fmt: skip


EXTENDS = Edge(BY_NAME["Shape"].id, BY_NAME["Root"].id, EdgeKind.EXTENDS, 1.0, Provenance.SYNTAX, 5)
CODE = Code(SYMBOLS, [EXTENDS])
POSITIONS = list(positions(INDEX, FILES, CODE))


def names(ids: Iterable[SymbolId], symbols: Mapping[SymbolId, Symbol] = CODE.symbols) -> set[str]:
    return {symbols[one].qualified_name for one in ids}
