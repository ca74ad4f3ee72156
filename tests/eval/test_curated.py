"""What curated classes gain, and how many truths they name: figures worked out by hand, and a small tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.concepts.classes import Concept, Layer
from seedwalk.config import Concepts, SeedPolicy
from seedwalk.eval.arena.system import Answer, Found
from seedwalk.eval.concepts import Shown
from seedwalk.eval.curated import Both, Gain, Known, defects, gains, grouped, known, last_name, main, with_classes
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.judging import row
from seedwalk.eval.matching import Rule
from seedwalk.eval.stats import paired

HOME = Shown("web", ("python",), ("django",), frozenset(), ("django",))
AWAY = Shown("shop", ("python",), (), frozenset())


def task(name: str, *truths: str, repo: str = "shop") -> Task:
    return Task(name, Sort.GRADED, "easy", "any", truths, repo)


def both(name: str, off: str, on: str) -> Both:
    """A task with the truth `right`, and the one symbol each answer gave."""
    asked = task(name, "right")
    rows = (row(asked, Answer([Found("a.py", answer)]), 0.0, 0.0) for answer in (off, on))
    return Both(*rows)


def test_groups_are_all_at_home_away_and_each_repository() -> None:
    one, two = both("1", "wrong", "right"), both("2", "right", "right")
    found = grouped([(HOME, [one]), (AWAY, [two])])
    assert [(name, list(rows)) for name, rows in found] == [
        ("all", [one, two]), ("with a framework class of their own", [one]), ("without", [two]), ("web", [one]),
        ("shop", [two]),
    ]  # fmt: skip


def test_a_gain_is_the_mean_with_classes_less_the_mean_without() -> None:
    rows = [both("1", "wrong", "right"), both("2", "right", "right"), both("3", "right", "wrong"),
            both("4", "wrong", "right")]  # fmt: skip
    (found,) = gains([("all", rows)], Rule.STRICT, "R@10")
    assert (found.paired.before, found.paired.after, found.paired.delta) == (0.5, 0.75, 0.25)
    assert (found.paired.risen, found.paired.fallen) == (2, 1)


def test_several_groups_are_corrected_together() -> None:
    rows = [both(str(n), "wrong", "right") for n in range(12)]
    alone = gains([("a", rows)], Rule.STRICT, "R@10")[0]
    among = gains([("a", rows), ("b", rows), ("c", rows)], Rule.STRICT, "R@10")
    assert alone.verdict == "better"
    assert among[0].corrected_p == pytest.approx(3 * alone.corrected_p)


@pytest.mark.parametrize(
    ("truth", "last"),
    [
        ("a.b.QuerySet.filter", "filter"), ("Store::get", "get"), ("Store#get", "get"), ("src/a.py:Store.get", "get"),
        ("Plain", "plain"),
    ],
)  # fmt: skip
def test_the_last_name_of_a_truth(truth: str, last: str) -> None:
    assert last_name(truth) == last


def test_a_truth_is_known_when_a_class_in_scope_names_it_in_any_spelling() -> None:
    concepts = [
        Concept("a", ("x",), ("load_config",), Layer.UNIVERSAL, "a test"),
        Concept("b", ("x",), ("QuerySet",), Layer.FRAMEWORK, "a test", framework="django"),
        Concept("c", ("x",), ("get",), Layer.UNIVERSAL, "a test"),
    ]
    tasks = [task("1", "app.LoadConfig", "orm.QuerySet"), task("2", "Store.get", "QuerySet.filter")]
    assert known("shop", tasks, AWAY, concepts, Concepts()) == Known("shop", 4, 1)
    assert known("web", tasks, HOME, concepts, Concepts()) == Known("web", 4, 2)
    assert Known("x", 4, 1).share == 0.25
    assert Known("x", 0, 0).share == 0.0


def test_worse_on_a_repository_and_more_known_on_tasks_are_defects() -> None:
    nothing = paired([0.0], [0.0])
    worse, same = Gain("shop", nothing, 0.01, "worse"), Gain("web", nothing, 1.0, "no difference")
    assert defects([("tasks", [same])], [Known("tasks", 10, 1), Known("replays", 10, 1)]) == []
    told = defects([("tasks", [worse, same])], [Known("tasks", 10, 2), Known("replays", 10, 1)])
    assert told == ["tasks: classes make 'shop' worse", "classes name more of the truths of tasks than of replays"]


def test_concepts_count_where_they_are_measured() -> None:
    assert with_classes("default", 0.2).ranking.concepts == 0.2
    seed = with_classes("seed", 0.2)
    assert (seed.seeding.policy, seed.ranking.concepts) == (SeedPolicy.FUSED, 0.0)


def test_the_command_prints_gain_and_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shop = tmp_path / "repos" / "shop"
    shop.mkdir(parents=True)
    (shop / "app.py").write_text("class RetryPolicy: pass\n\n\nclass Basket: pass\n")
    tasks = tmp_path / "tasks" / "shop" / "easy"
    tasks.mkdir(parents=True)
    (tasks / "one.yaml").write_text(
        "id: one\nrepo: shop\ntier: easy\ndescription: try again with exponential backoff\n"
        "ground_truth:\n- app.RetryPolicy\n"
    )
    given = ["--tasks", str(tmp_path / "tasks"), "--repos", str(tmp_path / "repos"), "--stores", str(tmp_path / "s")]
    assert main(given) == 0
    out = capsys.readouterr().out
    assert "## tasks, R@10" in out
    assert "| shop" in out
    named = [line for line in out.splitlines() if line.startswith("| tasks")]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in named]
    assert cells == [["tasks", "1", "1", "1.000"]]
    (line,) = [line for line in out.splitlines() if line.startswith("| all")]
    assert [cell.strip() for cell in line.split("|")][3:6] == ["0.000", "1.000", "+1.000"]
