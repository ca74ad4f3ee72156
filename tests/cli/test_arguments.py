"""Wrong arguments, missing indexes and other stores: one clear sentence and an exit code, never a traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from seedwalk import __version__
from seedwalk.cli.main import GROUPS, VERBS, commands
from tests.cli.conftest import Run

READERS = [("status",), ("symbols", "x"), ("show", "x"), ("dump",)]


@pytest.mark.parametrize("arguments", READERS, ids=lambda arguments: arguments[0])
def test_without_an_index_the_remedy_is_named(shop: Path, here: Run, arguments: tuple[str, ...]) -> None:
    done = here(*arguments)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("seedwalk: there is no index at ")
    assert "Run: seedwalk index" in done.err
    assert not (shop / ".seedwalk").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("index", "--include", "everything"), "'everything'"),
        (("index", "--include", "vendored,dust"), "'dust'"),
        (("index", "nowhere"), "'nowhere' does not exist"),
        (("index", "shop/base.py"), "'shop/base.py' is a file"),
        (("status", "--repo", "nowhere"), "'nowhere' does not exist"),
        (("watch", "nowhere"), "'nowhere' does not exist"),
        (("index", "--max-file-bytes", "0"), "--max-file-bytes"),
        (("index", ""), "the path is empty"),
        (("index", "--store", ""), "'--store': the path is empty"),
        (("status", "--repo", ""), "'--repo': the path is empty"),
        (("context", "x", "--repo="), "'--repo': the path is empty"),
        (("watch", ""), "the path is empty"),
        (("eval", "plot", ""), "the path is empty"),
        (("context", "x", "--budget", "many"), "'many' for '--budget' / '-b': it should be a whole number"),
        (("refs", "x", "--depth=0"), "'0' for '--depth' / '-d': it should be at least 1"),
        (("symbols",), "pattern"),
        (("symbols", "x", "--limit", "-1"), "--limit"),
        (("fly",), "fly"),
        (("index", "--fly"), "--fly"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_wrong_argument_names_itself_and_exits_with_2(
    shop: Path, here: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = here(*arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert "Traceback" not in done.err
    assert not (shop / ".seedwalk").exists()


def test_an_unknown_include_lists_what_it_takes(shop: Path, here: Run) -> None:
    assert "vendored, minified" in here("index", "--include", "tests").err


def test_vendored_code_is_read_when_asked_for_and_the_choice_is_kept(shop: Path, here: Run) -> None:
    assert here("index", "--quiet").code == 0
    assert here("symbols", "leftpad").out == ""
    assert here("index", "--include", "vendored", "--quiet").code == 0
    assert "leftpad" in here("symbols", "leftpad").out
    assert here("index", "--quiet").code == 0
    assert "leftpad" in here("symbols", "leftpad").out


def test_every_verb_keeps_to_the_store_it_is_given(shop: Path, here: Run, tmp_path: Path) -> None:
    store = tmp_path / "a store"
    assert here("index", "--store", str(store), "--quiet").code == 0
    assert (store / "index.db").exists()
    for arguments in (("status",), ("symbols", "total"), ("show", "total"), ("dump",)):
        done = here(*arguments, "--store", str(store))
        assert (done.code, bool(done.out)) == (0, True), done.err
        assert here(*arguments).code == 1
    assert not (shop / ".seedwalk").exists()


@pytest.mark.parametrize("line", ["show", "refs", "why --task save --symbol", "affected", "context --files"])
def test_what_is_no_text_is_refused_and_blames_no_index(indexed: Path, here: Run, line: str) -> None:
    done = here(*line.split(), "a\udcff")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "'a\\udcff'" in done.err
    assert "--rebuild" not in done.err


def test_a_name_that_would_move_the_cursor_is_shown_and_stays_on_its_line(shop: Path, here: Run) -> None:
    text = "def flashy() -> str:\n    return '\x1b[1m'\n"
    (shop / "a\x1b[31m\n.py").write_text(text, encoding="utf-8")
    assert here("index", "--quiet").code == 0
    told = "a␛[31m␊.py:1-2  function  flashy\n"
    assert here("symbols", "flashy").out == told
    assert here("search", "flashy").out == told
    assert here("show", "flashy").out == f"{told}\n{text}"
    assert here("why", "--task", "flashy", "--symbol", "flashy").out.startswith(told)
    assert json.loads(here("symbols", "flashy", "--json").out)["path"] == "a\x1b[31m\n.py"


def test_what_was_left_out_is_named_by_its_reason(shop: Path, here: Run) -> None:
    (shop / "broken.py").write_bytes(b"def a(): pass\n" + bytes([0xFF]))
    for number in range(5):
        (shop / "vendor" / f"pad{number}.py").write_text("", encoding="utf-8")
    (shop / "a\nb.py").symlink_to("shop/base.py")
    told = here("index").out
    assert "vendored 6 (vendor/pad.py, vendor/pad0.py, vendor/pad1.py, …)" in told
    assert "symlink 1 (a␊b.py)" in told
    assert "not UTF-8, unreadable bytes replaced 1 (broken.py)" in told
    assert [line for line in told.splitlines() if "left out" in line or "read in part" in line] == [
        line for line in here("status").out.splitlines() if "left out" in line or "read in part" in line
    ]
    row = json.loads(here("status", "--json").out)
    assert row["examples"]["symlink"] == ["a\nb.py"]
    assert row["examples"].keys() == row["skipped"].keys() | row["troubles"].keys()


def test_the_store_in_the_repository_hides_itself_from_git_and_from_the_index(indexed: Path, here: Run) -> None:
    assert (indexed / ".seedwalk" / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert json.loads(here("status", "--json").out)["files"] == 5


def test_a_command_in_a_folder_below_finds_the_index_above(
    indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(indexed / "shop")
    assert "shop/orders.py" in here("symbols", "Order.total").out


def test_the_repository_may_be_named_from_elsewhere(
    indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "shop/orders.py" in here("symbols", "Order.total", "--repo", str(indexed)).out


def test_rebuild_starts_afresh(indexed: Path, here: Run) -> None:
    (indexed / ".seedwalk" / "index.db").write_bytes(b"not a database at all, but long enough to be looked at" * 100)
    done = here("status")
    assert done.code == 1
    assert "seedwalk index --rebuild" in done.err
    assert here("index", "--rebuild", "--quiet").code == 0
    assert here("status").code == 0


def test_help_and_version_are_answers(here: Run) -> None:
    assert re.fullmatch(rf"seedwalk {re.escape(__version__)}(?: \([0-9a-f]{{12}}\))?\n", here("--version").out)
    told = here("--help").out.splitlines()
    assert [verb for verb in (*VERBS, *GROUPS) if sum(line[9:].startswith(f"{verb} ") for line in told) != 1] == []
    assert len(told) <= 24, "it fits the smallest terminal"
    assert max(map(len, told)) <= 80
    heads = [line.split()[0] for line in told if line[9:].split(" ")[0] in (*VERBS, *GROUPS) and line[0] != " "]
    assert heads == ["Ask", "Look", "Measure", "Serve"]
    for verb in VERBS:
        done = here(verb, "--help")
        assert done.code == 0
        assert ("--store" in done.out) is (verb not in ("config", "init"))
        assert ("--json" in done.out) is (verb != "mcp")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("search",), "missing argument 'words'. See: "),
        (("serach", "x"), "no such command 'serach'. Did you mean 'search'? See: "),
        (("index", "--fly"), "no such option: --fly. See: "),
        (("search", "x", "--limit", "many"), "invalid value 'many' for '--limit'"),
        (("eval", "nope"), "no such command 'nope'. See: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_line_that_cannot_be_taken_is_refused_in_one_sentence(
    here: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = here(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"seedwalk: {told}")
    assert done.err.count("\n") == 1
    assert done.err.rstrip().endswith(" --help")


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_verb_has_two_examples(name: str) -> None:
    told = (commands()[name].__doc__ or "").splitlines()
    written = [line.split("=... ")[-1] for line in map(str.strip, told)]
    assert sum(line == f"seedwalk {name}" or line.startswith(f"seedwalk {name} ") for line in written) >= 2


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_shows_examples(here: Run, group: str) -> None:
    assert here(group, "--help").out.count(f" seedwalk {group}") >= 2


@pytest.mark.parametrize("look", [("symbols", "Order"), ("show", "Order"), ("refs", "Order")], ids=" ".join)
def test_a_verb_that_only_looks_says_when_the_tree_has_moved_on(
    indexed: Path, here: Run, look: tuple[str, ...]
) -> None:
    assert "changed since" not in here(*look).err
    (indexed / "shop" / "fresh.py").write_text("def fresh() -> None: ...\n", encoding="utf-8")
    assert here(*look).err.endswith("note: files changed since they were indexed. Run: seedwalk index\n")
    assert here(*look, "--quiet").err == ""


@pytest.mark.parametrize("verb", ["show", "refs"])
def test_a_symbol_of_a_file_that_was_not_read_yet_is_refused_with_a_note(indexed: Path, here: Run, verb: str) -> None:
    assert "changed since" not in here(verb, "fresh").err
    (indexed / "shop" / "fresh.py").write_text("def fresh() -> None: ...\n", encoding="utf-8")
    done = here(verb, "fresh")
    assert done.code == 2
    assert done.err.startswith("note: files changed since they were indexed. Run: seedwalk index\nseedwalk: no symbol")


def test_quiet_says_nothing_and_otherwise_a_table_closes_the_run(shop: Path, here: Run) -> None:
    done = here("index")
    assert done.code == 0
    first, *rest = done.out.splitlines()
    assert first.startswith("5 files, ")
    assert [line.split()[0] for line in rest] == ["languages", "edges", "left", "seconds", "snapshot"]
    again = here("index", "--quiet")
    assert (again.code, again.out, again.err) == (0, "", "")


@pytest.mark.parametrize("pattern", ["[", "orde?", "zz*"])
def test_a_pattern_that_nothing_matches_is_told_what_a_pattern_is(indexed: Path, here: Run, pattern: str) -> None:
    done = here("symbols", pattern)
    assert (done.code, done.out) == (0, "")
    assert f"'{pattern}'. Give part of a name; * stands for any letters" in done.err
