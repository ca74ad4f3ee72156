"""CODEOWNERS: the last rule that fits wins; what GitHub would not read is no rule."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from seedwalk.graph.owners import Rules
from seedwalk.model import EdgeKind, Kind
from tests.graph.small import pairs, tree
from tests.trees import put

CODE = dict.fromkeys(
    ("a.py", "docs/conf.py", "docs/deep/conf.py", "src/api/app.py", "src/web/app.js", "x/docs/y.py"), "x = 1\n"
)


def owned(root: Path, rules: str, place: str = "CODEOWNERS") -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for source, owner in pairs(tree(root, {**CODE, place: rules}), EdgeKind.OWNED_BY):
        found.setdefault(source.rpartition(":")[0], set()).add(owner)
    return found


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("*", set(CODE)),
        ("*.js", {"src/web/app.js"}),
        ("/a.py", {"a.py"}),
        ("app.py", {"src/api/app.py"}),
        ("docs/*", {"docs/conf.py"}),
        ("/docs/", {"docs/conf.py", "docs/deep/conf.py"}),
        ("docs/", {"docs/conf.py", "docs/deep/conf.py", "x/docs/y.py"}),
        ("docs", {"docs/conf.py", "docs/deep/conf.py", "x/docs/y.py"}),
        ("/src/api", {"src/api/app.py"}),
        ("src/**", {"src/api/app.py", "src/web/app.js"}),
        ("src/**/app.*", {"src/api/app.py", "src/web/app.js"}),
        ("**/deep", {"docs/deep/conf.py"}),
        ("/src/*/app.py", {"src/api/app.py"}),
        ("src/*/", {"src/api/app.py", "src/web/app.js"}),
        ("c?nf.py", {"docs/conf.py", "docs/deep/conf.py"}),
        ("/api/", set()),
        ("a.py/", set()),
        ("A.PY", set()),
    ],
)
def test_a_pattern_fits_as_github_says(tmp_path: Path, pattern: str, paths: set[str]) -> None:
    assert owned(tmp_path / "t", f"{pattern} @team\n") == {path: {"@team"} for path in paths}


def test_the_last_rule_wins_and_one_without_owners_sets_free(tmp_path: Path) -> None:
    rules = "* @all\n*.py @org/python me@example.org # the pythons\n/docs/ @docs\n/docs/deep/\n"
    assert owned(tmp_path / "t", rules, ".github/CODEOWNERS") == {
        "a.py": {"@org/python", "me@example.org"}, "src/api/app.py": {"@org/python", "me@example.org"},
        "x/docs/y.py": {"@org/python", "me@example.org"}, "docs/conf.py": {"@docs"}, "src/web/app.js": {"@all"},
    }  # fmt: skip


def test_the_same_rule_again_counts_where_it_stands_last(tmp_path: Path) -> None:
    assert owned(tmp_path / "t", "/a.py @one\n/a.py @two\n/a.py @one\n") == {"a.py": {"@one"}}


def test_sections_of_gitlab_each_have_a_last_rule_and_owners_by_default(tmp_path: Path) -> None:
    rules = "[Code] @coders\n*.py\n[Web][2]\n/src/web/ @web\n^[Docs]\n/docs/ @docs\n/docs/deep/ @deep\n"
    assert owned(tmp_path / "t", rules, ".gitlab/CODEOWNERS") == {
        "a.py": {"@coders"}, "src/api/app.py": {"@coders"}, "x/docs/y.py": {"@coders"}, "src/web/app.js": {"@web"},
        "docs/conf.py": {"@coders", "@docs"}, "docs/deep/conf.py": {"@coders", "@deep"},
    }  # fmt: skip


def test_of_several_owners_files_the_first_place_is_read(tmp_path: Path) -> None:
    root = tmp_path / "t"
    put(root, {"CODEOWNERS": "* @top\n", "docs/CODEOWNERS": "* @docs\n"})
    assert owned(root, "/a.py @hidden\n", ".github/CODEOWNERS") == {"a.py": {"@hidden"}}
    (root / ".github/CODEOWNERS").unlink()
    repository = tree(root, {})
    assert {owner for _, owner in pairs(repository, EdgeKind.OWNED_BY)} == {"@top"}
    put(root, {"other/CODEOWNERS": "* @elsewhere\n"})
    repository.index()
    assert {owner for _, owner in pairs(repository, EdgeKind.OWNED_BY)} == {"@top"}


def test_files_that_come_and_go_find_and_lose_their_owners(tmp_path: Path) -> None:
    root = tmp_path / "t"
    repository = tree(root, {**CODE, "CODEOWNERS": "/new/ @new\n"})
    assert pairs(repository, EdgeKind.OWNED_BY) == set()
    put(root, {"new/one.py": "x = 1\n"})
    repository.index()
    assert pairs(repository, EdgeKind.OWNED_BY) == {("new/one.py:one", "@new")}
    (root / "new/one.py").unlink()
    repository.index()
    assert pairs(repository, EdgeKind.OWNED_BY) == set()
    assert [row["symbol"] for row in repository.dump() if row.get("symbol", {}).get("kind") == "owner"] == []


def test_an_owner_is_a_symbol_that_stands_in_no_file(tmp_path: Path) -> None:
    repository = tree(tmp_path / "t", {**CODE, "CODEOWNERS": "/a.py @org/team\n"})
    owner = next(row["symbol"] for row in repository.dump() if row.get("symbol", {}).get("kind") == Kind.OWNER.value)
    assert (owner["name"], owner["path"]) == ("@org/team", "")
    edge = next(edge for edge in repository.edges() if edge.kind is EdgeKind.OWNED_BY)
    assert (edge.confidence, edge.line) == (0.9, 1)


def test_broken_rules_are_told_and_cost_the_others_nothing(tmp_path: Path) -> None:
    rules = "!a.py @x\n[ab].py @x\n/a.py nobody\n\\\n[unclosed @x\n*** @x\n// @x\n/a.py @right\n" + "/b*c @x\n" * 3_000
    repository = tree(tmp_path / "t", {**CODE, "CODEOWNERS": rules + "a" * 100_000 + " @x\n"})
    assert ("a.py:a", "@right") in pairs(repository, EdgeKind.OWNED_BY)
    assert repository.status().troubles == {"some of its lines are no rule of owners": 1}


def test_stars_upon_stars_are_matched_in_little_time() -> None:
    rules = Rules()
    for pattern in ("/" + "**/" * 200 + "x", "/" + "*a" * 30 + "b", "*" * 5_000 + "x"):
        rules.add(pattern, ["@x"], 1)
    started = time.process_time()
    assert rules.last("/".join(["aaaaaaaaaaaaaaaaaaaaaaaaa"] * 20)) is None
    assert time.process_time() - started < 5


NAMES = st.sampled_from(("a", "b", "src", "docs", "x.py", "y.js"))
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
PIECES = st.sampled_from(("a", "b", "src", "docs", "x.py", "*.py", "*", "**", "?.js"))
SLASH = st.sampled_from(("", "/"))
PATTERNS = st.tuples(SLASH, st.lists(PIECES, min_size=1, max_size=3).map("/".join), SLASH)


@given(PATTERNS.map("".join), PATHS)
def test_a_pattern_fits_as_an_ignore_file_would_have_it_but_for_a_last_star(pattern: str, path: str) -> None:
    """CODEOWNERS follows gitignore, save that `docs/*` does not reach into folders below."""
    if pattern.rstrip("/").endswith("/*") or pattern.strip("/") in ("*", "**"):
        return
    rules = Rules()
    rules.add(pattern, ["@x"], 1)
    assert (rules.last(path) is not None) == GitIgnoreSpec.from_lines([pattern]).match_file(path)
