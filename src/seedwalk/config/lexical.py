"""What the words of a symbol are worth, and those of what stands around it."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import PerField, Positive, Share, SharePerField, SomeShare, Weight


class Lexical(Struct, frozen=True):
    """BM25F over name, qualified name, signature, doc, body, place, path (in this order)."""

    weights: PerField = (3.5, 1.2, 0.6, 0.6, 1.6, 1.6, 0.2)
    """Names most, then bodies and the file's own name; found on replays and tasks together (docs/experiments/001)."""
    b: SharePerField = (0.3, 0.3, 0.5, 0.4, 0.6, 0.3, 0.3)
    """How far a field's length counts: little for names, which are short by nature."""
    k1: Positive = 3.5
    """How soon more of the same word stops counting: late, for frequencies are sums over seven weighted fields."""
    outside: bool = True
    """Whether the names that code uses from outside the repository count in how telling a word is: one that every
    second file takes from a library is not rare. They are never answers (docs/experiments/007)."""


class Mixing(Struct, frozen=True):
    """How much of what stands around a symbol counts for it (`seeds/lexical.py`)."""

    parent: Weight = 0.2
    """A member of a type that is spoken of; more, and every member of a good type comes before the right ones."""
    child: Weight = 0.7
    """A type whose member is spoken of is worth reading itself: the largest single gain (docs/experiments/001)."""
    file: Weight = 0.3
    """The words at the top of a file and of its path."""
    tests: SomeShare = 0.25
    """What is left of the score of a test or a mock: they repeat the words of what they test."""
    asides: SomeShare = 0.5
    """What is left of the score of an example, a sample, a benchmark, code of documentation, or what tests are written
    with (`sources/rules.toml`), as an answer: they repeat the words of the product. A walk begins there all the same,
    for they lead to what they show; and a task about them finds them whole (docs/experiments/016)."""
    values: Share = 0.5
    """What is left of a field's or a constant's: read with the type that owns it, seldom for itself."""
    modules: Share = 0.0
    """What is left of a module's: a file is read by its parts."""
    documents: Share = 0.0
    """What is left of a document's or a deployment file's: the answer is code, and prose has all its words. They stay
    in the graph, where they lead to what they name."""
