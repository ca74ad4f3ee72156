"""An empty pack and ranked candidates become a full pack whose stated count is what its rendering costs.

The law, for every renderer and counter: `counter(render(pack, renderer)) == pack.tokens_used <= pack.token_budget`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as with_settings

from msgspec.structs import replace

from seedwalk.config import Packing
from seedwalk.errors import UsageError
from seedwalk.model import Depth, Entry, Pack, Quality
from seedwalk.pack.budget import Menu, Upgrade, choose, depths
from seedwalk.pack.lines import Terms
from seedwalk.pack.offers import Offers, Prices, entry_of
from seedwalk.pack.snippets import Candidate, snippets
from seedwalk.pack.tokens import Counter
from seedwalk.pack.value import WEIGH, is_external, proximity_exponent, worth
from seedwalk.render import Renderer

_ROUNDS = 3
"""How often the choice is made again because a class had better tell a method than the method itself."""
_TRIES = 16
"""Counts tried until a rendering costs what it states; a stated number grows by a digit once or twice."""
_BODIES = frozenset({Depth.FULL, Depth.CUT})


def fill(
    empty: Pack, candidates: Iterable[Candidate], terms: Iterable[str], renderer: Renderer, counter: Counter,
    packing: Packing, *, externals: int = 0,
) -> Pack:  # fmt: skip
    """The empty pack with the entries of greatest value within its budget, in rank order.

    `externals` counts the symbols outside the repository that were candidates and are not among `candidates` any more.
    """
    prices = Prices(renderer, counter)
    frame = _framed(empty, counter)
    budget = _positive(frame.token_budget)
    room = budget - prices.pack(replace(frame, tokens_used=budget))
    _check(room >= 0, budget, budget - room, "an answer without any symbol")
    found = _unique(candidates)
    usable = [candidate for candidate in found if not is_external(candidate)]
    exponent = proximity_exponent(externals + len(found) - len(usable), len(usable), packing)
    considered = usable[: packing.candidates] if frame.match.quality is not Quality.NONE else []
    values = [worth(candidate, exponent, packing) for candidate in considered]
    offers = Offers(considered, values, Terms(terms), prices, packing)
    menu, taken, within = _chosen(offers, frame, room, packing)
    return _settled_within(frame, menu, taken, within, prices, budget)


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


def _chosen(
    offers: Offers, frame: Pack, room: int, packing: Packing
) -> tuple[Menu, list[Upgrade], list[list[int]]]:
    """Choose; where a body is shown around candidates that fell out, or that cost more apart, let it tell them."""
    gone: frozenset[int] = frozenset()
    for _ in range(_ROUNDS):
        menu, within = offers.menu(gone)
        taken = choose(menu, _allowed(menu, frame, room, packing), WEIGH[packing.cost])
        better_inside = _better_inside(offers, menu, depths(taken), within)
        if not better_inside:
            break
        gone |= better_inside
    return menu, taken, within


def _allowed(menu: Menu, frame: Pack, room: int, packing: Packing) -> int:
    """The room that the match earns: all of it, or for a weak one a share, yet enough for one symbol."""
    smallest = min((offer.cost for offers in menu for offer in offers), default=0)
    budget = _positive(frame.token_budget)
    _check(smallest <= room, budget, budget - room + smallest, "the smallest answer with a symbol")
    return room if frame.match.quality is Quality.GOOD else max(smallest, int(room * packing.weak_share))


def _better_inside(offers: Offers, menu: Menu, chosen: dict[int, int], within: list[list[int]]) -> set[int]:
    """Candidates inside a shown body that have no entry, or whose entry costs more than their lines in that body."""
    found = set()
    for rank, offer in chosen.items():
        depth = menu[rank][offer].entry.depth
        if depth in _BODIES:
            found |= {other for other in within[rank] if other not in chosen}
        if depth is Depth.FULL:
            found |= {
                other
                for other in within[rank]
                if other in chosen and menu[other][chosen[other]].cost >= offers.inline_price(other)
            }
    return found


def _settled_within(
    frame: Pack, menu: Menu, taken: list[Upgrade], within: list[list[int]], prices: Prices, budget: int
) -> Pack:
    """The pack of these upgrades; costs of parts may add up to less than the whole's, so the last ones may go again."""
    some = bool(taken)
    while bool(taken) == some:
        pack = _settled(replace(frame, entries=_entries(menu, depths(taken), within)), prices)
        if pack is not None and pack.tokens_used <= budget:
            return pack
        if not taken:
            break
        taken = taken[:-1]
    raise UsageError(f"a budget of {budget} tokens ({prices.counter.name}) is too small for one symbol. Give more.")


def _entries(menu: Menu, chosen: dict[int, int], within: list[list[int]]) -> tuple[Entry, ...]:
    """Entries in rank order; a body with a gap that no entry fills is a cut one."""
    entries = []
    for rank, offer in sorted(chosen.items()):
        entry = menu[rank][offer].entry
        if entry.depth is Depth.FULL and any(other not in chosen for other in within[rank]):
            entry = replace(entry, depth=Depth.CUT)
        entries.append(entry)
    return tuple(entries)


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


def _check(fits: bool, budget: int, needed: int, what: str) -> None:
    if not fits:
        raise UsageError(f"a budget of {budget} tokens is too small: {what} takes {needed}. Give at least {needed}.")
