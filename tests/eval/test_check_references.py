"""The truth itself, finding checkouts, and a run from end to end on a tiny repository with made-up call edges."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from seedwalk.api import Repository
from seedwalk.errors import UsageError
from seedwalk.eval import check_references
from seedwalk.eval.checkouts import find_checkout
from seedwalk.eval.reference_truth import Verdict, languages, read_truth

LEAST_INSIDE = 60
REPO = "owner/shop"
FILES = {
    "store.rb": "class Store\n  def initialize\n  end\n\n  def get\n    read\n  end\n\n  def read\n  end\nend\n",
    "main.rb": 'require_relative "store"\n\ndef main\n  Store.new.get\n  shout "done"\nend\n',
}


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    done = subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def shop(tmp_path: Path) -> tuple[Path, str]:
    """A checkout in a folder of checkouts, and the first of its two commits."""
    root = tmp_path / "repos" / "shop"
    root.mkdir(parents=True)
    git(root, "init", "--quiet")
    for path, text in FILES.items():
        (root / path).write_text(text)
    git(root, "add", ".")
    git(root, "commit", "--quiet", "-m", "first")
    first = git(root, "rev-parse", "HEAD")
    git(root, "commit", "--quiet", "--allow-empty", "-m", "second")
    git(root, "checkout", "--quiet", first)
    return root, first


def truth_row(commit: str, path: str, line: int, text: str, **more: Any) -> dict[str, Any]:
    last = text.rpartition("::")[2].rpartition(".")[2]
    lines = FILES[path].splitlines(keepends=True)
    byte = len("".join(lines[: line - 1])) + lines[line - 1].index(last)
    row = {"kind": "call", "target": None, "verdict": "external", "accept": [], "note": ""} | more
    return row | {"repo": REPO, "commit": commit, "path": path, "line": line, "byte": byte, "text": text}


def write_truth(folder: Path, rows: list[dict[str, Any]]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "ruby.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture
def truth(tmp_path: Path, shop: tuple[Path, str]) -> Path:
    """Four references: a construction, a chain, a built-in, and a method's call of another."""
    _, commit = shop
    inside = {"verdict": "inside", "source": "main.rb:main"}
    return write_truth(
        tmp_path / "truth",
        [
            truth_row(commit, "main.rb", 4, "Store", **inside, kind="new")
            | {"target": {"path": "store.rb", "name": "Store.initialize", "line": 2}},
            truth_row(commit, "main.rb", 4, "Store.new.get", **inside)
            | {"target": {"path": "store.rb", "name": "Store.get"}},
            truth_row(commit, "main.rb", 5, "shout", source="main.rb:main"),
            truth_row(commit, "store.rb", 6, "read", source="store.rb:Store.get", verdict="inside")
            | {"target": {"path": "store.rb", "name": "Store.read"}},
        ],
    )


MadeUp = Callable[[list[tuple[str, str, int]]], None]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> MadeUp:
    """Give every repository these call edges, named by qualified names, in place of those it has."""
    real = Repository.edges

    def make_up(wanted: list[tuple[str, str, int]]) -> None:
        def edges(self: Repository) -> Iterator[Any]:
            yield from (edge for edge in real(self) if edge.kind.value != "calls")
            ids = {symbol.qualified_name: symbol.id for symbol in self.symbols("*") if symbol.kind.value != "module"}
            for source, target, line in wanted:
                kind = SimpleNamespace(value="calls")
                yield SimpleNamespace(source=ids[source], target=ids[target], kind=kind, line=line)

        monkeypatch.setattr(Repository, "edges", edges)

    return make_up


def run(tmp_path: Path, truth: Path, *more: str) -> int:
    return check_references.main(
        ["--repos", str(tmp_path / "repos"), "--store", str(tmp_path / "index"), "--truth", str(truth),
         "--cache", str(tmp_path / "cache"), *more]
    )  # fmt: skip


@pytest.mark.parametrize("language", ["go", "rust", "java", "csharp", "ruby"])
def test_each_language_has_enough_truth_of_two_repositories(language: str) -> None:
    rows = read_truth(language)
    assert Counter(row.verdict for row in rows)[Verdict.INSIDE] >= LEAST_INSIDE
    assert len({(row.repo, row.commit) for row in rows}) == 2
    places = Counter((row.repo, row.path, row.byte, row.text) for row in rows)
    assert max(places.values()) == 1
    assert all(row.source.startswith(f"{row.path}:") and row.note for row in rows)
    assert not [row.place for row in rows if row.target in row.accept]


def test_every_truth_file_is_of_a_language_we_read() -> None:
    assert languages() == ["csharp", "go", "java", "ruby", "rust"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"verdict": "inside", "target": None}, "a target exactly when it leads inside"),
        ({"verdict": "external", "target": {"path": "a", "name": "b"}}, "a target exactly when it leads inside"),
        ({"verdict": "perhaps"}, "line 1 is no truth"),
        ({"colour": "red"}, "line 1 is no truth"),
    ],
)
def test_truth_that_contradicts_itself_is_refused(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    row = truth_row("c", "main.rb", 5, "shout", source="main.rb:main") | change
    with pytest.raises(UsageError, match=told):
        read_truth("ruby", write_truth(tmp_path / "truth", [row]))


def test_a_language_without_truth_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, write_truth(tmp_path / "truth", []), "--language", "cobol") == 2
    assert "no truth for 'cobol'" in capsys.readouterr().err


