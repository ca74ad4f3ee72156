"""The compiled half of the resolver: files linked by it have the edges, keys and counts that Python gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seedwalk.extract import extract
from seedwalk.facts import Extracted
from seedwalk.graph.answers import Trace, deep
from seedwalk.graph.link import link
from seedwalk.graph.names import KINDS, NameTable
from seedwalk.graph.outline import outline_of
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import View
from seedwalk.languages import every_spec, language_of
from seedwalk.languages.spec import Project
from tests.compiled.conftest import plainly
from tests.graph.resolution import Case, cases, languages

Linked = list[tuple[bytes, list[int], list[tuple[str, str]], tuple[int, int, int]]]


def views_of(files: Mapping[str, str]) -> tuple[dict[str, View], Resolver]:
    """The files of one language as the resolver sees them."""
    language = language_of(next(iter(files)))
    assert language is not None
    read = {path: extract(path, language, source.encode()) for path, source in sorted(files.items())}
    modules = every_spec()[language].modules
    assert modules is not None
    namespaces = {path: outline_of(path, language, said).namespaces for path, said in read.items()}
    rules = modules(Project(namespaces, {}))
    views = {
        path: View(number, outline_of(path, language, said), lambda said=said: said.facts, rules)  # type: ignore[misc]
        for number, (path, said) in enumerate(read.items(), 1)
    }
    return views, Resolver(views.__getitem__, NameTable(lambda name: rows_of(name, language, read)))


def rows_of(name: str, language: str, read: Mapping[str, Extracted]) -> list[tuple[str, str, int, str, int]]:
    return [
        (path, symbol.qualified_name, KINDS.index(symbol.kind), language, at)
        for path, said in read.items()
        for at, symbol in enumerate(said.symbols)
        if symbol.name == name
    ]


def linked(files: Mapping[str, str]) -> Linked:
    views, resolver = views_of(files)
    with deep():
        found = link(list(views.values()), resolver)
    return [(each.edges, each.depends.tolist(), each.placeless, each.counts) for each in found]


def assert_alike(files: Mapping[str, str]) -> None:
    compiled = linked(files)
    with plainly():
        plain = linked(files)
    assert compiled == plain


def alone(case: Case) -> bool:
    """Whether a case speaks of one language."""
    told = {language_of(path) for path in case.files}
    return len(told) == 1 and None not in told and every_spec()[next(iter(told)) or ""].modules is not None


@pytest.mark.parametrize("language", languages())
def test_every_case_of_resolution_is_linked_alike(quick: Any, language: str) -> None:
    for case in filter(alone, cases(language)):
        assert_alike(case.files)


# Drawn projects: a few names mean everything, so that they meet.

NAMES = st.sampled_from(["Shop", "Part", "open_shop", "parts", "x", "y", "shop", "pkg"])
MODULES = st.sampled_from(["shop", "pkg", "pkg.parts", "pkg.shop", "os.path", ".", ".parts", "..shop"])
PATHS = ["shop.py", "pkg/__init__.py", "pkg/parts.py", "pkg/shop.py", "pkg/tests/test_shop.py"]
STEPS = st.one_of(NAMES.map(lambda name: f".{name}"), st.sampled_from(["()", "[0]", ".get(1)", ".pop()", ".café"]))
FIRSTS = st.one_of(NAMES, NAMES, st.sampled_from(["self", "cls", "super()", "os", "(lambda: 1)", "café"]))
CHAINS = st.builds(lambda first, rest: first + "".join(rest), FIRSTS, st.lists(STEPS, max_size=4))
TYPES = st.one_of(NAMES, st.sampled_from(["list[Part]", "Shop | None", '"Shop"', "pkg.Part", "type[Part]", "Self"]))
IMPORTS = st.one_of(
    st.builds("from {} import {}".format, MODULES, NAMES),
    st.builds("from {} import {} as {}".format, MODULES, NAMES, NAMES),
    st.builds("from {} import *".format, MODULES),
    st.sampled_from(["import pkg.parts", "import shop", "import os.path", "import pkg.parts as parts"]),
)
SIMPLE = st.one_of(
    st.builds("{} = {}".format, NAMES, CHAINS),
    st.builds("self.{} = {}".format, NAMES, CHAINS),
    st.builds("{}: {} = {}".format, NAMES, TYPES, CHAINS),
    CHAINS,
    st.builds("{}({}, {})".format, CHAINS, CHAINS, CHAINS),
    st.builds("raise {}".format, CHAINS),
    st.builds("return {}".format, CHAINS),
    st.builds("{} = lambda {}: {}".format, NAMES, NAMES, CHAINS),
)


def indented(lines: list[str]) -> str:
    return "".join(f"    {line}\n" for each in lines or ["pass"] for line in each.splitlines())


BLOCKS = st.one_of(
    SIMPLE,
    st.builds(lambda head, body: f"{head}\n{indented(body)}", st.one_of(
        st.builds("for {} in {}:".format, NAMES, CHAINS),
        st.builds("with {} as {}:".format, CHAINS, NAMES),
        st.builds("if isinstance({}.{}, {}):".format, st.sampled_from(["self", "x", "shop"]), NAMES, NAMES),
    ), st.lists(SIMPLE, min_size=1, max_size=2)),
)  # fmt: skip
FUNCTIONS = st.builds(
    lambda mark, name, parameter, given, body: f"{mark}def {name}(self, {parameter}){given}:\n{indented(body)}",
    st.one_of(st.just(""), st.builds("@{}\n".format, st.one_of(NAMES, st.just("property")))),
    st.one_of(NAMES, st.sampled_from(["__init__", "__call__", "test_shop"])),
    st.one_of(NAMES, st.builds("{}: {}".format, NAMES, TYPES)),
    st.one_of(st.just(""), st.builds(" -> {}".format, TYPES)),
    st.lists(BLOCKS, max_size=4),
)
CLASSES = st.builds(
    lambda name, bases, body: f"class {name}({', '.join(bases)}):\n{indented(body)}",
    NAMES,
    st.lists(st.one_of(NAMES, st.sampled_from(["pkg.Shop", "parts.Part", "list"])), max_size=2),
    st.lists(st.one_of(FUNCTIONS, SIMPLE), max_size=4),
)
SOURCES = st.builds(
    lambda imports, rest: "\n".join([*imports, *rest, ""]),
    st.lists(IMPORTS, max_size=3),
    st.lists(st.one_of(CLASSES, FUNCTIONS, BLOCKS), max_size=4),
)
PROJECTS = st.dictionaries(st.sampled_from(PATHS), SOURCES, min_size=1, max_size=4)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(PROJECTS)
def test_drawn_projects_are_linked_alike(quick: Any, files: dict[str, str]) -> None:
    assert_alike(files)


@pytest.mark.parametrize("count", [5, 149, 151, 400])
def test_functions_that_give_what_others_give_are_followed_however_deep(quick: Any, count: int) -> None:
    """What lies deeper than C's stack may be used for is asked of Python."""
    chain = "".join(f"def f{at}():\n    return f{at + 1}()\n" for at in range(count))
    shop = "class Shop:\n    def open(self): pass\n"
    files = {"shop.py": f"{shop}{chain}def f{count}():\n    return Shop()\nf0().open()\n"}
    assert_alike(files)
    counts = linked(files)[0][3]
    assert counts == (count + 3, 0, 0)


