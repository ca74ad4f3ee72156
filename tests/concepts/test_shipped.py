"""The shipped knowledge itself: every class and cluster is whole, and frameworks are seen by what is imported."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from seedwalk.concepts import loader
from seedwalk.concepts.classes import Concept, Layer, spellings
from seedwalk.concepts.frameworks import frameworks, present
from seedwalk.concepts.match import Dictionary, matches, usable_targets
from seedwalk.concepts.thesaurus import clusters, related
from seedwalk.config import Concepts
from seedwalk.languages import NAMES
from seedwalk.seeds.understand import understand
from seedwalk.text import stem

EVERY = [(file.name, concept) for file in loader.every_file() for concept in loader.parse_file(file)]
DATA = files("seedwalk.concepts") / "data"


def test_every_class_has_an_id_of_its_own() -> None:
    ids = [concept.id for _, concept in EVERY]
    assert len(ids) > 500
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("layer", [Layer.UNIVERSAL, Layer.LANGUAGE, Layer.FRAMEWORK])
def test_every_class_has_phrases_targets_and_an_origin(layer: Layer) -> None:
    mine = [concept for _, concept in EVERY if concept.layer is layer]
    assert len(mine) > 50
    assert [concept.id for concept in mine if not (concept.phrases and concept.targets and concept.origin)] == []


def test_no_target_is_generic_or_given_twice_in_two_spellings() -> None:
    def twice(concept: Concept) -> bool:
        names = [spellings(target)[0] for target in concept.targets]
        return len(names) > len(set(names))

    assert [concept.id for _, concept in EVERY if usable_targets(concept.targets, Concepts()) != concept.targets] == []
    assert [concept.id for _, concept in EVERY if twice(concept)] == []


def test_every_phrase_is_found_in_itself() -> None:
    for _, concept in EVERY:
        dictionary = Dictionary([concept])
        for phrase in concept.phrases:
            found = matches(understand(phrase), dictionary, NAMES, [concept.framework])
            assert [match.id for match in found] == [concept.id], phrase


def test_only_the_files_in_scope_are_read() -> None:
    python = loader.shipped(("python",), ("celery",))
    assert {concept.framework for concept in python} == {"", "celery"}
    assert {language for concept in python for language in concept.languages} == {"python"}
    assert "es.events" in {concept.id for concept in loader.shipped(("typescript",), ())}
    assert {concept.layer for concept in loader.shipped((), ())} == {Layer.UNIVERSAL}


def test_every_file_of_a_framework_is_listed_and_the_reverse() -> None:
    there = {entry.name.removesuffix(".toml") for entry in (DATA / "frameworks").iterdir()}
    assert there == {known.id for known in frameworks()}
    languages = {entry.name.removesuffix(".toml") for entry in (DATA / "languages").iterdir()}
    assert languages <= {*NAMES, "ecmascript"}


@pytest.mark.parametrize(
    ("package", "framework"),
    [
        ("celery", "celery"), ("celery.app.base.Celery", "celery"), ("django", "django"),
        ("django.db.models", "django"), ("djangorestframework", None), ("github.com/labstack/echo/v4", "echo"),
        ("github.com.labstack.echo.v4.New", "echo"), ("github.com/labstack/gommon", None), ("actix_web::web", "actix"),
        ("@nestjs/common", "nest"), ("nestjs", None), ("org.springframework.boot.SpringApplication", "spring"),
        ("org", None), ("FluentValidation.Results", "fluentvalidation"), ("Microsoft", None), ("react", "react"),
        ("react-router", None), ("", None), ("::", None),
    ],
)  # fmt: skip
def test_a_framework_is_seen_by_what_is_imported(package: str, framework: str | None) -> None:
    assert present([package]) == ((framework,) if framework else ())


@pytest.mark.parametrize(
    ("path", "framework"),
    [
        ("src/click/decorators.py", "click"), ("click/decorators.py", "click"), ("doubleclick/decorators.py", None),
        ("echo.go", "echo"), ("cmd/echo.go", None), ("lib/sinatra/base.rb", "sinatra"),
        ("packages/zod/src/index.ts", "zod"), ("apps/packages/zod/index.ts", None),
    ],
)  # fmt: skip
def test_a_frameworks_own_repository_is_seen_by_its_files(path: str, framework: str | None) -> None:
    assert present([], [path]) == ((framework,) if framework else ())


def test_frameworks_come_in_one_order_however_they_are_seen() -> None:
    packages = ["serde", "click", "react"]
    assert present(packages) == present(reversed(packages)) == ("click", "react", "serde")


def test_data_files_say_where_they_come_from() -> None:
    for name in ("thesaurus.toml", "generic.toml", "frameworks.toml"):
        assert tomllib.loads((DATA / name).read_text(encoding="utf-8"))["origin"]


def test_there_are_about_eighty_clusters_of_words_that_differ() -> None:
    assert 70 <= len(clusters()) <= 100
    for name, words in clusters().items():
        assert len(words) > 1, name
        assert name in words
        assert len({stem(word) for word in words}) == len(words), name
        assert all(word == word.lower() and word.isalpha() for word in words), name


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["consumer"], {"consumer": ("subscriber", "listener", "receiver")}),
        (["consumers"], {"consumers": ("subscriber", "listener", "receiver")}),
        (["zebra"], {}),
        ([], {}),
    ],
)
def test_the_thesaurus_gives_the_other_words_of_a_cluster(words: list[str], found: dict[str, tuple[str, ...]]) -> None:
    assert related(words) == found


def test_a_word_already_asked_for_is_not_given_again() -> None:
    assert related(["mutex", "lock"]) == {
        "mutex": ("semaphore", "latch", "monitor"), "lock": ("semaphore", "latch", "monitor"),
    }  # fmt: skip
