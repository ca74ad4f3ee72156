"""Settings: every name has a rule, the later place wins, and what is wrong is refused where it stands."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

import seedwalk
from seedwalk.config import Settings
from seedwalk.config.configured import OTHER_VARIABLES, PREFIX, configured, variable, written_flags
from seedwalk.config.keys import keys, nearest, value_of, with_value
from seedwalk.config.profiles import PROFILES
from seedwalk.config.values import Refused, rule, taken, written
from seedwalk.errors import UsageError
from seedwalk.model import Depth, EdgeKind

ROOT = Path(__file__).parents[2]
NAMES = sorted(keys())


def toml(folder: Path, text: str) -> Path:
    (folder / "seedwalk.toml").write_text(text, encoding="utf-8")
    return folder


def say(root: Path | None = None, environment: dict[str, str] | None = None, **more: Any) -> Settings:
    return configured(root, environment=environment or {}, **more).settings


def test_every_setting_has_a_meaning_a_rule_and_a_variable_of_its_own() -> None:
    assert len(NAMES) > 200
    assert [name for name, key in keys().items() if not key.meaning or not rule(key.hint)] == []
    assert len({variable(name) for name in NAMES}) == len(NAMES)
    assert not {variable(name) for name in NAMES} & OTHER_VARIABLES
    assert {name.partition(".")[0] for name in NAMES} == {stage.name for stage in fields(Settings)}


@pytest.mark.parametrize("profile", PROFILES)
def test_every_value_of_every_profile_obeys_its_rule_and_survives_being_written(profile: str) -> None:
    for name, key in keys().items():
        value = value_of(PROFILES[profile], name)
        if value is not None:
            assert taken(value, key.hint) == value
            assert taken(written(value), key.hint) == value, name


@given(st.sampled_from(NAMES), st.data())
def test_a_value_put_in_is_the_value_read_and_changes_no_other(name: str, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from([one for one in NAMES if one != name]))
    changed = with_value(Settings(), name, 0.5)
    assert value_of(changed, name) == 0.5
    assert value_of(changed, other) == value_of(Settings(), other)


@given(st.sampled_from(NAMES), st.text(max_size=12))
def test_no_text_is_more_than_taken_or_refused(name: str, text: str) -> None:
    with suppress(UsageError):
        found = configured(None, chosen={name: text}, environment={})
        value = value_of(found.settings, name)
        assert taken(value, keys()[name].hint) == value


@pytest.mark.parametrize(
    ("name", "value", "is_taken"),
    [
        ("walking.restart", "0.3", 0.3),
        ("walking.restart", 1, 1.0),
        ("walking.steps", "12", 12),
        ("sources.include_plain", "off", False),
        ("sources.include_plain", True, True),
        ("packing.depths", "full, line", (Depth.FULL, Depth.LINE)),
        ("packing.depths", ["cut"], (Depth.CUT,)),
        ("packing.counter", "tiktoken", "tiktoken"),
        ("lexical.b", "0,0,0,0,0,0,1", (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)),
        ("walking.weights.calls", "0.8", 0.8),
        ("walking.attenuation.ast_inferred", "0.5", 0.5),
        ("searching.lexical.k1", "1.2", 1.2),
    ],
)
def test_each_type_is_read(name: str, value: object, is_taken: object) -> None:
    found = value_of(say(chosen={name: value}), name)
    assert (found, type(found)) == (is_taken, type(is_taken))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("walking.restart", "two", "a number of at least 0 and at most 1"),
        ("walking.restart", "1.01", "at most 1"),
        ("walking.restart", "nan", "a number"),
        ("walking.restart", True, "a number"),
        ("walking.steps", "2.5", "a whole number of at least 1"),
        ("walking.steps", 0, "at least 1"),
        ("history.half_life", "0", "a number above 0"),
        ("sources.include_plain", "perhaps", "true or false"),
        ("sources.include_plain", 1, "true or false"),
        ("packing.cost", "free", "one of tokens, logarithm"),
        ("packing.depths", "full,flat", "each one of full"),
        ("packing.depths", [], "each one of full"),
        ("lexical.weights", "1,2", "7 values separated by commas"),
        ("packing.counter", 3, "text"),
        ("walking.weights.calls", "-1", "at least 0"),
    ],
)
def test_a_value_that_breaks_its_rule_is_refused_by_name_and_rule(name: str, value: object, told: str) -> None:
    with pytest.raises(UsageError, match=r"\(--set\) cannot be") as refused:
        say(chosen={name: value})
    assert name in str(refused.value)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("walkin.restart", "'walking.restart'"),
        ("walking.restrat", "'walking.restart'"),
        ("walking.weights.call", "'walking.weights.calls'"),
        ("walking", "has settings below it"),
        ("", "is no setting"),
        ("xyzzy", "See: seedwalk config"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        say(chosen={name: "1"})


def test_a_later_place_wins_over_those_before_it(tmp_path: Path) -> None:
    name, place = "packing.budget", variable("packing.budget")
    file = toml(tmp_path, 'profile = "seed"\n[packing]\nbudget = 3000\n')
    found = configured(file, environment={place: "4000"}, chosen={name: "5000"})
    assert (found.settings.packing.budget, found.origin(name)) == (5000, "--set")
    found = configured(file, environment={place: "4000"})
    assert (found.settings.packing.budget, found.origin(name)) == (4000, f"${place}")
    found = configured(file, environment={place: ""})
    assert (found.settings.packing.budget, found.origin(name)) == (3000, "seedwalk.toml:3")
    found = configured(toml(tmp_path, 'profile = "seed"\n'), environment={})
    assert (found.settings.packing.budget, found.origin(name)) == (50_000, "profile seed")
    assert found.origin("profile") == "seedwalk.toml:1"
    (tmp_path / "seedwalk.toml").unlink()
    found = configured(tmp_path, environment={})
    assert (found.settings, found.profile, dict(found.by)) == (Settings(), "default", {})


def test_the_profile_is_chosen_like_any_setting(tmp_path: Path) -> None:
    file = toml(tmp_path, 'profile = "seed"\n')
    assert configured(file, environment={"SEEDWALK_PROFILE": "default"}).profile == "default"
    assert (
        configured(file, environment={"SEEDWALK_PROFILE": "default"}, profile="seed").origin("profile") == "--profile"
    )
    for wrong, by in (('profile = "sead"', "seedwalk.toml:1"), ("profile = []", "seedwalk.toml:1")):
        with pytest.raises(UsageError, match=by):
            say(toml(tmp_path, wrong))
    with pytest.raises(UsageError, match=r"\$SEEDWALK_PROFILE"):
        say(environment={"SEEDWALK_PROFILE": "sead"})


def test_what_is_switched_off_stays_off_whoever_sets_it() -> None:
    found = configured(None, environment={"SEEDWALK_RANKING_WALK": "2"}, chosen={"ranking.walk": "3"}, off=["walk"])
    assert found.settings.ranking.walk == 0
    assert found.origin("ranking.walk") == "--without walk"
    with pytest.raises(UsageError, match="'fly' is no mechanism"):
        say(off=["fly"])


def test_tables_in_the_file_change_entries_and_keep_the_others(tmp_path: Path) -> None:
    found = say(toml(tmp_path, "[walking]\n[walking.weights]\ncalls = 0.25\n[searching]\nlexical.k1 = 9\n"))
    assert found.walking.weights[EdgeKind.CALLS] == 0.25
    assert {**found.walking.weights, EdgeKind.CALLS: 1.0} == dict(Settings().walking.weights)
    assert found.searching.lexical.k1 == 9
    assert found.lexical == Settings().lexical


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[walking]\nrestart = 2\n", r"'2' \(seedwalk.toml:2\) cannot be walking.restart"),
        ('[walking]\n\nrestart = "much"\n', r"'much' \(seedwalk.toml:3\)"),
        ("walking = { restart = 2 }\n", r"\(seedwalk.toml:1\)"),
        ("# first\nwalking.restart = 2\n", r"\(seedwalk.toml:2\)"),
        ("[walkin]\nrestart = 0.2\n", r"'walkin.restart' \(seedwalk.toml:2\) is no setting. The nearest is"),
        ("[walkin]\n", r"'walkin' \(seedwalk.toml:1\) is no setting"),
        ("walking = 3\n", r"'walking' \(seedwalk.toml:1\) has settings below it"),
        ("[[walking]]\nrestart = 1\n", r"'walking' \(seedwalk.toml(:1)?\) has settings below it"),
        ("[walking\n", "seedwalk.toml(:1)? is no TOML"),
        ("[walking]\nrestart = 2020-01-01\n", "cannot be walking.restart"),
    ],
)
def test_the_file_is_refused_by_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        say(toml(tmp_path, text))


def test_the_file_is_read_where_it_lies_and_no_link_is_followed(tmp_path: Path) -> None:
    outside = toml(tmp_path, "[packing]\nbudget = 1\n")
    inside = tmp_path / "repo"
    inside.mkdir()
    (inside / "seedwalk.toml").symlink_to(outside / "seedwalk.toml")
    with pytest.raises(UsageError, match="is a link"):
        say(inside)
    (inside / "seedwalk.toml").unlink()
    (inside / "seedwalk.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read"):
        say(inside)


def test_a_variable_that_means_nothing_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"'SEEDWALK_WALKING_RESTRAT' .*'SEEDWALK_WALKING_RESTART'"):
        say(environment={"SEEDWALK_WALKING_RESTRAT": "1"})
    with pytest.raises(UsageError, match=r"'9' \(\$SEEDWALK_WALKING_RESTART\)"):
        say(environment={"SEEDWALK_WALKING_RESTART": "9"})
    assert say(environment=dict.fromkeys(OTHER_VARIABLES, "x") | {"PATH": "x"}) == Settings()


def test_every_variable_that_the_project_reads_is_known() -> None:
    """One that is not would be refused as a setting nobody knows: add it to OTHER_VARIABLES."""
    places = [ROOT / "Makefile", ROOT / "setup.py", *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    read = {
        name
        for path in places
        if path != Path(__file__)
        for name in re.findall(rf"\b{PREFIX}[A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8"))
    }
    assert read >= {"SEEDWALK_TOKEN", "SEEDWALK_BENCH_REPO"}
    assert read - OTHER_VARIABLES - {variable(name) for name in ("profile", *keys())} == set()


def test_a_flag_is_a_name_and_a_value() -> None:
    assert written_flags(["a.b = 1", "c=x=y", "a.b=2"]) == {"a.b": "2", "c": "x=y"}
    for wrong in ("walking.restart", "=3", ""):
        with pytest.raises(UsageError, match="Write it so"):
            written_flags([wrong])


def test_open_goes_the_same_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toml(tmp_path, "[walking]\nrestart = 0.5\n")
    monkeypatch.setenv("SEEDWALK_WALKING_STEPS", "9")
    opened = seedwalk.open(tmp_path, profile="seed", set={"ranking.walk": 0.25}, without=["hits"])
    assert (opened.profile, opened.settings.walking.restart, opened.settings.walking.steps) == ("seed", 0.5, 9)
    assert (opened.settings.ranking.walk, opened.settings.ranking.hits) == (0.25, 0)
    assert seedwalk.open(tmp_path, settings=Settings()).settings == Settings()
    with pytest.raises(UsageError, match="settings say everything"):
        seedwalk.open(tmp_path, settings=Settings(), set={"ranking.walk": 1})
    with pytest.raises(UsageError, match=r"\(set\)"):
        seedwalk.open(tmp_path, set={"ranking.walk": "x"})


def test_nearest_names_what_is_alike_and_nothing_else() -> None:
    assert nearest("ranking.wlak") == "ranking.walk"
    assert nearest("zebra") == ""
    with pytest.raises(Refused):
        taken("x", keys()["ranking.walk"].hint)
