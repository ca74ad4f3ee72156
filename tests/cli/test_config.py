"""`seedwalk config`, and the flags that set values on every verb that ranks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seedwalk.cli.main import commands
from tests.cli.conftest import Run

RANKING = ("context", "why", "search", "mcp", "eval", "eval replay", "eval ablate", "eval arena")
SETTING = ("index", "watch", "export", "config", *RANKING)


def test_every_verb_that_ranks_takes_profile_without_and_set(here: Run) -> None:
    for verb in SETTING:
        told = here(*verb.split(), "--help").out
        wanted = ("--set", "--profile", "--without") if verb in RANKING else ("--set",)
        assert [flag for flag in wanted if flag not in told] == [], verb
    assert set(SETTING) <= set(commands())


def test_config_shows_each_value_who_says_so_and_what_it_means(shop: Path, here: Run) -> None:
    (shop / "seedwalk.toml").write_text("[walking]\nrestart = 0.5\n", encoding="utf-8")
    done = here("config", "walking.restart")
    assert done.out.splitlines()[:2] == ["profile = default  (default)", "walking.restart = 0.5  (seedwalk.toml:2)"]
    assert "Share of the mass" in done.out
    rows = json.loads(here("config", "--json").out)["settings"]
    assert len(rows) > 150
    by_name = {row["name"]: row for row in rows}
    assert (by_name["walking.restart"]["value"], by_name["walking.restart"]["default"]) == (0.5, 0.2)
    assert by_name["packing.budget"]["from"] == "default"
    assert all(row["meaning"] and row["takes"] for row in rows)
    assert not (shop / ".seedwalk").exists()


def test_config_changed_shows_only_what_differs(shop: Path, here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert json.loads(here("config", "--changed", "--json").out)["settings"] == []
    monkeypatch.setenv("SEEDWALK_PACKING_BUDGET", "8000")
    monkeypatch.setenv("SEEDWALK_PACKING_DOC_LINES", "1")
    rows = json.loads(here("config", "--changed", "--json", "--without", "hits", "--set", "ranking.walk=0").out)
    told = [(row["name"], row["written"], row["from"]) for row in rows["settings"]]
    assert told == [("ranking.walk", "0.0", "--set"), ("packing.doc_lines", "1", "$SEEDWALK_PACKING_DOC_LINES")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("context", "x", "--set", "walking.restart=2"), "'2' (--set) cannot be walking.restart"),
        (("search", "x", "--set", "walking.restrat=0.2"), "'walking.restart'"),
        (("why", "-t", "x", "-s", "y", "--set", "walking"), "'walking' (--set)"),
        (("index", "--set", "sources.include_plain=perhaps"), "true or false"),
        (("context", "x", "--profile", "fast"), "'fast' (--profile) is no profile"),
        (("mcp", "--set", "ranking.walk=x"), "'x' (--set)"),
        (("config", "walkin"), "'walkin' is no setting"),
        (("eval", "--set", "ranking.walk=x"), "'x' (--set)"),
    ],
)
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(
    shop: Path, here: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = here(*arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1
    assert not (shop / ".seedwalk").exists()


def test_a_setting_changes_the_answer_and_the_explanation(indexed: Path, here: Run) -> None:
    plain = json.loads(here("context", "total of an order", "--json", "--limit", "5").out)
    sized = json.loads(here("context", "total of an order", "--json", "--limit", "5", "--set", "ranking.size=50").out)
    assert [row["name"] for row in plain["symbols"]] != [row["name"] for row in sized["symbols"]]
    why = ("why", "-t", "total of an order", "-s", "Order.total", "--json")
    assert "walk" in json.loads(here(*why).out)["shares"]
    assert "walk" not in json.loads(here(*why, "--set", "ranking.walk=0").out)["shares"]


def test_index_reads_what_the_settings_say(shop: Path, here: Run) -> None:
    assert here("index", "--quiet", "--set", "sources.include_vendored=true").code == 0
    assert "leftpad" in here("symbols", "leftpad").out
    assert here("index", "--quiet").code == 0
    assert here("symbols", "leftpad").out == ""
