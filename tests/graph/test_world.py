"""Literals at call sites become edges to routes, endpoints, services, variables, programs and flags, on evidence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seedwalk.graph.literals import method_name, program_of
from seedwalk.graph.paths import endpoint_of, joined, path_of
from seedwalk.languages import NAMES, family_of, language_of
from seedwalk.languages.world import Makes, Shape, world_of
from tests.graph.cases import CASES, SEVERAL, Case
from tests.graph.trees import indexed
from tests.graph.worlds import WORLD, found_in


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_source_says_what_its_case_claims_and_nothing_more(case: Case) -> None:
    assert found_in({case.path: case.text}) == {kind: sorted(told) for kind, told in case.found.items()}


@pytest.mark.parametrize("name", sorted(SEVERAL))
def test_several_files_together_say_what_their_case_claims(name: str) -> None:
    files, found = SEVERAL[name]
    assert found_in(files) == {kind: sorted(told) for kind, told in found.items()}


@pytest.mark.parametrize("family", sorted({family_of(name) for name in NAMES}))
def test_every_kind_of_every_family_has_a_case(family: str) -> None:
    made = {rule.makes.value for rule in world_of(family).rules} & WORLD
    told = {kind for case in CASES for kind in case.found if family_of(str(language_of(case.path))) == family}
    told |= {kind for files, found in SEVERAL.values() for kind in found if family in _families(files)}
    assert told == made


def _families(files: dict[str, str]) -> set[str]:
    return {family_of(language) for path in files if (language := language_of(path))}


@pytest.mark.parametrize("family", sorted({family_of(name) for name in NAMES}))
def test_every_rule_names_where_it_comes_from_and_what_it_is_about(family: str) -> None:
    rules = world_of(family).rules
    assert len({rule.id for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.id.startswith(f"{family}."), rule.id
        assert rule.origin.startswith("https://"), rule.id
        assert rule.names or rule.callee, rule.id
        for pattern in (rule.callee, rule.handled, rule.unless, rule.within):
            re.compile(pattern)
        if rule.makes in (Makes.READS_ENV, Makes.EXECUTES_PROCESS, Makes.GATED_BY_FLAG):
            assert rule.subject, rule.id
        if rule.shape is Shape.BASE:
            assert "name" in re.compile(rule.callee).groupindex, rule.id


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("/users/<int:id>/", "/users/{}"),
        ("users/{id:int}", "/users/{}"),
        ("/users/:id", "/users/{}"),
        (r"^users/(?P<id>\d+)/$", "/users/{}"),
        (r"^users/(?P<slug>(?:a|b)+)/edit$", "/users/{}/edit"),
        ("/files/*path", "/files/{}"),
        ("/blog/[...slug]", "/blog/{}"),
        ("", "/"),
        ("/", "/"),
        ("//users//", "/users"),
        ("/search?q=1", "/search"),
        ("(/:locale)/posts(.:format)", "/posts"),
    ],
)
def test_a_path_has_one_spelling_whatever_the_framework(written: str, path: str) -> None:
    assert path_of(written) == path
    assert path_of(path) == path


@pytest.mark.parametrize(
    ("parts", "path"),
    [(("/api", "users"), "/api/users"), (("", "/users"), "/users"), (("api/", ""), "/api/"), (("/api", "~/x"), "/x")],
)
def test_prefixes_and_paths_join_with_one_slash(parts: tuple[str, ...], path: str) -> None:
    assert joined(*parts) == path


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("/users/1?x=2", (False, "/users/1")),
        ("{}/users/{}", (False, "/users/{}")),
        ("https://api.example.com/v1/", (True, "api.example.com/v1")),
        ("https://example.com", (True, "example.com")),
        ("https://user:secret@example.com/x", (True, "example.com/x")),
        ("http://{}/users", (False, "/users")),
        ("http://{}:8080/users", (False, "/users")),
        ("{}", None),
        ("/", None),
        ("{}/{}", None),
        ("users", None),
        ("/a b", None),
        ("//cdn.example.com/x", None),
    ],
)
def test_an_address_is_a_path_or_a_host_or_not_known(asked: str, found: tuple[bool, str] | None) -> None:
    assert endpoint_of(asked) == found


@pytest.mark.parametrize(
    ("text", "method"),
    [("get", "GET"), ("HttpGet", "GET"), ("MapPost", "POST"), ("GetMapping", "GET"), ("add_put", "PUT"),
     ("http.MethodPatch", "PATCH"), ("RequestMethod.DELETE", "DELETE"), ("route", "ANY"), ("all", "ANY")],
)  # fmt: skip
def test_methods_have_one_spelling(text: str, method: str) -> None:
    assert method_name(text) == method


@pytest.mark.parametrize(
    ("command", "program"),
    [("git log", "git"), ("/usr/bin/env python3 -m x", "python3"), ("sudo systemctl stop x", "systemctl"),
     ("LANG=C ls", "ls"), ("{} -m x", ""), ("", ""), ("$(which git)", "")],
)  # fmt: skip
def test_the_program_of_a_command_line_is_told_without_its_path(command: str, program: str) -> None:
    assert program_of(command) == program


GIN = 'package {0}\nimport "github.com/gin-gonic/gin"\n'
EDITS = {
    "a call begins to pass the group on": (
        "users/users.go", GIN.format("users") + "func Setup(rg *gin.RouterGroup) { Add(rg) }\n",
    ),
    "a parameter takes groups no more": (
        "users/add.go", GIN.format("users") + 'func Add(rg int) { rg.GET("/in", show) }\nfunc show() {}\n',
    ),
    "the group has another path": (
        "main.go",
        GIN.format("main") + 'import "shop/users"\nfunc main() { r := gin.New(); users.Add(r.Group("/b")) }\n',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(EDITS))
def test_an_edit_of_any_file_a_group_goes_through_shows_as_it_would_afresh(name: str, tmp_path: Path) -> None:
    files = {
        "go.mod": "module shop\n",
        "main.go": GIN.format("main") + 'import "shop/users"\nfunc main() {\n\tr := gin.New()\n\t'
        'users.Setup(r.Group("/a"))\n\tusers.Add(r.Group("/c"))\n}\n',
        "users/users.go": GIN.format("users") + "func Setup(rg *gin.RouterGroup) {}\n",
        "users/add.go": GIN.format("users") + 'func Add(rg *gin.RouterGroup) { rg.GET("/in", show) }\nfunc show() {}\n',
    }  # fmt: skip
    repository = indexed(tmp_path / "edited", files)
    path, text = EDITS[name]
    (tmp_path / "edited" / "tree" / path).write_text(text, encoding="utf-8")
    repository.index()
    assert list(repository.dump()) == list(indexed(tmp_path / "afresh", files | {path: text}).dump())
