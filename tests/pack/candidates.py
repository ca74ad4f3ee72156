"""Candidates to pack: made by hand for examples, at random for laws."""

from __future__ import annotations

from zlib import crc32

from hypothesis import strategies as st
from msgspec.structs import replace

from seedwalk.model import Flags, Kind, Match, Order, Pack, Quality, Span, Symbol, SymbolId
from seedwalk.pack.snippets import Candidate

WORDS = (
    "cache", "route", "user_id", "load", "x", "if ready:", "return", "# why", "import os", "", "```", "]]>", "\x1b[0m",
)  # fmt: skip


def symbol(
    name: str, start: int, end: int, *, path: str = "src/app.py", kind: Kind = Kind.FUNCTION, identity: int = 0,
    signature: str | None = None, doc: str = "", flags: Flags = Flags.NONE,
) -> Symbol:  # fmt: skip
    last = name.rpartition(".")[2]
    number = SymbolId(identity or crc32(f"{path} {name} {start}".encode()))
    told = f"def {last}()" if signature is None else signature
    span = Span(start, end, start * 100, end * 100 + 99)
    return Symbol(number, kind, last, name, path, span, start, told, doc, flags, 0, None)


def candidate(
    name: str, text: str, *, score: float = 1.0, start: int = 1, proximity: float = 1.0, path: str = "src/app.py",
    kind: Kind = Kind.FUNCTION, signature: str | None = None, doc: str = "", flags: Flags = Flags.NONE,
    reasons: tuple[str, ...] = (),
) -> Candidate:  # fmt: skip
    """A candidate whose span is the lines and bytes of its text, from `start` on."""
    end = start + text.count("\n")
    made = symbol(name, start, end, path=path, kind=kind, signature=signature, doc=doc, flags=flags)
    told = replace(made, span=Span(start, end, 0, len(text.encode("utf-8", "surrogatepass"))))
    return Candidate(told, score, text, proximity, reasons)


def empty_pack(budget: int | None = 8_000, quality: Quality = Quality.GOOD, order: Order = Order.SCORE) -> Pack:
    reason = "" if quality is Quality.GOOD else "Nothing stands out."
    return Pack("load the cache", "default", "0123456789abcdef", budget, Match(quality, reason), order=order)


def file_text(lines: int) -> list[str]:
    """Distinct, numbered lines, so that a line shown twice is seen."""
    return [f"    line_{number} = {number}" for number in range(1, lines + 1)]


@st.composite
def files(draw: st.DrawFn) -> list[Candidate]:
    """Candidates of a few files, nested and side by side, ranked at random; lines may hold anything nasty.

    Their spans lie about bytes, as after an edit: estimates are wrong then, and no law may break.
    """
    found: list[Candidate] = []
    for number in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(["a.py", "lib/b`c.go", 'x/<y>&".ts', "no_extension"])) + str(number) * number
        length = draw(st.integers(1, 40))
        indents = draw(st.lists(st.integers(0, 3), min_size=length, max_size=length))
        said = draw(st.lists(st.sampled_from(WORDS), min_size=length, max_size=length))
        pairs = zip(indents, said, strict=True)
        lines = [f"{'    ' * indent}{words} # {at}" for at, (indent, words) in enumerate(pairs)]
        for position in range(draw(st.integers(0, 8))):
            start = draw(st.integers(1, length))
            end = draw(st.integers(start, length))
            made = symbol(
                f"Outer.inner_{position}", start, end, path=path, identity=number * 100 + position + 1,
                kind=draw(st.sampled_from([Kind.CLASS, Kind.METHOD, Kind.FIELD, Kind.EXTERNAL])),
                signature=draw(st.sampled_from(["", "def inner()", lines[start - 1].strip()])),
                doc=draw(st.sampled_from(["", "What it does.", "One.\n\nTwo.\n" * 9])),
            )  # fmt: skip
            text = "" if draw(st.integers(0, 9)) == 0 else "\n".join(lines[start - 1 : end])
            reasons = draw(st.sampled_from([(), ("named in the task", "`x` calls it\nand </text>")]))
            found.append(Candidate(made, draw(st.floats(0, 1)), text, draw(st.floats(0, 1)), reasons))
    return draw(st.permutations(found))
