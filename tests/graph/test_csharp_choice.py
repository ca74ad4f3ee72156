"""Which of several C# methods of one name a call means, by what its arguments are: functions, arrays, null, names, what
stands inside of a chain; and what a type itself has goes before what it inherits."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.graph.candidates import NEVER, Function
from tests.graph.test_csharp_overloads import calls
from tests.index.mixed import write

FILES = {
    "Shop.cs": """namespace N {
 public delegate int Counter(string name, int start);
 public class Part : Sold {}
 public class Shop : Store {
  public void Run(Action act) {}
  public T Run<T>(Func<T> make) { return default; }
  public void Run(Func<Task> act) {}
  public void Each(Func<Part, bool> test) {}
  public void Each(Func<Part, int, bool> test) {}
  public void Made(Part part) {}
  public void Made(Action<Shop> setup) {}
  public void Count(Counter counter) {}
  public void Count(Func<int> counter) {}
  public void List(object first, object second) {}
  public void List(params object?[]? all) {}
  public void List(Part[] parts) {}
  public void List(IEnumerable<Part> parts) {}
  public void Get(string key) {}
  public void Get(string key, out int value) { value = 1; }
  public void Get(int number, string key = "") {}
  public void Null(int number) {}
  public void Null(string text) {}
  public void Wait(TimeSpan time) {}
  public void Wait(int seconds) {}
  public void Wait(CancellationToken token) {}
  public void Told<TPart, TOther>(Func<TOther, int> f) {}
  public void Told<TOther>(Expression<Func<TOther, int>> f) {}
  public void Near(int number, bool sure) {}
  public override void Far(long number, bool sure) {}
  private void Far(long number, bool sure, bool more = true) {}
  public Shop Next(int steps) { return this; }
  public Store Next(string name) { return this; }
  public void Here() {}
  public void There(int number) {}
  public void There(string text) {}
  public void Done() {}
  public int Give() { return 1; }
 }
 public class Store : IStore {
  public void Near(long number, bool sure) {}
  public virtual void Far(long number, bool sure) {}
  public void There(string text) {}
 }
 public interface IStore {
  void Near(int number, bool sure, int more = 1);
 }
 public class Box {
  public void Keep() {}
  public void Keep(int n) {}
 }
 public class Box<T> {
  public void Keep() {}
  public void Keep(T one) {}
 }
 public static class More {
  public static void Made(this Shop shop, Part part, Action<Part> act) {}
  public static void Told(this TimeSpan time) {}
  public static void Told(this string text) {}
  public static void Told(this Enum sort) {}
  public static void Told<T>(this IEnumerable<T> all) {}
 }
 public static class Further {
  public static void Made(this Shop shop, int number, string text) {}
  public static void OfAny(this object any) {}
  public static string Own(this string text) => Own<int>(text);
  public static string Own<T>(this string text) { return text; }
 }
 public class Sold {
  public void Sell() {}
 }
 public static class Selling {
  public static void Sell(this Part part, int number) {}
  public static void Took(this Shop s, Type type, int number) {}
  public static void Took(this Shop s, object any, int number) {}
  public static void Same(this Shop s, object a, object b) {}
  public static void Same<T>(this Shop s, T a, T b) {}
 }
}
""",
    "Use.cs": """namespace N {
 public class Use {
  private Box<int> _box;
  private Box _plain;
  static int Named(string name, int start) { return 1; }
  static Shop Open(int number) => new() { };
  public void Run(Shop s, Part part, Func<int> given, Action<Shop> setup, Func<Part, int, bool> test, object any) {
   BODY
  }
 }
}
""",
}
CASES = {
    "how many parameters a function has": [("s.Each(p => true);", 8), ("s.Each((p, n) => true);", 9)],
    "whether it gives something": [
        ("s.Run(() => { });", 5),
        ("s.Run(() => 1);", 6),
        ("s.Run(() => { return 1; });", 6),
        ("s.Run(async () => { await any; });", 7),
        ("s.Run(() => s.Done());", 5),
        ("s.Run(() => s.Give());", 6),
        ("s.Run(given);", 6),
        ("s.Run(() => given());", 6),
    ],
    "a function is no object of a class": [("s.Made(shop => { });", 11), ("s.Made(setup);", 11), ("s.Made(part);", 10)],
    "a delegate takes what it is written to take": [
        ("s.Count((name, start) => 1);", 12),
        ("s.Count(() => 1);", 13),
        ("s.Count(Named);", 12),
        ("s.Count(given);", 13),
    ],
    "a variable that holds a function": [
        ("s.Each(test);", 9),
        ("Func<Part, int, bool> f = (p, n) => true; s.Each(f);", 9),
    ],
    "any number of arguments": [
        ("s.List(1, 2);", 14),
        ("s.List(1, 2, 3);", 15),
        ("s.List(new Part[2]);", 16),
        ("var parts = new Part[2]; s.List(parts);", 16),
        ("s.List(new List<Part>());", 17),
    ],
    "a variable handed over, and a name": [
        ('s.Get("a");', 18),
        ('s.Get("a", out var n);', 19),
        ('s.Get(key: "a", number: 1);', 20),
        ('var key = "a"; s.Get(key);', 18),
        ("var number = 3; s.Get(number);", 20),
    ],
    "null": [("s.Null(null);", 22), ("s.Null(3 * 2);", 21)],
    "what a type gives of itself": [
        ("s.Wait(TimeSpan.FromDays(1));", 23),
        ("s.Wait(TimeSpan.Zero);", 23),
        ("s.Wait(2);", 24),
        ("s.Wait(CancellationToken.None);", 25),
    ],
    "a type that no parameter tells must be given": [
        ("s.Told((Part p) => 1);", 27),
        ("s.Told<int, Part>(p => 1);", 26),
    ],
    "what a type has goes before what it inherits": [
        ("s.Near(1, true);", 28),
        ("s.Near(1L, true);", 40),
        ("s.Far(1L, true);", 30),
        ("s.There(1);", 34),
    ],
    "inside of a chain": [("s.Next(1).Here();", 33), ('var there = s.Next("a"); there.There("b");', 42)],
    "types of one name": [
        ("_plain.Keep();", 48), ("_plain.Keep(1);", 49), ("_box.Keep();", 52), ("_box.Keep(1);", 53),
    ],
    "extensions": [
        ("s.Made(part, p => { });", 56),
        ('s.Made(1, "a");', 63),
        ("part.Sell();", 69),
        ("part.Sell(1);", 72),
        ("s.Took(this, 1);", 74),
        ('s.Same("a", "b");', 76),
        ('s.Same("a", any);', 75),
        ('s.Same("a", 1);', 75),
        ("s.Same(1, 2L);", 76),
        ("s.Same(null, part);", 76),
        ("s.Same(null, null);", 75),
        ("TimeSpan.FromDays(1).Told();", 57),
        ("var all = new List<string>(); all.Told();", 60),
        ("new { A = 1 }.OfAny();", 64),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("body", "line"), [case for cases in CASES.values() for case in cases])
def test_arguments_choose(tmp_path: Path, body: str, line: int) -> None:
    for path, text in FILES.items():
        write(tmp_path, path, text.replace("BODY", body))
    assert f"Shop.cs:{line}" in called_on(tmp_path)


def called_on(root: Path) -> set[str]:
    """Where the last call of the body leads, among what the shop's file holds; what makes a chain is a call too."""
    found = [each for each in calls(root, "Use.Run") if each.startswith("Shop.cs")]
    beside = {"Shop.cs:3", "Shop.cs:36", "Shop.cs:37", "Shop.cs:31", "Shop.cs:32"}
    chosen = set(found) - beside
    assert len(chosen) == 1, found
    return chosen