def test_knots_are_settled_alike_wherever_one_begins(quick: Any) -> None:
    knot = "def f():\n    return g()\ndef g():\n    return f()\ndef g2():\n    return g() or Shop()\n"
    shop = "class Shop:\n    part = f()\n    def open(self): return self.part.open()\n"
    assert_alike({"a.py": f"from b import *\n{knot}f().open()\n", "b.py": f"from a import f\n{shop}g().open()\n"})


# What is not as it should be


def test_the_other_half_is_told_everything_or_refuses(quick: Any) -> None:
    with pytest.raises(TypeError, match="nothing is told of"):
        quick.Core(resolver=None)
    with pytest.raises(TypeError):
        quick.Core(1)


def test_mentions_of_what_is_not_there_are_refused(quick: Any) -> None:
    views, resolver = views_of({"shop.py": "x = shop()\n"})
    (view,) = views.values()
    core: Any = resolver.core()
    trace: Trace = set()
    told: tuple[list[int], ...] = ([], [], [], [], [])
    with pytest.raises(TypeError):
        core.link(view.facts.references, view.facts.texts, set(), set(), None, told, set(), view.leads())
    resolver.begin_file(view, trace)
    for references in (b"\0" * 16 + b"\1", b"\0\7" + b"\0" * 15, b"\xff" + b"\0" * 16):
        with pytest.raises(IndexError):
            core.link(references, ["x"], trace, set(), None, told, set(), view.leads())
    few: Any = (b"", [], trace, set(), None, told)
    no_lists: Any = (b"", [], trace, set(), None, (), set(), [])
    for wrong in (few, no_lists, tuple(range(8))):
        with pytest.raises(TypeError):
            core.link(*wrong)
    assert core.link(b"", [], trace, set(), None, told, set(), view.leads()) == (b"", (0, 0, 0))


def test_ends_and_edges_told_by_python_are_looked_at(quick: Any) -> None:
    views, resolver = views_of({"shop.py": "x = shop()\n"})
    (view,) = views.values()
    core: Any = resolver.core()
    trace: Trace = set()
    resolver.begin_file(view, trace)
    facts = view.facts
    for out in ([(0, 1, 2)], [(99, 1, 2, 0)], [(0, 1, 2, 99)], ["four"]):
        with pytest.raises((TypeError, IndexError)):
            core.link(facts.references, facts.texts, trace, set(), None, (out, [], [], [], []), set(), view.leads())
    with pytest.raises(IndexError):
        core.link(facts.references, facts.texts, trace, set(), None, ([], [], [7], [], []), set(), view.leads())
    with pytest.raises(TypeError):
        core.link(facts.references, facts.texts, trace, set(), None, ([], [], [], [], []), {(1, 2, 3)}, view.leads())


def test_a_file_in_another_folder_is_another(quick: Any) -> None:
    """Names of modules are compared whole: `shop` is neither `shops.py` nor `work/shop_tools`."""
    one = "from pkg import shop\nshop.open()\n"
    for path in ("pkg/shop.py", "pkg/shop/__init__.py", "pkg/shops.py", "pkg/work/shop_tools.py"):
        assert_alike({"use.py": one, "pkg/__init__.py": "", path: "def open(): pass\n"})
