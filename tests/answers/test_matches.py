"""Does an answer say whether it is worth reading? Good, weak or none, and in words what a user can do."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.config import Asking, Packing, Settings
from seedwalk.model import Quality

CODE = '''"""Requests."""


class Request:
    """A request."""

    request = None

    def read(self):
        """Read it."""


def request(request):
    """Request."""
    return request.request


def a_request(request):
    """A request."""
    return request


def every_request(request):
    """Every request."""
    return request


def log_request(request):
    """Log a request."""
    return request.log
'''
TESTS = "".join(
    f'def test_request_timeout_{number}():\n    """Every request: timeout."""\n    timeout(request)\n\n\n'
    for number in range(4)
)
"""Tests speak of what the code has nothing of, and count where the match as a whole is judged."""
EVERYDAY = "add a timeout to every request"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> seedwalk.Repository:
    root: Path = tmp_path_factory.mktemp("requests")
    (root / "request.py").write_text(CODE)
    (root / "test_request.py").write_text(TESTS)
    repository = seedwalk.open(root)
    repository.index()
    return repository


def test_a_task_of_which_only_words_that_all_have_are_found_matches_weakly(here: seedwalk.Repository) -> None:
    found = here.context(EVERYDAY)
    assert found.match.quality is Quality.WEAK
    assert found.notes == (
        "Nothing outside the tests mentions: timeout.",
        "Only words that most repositories have were found. Use names and words that the code itself uses.",
    )
    assert found.entries


def test_without_that_rule_it_would_match_well(here: seedwalk.Repository) -> None:
    """The words alone do not tell: what the best symbols hold of them is most of what they can say."""
    plain = seedwalk.open(here.root, settings=Settings(packing=Packing(heard_least=0.0)))
    assert plain.context(EVERYDAY).match.quality is Quality.GOOD
    silent = seedwalk.open(here.root, settings=Settings(asking=Asking(unheard=0)))
    assert silent.context(EVERYDAY).match.quality is Quality.GOOD


def test_a_task_whose_words_are_all_said_may_be_of_everyday_words(here: seedwalk.Repository) -> None:
    assert here.context("every request").match.quality is Quality.GOOD


def test_a_task_that_names_a_symbol_and_its_owner_matches_well(here: seedwalk.Repository) -> None:
    task = "split {} into smaller pieces by colour, weight and provenance"
    assert here.context(task.format("Request.read")).match.quality is Quality.GOOD
    assert here.context(task.format("Request.rewind")).match.quality is not Quality.GOOD


def test_a_task_that_is_a_symbols_name_matches_well_though_one_symbol_alone_has_it(here: seedwalk.Repository) -> None:
    assert here.context("log_request").match.quality is Quality.GOOD
    assert here.context("log_request of tomatoes").match.quality is not Quality.GOOD


@pytest.mark.parametrize("task", ["the of and", "\u4e2d\u6587", "grow tomatoes beside cucumbers"])
def test_where_nothing_matches_the_note_says_what_to_do(here: seedwalk.Repository, task: str) -> None:
    found = here.context(task)
    assert found.match.quality is Quality.NONE
    assert found.notes[-1].endswith("Use names and words that the code itself uses.")
