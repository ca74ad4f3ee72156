"""What was compiled, or the reason why it is not tested; and a way to run without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from seedwalk import compiled
from seedwalk.arrays import columns
from seedwalk.extract import bindings, definitions, grammar, literals, matches, places, references, symbols
from seedwalk.graph import answers, arrays, chains, compiling, matrix, outline, sought, ties
from seedwalk.graph import bindings as bound
from seedwalk.indexing import graphing, reading
from seedwalk.rank import second, trees
from seedwalk.seeds import bridge, history
from seedwalk.store import files, postings, words

USERS = (
    bindings, definitions, grammar, literals, matches, places, references, symbols, outline, reading, words, columns,
    matrix, second, trees, bridge, history, postings, answers, bound, chains, sought, arrays, ties, graphing,
    files, compiling,
)  # fmt: skip
"""Modules that ask for the compiled part each time they want it."""


@pytest.fixture(scope="session")
def quick() -> Any:
    """The compiled module."""
    module = compiled.quick()
    if module is None:
        pytest.skip(
            "nothing was compiled: no C compiler when seedwalk was installed, other sources since, "
            f"or {compiled.SWITCH}=0. Build it with: pip install -e ."
        )
    return module


@contextmanager
def plainly() -> Iterator[None]:
    """Run without the compiled part."""
    with pytest.MonkeyPatch.context() as patch:
        for module in USERS:
            patch.setattr(module, "quick", lambda: None)
        yield
