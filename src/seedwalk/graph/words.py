"""Words that mean something in a language though nobody in the repository wrote them, put together once a language."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from seedwalk.languages import every_spec


class Words(NamedTuple):
    """The words of one language that the resolver asks every name for."""

    own: frozenset[str]
    """Names of the object around a place, of its type, and of what stands above that."""
    steps: frozenset[str] | None
    """Names that a step of a chain may mean something by that no member says; any other step means a member, or
    nothing, but for steps from a field to which members may be given. None where steps mean something in other ways."""


@cache
def words_of(language: str) -> Words:
    naming = every_spec()[language].naming
    wide = naming.item or naming.singletons or naming.traits_in_scope or naming.extensions
    handing = naming.passing | naming.elements | naming.sequences | naming.instantiators | naming.choosing
    return Words(
        naming.instance | naming.itself | naming.parent,
        None if wide else naming.instance | naming.parent | handing,
    )
