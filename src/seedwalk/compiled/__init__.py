"""The compiled part of reading and answering, where there is one and it was made from the sources that lie here.

It gives what Python gives, sooner, and decides nothing: whoever asks for it has the same in Python, which runs where no
compiler was at hand when seedwalk was installed. docs/decisions/0012 says what it is worth.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

SWITCH = "SEEDWALK_COMPILED"
"""An environment variable; 0 leaves the compiled part alone."""
_ENDINGS = (".c", ".h")


@cache
def quick() -> Any | None:
    """The compiled module; none where it is switched off, was not built, or was built from other sources."""
    if os.environ.get(SWITCH) == "0":
        return None
    try:
        module = import_module("seedwalk.compiled._quick")
    except ImportError:
        return None
    return module if sources_digest(Path(__file__).parent) == module.SOURCES else None


def sources_digest(folder: Path) -> str:
    """What `setup.py` tells the module of the sources it is made of; one that lags behind them is not used."""
    digest = hashlib.blake2b(digest_size=8)
    top = os.fspath(folder)  # text paths: every process that asks for the module looks at a hundred files
    for place in (top, *sorted(entry.path for entry in os.scandir(top) if entry.is_dir())):
        for name in sorted(entry.name for entry in os.scandir(place) if entry.name.endswith(_ENDINGS)):
            with open(f"{place}{os.sep}{name}", "rb", buffering=0) as source:  # noqa: PTH123
                digest.update(name.encode() + b"\0" + source.read())
    return digest.hexdigest()
