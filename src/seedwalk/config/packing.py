"""What fits in the budget."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share, SomeShare, Weight
from seedwalk.model import Cost, Depth, Trim


class Packing(Struct, frozen=True):
    """What fits in the budget: tokens, depths, density, and when a match is called weak."""

    budget: Several = 8_000
    """Tokens of a pack. It carries code: this is some thirty bodies, and a small share of any reader's window."""
    counter: str = "characters"
    """How tokens are counted: `characters`, `tiktoken`, or `tiktoken:ENCODING`. The first needs nothing installed."""
    characters_per_token: Several = 4
    """The usual figure for English and code; the count is rounded up, so that it never claims too little."""
    encoding: str = "o200k_base"
    """The encoding `tiktoken` counts by when none is named: that of the current large models it knows."""
    candidates: Several = 120
    """Symbols looked at, from the best down. Later ones hardly ever win a place, and each costs time."""
    depths: tuple[Depth, ...] = (Depth.FULL, Depth.CUT, Depth.OUTLINE, Depth.LINE)
    """Depths a symbol may have. One alone gives the packs of fixed depth that the adaptive ones are compared with."""
    value_full: Weight = 1.0
    """What a token of a whole body is worth: the measure of the other depths."""
    value_trimmed: Weight = 1.0
    """Of a body that lost only what the trims take: what is left is the code."""
    value_cut: Weight = 1.0
    """Of the signature and the lines that speak of the task: closer to what is asked, further from its context."""
    value_outline: Weight = 0.5
    """Of signature and doc: how to use it, not how it works."""
    value_line: Weight = 0.4
    """Of one line: that it is there."""
    size: Weight = 0.9
    """Power of the tokens of a symbol's whole text in its value. 0: a symbol is worth the same however long it is, so
    the shortest win. 1: every token is worth the same, so rank alone decides. Just below, a line of a long body is
    worth a little less than one of a short one; 0.3 to 0.8 lose what should be read (docs/experiments/003)."""
    within: Weight = 1.0
    """Power of the part of that text which a form tells. 1: inside one symbol every line is worth the same, so a body
    is cut because it does not fit, and not because its first lines were worth more."""
    deeper: Weight = 1.1
    """A deeper form is worth at least this many times the one before it: a one-line body may be shorter than the line
    about it, and still tells more."""
    sharpness: Weight = 2.0
    """Power of the score in a symbol's value; 1 is the plain score, more gives the first ranks more depth."""
    cost: Cost = Cost.TOKENS
    """How tokens count when value is divided by them."""
    boilerplate: Share = 0.0
    """Share of its value that a symbol made of nothing but trimmed lines loses; off until it is shown to help."""
    exponent_least: Weight = 0.3
    """Power of the proximity in a symbol's value when no candidate is external: the cube root, or nearly."""
    exponent_per_external: Weight = 0.2
    """How much the power grows with the number of external symbols per other one among the candidates."""
    exponent_most: Weight = 0.7
    """Where that growth ends: the walk was nearly all outside, so only what is close to the seeds counts."""
    proximity_least: SomeShare = 0.01
    """A symbol the walk hardly reached counts as this near; nothing is infinitely far."""
    cuts_tried: Count = 8
    """Bodies cut to use what room is left when no whole one fits any more: each takes time, and few are shown."""
    cut_from: Count = 10
    """Lines of a body worth cutting; the marks of what is left out would cost a shorter one as much."""
    around: Count = 1
    """Lines kept on either side of a line that holds a term: a statement seldom stands on one line."""
    frequent_share: Share = 0.3
    """A term on more than this share of a body's lines tells none of them apart, and is passed over in it."""
    keep_exits: bool = True
    """A cut body keeps what leaves the function: return, raise, throw, yield."""
    doc_lines: Count = 8
    """Lines of a doc that an outline shows: what a thing is for stands at its beginning."""
    trims: tuple[Trim, ...] = (Trim.BLANKS, Trim.COMMENTS, Trim.IMPORTS, Trim.LOGS, Trim.REPEATS)
    """What a trimmed body leaves out. Assignments stay: in a constructor they are what a reader looks for."""
    absorb_from: Weight = 2.0
    """A symbol inside a body that is shown has no entry of its own when that would cost this many times its lines:
    a field's header is longer than the field."""
    ranking_depth: Depth = Depth.OUTLINE
    """Depth of each symbol when the pure ranking is asked for, where no budget decides."""
    weak_below: Weight = 0.54
    """Strength of a match below which it is called weak: 19 in 20 tasks of the public set lie above in their own
    repository, four in five below in a foreign one (`python -m seedwalk.eval.matches`)."""
    heard_least: Weight = 1.0
    """A match is weak where some words of the task are said nowhere here, and those that are said tell less than this
    (`seeds/surprise.py`): a word that two in five repositories have. "add a timeout to every request" finds requests
    in any of them. Of 400 commit messages of eight repositories, six more match weakly in their own."""
    none_below: Weight = 0.1
    """Strength below which nothing matches."""
    weak_share: SomeShare = 0.5
    """Share of the budget a weak match may use: enough to look at, too little to drown in."""
    weak_least: Count = 2_000
    """Tokens that a weak match may use in any case, where the budget has them: three in ten commit messages match
    weakly, and half of what they changed is found for them all the same (docs/experiments/003)."""
    high_from: Weight = 0.7
    """Scores from here on: a direct match. The best of these is good even when many score alike."""
    moderate_from: Weight = 0.4
    """Scores from here on: connected to what was asked. A best score below is a weak match."""
    peripheral_from: Weight = 0.2
    """Scores from here on: loosely related. A best score below is no match."""
    flat_count: Several = 10
    """Scores compared to see whether they are flat: those of a first page. Fewer scores are never called flat."""
    flat_spread: Weight = 0.04
    """The first `flat_count` scores within this distance are flat: the task matched everything equally."""


SEED_PACKING = Packing(
    budget=50_000, candidates=5_000, depths=(Depth.LINE,), value_line=1.0, size=0.0, within=0.0, sharpness=1.0
)
"""Packing of the profile `seed`: names and signatures only, in a budget made for them, value the plain score."""
