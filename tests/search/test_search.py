"""Symbol search as a user asks: names first, then words, then the graph; filters; what is wrong is said."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.answers.searching import By
from seedwalk.errors import UsageError
from seedwalk.eval.needles import FORMS, cases
from tests.trees import made

FILES = {
    "web/app.py": (
        "from web.routing import Router\n\n\n"
        "class App:\n"
        '    """Serves requests over HTTP."""\n\n'
        "    router: Router\n\n"
        "    def before_request(self, hook):\n"
        '        """Register a hook that runs ahead of every view."""\n'
        "        return self.dispatch(hook)\n\n"
        "    def dispatch(self, call):\n"
        "        return Router().match(call)\n"
    ),
    "web/routing.py": (
        "class Router:\n"
        "    def match(self, path):\n"
        "        return compile_rule(path)\n\n\n"
        "def compile_rule(path):\n"
        "    return path\n"
    ),
    "tests/test_app.py": "def test_before_request():\n    pass\n\n\ndef before_request():\n    pass\n",
    "cli.go": "package main\n\nfunc BeforeRequest() {}\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> seedwalk.Repository:
    return made(tmp_path_factory.mktemp("web"), FILES)


def names(here: seedwalk.Repository, text: str, **filters: object) -> list[str]:
    return [hit.symbol.qualified_name for hit in here.search(text, **filters)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["App.before_request", "App before_request", "app beforeRequest", "app::before_request", "APP BEFORE REQUEST"],
)
def test_a_name_is_meant_however_its_words_are_joined(here: seedwalk.Repository, text: str) -> None:
    hit = here.search(text)[0]
    assert (hit.symbol.qualified_name, hit.by) == ("App.before_request", By.NAME)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("request before app", "App.before_request"),
        ("before app", "App.before_request"),
        ("hook runs ahead of every view", "App.before_request"),
        ("rule compile", "compile_rule"),
        ("serves http", "App"),
    ],
)
def test_words_in_any_order_some_of_them_or_those_of_the_doc_find_it(
    here: seedwalk.Repository, text: str, wanted: str
) -> None:
    assert names(here, text)[0] == wanted


def test_tests_come_after_what_they_test_and_alone_they_come_first(here: seedwalk.Repository) -> None:
    found = names(here, "before_request")
    assert set(found[:2]) == {"App.before_request", "BeforeRequest"}
    assert "before_request" in found[2:]
    assert names(here, "before_request", path="tests")[0] == "before_request"


def test_the_graph_brings_what_no_word_names_and_tells_the_way(here: seedwalk.Repository) -> None:
    hits = {hit.symbol.qualified_name: hit for hit in here.search("before request dispatch hook app", explain=True)}
    reached = hits["compile_rule"]
    assert reached.by is By.GRAPH
    assert reached.route[-1] == "compile_rule"
    assert len(reached.route) >= 3
    assert all(not hit.route for hit in here.search("before request"))


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({"kinds": ["function"]}, {"BeforeRequest"}),
        ({"kinds": ["method"]}, {"App.before_request"}),
        ({"languages": ["go"]}, {"BeforeRequest"}),
        ({"path": "web"}, {"App.before_request"}),
        ({"path": "web/*.py"}, {"App.before_request"}),
        ({"path": "nowhere"}, set()),
    ],
)
def test_filters_leave_only_what_they_say(
    here: seedwalk.Repository, filters: dict[str, object], kept: set[str]
) -> None:
    found = names(here, "before_request", **filters)
    assert kept <= set(found)
    assert set(found[: len(kept)]) == kept
    assert bool(found) is bool(kept)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"text": " "}, "the search is empty"),
        ({"text": "x", "limit": 0}, "asks for nothing"),
        ({"text": "x", "kinds": ["spaceship"]}, "'spaceship' is no kind"),
        ({"text": "x", "languages": ["klingon"]}, "'klingon' is no language"),
    ],
)
def test_a_wrong_search_is_refused(here: seedwalk.Repository, arguments: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        here.search(**arguments)  # type: ignore[arg-type]


def test_nothing_found_is_an_empty_answer_and_the_same_search_gives_the_same(here: seedwalk.Repository) -> None:
    assert here.search("zebra") == []
    assert here.search("\0\x1b") == []
    assert here.search("before request") == here.search("before request")


def test_needles_are_drawn_alike_each_time_and_are_found(here: seedwalk.Repository) -> None:
    listed = here.symbols("*")
    made = cases(listed, "web", seed=4, per_form=2)
    assert made == cases(list(reversed(listed)), "web", seed=4, per_form=2)
    assert made != cases(listed, "web", seed=5, per_form=2)
    assert {str(case["id"]).split("-")[1] for case in made} <= set(FORMS)
    for case in made:
        assert case["expectedSymbols"][0] in names(here, str(case["query"]))  # type: ignore[index]


def test_the_committed_cases_say_enough() -> None:
    from seedwalk.eval.fixtures import load

    loaded = load(Path(__file__).parents[2] / "bench" / "search")
    assert loaded.problems == ()
    assert sum("written" in task.id for task in loaded.tasks) == 30
    assert len(loaded.tasks) == 330
