"""Of several callables of one name the one that takes the arguments is meant: by their number, then by their types."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.api import Repository
from seedwalk.model import EdgeKind
from tests.graph.trees import indexed
from tests.index.mixed import write

TILL = """package org.shop;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;
class Till extends Drawer {
  Till() {}
  Till(int size) {}
  Till(String name) {}
  static void add() {}
  static void add(int number) {}
  static void add(long number) {}
  static void add(String text) {}
  static void add(Object any) {}
  static void add(Part part) {}
  static void add(int[] numbers) {}
  static void add(Object[] many) {}
  static void add(int number, String text) {}
  static void add(String text, Object... rest) {}
  static void ask(Supplier<Part> part) {}
  static void ask(Function<Part, Part> part) {}
  static void ask(Visitor visitor) {}
  static void hold(Part... parts) {}
  static void hold(Collection<Part> parts) {}
  static void secret(Object any) {}
  private static void secret(String text) {}
  Till name(String name) { return name(name, null); }
  Till name(String name, Part part) { return this; }
  String name() { return ""; }
  Till part(Part part) { return part(find(part)); }
  Till part(Object any) { return this; }
  Part part() { return null; }
  void open(String key) {}
  <T> void give(T any, Gear gear, long[][] deep, Integer boxed, String... rest) {
    CALL;
  }
}
"""
OTHERS = """package org.shop;
class Drawer { void open(int number) {} void open(String key, int number) {} }
class Part { void fit() {} static Part of(String name) { return null; } }
class Gear extends Part {}
interface Visitor { void visit(Part one, Part other, Part last); }
"""
TREE = {"org/shop/Till.java": TILL, "org/shop/Others.java": OTHERS}


def called(repository: Repository, source: str) -> list[str]:
    """The parameters of what is called by the last symbol of a name, as written."""
    symbols = {symbol.id: symbol for symbol in repository.symbols("*")}
    found = {
        symbols[edge.target].signature.partition("(")[2].rpartition(")")[0]
        for edge in repository.edges()
        if edge.kind is EdgeKind.CALLS and symbols[edge.source].qualified_name == source
    }
    return sorted(found)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        pytest.param("add()", "", id="none for none"),
        pytest.param("add(1)", "int number", id="a number"),
        pytest.param("add(1L)", "long number", id="a long number"),
        pytest.param("add('x')", "int number", id="the nearest wider number"),
        pytest.param('add("x")', "String text", id="a string before any object"),
        pytest.param('add("x" + 1)', "String text", id="a sum with a string is one"),
        pytest.param("add(1 + 2)", "int number", id="a sum of numbers is one"),
        pytest.param("add(boxed)", "Object any", id="an object before what must be unboxed"),
        pytest.param("add(any)", "Object any", id="a type parameter is any object"),
        pytest.param("add(1.5)", "Object any", id="a number in its box where no number fits"),
        pytest.param("add(gear)", "Part part", id="a type below the parameter's"),
        pytest.param("add(new Gear())", "Part part", id="a new one"),
        pytest.param("add((String) null)", "String text", id="a cast"),
        pytest.param("add(Part.of(null))", "Part part", id="what a method is written to give"),
        pytest.param("add(deep[0].length)", "int number", id="what the language's own give"),
        pytest.param("add(rest.toString())", "String text", id="what methods of all objects give"),
        pytest.param("add(new int[3])", "int[] numbers", id="an array"),
        pytest.param("add(rest)", "Object[] many", id="any number of parameters, handed on"),
        pytest.param("add(deep)", "Object[] many", id="arrays in an array are objects"),
        pytest.param('add(1, "x")', "int number, String text", id="two by their types"),
        pytest.param('add("x", 1, 2)', "String text, Object... rest", id="any number of parameters"),
        pytest.param("ask(() -> null)", "Supplier<Part> part", id="a function without parameters"),
        pytest.param("ask(part -> part)", "Function<Part, Part> part", id="a function of one"),
        pytest.param("ask((a, b, c) -> {})", "Visitor visitor", id="a function for an interface of one method"),
        pytest.param("hold(gear)", "Part... parts", id="one of many, where nothing else can be passed"),
        pytest.param("new Till(3)", "int size", id="a constructor"),
        pytest.param('open("x")', "String key", id="its own"),
        pytest.param("open(1)", "int number", id="one that is inherited"),
        pytest.param('super.open("x", 1)', "String key, int number", id="one that only the type above has"),
    ],
)
def test_arguments_choose(tmp_path: Path, call: str, expected: str) -> None:
    files = {**TREE, "org/shop/Till.java": TILL.replace("CALL", call)}
    assert expected in called(indexed(tmp_path, files), "Till.give")


def test_overloads_hand_on_to_each_other(tmp_path: Path) -> None:
    repository = indexed(tmp_path, {**TREE, "org/shop/Till.java": TILL.replace("CALL", "add()")})
    assert called(repository, "Till.name") == ["String name, Part part"]
    assert called(repository, "Till.part") == ["Object any"]


def test_what_a_call_gives_is_that_of_the_overload_which_has_what_is_asked(tmp_path: Path) -> None:
    files = {**TREE, "org/shop/Till.java": TILL.replace("CALL", "new Till().part().fit()")}
    repository = indexed(tmp_path, files)
    symbols = {symbol.id: symbol.qualified_name for symbol in repository.symbols("*")}
    calls = {symbols[edge.target] for edge in repository.edges() if edge.kind is EdgeKind.CALLS}
    assert "Part.fit" in calls


def test_a_private_one_is_meant_in_its_file_alone(tmp_path: Path) -> None:
    user = 'package org.shop;\nclass User { void use() { Till.secret("x"); } }\n'
    files = {**TREE, "org/shop/Till.java": TILL.replace("CALL", 'secret("x")'), "org/shop/User.java": user}
    repository = indexed(tmp_path, files)
    assert called(repository, "User.use") == ["Object any"]
    assert called(repository, "Till.give") == ["String text"]


def test_another_parameter_in_one_file_chooses_anew_in_others(tmp_path: Path) -> None:
    user = "package org.shop;\nclass User { void use(Gear gear) { new Stock().put(gear); } }\n"
    stock = "package org.shop;\nclass Stock { void put(Object any) {} void put(String text) {} }\n"
    repository = indexed(tmp_path, {**TREE, "org/shop/User.java": user, "org/shop/Stock.java": stock})
    assert called(repository, "User.use") == ["", "Object any"]
    write(tmp_path / "tree", "org/shop/Stock.java", stock.replace("String text", "Part part"))
    repository.index()
    assert called(repository, "User.use") == ["", "Part part"]


def test_arguments_that_cannot_be_read_choose_nothing_and_break_nothing(tmp_path: Path) -> None:
    sums = " + ".join(["1"] * 3000)
    broken = (f"add({sums})", "add(1, )", "add((", "add(-)", "add(a ? : b)", "add(new )", "add(x -> )")
    for at, call in enumerate(broken):
        indexed(tmp_path / str(at), {**TREE, "org/shop/Till.java": TILL.replace("CALL", call)})
