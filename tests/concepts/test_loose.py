"""Classes that a task nearly speaks of: shared words tell by how few classes have them."""

from __future__ import annotations

from seedwalk.concepts.classes import Concept, Layer
from seedwalk.concepts.loose import Texts


def concept(named: str, *phrases: str) -> Concept:
    return Concept(named, phrases, ("Target",), Layer.REPOSITORY, "test")


def near(texts: Texts, task: str, least: int = 2, most: int = 3) -> list[tuple[str, float]]:
    return [(one.concept.id, round(one.share, 3)) for one in texts.near(task.split(), least, most)]


CREW = concept("crew", "worker processes", "parallel reading", "crash of a worker")
LOCK = concept("lock", "two processes at once", "lock file")
WALK = concept("walk", "random walk", "page rank")


def test_the_class_that_shares_most_comes_first() -> None:
    texts = Texts([CREW, LOCK, WALK])
    found = near(texts, "restart worker processes after a crash and keep the lock")
    assert [name for name, _ in found] == ["crew", "lock"]
    assert found[0][1] == 1.0
    assert 0 < found[1][1] < 1


def test_one_shared_word_is_anybodys() -> None:
    texts = Texts([CREW, LOCK, WALK])
    assert near(texts, "the worker sleeps") == []
    assert near(texts, "the worker sleeps", least=1) == [("crew", 1.0)]


def test_endings_and_order_do_not_matter_and_stop_words_do_not_count() -> None:
    texts = Texts([CREW])
    assert near(texts, "process of workers") == [("crew", 1.0)]
    assert near(texts, "of a of a") == []


def test_a_word_of_many_classes_tells_less() -> None:
    many = [concept(f"c{number}", "common word") for number in range(5)]
    texts = Texts([*many, concept("rare", "rare word")])
    assert near(texts, "rare common word")[0][0] == "rare"


def test_at_most_so_many_and_equals_keep_their_order() -> None:
    texts = Texts([concept(f"c{number}", "common word") for number in range(5)])
    assert near(texts, "common word", most=2) == [("c0", 1.0), ("c1", 1.0)]


def test_no_class_no_word() -> None:
    assert near(Texts([]), "any thing") == []
    assert near(Texts([CREW]), "") == []
