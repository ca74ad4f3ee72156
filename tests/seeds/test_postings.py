"""Terms weighed all at once give what the formula gives, worked out row by row: dead files, several segments, paths."""

from __future__ import annotations

from math import log1p

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.config import Lexical
from seedwalk.store.lexical import LexicalIndex, Segment, empty, merge
from seedwalk.store.postings import BODY, FILE_FIELDS, NAME, SYMBOL_FIELDS

FIELDS = SYMBOL_FIELDS + FILE_FIELDS
TERMS = (3, 5, 9, 12)
TUNING = Lexical()
Words = dict[tuple[int, int], int]
"""How often a term stands in a field: (term, field) -> times."""
File = tuple[Words, list[Words], bool]
"""The words of a file's own fields, those of its symbols, and whether it is alive."""


def words(fields: range) -> st.SearchStrategy[Words]:
    return st.dictionaries(st.tuples(st.sampled_from(TERMS), st.sampled_from(fields)), st.integers(1, 4), max_size=6)


symbols_inside = st.lists(words(range(SYMBOL_FIELDS)), min_size=1, max_size=3)
files = st.lists(st.tuples(words(range(SYMBOL_FIELDS, FIELDS)), symbols_inside, st.booleans()), max_size=4)


def segment(drawn: list[File], first: int) -> Segment:
    """The files as a segment; ids are numbered from `first`."""
    symbols = [symbol for _, inside, _ in drawn for symbol in inside]
    posted = sorted(
        [(term, row, field, times) for row, symbol in enumerate(symbols) for (term, field), times in symbol.items()]
        + [(term, len(symbols) + at, field, times)
           for at, (own, _, _) in enumerate(drawn) for (term, field), times in own.items()]
    )  # fmt: skip
    terms = sorted({term for term, *_ in posted})
    columns = np.array(posted, np.int64).reshape(-1, 4).T
    return Segment(
        np.arange(first, first + len(drawn)), np.cumsum([0, *(len(inside) for _, inside, _ in drawn)]),
        np.arange(len(symbols)) + 100 * first, _lengths(symbols, range(SYMBOL_FIELDS)),
        _lengths([own for own, _, _ in drawn], range(SYMBOL_FIELDS, FIELDS)), np.array(terms, "<u8"),
        np.searchsorted(columns[0], [*terms, 99]),
        np.where(columns[1] < len(symbols), columns[1], columns[1] - len(symbols)).astype("<u4"),
        columns[2].astype("u1"), columns[3].astype("u1"), b"\n".join(str(term).encode() for term in terms),
    )  # fmt: skip


def _lengths(rows: list[Words], fields: range) -> np.ndarray:
    found = [[sum(times for (_, at), times in row.items() if at == field) for field in fields] for row in rows]
    return np.array(found, "<u4").reshape(-1, len(fields))


def by_hand(drawn: list[File], asked: tuple[int, ...]) -> list[float]:
    """The formula of `store/lexical.py`, symbol by symbol; 0 for those of dead files."""
    alive = [(own, symbol) for own, inside, lives in drawn if lives for symbol in inside]
    living_files = [own for own, _, lives in drawn if lives]
    average = [
        _mean([symbol for _, symbol in alive] if field < SYMBOL_FIELDS else living_files, field)
        for field in range(FIELDS)
    ]

    def frequency(term: int, own: Words, symbol: Words) -> float:
        found = 0.0
        for (said, field), times in [*symbol.items(), *own.items()]:
            if said == term:
                length = sum(n for (_, at), n in (symbol if field < SYMBOL_FIELDS else own).items() if at == field)
                b = TUNING.b[field]
                found += TUNING.weights[field] * times / (1 - b + b * length / average[field])
        return found

    scores = {id(symbol): 0.0 for _, inside, _ in drawn for symbol in inside}
    for term in asked:
        having = sum(any(said == term for said, _ in symbol) for _, symbol in alive)
        having = having or sum(frequency(term, own, symbol) > 0 for own, symbol in alive)
        idf = log1p((len(alive) - having + 0.5) / (having + 0.5))
        for own, symbol in alive:
            often = frequency(term, own, symbol)
            scores[id(symbol)] += idf * often / (TUNING.k1 + often)
    return [scores[id(symbol)] for _, inside, _ in drawn for symbol in inside]


def files_by_hand(drawn: list[File], asked: list[int], telling: list[float]) -> list[float]:
    """Every file as one text, by the formula of `LexicalIndex.whole`; the score of each symbol's file."""
    cut, b = range(SYMBOL_FIELDS), TUNING.b[BODY]

    def length(inside: list[Words]) -> float:
        return sum(TUNING.weights[at] * times for symbol in inside for (_, at), times in symbol.items() if at in cut)

    worded = [length(inside) for _, inside, lives in drawn if lives and length(inside)]
    average = sum(worded) / len(worded) if worded else 1.0
    scores = []
    for own, inside, lives in drawn:
        score = 0.0
        for term, told in zip(asked, telling, strict=True):
            said = [(at, times) for words in (own, *inside) for (one, at), times in words.items() if one == term]
            often = sum(TUNING.weights[at] * times for at, times in said) / (1 - b + b * length(inside) / average)
            score += told * often / (TUNING.k1 + often)
        scores += [score if lives else 0.0] * len(inside)
    return scores


