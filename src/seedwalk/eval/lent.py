"""A mechanism that is off here, switched on: with the settings that a profile which has it gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seedwalk.config import Settings
from seedwalk.config.keys import keys, value_of
from seedwalk.config.mechanisms import MECHANISMS
from seedwalk.config.profiles import PROFILES
from seedwalk.config.values import written

Chosen = tuple[tuple[str, str], ...]
"""Settings by dotted name, each as it is written."""
_SIGNAL = "0.1"
"""What a channel weighs as a signal where it is tried: as much as experiment 004 found for those that gained."""
SIGNALS: Mapping[str, Chosen] = {
    "names": (("ranking.names", _SIGNAL),),
    "phrases": (("ranking.phrase", _SIGNAL),),
    "concepts": (("ranking.concepts", _SIGNAL),),
    "context": (("ranking.context", _SIGNAL),),
    "vectors": (("fusing.vectors", "1.0"), ("ranking.vectors", _SIGNAL)),
}
"""Channels that no profile takes as a signal of the score; vectors, which none has at all, are fused as the others are
besides."""


def lent(mechanism: str, known: Mapping[str, Callable[[Settings], Settings]] = MECHANISMS) -> Chosen:
    """What switches a mechanism on; empty for one that nobody has."""
    for settings in PROFILES.values():
        less = known[mechanism](settings)
        told = [(name, value_of(settings, name)) for name in keys() if value_of(settings, name) != value_of(less, name)]
        if told:
            return tuple((name, written(value)) for name, value in told)
    return SIGNALS.get(mechanism, ())
