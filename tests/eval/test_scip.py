"""What SCIP says of our callee positions, and how our edges stand beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import cast

import pytest

from seedwalk.eval.scip import Position, Told, positions, rebased
from seedwalk.eval.scip_code import Code, SourceFile, source_file
from seedwalk.eval.scip_format import Document, Occurrence, Roles, ScipIndex
from seedwalk.eval.scip_score import Comparison, Share, Verdict, compare
from seedwalk.extract import extract
from seedwalk.model import Edge, EdgeKind, Kind, Provenance, Symbol, SymbolId

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


def at(line: int, written: str) -> Position:
    (found,) = (p for p in POSITIONS if p.line == line and p.written == written)
    return found


@pytest.mark.parametrize(
    ("line", "written", "source", "told", "accepted"),
    [
        (7, "measure", "Shape.area", Told.INSIDE, {"Shape.measure"}),
        (7, "pick", "Shape.area", Told.VALUE, set()),
        (7, "helper", "Shape.area", Told.INSIDE, {"helper"}),
        (12, "inner", "Shape.measure", Told.INSIDE, {"Shape.measure.inner"}),
        (15, "helper", "build", Told.INSIDE, {"helper"}),
        (17, "Shape", "build", Told.INSIDE, {"Shape", "Root.__init__"}),
        (17, "Top", "build", Told.INSIDE, {"Root", "Root.__init__"}),
        (18, "dumps", "build", Told.EXTERNAL, set()),
        (20, "area", "build", Told.INSIDE, {"Shape.area"}),
        (21, "", "build", Told.OPEN, set()),
        (22, "lost", "build", Told.OPEN, set()),
        (22, "wild", "build", Told.CONTRADICTED, {"helper"}),
        (22, "alien", "build", Told.OPEN, set()),
        (23, "Shape", "build", Told.INSIDE, {"Shape", "Root.__init__"}),
        (23, "area", "build", Told.INSIDE, {"Shape.area"}),
    ],
)
def test_each_callee_position_is_told(
    line: int, written: str, source: str, told: Told, accepted: set[str]
) -> None:  # fmt: skip
    found = at(line, written)
    assert (names([found.source]), found.told, names(found.accepted)) == ({source}, told, accepted)


def test_no_callee_position_is_dropped_or_told_twice() -> None:
    assert len(POSITIONS) == 15
    assert {position.path for position in POSITIONS} == {"shapes.py"}


def test_columns_after_wide_characters_still_meet() -> None:
    text = 'def f(): pass\n\n\nx = "𝄞𝄞ä" + f()\n'
    said = (define(text, "f", "`m`/f()."), mention(text, "f", "`m`/f().", 1))
    files = {"m.py": read("m.py", text)}
    (found,) = positions(ScipIndex("t", (Document("m.py", 0, said, {}),)), files, Code(files["m.py"].symbols, []))
    assert found.told is Told.INSIDE


TYPED = """\
export class Store {
  constructor(x: number);
  constructor(x: string);
  constructor(x: any) {}
  get(k: string): string;
  get(k: number): string;
  get(k: any) { return this.get(k); }
}
export const open = () => new Store(1);
const shut = wrap(open);
shut();
"""


def test_overloads_and_constructors_are_all_accepted_in_typescript() -> None:
    made = "scip-typescript npm made 1 `store.ts`/"
    construct = made + "Store#`<constructor>`()."
    said = (
        define(TYPED, "Store", made + "Store#"),
        *(define(TYPED, "constructor", construct, count) for count in range(3)),
        *(define(TYPED, "get", made + "Store#get().", count) for count in range(3)),
        mention(TYPED, "get", made + "Store#get().", 3),
        mention(TYPED, "Store", construct, 1),
        define(TYPED, "shut", made + "shut."),
        mention(TYPED, "shut", made + "shut.", 1),
    )
    files = {"store.ts": read("store.ts", TYPED)}
    code = Code(files["store.ts"].symbols, [])
    index = ScipIndex("t", (Document("store.ts", 0, said, {}),))
    found = {(p.written, p.line): p for p in positions(index, files, code)}
    assert names(found["get", 7].accepted, code.symbols) == {"Store.get"}
    assert names(found["Store", 9].accepted, code.symbols) == {"Store", "Store.constructor"}
    assert names([found["Store", 9].source], code.symbols) == {"open"}
    assert len(found["Store", 9].accepted) > 2
    assert found["shut", 11].told is Told.VALUE
    assert found["wrap", 10].told is Told.OPEN


def test_a_definition_scip_calls_a_mention_is_accepted_too() -> None:
    text = "if x:\n    def f(): pass\nelse:\n    def f(): pass\n\n\nf()\n\n\nclass E(k.E): pass\n\n\nk.E()\n"
    outside = "scip-test python other 1 `k`/E#"
    said = (
        define(text, "f", "`m`/f()."), mention(text, "f", "`m`/f().", 1), mention(text, "f", "`m`/f().", 2),
        define(text, "E", "`m`/E#"), mention(text, "E", outside, 1), mention(text, "E", outside, 2),
    )  # fmt: skip
    file = read("m.py", text)
    index = ScipIndex("t", (Document("m.py", 0, said, {}),))
    called, inherited = positions(index, {"m.py": file}, Code(file.symbols, []))
    assert called.accepted == {symbol.id for symbol in file.symbols if symbol.name == "f"}
    assert len(called.accepted) == 2
    assert inherited.told is Told.EXTERNAL


def test_of_local_functions_that_share_a_symbol_only_the_visible_one_is_accepted() -> None:
    text = "def one():\n    def f(): pass\n    f()\n\n\ndef two():\n    def f(): pass\n    f()\n"
    said = (*(define(text, "f", "`m`/f().", n) for n in (0, 2)), *(mention(text, "f", "`m`/f().", n) for n in (1, 3)))
    file = read("m.py", text)
    code = Code(file.symbols, [])
    found = positions(ScipIndex("t", (Document("m.py", 0, said, {}),)), {"m.py": file}, code)
    assert [names(p.accepted, code.symbols) for p in found] == [{"one.f"}, {"two.f"}]


def test_a_function_we_have_no_symbol_of_counts_as_missed() -> None:
    text = "made_elsewhere()\n"
    hidden = Document("h.py", 0, (Occurrence(0, 0, 0, 4, PACKAGE + "`h`/made_elsewhere().", 1),), {})
    said = (mention(text, "made_elsewhere", "`h`/made_elsewhere()."),)
    files = {"m.py": read("m.py", text), "h.py": read("h.py", "exec('def made_elsewhere(): pass')\n")}
    code = Code([s for file in files.values() for s in file.symbols], [])
    index = ScipIndex("t", (Document("m.py", 0, said, {}), hidden))
    # The definition does not bear the written name, so what SCIP says is doubted, not believed.
    assert [p.told for p in positions(index, files, code)] == [Told.OPEN, Told.CONTRADICTED]
    generated = {**files, "h.py": read("h.py", "made_elsewhere\n")}
    whole = Document("h.py", 0, (Occurrence(0, 0, 0, 14, PACKAGE + "`h`/made_elsewhere().", 1),), {})
    (found,) = positions(ScipIndex("t", (Document("m.py", 0, said, {}), whole)), generated, code)
    assert (found.told, found.accepted) == (Told.INSIDE, frozenset())
    assert compare([found], [], code).figures["recall"] == Share(0, 1)


def test_documents_counted_from_a_folder_are_moved_below_it() -> None:
    assert [d.path for d in rebased(INDEX, "src/made").documents] == ["src/made/shapes.py", "src/made/base.py"]
    assert rebased(INDEX, "") is INDEX


# Our edges beside SCIP's word.


def verdict_of(*edges: Edge) -> dict[str, int]:
    return {verdict.name: count for verdict, count in compare(POSITIONS, edges, CODE).verdicts.items()}


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (edge("Shape.area", "Shape.measure", 7), Verdict.AGREES),
        (edge("build", "Shape", 17), Verdict.AGREES),
        (edge("build", "Root.__init__", 17), Verdict.AGREES),
        (edge("build", "helper", 15), Verdict.AGREES),
        (edge("build", "Shape.measure", 20), Verdict.WRONG),
        (edge("build", "helper", 18), Verdict.WRONG_EXTERNAL),
        (edge("build", "Shape.area", 21), Verdict.OPEN),
        (edge("build", "helper", 22), Verdict.OPEN),  # two open calls on that line excuse it
        (edge("build", "helper", 19), Verdict.UNPLACED),
        (edge("Shape.area", "helper", 17), Verdict.UNPLACED),
        (edge("build", "helper", 18, how=Made.CALLBACK), Verdict.CALLBACK),
    ],
)
def test_an_edge_gets_the_verdict_of_its_position(made: Edge, verdict: Verdict) -> None:
    assert verdict_of(made) == {verdict.name: 1}


def test_only_edges_of_calls_are_judged() -> None:
    assert compare(POSITIONS, [EXTENDS], CODE).verdicts == {}


def test_edges_out_of_files_scip_does_not_cover_are_left_out() -> None:
    assert verdict_of(edge("Root.__init__", "helper", 2)) == {"UNCOVERED": 1}


def test_edges_to_external_symbols_are_left_out() -> None:
    outside = SYMBOLS[0].__class__(
        SymbolId(7), Kind.EXTERNAL, "dumps", "json.dumps", "", SYMBOLS[0].span, 0, "", "", SYMBOLS[0].flags, 0, None
    )
    code = Code([*SYMBOLS, outside], [EXTENDS])
    made = Edge(BY_NAME["build"].id, SymbolId(7), cast(EdgeKind, Made.CALLS), 1.0, cast(Provenance, Made.GUESS), 18)
    assert compare(POSITIONS, [made], code).verdicts == {Verdict.EXTERNAL_TARGET: 1}


def test_a_second_guess_at_a_call_that_is_already_right_is_wrong() -> None:
    right, guess = edge("Shape.measure", "Shape.measure.inner", 12), edge("Shape.measure", "helper", 12)
    assert verdict_of(right, guess) == {"AGREES": 1, "WRONG": 1}


def test_a_variable_is_judged_apart() -> None:
    text = "def f(): pass\n\n\ng = f\ng()\n"
    said = (define(text, "f", "`m`/f()."), define(text, "g", "`m`/g."), mention(text, "g", "`m`/g.", 1))
    file = read("m.py", text)
    code = Code(file.symbols, [])
    found = list(positions(ScipIndex("t", (Document("m.py", 0, said, {}),)), {"m.py": file}, code))
    by_name = {symbol.name: symbol.id for symbol in file.symbols}

    def made(target: str) -> Comparison:
        call = Edge(
            by_name["m"], by_name[target], cast(EdgeKind, Made.CALLS), 1.0, cast(Provenance, Made.GUESS), 5
        )  # fmt: skip
        return compare(found, [call], code)

    assert made("g").verdicts == {Verdict.VALUE_SAME: 1}
    assert made("f").verdicts == {Verdict.VALUE_OTHER: 1}
    assert made("f").figures["precision"].value is None
    assert made("f").figures["precision, variables judged too"] == Share(0, 1)
    assert made("g").figures["precision, variables judged too"] == Share(1, 1)


EDGES = [
    edge("Shape.area", "Shape.measure", 7),
    edge("build", "Root.__init__", 17),
    edge("build", "Shape.area", 23),
    edge("build", "Shape.measure", 20),  # wrong
    edge("build", "helper", 18),  # wrong, external
    edge("build", "Shape.area", 21),  # open
    edge("build", "helper", 15, how=Made.CALLBACK),  # no call, though it would have been right
]


def test_precision_and_recall_count_what_their_names_say() -> None:
    figures = compare(POSITIONS, EDGES, CODE).figures
    assert figures["precision"] == Share(3, 5)
    # Nine calls inside, among them Shape() on two lines; line 17 has one edge that two positions accept.
    assert figures["recall"] == Share(4, 9)
    # All but (area, helper) and (measure, inner) of seven; the edge at line 18 makes (build, helper) one of ours.
    assert figures["recall without lines"] == Share(5, 7)
    # (area, measure), (build, Root.__init__), (build, Shape.area); (build, measure), (build, helper): the last is right
    # on another line, where SCIP has it in the decorator.
    assert figures["precision without lines"] == Share(4, 5)


def test_a_perfect_resolver_scores_one_everywhere_it_is_judged() -> None:
    perfect = [
        Edge(p.source, target, cast(EdgeKind, Made.CALLS), 1.0, cast(Provenance, Made.GUESS), p.line)
        for p in POSITIONS
        if p.told is Told.INSIDE
        for target in p.accepted
    ]
    found = compare(POSITIONS, perfect, CODE)
    shares = {name: share.value for name, share in found.figures.items()}
    assert shares.pop("recall, contradictions judged too") == 0.9
    assert set(shares.values()) == {1.0}
    assert (found.wrong, found.missed) == ((), ())


def test_no_edges_have_no_precision_and_no_recall() -> None:
    found = compare(POSITIONS, [], CODE)
    assert (found.figures["precision"].value, found.figures["recall"].value) == (None, 0.0)
    assert len(found.missed) == found.positions[Told.INSIDE] == 9


def test_what_is_wrong_and_missed_is_listed_and_counted_by_provenance() -> None:
    found = compare(POSITIONS, EDGES, CODE)
    assert [names([one.edge.target]) for one in found.wrong] == [{"Shape.measure"}, {"helper"}]
    assert [(p.line, p.written) for p in found.missed] == [
        (7, "helper"), (12, "inner"), (15, "helper"), (20, "area"), (23, "Shape"),
    ]  # fmt: skip
    assert found.by_provenance["callback"] == {Verdict.CALLBACK: 1}
    assert sum(found.by_provenance["guess"].values()) == len(EDGES) - 1


def test_an_override_of_what_scip_names_is_wrong_and_said_to_be_one() -> None:
    text = (
        "class A:\n    def run(self): pass\n\n\nclass B(A):\n    def run(self): pass\n\n\n"
        "class C:\n    def run(self): pass\n\n\ndef go(a: A): a.run()\n"
    )
    said = (define(text, "run", "`m`/A#run()."), mention(text, "run", "`m`/A#run().", 3))
    file = read("m.py", text)
    ids = {symbol.qualified_name: symbol.id for symbol in file.symbols}
    base = Edge(ids["B"], ids["A"], EdgeKind.EXTENDS, 1.0, Provenance.SYNTAX, 5)
    code = Code(file.symbols, [base, Edge(ids["A"], ids["A"], EdgeKind.EXTENDS, 1.0, Provenance.SYNTAX, 1)])
    found = list(positions(ScipIndex("t", (Document("m.py", 0, said, {}),)), {"m.py": file}, code))
    for target, overrides in (("B.run", 1), ("C.run", 0)):
        call = Edge(
            ids["go"], ids[target], cast(EdgeKind, Made.CALLS), 1.0, cast(Provenance, Made.GUESS), 13
        )  # fmt: skip
        result = compare(found, [call], code)
        assert (result.verdicts, result.overrides) == ({Verdict.WRONG: 1}, overrides)
