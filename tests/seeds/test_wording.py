"""Words, phrases, neighbours in the thesaurus, beginnings of paths, and the parts of what nothing is called."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from seedwalk.config import SEED_FIELDS, Wording
from seedwalk.seeds.phrases import holders, phrases_of
from seedwalk.seeds.ranked import Channel
from seedwalk.seeds.understand import understand
from seedwalk.seeds.wording import path_words
from tests.seeds.here import seed, standing

RADIUS = {
    "a.py": "def compute_blast_radius(): pass\n\n\ndef blast(): pass\n\n\ndef radius_of_blast(): pass\n",
    "b.py": "class Blast:\n    def radius(self): pass\n",
}


def test_a_compound_and_its_words_are_one_phrase() -> None:
    assert phrases_of(understand("BlastRadius is the blast radius, as blast_radius")) == [("blast", "radius")]


def test_words_apart_or_alone_are_no_phrase() -> None:
    assert phrases_of(understand("the blast, and the radius")) == []


def test_a_phrase_counts_where_its_words_stand_together(tmp_path: Path) -> None:
    with standing(tmp_path, RADIUS) as here:
        found = here.told("compute the blast radius")[Channel.PHRASE]
        assert here.names(found) == ["compute_blast_radius", "Blast.radius"]


def test_a_phrase_is_worth_what_a_word_as_rare_is_worth(tmp_path: Path) -> None:
    """One row in its name, one across its scopes: idf = ln(1 + (N - 2 + 0.5) / 2.5), tf the weight of the field."""
    with standing(tmp_path, RADIUS) as here:
        rows, values = holders(("blast", "radius"), here.question("blast radius"), here.mind.ground)
        assert rows.tolist() == [here.row("compute_blast_radius"), here.row("Blast.radius")]
        inside, around = values
        idf = math.log1p((here.mind.words.symbols - 2 + 0.5) / 2.5)
    name, qualified, k1 = SEED_FIELDS.weights[0], SEED_FIELDS.weights[1], SEED_FIELDS.k1
    assert inside == pytest.approx(idf * name / (k1 + name))
    assert around == pytest.approx(idf * qualified / (k1 + qualified))


def test_a_word_finds_its_neighbours_in_the_thesaurus(tmp_path: Path) -> None:
    files = {"a.py": "class EventSubscriber: pass\n\n\nclass Basket: pass\n"}
    with standing(tmp_path, files) as here:
        assert here.named("a slow consumer", Channel.LEXICAL) == ["EventSubscriber"]
    with standing(tmp_path / "plain", files, seed("thesaurus")) as here:
        assert here.named("a slow consumer", Channel.LEXICAL) == []


def test_a_word_that_begins_a_part_of_the_path_finds_what_lies_there(tmp_path: Path) -> None:
    files = {"db/migrations/base.py": "class Operation: pass\n", "db/fields.py": "class Field: pass\n"}
    with standing(tmp_path, files) as here:
        assert here.named("a migration hangs", Channel.LEXICAL) == ["Operation"]
    with standing(tmp_path / "short", {"dbx/base.py": "class Operation: pass\n"}) as here:
        assert here.named("a db hangs", Channel.LEXICAL) == []


def test_a_compound_that_nothing_is_called_is_looked_for_by_its_parts(tmp_path: Path) -> None:
    files = {"a.py": "def inlines_for(): pass\n\n\ndef get_other(): pass\n\n\ndef unrelated(): pass\n"}
    text = "`Admin.get_inlines` fails"
    with standing(tmp_path, files) as here:
        with_parts = here.told(text)[Channel.LEXICAL]
        assert here.names(with_parts)[0] == "inlines_for"
    with standing(tmp_path / "plain", files, seed("fallback")) as here:
        without_parts = here.told(text)[Channel.LEXICAL]
    assert with_parts.values[0] > without_parts.values[0]


def test_a_compound_that_is_there_is_not_taken_apart(tmp_path: Path) -> None:
    files = {"a.py": "def get_inlines(): pass\n\n\ndef inlines_for(): pass\n"}
    with standing(tmp_path, files) as here, standing(tmp_path / "plain", files, seed("fallback")) as plain:
        text = "`Admin.get_inlines` fails"
        assert here.told(text)[Channel.LEXICAL].values.tolist() == plain.told(text)[Channel.LEXICAL].values.tolist()


def test_words_of_paths_are_long_and_tell_something() -> None:
    assert path_words(understand("fix the new migration of an app, with the ORM"), 4) == ("migration",)


def test_no_more_are_named_than_the_limit(tmp_path: Path) -> None:
    files = {"a.py": "\n\n\n".join(f"def charge_{n}(): pass" for n in range(50)) + "\n"}
    settings = replace(seed(), wording=replace(Wording(), limit=9))
    with standing(tmp_path, files, settings) as here:
        assert len(here.told("charge it")[Channel.LEXICAL]) == 9
