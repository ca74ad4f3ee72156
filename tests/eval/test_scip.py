"""What SCIP says of our callee positions."""

from __future__ import annotations

import pytest

from seedwalk.eval.scip import Position, Told, positions, rebased
from seedwalk.eval.scip_code import Code
from seedwalk.eval.scip_format import Document, Occurrence, ScipIndex
from seedwalk.eval.scip_score import Share, compare
from tests.eval.scip_sample import INDEX, PACKAGE, POSITIONS, define, mention, names, read


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


def test_a_class_named_as_the_one_it_imports_is_not_taken_for_it() -> None:
    text, other = "from k import E\n\n\nclass E(E): pass\n", "class E: pass\n\n\nE()\n"
    theirs = "`k`/E#"
    files = {"m.py": read("m.py", text), "k.py": read("k.py", other)}
    said = tuple(mention(text, "E", theirs, count) for count in range(3))  # as scip-python does for the class too
    index = ScipIndex(
        "t", (
            Document("m.py", 0, said, {}),
            Document("k.py", 0, (define(other, "E", theirs), mention(other, "E", theirs, 1)), {}),
        ),
    )  # fmt: skip
    (found,) = positions(index, files, Code([s for file in files.values() for s in file.symbols], []))
    assert found.accepted == {symbol.id for symbol in files["k.py"].symbols if symbol.name == "E"}


def test_a_default_import_may_have_any_name() -> None:
    text, base = "import thing from './base';\nthing();\nother();\n", "export default function make() {}\n"
    made = "scip-typescript npm made 1 `base.ts`/make()."
    files = {"use.ts": read("use.ts", text), "base.ts": read("base.ts", base)}
    said = (mention(text, "thing", made, 1), mention(text, "other", made))
    index = ScipIndex(
        "t", (Document("use.ts", 0, said, {}), Document("base.ts", 0, (define(base, "make", made),), {}))
    )  # fmt: skip
    code = Code([s for file in files.values() for s in file.symbols], [])
    assert [p.told for p in positions(index, files, code)] == [Told.INSIDE, Told.CONTRADICTED]


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
