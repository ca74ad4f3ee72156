"""Whatever files say about each other, linking ends, in a time that a plain tree of the same size would need too.

Times are of the processor, and compared with those of a plain tree measured in the same run, so that a slow or busy
machine does not show. Trees stay below the number of files from which other processes help.
"""

# ruff: noqa: E501 - each text stays on its line

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from seedwalk.api import Repository
from tests.conftest import sized
from tests.graph.trees import Files, edges, indexed, line
from tests.index.states import fresh_state, state_of

SLOWER = 12.0
"""How many times the time of a plain tree of as many bytes a bad one may take; measured: up to five."""
GRACE = 1.0
"""Seconds that count for nothing: small trees are all overhead."""
PLAIN_BYTES = 100_000
"""Plain files cost by the byte, from a tenth of this to ten times as many: one tree tells of all sizes."""
MANY = sized(4_000, 10_000)
LONG = sized(2_500, 5_000)
"""Functions in a row; twice as many questions may be open at once."""


EVERY = {
    "A.java": "class A {}\n", "a.ts": "let a = 1\n", "a.rb": "a = 1\n", "a.go": "package a\n", "a.rs": "fn a() {}\n",
    "a.cs": "class A {}\n",
}  # fmt: skip
"""A little of every language that the trees below are written in."""


