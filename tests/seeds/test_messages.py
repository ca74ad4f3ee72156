"""What runtimes say of any fault is nobody's: the names in it are the task's, and every pattern of the list is met."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from seedwalk.config import Asking, Settings
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.seeds.asked import asked
from seedwalk.seeds.understand import understand
from seedwalk.words import messages
from seedwalk.words.messages import told_of_any_fault
from tests.seeds.here import standing

TOLD = [
    ("'NoneType' object has no attribute 'name'", "name"),
    ("'Basket' object has no attribute 'name'", "Basket name"),
    ("module 'shop.till' has no attribute 'open'", "shop.till open"),
    ("'Basket' object is not subscriptable", "Basket"),
    ("'tuple' object does not support item assignment", ""),
    ("object of type 'Basket' has no len()", "Basket"),
    ("unsupported operand type(s) for +: 'NoneType' and 'Price'", "Price"),
    ("IndexError: list index out of range", "IndexError:"),
    ("pop from empty list", ""),
    ("maximum recursion depth exceeded while calling a Python object", ""),
    ("local variable 'total' referenced before assignment", "total"),
    ("cannot access local variable 'total' where it is not associated with a value", "total"),
    ("name 'total' is not defined", "total"),
    ("put() takes 2 positional arguments but 3 were given", "put"),
    ("Basket.__init__() missing 1 required positional argument: 'till'", "Basket.__init__ 'till'"),
    ("put() got an unexpected keyword argument 'goods'", "put() 'goods'"),
    ("dictionary changed size during iteration", ""),
    ("not enough values to unpack (expected 2, got 1)", ""),
    ("invalid literal for int() with base 10: 'x'", ": 'x'"),
    ("cannot import name 'Till' from 'shop'", "Till shop"),
    ("cannot import name 'Till' from partially initialized module 'shop' (most likely due to a circular import)",
     "Till shop"),
    ("No module named 'shop.till'", "shop.till"),
    ("Traceback (most recent call last):", ""),
    ("Cannot read properties of undefined (reading 'data')", "data"),
    ("Cannot read property 'data' of null", "data"),
    ("Cannot set properties of undefined (setting 'data')", "data"),
    ("Cannot destructure property 'id' of 'this.user' as it is undefined", "id this.user"),
    ("undefined is not an object (evaluating 'user.id')", "user.id"),
    ("null is not an object (evaluating 'user.id')", "user.id"),
    ("basket.put is not a function", "basket.put"),
    ("Basket is not a constructor", "Basket"),
    ("Cannot access 'till' before initialization", "till"),
    ("Maximum call stack size exceeded", ""),
    ("Converting circular structure to JSON", ""),
    ("Unexpected token < in JSON at position 0", ""),
    ("Unhandled promise rejection", ""),
    ("Uncaught (in promise) basket", "basket"),
    ("Cannot find module './till'", "./till"),
    ('Cannot invoke "shop.Basket.put()" because "this.basket" is null', "shop.Basket.put() this.basket"),
    ("Index 5 out of bounds for length 5", ""),
    ("class shop.Basket cannot be cast to class shop.Till (shop.Basket is in module app)", "shop.Basket shop.Till"),
    ('Exception in thread "main" till', "till"),
    ("Object reference not set to an instance of an object.", ""),
    ("Value cannot be null. (Parameter 'source')", "source"),
    ("Index was outside the bounds of the array.", ""),
    ("Sequence contains no elements", ""),
    ("Collection was modified; enumeration operation may not execute.", ""),
    ("The given key 'till' was not present in the dictionary.", "till"),
    ("Unable to cast object of type 'Shop.Basket' to type 'Shop.Till'.", "Shop.Basket Shop.Till"),
    ("undefined method `put' for nil:NilClass", "put"),
    ("undefined method 'put' for an instance of Basket", "put Basket"),
    ("undefined local variable or method 'till' for #<Basket:0x0001>", "till Basket"),
    ("uninitialized constant Shop::Till", "Shop::Till"),
    ("wrong number of arguments (given 1, expected 2..3)", ""),
    ("stack level too deep", ""),
    ("no implicit conversion of Basket into String", "Basket String"),
    ("can't modify frozen Basket", "Basket"),
    ("runtime error: invalid memory address or nil pointer dereference", ""),
    ("a nil pointer dereference", "a"),
    ("runtime error: index out of range [5] with length 3", ""),
    ("assignment to entry in nil map", ""),
    ("fatal error: all goroutines are asleep - deadlock!", ""),
    ("send on closed channel", ""),
    ("fatal error: concurrent map writes", ""),
    ("interface conversion: interface {} is nil, not shop.Till", "shop.Till"),
    ("[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]", ""),
    ("thread 'main' panicked at src/till.rs", "src/till.rs"),
    ("called `Option::unwrap()` on a `None` value", ""),
    ("called `Result::unwrap()` on an `Err` value: till", ": till"),
    ("index out of bounds: the len is 0 but the index is 0", ""),
    ("attempt to subtract with overflow", ""),
    ("already mutably borrowed: BorrowError", ""),
    ("note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace", ""),
    ("Segmentation fault (core dumped)", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), TOLD)
def test_the_names_in_a_message_stay(text: str, names: str) -> None:
    assert " ".join(told_of_any_fault(text).split()) == names


def test_every_message_of_the_list_is_tried_here() -> None:
    table = tomllib.loads(Path(messages.__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for language, told in table.items():
        assert told["origin"]
        for entry in told["messages"]:
            pattern = messages._compiled(entry["pattern"])
            met = [text for text, _ in TOLD if entry["sign"] in text.lower() and pattern.search(text)]
            assert met, f"{language}: nothing here is told by {entry['pattern']}"


@pytest.mark.parametrize(
    "text",
    ["add rate limiting to login", "The book is already borrowed", "the index is out of date", "no module named", ""],
)
def test_plain_words_are_left(text: str) -> None:
    assert told_of_any_fault(text) == text


def test_a_long_word_takes_no_longer_than_a_short_one() -> None:
    text = "has no attribute is not a function " + "x" * 20_000
    assert told_of_any_fault(text).endswith("x" * 1000)  # by the bounds of a name: quadratic, it would take minutes


def test_such_words_count_little_and_names_whole() -> None:
    text = "undefined method 'put' for nil"
    said = asked(text, Asking(everyday=1.0), 0.05, told_of_any_fault(text))
    weight = dict(zip(said.spelled, said.weight.tolist(), strict=True))
    assert weight["put"] == 1.0
    assert weight["method"] == Asking().runtime
    assert asked(text, Asking(everyday=1.0, runtime=1.0), 0.05, told_of_any_fault(text)).own.all()


def test_no_name_is_taken_from_them() -> None:
    task = understand("thread 'main' panicked at called `Option::unwrap()` on a `None` value in the basket")
    assert not re.search("unwrap|thread|main", repr(task.keywords))
    assert "basket" in task.keywords.components


def test_the_answer_is_about_the_rest(tmp_path: Path) -> None:
    files = {"a.py": "def main(thread, value): pass\n\n\ndef empty_till(): pass\n"}
    text = "thread 'main' panicked at called `Option::unwrap()` on a `None` value while emptying the till"
    with standing(tmp_path, files, Settings()) as here:
        thought = here.mind.think(here.connection, text, 5)
        assert thought.ranking[0] == here.row("empty_till")
        assert not {"panicked", "unwrap", "thread"} & set(thought.unheard)
    with standing(tmp_path / "off", files, without(Settings(), ["runtime-messages"], MECHANISMS)) as here:
        assert here.mind.settings.asking.runtime == 1.0
