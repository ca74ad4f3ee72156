"""`seedwalk refs`: who points at a symbol and what it points at, for people and for programs."""

# ruff: noqa: E501 - each row stays on its line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.index.mixed import write

FILES = {
    "shop/base.py": (
        "class Base:\n    def save(self):\n        return check(self)\n\n\ndef check(x):\n    return x\n\n\n"
        "def outer():\n    Base().save()\n\n\ndef far():\n    outer()\n\n\ndef farther():\n    far()\n"
    ),
    "shop/order.py": (
        "from shop.base import Base\n\n\ndef traced(f):\n    return f\n\n\nclass Order(Base):\n    @traced\n"
        "    def save(self):\n        return super().save()\n\n\ndef loose(x):\n    x.unheard_of()\n\n\n"
        "class Rare:\n    def unheard_of(self):\n        pass\n"
    ),
    "shop/twice.py": "def twin():\n    pass\n",
    "other/twice.py": "def twin():\n    pass\n",
    "tests/test_order.py": "from shop.order import Order\n\n\ndef test_save():\n    Order().save()\n",
    "shop/limits.py": "LIMIT = 3\n\n\ndef most():\n    return [LIMIT]\n",
    "web/shape.ts": "export interface Shape { area(): number }\nexport class Circle implements Shape { area() { return 1 } }\n",
}  # fmt: skip


@pytest.fixture
def connected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Run) -> Path:
    root = tmp_path / "repo"
    for path, text in FILES.items():
        write(root, path, text)
    monkeypatch.chdir(root)
    assert here("index", "--quiet").code == 0
    return root


