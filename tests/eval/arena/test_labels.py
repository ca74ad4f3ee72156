"""A label says a system and what is changed about it, and reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.errors import UsageError
from seedwalk.eval.arena import entered, make
from seedwalk.eval.arena.labels import label, parsed
from seedwalk.eval.arena.tuning import Setup

NAMES = ("seedwalk", "knowing", "knowing-no-enrich", "codegraph-explore")
MECHANISMS = ("history", "recency", "path-field", "field", "walk")


@pytest.mark.parametrize(
    ("written", "name", "profile", "without"),
    [
        ("seedwalk", "seedwalk", "", ()),
        ("seedwalk@seed", "seedwalk", "seed", ()),
        ("seedwalk-history", "seedwalk", "", ("history",)),
        ("seedwalk-history-recency", "seedwalk", "", ("history", "recency")),
        ("seedwalk@seed-path-field-walk", "seedwalk", "seed", ("path-field", "walk")),
        ("knowing-no-enrich", "knowing-no-enrich", "", ()),
        ("knowing-no-enrich-walk", "knowing-no-enrich", "", ("walk",)),
        ("seedwalk-nonsense", "seedwalk-nonsense", "", ()),
        ("seedwalk@nonsense-walk", "seedwalk", "nonsense", ("walk",)),
    ],
)
def test_a_label_is_taken_apart(written: str, name: str, profile: str, without: tuple[str, ...]) -> None:
    assert parsed(written, NAMES, MECHANISMS, Setup()) == (name, Setup(profile, frozenset(without)))


@given(
    st.sampled_from(NAMES),
    st.sampled_from(["", "seed", "fast"]),
    st.lists(st.sampled_from(MECHANISMS[:3]), unique=True),
)
def test_what_a_label_is_made_of_is_what_it_says(name: str, profile: str, without: list[str]) -> None:
    written = label(name, profile, without)
    assert parsed(written, NAMES, MECHANISMS, Setup()) == (name, Setup(profile, frozenset(without)))


def test_what_all_share_is_kept() -> None:
    setup = Setup(without=frozenset({"walk"}), stores="s", bound=3.0, once=True)
    assert parsed("seedwalk-history", NAMES, MECHANISMS, setup)[1] == Setup(
        without=frozenset({"walk", "history"}), stores="s", bound=3.0, once=True
    )


@pytest.mark.parametrize("written", ["seedwalk-nonsense", "seedwalk@nonsense", "nobody", "lexical@seed"])
def test_a_label_that_means_nothing_is_refused(written: str) -> None:
    with pytest.raises(UsageError):
        make(*entered(written, Setup()))
