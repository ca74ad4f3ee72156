"""How a task is taken apart."""

from __future__ import annotations

from msgspec import Struct

from seedwalk.config.kinds import Count, Several, Share


class Understanding(Struct, frozen=True):
    """How a task is taken apart (`seeds/understand.py`). Nothing here looks at an index."""

    max_characters: Several = 20_000
    """A longer task is cut and says so: what matters stands at the top, and the rest is log. Three times the longest
    of 1,392 public issues."""
    binary_share: Share = 0.1
    """Share of characters no text has (NUL, control codes, undecodable bytes) from which a task is not text."""
    max_identifier: Several = 100
    """What stands in backticks and is longer is code or prose, not a name."""
    shortest_word: Several = 2
    """One letter finds everything."""
    shortest_paired: Several = 3
    """Each word of a compound made from two adjacent words."""
    longest_paired_at_least: Several = 4
    """One of the two must be this long: two three-letter words make a name nobody wrote."""
    max_compounds: Count = 200
    """Names asked of the index, in the order they were found; a pasted log would give thousands."""
    max_components: Count = 300
    """Words asked of the index, in the order of the text."""
    max_mentions: Count = 100
    """Paths, frames, messages, error types and quoted strings: of each at most so many."""
    max_quoted: Count = 200
    """A longer quotation is prose."""
    max_line: Several = 1_000
    """A longer line is no frame of a stack trace and no message of an error."""
