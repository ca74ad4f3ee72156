"""What a task quotes: traces, places, errors, strings; and whether it is about tests."""

from __future__ import annotations

import pytest

from seedwalk.seeds.understand import understand
from seedwalk.task import Frame

TRACES = {
    "python": ('  File "a/b.py", line 3, in get\n    return self.x\n', Frame("a/b.py", 3, "get")),
    "python, module": ('  File "a/b.py", line 3, in <module>', Frame("a/b.py", 3, "")),
    "python, group": ('  |   File "a/b.py", line 3, in get', Frame("a/b.py", 3, "get")),
    "pytest": ("a/test_b.py:12: in test_get", Frame("a/test_b.py", 12, "test_get")),
    "java": ("\tat com.acme.Store.get(Store.java:12)", Frame("com/acme/Store.java", 12, "com.acme.Store.get")),
    "java, inner": (
        "\tat com.acme.Store$Inner.lambda$get$0(Store.java:12)",
        Frame("com/acme/Store.java", 12, "com.acme.Store.Inner.get"),
    ),
    "java, module": ("\tat java.base/java.io.Map.of(Map.java:7)", Frame("java/io/Map.java", 7, "java.io.Map.of")),
    "java, native": ("\tat com.acme.Store.get(Native Method)", Frame("", 0, "com.acme.Store.get")),
    "c#": (
        r"   at Acme.Store.Get(String key) in C:\src\Store.cs:line 42",
        Frame("src/Store.cs", 42, "Acme.Store.Get"),
    ),
    "c#, no place": ("   at Acme.Store.Get(String key)", Frame("", 0, "Acme.Store.Get")),
    "javascript": ("    at Store.get (src/store.js:12:5)", Frame("src/store.js", 12, "Store.get")),
    "javascript, getter": (
        "    at Object.get size [as size] (/app/src/store.js:12:5)", Frame("/app/src/store.js", 12, "size"),
    ),
    "javascript, async": ("    at async get (file:///srv/store.mjs:12:5)", Frame("/srv/store.mjs", 12, "get")),
    "javascript, anonymous": ("    at src/store.ts:12:5", Frame("src/store.ts", 12, "")),
    "javascript, bundled": ("    at get (webpack:///./src/store.ts?1f:12:5)", Frame("src/store.ts", 12, "get")),
    "javascript, firefox": ("get@http://localhost/store.js:12:5", Frame("store.js", 12, "get")),
    "go": ("main.(*Store).Get(0xc0001, 0x2)\n\t/src/store.go:12 +0x1d", Frame("/src/store.go", 12, "main.Store.Get")),
    "go, path": ("github.com/acme/kv/pkg.Open(...)\n\t/src/kv.go:9", Frame("/src/kv.go", 9, "pkg.Open")),
    "go, created": ("created by main.run in goroutine 1\n\t/src/run.go:3 +0x5", Frame("/src/run.go", 3, "main.run")),
    "rust": ("   3: krate::store::get\n          at ./src/store.rs:12:5", Frame("src/store.rs", 12, "krate.store.get")),
    "rust, no place": ("   3: krate::store::get\n   4: main", Frame("", 0, "krate.store.get")),
    "rust, panic": ("thread 'main' panicked at src/main.rs:4:5:\nno luck", Frame("src/main.rs", 4, "")),
    "rust, older panic": ("thread 'main' panicked at 'no luck', src/main.rs:4:5", Frame("src/main.rs", 4, "")),
    "rust, compiler": ("  --> src/main.rs:4:5", Frame("src/main.rs", 4, "")),
    "ruby": ("\tfrom lib/store.rb:12:in `get'", Frame("lib/store.rb", 12, "get")),
    "ruby 3.4": ("lib/store.rb:12:in 'Store#get': no key (KeyError)", Frame("lib/store.rb", 12, "Store.get")),
    "ruby, block": ("lib/store.rb:12:in `block in get'", Frame("lib/store.rb", 12, "get")),
}  # fmt: skip


@pytest.mark.parametrize("name", TRACES)
def test_a_frame_of_each_language_is_read(name: str) -> None:
    text, frame = TRACES[name]
    assert understand(f"It fails:\n{text}").frames == (frame,)


@pytest.mark.parametrize("name", TRACES)
def test_the_file_of_a_frame_is_a_path_and_its_words_are_not_searched_for(name: str) -> None:
    text, frame = TRACES[name]
    task = understand(f"It fails:\n{text}")
    assert task.paths == ((frame.path,) if frame.path else ())
    assert "store" not in task.keywords.components


def test_frames_keep_the_order_of_the_trace_and_repeat_nothing() -> None:
    one, two = '  File "a.py", line 1, in f', '  File "b.py", line 2, in g'
    assert [frame.path for frame in understand("\n".join([two, one, one, two])).frames] == ["b.py", "a.py"]


