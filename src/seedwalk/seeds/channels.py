"""The channels by name, which of them a setting asks for, and their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from seedwalk.config import ContextUse, Fusing, Ranking, SeedPolicy, Settings
from seedwalk.machine.wanted import still_wanted
from seedwalk.seeds.ranked import NOTHING, Channel, Ranked, Told

if TYPE_CHECKING:
    from seedwalk.seeds.ground import Ground, Question

    Ask = Callable[[Question, Ground, Told], Ranked]

CHANNELS: Mapping[Channel, str] = {
    Channel.NAMES: "names",
    Channel.PHRASE: "phrases",
    Channel.LEXICAL: "wording",
    Channel.CONCEPTS: "meant",
    Channel.CONTEXT: "context",
    Channel.VECTORS: "alike",
}
"""The function of each, in the file of the same name: by default none is asked, and an answer should not wait for them.
In the order they are asked: each may look at what those before it found."""
NEEDS: Mapping[Channel, tuple[Channel, ...]] = {
    Channel.LEXICAL: (Channel.PHRASE,),
    Channel.CONCEPTS: (Channel.NAMES, Channel.PHRASE, Channel.LEXICAL),
}
"""Channels that one looks at."""
SIGNALS = (Channel.NAMES, Channel.PHRASE, Channel.CONCEPTS, Channel.CONTEXT, Channel.VECTORS)
"""Channels whose values are signals of the same name; the words have a signal of their own."""


def weights(fusing: Fusing, use: ContextUse) -> dict[Channel, float]:
    """The weight of each channel in fusion; a channel without one is not fused."""
    found = {
        Channel.NAMES: fusing.names, Channel.LEXICAL: fusing.lexical, Channel.CONCEPTS: fusing.concepts,
        Channel.CONTEXT: fusing.context if use is ContextUse.FUSED else 0.0, Channel.VECTORS: fusing.vectors,
    }  # fmt: skip
    return {channel: weight for channel, weight in found.items() if weight}


def wanted(settings: Settings) -> tuple[Channel, ...]:
    """The channels that something asks for, in the order they are asked; none by default."""
    seeding, ranking = settings.seeding, settings.ranking
    asked = {channel for channel in SIGNALS if getattr(ranking, channel.value)}
    if seeding.policy is SeedPolicy.FUSED or ranking.fused:
        asked |= weights(settings.fusing, seeding.context).keys()
        if seeding.context is ContextUse.SUPPLEMENTAL and settings.fusing.context:
            asked.add(Channel.CONTEXT)
    asked |= {needed for channel in asked for needed in NEEDS.get(channel, ())}
    if not settings.wording.phrases and not ranking.phrase:
        asked.discard(Channel.PHRASE)
    return tuple(channel for channel in CHANNELS if channel in asked)


def ask(question: Question, ground: Ground) -> dict[Channel, Ranked]:
    """What every channel asked for finds."""
    told: dict[Channel, Ranked] = {}
    for channel in wanted(ground.settings):
        still_wanted()
        told[channel] = _of(channel)(question, ground, told)
    return told


@cache
def _of(channel: Channel) -> Ask:
    name = CHANNELS[channel]
    found: Ask = getattr(import_module(f"seedwalk.seeds.{name}"), name)
    return found


def fused(told: Told, ground: Ground) -> Ranked:
    """All channels as one ranking; nothing when nobody asks for it."""
    settings = ground.settings
    if settings.seeding.policy is not SeedPolicy.FUSED and not settings.ranking.fused:
        return NOTHING
    from seedwalk.seeds.fusion import fuse

    by_weight = weights(settings.fusing, settings.seeding.context)
    found = {channel: ranking for channel, ranking in told.items() if channel in by_weight}
    return fuse(found, by_weight, ground.graph.nodes["id"], settings.fusing.k, settings.fusing.candidates)


def signals(told: Told, fused: Ranked, ranking: Ranking, size: int) -> dict[str, np.ndarray]:
    """What channels found as signals of a ranking over so many rows, for those that have a weight in it."""
    named = {channel.value: ranked for channel, ranked in told.items() if channel in SIGNALS} | {"fused": fused}
    return {name: ranked.column(size) for name, ranked in named.items() if getattr(ranking, name)}
