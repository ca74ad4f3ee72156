"""What each word of a task weighs."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from seedwalk.config import PLAIN_ASKING, Asking
from seedwalk.seeds.asked import Asked, asked, headline
from seedwalk.store.words import term_hash
from seedwalk.text import stem

TUNING = Asking(headline=3, rest=0.5, rare=4.0, report=0.1, repeated=1.0, everyday=1.0)
FLOOR = 0.05
"""Share of repositories below which a word is nobody's."""
ISSUE = "Cache forgets keys after restart\n\nSteps to see it: fill the cache, restart, look for the eviction."


def telling(said: Asked, idf: float = 2.0) -> dict[str, float]:
    """What each term counts, by its stem."""
    return dict(zip(said.spelled, said.telling(np.full(len(said.terms), idf)).tolist(), strict=True))


def test_each_term_is_asked_once_in_the_order_of_the_text() -> None:
    said = asked("load user, LoadUser and load", TUNING, FLOOR)
    assert said.spelled == ("load", "user", "loaduser", "and")
    assert said.terms == tuple(map(term_hash, said.spelled))


def test_a_task_of_one_line_is_all_headline() -> None:
    said = asked("add rate limiting to login", TUNING, FLOOR)
    assert set(telling(said).values()) == {2.0}
    assert not said.reports
    assert asked(ISSUE, TUNING, FLOOR).reports


def test_a_word_below_the_headline_counts_less_and_by_how_rare_it_is() -> None:
    said = telling(asked(ISSUE, TUNING, FLOOR))
    assert said["forget"] == 2.0
    assert said[stem("eviction")] == pytest.approx(2.0 * 0.5 * 2.0 / 4.0)
    assert telling(asked(ISSUE, replace(TUNING, rare=0.0), FLOOR))[stem("eviction")] == pytest.approx(2.0 * 0.5)


def test_a_word_that_is_said_again_counts_more_wherever_it_is_said() -> None:
    assert telling(asked(ISSUE, TUNING, FLOOR))[stem("cache")] == pytest.approx(2.0 * (1 + np.log(2)))


def test_what_every_report_says_hardly_counts_below_the_headline_and_fully_in_it() -> None:
    assert telling(asked(ISSUE, TUNING, FLOOR))["step"] == pytest.approx(2.0 * 0.5 * 0.1 * 2.0 / 4.0)
    assert telling(asked("Count the steps", TUNING, FLOOR))["step"] == 2.0


def test_a_word_of_the_headline_that_every_repository_has_counts_less() -> None:
    tuning = replace(TUNING, everyday=0.6)
    said = telling(asked("add the xylophone cookie", tuning, FLOOR))
    assert said["add"] == said["the"] == pytest.approx(2.0 * 0.6)
    assert said["xylophon"] == pytest.approx(2.0)
    assert said["add"] < said[stem("cookie")] < said["xylophon"]


def test_below_the_headline_everyday_words_count_as_without_it() -> None:
    plain, less = (telling(asked(ISSUE, replace(TUNING, everyday=share), FLOOR)) for share in (1.0, 0.5))
    assert less[stem("eviction")] == plain[stem("eviction")]
    assert less["fill"] == plain["fill"]


def test_asked_plainly_every_word_counts_alike() -> None:
    assert set(telling(asked(ISSUE, PLAIN_ASKING, FLOOR)).values()) == {2.0}


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("one line of words", "one line of words"),
        ("\n\n  The title is here\nbody", "\n\n  The title is here"),
        ("Hello!\nThe title is here\nbody", "Hello!\nThe title is here"),
        ("", ""),
        ("Hi", "Hi"),
        (f"{'long ' * 15}\nand its other half\nBody", f"{'long ' * 15}\nand its other half"),
        (f"{'long ' * 15}\n\nand more", f"{'long ' * 15}"),
        ("a short title here\nimport this", "a short title here"),
    ],
)
def test_a_headline_is_the_first_line_that_says_something(text: str, head: str) -> None:
    found, rest = headline(text, 3)
    assert found == head
    assert text in (found, f"{found}\n{rest}")


def test_a_text_without_words_asks_for_nothing() -> None:
    assert asked(" \n ... \n", TUNING, FLOOR).terms == ()
    assert asked("", TUNING, FLOOR).telling(np.zeros(0)).tolist() == []
