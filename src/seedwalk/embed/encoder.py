"""The seam of encoders: texts become a space of vectors, and a new text is near some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np


class Space(Protocol):
    """Vectors of texts, numbered as the texts were given."""

    def likeness(self, text: str) -> np.ndarray:
        """How alike every text is to this one: 0 for nothing in common, 1 for the same."""
        ...

    def pack(self) -> bytes:
        """The space as bytes, for `Encoder.unpack`."""
        ...


class Encoder(Protocol):
    """Makes spaces."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same texts would give other vectors: a space of another fingerprint is made anew."""
        ...

    def learn(self, texts: Sequence[str]) -> Space:
        """The space of some texts."""
        ...

    def unpack(self, blob: bytes) -> Space:
        """A space that was packed."""
        ...
