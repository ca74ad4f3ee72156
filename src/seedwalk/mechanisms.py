"""What can be switched off, one name each, from settings alone: the table that ablation goes through.

A mechanism earns its place by what its absence costs. Whoever adds one adds a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from seedwalk.config import Settings
from seedwalk.errors import UsageError

FIELDS = ("name", "qualified", "signature", "doc", "body", "place", "path")
"""The lexical fields, in the order of their weights."""


def _field_off(name: str) -> Callable[[Settings], Settings]:
    at = FIELDS.index(name)

    def off(settings: Settings) -> Settings:
        weights = tuple(0.0 if place == at else weight for place, weight in enumerate(settings.lexical.weights))
        return replace(settings, lexical=replace(settings.lexical, weights=weights))

    return off


def _mixing(**values: float) -> Callable[[Settings], Settings]:
    return lambda settings: replace(settings, mixing=replace(settings.mixing, **values))


LEXICAL: dict[str, Callable[[Settings], Settings]] = {
    **{f"{name}-field": _field_off(name) for name in FIELDS},
    "parent": _mixing(parent=0.0),
    "child": _mixing(child=0.0),
    "file": _mixing(file=0.0),
    "test-discount": _mixing(tests=1.0),
    "value-discount": _mixing(values=1.0),
    "module-discount": _mixing(modules=1.0),
    "outside": lambda settings: replace(settings, lexical=replace(settings.lexical, outside=False)),
}
"""The mechanisms of the lexical channel."""


def _unweighted(signal: str) -> Callable[[Settings], Settings]:
    """A signal of the ranking whose weight is taken away."""
    return lambda settings: replace(settings, ranking=replace(settings.ranking, **{signal: 0.0}))  # type: ignore[arg-type]


def _no_backward(settings: Settings) -> Settings:
    return replace(settings, walking=replace(settings.walking, backward=0.0))


MECHANISMS: dict[str, Callable[[Settings], Settings]] = {
    **LEXICAL,
    "walk": _unweighted("walk"),
    "backward": _no_backward,
    **{name: _unweighted(name) for name in ("uses", "exact", "owner", "size")},
    "mention": _unweighted("mention"),
    "place": _unweighted("place"),
    "hits": _unweighted("hits"),
    "history": _unweighted("history"),
    "recency": _unweighted("recency"),
    "tests": _mixing(tests=1.0),
}
"""The mechanisms of the engine. Without history and recency, git is not read at all."""


def without(settings: Settings, names: Iterable[str], known: dict[str, Callable[[Settings], Settings]]) -> Settings:
    """Settings with the named mechanisms switched off. Raises UsageError for a name that is none."""
    for name in names:
        if name not in known:
            raise UsageError(f"'{name}' is no mechanism. Choose from: {', '.join(known)}.")
        settings = known[name](settings)
    return settings
