"""The three tiers, phase by phase: what fires, and what must not."""

from __future__ import annotations

import pytest

from seedwalk.config import Understanding
from seedwalk.seeds.keywords import acted_on, words_of
from seedwalk.seeds.understand import understand


def exact(text: str) -> tuple[str, ...]:
    return understand(text).keywords.exact


def compounds(text: str) -> tuple[str, ...]:
    return understand(text).keywords.compounds


def components(text: str) -> tuple[str, ...]:
    return understand(text).keywords.components


def test_the_tiers_of_one_task() -> None:
    found = understand("add a new MCP tool for snapshot diffing").keywords
    assert found.exact == ()
    assert found.compounds == ("McpTool", "mcp_tool", "SnapshotDiffing", "snapshot_diffing")
    assert found.components == ("snapshot", "Snapshot", "diffing", "tool", "mcp")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("hook `before_request` first", ("before_request",)),
        ("`Scaffold.before_request`", ("Scaffold.before_request", "scaffold.before_request")),
        ("`Store::get`", ("Store.get", "store.get")),
        ("`Store#get`", ("Store.get", "store.get")),
        ("`save!` and `empty?`", ("save", "empty?")),
        ("`@property`", ("property",)),
        ("`get_inlines()` and `filter(name=x)`", ("get_inlines", "filter")),
        ("`__init__`", ("__init__",)),
        ("`größe`", ("größe",)),
        ("`Größe`", ("Größe", "größe")),
        ("`a b`", ()),
        ("`x = 1`", ()),
        ("`src/app.py`", ()),
        ("`setup.cfg`", ()),
        ("`404`", ()),
        ("`x`", ()),
        ("``double``", ()),
        ("a ` lonely tick", ()),
        ("`not closed\nhere`", ()),
        ("`" + "a" * 100 + "`", ("a" * 100,)),
        ("`" + "a" * 101 + "`", ()),
    ],
)
def test_only_a_name_in_backticks_is_exact(text: str, names: tuple[str, ...]) -> None:
    assert exact(text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("calling .delete() fails", "delete"),
        ("calling get_inlines() fails", "get_inlines"),
        ("use QuerySet.annotate() there", "QuerySet.annotate"),
        ("use QuerySet.annotate() there", "queryset.annotate"),
        ("see ModelAdmin.get_inlines", "ModelAdmin.get_inlines"),
        ("in django.utils.html.escape", "django.utils.html.escape"),
        ("in app.before_request", "app.before_request"),
        ("the std::fs::read call", "std.fs.read"),
        ("Store#get raises", "Store.get"),
        ("put @app.route on it", "app.route"),
        ("z.object() is slow", "z.object"),
        ("(Foo.bar_baz)", "Foo.bar_baz"),
        ("'Foo.bar_baz',", "Foo.bar_baz"),
    ],
)
def test_a_code_pattern_becomes_a_compound(text: str, name: str) -> None:
    assert name in compounds(text)


@pytest.mark.parametrize(
    "text",
    [
        "e.g. this", "i.e. that", "and so on, etc.", "version 3.9", "version 2.0.1", "v1.2.3", "foo.bar", "the file(s)",
        "class(es)", "if (x)", "if(x)", "while(true)", "see docs.python.org", "on www.example.com", "https://a.b.io/C.d_e",
        "me@mail.example.org", "Node.js", "Vue.js 3", "ASP.NET", "README.md", "App.tsx", "the U.S. and a Ph.D.",
        "crash.Then", "[link](target)", "issue#12", "C# and F#", "a.b",
    ],
)  # fmt: skip
def test_prose_is_no_code_pattern(text: str) -> None:
    assert [name for name in compounds(text) if "." in name or name in {"file", "class", "if", "while", "target"}] == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("add a session store", "session"),
        ("Adding caches", "caches"),
        ("please fix the login", "login"),
        ("How do I register a handler?", "handler"),
        ("fix: crash on start", "crash"),
        ("implement support for streaming", "streaming"),
        ("Fix HTTP client", "client"),
        ("Fix CSRF", "csrf"),
    ],
)
def test_what_the_opening_verb_acts_on_comes_first_with_a_capital_beside_it(text: str, first: str) -> None:
    assert components(text)[:2] == (first, first.capitalize())


@pytest.mark.parametrize("text", ["the login is broken", "sessions expire", "test this. Session breaks", "", "fix it"])
def test_without_an_opening_verb_and_its_noun_nothing_is_promoted(text: str) -> None:
    assert acted_on(words_of(text)) is None


