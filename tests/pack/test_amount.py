"""What a form is worth beside the whole of its symbol."""

from __future__ import annotations

import pytest

from seedwalk.config import Packing
from seedwalk.model import Depth
from seedwalk.pack.lines import Terms
from seedwalk.pack.offers import Offers
from seedwalk.pack.prices import Prices
from seedwalk.pack.snippets import Form
from seedwalk.pack.tokens import Characters
from seedwalk.render import RENDERERS
from tests.pack.candidates import candidate

BODY = "def f():\n" + "\n".join(f"    line{number} = {number}" for number in range(10, 27))
"""280 characters: the outline, `def f()`, is 2 tokens of its 70."""


def values(size: float, within: float) -> dict[Depth, float]:
    depths = (Depth.FULL, Depth.OUTLINE)
    packing = Packing(depths=depths, value_outline=1.0, deeper=1.0, size=size, within=within)
    found = Offers([candidate("f", BODY)], [3.0], Terms(()), Prices(RENDERERS["compact"], Characters(4)), packing)
    told = (found.made(0, form) for form in (Form.OUTLINE, Form.FULL))
    return {each.entry.depth: each.value for each in told if each}


def test_the_whole_is_worth_its_tokens_to_the_power_of_size_and_a_part_its_share() -> None:
    whole = -(-len(BODY) // 4)
    assert values(size=0.5, within=1.0) == pytest.approx(
        {Depth.OUTLINE: 3 * whole**0.5 * 2 / whole, Depth.FULL: 3 * whole**0.5}
    )


def test_with_equal_powers_a_form_is_worth_its_own_tokens() -> None:
    whole = -(-len(BODY) // 4)
    assert values(size=0.5, within=0.5) == pytest.approx({Depth.OUTLINE: 3 * 2**0.5, Depth.FULL: 3 * whole**0.5})


def test_without_powers_every_form_is_worth_the_symbol() -> None:
    assert values(size=0.0, within=0.0) == pytest.approx({Depth.OUTLINE: 3.0, Depth.FULL: 3.0})