def test_a_perfect_resolver_is_told_so(
    tmp_path: Path, truth: Path, calls: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    calls([("main", "Store.initialize", 4), ("main", "Store.get", 4), ("Store.get", "Store.read", 6)])
    assert run(tmp_path, truth, "--json", "--strict") == 0
    printed = capsys.readouterr()
    (row,) = json.loads(printed.out)
    assert (row["references"], row["verdict"], row["wrong"]) == (4, "pass", [])
    assert (row["precision"]["right"], row["precision"]["of"]) == (3, 3)
    assert (row["recall"]["right"], row["recall"]["of"]) == (3, 3)
    assert (row["overloads"]["right"], row["overloads"]["of"]) == (1, 1)
    assert printed.err == ""


def test_edges_of_other_names_and_other_lines_count_for_nothing(
    tmp_path: Path, truth: Path, calls: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    calls([("main", "Store.initialize", 4), ("Store.get", "Store.get", 6), ("Store.get", "Store.read", 5)])
    assert run(tmp_path, truth, "--verbose") == 0
    (row,) = capsys.readouterr().out.splitlines()[1:]
    assert row.split()[:6] == ["ruby", "4", "1.000", "[0.207,", "1.000]", "1/1"]


def test_a_call_of_a_built_in_found_inside_is_a_mistake(
    tmp_path: Path, truth: Path, calls: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.loads(line) for line in (truth / "ruby.jsonl").read_text().splitlines()]
    rows[3] |= {"verdict": "external", "target": None}
    calls([("Store.get", "Store.read", 6)])
    assert run(tmp_path, write_truth(truth, rows), "--verbose", "--strict") == 1
    assert "owner/shop:store.rb:6: read\n    is   external\n    gave ['store.rb:Store.read']" in capsys.readouterr().out


def test_an_index_without_call_edges_finds_none(
    tmp_path: Path, truth: Path, calls: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    calls([])
    assert run(tmp_path, truth) == 0
    assert "none of 0" in capsys.readouterr().out


def test_truth_the_index_no_longer_knows_is_told(
    tmp_path: Path, truth: Path, calls: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.loads(line) for line in (truth / "ruby.jsonl").read_text().splitlines()]
    rows[1]["target"]["name"] = "Store.fetch"
    rows[2]["byte"] += 1
    calls([])
    run(tmp_path, write_truth(truth, rows))
    told = capsys.readouterr().err
    assert "owner/shop:main.rb:4: the index has no symbol 'store.rb:Store.fetch'" in told
    assert "owner/shop:main.rb:5: the index has no reference 'shout' there" in told
    assert len(told.splitlines()) == 2


def test_a_repository_that_is_not_there_is_told_and_left_out(
    tmp_path: Path, truth: Path, shop: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    git(shop[0], "checkout", "--quiet", "-")
    assert run(tmp_path, truth) == 0
    printed = capsys.readouterr()
    assert "owner/shop is not there" in printed.err
    assert "4 references are left out" in printed.err


@pytest.mark.parametrize("way", ["owner/shop", "owner+shop", "shop"])
def test_a_checkout_is_found_by_its_name(tmp_path: Path, shop: tuple[Path, str], way: str) -> None:
    root, commit = shop
    place = tmp_path / "elsewhere" / way
    place.parent.mkdir(parents=True)
    root.rename(place)
    assert find_checkout(REPO, commit, tmp_path / "elsewhere", None, tmp_path / "cache") == place


@pytest.mark.parametrize("way", ["owner+shop/repo", "owner/shop.git", "shop.git"])
def test_a_checkout_is_made_from_a_bare_repository_once(tmp_path: Path, shop: tuple[Path, str], way: str) -> None:
    root, commit = shop
    bare = tmp_path / "mirror" / way
    bare.parent.mkdir(parents=True)
    git(tmp_path, "clone", "--quiet", "--bare", str(root), str(bare))
    made = find_checkout(REPO, commit, None, tmp_path / "mirror", tmp_path / "cache")
    assert made is not None
    assert git(made, "rev-parse", "HEAD") == commit
    assert (made / "store.rb").read_text() == FILES["store.rb"]
    assert find_checkout(REPO, commit, None, None, tmp_path / "cache") == made


def test_a_commit_the_bare_repository_lacks_is_told(tmp_path: Path, shop: tuple[Path, str]) -> None:
    git(tmp_path, "clone", "--quiet", "--bare", str(shop[0]), str(tmp_path / "mirror" / "shop"))
    with pytest.raises(UsageError, match="Fetch that commit"):
        find_checkout(REPO, "0" * 40, None, tmp_path / "mirror", tmp_path / "cache")