def plain(size: int) -> Files:
    """About so many bytes of functions that call one another in a row."""
    one = "def plain_{n}(first, second):\n    value = plain_{m}(first, second)\n    return value + {n}\n\n\n"
    count = max(1, size // len(one))
    return {"plain.py": "".join(one.format(n=n, m=max(0, n - 1)) for n in range(count))}


def seconds(place: Path, files: Files) -> tuple[Repository, float]:
    started = time.process_time()
    repository = indexed(place, files)
    return repository, time.process_time() - started


Ordinary = Callable[[Files], float]


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> Ordinary:
    """Seconds that plain files of as many bytes would take here and now."""
    place = tmp_path_factory.mktemp("plain")
    seconds(place / "first", {**plain(1), **EVERY})  # what is read once for all trees: grammars, queries, rules
    overhead = seconds(place / "one", plain(1))[1]
    rate = seconds(place / "many", plain(PLAIN_BYTES))[1] / PLAIN_BYTES
    return lambda files: overhead + rate * sum(map(len, files.values()))


def bounded(place: Path, files: Files, ordinary: Ordinary) -> Repository:
    """The index of these files; making it took a bounded multiple of what plain files take."""
    repository, took = seconds(place / "bad", files)
    assert took < SLOWER * ordinary(files) + GRACE
    return repository


def calls(repository: Repository) -> list[str]:
    return sorted(line(row) for row in edges(repository, "calls"))


def import_cycle() -> Files:
    """Every module imports all names of the next, and the last those of the first."""
    count = 90
    return {
        f"m{n}.py": f"from m{(n + 1) % count} import *\nfrom m{(n + 7) % count} import missing\n\n\n"
        f"def f{n}():\n    missing()\n    f{(n + 2) % count}()\n"
        for n in range(count)
    }


def inheritance_cycle() -> Files:
    return {
        "a.py": "from b import B\n\n\nclass A(B):\n    def go(self):\n        self.nowhere()\n",
        "b.py": "from c import C\n\n\nclass B(C):\n    def go(self):\n        super().go()\n",
        "c.py": "from a import A\n\n\nclass C(A):\n    pass\n\n\nclass Own(Own):\n    def go(self):\n        self.gone()\n",
        "A.java": "class J extends K { void go() { stop(); } }\nclass K extends J { void stop() { go(); } }\nclass L extends L { void x() { y(); } }\n",
        "a.ts": "interface P extends Q { go(): void }\ninterface Q extends P { stop(): void }\nclass R extends R {}\n",
        "a.rb": "class S < T\n  def go\n    stop\n  end\nend\nclass T < S\n  def stop\n    go\n  end\nend\nclass U < U\nend\nmodule V\n  include V\nend\n",
        "a.go": "package a\ntype W struct{ *X }\ntype X struct{ *W }\nfunc (w *W) Go() { w.Stop() }\nfunc (x *X) Stop() {}\ntype Y interface{ Y }\n",
        "a.rs": "trait Aa: Bb {}\ntrait Bb: Aa { fn go(&self) { self.stop(); } }\n",
        "a.cs": "class Cc : Dd { void Go() { Stop(); } }\nclass Dd : Cc { void Stop() { Go(); } }\n",
    }  # fmt: skip


def overloads() -> Files:
    one = "".join(f"  void save(Type{n} x) {{ save(x); }}\n" for n in range(2_000))
    return {"Shop.java": f"class Shop {{\n{one}  void run() {{ save(null); }}\n}}\n"}


def generated_calls() -> Files:
    """Calls by the megabyte, of which each file sees the other's names."""
    first = "".join(f"def call_{n}(x):\n    return x\n\n\n" for n in range(1_000))
    second = "from first import *\n\n\ndef run(x):\n" + "".join(
        f"    call_{n % 1_000}(x).then_{n % 77}(x)\n" for n in range(5 * MANY)
    )
    return {"first.py": first, "second.py": second}


def returning_each_other() -> Files:
    """Each function returns what any of four others returns: one knot of all of them."""
    one = "def f{n}(x):\n    if x:\n        return f{a}(x)\n    if not x:\n        return f{b}(x)\n    return f{c}(x).go()\n\n\n"
    body = "".join(
        one.format(n=n, a=(n * 7 + 1) % MANY, b=(n * 31 + 5) % MANY, c=(n + 1) % MANY) for n in range(MANY)
    )
    return {"knot.py": body + "def run():\n    return f0(1).anything()\n"}


def long_chain() -> Files:
    """Each function returns what the next returns; the last one knows."""
    body = "".join(f"def f{n}():\n    return f{n + 1}()\n\n\n" for n in range(LONG))
    last = f"class Found:\n    def go(self):\n        pass\n\n\ndef f{LONG}():\n    return Found()\n\n\n"
    return {"chain.py": body + last + "def run():\n    f0().go()\n"}


def locals_of_locals() -> Files:
    """Names bound again and again to names that nobody knows: tried one by one, a tree with four branches at each."""
    rows = [f"    a{n} = a{n + 1}.x\n" * 4 for n in range(200)]
    return {"locals.py": "def run(a200):\n" + "".join(reversed(rows)) + "    a0.go()\n"}


def barrels() -> Files:
    """Index files that hand on everything of each other, in circles."""
    count = 80
    files = {
        f"p{n}/index.ts": f"export * from '../p{(n + 1) % count}'\nexport * from '../p{(n * 5 + 2) % count}'\nexport function own{n}() {{}}\n"
        for n in range(count)
    }
    uses = "".join(f"  own{n}()\n" for n in range(count))
    names = ", ".join(f"own{n}" for n in range(count))
    return {**files, "use.ts": f"import {{ {names}, nothing }} from './p0'\nexport function use() {{\n{uses}  nothing()\n}}\n"}


def deep_embedding() -> Files:
    types = "".join(
        f"type T{n} struct {{ T{n + 1} }}\nfunc (t *T{n}) M{n}() {{ t.M{(n * 3) % 500}() }}\n" for n in range(500)
    )
    return {"a.go": f"package a\n{types}type T500 struct{{}}\ntype All interface{{ M1(); M2(); M499() }}\n"}


BAD: dict[str, Callable[[], Files]] = {
    "modules that import each other": import_cycle,
    "types that inherit from each other": inheritance_cycle,
    "overloads": overloads,
    "generated calls": generated_calls,
    "functions that return each other": returning_each_other,
    "a chain of returns": long_chain,
    "locals of locals": locals_of_locals,
    "barrels in circles": barrels,
    "deep embedding": deep_embedding,
}


@pytest.mark.parametrize("sort", BAD)
def test_linking_ends_in_a_time_a_plain_tree_needs_too(tmp_path: Path, sort: str, ordinary: Ordinary) -> None:
    repository = bounded(tmp_path, BAD[sort](), ordinary)
    status = repository.status()
    assert status.skipped == {}
    assert not status.added


@pytest.mark.parametrize("sort", ["modules that import each other", "types that inherit from each other"])
def test_cycles_are_the_same_kept_up_and_made_afresh(tmp_path: Path, sort: str) -> None:
    files = dict(list(BAD[sort]().items())[:30])
    repository = indexed(tmp_path, files)
    for path in sorted(files)[:3]:
        (tmp_path / "tree" / path).write_text(files[path] + "\n\n", encoding="utf-8")
        repository.index()
    assert state_of(repository).dump == fresh_state(tmp_path / "tree", tmp_path / "fresh")[1].dump


def test_types_that_inherit_from_each_other_still_find_what_is_there(tmp_path: Path) -> None:
    found = calls(indexed(tmp_path, inheritance_cycle()))
    assert {
        "type_resolved J.go -> K.stop", "type_resolved K.stop -> J.go", "type_resolved S.go -> T.stop",
        "type_resolved W.Go -> X.Stop", "type_resolved Cc.Go -> Dd.Stop",
    } <= set(found)  # fmt: skip


def test_the_end_of_a_long_chain_is_known_at_its_beginning(tmp_path: Path) -> None:
    repository = indexed(tmp_path, long_chain())
    assert [line(row) for row in edges(repository, "calls", "run")] == [
        "import_resolved run -> f0", "type_resolved run -> Found.go",
    ]  # fmt: skip


CONFLICTING: Files = {
    "tsconfig.json": '{"extends": "./tsconfig.base.json", "compilerOptions": {"baseUrl": ".", "paths": {"@x/*": ["one/*"]}}}',
    "tsconfig.base.json": '{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"@x/*": ["two/*"]}}}',
    "app/tsconfig.json": '{"compilerOptions": {"baseUrl": "..", "paths": {"@x/*": ["two/*", "one/*"], "@y": 3, "*": null}}}',
    "broken/tsconfig.json": '{"compilerOptions": {"paths": ',
    "one/tool.ts": "export function tool() {}\n",
    "two/tool.ts": "export function tool() {}\n",
    "main.ts": "import { tool } from '@x/tool'\nexport function main() { tool() }\n",
    "app/main.ts": "import { tool } from '@x/tool'\nexport function app() { tool() }\n",
    "broken/main.ts": "import { tool } from '@x/tool'\nexport function broken() { tool() }\n",
}  # fmt: skip


def test_of_conflicting_tsconfigs_the_nearest_counts(tmp_path: Path) -> None:
    found = {line(row, target=True) for row in edges(indexed(tmp_path, CONFLICTING), "calls")}
    assert found == {
        "import_resolved main -> one/tool.ts:tool",
        "import_resolved app -> two/tool.ts:tool",
        "import_resolved broken -> one/tool.ts:tool",
    }


@pytest.mark.parametrize(
    "text", ["", "module\n", "module (\n", "go 1.22\nrequire ((((\n", "module \x00\x01\n", "module a b c\nreplace => =>\n", "m" * 100_000]
)  # fmt: skip
def test_a_broken_go_mod_leaves_the_package_linked(tmp_path: Path, text: str) -> None:
    repository = indexed(
        tmp_path,
        {
            "go.mod": text,
            "a.go": 'package a\nimport "example.org/x/b"\nfunc run() { build(); b.Go() }\n',
            "c.go": "package a\nfunc build() {}\n",
        },
    )
    assert calls(repository) == ["import_resolved run -> <example.org.x.b.Go>", "import_resolved run -> build"]


@pytest.mark.parametrize("text", ["[package\n", "package = 3\n", '[package]\nname = 7\n[lib]\npath = ["x"]\n', "\x00"])
def test_a_broken_cargo_toml_leaves_the_crate_linked(tmp_path: Path, text: str) -> None:
    repository = indexed(
        tmp_path, {"Cargo.toml": text, "src/lib.rs": "mod b;\nfn run() { b::go(); }\n", "src/b.rs": "pub fn go() {}\n"}
    )
    assert calls(repository) == ["import_resolved run -> go"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.rb", "def run\n  get '/declared', stories: []\n  post '/x', 'y' => %w[]\n  get({ a => {}, b: [] })\nend\n"),
        ("a.cs", "class A { void Run(object a) { app.MapGet(new { a, new int[] {} }, Go); } void Go() {} }\n"),
        ("a.js", "function run(a) { fetch({ a, [] }); app.get({ a: [], method: {} }, []) }\n"),
        ("a.py", "def run(a):\n    app.route('/x', methods=[], defaults={})(a)\n    os.getenv([], {})\n"),
        ("a.go", "package a\nfunc run() { exec.Command([]string{}); r.Get([]string{}, []int{}) }\n"),
    ],
)
def test_lists_that_hold_nothing_cost_no_file(tmp_path: Path, path: str, text: str) -> None:
    repository = indexed(tmp_path, {path: text})
    assert repository.skipped() == []
    assert [symbol.name for symbol in repository.symbols("run")] in (["run"], ["Run"])
