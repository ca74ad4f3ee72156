"""`seedwalk eval` and what stands below it, as a user runs them: answers, exit codes, and bad input named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seedwalk.eval import running
from tests.cli.conftest import Run
from tests.eval.scripted import commit

FIXTURE = 'task: "Save the {0}"\ndifficulty: {1}\nground_truth:\n  - {2}\n'


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a process for each repository; `tests/eval/test_running.py` has a test with one."""
    monkeypatch.setattr(running, "apart", running.here)


@pytest.fixture
def fixtures(shop: Path) -> Path:
    folder = shop / "bench" / "fixtures"
    for name, tier, truth in (
        ("order", "easy", "shop.Order"),
        ("record", "medium", "shop.Record.save"),
        ("total", "hard", "shop.total"),
    ):
        (folder / tier).mkdir(parents=True, exist_ok=True)
        (folder / tier / f"{name}.yaml").write_text(FIXTURE.format(name, tier, truth), encoding="utf-8")
    return folder


def test_eval_reports_every_tier_by_every_rule(fixtures: Path, here: Run) -> None:
    done = here("eval")
    assert done.code == 0, done.err
    assert [line for line in done.out.splitlines() if line.startswith("## ")] == [
        "## strict", "## lenient", "## seed", "## cost",
    ]  # fmt: skip
    assert "| overall |     3 |" in done.out
    assert "each fixture" not in done.out
    shown = here("eval", "--verbose", "--metrics", "seed").out
    assert "each fixture" in shown
    assert "- easy/order\n    - shop.Order: rank 1\n" in shown


def test_eval_for_programs_is_one_json_object(fixtures: Path, here: Run) -> None:
    found = json.loads(here("eval", "--system", "lexical", "--json", "--fixtures", str(fixtures / "easy")).out)
    assert found["overall"]["tasks"] == 1
    assert [tier["name"] for tier in found["tiers"]] == ["easy", "medium", "hard"]
    assert found["overall"]["metrics"]["strict"]["MRR"] == 1.0


def test_eval_takes_a_system_as_the_arena_names_it(fixtures: Path, here: Run) -> None:
    easy = ("eval", "--json", "--fixtures", str(fixtures / "easy"))
    named, flagged = (
        json.loads(here(*easy, *flags).out)
        for flags in (("--system", "seedwalk@seed-walk"), ("--profile", "seed", "--without", "walk"))
    )
    assert named["system"] == flagged["system"] == "seedwalk@seed-walk"
    assert named["overall"]["metrics"] == flagged["overall"]["metrics"]


def test_a_system_that_is_not_there_is_refused_before_anything_is_asked(
    fixtures: Path, here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "apart", lambda *_: pytest.fail("asked"))
    done = here("eval", "--system", "nobody")
    assert (done.code, done.out) == (2, "")
    assert "the system 'nobody' is unknown" in done.err


def test_a_broken_floor_is_exit_code_one_and_a_kept_one_none(fixtures: Path, here: Run) -> None:
    assert here("eval", "--floor", "MRR=0.1").code == 0
    done = here("eval", "--floor", "P@10=0.9", "--floor", "hard:MRR=0")
    assert done.code == 1
    assert "overall P@10 is 0." in done.err
    assert "below the floor of 0.9" in done.err
    assert here("eval", "--floor", "high").code == 2


def test_bad_fixtures_are_named_the_rest_runs_and_the_exit_code_says_so(fixtures: Path, here: Run) -> None:
    (fixtures / "easy" / "bad.yaml").write_text("task: x\ndifficulty: easy\n", encoding="utf-8")
    (fixtures / "easy" / "far.yaml").write_text(
        "id: far\nrepo: nowhere\ntier: easy\ndescription: d\nground_truth: [a]\n", encoding="utf-8"
    )
    done = here("eval")
    assert done.code == 2
    assert "| overall |     3 |" in done.out
    assert "easy/bad.yaml:1: the field 'ground_truth' is missing" in done.err
    assert "easy/far.yaml:1: the repository 'nowhere' is not in" in done.err


