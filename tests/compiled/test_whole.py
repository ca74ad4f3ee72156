"""A whole file, read with the compiled part and without it, says the same: examples of every language, also torn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk import compiled
from seedwalk.extract import extract
from seedwalk.graph.outline import outline_of
from seedwalk.indexing.reading import _stored
from seedwalk.languages import language_of
from seedwalk.store.files import ROW_SHIFT
from seedwalk.versions import COMPILED, EXTRACTION, code_digest
from tests.compiled.conftest import plainly

EXAMPLES = Path(__file__).parent.parent / "languages"
FILES = [
    path for path in sorted(EXAMPLES.glob("*/*"))
    if path.is_file() and language_of(path.name) and not path.name.startswith("__")
]  # fmt: skip


def both(path: str, source: bytes) -> tuple[object, object]:
    language = language_of(path)
    assert language is not None

    def told() -> object:
        extracted = extract(path, language, source)
        return extracted, outline_of(path, language, extracted), _stored(extracted.symbols, 1 << ROW_SHIFT)

    with plainly():
        plain = told()
    return told(), plain


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_example_says_the_same_either_way(quick: Any, path: Path) -> None:
    ours, plain = both(path.name, path.read_bytes())
    assert ours == plain


PLACES = st.integers(0, 3000)


@given(path=st.sampled_from(FILES), cut=st.tuples(PLACES, PLACES), put=st.binary(max_size=9))
def test_a_torn_example_does_too(quick: Any, path: Path, cut: tuple[int, int], put: bytes) -> None:
    source = path.read_bytes()
    start, end = sorted(cut)
    torn = (source[:start] + put + source[end:]).decode("utf-8", "replace").replace("\0", "?").encode()
    ours, plain = both(path.name, torn)
    assert ours == plain


def test_a_module_made_from_other_sources_is_not_used(quick: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled.quick.__wrapped__() is quick
    monkeypatch.setattr(quick, "SOURCES", "other")
    assert compiled.quick.__wrapped__() is None


def test_the_switch_leaves_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.SWITCH, "0")
    assert compiled.quick.__wrapped__() is None


def test_an_index_is_made_anew_when_the_sources_of_the_compiled_part_change() -> None:
    others = tuple(place for place in EXTRACTION if place not in COMPILED)
    assert code_digest(EXTRACTION) != code_digest(others)
    assert code_digest(("compiled/base/row.c",)) != code_digest(("compiled/words/blake.c",))