def _mean(rows: list[Words], field: int) -> float:
    lengths = [sum(times for (_, at), times in row.items() if at == field) for row in rows]
    held = [length for length in lengths if length]
    return max(sum(held) / max(len(held), 1), 1.0)


def index(*groups: list[File]) -> LexicalIndex:
    return LexicalIndex([
        (segment(drawn, first=10 * (at + 1)), np.array([lives for *_, lives in drawn], bool))
        for at, drawn in enumerate(groups)
    ])  # fmt: skip


@given(files, files, st.lists(st.sampled_from([*TERMS, 77]), unique=True, max_size=4))
def test_all_terms_at_once_give_the_formula(first: list[File], second: list[File], asked: list[int]) -> None:
    found = index(first, second)
    wanted = by_hand([*first, *second], tuple(asked))
    assert found.scores(asked, TUNING) == pytest.approx(wanted)
    told = found.weigh(asked, TUNING, dict.fromkeys(asked, 1.0))
    share = sum(found.weigh([term], TUNING, {term: 1.0}).fit for term in asked) if asked else told.fit
    assert told.fit == pytest.approx(share)


@given(files, files, st.lists(st.sampled_from([*TERMS, 77]), unique=True, max_size=4))
def test_a_file_is_scored_as_one_text_of_its_symbols(first: list[File], second: list[File], asked: list[int]) -> None:
    telling = [1.0 + place for place in range(len(asked))]
    words = index(first, second)
    found = words.whole(asked, TUNING, np.array(telling))[words.file]
    assert found == pytest.approx(files_by_hand([*first, *second], asked, telling))


@given(files, files, st.lists(st.sampled_from(TERMS), unique=True, min_size=1, max_size=4))
def test_merged_segments_say_the_same(first: list[File], second: list[File], asked: list[int]) -> None:
    groups = (first, second)
    alive = [np.array([lives for *_, lives in drawn], bool) for drawn in groups]
    whole = merge([segment(drawn, 10 * (at + 1)) for at, drawn in enumerate(groups)], alive)
    merged, apart = LexicalIndex([(whole, np.ones(len(whole.file_ids), bool))]), index(*groups)
    assert merged.scores(asked, TUNING) == pytest.approx(apart.scores(asked, TUNING)[apart.alive])
    assert merged.covered(asked).dense == pytest.approx(apart.covered(asked).dense[apart.alive])
    telling = np.ones(len(asked))
    told, parts = merged.whole(asked, TUNING, telling), apart.whole(asked, TUNING, telling)
    assert told[merged.file] == pytest.approx(parts[apart.file][apart.alive])
    assert merged.held(asked, TUNING)[1] == pytest.approx(apart.held(asked, TUNING)[1][apart.alive])


@given(files, st.lists(st.sampled_from(TERMS), unique=True, min_size=1, max_size=4))
def test_what_a_row_holds_and_covers_is_counted_by_term(drawn: list[File], asked: list[int]) -> None:
    found = index(drawn)
    rows = [(own, symbol, lives) for own, inside, lives in drawn for symbol in inside]
    _, held, named = found.held(asked, TUNING)
    idf = dict(zip(asked, found.weigh(asked, TUNING).telling, strict=True))
    whole = sum(idf.values())
    for at, (own, symbol, lives) in enumerate(rows):
        said = {term for term, _ in (*symbol, *own)} if lives else set()
        assert held[at] == pytest.approx(sum(idf[term] for term in asked if term in said) / whole)
        in_name = {term for term, field in symbol if field < 2} if lives else set()
        assert named[at] == pytest.approx(sum(idf[term] for term in asked if term in in_name) / whole)
        length = sum(times for (_, field), times in symbol.items() if field == NAME)
        spoken = sum(times for (term, field), times in symbol.items() if field == NAME and term in asked)
        assert found.covered(asked).dense[at] == pytest.approx(spoken / max(length, 1) if lives else 0.0)


def test_an_empty_index_has_no_rows() -> None:
    nothing = LexicalIndex([(empty(), np.zeros(0, bool))])
    assert nothing.weigh([3], TUNING, {3: 1.0}).strength(5) == 0.0
    assert len(nothing.scores([3], TUNING)) == len(nothing.covered([3]).dense) == 0
    assert len(nothing.whole([3], TUNING, np.ones(1))) == 0
