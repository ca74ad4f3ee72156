"""What is a candidate worth, and what does a token count? Value is score and proximity; density is value per cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log1p

from seedwalk.config import Packing
from seedwalk.model import Cost, Flags, Kind
from seedwalk.pack.snippets import Candidate, Form
from seedwalk.pack.trims import trimmed

_EXTERNAL = Flags.EXTERNAL.value
WEIGH: Mapping[Cost, Callable[[float], float]] = {
    Cost.TOKENS: float,
    Cost.LOGARITHM: lambda tokens: 1 + log1p(tokens) if tokens else 0.0,
}
"""What a number of tokens counts when value is divided by it."""
SHARES: Mapping[Form, Callable[[Packing], float]] = {
    Form.LINE: lambda packing: packing.value_line,
    Form.OUTLINE: lambda packing: packing.value_outline,
    Form.CUT: lambda packing: packing.value_cut,
    Form.TRIMMED: lambda packing: packing.value_trimmed,
    Form.FULL: lambda packing: packing.value_full,
}
"""What a token is worth in each form."""


def is_external(candidate: Candidate) -> bool:
    """Whether it stands in no file of the repository, so that there is nothing to tell of it."""
    symbol = candidate.symbol
    return symbol.kind is Kind.EXTERNAL or bool(symbol.flags.value & _EXTERNAL)


def proximity_exponent(externals: int, others: int, packing: Packing) -> float:
    """clamp(least + per_external * externals / others, least, most).

    A walk that met many symbols outside the repository says less by reach alone, so nearness must count for more.
    """
    ratio = externals / max(1, others)
    grown = packing.exponent_least + packing.exponent_per_external * ratio
    return min(packing.exponent_most, max(packing.exponent_least, grown))


def worth(candidate: Candidate, exponent: float, packing: Packing) -> float:
    """score^sharpness * proximity^exponent * (1 - boilerplate * share of its lines that trims take); never below 0."""
    near = min(1.0, max(packing.proximity_least, candidate.proximity))
    value: float = max(0.0, candidate.score) ** packing.sharpness * near**exponent
    if packing.boilerplate and candidate.text:
        value *= 1 - packing.boilerplate * _trimmed_share(candidate.text, packing)
    return value


def amount(told: float, whole: float, packing: Packing) -> float:
    """whole^size * (told / whole)^within: what a text of so many tokens is worth beside the whole of its symbol."""
    return float(whole**packing.size * min(1.0, told / whole) ** packing.within)


def _trimmed_share(text: str, packing: Packing) -> float:
    return len(trimmed(text, packing.trims)) / (text.count("\n") + 1)
