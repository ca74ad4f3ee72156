"""Stack traces: which places a pasted trace names, in the formats of the eight languages.

One line, one frame; Go and Rust write function and place on two lines, so a line may leave its function to the next. A
program built without the places leaves functions alone: these are frames too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from seedwalk.config import Understanding
from seedwalk.task import Frame

_Read = Callable[[re.Match[str]], Frame]

_SCHEME = re.compile(r"^(?:file://|webpack(?:-internal)?:///|node:|async )+")
_JAVA_ENDINGS = "java|kt|scala|groovy|clj"


def frames(text: str, tuning: Understanding) -> tuple[tuple[Frame, ...], str]:
    """The frames in the order of the text, each once; and the text without them."""
    found: dict[Frame, None] = {}
    prose: list[str] = []
    function = ""
    for line in text.split("\n"):
        short = len(line) <= tuning.max_line
        frame, rest = _frame(line, function) if short else (None, line)
        announced = _announced(line) if short and frame is None else None
        if frame is not None:
            found.setdefault(frame)
        elif function:
            found.setdefault(Frame("", 0, function))
        prose.append(rest if announced is None else "")
        function = announced or ""
    if function:
        found.setdefault(Frame("", 0, function))
    return tuple(found)[: tuning.max_mentions], "\n".join(prose)


def _frame(line: str, function: str) -> tuple[Frame | None, str]:
    """The frame a line begins with, and what else the line says: Ruby puts the message there."""
    for pattern, read in _FORMATS:
        if match := pattern.match(line):
            frame = read(match)
            named = frame if frame.function or not function else Frame(frame.path, frame.line, function)
            return named, line[match.end() :]
    return None, line


def _announced(line: str) -> str | None:
    """The function of the frame whose place stands on the next line; None when the line announces none."""
    for pattern in _ANNOUNCED:
        if match := pattern.match(line):
            return plain_name(match["function"])
    return None


def plain_name(written: str) -> str:
    """A function's name with dots, without receivers' stars, closures and hashes.

    >>> plain_name("github.com/x/y/pkg.(*T).Get"), plain_name("krate::store::Store::get::h0123456789abcdef")
    ('pkg.T.Get', 'krate.store.Store.get')
    >>> plain_name("Object.<anonymous>"), plain_name("block in Store#get"), plain_name("Outer$Inner.lambda$run$0")
    ('Object', 'Store.get', 'Outer.Inner.run')
    """
    name = written.strip().rpartition("/")[2].rpartition(" ")[2]
    name = re.sub(r"::h[0-9a-f]{16}$|\.func\d+(?:\.\d+)*$", "", name)
    name = re.sub(r"lambda\$(\w+)\$\d+", r"\1", name)
    name = re.sub(r"<([^<>]*)>", lambda match: _inside(match[1]), name)
    name = re.sub(r"::|#|\$", ".", name.replace("(*", "").replace(")", "").replace("(", ""))
    return re.sub(r"\.{2,}", ".", re.sub(r"\{\{.*?\}\}|`\d+|[^\w.?!]", "", name)).strip(".")


def _inside(angled: str) -> str:
    """Of what stands in angle brackets, a type that a method belongs to; `<anonymous>`, `<module>` name nothing."""
    return "" if angled in {"anonymous", "module", "lambda", "main", "top (required)"} else angled.partition(" as ")[0]


def tidy(path: str) -> str:
    """A path with `/`, without scheme, query and drive.

    >>> tidy("C:\\\\x\\\\A.cs"), tidy("webpack:///./src/a.ts?1f2e"), tidy("file:///srv/a.js"), tidy("./a/b.py")
    ('x/A.cs', 'src/a.ts', '/srv/a.js', 'a/b.py')
    """
    plain = _SCHEME.sub("", path.strip()).partition("?")[0].replace("\\", "/")
    return re.sub(r"^(?:[A-Za-z]:/+|(?:\./)+)", "", plain)


def _place(match: re.Match[str]) -> Frame:
    told = match.groupdict()
    return Frame(tidy(told["path"]), int(told["line"] or 0), plain_name(told.get("function") or ""))


def _java(match: re.Match[str]) -> Frame:
    """`at com.acme.Store.get(Store.java:12)`: the package says in which folder the file lies."""
    whole = match["function"].rpartition("/")[2]
    folders = whole.rpartition(".")[0].rpartition(".")[0].replace(".", "/")
    path = match["path"] or ""
    return Frame(f"{folders}/{path}" if folders and path else path, int(match["line"] or 0), plain_name(whole))


def _c_sharp(match: re.Match[str]) -> Frame:
    return Frame(tidy(match["path"] or ""), int(match["line"] or 0), plain_name(match["function"]))


def _compiled(rows: Iterable[tuple[str, _Read]]) -> tuple[tuple[re.Pattern[str], _Read], ...]:
    return tuple((re.compile(pattern), read) for pattern, read in rows)


# Every pattern is anchored at the line's beginning and has no two unbounded parts that could match the same text.
_FORMATS = _compiled(
    [
        # Python: File "a/b.py", line 3, in get
        (r'\s*(?:[|+-]\s*)*File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>\S+))?', _place),
        # Java and its kin: at com.acme.Store.get(Store.java:12)
        (
            rf"\s*at (?P<function>[\w.$/@<>-]+)\((?:(?P<path>\w+\.(?:{_JAVA_ENDINGS}))(?::(?P<line>\d+))?"
            r"|Native Method|Unknown Source)\)",
            _java,
        ),
        # C#: at Acme.Store.Get(String key) in C:\src\Store.cs:line 42
        (
            r"\s*at (?P<function>[\w.`<>+\[\]|,]+)\([^()]*\)(?: in (?P<path>[^\n]*?):line (?P<line>\d+))?\s*$",
            _c_sharp,
        ),
        # JavaScript in V8: at async Store.get (src/store.js:12:5), at Store.get size [as size] (…), at src/store.js:1:5
        (
            r"\s*at (?:async |new )*(?P<function>[\w.$<>#]+(?: [\w$]+)?)(?: \[as [\w.$]+\])?"
            r" \((?P<path>[^()]+?):(?P<line>\d+)(?::\d+)?\)",
            _place,
        ),
        (r"\s*at (?:async )?(?P<path>[^\s()]+?):(?P<line>\d+)(?::\d+)?\s*$", _place),
        # JavaScript in other engines: get@https://host/store.js:12:5
        (r"\s*(?P<function>[\w.$/<>]*)@(?:https?://[^/\s]+/)?(?P<path>[^\s@]+?):(?P<line>\d+):\d+\s*$", _place),
        # Go, after the function's line: \t/src/store.go:12 +0x1d
        (r"\s+(?P<path>\S+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?\s*$", _place),
        # Ruby: from a/b.rb:12:in `get', and since 3.4: in 'Store#get'
        (
            r"\s*(?:from )?(?:\d+: from )?(?P<path>[^\s:]+\.(?:rb|ru|rake|erb)):(?P<line>\d+)"
            r":in [`'](?P<function>[^`'\n]+)'",
            _place,
        ),
        # Rust: thread 'main' panicked at src/main.rs:4:5, or after the message in older ones; --> src/main.rs:4:5
        (
            r"\s*thread '[^']*' (?:\(\d+\) )?panicked at (?:'[^\n]*', )?(?P<path>[^\s:']+\.rs):(?P<line>\d+):\d+",
            _place,
        ),
        (r"\s*(?:--> |::: )(?P<path>[^\s:]+):(?P<line>\d+):\d+", _place),
        # pytest: a/b.py:12: in get
        (r"(?P<path>[^\s:]+\.py):(?P<line>\d+): (?:in (?P<function>\w+)|[A-Z]\w*)", _place),
    ]
)
_ANNOUNCED = tuple(
    re.compile(pattern)
    for pattern in (
        # Go: main.(*Store).Get(0xc000010000, ...), created by main.run in goroutine 1
        r"(?:created by )?(?P<function>[\w./\-]+\.(?:\(\*?\w+\)\.)?[\w.]+)"
        r"(?:\([0-9a-fx, .{}?]*\)| in goroutine \d+)\s*$",
        # Rust: 3: krate::store::get
        r"\s*\d+: (?:0x[0-9a-f]+ - )?(?P<function>[\w:<>{}# ]+::[\w:<>{}#]+)\s*$",
        # Go and the rest say that a trace begins, and name nothing
        r"(?P<function>)(?:goroutine \d+ \[[^\]]*\]:|Traceback \(most recent call last\):)\s*$",
    )
)
