"""The peers and the versions the arena is run with: one row each, raised by hand and never by themselves.

`python -m seedwalk.eval.arena.install` puts each into a folder of its own; the variable SEEDWALK_PEERS names the folder
above them. What is not there is looked for where the user's own programs are.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from enum import StrEnum
from pathlib import Path

import msgspec

VARIABLE = "SEEDWALK_PEERS"
"""Names the folder that holds a folder for each installed peer."""


class Origin(StrEnum):
    """The registry a peer comes from, which decides how it is installed and where its programs lie."""

    PYPI = "pypi"
    NPM = "npm"


PROGRAMS = {Origin.PYPI: "bin", Origin.NPM: "node_modules/.bin"}
"""Where an installed peer keeps its programs, below its own folder."""


class Pin(msgspec.Struct, frozen=True):
    """One peer: its packages at exact versions, and how to find it once they are there."""

    origin: Origin
    packages: tuple[str, ...]
    program: str
    module: str = ""
    """Set for a peer that is spoken to in Python: the module its interpreter must have."""
    folder: str = ""
    """Where its program lies, if not in the usual place of its origin."""


PINS: dict[str, Pin] = {
    "ripgrep": Pin(Origin.PYPI, ("ripgrep==14.1.0",), "rg"),
    "bm25s": Pin(Origin.PYPI, ("bm25s==0.3.16", "PyStemmer==3.1.0", "numpy==2.4.6"), "python", module="bm25s"),
    "aider": Pin(Origin.PYPI, ("aider-chat==0.86.2",), "python", module="aider"),
    "codegraph": Pin(Origin.NPM, ("@colbymchenry/codegraph@1.6.1",), "codegraph"),
    "knowing": Pin(
        Origin.NPM, ("@blackwell-systems/knowing-linux-x64@0.16.0",), "knowing",
        folder="node_modules/@blackwell-systems/knowing-linux-x64/bin",
    ),
    "ckb": Pin(
        Origin.NPM,
        ("@tastehub/ckb@9.3.1", "@sourcegraph/scip-python@0.6.6", "@sourcegraph/scip-typescript@0.4.0"),
        "ckb",
    ),
    "mnemosyne": Pin(Origin.PYPI, ("mnemosyne-engine==1.1.0",), "mnemosyne"),
    "language-servers": Pin(
        Origin.NPM, ("pyright@1.1.414", "typescript-language-server@5.3.0", "typescript@5.9.3"),
        "pyright-langserver",
    ),
}  # fmt: skip
"""`language-servers` is no peer: knowing enriches its graph with those it finds."""


def programs_of(name: str) -> Path | None:
    """The folder that holds an installed peer's programs; None without SEEDWALK_PEERS."""
    peers, pin = os.environ.get(VARIABLE), PINS[name]
    return Path(peers).absolute() / name / (pin.folder or PROGRAMS[pin.origin]) if peers else None


def found(name: str) -> Path | None:
    """A peer's program (its interpreter, if it is spoken to in Python); None when it is not here."""
    pin, folder = PINS[name], programs_of(name)
    if folder and (folder / pin.program).exists():
        return folder / pin.program
    if pin.module:
        return Path(sys.executable) if importlib.util.find_spec(pin.module) else None
    here = shutil.which(pin.program)
    return Path(here) if here else None


def remedy(name: str) -> str:
    """The sentence a user reads when a peer is not here."""
    return (
        f"not installed. Run: python -m seedwalk.eval.arena.install --into DIR {name}, "
        f"then set {VARIABLE} to that folder."
    )
