"""A run asks every task, survives what systems do, and says what it could not ask."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval import results
from seedwalk.eval.arena import Setup, absent, make, mechanisms, systems
from seedwalk.eval.fixtures.task import Sort, Task
from seedwalk.eval.judging import score
from seedwalk.eval.matching import Rule
from seedwalk.eval.places import Places
from seedwalk.eval.results import Result
from seedwalk.eval.running import apart, run
from tests.eval.scripted import Scripted, commit


def _task(name: str, **fields: object) -> Task:
    return Task(**{"id": name, "sort": Sort.GRADED, "tier": "easy", "text": name, "truths": ("A", "B"), **fields})  # type: ignore[arg-type]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "repos" / "one").mkdir(parents=True)
    return Places(tmp_path, tmp_path / "repos", tmp_path / "moving")


def _run(system: Scripted, tasks: list[Task], places: Places) -> tuple[Result, list[str]]:
    result, problems = run("scripted", tasks, places, Setup(), called="t", fight_with=system.fight)
    return result, [str(problem) for problem in problems]


def test_each_task_is_asked_twice_and_judged_once(places: Places) -> None:
    system = Scripted({"q": ["x", "A"]})
    result, problems = _run(system, [_task("q")], places)
    assert problems == []
    assert system.asked == ["q", "q"]
    assert system.closed == 1
    [row] = result.rows
    assert row.judged[Rule.STRICT].relevant == (2,)
    assert row.tokens == 10  # forty bytes
    assert row.cold_ms > 0 < row.warm_ms
    assert Rule.SEED not in row.judged


def test_the_seeds_rule_is_for_its_own_fixtures(places: Places) -> None:
    result, _ = _run(Scripted({}), [_task("q", rule="seed")], places)
    assert list(result.rows[0].judged) == [Rule.STRICT, Rule.LENIENT, Rule.SEED]


def test_a_failure_scores_zero_and_is_counted(places: Places) -> None:
    system = Scripted({"q": ["A", "B"], "bad": RuntimeError("no index\nmore")})
    result, _ = _run(system, [_task("bad"), _task("q")], places)
    told = [(row.failed, score(row, Rule.STRICT)) for row in result.rows]
    assert told == [("RuntimeError: no index", 0.0), ("", 1.0)]


def test_a_system_that_cannot_prepare_loses_the_repository(places: Places) -> None:
    result, _ = _run(Scripted({}, unready=OSError("disk full")), [_task("q"), _task("r")], places)
    assert [row.failed for row in result.rows] == ["OSError: disk full"] * 2
    assert result.prepared[0].failed == "OSError: disk full"


def test_what_is_laid_ready_for_a_system_is_not_on_its_clock(places: Places) -> None:
    class Staged(Scripted):
        def stage(self, repository: Path) -> None:
            time.sleep(0.2)

    result, _ = _run(Staged({}), [_task("q")], places)
    assert result.prepared[0].seconds < 0.1


def test_a_repository_that_is_not_there_is_named_and_the_rest_runs(places: Places) -> None:
    tasks = [_task("q", repo="gone", place="f.yaml:3"), _task("r", repo="one"), _task("s", repo="gone")]
    result, problems = _run(Scripted({}), tasks, places)
    assert [row.id for row in result.rows] == ["r"]
    assert len(problems) == 1
    assert problems[0].startswith("f.yaml:3: the repository 'gone' is not in ")
    assert "2 tasks not asked" in problems[0]


def test_tasks_of_one_repository_share_one_preparation(places: Places, tmp_path: Path) -> None:
    system = Scripted({})
    _run(system, [_task("a", repo="one"), _task("b"), _task("c", repo="one")], places)
    assert system.prepared == [tmp_path / "repos" / "one", tmp_path]


def test_scope_and_kinds_decide_what_counts_as_returned(places: Places) -> None:
    script = {"q": ["x@lib/a.py", "A@src/a.py", "B@srcs/b.py"]}
    result, _ = _run(Scripted(script), [_task("q", sort=Sort.NEEDLE, scope="src/")], places)
    assert result.rows[0].judged[Rule.STRICT].returned == 1
    result, _ = _run(Scripted(script), [_task("q", kinds=("class",))], places)
    assert result.rows[0].judged[Rule.STRICT].returned == 0


@pytest.mark.parametrize(
    ("sort", "said", "value"),
    [
        (Sort.NEEDLE, ["x", "B"], 1.0),
        (Sort.NEEDLE, ["x", "y", "B"], 0.0),
        (Sort.RANKING, ["A", "B"], 1.0),
        (Sort.RANKING, ["x", "B"], 0.0),
        (Sort.EXPANSION, ["x", "B"], 0.5),
        (Sort.EXPANSION, ["A", "x", "B"], 0.5),
        (Sort.ANY_HIT, ["x", "B"], 1.0),
        (Sort.GRADED, ["x", "B"], 0.5),
    ],
)
def test_each_sort_has_its_one_number(places: Places, sort: Sort, said: list[str], value: float) -> None:
    result, _ = _run(Scripted({"q": said}), [_task("q", sort=sort, top_k=2)], places)
    assert score(result.rows[0], Rule.STRICT) == pytest.approx(value)


def test_an_issue_is_asked_at_its_own_commit_in_a_clone_that_moves(tmp_path: Path) -> None:
    root = tmp_path / "repos" / "thing"
    first = commit(root, "one", {"a.py": "def a(): pass\n"})
    second = commit(root, "two", {"a.py": None, "b.py": "def b(): pass\n"})
    seen: list[list[str]] = []

    class Looking(Scripted):
        def prepare(self, repository: Path) -> None:
            super().prepare(repository)
            seen.append(sorted(path.name for path in repository.glob("*.py")))

    places = Places(tmp_path, tmp_path / "repos", tmp_path / "moving")
    system = Looking({"q": ["a@a.py", "b@b.py"], "r": ["b@b.py"]})
    tasks = [
        _task("q", sort=Sort.ISSUE, repo="owner/thing", commit=first, files=("a.py",), truths=("a.py:a",)),
        _task("r", sort=Sort.ISSUE, repo="owner/thing", commit=second, files=("a.py", "b.py"), truths=("b.py:b",)),
    ]
    result, problems = _run(system, tasks, places)
    assert problems == []
    assert seen == [["a.py"], ["b.py"]]
    assert sorted(path.name for path in root.glob("*.py")) == ["b.py"]
    assert [row.files.found if row.files else None for row in result.rows] == [(1,), (0, 1)]
    assert [row.judged[Rule.SYMBOL].found for row in result.rows] == [(1,), (1,)]


def test_a_pinned_repository_at_another_commit_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "repos" / "thing"
    commit(root, "one", {"a.py": ""})
    places = Places(tmp_path, tmp_path / "repos", tmp_path / "moving", {"thing": "f" * 40})
    with pytest.raises(UsageError, match=r"stands at \w{40}, its tasks are written for f{40}"):
        places.find("thing")


def test_a_commit_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    commit(tmp_path / "repos" / "thing", "one", {"a.py": ""})
    places = Places(tmp_path, tmp_path / "repos", tmp_path / "moving")
    _, problems = _run(Scripted({}), [_task("q", repo="thing", commit="0" * 40, place="x:1")], places)
    assert "cannot be brought to commit 000" in problems[0]


def test_the_lexical_system_answers_in_a_process_of_its_own(tmp_path: Path) -> None:
    commit(tmp_path / "r", "one", {"shop/cart.py": 'class Cart:\n    """Goods to buy."""\n\n    def add(self): pass\n'})
    setup = Setup(stores=str(tmp_path / "stores"))
    bout = apart("lexical", setup, tmp_path / "r", [_task("buy goods", truths=("Cart",))], 10)
    assert bout.rows[0].judged[Rule.STRICT].found == (1,)
    assert bout.prepared.peak_bytes > 10_000_000
    assert not (tmp_path / "r" / ".seedwalk").exists()


def test_the_registry_names_what_it_has() -> None:
    assert "lexical" in systems()
    assert not set(systems()) & set(absent())
    assert "child" in mechanisms("lexical")
    with pytest.raises(UsageError, match=r"the system 'nope' is unknown. Choose from: .*lexical"):
        make("nope", Setup())
    with pytest.raises(UsageError, match=r"'nope' is no mechanism. Choose from: name-field"):
        make("lexical", Setup(without=frozenset({"nope"})))
    with pytest.raises(UsageError, match="no profile 'fast'"):
        make("lexical", Setup(profile="fast"))


def test_asking_before_preparing_is_a_failure() -> None:
    with pytest.raises(RuntimeError, match="before it was prepared"):
        make("lexical", Setup()).answer("q", 5)


def test_a_result_is_a_file_named_by_system_and_commit_that_reads_back(places: Places, tmp_path: Path) -> None:
    result, _ = _run(Scripted({"q": ["A"]}), [_task("q"), _task("r")], places)
    path = tmp_path / results.file_name(result)
    results.write(result, path)
    assert results.read(path) == result
    assert path.read_text().count("\n") == 4
    named = Result("s y/s", "abcdef0123456789", "tasks", "", (), profile="fast", without=("a", "b"))
    assert results.file_name(named) == "s_y_s@fast_a_b-abcdef012345-tasks.json"


@pytest.mark.parametrize(
    ("text", "told"), [(None, "cannot be read"), ("{}", "is no result"), ("nonsense", "is no result")]
)
def test_what_is_no_result_is_said(tmp_path: Path, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / "r.json").write_text(text)
    with pytest.raises(UsageError, match=told):
        results.read(tmp_path / "r.json")


def test_the_digest_follows_the_tasks_not_their_order() -> None:
    one, two = _task("a"), _task("b")
    assert results.digest_of([one, two]) == results.digest_of([two, one])
    assert results.digest_of([one]) != results.digest_of([_task("a", truths=("C",))])
