"""An empty pack and ranked candidates become a full pack whose stated count is what its rendering costs.

The law, for every renderer and counter: `counter(render(pack, renderer)) == pack.tokens_used <= pack.token_budget`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from msgspec.structs import replace as with_settings

from seedwalk.config import Packing
from seedwalk.errors import UsageError
from seedwalk.model import Depth, Pack, Quality
from seedwalk.pack.budget import Step, choose, standing
from seedwalk.pack.lines import Terms
from seedwalk.pack.offers import Offers, Told
from seedwalk.pack.prices import Prices, entry_of
from seedwalk.pack.snippets import Candidate, snippets
from seedwalk.pack.tokens import Counter
from seedwalk.pack.value import is_external, proximity_exponent, worth
from seedwalk.render import Renderer

_TRIES = 16
"""Counts tried until a rendering costs what it states; a stated number grows by a digit once or twice."""


def fill(
    empty: Pack, candidates: Iterable[Candidate], terms: Iterable[str], renderer: Renderer, counter: Counter,
    packing: Packing, *, externals: int = 0,
) -> Pack:  # fmt: skip
    """The empty pack with the entries of greatest value within its budget, in rank order.

    `externals` counts symbols outside the repository that were candidates and are not among `candidates` any more.
    """
    prices = Prices(renderer, counter)
    frame = _framed(empty, counter)
    budget = _positive(frame.token_budget)
    room = budget - prices.pack(replace(frame, tokens_used=budget))
    found = _unique(candidates)
    usable = [candidate for candidate in found if not is_external(candidate)]
    exponent = proximity_exponent(externals + len(found) - len(usable), len(usable), packing)
    considered = usable[: packing.candidates] if frame.match.quality is not Quality.NONE else []
    values = [worth(candidate, exponent, packing) for candidate in considered]
    offers = Offers(considered, values, Terms(terms), prices, packing)
    return _settled_within(frame, _chosen(offers, frame, room), prices, budget)


def ranking(
    empty: Pack, candidates: Iterable[Candidate], limit: int, renderer: Renderer, counter: Counter, packing: Packing
) -> Pack:
    """The first `limit` candidates as they are ranked: no budget, no overlap removed, one depth for all."""
    fixed = with_settings(packing, depths=(packing.ranking_depth, Depth.LINE))
    nothing = Terms(())
    usable = [candidate for candidate in _unique(candidates) if not is_external(candidate)]
    entries = [entry_of(each, snippets(each, (), nothing, fixed)[-1], counter) for each in usable[:limit]]
    frame = replace(_framed(empty, counter), token_budget=None, entries=tuple(entries))
    return _settled(frame, Prices(renderer, counter)) or frame


def _chosen(offers: Offers, frame: Pack, room: int) -> list[Step[Told]]:
    """The choice for the room that the match earns: all of it, or for a weak one a share, yet enough for one symbol."""
    count, packing = len(offers.candidates), offers.packing
    weak = min(room, max(int(room * packing.weak_share), packing.weak_least))
    earned = room if frame.match.quality is Quality.GOOD else weak
    taken = choose(offers, count, earned)
    least = None if taken else offers.least()
    if least is None:
        return taken
    if least > room:
        needed = _needed(frame, least, offers.prices)
        raise UsageError(
            f"a budget of {frame.token_budget} tokens is too small: the smallest answer takes {needed}. "
            f"Give at least {needed}."
        )
    return choose(offers, count, max(earned, least))


def _needed(frame: Pack, smallest: int, prices: Prices) -> int:
    """The least budget that holds the frame, which names the budget, and something of this cost."""
    needed, more = 0, 1
    while more > needed:
        needed, more = more, smallest + prices.pack(replace(frame, token_budget=more, tokens_used=more))
    return needed


def _settled_within(frame: Pack, taken: list[Step[Told]], prices: Prices, budget: int) -> Pack:
    """The pack of these steps; costs of parts may add up to less than the whole's, so the last ones may go again."""
    some = bool(taken)
    while bool(taken) == some:
        entries = tuple(told.entry for _, told in sorted(standing(taken).items()))
        pack = _settled(replace(frame, entries=entries), prices)
        if pack is not None and pack.tokens_used <= budget:
            return pack
        if not taken:
            break
        taken = taken[:-1]
    raise UsageError(f"a budget of {budget} tokens ({prices.counter.name}) is too small for one symbol. Give more.")


def _settled(pack: Pack, prices: Prices) -> Pack | None:
    """The pack that states what its rendering costs, the stated number included; None when no number does."""
    for _ in range(_TRIES):
        cost = prices.pack(pack)
        if cost == pack.tokens_used:
            return pack
        pack = replace(pack, tokens_used=cost)
    return None


def _framed(empty: Pack, counter: Counter) -> Pack:
    """The pack before its entries: what it was counted by, and among its notes why the match is not good."""
    reason = (empty.match.reason,) if empty.match.reason and empty.match.reason not in empty.notes else ()
    return replace(empty, counter=counter.name, notes=(*empty.notes, *reason), entries=(), tokens_used=0)


def _unique(candidates: Iterable[Candidate]) -> Sequence[Candidate]:
    found: dict[int, Candidate] = {}
    for candidate in candidates:
        found.setdefault(candidate.symbol.id, candidate)
    return list(found.values())


def _positive(budget: int | None) -> int:
    if budget is None or budget < 1:
        raise UsageError(f"a budget of {budget} tokens holds nothing. Give a number of tokens, such as 8000.")
    return budget
