"""Ablation, the arena's table, pinned repositories and pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.config import Settings
from seedwalk.config.mechanisms import FIELDS, LEXICAL, MECHANISMS, without
from seedwalk.config.profiles import PROFILES
from seedwalk.errors import UsageError
from seedwalk.eval import contest, corpora, plots
from seedwalk.eval.ablate import ablate, page
from seedwalk.eval.arena import Setup, mechanisms
from seedwalk.eval.fixtures.task import Sort
from seedwalk.eval.lent import lent
from seedwalk.eval.matching import Rule
from seedwalk.eval.metrics import Judged
from seedwalk.eval.results import Prepared, Result, Row
from seedwalk.store.words import Field
from tests.eval.scripted import commit, git

HIT, MISS = Judged(10, (1,), (1,)), Judged(10, (), (0,))
PINS = Path(__file__).parents[2] / "bench" / "repos.toml"


def _result(judged: Judged, system: str = "s", repos: str = "ab", **fields: object) -> Result:
    rows = tuple(
        Row(f"{repo}{n}", repo, Sort.GRADED, tier, {Rule.STRICT: judged, Rule.LENIENT: judged}, tokens=500, warm_ms=2.0)
        for repo in repos
        for n, tier in enumerate(["easy", "hard"] * 4)
    )
    return Result(system, "c" * 40, "t", "", rows, (Prepared("a", "", 1.5, 20_000_000),), **fields)  # type: ignore[arg-type]


def test_each_mechanism_is_switched_off_alone_and_its_loss_told_per_split() -> None:
    asked: list[frozenset[str]] = []

    def run(setup: Setup) -> Result:
        asked.append(setup.without)
        return _result(MISS if "child" in setup.without else HIT)

    found = ablate("lexical", run, Setup(without=frozenset({"path-field"})), rule=Rule.STRICT, metric="R@10")
    assert asked[0] == {"path-field"}
    assert [set(names) - {"path-field"} for names in asked[1:]] == [
        {name} for name in mechanisms("lexical") if name != "path-field"
    ]
    by_name = {one.mechanism: one for one in found}
    assert by_name["child"].verdict == "earns its place"
    assert by_name["parent"].verdict == "changes nothing"
    assert list(by_name["child"].splits) == ["overall", "easy", "hard", "a", "b"]
    assert by_name["child"].splits["easy"].delta == pytest.approx(-1.0)
    shown = page(found, "lexical", Rule.STRICT, "R@10")
    assert "-1.000 (-1.000 -1.000)" in shown
    assert "| parent" in shown


def test_a_mechanism_that_is_off_is_switched_on_as_the_profile_that_has_it_does() -> None:
    asked: list[Setup] = []

    def run(setup: Setup) -> Result:
        asked.append(setup)
        return _result(MISS if "ranking.hits" in dict(setup.chosen) or "walk" in setup.without else HIT)

    rows = ablate("seedwalk", run, Setup(), rule=Rule.STRICT, metric="R@10", some=["walk", "uses", "hits", "vectors"])
    assert {one.mechanism: one.verdict for one in rows} == {
        "walk": "earns its place", "uses": "changes nothing", "+hits": "would hurt", "+vectors": "changes nothing",
    }  # fmt: skip
    assert [(sorted(one.without), one.chosen) for one in asked] == [
        ([], ()), (["walk"], ()), (["uses"], ()), ([], (("ranking.hits", "1.0"),)),
        ([], (("fusing.vectors", "1.0"), ("ranking.vectors", "0.1"))),
    ]  # fmt: skip
    assert [line for line in page(rows, "x", Rule.STRICT, "R@10").splitlines() if line.startswith("| +hits ")]


def test_a_channel_that_is_no_signal_is_left_out_and_then_weighed() -> None:
    asked: list[Setup] = []

    def run(setup: Setup) -> Result:
        asked.append(setup)
        return _result(HIT if setup.chosen else MISS)

    rows = ablate("seedwalk", run, Setup(), rule=Rule.STRICT, metric="R@10", some=["names"])
    assert [(one.mechanism, one.verdict) for one in rows] == [("names", "changes nothing"), ("+names", "would help")]
    assert [(sorted(one.without), one.chosen) for one in asked[1:]] == [
        (["names"], ()), ([], (("ranking.names", "0.1"),)),
    ]  # fmt: skip
    weighed = Setup(chosen=(("ranking.names", "0.2"),))
    rows = ablate("seedwalk", run, weighed, rule=Rule.STRICT, metric="R@10", some=["names"])
    assert [one.mechanism for one in rows] == ["names"]


def test_a_mechanism_that_nobody_has_is_said_to_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seedwalk.eval.lent.SIGNALS", {})
    rows = ablate("seedwalk", lambda _: _result(HIT), Setup(), rule=Rule.STRICT, metric="R@10", some=["vectors"])
    assert [(one.mechanism, one.splits, one.verdict) for one in rows] == [("vectors", {}, "off")]
    assert "| off |" in page(rows, "x", Rule.STRICT, "R@10")


def test_a_mechanism_the_system_does_not_have_is_refused() -> None:
    with pytest.raises(UsageError, match="'hits' is no mechanism of 'lexical'"):
        ablate("lexical", lambda _: _result(HIT), Setup(), rule=Rule.STRICT, metric="R@10", some=["hits"])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", MECHANISMS)
def test_every_mechanism_is_on_or_can_be_switched_on(name: str, profile: str) -> None:
    """What switches it on is taken off by what switches it off: the two speak of the same settings."""
    setup = Setup(profile)
    settings = setup.settings()
    if without(settings, [name], MECHANISMS) == settings:
        on = Setup(profile, chosen=lent(name)).settings()
        assert on != settings
        assert without(on, [name], MECHANISMS) == settings


def test_a_mechanism_whose_absence_helps_is_said_to_hurt() -> None:
    found = ablate(
        "lexical", lambda setup: _result(HIT if setup.without else MISS), Setup(), rule=Rule.STRICT, metric="MRR"
    )
    assert {one.verdict for one in found} == {"hurts"}


@pytest.mark.parametrize("name", LEXICAL)
def test_switching_a_mechanism_off_changes_settings_and_nothing_else(name: str) -> None:
    changed = without(Settings(), [name], LEXICAL)
    assert changed != Settings()
    assert without(changed, [name], LEXICAL) == changed


def test_the_fields_of_mechanisms_are_those_of_the_index() -> None:
    assert [field.name.lower() for field in Field] == list(FIELDS)
    assert without(Settings(), ["body-field"], LEXICAL).lexical.weights[Field.BODY] == 0.0


def test_the_arenas_table_has_the_best_first_and_names_the_absent() -> None:
    results = [_result(MISS, "weak"), _result(HIT, "strong")]
    shown = contest.page(results, {"gone": "not installed"})
    rows = [line.split("|")[1].strip() for line in shown.splitlines() if line.startswith("| ")]
    assert rows[1:3] == ["strong", "weak"]
    assert "Absent here: gone (not installed)." in shown
    assert "## strong against each (lenient)" in shown
    assert shown.rstrip().endswith("better |")
    assert "against" not in contest.page(results[:1], {})


def test_each_is_held_against_ours_even_where_another_is_best() -> None:
    results = [_result(HIT, "best"), _result(MISS, "seedwalk"), _result(HIT, "seedwalk", without=("walk",))]
    shown = contest.page(results, {})
    assert "## seedwalk-walk against each (lenient)" in shown
    rows = [line.split("|")[1].strip() for line in contest.against(results, ours="seedwalk") if line.startswith("| ")]
    assert rows == ["seedwalk against", "best", "seedwalk-walk"]
    assert "worse" in contest.against(results, ours="seedwalk")[-2]
    assert contest.against(results[:1]) == []


def test_a_mean_is_told_with_its_interval() -> None:
    assert contest.spread([1.0, 1.0]) == "1.000 (1.00–1.00)"
    assert contest.spread([]) == "0.000 (0.00–0.00)"


def test_a_latency_that_was_not_measured_is_left_empty() -> None:
    [_, _, row] = contest.cost([_result(HIT)])
    assert [cell.strip() for cell in row.split("|")[1:-1]] == [
        "s", "500", "2.00", "1.5", "20", "", "", "", "2.0", "2.0",
    ]  # fmt: skip


def test_a_system_that_returned_nothing_still_has_a_row() -> None:
    assert "| empty" in contest.page([_result(HIT, "full"), Result("empty", "", "t", "", _result(MISS).rows)], {})


def test_the_projects_pins_are_whole() -> None:
    pins = corpora.read(PINS)
    assert len(pins) >= 8
    assert len({pin.name for pin in pins}) == len(pins)
    assert all(len(pin.commit) == 40 and pin.source.count("/") == 1 and pin.language for pin in pins)


@pytest.mark.parametrize(
    ("text", "told"),
    [(None, "cannot be read"), ("x = [", "pins no repositories"), ('[[repo]]\nname = "a"\n', "missing required field")],
)
def test_a_bad_list_of_pins_is_said(tmp_path: Path, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / "p.toml").write_text(text)
    with pytest.raises(UsageError, match=told):
        corpora.read(tmp_path / "p.toml")


def _mirrored(tmp_path: Path, place: str) -> corpora.Pin:
    first = commit(tmp_path / "origin", "one", {"a.py": "A = 1\n"})
    commit(tmp_path / "origin", "two", {"b.py": "B = 1\n"}, 1)
    (tmp_path / "mirrors" / place).parent.mkdir(parents=True, exist_ok=True)
    git(tmp_path, "clone", "--quiet", "--bare", "origin", f"mirrors/{place}")
    return corpora.Pin("thing", "owner/thing", first, "python")


@pytest.mark.parametrize("place", ["owner/thing", "owner/thing.git", "owner+thing", "owner+thing/repo", "thing.git"])
def test_a_pinned_repository_comes_from_a_mirror_found_by_owner_and_name(tmp_path: Path, place: str) -> None:
    pin = _mirrored(tmp_path, place)
    fetched = corpora.fetch(pin, tmp_path / "into", tmp_path / "mirrors")
    assert fetched.failed == ""
    assert git(Path(fetched.path), "rev-parse", "HEAD") == pin.commit
    assert [path.name for path in Path(fetched.path).glob("*.py")] == ["a.py"]
    assert corpora.fetch(pin, tmp_path / "into", None) == fetched  # there already: no network is needed


def test_a_repository_that_cannot_be_had_says_why(tmp_path: Path) -> None:
    pin = _mirrored(tmp_path, "owner/thing")
    gone = corpora.Pin("other", "owner/other", pin.commit, "go")
    assert "no mirror of 'owner/other'" in corpora.fetch(gone, tmp_path / "into", tmp_path / "mirrors").failed
    lost = corpora.Pin("thing", "owner/thing", "0" * 40, "python")
    assert corpora.fetch(lost, tmp_path / "into", tmp_path / "mirrors").failed != ""


def test_pins_are_chosen_by_name() -> None:
    pins = corpora.read(PINS)
    assert [pin.name for pin in corpora.chosen(pins, ["caddy", "flask"])] == ["caddy", "flask"]
    assert corpora.chosen(pins, []) == pins
    with pytest.raises(UsageError, match=r"'nope' is not pinned. Choose from: flask"):
        corpora.chosen(pins, ["nope"])


@pytest.mark.parametrize(("format_", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_pictures_are_drawn_the_same_twice(tmp_path: Path, format_: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra 'plots'")
    results = [_result(HIT, "one"), _result(MISS, "two", repos="bc")]
    first = plots.draw(results, tmp_path / "a", format_)
    second = plots.draw(results, tmp_path / "b", format_)
    assert [path.name for path in first] == [f"{name}.{format_}" for name in plots.PICTURES]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes().startswith(begins)
        assert one.read_bytes() == other.read_bytes()


def test_drawing_nothing_or_in_no_format_is_a_wrong_argument(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no result to draw"):
        plots.draw([], tmp_path)
    with pytest.raises(UsageError, match="'gif' is no format"):
        plots.draw([_result(HIT)], tmp_path, "gif")
