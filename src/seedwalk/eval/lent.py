"""A mechanism that is off here, switched on: with the settings that a profile which has it gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seedwalk.config import Settings
from seedwalk.config.keys import keys, value_of
from seedwalk.config.values import written
from seedwalk.mechanisms import MECHANISMS
from seedwalk.profiles import PROFILES

Chosen = tuple[tuple[str, str], ...]
"""Settings by dotted name, each as it is written."""
UNLENT: Mapping[str, Chosen] = {
    "vectors": (("fusing.vectors", "1.0"), ("ranking.vectors", "0.1")),
}
"""Mechanisms that no profile has: fused as a channel of the first design is, and at the weight of the default profile's
other channels."""


def lent(mechanism: str, known: Mapping[str, Callable[[Settings], Settings]] = MECHANISMS) -> Chosen:
    """What switches a mechanism on; empty for one that nobody has."""
    for settings in PROFILES.values():
        less = known[mechanism](settings)
        told = [(name, value_of(settings, name)) for name in keys() if value_of(settings, name) != value_of(less, name)]
        if told:
            return tuple((name, written(value)) for name, value in told)
    return UNLENT.get(mechanism, ())
