"""The references of a file, in order, as columns.

`columns` is the definition; where a compiled part was built (docs/decisions/0012) its function of the same name does
it, without an object for each reference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from seedwalk.compiled import quick
from seedwalk.extract.expressions import LONG, MAX_EXPRESSION, MAX_NESTED, chain, type_text
from seedwalk.facts import ARITY, Texts, ref_code
from seedwalk.model import RefKind

NUMBER = "I"
"""Four bytes to a number, in the order of this machine."""
_FIELDS = 3
"""Of a raw reference: start byte, the byte behind its end, code of its kind."""
CODES = {f"ref.{kind.value}": ref_code(kind) for kind in RefKind}
"""The code of each capture that is a reference."""
_ONE_PER_PLACE = bytes(map(ref_code, (RefKind.ATTRIBUTE, RefKind.TYPE, RefKind.VALUE, RefKind.ARGUMENT)))
"""Kinds that add nothing inside another reference that begins where they do."""
_WHOLE_TYPE = bytes(map(ref_code, (RefKind.TYPE, RefKind.EXTENDS, RefKind.IMPLEMENTS)))
"""Kinds whose type arguments count; they stand where their text starts."""
_TYPE = ref_code(RefKind.TYPE)
_NEW = ref_code(RefKind.NEW)
_NOTHING = -1


class FoundReferences(NamedTuple):
    """References as columns, numbers in the order of this machine: `byte` is where the last name stands, `start` where
    the text does."""

    kind: bytes
    text: bytes
    byte: bytes
    start: bytes


class Reading(NamedTuple):
    """How the text of a reference is told, in one file."""

    named: Callable[[bytes], tuple[int, int]]
    """A text's chain: its number among the file's texts, and how many bytes its last name has."""
    typed: Callable[[bytes], int]
    """The number of a written type."""
    counted: Callable[[bytes], tuple[bytes, int]]
    """A type and the number of types it is made with instead of these, and how long these are."""


def columns(
    references: bytes, source: bytes, numbers: dict[str, int], named: Callable[[bytes], tuple[int, int]],
    typed: Callable[[bytes], int], counted: Callable[[bytes], tuple[bytes, int]], one_per_place: bytes,
    whole_type: bytes, type_code: int, made: int,
) -> tuple[bytes, bytes, bytes, bytes]:  # fmt: skip
    """Kind, text, byte and start of the references of a file, in order, the superfluous dropped (`_kept`).

    `numbers` are those of the file's texts, which `named` and `typed` add to.
    """
    kinds, texts, bytes_, starts = bytearray(), array(NUMBER), array(NUMBER), array(NUMBER)
    known: dict[bytes, tuple[int, int]] = {}
    types: dict[bytes, int] = {}
    for start, end, code in _kept(_in_order(references), one_per_place, type_code):
        raw = source[start:end] if end - start <= MAX_NESTED else LONG + source[end - MAX_EXPRESSION : end]
        if code in whole_type:
            number = types.get(raw)
            if number is None:
                number = types[raw] = typed(raw)
            byte = start
        else:
            raw, taken = counted(raw) if code == made and b"<" in raw else (raw, 0)
            found = known.get(raw)
            if found is None:
                found = known[raw] = named(raw)
            number, byte = found[0], max(start, end - found[1] - taken)
        kinds.append(code)
        texts.append(number)
        bytes_.append(byte)
        starts.append(start)
    return bytes(kinds), texts.tobytes(), bytes_.tobytes(), starts.tobytes()


def _kept(
    references: Iterable[tuple[int, int, int]], one_per_place: bytes, type_code: int
) -> Iterator[tuple[int, int, int]]:
    """Without an attribute, type or value that begins where a reference before it begins, and lies inside it, and
    without a type inside of another: the longer text says the same."""
    last_start = last_end = types_end = -1
    for start, end, code in references:
        if start == last_start and end <= last_end:
            if code in one_per_place:
                continue
        else:
            last_start, last_end = start, end
        if code == type_code:
            if start < types_end:
                continue
            types_end = end
        yield start, end, code


def _in_order(references: bytes) -> list[tuple[int, int, int]]:
    """Raw references by where they start, the widest first of those that start together."""
    flat = array(NUMBER, references)
    rows = zip(flat[::_FIELDS], flat[1::_FIELDS], flat[2::_FIELDS], strict=True)
    return sorted(rows, key=lambda row: (row[0], -row[1], row[2]))


def packed(references: Iterable[tuple[int, int, int]]) -> bytes:
    """Raw references as `columns` takes them."""
    return array(NUMBER, [number for row in references for number in row]).tobytes()


def read_references(references: bytes, source: bytes, texts: Texts, *, arities: bool) -> FoundReferences:
    """The references of a file, in order; `arities` where types of one name differ by how many types they take."""
    compiled = quick()
    made = _NEW if arities else _NOTHING
    reading = _reading(texts)
    return FoundReferences(
        *(compiled.columns if compiled else columns)(
            references, source, texts.numbers, *reading, _ONE_PER_PLACE, _WHOLE_TYPE, _TYPE, made
        )
    )


def numbers_of(column: bytes) -> np.ndarray:
    """A column of `FoundReferences` but the first."""
    return np.frombuffer(column, np.dtype(NUMBER))


def _reading(texts: Texts) -> Reading:
    def named(raw: bytes) -> tuple[int, int]:
        chained = chain(raw.decode("utf-8", "replace"))
        tail = chained[max(chained.rfind("."), chained.rfind(":")) + 1 :].partition(ARITY)[0]
        return texts.number(chained), min(len(tail.encode()), len(raw))

    def typed(raw: bytes) -> int:
        return texts.number(type_text(raw.decode("utf-8", "replace")))

    return Reading(named, typed, _counted)


def _counted(raw: bytes) -> tuple[bytes, int]:
    """A type and the number of types it is made with instead of these, `Map<A, List<B>>` as "Map`2"; their length."""
    name, _, taken = raw.partition(b"<")
    depth, count = 0, 1
    for letter in taken.decode("utf-8", "replace"):
        depth += (letter in "<([") - (letter in ">)]")
        count += letter == "," and depth == 0
    return name.rstrip() + f"{ARITY}{count}".encode(), len(raw) - len(name.rstrip())
