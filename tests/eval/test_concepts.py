"""The check of classes against repositories."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.concepts.classes import Concept, Layer
from seedwalk.config import Concepts
from seedwalk.eval.concepts import Shown, dead, firings, main, tables


def concept(name: str, targets: tuple[str, ...], languages: tuple[str, ...] = (), framework: str = "") -> Concept:
    layer = Layer.FRAMEWORK if framework else Layer.LANGUAGE if languages else Layer.UNIVERSAL
    return Concept(name, ("phrase",), targets, layer, "a test", languages, framework)


SHOP = Shown("shop", ("python",), ("celery",), frozenset({"basket", "load_config", "get"}))
BARE = Shown("bare", ("go",), (), frozenset({"loadconfig"}))


@pytest.mark.parametrize(
    ("given", "scoped", "fired"),
    [
        (concept("a", ("Basket",)), ("shop", "bare"), ("shop",)),
        (concept("a", ("LoadConfig",)), ("shop", "bare"), ("shop", "bare")),
        (concept("a", ("Basket",), languages=("go",)), ("bare",), ()),
        (concept("a", ("Basket",), framework="celery"), ("shop",), ("shop",)),
        (concept("a", ("Basket",), framework="rails"), (), ()),
        (concept("a", ("get",)), ("shop", "bare"), ()),
    ],
)
def test_a_class_fires_where_it_counts_and_a_target_is_a_symbol(
    given: Concept, scoped: tuple[str, ...], fired: tuple[str, ...]
) -> None:
    (found,) = firings([given], [SHOP, BARE], Concepts())
    assert (found.scoped, found.fired) == (scoped, fired)
    assert dead([found]) == ([] if fired else ["a"])


def test_the_tables_count_by_layer_and_by_repository() -> None:
    found = firings([concept("a", ("Basket",)), concept("b", ("Nothing",), ("go",))], [SHOP, BARE], Concepts())
    page = tables(found, [SHOP, BARE])
    assert "| universal | 1 | 1 | 1.0 |" in page
    assert "| language | 1 | 0 | 0.0 |" in page
    assert "| shop | python | celery | 1 | 1 |" in page
    assert "| bare | go |  | 2 | 0 |" in page


def test_a_repository_is_indexed_and_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "app.py").write_text("import celery\n\nclass RetryPolicy:\n    pass\n\nclass AsyncResult:\n    pass\n")
    assert main([str(root), "--stores", str(tmp_path / "stores"), "--json"]) == 0
    fired = json.loads(capsys.readouterr().out)
    assert fired["any.retry"] == ["shop"]
    assert fired["celery.task"] == ["shop"]
    assert fired["any.cookies"] == fired["tornado.cookies"] == []
    assert main([str(root), "--stores", str(tmp_path / "stores"), "--dead"]) == 0
    listed = capsys.readouterr().out.split()
    assert "any.cookies" in listed
    assert "any.retry" not in listed
    assert main([str(root), "--stores", str(tmp_path / "stores")]) == 0
    assert "| shop | python | celery |" in capsys.readouterr().out


def test_what_a_repository_imports_is_told_by_its_index(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("import celery\nfrom click import command\n")
    repository = open_repository(tmp_path, store=tmp_path / "store")
    repository.index()
    assert {"celery", "click"} <= set(repository.externals())
