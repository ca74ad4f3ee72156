"""Which classes a task speaks of: whole words, any ending, in scope, strong or not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.concepts.classes import Concept, Layer, Match, spellings, stems
from seedwalk.concepts.loader import shipped
from seedwalk.concepts.match import Dictionary, in_scope, matches, usable_targets, verb_before
from seedwalk.config import Concepts
from seedwalk.languages import NAMES
from seedwalk.seeds.understand import understand


def concept(
    name: str = "any.cache", phrases: tuple[str, ...] = ("cache", "cached value"),
    targets: tuple[str, ...] = ("LRUCache",),
    layer: Layer = Layer.UNIVERSAL, languages: tuple[str, ...] = (), framework: str = "", weight: float | None = None,
) -> Concept:  # fmt: skip
    return Concept(name, phrases, targets, layer, "a test", languages, framework, weight)


def told(text: str, *concepts: Concept, tuning: Concepts | None = None) -> list[Match]:
    return matches(understand(text), Dictionary(concepts or (concept(),)), ["python"], ["django"], tuning)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("the cache is stale", ("cache",)),
        ("Caches are stale", ("cache",)),
        ("CACHE", ("cache",)),
        ("a cached value", ("cache", "cached value")),
        ("two cached values of the cache", ("cache", "cached value")),
        ("UserCache is stale", ("cache",)),
        ("in `user_cache`", ("cache",)),
        ("the cached. Value", ("cache",)),
        ("the cached, value", ("cache",)),
        ("cachet and apache", ()),
        ("", ()),
    ],
)
def test_a_phrase_matches_whole_words_with_any_ending(text: str, phrases: tuple[str, ...]) -> None:
    assert tuple(phrase for match in told(text) for phrase in match.phrases) == phrases


@pytest.mark.parametrize(
    ("text", "strong"),
    [
        ("the cache is stale", False),
        ("the cache and the CACHES", False),
        ("a cached value is stale", True),
        ("the memo of a cache", True),
        ("clear the cache", False),
    ],
)
def test_two_phrases_or_one_of_several_words_make_a_match_strong(text: str, strong: bool) -> None:
    (match,) = told(text, concept(phrases=("cache", "cached value", "memo")))
    assert match.strong is strong


@pytest.mark.parametrize(
    ("text", "crossed"),
    [
        ("clear cache", "clear cache"),
        ("clearing the cache", "clearing cache"),
        ("clear out the cache", "clear cache"),
        ("clear out all the caches", None),
        ("clear user cache", None),
        ("clear it. Cache", None),
        ("cache", None),
    ],
)
def test_a_verb_before_a_phrase_is_a_phrase_of_its_own(text: str, crossed: str | None) -> None:
    (match,) = told(text)
    assert match.phrases == (("cache", crossed) if crossed else ("cache",))
    assert told(text, tuning=Concepts(cross_verbs=False))[0].phrases == ("cache",)
    assert told(text, tuning=Concepts(verbs_strengthen=True))[0].strong is (crossed is not None)


def test_a_verb_is_not_looked_for_before_the_first_word() -> None:
    assert verb_before(("cache",), 0, Concepts()) == ""


@pytest.mark.parametrize(
    ("languages", "framework", "counts"),
    [
        ((), "", True),
        (("python",), "", True),
        (("ruby", "python"), "", True),
        (("ruby",), "", False),
        ((), "django", True),
        ((), "rails", False),
        (("ruby",), "django", False),
        (("python",), "rails", False),
    ],
)
def test_a_class_counts_only_in_its_scope(languages: tuple[str, ...], framework: str, counts: bool) -> None:
    scoped = concept(languages=languages, framework=framework)
    assert in_scope(scoped, ["python"], ["django"]) is counts
    assert bool(told("cache", scoped)) is counts


@pytest.mark.parametrize(
    ("layer", "weight"),
    [
        (Layer.REPOSITORY, 1.0), (Layer.UNIVERSAL, 0.8), (Layer.LANGUAGE, 0.8), (Layer.DERIVED, 0.7),
        (Layer.FRAMEWORK, 0.9),
    ],
)  # fmt: skip
def test_the_layer_gives_the_weight_unless_the_class_does(layer: Layer, weight: float) -> None:
    assert told("cache", concept(layer=layer))[0].weight == weight
    assert told("cache", concept(layer=layer, weight=0.25))[0].weight == 0.25


def test_a_setting_changes_the_weight_of_a_layer() -> None:
    assert told("cache", tuning=Concepts(universal=0.3))[0].weight == 0.3


@pytest.mark.parametrize("target", ["get", "run", "ID", "Put", "to_string", "toString", "Main", "hashCode"])
def test_short_and_generic_targets_are_skipped_and_a_class_of_nothing_else_is_silent(target: str) -> None:
    assert usable_targets([target, "LRUCache"], Concepts()) == ("LRUCache",)
    assert told("cache", concept(targets=(target,))) == []


def test_the_heavier_match_comes_first_then_the_longer_then_by_id() -> None:
    found = told(
        "cached value",
        concept("b.short", ("value",)), concept("a.short", ("value",)), concept("z.long", ("cached value",)),
        concept("z.heavy", ("value",), layer=Layer.REPOSITORY),
    )  # fmt: skip
    assert [match.id for match in found] == ["z.heavy", "z.long", "a.short", "b.short"]


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("load_config", ("loadconfig", "load_config")),
        ("LoadConfig", ("loadconfig", "load_config")),
        ("HTTPServer", ("httpserver", "http_server")),
        ("Session", ("session",)),
        ("__enter__", ("enter", "__enter__")),
        ("valid_password?", ("validpassword?", "valid_password", "valid_password?")),
    ],
)
def test_a_target_is_looked_for_in_every_spelling(target: str, names: tuple[str, ...]) -> None:
    assert spellings(target) == names


@given(st.permutations(["retry", "the", "cache", "of", "http", "client", "sessions", "clear", "cached", "value"]))
def test_the_order_of_classes_does_not_change_what_matches(words: list[str]) -> None:
    everything = shipped(NAMES, ())
    task = understand(" ".join(words))
    forward = matches(task, Dictionary(everything), NAMES, ())
    backward = matches(task, Dictionary(reversed(everything)), NAMES, ())
    assert [(match.id, sorted(match.phrases)) for match in forward] == [
        (match.id, sorted(match.phrases)) for match in backward
    ]


@given(st.text(max_size=100))
def test_every_phrase_that_matched_stands_in_the_task(text: str) -> None:
    task = understand(f"retry {text} cache")
    spoken = set(stems(" ".join(task.words)))
    for match in matches(task, Dictionary(shipped(NAMES, ())), NAMES, ()):
        assert all(set(stems(phrase)) <= spoken for phrase in match.phrases)


SAMPLE = ["retry", "http", "client", "the", "cache", "session", "store", ".", "add"]
WORDS = st.lists(st.sampled_from(SAMPLE), max_size=9)


@given(WORDS, WORDS)
def test_more_text_never_takes_a_class_away(one: list[str], two: list[str]) -> None:
    few, more = (
        {match.id for match in matches(understand(text), Dictionary(shipped(NAMES, ())), NAMES, ())}
        for text in (" ".join(one), " ".join([*one, "\n\n", *two]))
    )
    assert few <= more


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_hash_seed_gives_the_same_matches(hash_seed: str) -> None:
    program = (
        "from seedwalk.concepts.match import Dictionary, matches\n"
        "from seedwalk.concepts.loader import shipped\n"
        "from seedwalk.seeds.understand import understand\n"
        "dictionary = Dictionary(shipped(('python', 'go'), ('celery', 'etcd')))\n"
        "task = understand('retry the task after a timeout, clear the session cache and watch keys')\n"
        "found = str(matches(task, dictionary, ('python', 'go'), ('celery', 'etcd')))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": hash_seed}
    line = [sys.executable, "-c", f"{program}\nprint(found, end='')"]
    told = subprocess.run(line, capture_output=True, check=True, text=True, env=environment).stdout
    here: dict[str, str] = {}
    exec(program, here)
    assert told == here["found"]
    assert told.count("Match(") > 3
