"""Which of several C# methods of one name a call means: by the number of its arguments, and of the types it gives."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.languages.csharp_calls import parameters
from tests.index.mixed import write

FILES = {
    "Sinks.cs": """namespace N {
 public partial class Sinks : Base {
  public int Sink(string a, int b, int c = 3) { return 1; }
  public int Sink(string a) { return 2; }
  public Sinks() {}
  public Sinks(int a) : this() {}
  public int Cache(int a) { return 1; }
 }
}
""",
    "Sinks.More.cs": """namespace N {
 public partial class Sinks {
  public int Sink() { return 1; }
  public int Sink(string a, params object[] more) { return 1; }
  public T Cache<T>(int a) { return default; }
  private int Cache(int a, int b) { return 1; }
  void Own() { Cache(1, 2); }
 }
}
""",
    "Base.cs": """namespace N {
 public class Base {
  public int Sink(int a, int b, int c, int d, bool e, out int f) { f = 1; return 1; }
 }
 public static class Ext {
  public static int Go(this Sinks s, int a, int b) { return 1; }
  public static int Go(this Sinks s, int a) { return 1; }
  public static int Fit(this Sinks s, string name) { return 1; }
  public static int Fit(this Sinks s, Func<int, int> f, int more = 1) { return 1; }
  public static int Made<T>(this Sinks s, int a = 1) { return 1; }
  public static int Made(this Sinks s, Sinks t, int a = 1, int b = 2) { return 1; }
  public static int Less<TPart>(this Sinks s, TPart than) { return 1; }
  public static int Less<TPart>(this Sinks s, Expression<Func<Sinks, TPart>> than) { return 1; }
  public static int Put(this Sinks s, MemberInfo part) { return 1; }
  public static int Put(this Sinks s, string part) { return 1; }
 }
}
""",
}


def place(root: Path, body: str) -> list[str]:
    """Where each callable begins that a method calls whose body is this."""
    for path, text in FILES.items():
        write(root, path, text)
    write(root, "Use.cs", f"namespace N {{\n class Use {{\n  void Run(Sinks s) {{ {body} }}\n }}\n}}\n")
    return calls(root, "Use.Run")


def calls(root: Path, name: str) -> list[str]:
    repository = seedwalk.open(root)
    repository.index()
    at = {symbol.id: f"{symbol.path}:{symbol.line}" for symbol in repository.symbols("*")}
    source = repository.symbol(name).id
    return sorted(at[edge.target] for edge in repository.edges() if edge.kind == "calls" and edge.source == source)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ('s.Sink("x");', "Sinks.cs:4"),
        ('s.Sink("x", 2);', "Sinks.cs:3"),
        ('s.Sink("x", 2, /* third */ 3);', "Sinks.cs:3"),
        ("s.Sink();", "Sinks.More.cs:3"),
        ('s.Sink("x", 2, 3, 4);', "Sinks.More.cs:4"),
        ("s?.Sink();", "Sinks.More.cs:3"),
        ("s.Cache(1);", "Sinks.cs:7"),
        ("s.Cache<int>(1);", "Sinks.More.cs:5"),
        ("new Sinks();", "Sinks.cs:5"),
        ("new Sinks(1);", "Sinks.cs:6"),
        ("new Sinks { };", "Sinks.cs:5"),
        ("s.Go(1);", "Base.cs:7"),
        ("s.Go(1, 2);", "Base.cs:6"),
        ("Ext.Go(s, 1, 2);", "Base.cs:6"),
        ('s.Fit("x");', "Base.cs:8"),
        ("s.Fit(x => x + 1);", "Base.cs:9"),
        ("s.Made(s);", "Base.cs:11"),
        ("s.Made<int>(1);", "Base.cs:10"),
        ("s.Less(x => x + 1);", "Base.cs:13"),
        ('s.Put("x");', "Base.cs:15"),
    ],
)
def test_the_number_of_arguments_tells(tmp_path: Path, body: str, wanted: str) -> None:
    assert place(tmp_path, body) == [wanted]


TYPED = {
    "Sink.cs": """namespace N {
 public enum Style { Plain, Bold }
 public class Base {}
 public class Part : Base {}
 public class Sink : Outside.Thing {
  static Sink() {}
  public Sink(int n) {}
  public Sink() {}
  public void Put(object o) {}
  public void Put(Base b) {}
  public void Put(string? s) {}
  public void Put(Style s) {}
  public void Put(int n) {}
  public void Put(int? n) {}
  public void Put(System.Guid g) {}
  public int Size { get { return 1; } }
  public void Lock(bool a, bool b) {}
  public void Add(Sink s) {}
  public void Add(bool b) {}
  public void Add(long n) {}
  public void Add(double n) {}
  public void Pair(Part p, Sink s) {}
  public void Pair(string s, object o) {}
  public void Pick(Part p) {}
  public void Pick(object o) {}
  public void Same(object a, object b) {}
  public void Same<T>(T a, T b) {}
  public void Keep(object o) {}
 }
 public class Sink<T> {
  public void Keep(T t) {}
 }
 public static class Locks {
  public static void Lock(this Sink s, bool a) {}
 }
}
""",
    "Use.cs": """namespace N {
 public class Use {
  private string _name;
  public string Name() { return ""; }
  public void Run(Sink s, string text, int? maybe, System.Guid id, object any) {
   BODY
  }
 }
}
""",
}


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("s.Put(text);", ["Sink.cs:11"]),
        ("s.Put(_name);", ["Sink.cs:11"]),
        ("s.Put(Style.Bold);", ["Sink.cs:12"]),
        ("s.Put(maybe);", ["Sink.cs:14"]),
        ("s.Put(s.Size);", ["Sink.cs:13"]),
        ("s.Put(id);", ["Sink.cs:15"]),
        ("s.Put((Base)any);", ["Sink.cs:10"]),
        ("s.Put(any);", ["Sink.cs:9"]),
        ("s.Put(string.Empty);", ["Sink.cs:11"]),
        ("s.Add(1);", ["Sink.cs:20"]),
        ('s.Pair("x", 1);', ["Sink.cs:23"]),
        ("s.Add(-1);", ["Sink.cs:20"]),
        ("s.Pick(new Outside.Number(1));", ["Sink.cs:25"]),
        ("s.Pick(s);", ["Sink.cs:25"]),
        ("s.Same(id, id);", ["Sink.cs:27"]),
        ("s.Keep(id);", ["Sink.cs:28"]),
        ("s.Add(1.5);", ["Sink.cs:21"]),
        ("s.Add(float.NaN);", ["Sink.cs:21"]),
        ("s.Put(Name());", ["Sink.cs:11", "Use.cs:4"]),
        ("s.Put(new Part());", ["Sink.cs:10", "Sink.cs:4"]),
        ("var part = new Part(); s.Put(part);", ["Sink.cs:10", "Sink.cs:4"]),
        ("new Sink();", ["Sink.cs:8"]),
        ("s.Lock(true, false);", ["Sink.cs:17"]),
        ("s.Lock(true);", ["Sink.cs:34"]),
        ("s.Lock();", []),
    ],
)
def test_the_types_of_arguments_tell(tmp_path: Path, body: str, wanted: list[str]) -> None:
    for path, text in TYPED.items():
        write(tmp_path, path, text.replace("BODY", body))
    assert calls(tmp_path, "Use.Run") == wanted


def test_parts_of_a_type_share_what_is_private(tmp_path: Path) -> None:
    assert place(tmp_path, "") == []
    assert calls(tmp_path, "Sinks.Own") == ["Sinks.More.cs:6"]


def test_an_overload_in_another_part_is_found_and_lost_at_once(tmp_path: Path) -> None:
    assert place(tmp_path, "s.Sink();") == ["Sinks.More.cs:3"]
    write(tmp_path, "Sinks.More.cs", "namespace N {\n public partial class Sinks { }\n}\n")
    assert calls(tmp_path, "Use.Run") == ["Sinks.cs:3"]
    write(tmp_path, "Sinks.More.cs", FILES["Sinks.More.cs"])
    assert calls(tmp_path, "Use.Run") == ["Sinks.More.cs:3"]


def test_a_function_held_by_a_variable_makes_none_of_what_it_gives(tmp_path: Path) -> None:
    assert place(tmp_path, "Func<Sinks> make = null; make();") == []


@pytest.mark.parametrize(
    ("written", "types"),
    [
        ("()", ""),
        ("(int a, string b)", "int,string"),
        ("(this Shop<A, B> s, int a = 3)", "Shop<A, B>^,int="),
        ("(params object[] rest)", "object..."),
        ('([Caller] string name = "a, b", out int x)', "string=,int&"),
        ("(int a = 1, // one, two (three)\n int b /* b, c */ = 2)", "int=,int="),
        ("(ref readonly Span<int> s, (int, int) pair)", "Span<int>,(int, int)"),
    ],
)
def test_parameters_say_what_a_call_may_leave_out(written: str, types: str) -> None:
    assert parameters(written) == types
