"""What each candidate offers next to what is told already: its forms, priced when they are asked for.

A line is told once. Inside a body that is shown whole nobody has an entry of their own, unless it was there first and
is a body worth its header; then the body around it names it where its lines are left out. A cut body leaves out the
lines of every body inside it that comes later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from seedwalk.config import Packing
from seedwalk.model import Entry
from seedwalk.pack.budget import Step, density
from seedwalk.pack.estimates import Estimates
from seedwalk.pack.lines import Gap, Terms
from seedwalk.pack.nesting import inner, outer
from seedwalk.pack.prices import Prices, entry_of
from seedwalk.pack.snippets import BODIES, Candidate, Form, allowed, line_of, outline_of, snippet
from seedwalk.pack.value import SHARES, WEIGH, amount


class Told(Struct, frozen=True):
    """A candidate as it stands in the pack: in which form, at what cost, of what value."""

    form: Form
    cost: int
    value: float
    entry: Entry


_Changes = dict[int, Told | None]


class Offers:
    """The candidates of one pack, by rank: what is told of each, and the steps that tell more."""

    def __init__(
        self, candidates: Sequence[Candidate], worth: Sequence[float], terms: Terms, prices: Prices, packing: Packing
    ) -> None:
        self.candidates, self.prices, self.packing = candidates, prices, packing
        self.told: dict[int, Told] = {}
        self._worth, self._terms = worth, terms
        self._forms = allowed(packing)
        self._estimates = Estimates(candidates, worth, prices, packing)
        self._inner = inner([candidate.symbol for candidate in candidates])
        self._outer = outer(self._inner)
        self._made: dict[tuple[int, Form, tuple[int, ...]], Told | None] = {}
        self._cuts = packing.cuts_tried

    def promise(self, rank: int) -> float:
        """The density of its best form, as estimated."""
        return self._estimates.promise[rank]

    def steepest(self, rank: int, room: int) -> Step[Told] | None:
        """The step of greatest density. Forms estimated no denser than the deepest are not made, if that has a text."""
        left = self._left(rank, room)
        if not left:
            return None
        *others, deepest = left
        fits = self._may_fit(rank, deepest, room)
        steps = [self._step(rank, deepest)] if fits else []
        if steps != [None] and rank not in self.told:
            dense = self._estimates.density
            others = [form for form in others if dense[form][rank] > dense[deepest][rank]]
        steps += [self._step(rank, form) for form in others]
        return max((step for step in steps if step), key=lambda step: step.density, default=None)

    def best(self, rank: int, room: int) -> Step[Told] | None:
        """The step of greatest gain within the room; few bodies are cut for it."""
        left = self._left(rank, room)
        if not left:
            return None
        forms = (form for form in left if self._may_fit(rank, form, room))
        steps = (self._step(rank, form) for form in forms if self._worth_cutting(form))
        fit = (step for step in steps if step and step.cost <= room)
        return max(fit, key=lambda step: (step.gain, -step.cost), default=None)

    def take(self, step: Step[Told]) -> None:
        for rank, told in step.changes.items():
            if told is None:
                self.told.pop(rank, None)
            else:
                self.told[rank] = told

    def least(self) -> int | None:
        """The least that anything costs alone; None when there is nothing to tell."""
        made = (self.made(rank, form) for rank in range(len(self.candidates)) for form in self._forms)
        return min((told.cost for told in made if told), default=None)

    def inline_price(self, rank: int) -> int:
        """What the lines of a candidate cost without anything around them."""
        return self.prices.counter(self.candidates[rank].text)

    def _left(self, rank: int, room: int) -> list[Form]:
        """The forms that would tell more of it: inside a body that is shown whole none, inside a cut one its body."""
        if self._estimates.least[rank] > room and not self._inner[rank]:
            return []
        around = self._around(rank)
        if around is not None and self.told[around].form is Form.FULL:
            return []
        now = self.told.get(rank)
        if now is None and around is None:
            return self._forms
        return [
            form for form in self._forms if (now is None or form > now.form) and (around is None or form in BODIES)
        ]

    def _may_fit(self, rank: int, form: Form, room: int) -> bool:
        """Whether a form may cost no more than the room, by its estimate."""
        elsewhere = 0.0
        if self._inner[rank] and form in BODIES:
            elsewhere = sum(self.told[each].entry.tokens for each in self._inside(rank))
        return self._estimates.cost(rank, form, elsewhere) <= room

    def _worth_cutting(self, form: Form) -> bool:
        """Whether a body may still be cut to use what room is left."""
        if form in (Form.CUT, Form.TRIMMED):
            self._cuts -= 1
            return self._cuts >= 0
        return True

    def _step(self, rank: int, form: Form) -> Step[Told] | None:
        """The step to a form: what it costs more and gains, with all that it changes around and inside."""
        kept, folded = self._parted(rank, form)
        told = self.made(rank, form, tuple(kept))
        if told is None:
            return None
        changes: _Changes = {rank: told, **dict.fromkeys(folded)}
        if form in BODIES:
            changes |= self._parting(rank)
        paid = sum(self.told[each].cost for each in changes if each in self.told)
        cost = sum(new.cost for new in changes.values() if new)
        before = sum(self.told[each].value for each in changes if each in self.told and each not in folded)
        gain = sum(new.value for new in changes.values() if new) - before
        if gain <= 0:
            return None
        weigh = WEIGH[self.packing.cost]
        return Step(cost - paid, gain, density(gain, weigh(cost) - weigh(paid)), changes)

    def made(self, rank: int, form: Form, kept: tuple[int, ...] = ()) -> Told | None:
        """A candidate in one form, without the lines of those inside that are kept."""
        key = (rank, form, kept if form in BODIES else ())
        if key not in self._made:
            candidate = self.candidates[rank]
            gaps = [self._gap(rank, each) for each in key[2]]
            found = snippet(candidate, form, gaps, self._terms, self.packing)
            self._made[key] = self._priced(rank, form, entry_of(candidate, found, self.prices.counter))
        return self._made[key]

    def _priced(self, rank: int, form: Form, entry: Entry) -> Told | None:
        if not entry.text:
            return None
        value = max(self._value(rank, form, entry.tokens), self._least_value(rank, form))
        return Told(form, self.prices.entry(entry), value, entry)

    def _value(self, rank: int, form: Form, tokens: int) -> float:
        """By the size its row tells: a line or an outline needs no file."""
        whole = self._estimates.whole[rank]
        return SHARES[form](self.packing) * self._worth[rank] * amount(tokens, whole, self.packing)

    def _least_value(self, rank: int, form: Form) -> float:
        """A deeper form is worth a little more than line and outline, even when it is written shorter."""
        symbol, value = self.candidates[rank].symbol, 0.0
        texts = {Form.LINE: line_of(symbol), Form.OUTLINE: outline_of(symbol, self.packing)}
        for less, text in texts.items():
            if less < form and less in self._forms and text:
                value = self.packing.deeper * max(value, self._value(rank, less, self.prices.counter(text)))
        return value

    def _gap(self, rank: int, other: int) -> Gap:
        """The lines of `other` inside the text of `rank`."""
        outside, inside = self.candidates[rank], self.candidates[other].symbol
        first = outside.symbol.span.start_line
        last = outside.length
        start, end = inside.span.start_line - first, inside.span.end_line - first + 1
        return Gap(min(start, last), min(end, last), inside.qualified_name)

    def _around(self, rank: int) -> int | None:
        """The nearest candidate around it whose body is shown."""
        around = self._outer[rank]
        while around is not None and not self._shows_body(around):
            around = self._outer[around]
        return around

    def _inside(self, rank: int) -> Iterator[int]:
        """Those told inside it, but not those inside them."""
        for each in self._inner[rank]:
            if each in self.told:
                yield each
            else:
                yield from self._inside(each)

    def _parted(self, rank: int, form: Form, also: Iterable[int] = ()) -> tuple[list[int], list[int]]:
        """Those told inside it whose lines it leaves out, and those it tells from now on in their place."""
        kept: list[int] = []
        folded: list[int] = []
        if form not in BODIES:
            return kept, folded
        waiting = list(self._inner[rank])
        while waiting:
            each = waiting.pop()
            if each in also or (self._shows_body(each) and not (form is Form.FULL and self._too_dear(each))):
                kept.append(each)
                continue
            if each in self.told and form is Form.FULL:
                folded.append(each)
            waiting += self._inner[each]
        return sorted(kept), folded

    def _parting(self, rank: int) -> _Changes:
        """What becomes of the cut body around it, which may not tell its lines again."""
        around = self._around(rank)
        if around is None:
            return {}
        form = self.told[around].form
        kept, _ = self._parted(around, form, also=(rank,))
        return {around: self.made(around, form, tuple(kept))}

    def _shows_body(self, rank: int) -> bool:
        told = self.told.get(rank)
        return told is not None and told.form in BODIES

    def _too_dear(self, rank: int) -> bool:
        """Whether an entry costs more than all its lines would, or tells them all at a multiple of their cost."""
        told = self.told[rank]
        times = self.packing.absorb_from if told.form is Form.FULL else 1
        return told.cost >= times * self.inline_price(rank)
