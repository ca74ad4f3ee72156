"""`seedwalk context`: what is asked, and how. One question a call, told before anything is written."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.eval.scripted import git


# ------------------------------------------------------------------------------------------------------------ files
def test_files_may_follow_one_another(indexed: Path, here: Run) -> None:
    one = here("context", "--files", "shop/base.py", "--json")
    both = here("context", "--files", "shop/base.py", "shop/orders.py", "shop/twice.py", "--json")
    assert json.loads(one.out)["task"] == "shop/base.py"
    assert json.loads(both.out)["task"] == "shop/base.py, shop/orders.py, shop/twice.py"
    apart = here("context", "-f", "shop/base.py", "-f", "shop/orders.py", "-f", "shop/twice.py", "--json")
    assert both == apart


def test_of_very_many_files_a_few_are_named(indexed: Path, here: Run) -> None:
    paths = [f"shop/number_{number:03}.py" for number in range(300)]
    for path in paths:
        Path(path).write_text("def run() -> None:\n    pass\n", encoding="utf-8")
    row = json.loads(here("context", "--files", *paths, "--json", "--budget", "1000", "--quiet").out)
    assert row["task"] == f"{', '.join(paths[:10])} and 290 more"
    assert row["notes"] == []
    assert row["symbols"]


def test_files_that_hold_no_symbol_are_told(indexed: Path, here: Run) -> None:
    assert git(indexed, "init", "-q") == git(indexed, "add", "--all") == ""
    git(indexed, "commit", "-qm", "All")
    done = here("context", "--diff", "HEAD", "--json")
    assert json.loads(done.out)["notes"] == ["No symbol lies in these files or lines."]


@pytest.mark.parametrize("verb", ["context --files", "affected"])
def test_a_file_is_found_however_its_path_is_written(
    indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    wanted = here(*verb.split(), "shop/base.py", "--json")
    assert wanted.code == 0, wanted.err
    for path in ("./shop/base.py", "shop//base.py", "shop/../shop/base.py", str(indexed / "shop" / "base.py")):
        assert here(*verb.split(), path, "--json") == wanted
    monkeypatch.chdir(indexed / "shop")
    for path in ("base.py", "../shop/base.py", "shop/base.py"):
        assert here(*verb.split(), path, "--json") == wanted


@pytest.mark.parametrize("asked", ["{}:Record", "{}:1"])
def test_a_symbol_is_found_by_a_path_written_whole(indexed: Path, here: Run, asked: str) -> None:
    wanted = here("show", asked.format("shop/base.py"))
    assert wanted.code == 0, wanted.err
    for path in ("./shop/base.py", str(indexed / "shop" / "base.py")):
        assert here("show", asked.format(path)) == wanted


@pytest.mark.parametrize("path", ["nowhere.py", "/etc/passwd", "../repo", ".", ""])
def test_what_is_no_file_of_the_index_is_refused_as_it_was_given(indexed: Path, here: Run, path: str) -> None:
    done = here("context", "--files", path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"seedwalk: '{path}' is not in the index. ")


def test_a_file_that_was_left_out_is_told_why(indexed: Path, here: Run) -> None:
    assert "'vendor/pad.py' is not in the index (vendored). " in here("context", "--files", "vendor/pad.py").err


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("shop", "a folder: name the files in it"),
        ("shop/", "a folder: name the files in it"),
        ("shop/price.lua", "Lua is not read"),
        ("nested/shop/base.py", "nested repository"),
    ],
)
def test_what_is_not_read_is_told_why(indexed: Path, here: Run, path: str, told: str) -> None:
    (indexed / "shop" / "price.lua").write_text("function price() end\n", encoding="utf-8")
    git(indexed, "init", "-q", "nested")
    (indexed / "nested" / "shop").mkdir()
    (indexed / "nested" / "shop" / "base.py").write_text("class Record: pass\n", encoding="utf-8")
    assert here("index").code == 0
    done = here("context", "--files", path)
    assert done.code == 2
    assert f"'{path.rstrip('/')}' is not in the index ({told}). " in done.err


@pytest.mark.parametrize("verb", ["context --files", "affected"])
def test_a_checkout_may_be_reached_through_a_link(
    indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    wanted = here(*verb.split(), "shop/base.py", "--json")
    link = indexed.with_name("link")
    link.symlink_to(indexed)
    monkeypatch.chdir(link / "shop")
    assert here(*verb.split(), str(link / "shop" / "base.py"), "--json") == wanted
    assert here("show", f"{link}/shop/base.py:Record") == here("show", "Record")


# --------------------------------------------------------------------------------------------------------- questions
def test_a_task_beside_files_is_not_taken_for_one(indexed: Path, here: Run) -> None:
    done = here("context", "save the order", "--files", "shop/base.py")
    assert done.code == 2
    assert "a task and --files are questions of their own" in done.err
    (indexed / "shop" / "two words.py").write_text("def run(): ...\n", encoding="utf-8")
    assert here("context", "--files", "shop/base.py", "shop/two words.py").code == 0


def test_words_without_quotes_are_one_task(indexed: Path, here: Run) -> None:
    assert here("context", "save", "the", "order", "--json") == here("context", "save the order", "--json")


@pytest.mark.parametrize(
    "arguments",
    ["task --diff HEAD", "task --batch x", "--diff HEAD --batch x", "--files a.py --batch x"],
)
def test_two_questions_at_once_are_refused(shop: Path, here: Run, arguments: str) -> None:
    done = here("context", *arguments.split())
    assert (done.code, done.out) == (2, "")
    assert "one of them at a time" in done.err
    assert not (shop / ".seedwalk").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("",), "the task is empty"),
        ((" \t\u200b\n",), "the task is empty"),
        (("\x01\x02\x03",), "the task is binary"),
        (("save\x00order",), "the task is binary"),
        (("\udcff\udcfe\udc80 x",), "the task is binary"),
        (("save", "--budget", "0"), "a budget of 0 tokens"),
        (("save", "--budget", str(2**64)), f"a budget of {2**64} is more"),
        (("save", "--limit", str(2**64)), f"a limit of {2**64} is more"),
        (("save", "--set", f"packing.budget={10**400}"), "below 1,000,000,000"),
        (("save", "--set", f"packing.budget={2**64}"), "below 1,000,000,000"),
        ((), "nothing says what to look for"),
    ],
    ids=str,
)
def test_a_wrong_question_is_refused_before_anything_is_indexed(
    shop: Path, here: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = here("context", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1
    assert not (shop / ".seedwalk").exists()


# ------------------------------------------------------------------------------------------------------------- batch
def test_a_batch_is_answered_line_by_line(indexed: Path, here: Run) -> None:
    rows: list[dict[str, Any]] = [
        {"id": {"n": [1]}, "task": "save\u2028order"},
        {"id": None, "task": "total of an order"},
    ]
    text = "\ufeff" + "\r\n\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (indexed / "tasks.jsonl").write_bytes(text.encode())
    done = here("context", "--batch", "tasks.jsonl")
    assert (done.code, done.err) == (0, "")
    answers = [json.loads(line) for line in done.out.removesuffix("\n").split("\n")]
    assert [answer.pop("id") for answer in answers] == [{"n": [1]}, None]
    assert answers == [json.loads(here("context", row["task"], "--json").out) for row in rows]


def test_a_batch_may_come_through_a_pipe(indexed: Path, here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"id": 7, "task": "save an order"}\n')))
    assert json.loads(here("context", "--batch", "-").out)["id"] == 7


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "tasks.jsonl:2 is no JSON object with id and task."),
        ('{"id": 2}', "tasks.jsonl:2 is no JSON object with id and task."),
        ('["id", "task"]', "tasks.jsonl:2 is no JSON object with id and task."),
        ('{"id": 2, "task": null}', "tasks.jsonl:2 has a task that is no text."),
        ('{"id": 2, "task": " "}', "tasks.jsonl:2: the task is empty."),
        ('{"id": 2, "task": "a\\u0000b"}', "tasks.jsonl:2: the task is binary."),
    ],
)
def test_a_wrong_line_of_a_batch_is_named_before_the_first_answer(shop: Path, here: Run, line: str, told: str) -> None:
    (shop / "tasks.jsonl").write_text(f'{{"id": 1, "task": "save"}}\n{line}\n', encoding="utf-8")
    done = here("context", "--batch", "tasks.jsonl")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"seedwalk: {told}")
    assert not (shop / ".seedwalk").exists()
