"""The arena: every system by name, those that are absent with the reason, and making one ready to fight."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from seedwalk.errors import UsageError
from seedwalk.eval.arena.labels import parsed
from seedwalk.eval.arena.system import Answer, Found, System
from seedwalk.eval.arena.tuning import Setup, Tunable

__all__ = [
    "Answer", "Found", "Setup", "System", "Tunable", "absent", "entered", "labelled", "make", "mechanisms", "systems",
    "tunable",
]  # fmt: skip


def systems() -> dict[str, Callable[[], System]]:
    """Every system that can run here, by name."""
    from seedwalk.eval.arena.own import Engine, Lexical, Search  # here, so that judging does not wait for the API
    from seedwalk.eval.arena.peers import present_peers

    return {"seedwalk": Engine, "lexical": Lexical, "search": Search, **present_peers()}


def absent() -> dict[str, str]:
    """Every system that cannot run here, with the reason."""
    from seedwalk.eval.arena.peers import absent_peers

    return absent_peers()


def make(name: str, setup: Setup) -> System:
    """The system of that name, set up so. Raises UsageError for a name, a profile or a mechanism that is not there."""
    system = _made(name)
    if isinstance(system, Tunable):
        return system.tuned(setup)
    if not setup.plain:
        told = "has no profiles, mechanisms or settings. Leave out --profile, --without and --set"
        raise UsageError(f"the system '{name}' {told}, and what seedwalk.toml or the environment set.")
    return system


def entered(written: str, setup: Setup) -> tuple[str, Setup]:
    """A system as a label names it (`labels.py`), with what the label changes; what is asked of all of ours is not
    asked of a system of others."""
    name, its = labelled(written, setup)
    if tunable(name):
        return name, its
    return labelled(written, msgspec.structs.replace(setup, profile="", without=frozenset(), chosen=()))


def labelled(written: str, setup: Setup) -> tuple[str, Setup]:
    """A system as a label names it, with what the label changes."""
    from seedwalk.config.mechanisms import MECHANISMS

    return parsed(written, [*systems(), *absent()], MECHANISMS, setup)


def tunable(name: str) -> bool:
    """Whether the system of that name is ours to tune."""
    return isinstance(_made(name), Tunable)


def mechanisms(name: str) -> tuple[str, ...]:
    """What can be switched off in the system of that name; nothing in a system that is not ours."""
    system = _made(name)
    return system.mechanisms() if isinstance(system, Tunable) else ()


def _made(name: str) -> System:
    known = systems()
    if name not in known:
        gone = absent().get(name)
        told = f"is absent here: {gone}" if gone else "is unknown"
        raise UsageError(f"the system '{name}' {told}. Choose from: {', '.join(known)}.")
    return known[name]()