def test_an_extension_calls_another_of_its_name_by_the_types_it_gives(tmp_path: Path) -> None:
    for path, text in FILES.items():
        write(tmp_path, path, text.replace("BODY", ""))
    repository = seedwalk.open(tmp_path)
    repository.index()
    lines = {symbol.id: symbol.line for symbol in repository.symbols("*")}
    inner = [(lines[e.source], lines[e.target]) for e in repository.edges() if e.kind == "calls"]
    assert (65, 66) in inner


def test_a_parameter_by_another_name_is_noticed_by_who_names_it(tmp_path: Path) -> None:
    goes = "  public void Go(int {}, int two = 1) {{}}\n  public void Go(int {}) {{}}\n"
    files = {
        "A.cs": f"namespace N {{\n public class A {{\n{goes.format('one', 'three')} }}\n}}\n",
        "B.cs": "namespace N {\n public class B {\n  void Run(A a) { a.Go(three: 1); }\n }\n}\n",
    }
    for path, text in files.items():
        write(tmp_path, path, text)
    assert calls(tmp_path, "B.Run") == ["A.cs:4"]
    write(tmp_path, "A.cs", files["A.cs"].replace("int three", "int four").replace("int one", "int three"))
    assert calls(tmp_path, "B.Run") == ["A.cs:3"]


@pytest.mark.parametrize(
    ("passed", "wanted", "possible"),
    [
        (Function(1, "int"), Function(1, "int"), True),
        (Function(1, "int"), Function(2, "int"), False),
        (Function(None, "int"), Function(2, "int"), True),
        (Function(0, "void"), Function(0, "T"), False),
        (Function(0, "int"), Function(0, "void"), False),
        (Function(0, "int", drops=True), Function(0, "void"), True),
        (Function(0, "void", waits=True), Function(0, "Task"), True),
        (Function(0, "void", waits=True), Function(0, "Task<T>"), False),
        (Function(0, "int", waits=True), Function(0, "ValueTask<int>"), True),
        (Function(0, "int", waits=True), Function(0, "int"), False),
        (Function(0, "Task"), Function(0, "bool"), False),
        (Function(0, "int", name="Func"), Function(0, "int", name="Expression"), False),
    ],
)
def test_functions_are_passed_for_what_takes_and_gives_the_same(
    passed: Function, wanted: Function, *, possible: bool
) -> None:
    assert (passed.far(wanted) < NEVER) is possible


def test_a_sum_of_thousands_of_terms_is_no_trouble(tmp_path: Path) -> None:
    for path, text in FILES.items():
        write(tmp_path, path, text.replace("BODY", f's.Null({"1 + " * 3_000}1);'))
    assert len(calls(tmp_path, "Use.Run")) == 1