@pytest.mark.parametrize(
    "text",
    ["at noon we met", "look at Store.get (again)", "from here: in the middle", "3: see below", "time 12:30:15"],
)
def test_prose_is_no_frame(text: str) -> None:
    assert understand(text).frames == ()


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("see src/app/main.py please", ("src/app/main.py",)),
        ("in `setup.cfg`, and (pyproject.toml).", ("setup.cfg", "pyproject.toml")),
        ("./scripts/run and ../x", ("scripts/run", "../x")),
        ("below src/core or pkg/", ("src/core", "pkg/")),
        (r"open C:\src\Store.cs now", ("src/Store.cs",)),
        ("tests/test_a.py::test_b fails", ("tests/test_a.py",)),
        ("https://github.com/o/r/blob/main/src/x.py#L10", ("src/x.py",)),
        ("/etc/app/config.yaml", ("/etc/app/config.yaml",)),
        ("path is 'a/b.rb'", ("a/b.rb",)),
        ("and/or input/output n/a 1/2 km/h", ()),
        ("https://example.org/a/b.html", ()),
        ("Node.js, Vue.js and ASP.NET", ()),
        ("version 1.2.3", ()),
        ("mail ann@example.py", ()),
        ("foo.bar", ()),
        ("// /* ./ . .. /", ("",)),
    ],
)
def test_files_and_folders_named_in_a_text(text: str, paths: tuple[str, ...]) -> None:
    assert tuple(path for path in understand(text).paths if path) == tuple(path for path in paths if path)


@pytest.mark.parametrize("text", ["a/b.py:12", "a/b.py:12:5", "a/b.py:12.", "https://github.com/o/r/blob/v1/a/b.py#L12"])
def test_a_path_with_a_line_is_a_frame_without_function(text: str) -> None:
    task = understand(f"see {text}")
    assert (task.frames, task.paths) == ((Frame("a/b.py", 12, ""),), ("a/b.py",))


@pytest.mark.parametrize(
    ("text", "types", "messages"),
    [
        ("ValueError: bad value", ("ValueError",), ("bad value",)),
        ("raises KeyError when empty", ("KeyError",), ()),
        ("Caused by: java.lang.IllegalStateException: closed", ("IllegalStateException",), ("closed",)),
        ("Uncaught TypeError: x is not a function", ("TypeError",), ("x is not a function",)),
        ("System.NullReferenceException: Object reference", ("NullReferenceException",), ("Object reference",)),
        ("ActiveRecord::RecordNotFoundError: gone", ("RecordNotFoundError",), ("gone",)),
        ("panic: runtime error: index out of range [3]", (), ("runtime error: index out of range [3]",)),
        ("error[E0382]: borrow of moved value", (), ("borrow of moved value",)),
        ("a.ts(1,2): error TS2345: no overload", (), ("no overload",)),
        ("fatal: not a git repository", (), ("not a git repository",)),
        ("a.rb:1:in 'get': no key (KeyError)", ("KeyError",), ("no key",)),
        ("thread 'main' panicked at 'no luck', src/main.rs:4:5", (), ("no luck",)),
        ("an Error or an Exception, in error", (), ()),
        ("terror: night", (), ()),
        ("DeprecationWarning: use g", ("DeprecationWarning",), ("use g",)),
    ],
)
def test_errors_are_known_by_type_and_message(text: str, types: tuple[str, ...], messages: tuple[str, ...]) -> None:
    task = understand(text)
    assert (task.error_types, task.errors) == (types, messages)


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ('say "hello there" twice', ("hello there",)),
        ("say 'hello there' twice", ("hello there",)),
        ("say “hello there” and ‘bye now’", ("hello there", "bye now")),
        ("«hello there»", ("hello there",)),
        ("'one' then \"two\" then 'three'", ("one", "two", "three")),
        ("don't say it isn't so", ()),
        ("the users' list and the user's list", ()),
        ('an empty "" or "x"', ()),
        ('an open "quote\nacross" lines', ()),
        ('"' + "a" * 201 + '"', ()),
    ],
)
def test_quoted_strings(text: str, strings: tuple[str, ...]) -> None:
    assert understand(text).quoted == strings


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("add a test for login", True),
        ("fix the test that checks login", True),
        ("unit tests are flaky", True),
        ("test_login fails", True),
        ("TestParse is flaky", True),
        ("StoreTests never end", True),
        ("improve testing of the parser", True),
        ("I want to test this", False),
        ("the latest login", False),
        ("on the test server, login fails", False),
        ("a cookie of TestClient is lost", False),
        ("login fails in tests/test_login.py", True),
        ('login fails\n  File "tests/test_login.py", line 3, in test_login', False),
        ("login fails\n```\ntest login\n```", False),
        ("", False),
    ],
)
def test_whether_a_task_is_about_tests(text: str, about: bool) -> None:
    assert understand(text).about_tests is about
