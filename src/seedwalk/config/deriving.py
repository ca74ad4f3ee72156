"""Edges that follow from all files together."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share


class Deriving(Struct, frozen=True):
    """Edges that follow from all files together, and how many of them one symbol may have."""

    most_implementors: Count = 200
    """Types one interface is implemented by: an interface of one everyday method would tie everything together."""
    most_relatives: Count = 64
    """Types above or below one that are told of a member written far from its type."""
    most_tested_together: Count = 8
    """Subjects of one test; a test that calls more is about none of them in particular."""
    co_tested: Count = 5
    """Symbols one is tested together with: the closest few say it, and a walk must not drown in them."""
    least_alike: Several = 3
    """Things a function must point at before it can be like another: two calls in common are chance."""
    most_alike: Several = 16
    """Functions that may point at one thing for it to tell them alike."""
    similar_from: Share = 0.5
    """Jaccard similarity: half of all that two functions use is shared."""
    least_done: Count = 2
    """Calls and raised types among what two similar functions share: with fewer they share fields, not what they do."""
    nearly_all: Share = 0.8
    """Likeness from which one such call is enough."""
    similar: Count = 5
    """Symbols one is similar to."""
