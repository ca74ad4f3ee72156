"""Why: the shares are those of the answer, and every way of being left out is named."""

from __future__ import annotations

import pytest

import seedwalk
from seedwalk.answers.explaining import Stage
from tests.trees import made

TASK = "charge the credit card of a customer"
FILES = {
    "shop/pay.py": (
        "from shop.bank import Bank\n\n\n"
        "class Payment:\n"
        '    """Charges the credit card of a customer."""\n\n'
        "    fee = 3\n\n"
        "    def charge_card(self, customer):\n"
        '        """Charge the credit card."""\n'
        "        return Bank().transfer(customer)\n"
    ),
    "shop/bank.py": "class Bank:\n    def transfer(self, who):\n        return who\n",
    "shop/far.py": "def unrelated():\n    return 1\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> seedwalk.Repository:
    return made(tmp_path_factory.mktemp("shop"), FILES)


def test_the_shares_of_every_entry_add_up_to_its_score_in_the_answer(here: seedwalk.Repository) -> None:
    for place, entry in enumerate(here.context(TASK, limit=5).entries, 1):
        why = here.why(TASK, here.symbol(f"{entry.path}:{entry.name}"))
        assert why.rank == place
        assert why.score == entry.score
        assert round(sum(why.shares.values()), 6) == why.score


def test_a_symbol_reached_by_the_walk_alone_tells_its_way(here: seedwalk.Repository) -> None:
    why = here.why(TASK, here.symbol("Bank.transfer"))
    assert "lexical" not in why.shares
    assert [step.name for step in why.route] == ["Payment.charge_card", "Bank.transfer"]
    assert (why.route[0].edge, why.route[0].forward) == ("calls", True)


def test_where_nothing_is_shown_the_match_lost_it_and_not_the_budget(here: seedwalk.Repository) -> None:
    why = here.why("the of", here.symbol("Payment"))
    assert (why.match, why.stage, why.rank) == ("none", Stage.MATCH, 1)
    assert why.told.startswith("Payment has place 1, but no symbol is shown: The task has no word to look for. ")


@pytest.mark.parametrize(
    ("symbol", "budget", "stage"),
    [
        ("Payment", 8_000, Stage.PACKED),
        ("Payment.fee", 8_000, Stage.TOLD_INSIDE),
        ("unrelated", 8_000, Stage.SEEDS),
        ("shop/pay.py:pay", 8_000, Stage.KIND),
        ("Bank.transfer", 85, Stage.BUDGET),
    ],
)
def test_where_a_symbol_was_lost_is_named(here: seedwalk.Repository, symbol: str, budget: int, stage: Stage) -> None:
    why = here.why(TASK, here.symbol(symbol), budget=budget)
    assert why.stage is stage
    assert why.name in why.told
    if stage in (Stage.BUDGET, Stage.SEEDS) and why.last_in is not None:
        assert set(why.lacked) == {*why.shares, *why.last_in.shares}


def test_the_verb_says_it_in_words(here: seedwalk.Repository, seedwalk_here: object) -> None:
    run = seedwalk_here
    done = run("why", "--repo", here.root, "-t", TASK, "-s", "Bank.transfer", "--budget", "85")  # type: ignore[operator]
    assert done.returncode == 0
    assert "way    Payment.charge_card -calls-> Bank.transfer" in done.stdout
    wrong = run("why", "--repo", here.root, "-t", TASK, "-s", "Nobody")  # type: ignore[operator]
    assert wrong.returncode == 2