@pytest.mark.parametrize("verb", [(), ("verify",), ("ablate",), ("arena",)])
def test_where_no_fixture_can_be_used_that_is_all_there_is_to_say(
    shop: Path, here: Run, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    (tmp_path / "bad.yaml").write_text("task: x\n", encoding="utf-8")
    done = here("eval", *verb, "--fixtures", str(tmp_path / "bad.yaml"))
    assert done.code == 2
    assert "bad.yaml:1: the field 'difficulty' is missing" in done.err
    assert "Traceback" not in done.err


def test_results_are_kept_compared_and_drawn(fixtures: Path, here: Run, tmp_path: Path) -> None:
    assert here("eval", "--save", "kept", "--findings", "FINDINGS.md").code == 0
    assert here("eval", "--save", "other.json", "--without", "child,body-field").code == 0
    [kept] = Path("kept").iterdir()
    assert kept.name.startswith("seedwalk-")
    assert kept.name.endswith("-fixtures.json")
    assert "| easy/order" in Path("FINDINGS.md").read_text(encoding="utf-8")
    done = here("eval", "compare", str(kept), "other.json")
    assert done.out.startswith("# seedwalk-body-field-child against seedwalk\n\n3 tasks in both.")
    assert json.loads(here("eval", "compare", str(kept), "other.json", "--json", "--by-tier").out)["shared"] == 3
    assert here("eval", "--baseline", str(kept)).code == 0
    pytest.importorskip("matplotlib", reason="pictures need the extra 'plots'")
    drawn = here("eval", "plot", str(kept), "--into", "pictures")
    assert [Path(line).exists() for line in drawn.out.split()] == [True] * 3


def test_verify_names_what_does_not_exist(fixtures: Path, here: Run) -> None:
    told = here("eval", "verify").out.splitlines()
    assert told[0] == "3 of 3 truths exist"
    assert [line.partition(":")[0] for line in told[1:]] == [
        f"P@10 of a perfect ranking, {tier}" for tier in ("easy", "medium", "hard")
    ]
    (fixtures / "easy" / "gone.yaml").write_text(FIXTURE.format("x", "easy", "shop.Gone"), encoding="utf-8")
    done = here("eval", "verify")
    assert done.code == 1
    assert done.out.startswith("MISSING [easy] easy/gone: shop.Gone\n3 of 4 truths exist\n")
    assert "easy/gone.yaml:1: no indexed symbol is 'shop.Gone'" in done.err
    assert json.loads(here("eval", "verify", "--json").out)["missing"][0]["truth"] == "shop.Gone"


def test_ablation_has_a_row_for_each_mechanism(fixtures: Path, here: Run) -> None:
    from seedwalk.config.mechanisms import LEXICAL, MECHANISMS

    easy = ("--fixtures", str(fixtures / "easy"))
    done = here("eval", "ablate", "--metric", "MRR", *easy)
    rows = [line.split("|")[1].strip() for line in done.out.splitlines() if line.startswith("| ")]
    assert list(dict.fromkeys(row.removeprefix("+") for row in rows[1:])) == list(MECHANISMS)
    assert {"+hits", "names", "+names"} <= set(rows)
    only = here("eval", "ablate", "--once", "--mechanisms", "walk,hits", *easy).out.splitlines()
    assert [line.split("|")[1].strip() for line in only if line.startswith("| ")] == ["without", "walk", "+hits"]
    assert here("eval", "ablate", "--metric", "nope").code == 2
    assert len(json.loads(here("eval", "ablate", "--system", "lexical", "--json", *easy).out)) == len(LEXICAL)


def test_the_arena_shows_who_took_part(fixtures: Path, here: Run) -> None:
    done = here("eval", "arena", "--systems", "lexical", "--save", "kept")
    assert done.code == 0
    assert "| lexical |     3 |" in done.out
    assert len(list(Path("kept").iterdir())) == 1
    assert [row["system"] for row in json.loads(here("eval", "arena", "--systems", "lexical", "--json").out)["systems"]]
    assert here("eval", "arena", "--systems", "nope").code == 2


def test_the_arena_refuses_a_wrong_name_before_anyone_begins(fixtures: Path, here: Run) -> None:
    done = here("eval", "arena", "--systems", "lexical,seedwalk@nope")
    assert (done.code, done.out) == (2, "")
    assert "tasks on" not in done.err


def test_the_arena_shows_kept_results_beside_what_it_made_anew(fixtures: Path, here: Run) -> None:
    assert here("eval", "arena", "--systems", "lexical", "--save", "kept").code == 0
    done = here("eval", "arena", "--systems", "seedwalk-history-recency", "--once", "--beside", "kept")
    rows = [line.split("|")[1].strip() for line in done.out.splitlines() if line.startswith("| ")]
    assert sorted(rows[1:3]) == ["lexical", "seedwalk-history-recency"]
    assert "## seedwalk-history-recency against each" in done.out


def test_a_run_goes_on_from_its_record(fixtures: Path, here: Run) -> None:
    first = here("eval", "--system", "lexical", "--resume", "record.jsonl")
    again = here("eval", "--system", "lexical", "--resume", "record.jsonl")
    assert "tasks on" in first.err
    assert "tasks on" not in again.err
    assert again.out == first.out


def test_replay_says_how_well_it_does_here(shop: Path, here: Run) -> None:
    commit(shop, "start", {})
    text = (shop / "shop/orders.py").read_text(encoding="utf-8")
    commit(shop, "The total of an order is one", {"shop/orders.py": text.replace("return 0", "return 1")}, 1)
    done = here("eval", "replay", "--commits", "5", "--write", "tasks.jsonl", "--save", "kept")
    assert done.code == 0, done.err
    assert done.out.startswith("# 1 commits replayed\n")
    assert "the worst misses of seedwalk" in done.out
    assert json.loads(Path("tasks.jsonl").read_text())["functions"] == ["shop/orders.py:Order.total"]
    assert len(list(Path("kept").iterdir())) == 1
    assert json.loads(here("eval", "replay", "--json").out)["replay"]["looked_at"] == {"task": 1}
    assert here("eval", "--fixtures", "tasks.jsonl", "--repos", str(shop.parent)).code == 0


def test_public_tasks_are_read_in_place_from_the_variable(
    shop: Path, here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = commit(shop, "start", {})
    tasks = tmp_path / "public" / "tasks" / "repo" / "easy"
    tasks.mkdir(parents=True)
    (tasks / "x.yaml").write_text("id: x\nrepo: repo\ntier: easy\ndescription: order total\nground_truth: [Order]\n")
    pins = f'[[repo]]\nname = "repo"\nsource = "o/repo"\ncommit = "{head}"\nlanguage = "python"\n'
    (tmp_path / "public" / "repos.toml").write_text(pins)
    monkeypatch.setenv("SEEDWALK_BENCH", str(tmp_path / "public"))
    monkeypatch.setenv("SEEDWALK_REPOS", str(tmp_path))
    done = here("eval", "--store", str(tmp_path / "stores"))
    assert done.code == 0, done.err
    assert "# seedwalk on tasks" in done.out
    assert not (shop / ".seedwalk").exists()
    (tmp_path / "public" / "repos.toml").write_text(pins.replace(head, "f" * 40))
    assert "its tasks are written for fff" in here("eval", "--store", str(tmp_path / "stores")).err


def test_bench_fetch_takes_from_mirrors_and_says_what_is_missing(shop: Path, here: Run, tmp_path: Path) -> None:
    head = commit(shop, "start", {})
    (tmp_path / "mirrors" / "o").mkdir(parents=True)
    shop.rename(tmp_path / "mirrors" / "o" / "thing")
    shop.mkdir()
    text = "".join(
        f'[[repo]]\nname = "{name}"\nsource = "o/{name}"\ncommit = "{head}"\nlanguage = "python"\n'
        for name in ("thing", "gone")
    )
    (tmp_path / "pins.toml").write_text(text)
    given = (
        "--pins",
        str(tmp_path / "pins.toml"),
        "--mirror",
        str(tmp_path / "mirrors"),
        "--repos",
        str(tmp_path / "r"),
    )
    done = here("bench", "fetch", *given)
    assert done.code == 1
    assert done.out == f"thing {head[:12]} {tmp_path}/r/thing\n"
    assert "gone: no mirror of 'o/gone'" in done.err
    assert here("bench", "fetch", "thing", *given).code == 0
    assert len(json.loads(here("bench", "fetch", "thing", *given, "--json").out)) == 1
    assert here("bench", "fetch", "nope", *given).code == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("eval", "--fixtures", "nowhere"), "'nowhere' does not exist"),
        (("eval", "--tasks", "nowhere"), "'nowhere' does not exist"),
        (("eval", "--system", "nope"), "the system 'nope' is unknown"),
        (("eval", "--without", "nope"), "'nope' is no mechanism"),
        (("eval", "--profile", "nope"), "'nope' (--profile) is no profile"),
        (("eval", "--only", "nowhere"), "no task is of the repository 'nowhere'"),
        (("eval", "--metrics", "nope"), "'nope' is no set of metrics"),
        (("eval", "--baseline", "nowhere.json"), "'nowhere.json' cannot be read"),
        (("eval", "compare", "a.json", "b.json"), "'a.json' cannot be read"),
        (("eval", "replay"), "has no history to replay"),
    ],
)
def test_a_wrong_argument_is_one_sentence_and_exit_code_two(
    fixtures: Path, here: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = here(*arguments)
    assert done.code == 2, done.err
    assert told in done.err
