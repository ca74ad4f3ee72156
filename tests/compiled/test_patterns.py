"""The compiled part's queries find in its trees what tree-sitter's find, in the same order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Query, QueryCursor

from seedwalk.extract import extract, grammar
from seedwalk.extract.grammar import MAX_TREE_DEPTH, Grammar, _cursor, _is_found
from seedwalk.extract.patterns import Unknown, Words, compile_patterns
from seedwalk.languages import NAMES, language_of, spec_of
from seedwalk.languages.spec import Dialect
from tests.compiled.conftest import plainly
from tests.compiled.flattened import copied, flattened, language, own, parser, patterns, wheel
from tests.compiled.test_nodes import dialect_for
from tests.compiled.test_whole import FILES

MIXED = Path(__file__).parent.parent / "mixed"
EVERY = [*FILES, *(path for path in sorted(MIXED.rglob("*")) if path.is_file() and language_of(path.name) in NAMES)]
PLACES = st.integers(0, 3000)


def told(matches: list[tuple[int, dict[str, list[Any]]]]) -> list[tuple[int, list[tuple[str, list[Any]]]]]:
    def span(node: Any) -> tuple[str, int, int]:
        return node.type, node.start_byte, node.end_byte

    return [(pattern, [(name, [*map(span, found)]) for name, found in nodes.items()]) for pattern, nodes in matches]


def assert_same(dialect: Dialect, source: bytes) -> bool:
    """Whether there was something to compare: what is doubtful is left to tree-sitter."""
    tree = flattened(dialect, source)
    found = patterns(dialect).matches(tree.root_node if tree is not None else copied(dialect, source))
    if found is None:
        return False
    assert told(found) == told(_cursor(dialect).matches(parser(dialect).parse(source).root_node))
    return True


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_an_example_has_the_same_matches(quick: Any, path: Path) -> None:
    if not assert_same(dialect_for(path), path.read_bytes()):
        pytest.skip("tree-sitter reads it: it is doubtful")


@given(path=st.sampled_from(EVERY), cut=st.tuples(PLACES, PLACES))
def test_lines_left_out_change_nothing_about_that(quick: Any, path: Path, cut: tuple[int, int]) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    start, end = sorted(place % (len(lines) + 1) for place in cut)
    assert_same(dialect_for(path), b"".join(lines[:start] + lines[end:]))


@given(path=st.sampled_from(EVERY), line=PLACES, times=st.integers(2, 4))
def test_nor_do_lines_said_again(quick: Any, path: Path, line: int, times: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    place = line % len(lines) if lines else 0
    assert_same(dialect_for(path), b"".join(lines[:place] + lines[place : place + 1] * times + lines[place + 1 :]))


PUT = st.lists(st.sampled_from([*"(){}[]\"'`;,.<=@:", "# c\n", "// c\n", "/* c */"]), max_size=3)


@given(path=st.sampled_from(EVERY), cut=st.tuples(PLACES, st.integers(0, 9)), put=PUT)
def test_nor_do_errors(quick: Any, path: Path, cut: tuple[int, int], put: list[str]) -> None:
    source = path.read_bytes()
    start = cut[0] % (len(source) + 1)
    torn = source[:start].decode("utf-8", "ignore") + "".join(put) + source[start + cut[1] :].decode("utf-8", "ignore")
    assert_same(dialect_for(path), torn.encode())


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_a_file_read_from_such_a_tree_says_the_same(quick: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = language_of(path.name)
    assert named is not None
    with plainly():
        plain = extract(path.name, named, path.read_bytes())
    monkeypatch.setattr(grammar, "_own", own)
    assert extract(path.name, named, path.read_bytes()) == plain


PYTHON, RUBY = spec_of("python").dialects[0], spec_of("ruby").dialects[0]
TORN = b"class a(b:\n    # c\n    x = [b, 'c, (d)\n    d.e(f, = g)\n    return (b\n    def\n"
SOURCE = b"def a(b, c=1, *d):\n    # e\n    # f\n    b.c(d, e=f)\n    return [b, c, (d, b)]\nx = y = 1\nB\n"


@pytest.mark.parametrize(
    "query",
    [
        "(identifier) @a", "(_) @a", "_ @a", "(_ (identifier) @a)", "(_ . (identifier) @a)", "(_ (identifier) @a .)",
        "(_ _ @a . (identifier) @b)", "((comment)+ @a . (expression_statement))", "((comment)* @a . (_) @b)",
        "(list (identifier)* @a (tuple (identifier)? @b))", "(list [(identifier) (tuple)]+ @a)", '"(" @a', '(_ "," @a)',
        "(call function: (_) @f arguments: (_ (identifier)? @a (keyword_argument name: (_) @k)?))",
        "(_ !name) @a", "(function_definition !return_type name: (_) @a) @b", "[(list) (tuple)] @a @b",
        "[(list (identifier) @a) (tuple (identifier) @b)] @c", "(module [(expression_statement (_) @a) (comment) @b])",
        "(parameters [(identifier) @a (default_parameter name: (_) @b) (list_splat_pattern)*])",
        "((identifier) @a . (_) @b)", "((comment) @a . (comment) @b)", "(_ [name: (_) value: (_)] @a)",
        "(call (attribute (identifier)) @a (argument_list (identifier)))", "(_ (_ (_) @a) @b) @c",
        '((identifier) @a (#eq? @a "b"))', '((identifier) @a (#any-of? @a "b" "c"))', '((_) @a (#match? @a "^[a-c]$"))',
        '((identifier) @a (#not-any-of? @a "b" "c"))', '((identifier) @a (#not-eq? @a "b"))',
        '((_ (identifier) @a (identifier) @b) (#eq? @a @b))', '((_ (identifier) @a (_) @b) (#not-eq? @a @b))',
        '((list (identifier)+ @a) (#not-match? @a "c"))', '((argument_list (identifier)* @a) (#match? @a "d"))',
        "(_ [((identifier) @a . \",\") ((identifier) @b . \")\")])", "(_ (identifier)* @a . [(tuple) (integer)]* @b .)",
        "(_ [(identifier)+ @a (comment)* @b] .)",
        "([(expression_statement) (comment)] @a . (return_statement) @b)",
        "([(expression_statement (call)) @a (comment)] . (return_statement) @b)",
    ],
)  # fmt: skip
@pytest.mark.parametrize("source", [SOURCE, TORN, SOURCE + TORN, TORN + SOURCE], ids=["clean", "torn", "last", "first"])
def test_queries_mean_what_tree_sitter_says(quick: Any, query: str, source: bytes) -> None:
    words = Words(*quick.grammar_words(wheel(PYTHON)))
    try:
        program = compile_patterns(query, words)
    except Unknown:
        return
    tree = flattened(PYTHON, source)
    assert (tree is not None) == (source == SOURCE)
    cursor = QueryCursor(Query(language(PYTHON), query))
    cursor.set_max_start_depth(MAX_TREE_DEPTH)
    root = copied(PYTHON, source) if tree is None else tree.root_node
    ours = quick.Patterns(wheel(PYTHON), program, _is_found).matches(root)
    assert told(ours) == told(cursor.matches(parser(PYTHON).parse(source).root_node))


@pytest.mark.parametrize("query", ["((a) (#is? @b))", "(MISSING) @a", "(nothing_so) @a", "(list)?? @a", "{"])
def test_what_is_not_known_is_left_to_tree_sitter(quick: Any, query: str) -> None:
    with pytest.raises(Unknown):
        compile_patterns(query, Words(*quick.grammar_words(wheel(PYTHON))))


def test_so_is_what_the_tree_does_not_tell(quick: Any) -> None:
    """Where `;` stands between statements, the cursor takes each for the last that has one behind it."""
    tree = flattened(RUBY, b"def a; b.c; d.e; end\n")
    assert tree is not None
    assert not patterns(RUBY).find(tree.root_node)


def test_so_is_what_is_nested_too_deep(quick: Any) -> None:
    tree = flattened(PYTHON, b"-" * MAX_TREE_DEPTH + b"a\n")
    assert tree is not None
    assert not patterns(PYTHON).find(tree.root_node)
    assert "nested" in str(extract("a.py", "python", b"-" * (3 * MAX_TREE_DEPTH) + b"a\n"))


def test_a_text_that_is_none_is_left_to_tree_sitter(quick: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    source = b"if \xff:\n    pass\n"
    with plainly():
        plain = extract("a.py", "python", source)
    monkeypatch.setattr(grammar, "_own", own)
    assert extract("a.py", "python", source) == plain


def test_matches_are_read_of_the_tree_they_were_found_in(quick: Any) -> None:
    first, second = (flattened(PYTHON, SOURCE) for _ in range(2))
    assert first is not None
    assert second is not None
    assert patterns(PYTHON).find(first.root_node)
    with pytest.raises(ValueError, match="another tree"):
        patterns(PYTHON).read(second.root_node, b"", {}, (), (), None, ())
    with pytest.raises(TypeError, match="roots"):
        patterns(PYTHON).find(first.root_node.children[0])
    with pytest.raises(TypeError, match="roots"):
        patterns(RUBY).find(first.root_node)


def test_a_query_is_compiled_when_a_file_needs_it(quick: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "_own", own)
    monkeypatch.setattr(grammar, "_cursor", None)
    ready = grammar.grammar_for("python", "a.py")
    assert ready == Grammar(spec_of("python"), PYTHON)
    assert extract("a.py", "python", SOURCE).symbols[1].name == "a"
    assert extract("a.py", "python", SOURCE + TORN).troubles