def rows(here: Run, *arguments: str) -> list[dict[str, Any]]:
    done = here("refs", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def short(found: list[dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    return [(row["role"], row["edge"], row["name"], row["provenance"]) for row in found]


def test_rows_say_direction_edge_path_name_line_confidence_and_provenance(connected: Path, here: Run) -> None:
    (first, *_) = rows(here, "check")
    assert first == {
        "direction": "in", "edge": "calls", "path": "shop/base.py", "name": "Base.save", "line": 3, "confidence": 0.9,
        "provenance": "import_resolved", "role": "callers", "kind": "method", "depth": 1, "way": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("Base", [("callers", "calls", "outer", "import_resolved"), ("subclasses", "extends", "Order", "import_resolved")]),
        (
            "Base.save",
            [
                ("callers", "calls", "outer", "type_resolved"), ("callers", "calls", "Order.save", "type_resolved"),
                ("overridden by", "overrides", "Order.save", "derived"), ("callees", "calls", "check", "import_resolved"),
            ],
        ),
        (
            "Order.save",
            [
                ("callers", "calls", "test_save", "type_resolved"), ("tests", "tests", "test_save", "type_resolved"),
                ("decorators", "decorates", "traced", "import_resolved"), ("callees", "calls", "Base.save", "type_resolved"),
                ("overrides", "overrides", "Base.save", "derived"),
            ],
        ),
        ("Order", [
            ("callers", "calls", "test_save", "import_resolved"), ("tests", "tests", "test_save", "import_resolved"),
            ("bases", "extends", "Base", "import_resolved"),
        ]),
        ("Shape", [("implementors", "implements", "Circle", "import_resolved")]),
        ("Circle", [("interfaces", "implements", "Shape", "import_resolved")]),
        ("test_save", [
            ("callees", "calls", "Order", "import_resolved"), ("callees", "calls", "Order.save", "type_resolved"),
            ("subjects", "tests", "Order", "import_resolved"), ("subjects", "tests", "Order.save", "type_resolved"),
        ]),
        ("traced", [("decorates", "decorates", "Order.save", "import_resolved")]),
        ("Rare.unheard_of", [("callers", "calls", "loose", "name_matched")]),
    ],
)  # fmt: skip
def test_every_role_is_named(
    connected: Path, here: Run, asked: str, wanted: list[tuple[str, str, str, str]]
) -> None:
    assert short(rows(here, asked)) == wanted


def test_callers_of_callers_come_with_the_way_and_the_lowest_confidence_on_it(connected: Path, here: Run) -> None:
    found = [row for row in rows(here, "check", "--depth", "4") if row["depth"] > 1]
    by_name = {row["name"]: row for row in found}
    assert by_name["outer"]["way"] == ["outer", "Base.save", "check"]
    assert by_name["far"]["way"] == ["far", "outer", "Base.save", "check"]
    assert (by_name["far"]["depth"], by_name["far"]["confidence"]) == (3, 0.9)
    assert by_name["farther"]["depth"] == 4
    assert {row["direction"] for row in found} == {"in"}
    near = rows(here, "check", "--depth", "2")
    assert "far" not in {row["name"] for row in near}


def test_who_calls_a_constructor_calls_its_type(connected: Path, here: Run) -> None:
    write(connected, "shop/cart.py", "class Cart(dict):\n    def __init__(self, owner):\n        self.owner = owner\n")
    write(connected, "shop/till.py", "from shop.cart import Cart\n\n\ndef fill():\n    return Cart(1)\n\n\ndef pay():\n    fill()\n")
    write(connected, "tests/test_cart.py", "from shop.cart import Cart\n\n\ndef test_owner():\n    assert Cart(2).owner == 2\n")
    assert here("index", "--quiet").code == 0
    found = {(row["role"], row["name"], row["depth"]): row["way"] for row in rows(here, "Cart", "--depth", "2")}
    assert found[("callers", "fill", 1)] == ["fill", "Cart.__init__", "Cart"]
    assert found[("tests", "test_owner", 1)] == ["test_owner", "Cart.__init__", "Cart"]
    assert ("callers", "pay", 2) in found
    told = here("refs", "Cart").out
    assert "shop/till.py:fill  line 5  0.90 import_resolved  through Cart.__init__\n" in told


def test_a_weak_edge_on_the_way_is_what_the_way_is_worth(connected: Path, here: Run) -> None:
    write(connected, "app.py", "from shop.order import loose\n\n\ndef start():\n    loose(1)\n")
    assert here("index", "--quiet").code == 0
    (far,) = [row for row in rows(here, "unheard_of", "--depth", "3") if row["depth"] == 2]
    assert (far["name"], far["confidence"], far["way"]) == ("start", 0.5, ["start", "loose", "Rare.unheard_of"])


def test_all_adds_the_other_kinds(connected: Path, here: Run) -> None:
    assert "inherits" not in {row["edge"] for row in rows(here, "shop/order.py:order")}
    assert {"imports"} <= {row["edge"] for row in rows(here, "shop/order.py:order", "--all")}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["twin"], "twice.py"),
        (["nowhere_at_all"], "nowhere_at_all"),
        (["check", "--depth", "0"], "--depth"),
        (["check", "--depth", "x"], "--depth"),
    ],
)
def test_what_cannot_be_meant_ends_with_2_and_says_why(
    connected: Path, here: Run, arguments: list[str], told: str
) -> None:
    done = here("refs", *arguments)
    assert done.code == 2
    assert told in done.err
    assert done.out == ""


def test_an_ambiguous_name_is_decided_by_its_path(connected: Path, here: Run) -> None:
    assert here("refs", "other/twice.py:twin").code == 0
    assert here("refs", "other/twice.py:1").code == 0


def test_people_read_roles_and_lines(connected: Path, here: Run) -> None:
    done = here("refs", "check", "--depth", "3")
    assert done.out.splitlines()[:2] == ["callers", "  shop/base.py:Base.save  line 3  0.90 import_resolved"]
    assert "callers of callers" in done.out
    assert "through Base.save" in done.out


def test_nothing_to_tell_is_said_beside_the_answer(connected: Path, here: Run) -> None:
    done = here("refs", "other/twice.py:twin")
    assert (done.code, done.out) == (0, "")
    assert "nothing in the index points at" in done.err


def test_a_symbol_that_is_only_mentioned_has_its_mentions_told(connected: Path, here: Run) -> None:
    assert short(rows(here, "LIMIT")) == [("references", "references", "most", "import_resolved")]
