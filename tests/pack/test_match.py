"""Score bands and flat scores decide whether a match is good."""

from __future__ import annotations

import pytest

from seedwalk.config import Packing
from seedwalk.model import Quality
from seedwalk.pack.match import match_quality

FLAT = [0.48 - 0.004 * step for step in range(10)]


@pytest.mark.parametrize(
    ("scores", "quality", "reason"),
    [
        ([], Quality.NONE, "No symbol"),
        ([0.19, 0.1], Quality.NONE, "0.19"),
        ([0.2, 0.1], Quality.WEAK, "loosely"),
        ([0.39], Quality.WEAK, "0.39"),
        ([0.4], Quality.GOOD, ""),
        ([0.1, 0.9, 0.3], Quality.GOOD, ""),
        (FLAT, Quality.WEAK, "between 0.44 and 0.48"),
        ([*FLAT[:9], 0.2], Quality.GOOD, ""),
        (FLAT[:9], Quality.GOOD, ""),
        ([score + 0.3 for score in FLAT], Quality.GOOD, ""),
        ([*FLAT, *[0.1] * 40], Quality.WEAK, "equally"),
    ],
)
def test_the_match_follows_the_bands(scores: list[float], quality: Quality, reason: str) -> None:
    found = match_quality(scores, Packing())
    assert found.quality is quality
    assert reason in found.reason
    assert bool(found.reason) == (quality is not Quality.GOOD)


def test_the_thresholds_are_settings() -> None:
    assert match_quality([0.5], Packing(moderate_from=0.6)).quality is Quality.WEAK
    assert match_quality(FLAT, Packing(flat_spread=0.01)).quality is Quality.GOOD
