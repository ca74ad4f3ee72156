"""What can be switched off, one name each, from settings alone: the table that ablation goes through.

A mechanism earns its place by what its absence costs. Whoever adds one adds a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from seedwalk.config import ContextUse, SeedPolicy, Settings
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
    return lambda settings: replace(settings, ranking=replace(settings.ranking, **{signal: 0.0}))


def _no_backward(settings: Settings) -> Settings:
    return replace(settings, walking=replace(settings.walking, backward=0.0))


def _set(stage: str, **values: Any) -> Callable[[Settings], Settings]:
    """Values of one stage replaced."""
    return lambda settings: replace(settings, **{stage: replace(getattr(settings, stage), **values)})


def _both(*parts: Callable[[Settings], Settings]) -> Callable[[Settings], Settings]:
    def off(settings: Settings) -> Settings:
        for part in parts:
            settings = part(settings)
        return settings

    return off


def _uncounted(component: str) -> Callable[[Settings], Settings]:
    """A component of the formula whose weight is taken away, with and without HITS."""
    at = WEIGHED.index(component)

    def less(weights: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(0.0 if place == at else weight for place, weight in enumerate(weights))

    def off(settings: Settings) -> Settings:
        formula = settings.formula
        return _set("formula", weights=less(formula.weights), weights_hits=less(formula.weights_hits))(settings)

    return off


def _unfused(channel: str) -> Callable[[Settings], Settings]:
    """A channel that is neither fused nor a signal."""
    return _both(_set("fusing", **{channel: 0.0}), _unweighted(channel))


CHANNELS: dict[str, Callable[[Settings], Settings]] = {
    "names": _unfused("names"),
    "wording": _set("fusing", lexical=0.0),
    "phrases": _both(_set("wording", phrases=0.0), _unweighted("phrase")),
    "thesaurus": _set("wording", related=0.0),
    "path-prefixes": _set("wording", prefixes=0.0),
    "fallback": _set("wording", fallback=False),
    "concepts": _both(_unfused("concepts"), _unweighted("glossary")),
    "curated": _set("concepts", curated=False),
    "own-concepts": _set("concepts", own=False),
    "glossary": _unweighted("glossary"),
    "aliases": _set("concepts", aliases=False),
    "learned": _set("concepts", from_use=False),
    "concepts-cap": _set("concepts", cap=float("inf")),
    "context": _both(_set("seeding", context=ContextUse.OFF), _unfused("context")),
    "type-methods": _set("context", type_methods=False),
    "vectors": _unfused("vectors"),
}
"""The mechanisms of the channels, and of what they look into."""
SEEDING: dict[str, Callable[[Settings], Settings]] = {
    "fusion": _both(_set("seeding", policy=SeedPolicy.SCORES), _unweighted("fused")),
    "implementors": _set("seeding", implementors=False),
    "noise-filter": _set("seeding", noise=False),
    "type-first": _set("seeding", type_first=False),
    "package-focus": _set("seeding", focus=False),
    "seeds-by-size": _set("seeding", by_size=False),
    "gap-fill": _set("seeding", gap_fill=False),
    "restart-by-rank": _set("seeding", by_rank=False),
}
"""The mechanisms between candidates and seeds; they count where channels are fused."""
WEIGHED = ("blast-radius", "confidence", "observed", "distance")
"""The components of the formula that share a whole, in the order of their weights."""
FORMULA: dict[str, Callable[[Settings], Settings]] = {
    **{name: _uncounted(name) for name in WEIGHED},
    "feedback": _set("formula", feedback_for=0.0, feedback_against=0.0),
    "session": _set("formula", session=0.0),
    "commit": _set("formula", commit=0.0),
    "hops": _set("bounding", hops=0),
    "floor": _set("bounding", floor=0.0),
    "attenuation": _set("walking", attenuation={}),
    "injection": _set("injection", on=False),
    "direct": _set("direct", on=False),
}
"""The mechanisms of the first design's scoring: they change the profile `seed`."""
MECHANISMS: dict[str, Callable[[Settings], Settings]] = {
    **LEXICAL,
    "walk": _unweighted("walk"),
    "backward": _no_backward,
    **{name: _unweighted(name) for name in ("uses", "exact", "owner", "cover", "beside", "whole", "size")},
    "mention": _unweighted("mention"),
    "place": _unweighted("place"),
    "hits": _unweighted("hits"),
    "frame": _unweighted("frame"),
    "near": _unweighted("near"),
    "above": _unweighted("above"),
    "namesakes": _set("ranking", namesakes=1.0),
    "private": _set("ranking", private=1.0),
    "trained": _unweighted("trained"),
    "headline": _set("asking", rest=1.0, rare=0.0, report=1.0),
    "runtime-messages": _set("asking", runtime=1.0),
    "repeated": _set("asking", repeated=0.0),
    "everyday": _set("asking", everyday=1.0),
    "behaviour": _set("asking", types=1.0),
    "history": _both(_unweighted("history"), _unweighted("precedent")),
    "precedent": _unweighted("precedent"),
    "recency": _unweighted("recency"),
    "asides": _mixing(asides=1.0),
    "tests": _both(_mixing(tests=1.0), _set("formula", tests=1.0)),
    **CHANNELS,
    **SEEDING,
    **FORMULA,
}
"""The mechanisms of the engine. Without history and recency, git is not read at all."""


def without(settings: Settings, names: Iterable[str], known: dict[str, Callable[[Settings], Settings]]) -> Settings:
    """Settings with the named mechanisms switched off. Raises UsageError for a name that is none."""
    for name in names:
        if name not in known:
            raise UsageError(f"'{name}' is no mechanism. Choose from: {', '.join(known)}.")
        settings = known[name](settings)
    return settings
