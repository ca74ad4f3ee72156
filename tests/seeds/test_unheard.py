"""An answer names the words of its task that nothing says."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from seedwalk.config import Understanding
from seedwalk.seeds.understand import understand
from seedwalk.seeds.unheard import unheard
from seedwalk.store.words import term_hash

SAID = {term_hash(term) for term in ("rate", "limit", "session", "ratelimit", "open")}
CODE = '''"""Sessions of users."""


def open_session(user):
    """Open one, within the limit of rates."""
    return user
'''
TESTS = "from session import open_session\n\n\ndef test_login():\n    assert open_session('login')\n"


def heard(text: str, most: int = 5) -> tuple[str, ...]:
    return unheard(understand(text, Understanding()), 3, most, SAID.__contains__)


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("add rate limiting to login", ("login",)),
        ("limit the rate of sessions", ()),
        ("add support for SAML and saml sessions", ("SAML",)),
        ("handle every new error", ()),  # verbs, stop words and fillers are not looked for
        ("feat(auth): rate limit", ()),  # nor is a label
        ("use rateLimit here", ()),  # the whole is said,
        ("call open_session there", ()),  # or every part is,
        ("call open_account there", ("open_account",)),  # not some of them
        ("look into src/login/view.py", ()),  # a path is looked for as a path
        ("limit the sessions\n\nSteps: go to the kiosk", ()),  # below the headline stands how one came to it
        ("", ()),
    ],
)  # fmt: skip
def test_words_of_the_headline_are_looked_for(task: str, words: tuple[str, ...]) -> None:
    assert heard(task) == words


def test_no_more_words_are_told_than_asked_for() -> None:
    assert heard("login logout signup kiosk", 2) == ("login", "logout")
    assert heard("login logout signup kiosk", 0) == ()


def test_an_answer_says_which_words_only_tests_or_nobody_has(tmp_path: Path) -> None:
    (tmp_path / "session.py").write_text(CODE)
    (tmp_path / "test_session.py").write_text(TESTS)
    repository = seedwalk.open(tmp_path)
    repository.index()
    notes = repository.context("limit login sessions of a kiosk").notes
    assert "Nothing outside the tests mentions: login, kiosk." in notes
    assert repository.context("open sessions within the limit").notes == ()
    assert not [note for note in repository.context("test the login").notes if "login" in note]
