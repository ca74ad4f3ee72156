"""Reading SCIP's protobuf, and its columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.eval.scip import Columns
from seedwalk.eval.scip_format import Document, Encoding, Occurrence, Roles, ScipIndex, UnreadableScip, read_index
from tests.eval import scip_bytes

NUMBERS = st.integers(0, 1 << 30)
OCCURRENCES = st.builds(Occurrence, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.text(), NUMBERS)
DOCUMENTS = st.builds(
    Document, st.text(), st.integers(0, 3), st.lists(OCCURRENCES, max_size=4).map(tuple),
    st.dictionaries(st.text(), st.integers(0, 90), max_size=3),
)  # fmt: skip
INDEXES = st.builds(ScipIndex, st.just("tool 1.2"), st.lists(DOCUMENTS, max_size=3).map(tuple))
HERE = Occurrence(3, 4, 3, 9, "local 1", int(Roles.DEFINITION))


@given(INDEXES)
def test_what_is_written_is_read(made: ScipIndex) -> None:
    assert read_index(scip_bytes.index(made)) == made


def read_or_told(blob: bytes) -> ScipIndex | str:
    try:
        return read_index(blob)
    except UnreadableScip as error:
        return str(error)


@given(INDEXES.filter(lambda made: bool(made.documents)), st.data())
def test_an_index_cut_short_is_told_and_never_a_crash(made: ScipIndex, data: st.DataObject) -> None:
    whole = scip_bytes.index(made)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    found = read_or_told(cut)
    if isinstance(found, str):
        assert found.startswith(f"a file of {len(cut)} bytes is not a whole SCIP index (")
    else:  # cut between two documents
        assert len(found.documents) < len(made.documents)
        assert found.documents == made.documents[: len(found.documents)]


@given(st.binary(max_size=200))
def test_any_bytes_are_an_index_or_are_told(blob: bytes) -> None:
    found = read_or_told(blob)
    assert not isinstance(found, str) or found.endswith("Make it again with the indexer.")


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("short", [True, False])
def test_a_range_is_read_however_it_is_written(short: bool, packed: bool) -> None:
    made = Document("a.py", 0, (HERE,), {})
    written = scip_bytes.document(made, [scip_bytes.occurrence(HERE, short=short, packed=packed)])
    assert read_index(scip_bytes.field(2, written)).documents == (made,)


@pytest.mark.parametrize(
    "unknown",
    [
        scip_bytes.field(99, 1 << 40),
        scip_bytes.field(99, b"some message"),
        scip_bytes.varint(99 << 3 | scip_bytes.FIXED32) + b"four",
        scip_bytes.varint(99 << 3 | scip_bytes.FIXED64) + b"eightful",
    ],
)
def test_fields_of_a_newer_format_are_stepped_over(unknown: bytes) -> None:
    made = ScipIndex("tool 1", (Document("a.py", 2, (HERE,), {"local 1": 17}),))
    inner = unknown + scip_bytes.occurrence(HERE) + unknown
    document = unknown + scip_bytes.document(made.documents[0], [inner]) + unknown
    header = scip_bytes.index(ScipIndex("tool 1", ()))
    assert read_index(unknown + header + scip_bytes.field(2, document) + unknown) == made


LINE = 'x = "ä𝄞" + f()'


@pytest.mark.parametrize(
    ("encoding", "column"),
    [(Encoding.UTF8, 15), (Encoding.UTF16, 12), (Encoding.UTF32, 11), (Encoding.UNSPECIFIED, 12), (77, 12)],
)
def test_columns_are_counted_in_the_units_of_the_document(encoding: int, column: int) -> None:
    text = f"# first\n{LINE}\nlast".encode()
    assert Columns(text, encoding).byte(1, column) == text.index(b"f()")


@given(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])), st.text())
def test_a_column_leads_back_to_the_byte_it_was_made_from(before: str, after: str) -> None:
    text = f"\n{before}{after}".encode("utf-8", "replace")
    units = {Encoding.UTF8: "utf-8", Encoding.UTF16: "utf-16-le", Encoding.UTF32: "utf-32-le"}
    widths = {Encoding.UTF8: 1, Encoding.UTF16: 2, Encoding.UTF32: 4}
    for encoding, name in units.items():
        column = len(before.encode(name)) // widths[encoding]
        assert Columns(text, encoding).byte(1, column) == 1 + len(before.encode())


@pytest.mark.parametrize(
    ("line", "column", "byte"),
    [(0, 3, 3), (0, 4, None), (1, 0, 4), (1, 1, None), (1, 2, 8), (1, 4, 12), (1, 9, None), (2, 0, None)],
)
def test_a_column_past_its_line_or_inside_a_character_is_none(line: int, column: int, byte: int | None) -> None:
    assert Columns("abc\n𝄞𝄞".encode(), Encoding.UTF16).byte(line, column) == byte
