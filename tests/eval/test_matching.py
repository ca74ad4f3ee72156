"""Each rule as a table: a truth, a place, and whether they are the same by that rule."""

from __future__ import annotations

import pytest

from seedwalk.eval.arena.system import Found
from seedwalk.eval.matching import RULES, Rule, components, lenient, seed, strict, symbol

APP = "src/flask/app.py"
SCAFFOLD = "src/flask/sansio/scaffold.py"


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("Jekyll::Site#process", ("Jekyll", "Site", "process")),
        ("(*Server).Serve", ("Server", "Serve")),
        ("a.b", ("a", "b")),
        (" Flask.run ", ("Flask", "run")),
        ("..", ()),
        ("", ()),
    ],
)
def test_a_name_is_its_components_however_it_is_joined(written: str, parts: tuple[str, ...]) -> None:
    assert components(written) == parts


STRICT = [
    ("Scaffold.before_request", SCAFFOLD, "Scaffold.before_request", True),
    ("flask.sansio.scaffold.Scaffold.before_request", SCAFFOLD, "Scaffold.before_request", True),
    ("scaffold.before_request", SCAFFOLD, "Scaffold.before_request", True),
    ("before_request", SCAFFOLD, "Scaffold.before_request", True),
    ("Flask::run", APP, "Flask.run", True),
    ("flask.Flask", APP, "Flask", True),
    ("flask.app.Flask", APP, "Flask", True),
    ("app.Flask", APP, "Flask", True),
    ("caddyhttp.App.Start", "modules/caddyhttp/app.go", "App.Start", True),
    ("caddyhttp.NewApp", "modules/caddyhttp/app.go", "NewApp", True),
    ("elsewhere.App.Start", "modules/caddyhttp/app.go", "App.Start", True),
    ("Flask.run", "src/flask/cli.py", "run", False),
    ("Flask.run", "src/Flask/cli.py", "run", True),
    ("Flask.run", APP, "Flask", False),
    ("Flask", APP, "Flask.run", False),
    ("Flask.run", APP, "Blueprint.run", False),
    ("request", SCAFFOLD, "Scaffold.before_request", False),
    ("Scaffold.before_request.inner", SCAFFOLD, "Scaffold.before_request", False),
    ("", APP, "Flask", False),
    ("Flask", APP, "", False),
]


@pytest.mark.parametrize(("truth", "path", "name", "same"), STRICT)
def test_strict_means_the_same_symbol_give_or_take_its_depth(truth: str, path: str, name: str, same: bool) -> None:
    assert strict(truth, Found(path, name)) is same


LENIENT = [
    ("Flask", APP, "Flask.run", True),
    ("Flask.run", APP, "Flask", True),
    ("Flask.run", APP, "Flask.run.inner", True),
    ("Flask.run", APP, "Outer.Flask.run.inner", True),
    ("Flask.run", APP, "run", True),
    ("flask.Flask.run", APP, "Flask.other", False),
    ("App.Server.run", APP, "App.Client.run", True),
    ("Server.run", APP, "Client.run", False),
    ("Server.run", APP, "Client.start", False),
    ("run", APP, "Flask.run", True),
    ("Flas", APP, "Flask.run", False),
    ("Flask.run.a", APP, "Flask.b.run", False),
    ("flask", APP, "helpers", False),
    ("", APP, "Flask", False),
    ("Flask", APP, "", False),
]


@pytest.mark.parametrize(("truth", "path", "name", "same"), [*LENIENT, *(row for row in STRICT if row[3])])
def test_lenient_lets_a_class_count_for_its_method_and_agreeing_names(
    truth: str, path: str, name: str, same: bool
) -> None:
    assert lenient(truth, Found(path, name)) is same


SEED = [
    ("context.ContextEngine", "internal/context/engine.go", "ContextEngine", True),
    ("context.ContextEngine", "internal/context/engine.go", "ContextEngine.ForTask", True),
    ("store.NodesByName", "internal/store/sqlite.go", "SQLiteStore.NodesByName", True),
    ("lexical.LexicalIndex", "src/seedwalk/store/lexical.py", "LexicalIndex", True),
    ("store.LexicalIndex", "src/seedwalk/store/lexical.py", "LexicalIndex", True),
    ("store.scores", "src/seedwalk/store/lexical.py", "LexicalIndex.scores", True),
    ("lexical.scores", "src/seedwalk/store/lexical.py", "LexicalIndex.scores", True),
    ("store.LexicalIndex.scores", "src/seedwalk/store/lexical.py", "Outer.LexicalIndex.scores", True),
    ("tore.scores", "src/seedwalk/store/lexical.py", "LexicalIndex.scores", False),
    ("store.core", "src/seedwalk/store/lexical.py", "LexicalIndex.scores", False),
    ("Store.scores", "src/seedwalk/store/lexical.py", "LexicalIndex.scores", False),
    ("graph.scores", "src/seedwalk/store/lexical.py", "LexicalIndex.scores", False),
    ("scores", "top.py", "scores", True),
    ("main.run", "main.py", "App.run", True),
    ("store", "src/store/a.py", "other", True),
    ("", "a.py", "b", False),
    ("a", "a.py", "", False),
]


@pytest.mark.parametrize(("truth", "path", "name", "same"), SEED)
def test_the_seeds_rule_finds_a_method_through_its_receiver(truth: str, path: str, name: str, same: bool) -> None:
    assert seed(truth, Found(path, name)) is same


@pytest.mark.parametrize(
    ("truth", "path", "name", "same"),
    [
        ("src/a.py:A.b", "src/a.py", "A.b", True),
        ("src/a.py:A.b", "src/a.py", "a.B", True),
        ("src/a.py:A.b", "src/a.py", "b", True),
        ("src/a.py:b", "src/a.py", "A.b", True),
        ("src/a.py:A.b", "src/a.py", "A", False),
        ("src/a.py:A.b", "src/a.py", "C.b", False),
        ("src/a.py:A.b", "a.py", "A.b", False),
        ("src/a.py:", "src/a.py", "A", False),
        ("src/a.py:A", "src/a.py", "", False),
    ],
)
def test_a_truth_with_its_file_needs_that_file(truth: str, path: str, name: str, same: bool) -> None:
    assert symbol(truth, Found(path, name)) is same


def test_every_rule_has_a_function() -> None:
    assert list(RULES) == list(Rule)
    assert all(RULES[rule].__name__ == rule for rule in Rule)
