"""Laws of understanding: any text, the same answer, in the order of the text, in linear time."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk import words as lists
from seedwalk.config import Understanding
from seedwalk.seeds.understand import understand
from seedwalk.task import Task
from tests.conftest import sized

ANY = st.text(st.characters(), max_size=300)
PIECES = st.lists(
    st.sampled_from(
        [
            "add", "the", "session", "store", "HTTPServer", "src/a.py:3", "e.g.", "3.9",
            "`get_user`", "Store.get", "\n", "\n\n", "ctx", "ValueError: no",
            '"quoted text"', "test", '  File "a.py", line 1, in f', "```", "foo.bar",
            ",", "URLs", "ñandú", "\x00", "\u200b", "\ud800", "call()", ">>> x", "naïve", "\tat a.B.c(B.java:1)",
        ]
    ),
    max_size=40,
).map(" ".join)  # fmt: skip
TEXTS = st.one_of(ANY, PIECES)

SAMPLE = """Fix the session store: `Store.get` raises KeyError when ctx.user_name is missing, e.g. in src/store.py:12
Traceback (most recent call last):
  File "src/store.py", line 12, in get
KeyError: 'user_name'
Please add tests for "empty sessions" and HTTPServer.close() too."""


def tiers(task: Task) -> list[str]:
    return [*task.keywords.exact, *task.keywords.compounds, *task.keywords.components]


@given(TEXTS)
def test_no_keyword_stands_in_two_tiers_or_twice(text: str) -> None:
    found = tiers(understand(text))
    assert len(found) == len(set(found))


@given(TEXTS)
def test_understanding_what_was_understood_gives_the_same_task(text: str) -> None:
    task = understand(text)
    assert understand(task.text) == msgspec.structs.replace(task, binary=False)


@given(TEXTS, st.integers(0, 80))
def test_a_cut_text_is_no_longer_than_the_limit_and_is_understood_the_same_again(text: str, limit: int) -> None:
    tuning = Understanding(max_characters=limit)
    task = understand(text, tuning)
    assert len(task.text) <= limit
    assert understand(task.text, tuning) == msgspec.structs.replace(task, cut=False, binary=False)


@given(TEXTS)
def test_words_and_quotations_come_from_the_text(text: str) -> None:
    task = understand(text)
    low = task.text.lower()
    assert all(part in low for word in task.words for part in word.split())
    assert all(string in task.text for string in (*task.quoted, *task.errors, *task.error_types))


@given(st.lists(st.sampled_from(["zebra", "apple", "mango", "kiwi", "plum"]), min_size=2, max_size=8))
def test_pairs_keep_the_order_of_the_text(words: list[str]) -> None:
    expected = list(dict.fromkeys(f"{left} {right}" for left, right in itertools.pairwise(words)))
    task = understand(" ".join(words))
    assert list(task.phrases) == expected
    assert [name for name in task.keywords.compounds if "_" in name] == [pair.replace(" ", "_") for pair in expected]


@given(TEXTS)
def test_components_are_lower_case_words_but_for_the_capital_of_the_first(text: str) -> None:
    found = understand(text).keywords.components
    assert all(term == term.lower() for term in found[:1] + found[2:])
    assert all(len(term) >= Understanding().shortest_word for term in found)


@given(st.binary(max_size=400))
def test_any_bytes_read_as_text_are_understood(blob: bytes) -> None:
    for encoding in ("latin-1", "utf-8"):
        understand(blob.decode(encoding, "replace"))
    understand(blob.decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_with_another_hash_seed_understands_the_same(hash_seed: str) -> None:
    program = (
        "import sys, msgspec; from seedwalk.seeds.understand import understand;"
        "sys.stdout.buffer.write(msgspec.json.encode(understand(sys.stdin.read())))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", program], input=SAMPLE.encode(), capture_output=True, check=True, env=environment
    )
    assert told.stdout == msgspec.json.encode(understand(SAMPLE))


def test_a_long_task_is_cut_between_words_and_says_so() -> None:
    task = understand("word " * 10_000)
    assert task.cut
    assert len(task.text) <= Understanding().max_characters
    assert task.text.endswith("word")


def test_a_task_at_the_limit_is_not_cut() -> None:
    limit = Understanding().max_characters
    assert not understand("a" * limit).cut
    assert not understand("a" * limit + "  \n").cut
    assert understand("a" * limit + "b").cut


@pytest.mark.parametrize(
    ("text", "binary"),
    [("\x00\x01\x02ELF", True), ("\ufffd" * 5, True), ("plain words", False), ("", False), ("x" * 99 + "\x00", False)],
)
def test_what_is_hardly_text_is_called_binary(text: str, binary: bool) -> None:
    assert understand(text).binary is binary


@pytest.mark.parametrize(
    ("text", "searchable"),
    [
        ("", False), ("   \n", False), ("the of and to", False), ("?!...", False), ("\x00\x01", False),
        ("please fix it", False), ("sessions", True), ("`x_y`", True), ("src/a.py", True), ("会话", True),
        ("сессия", True),
    ],
)  # fmt: skip
def test_whether_there_is_anything_to_search_for(text: str, searchable: bool) -> None:
    assert understand(text).searchable is searchable


def test_terminal_colours_and_unseen_characters_are_dropped() -> None:
    assert understand("\x1b[31mred\x1b[0m ses\u00adsion\ufeff").text == "red session"


@pytest.mark.parametrize(
    "unit",
    ["a", "A", "a.", "a::", "_", "'a ", "`", " ", " ,", "\n", " at ", "a(", "https://", "Error: ", "aB", "a/", ":1",
     "a\u0301",      'File "', "\x1b[", "```\n", "A::Error", "x.y_z ", "\tat a("],
)  # fmt: skip
def test_twice_the_text_takes_no_more_than_a_few_times_as_long(unit: str) -> None:
    tuning = Understanding(max_characters=1_000_000)

    def seconds(size: int) -> float:
        text = "x " + (unit * size)[:size] + " y"
        start = time.process_time()
        understand(text, tuning)
        return time.process_time() - start

    size = sized(2_000, 8_000)
    small, large = min(seconds(size), seconds(size)), seconds(8 * size)
    # Eight times the text: eight times the work if linear, 64 times if not. The slack is for a busy machine.
    assert large <= 30 * max(small, 0.001)


def test_every_word_list_says_where_it_comes_from_and_is_in_lower_case() -> None:
    for path in sorted((Path(lists.__file__).parent).glob("*.toml")):
        table = lists.table(path.stem)
        sections = [table] if "origin" in table else list(table.values())
        assert all(section["origin"] for section in sections), path.name
    found = lists.wordlists()
    listed = found.stop | found.verbs | found.mixed | found.dotted | found.extensions
    assert all(word == word.lower() for word in listed)


def test_an_abbreviation_stands_for_something_else() -> None:
    for short, long in lists.wordlists().abbreviations.items():
        assert long
        assert short not in long


@pytest.mark.parametrize(
    ("task", "about"),
    [
        ("fix the demo of websockets", True),
        ("update examples for the new API", True),
        ("benchmark of the router is slow", True),
        ("the parser fails, for example on empty input", False),
        ("add an example to the docs", True), ("add an example to the readme", False),
        ("parser fails\n\nExamples: a, b", False),  # what a report shows below its headline
    ],
)  # fmt: skip
def test_a_task_is_about_examples_when_its_first_line_names_them(task: str, about: bool) -> None:
    assert understand(task, Understanding()).about_asides is about
