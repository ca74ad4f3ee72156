"""Bad input is data: whatever lies in a repository is indexed or reported, in bounded time, and never fatal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from seedwalk.api import Repository
from seedwalk.indexing import changes, reading
from seedwalk.indexing.crew import Readers
from seedwalk.indexing.reading import Batch
from seedwalk.model import Job
from seedwalk.store import segments
from seedwalk.store.database import FILENAME, open_reader
from seedwalk.store.lexical import Segment
from tests.conftest import Command
from tests.index.faults import mortal, needs_permissions
from tests.index.mixed import write
from tests.index.nasty import DEEP, PLAIN, SECONDS, indexed, paths, reasons
from tests.index.states import QUERIES, State, fresh_state, repository_at, state_of
from tests.sources.trees import commit

# ------------------------------------------------------------------------------------------------------ repositories


@pytest.mark.parametrize("versioned", [True, False], ids=["in git", "outside git"])
def test_an_empty_repository_is_an_empty_index(place: Path, seedwalk_here: Command, versioned: bool) -> None:
    if versioned:
        commit(place / "tree")
    done = seedwalk_here("index", place / "tree", "--store", place / "store")
    assert done.returncode == 0
    assert "no file of a supported language was found" in done.stderr
    repository = repository_at(place / "tree", place / "store")
    assert state_of(repository) == State([], {}, [], {query: [] for query in QUERIES}, [], (0, 0, {}, {}))
    assert seedwalk_here("status", "--repo", place / "tree", "--store", place / "store").returncode == 0


def test_a_repository_before_its_first_commit_is_indexed(place: Path) -> None:
    write(place / "tree", "a.py", "x = 1\n")
    commit(place / "tree")
    (place / "tree/.git/HEAD").write_text("ref: refs/heads/unborn\n")
    assert "a.py" in paths(indexed(place))


def test_a_folder_outside_git_is_indexed(place: Path) -> None:
    write(place / "tree", "a.py", "def found():\n    pass\n")
    assert indexed(place).symbol("found").path == "a.py"


def test_files_of_no_supported_language_are_counted_and_named(place: Path) -> None:
    write(place / "tree", "a.lua", "x = 1\n")
    write(place / "tree", "notes.txt", "x\n")
    repository = indexed(place)
    status = repository.status()
    assert (status.files, status.unsupported) == (0, {"Lua": 1})


def test_what_was_there_may_all_go(place: Path) -> None:
    write(place / "tree", "a.py", "def found():\n    pass\n")
    repository = indexed(place)
    (place / "tree/a.py").unlink()
    assert repository.index().removed == 1
    assert state_of(repository) == fresh_state(place / "tree", place / "fresh")[1]
    write(place / "tree", "a.py", "def found():\n    pass\n")
    repository.index()
    assert state_of(repository) == fresh_state(place / "tree", place / "fresh")[1]


# -------------------------------------------------------------------------------------------------- links and names


@pytest.mark.parametrize("versioned", [True, False], ids=["in git", "outside git"])
def test_links_are_named_and_none_is_followed(place: Path, versioned: bool) -> None:
    root = place / "tree"
    write(place, "outside/secret.py", "def outside():\n    pass\n")
    write(root, "real/a.py", "def inside():\n    pass\n")
    for link, target in {
        "loop": ".",
        "real/up": "..",
        "self.py": "self.py",
        "out": str(place / "outside"),
        "out.py": str(place / "outside/secret.py"),
        "again.py": "real/a.py",
        "nowhere.py": "does/not/exist.py",
    }.items():
        (root / link).symlink_to(target)
    if versioned:
        commit(root)
    repository = indexed(place)
    assert paths(repository) == {"real/a.py"}
    assert reasons(repository) == dict.fromkeys(
        ("loop", "real/up", "self.py", "out", "out.py", "again.py", "nowhere.py"), "symlink"
    )


ODD_NAMES = (
    "with space.py",
    "quote's.py",
    'double"quote.py',
    "new\nline.py",
    "tab\there.py",
    "emoji_😀.py",
    "naïve/café.py",
    "per%cent?#.py",
    "back\\slash.py",
    "-rf.py",
    "semi;colon&.py",
    "*.py",
    "dots..in...name.py",
    ".hidden.py",
)


@pytest.mark.parametrize("versioned", [True, False], ids=["in git", "outside git"])
def test_files_with_odd_names_are_files_like_others(place: Path, versioned: bool) -> None:
    for number, name in enumerate(ODD_NAMES):
        write(place / "tree", name, f"def odd_{number}():\n    return {number}\n")
    if versioned:
        commit(place / "tree")
    repository = indexed(place, segments=1, segment_share=0.0)
    assert paths(repository) == set(ODD_NAMES)
    for number, name in enumerate(ODD_NAMES):
        write(place / "tree", name, f"def odd_{number}():\n    return {number + 1}\n\n\ndef more():\n    pass\n")
        if number % 4 == 0:
            repository.index()
    repository.index()
    assert state_of(repository) == fresh_state(place / "tree", place / "fresh")[1]
    assert repository.search("odd_3")[0].symbol.path == "new\nline.py"
    for segment in lexical_segments(repository):
        assert len(segment.spelled()) == len(segment.terms), "every term is spelled, in its place"


def lexical_segments(repository: Repository) -> list[Segment]:
    connection = open_reader(repository.store / FILENAME)
    numbers = [row[0] for row in connection.execute("SELECT DISTINCT id FROM segments")]
    found = [segments.get(connection, number) for number in numbers]
    connection.close()
    return found


def test_a_store_with_an_odd_name_works(place: Path) -> None:
    write(place / "tree", "a.py", "def found():\n    pass\n")
    repository = repository_at(place / "tree", place / "st%6fre? #1 'x' 😀")
    repository.index()
    assert repository.symbol("found").path == "a.py"


def test_names_that_differ_only_in_case_are_two_files_and_said_so(place: Path) -> None:
    write(place / "tree", "pkg/Name.py", "def upper():\n    pass\n")
    write(place / "tree", "pkg/name.py", "def lower():\n    pass\n")
    if len(list((place / "tree/pkg").iterdir())) < 2:
        pytest.skip("the file system is blind to letter case")
    repository = indexed(place)
    assert paths(repository) == {"pkg/Name.py", "pkg/name.py"}
    assert repository.status().warnings == ["pkg/Name.py and pkg/name.py differ only in case"]


@pytest.mark.skipif(sys.platform != "linux", reason="other file systems refuse such names")
def test_names_that_are_not_text_are_reported(place: Path) -> None:
    folder = os.fsencode(place / "tree")
    with open(folder + b"/caf\xe9.py", "wb") as file:  # noqa: PTH123 - the name is bytes
        file.write(b"x = 1\n")
    write(place / "tree", "a.py", "x = 1\n")
    assert reasons(indexed(place)) == {"caf\\xe9.py": "name is not UTF-8"}


# ------------------------------------------------------------------------------------------------------------ contents

CONTENTS: dict[str, tuple[bytes, str | None]] = {
    "empty": (b"", None),
    "a newline": (b"\n", None),
    "whitespace": (b"  \t \n \n", None),
    "a comment": (b"# nothing else", None),
    "crlf": (b"def found():\r\n    return 1\r\n", "found"),
    "cr": (b"def found():\r    return 1\r", None),
    "no newline at the end": (PLAIN.encode().rstrip(), "found"),
    "form feeds": (b"\x0c\ndef found():\n\x0c    return 1\n\x0c", "found"),
    "vertical tabs": (b"\x0b\n\x1c\x1d\x1e\ndef found():\n    return 1\n", "found"),
    "line separators": ("# \u2028 \u2029 \x85\ndef found():\n    return 1\n".encode(), "found"),
    "byte order mark": (b"\xef\xbb\xbf" + PLAIN.encode(), "found"),
    "utf-16": (PLAIN.encode("utf-16"), "found"),
    "broken utf-16": (PLAIN.encode("utf-16") + b"\x00\xd8\n", "found"),
    "latin-1": (b"# caf\xe9\n" + PLAIN.encode(), "found"),
    "surrogates": (b"s = '\xed\xa0\x80'\n" + PLAIN.encode(), "found"),
    "emoji": ("s = '😀'\n".encode() + PLAIN.encode(), "found"),
    "only brackets": (b"((((", None),
    "half a definition": (b"def found(", None),
    "a wide name": (b"def " + b"x" * 100_000 + b"():\n    return 1\n", "x" * 100_000),
}


@pytest.mark.parametrize("content", CONTENTS)
def test_odd_contents_are_read(place: Path, content: str) -> None:
    text, name = CONTENTS[content]
    write(place / "tree", "odd.py", text)
    write(place / "tree", "plain.py", "def beside():\n    pass\n")
    repository = indexed(place)
    assert not repository.skipped()
    assert {"odd.py", "plain.py"} == paths(repository)
    if name is not None:
        found = repository.symbol(f"odd.py:{name}")
        assert found.span.end_line >= found.span.start_line >= 1
        assert "found" not in name or "return 1" in repository.source(found)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"x = 1\n\0\n", "binary"),
        (b"\0" * 5_000, "binary"),
        (b"x = '" + b"y" * 20_000_000 + b"'\n", "too large"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "git-lfs pointer"),
    ],
    ids=["NUL", "only NUL", "20 MB line", "LFS pointer"],
)
def test_what_is_no_source_is_left_out_and_named(place: Path, text: bytes, reason: str) -> None:
    write(place / "tree", "odd.py", text)
    write(place / "tree", "plain.py", PLAIN)
    repository = indexed(place)
    assert reasons(repository) == {"odd.py": reason}
    assert repository.symbol("found").path == "plain.py"


def test_a_20_mb_line_is_read_when_asked_for(place: Path) -> None:
    from seedwalk.config import Sources

    write(place / "tree", "odd.py", b"x = '" + b"y" * 20_000_000 + b"'\n" + PLAIN.encode())
    repository = repository_at(place / "tree", place / "store")
    started = time.process_time()
    repository.index(sources=Sources(max_file_bytes=30_000_000))
    assert time.process_time() - started < SECONDS
    assert repository.symbol("found").line == 2


# ---------------------------------------------------------------------------------------------- files that slip away


def vanishing(change: Callable[[Path], None], root: Path) -> Callable[..., Iterator[tuple[int, Batch]]]:
    """`Readers.read`, with a change to the tree between discovery and reading."""
    original = Readers.read

    def read(readers: Readers, jobs: Sequence[Job]) -> Iterator[tuple[int, Batch]]:
        change(root)
        yield from original(readers, jobs)

    return read


def _delete(root: Path) -> None:
    (root / "pkg/gone.py").unlink()


def _delete_folder(root: Path) -> None:
    _delete(root)
    (root / "pkg").rmdir()


def _make_folder(root: Path) -> None:
    _delete(root)
    (root / "pkg/gone.py").mkdir()


def _make_link(root: Path) -> None:
    _delete(root)
    (root / "pkg/gone.py").symlink_to("/etc/passwd")


def _make_pipe(root: Path) -> None:
    _delete(root)
    os.mkfifo(root / "pkg/gone.py")


def _make_binary(root: Path) -> None:
    write(root, "pkg/gone.py", b"\0\0")


CHANGES: dict[Callable[[Path], None], str] = {
    _delete: "vanished while being read",
    _delete_folder: "vanished while being read",
    _make_folder: "not a regular file",
    _make_link: "symlink",
    _make_pipe: "not a regular file",
    _make_binary: "binary",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_a_file_that_slips_away_while_being_read_is_reported(
    place: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], known: bool
) -> None:
    write(place / "tree", "pkg/gone.py", "def gone():\n    pass\n")
    write(place / "tree", "plain.py", "from pkg.gone import gone\n\n\n" + PLAIN)
    repository = repository_at(place / "tree", place / "store")
    if known:
        repository.index()
        write(place / "tree", "pkg/gone.py", "def gone():\n    return 2\n")
    monkeypatch.setattr(Readers, "read", vanishing(change, place / "tree"))
    repository.index()
    monkeypatch.undo()
    assert reasons(repository) == {"pkg/gone.py": CHANGES[change]}
    assert paths(repository) == {"plain.py"}
    repository.index()
    assert state_of(repository) == fresh_state(place / "tree", place / "fresh")[1]
    (place / "tree/pkg").mkdir(exist_ok=True)
    gone = place / "tree/pkg/gone.py"
    if gone.is_dir():
        gone.rmdir()
    gone.unlink(missing_ok=True)
    write(place / "tree", "pkg/gone.py", "def gone():\n    pass\n")
    repository.index()
    assert paths(repository) == {"plain.py", "pkg/gone.py"}
    assert state_of(repository) == fresh_state(place / "tree", place / "fresh")[1]


@needs_permissions
def test_a_file_and_a_folder_that_may_not_be_read_are_reported(place: Path, seedwalk: Command) -> None:
    write(place / "tree", "plain.py", PLAIN)
    write(place / "tree", "closed.py", "x = 1\n").chmod(0)
    write(place / "tree", "closed/inner.py", "x = 1\n")
    (place / "tree/closed").chmod(0)
    try:
        done = seedwalk("index", place / "tree", "--store", place / "store", preexec_fn=mortal)
    finally:
        (place / "tree/closed").chmod(0o755)
    assert done.returncode == 0, done.stderr
    repository = repository_at(place / "tree", place / "store")
    assert reasons(repository) == {"closed": "no permission", "closed.py": "no permission"}
    assert paths(repository) == {"plain.py"}


@needs_permissions
def test_a_file_that_may_be_read_again_is_read_though_its_time_is_the_same(place: Path, seedwalk: Command) -> None:
    closed = write(place / "tree", "closed.py", PLAIN)
    os.utime(closed, (1_000_000_000, 1_000_000_000))
    closed.chmod(0)
    where = (place / "tree", "--store", place / "store")
    assert seedwalk("index", *where, preexec_fn=mortal).returncode == 0
    assert "up to date" in seedwalk("status", "--repo", *where, preexec_fn=mortal).stdout
    closed.chmod(0o644)
    assert "out of date" in seedwalk("status", "--repo", *where, preexec_fn=mortal).stdout
    repository = repository_at(place / "tree", place / "store")
    repository.index()
    assert (paths(repository), reasons(repository)) == ({"closed.py"}, {})


@pytest.mark.usefixtures("settled")
def test_a_file_that_other_code_could_not_read_is_tried_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place / "tree", "hard.py", PLAIN)

    def stumble(*_: object) -> None:
        raise IndexError("of another version")

    monkeypatch.setattr(reading, "extract", stumble)
    repository = indexed(place)
    assert reasons(repository) == {"hard.py": "cannot be parsed"}
    monkeypatch.undo()
    assert repository.fresh()
    monkeypatch.setattr(changes, "fingerprint", lambda language: f"newer {language}")
    assert not repository.fresh()
    repository.index()
    assert (paths(repository), reasons(repository)) == ({"hard.py"}, {})


def test_what_could_be_read_only_in_part_is_counted_by_its_trouble(place: Path) -> None:
    write(place / "tree", "broken.py", "def fine():\n    pass\n\n\ndef (:\n")
    write(place / "tree", "deep.py", "x = " + "[" * DEEP + "]" * DEEP + "\n")
    write(place / "tree", "latin.py", b"# caf\xe9\ndef latin():\n    pass\n")
    repository = indexed(place)
    told = repository.status().troubles
    assert set(told.values()) == {1}
    assert [any(word in trouble for trouble in told) for word in ("grammar", "nested", "UTF-8")] == [True] * 3
    assert {symbol.name for symbol in repository.symbols("*")} >= {"fine", "latin"}


def test_long_docs_and_long_imports_are_read_whole(place: Path) -> None:
    names = ", ".join(f"name_{number}" for number in range(200))
    write(place / "tree", "lib.py", "".join(f"def name_{number}():\n    pass\n" for number in range(200)))
    doc = "First words. " + "More words follow here. " * 100
    write(place / "tree", "long.py", f'from lib import {names}\n\n\ndef use():\n    """{doc}"""\n    name_3()\n')
    write(place / "tree", "long.ts", f"import {{ {names} }} from './other';\nexport function go() {{ name_5(); }}\n")
    write(place / "tree", "other.ts", "".join(f"export function name_{n}() {{}}\n" for n in range(200)))
    repository = indexed(place)
    assert repository.symbol("use").doc.startswith("First words.")
    calls = {(row["source"]["name"], row["target"]["name"]) for row in repository.dump() if row.get("edge") == "calls"}
    assert {("use", "name_3"), ("go", "name_5")} <= calls