def test_a_compound_that_the_verb_acts_on_leads_the_compounds() -> None:
    found = understand("remove the session_store from LoginView")
    assert found.keywords.compounds == ("session_store", "LoginView")
    assert "session_store" not in found.keywords.components


@pytest.mark.parametrize(
    ("word", "is_compound", "parts"),
    [
        ("before_request", True, ("before", "request")),
        ("beforeRequest", True, ("before", "request")),
        ("HTTPServer", True, ("http", "server")),
        ("MAX_SIZE", True, ("max", "size")),
        ("__call__", True, ("call",)),
        ("URLs", False, ("url",)),
        ("HTTP", False, ("http",)),
        ("IPv6", False, ("ipv6",)),
        ("OAuth2", False, ("oauth2",)),
        ("GraphQL", False, ("graphql",)),
        ("utf8", False, ("utf8",)),
        ("naïve", False, ("naïve",)),
        ("キャッシュ", False, ("キャッシュ",)),
    ],
)
def test_identifiers_split_and_acronyms_and_proper_names_are_words(
    word: str, is_compound: bool, parts: tuple[str, ...]
) -> None:
    assert (word in compounds(f"the {word} here")) is is_compound
    assert set(parts) <= set(components(f"the {word} here"))


@pytest.mark.parametrize("text", ["the of and", "func type var err", "fix adds updating refactored", "a b", "3 42"])
def test_stop_words_chores_letters_and_numbers_are_not_searched_for(text: str) -> None:
    assert not understand(text).searchable


def test_the_deeds_of_programs_are_searched_for() -> None:
    assert {"parse", "delete"} <= set(components("the way to parse or delete headers"))


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("the ctx object", {"ctx", "context"}),
        ("the cfg loader", {"cfg", "config", "configuration"}),
        ("the svc layer", {"svc", "service"}),
        ("reqCtx is wrong", {"req", "request", "ctx", "context"}),
    ],
)
def test_an_abbreviation_brings_what_it_stands_for(text: str, both: set[str]) -> None:
    assert both <= set(components(text))


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("blast radius", ("BlastRadius", "blast_radius")),
        ("transitive callers", ("TransitiveCallers", "transitive_callers")),
        ("case-insensitive headers", ("InsensitiveHeaders", "insensitive_headers")),
        ("blast\nradius", ("BlastRadius", "blast_radius")),
        ('the "blast radius"', ("BlastRadius", "blast_radius")),
        ("HTTP client", ("HttpClient", "http_client")),
        ("url map", ()),
        ("blast of radius", ()),
        ("blast, radius", ()),
        ("blast. Radius", ()),
        ("blast\n\nradius", ()),
        ("blast/radius", ()),
        ("fix radius", ()),
        ("ab radius", ()),
        ("blast 3 radius", ()),
        ("3 radius", ()),
    ],
)
def test_adjacent_words_make_a_compound_in_both_spellings(text: str, made: tuple[str, ...]) -> None:
    assert compounds(text) == made


def test_compounds_of_adjacent_words_keep_the_order_of_the_text() -> None:
    assert compounds("zebra crossing beside apple orchards") == (
        "ZebraCrossing", "zebra_crossing", "AppleOrchards", "apple_orchards",
    )  # fmt: skip


def test_components_end_with_the_shorter_words_and_keep_the_order_of_the_text_among_equals() -> None:
    assert components("zinc rows, gold keys, and platinum") == ("platinum", "zinc", "rows", "gold", "keys")


def test_pasted_code_gives_names_but_no_pairs() -> None:
    task = understand("Login fails\n```python\nsession store\nmake_session(user_name)\n```\n>>> open_door()")
    assert {"make_session", "user_name", "open_door"} <= set(task.keywords.compounds)
    assert "session_store" not in task.keywords.compounds
    assert task.phrases == ("login fails",)


def test_the_number_of_keywords_is_bounded() -> None:
    tuning = Understanding(max_compounds=3, max_components=4)
    found = understand(" ".join(f"name_{chr(97 + n)}x" for n in range(26)), tuning).keywords
    assert found.compounds == ("name_ax", "name_bx", "name_cx")
    assert len(found.components) == 4


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("show quick actions in the menu", ("quick actions",)),
        ("lazy token stream parser", ("lazy token", "token stream", "stream parser")),
        ("the menu of actions, keys", ()),
        ("url map", ("url map",)),
    ],
)
def test_phrases_are_adjacent_words_that_say_something(text: str, phrases: tuple[str, ...]) -> None:
    assert understand(text).phrases == phrases
