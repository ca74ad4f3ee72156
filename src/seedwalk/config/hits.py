"""Authorities and hubs."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Several, Share, Weight


class Hits(Struct, frozen=True):
    """Authorities and hubs among the rows with the most mass (`rank/hits.py`); the seed's values."""

    rows: Several = 200
    """Rows it looks at, those with the most mass."""
    steps: Several = 10
    """Rounds; the order stands still after a few."""
    seed_authority: Weight = 0.25
    """What a seed gains by its authority,"""
    seed_authority_from: Share = 0.05
    """from this much authority on: found by words, and central besides."""
    other_authority: Share = 0.15
    """What another symbol loses by its authority,"""
    other_authority_from: Share = 0.2
    """from this much on: everything calls it, whatever the task."""
    seed_hub: Weight = 0.10
    """What a seed gains by wiring things together,"""
    seed_hub_from: Share = 0.1
    """from this much on."""
