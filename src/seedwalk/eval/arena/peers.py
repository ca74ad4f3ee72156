"""The peers by name, and those that are not installed here with the command that installs them."""

from __future__ import annotations

from collections.abc import Callable

from seedwalk.eval.arena import pins
from seedwalk.eval.arena.aider import Aider, AiderMap
from seedwalk.eval.arena.bm25 import Bm25
from seedwalk.eval.arena.ckb import Ckb
from seedwalk.eval.arena.codegraph import Codegraph, CodegraphExplore
from seedwalk.eval.arena.knowing import Knowing, KnowingUnenriched
from seedwalk.eval.arena.mnemosyne import Mnemosyne
from seedwalk.eval.arena.peer import Peer
from seedwalk.eval.arena.ripgrep import Ripgrep
from seedwalk.eval.arena.system import System

_KINDS: tuple[type[Peer], ...] = (
    Ripgrep, Bm25, Aider, AiderMap, Codegraph, CodegraphExplore, Knowing, KnowingUnenriched, Ckb, Mnemosyne,
)  # fmt: skip

PEERS: dict[str, Callable[[], System]] = {kind.name: kind for kind in _KINDS}
"""Every peer there is an adapter for, installed or not."""


def absent_peers() -> dict[str, str]:
    """The peers whose programs are not found, with the remedy."""
    return {kind.name: pins.remedy(kind.pin) for kind in _KINDS if pins.found(kind.pin) is None}


def present_peers() -> dict[str, Callable[[], System]]:
    """The peers that can run here."""
    gone = absent_peers()
    return {name: make for name, make in PEERS.items() if name not in gone}
