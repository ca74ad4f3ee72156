"""A system with what is changed about it, in one word: `seedwalk@seed-history-recency` is seedwalk under the profile
`seed`, without the mechanisms history and recency. The same word names its row and its file, where settings that were
set one by one follow it: `seedwalk+walking.restart=0.3`."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from seedwalk.eval.arena.tuning import Setup

_PROFILE = "@"
_WITHOUT = "-"


def label(
    system: str, profile: str, without: Collection[str], chosen: Collection[tuple[str, str]] = ()
) -> str:  # fmt: skip
    off = "".join(f"{_WITHOUT}{name}" for name in without)
    return system + (f"{_PROFILE}{profile}" if profile else "") + off + "".join(f"+{n}={value}" for n, value in chosen)


def parsed(written: str, names: Collection[str], mechanisms: Collection[str], setup: Setup) -> tuple[str, Setup]:
    """The system and its setup. Names of systems and mechanisms have hyphens of their own: the longest that fits is
    meant. What does not fit is left in the name, for whoever makes the system to refuse."""
    name, _, profile = written.partition(_PROFILE)
    kept, off = _stripped(profile or name, mechanisms, () if profile else names)
    changed = msgspec.structs.replace(setup, without=setup.without | off)
    if not profile:
        return kept, changed
    return name, msgspec.structs.replace(changed, profile=kept)


def _stripped(word: str, mechanisms: Collection[str], names: Collection[str]) -> tuple[str, frozenset[str]]:
    """The word without the mechanisms at its end, unless it is a name as it stands."""
    off: set[str] = set()
    while word not in names:
        ending = max((one for one in mechanisms if word.endswith(_WITHOUT + one)), key=len, default="")
        if not ending:
            break
        off.add(ending)
        word = word.removesuffix(_WITHOUT + ending)
    return word, frozenset(off)
