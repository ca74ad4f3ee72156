"""Documents name code: what is said between backticks, in roles and directives, in links and samples."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from seedwalk.config import Declared
from seedwalk.extract import extract
from seedwalk.model import EdgeKind, Kind, Saying
from tests.conftest import Command
from tests.graph.small import edges, pairs, tree
from tests.trees import put

SURE = Declared()
CODE = {
    "src/shop/orders.py": (
        "class Order(Record):\n    def total(self):\n        return 1\n\n"
        "class Record:\n    def save_all(self):\n        return 2\n\n"
        "def price_list():\n    return 3\n\ndef build():\n    return 4\n"
    ),
    "src/shop/__init__.py": "from shop.orders import Order\n",
    "src/shop/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
    "src/shop/deep/cart.py": "class Basket:\n    size = 1\n",
    "go/store/store.go": "package store\n\ntype Base struct{ size int }\n\nfunc (b *Base) ReadAll() {}\n",
    "tests/test_orders.py": "def price_list():\n    pass\n\ndef only_in_tests():\n    pass\n",
}
ORDERS = "src/shop/orders.py"


def named_by(root: Path, text: str, path: str = "docs/guide.md") -> dict[str, float]:
    """What one document names, with confidence."""
    repository = tree(root, {**CODE, path: text})
    return {target: sure for (_, target), sure in edges(repository, EdgeKind.DOCUMENTS).items()}


@pytest.mark.parametrize(
    ("text", "target", "sure"),
    [
        ("`Order.total`", f"{ORDERS}:Order.total", SURE.qualified),
        ("`Order.total()` adds up", f"{ORDERS}:Order.total", SURE.qualified),
        ("``Order#total``", f"{ORDERS}:Order.total", SURE.qualified),
        ("`shop.orders.Order`", f"{ORDERS}:Order", SURE.qualified),
        ("`shop.orders.Order.total`", f"{ORDERS}:Order.total", SURE.qualified),
        ("`shop.Order`", f"{ORDERS}:Order", SURE.qualified),
        ("`store.Base`", "go/store/store.go:Base", SURE.qualified),
        ("`Base.ReadAll`", "go/store/store.go:Base.ReadAll", SURE.qualified),
        ("`Order.save_all`", f"{ORDERS}:Record.save_all", SURE.inherited),
        ("`price_list`", f"{ORDERS}:price_list", SURE.worded),
        ("`price_list()`", f"{ORDERS}:price_list", SURE.lone),
        ("`ReadAll`", "go/store/store.go:Base.ReadAll", SURE.worded),
        ("`Basket`", "src/shop/deep/cart.py:Basket", SURE.worded),
        ("`build()`", f"{ORDERS}:build", SURE.lone),
        ("`src/shop/orders.py`", f"{ORDERS}:orders", SURE.file),
        ("[the orders](../src/shop/orders.py#L3)", f"{ORDERS}:orders", SURE.file),
        ("`shop/orders.py`", f"{ORDERS}:orders", SURE.tail),
        ("`orders.py`", f"{ORDERS}:orders", SURE.worded),
        ("`shop.orders`", f"{ORDERS}:orders", SURE.file),
        ("```python\nx = price_list()\n```", f"{ORDERS}:price_list", SURE.sample),
        ("```\nshop.orders.build()\n```", f"{ORDERS}:build", SURE.sample),
    ],
)
def test_a_document_names(tmp_path: Path, text: str, target: str, sure: float) -> None:
    assert named_by(tmp_path / "t", f"# Guide\n\n{text}\n") == {target: sure}


@pytest.mark.parametrize(
    "text",
    [
        "`total`, which two types have",
        "`total()`",
        "`build`, a word of every day",
        "`cart.py`, which two folders hold",
        "`only_in_tests`",
        "`os.path.join` and `json.build`",
        "`app.total`",
        "`size`, a field",
        "`Order total`",
        "price_list without backticks",
        "`../../outside/orders.py`",
        "`--price_list`",
        "[site](https://example.org/src/shop/orders.py)",
        "```bash\nprice_list()\n```",
        "```python\ndef price_list():\n```",
        "```\nbuild()\n```",
    ],
)
def test_a_document_does_not_name(tmp_path: Path, text: str) -> None:
    assert named_by(tmp_path / "t", f"# Guide\n\n{text}\n") == {}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (":class:`Basket` holds", "src/shop/deep/cart.py:Basket"),
        (":py:meth:`~shop.orders.Order.total`", f"{ORDERS}:Order.total"),
        (":func:`the list <price_list>`", f"{ORDERS}:price_list"),
        (":func:`build`", f"{ORDERS}:build"),
        (":mod:`shop.orders`", f"{ORDERS}:orders"),
        ("``price_list``", f"{ORDERS}:price_list"),
        (".. autoclass:: shop.Order", f"{ORDERS}:Order"),
        (".. class:: Cart\n\n   .. method:: total(x)", "src/shop/cart.py:Cart.total"),
        (".. code-block:: python\n\n   price_list()\n\nend", f"{ORDERS}:price_list"),
        ("Then::\n\n    price_list()\n", f"{ORDERS}:price_list"),
    ],
)
def test_restructured_text_names(tmp_path: Path, text: str, target: str) -> None:
    assert target in named_by(tmp_path / "t", f"Guide\n=====\n\n{text}\n", "docs/guide.rst")


def test_a_role_that_is_no_code_and_a_shell_block_name_nothing(tmp_path: Path) -> None:
    text = "Guide\n=====\n\n:ref:`price_list` and :doc:`orders`\n\n.. code-block:: bash\n\n   price_list()\n"
    assert named_by(tmp_path / "t", text, "docs/guide.rst") == {}


def test_a_section_that_names_code_is_a_symbol_and_one_that_does_not_is_none(tmp_path: Path) -> None:
    text = "# Guide\n\nFirst `Order.total`.\n\n## Prices & lists\n\n`price_list()`\n\n## Words\n\nNothing here.\n"
    repository = tree(tmp_path / "t", {**CODE, "README.md": text})
    listed = [s for s in repository.symbols("*") if s.path == "README.md"]
    assert [(s.qualified_name, s.kind, s.span.start_line, s.span.end_line, s.signature) for s in listed] == [
        ("README", Kind.DOCUMENT, 1, 11, "Guide"),
        ("prices-lists", Kind.DOCUMENT, 5, 8, "Prices & lists"),
    ]
    assert listed[0].doc == "First `Order.total`."
    assert pairs(repository, EdgeKind.DOCUMENTS) == {
        ("README.md:README", f"{ORDERS}:Order.total"), ("README.md:prices-lists", f"{ORDERS}:price_list"),
    }  # fmt: skip
    assert repository.source(listed[1]) == "## Prices & lists\n\n`price_list()`\n"


def test_words_of_documents_are_found_and_code_keeps_its_names(tmp_path: Path) -> None:
    repository = tree(tmp_path / "t", {**CODE, "order.md": "# Order\n\nHow refunds of vouchers work: `Order.total`.\n"})
    assert repository.search("refunds of vouchers")[0].symbol.path == "order.md"
    assert repository.symbol("Order").kind is Kind.CLASS
    assert repository.symbol("order.md:order").kind is Kind.DOCUMENT


def test_renaming_what_a_document_names_links_it_anew(tmp_path: Path) -> None:
    root = tmp_path / "t"
    repository = tree(root, {**CODE, "README.md": "`price_list()` and `price_table()`\n"})
    assert {target for _, target in pairs(repository, EdgeKind.DOCUMENTS)} == {f"{ORDERS}:price_list"}
    put(root, {ORDERS: "def price_table():\n    return 3\n"})
    assert repository.index().read == 1
    assert {target for _, target in pairs(repository, EdgeKind.DOCUMENTS)} == {f"{ORDERS}:price_table"}


def test_a_second_symbol_of_the_name_makes_a_document_silent_and_its_end_makes_it_speak(tmp_path: Path) -> None:
    root = tmp_path / "t"
    repository = tree(root, {**CODE, "README.md": "`price_list()` in `orders.py`\n"})
    before = pairs(repository, EdgeKind.DOCUMENTS)
    put(root, {"lib/orders.py": "def price_list():\n    pass\n"})
    repository.index()
    assert len(before) == 2
    assert pairs(repository, EdgeKind.DOCUMENTS) == set()
    (root / "lib/orders.py").unlink()
    repository.index()
    assert pairs(repository, EdgeKind.DOCUMENTS) == before


def test_a_repository_of_documents_alone_is_told_to_hold_no_code(tmp_path: Path, seedwalk_here: Command) -> None:
    put(tmp_path, {"README.md": "# Words\n"})
    done = seedwalk_here("index", tmp_path, "--store", tmp_path / "store")
    assert "no file of a supported language was found" in done.stderr
    assert seedwalk_here("symbols", "README", "--repo", tmp_path, "--store", tmp_path / "store").returncode == 0


def test_a_bare_name_means_an_example_only_beside_it(tmp_path: Path) -> None:
    code = {"examples/auth/app.py": "def check_auth():\n    pass\n"}
    documents = {"docs/guide.md": "`check_auth()`\n", "examples/README.md": "`check_auth()` and `app.check_auth`\n"}
    assert pairs(tree(tmp_path / "t", {**code, **documents}), EdgeKind.DOCUMENTS) == {
        ("examples/README.md:README", "examples/auth/app.py:check_auth")
    }


def test_a_change_log_keeps_the_surest_of_its_edges(tmp_path: Path) -> None:
    names = [f"made_up_{number}" for number in range(SURE.edges_per_document + 50)]
    code = "".join(f"def {name}():\n    pass\n" for name in names)
    log = "# Changes\n\n" + "".join(f"- `{name}`\n" for name in names) + "- `code.made_up_349`\n"
    repository = tree(tmp_path / "t", {"code.py": code, "CHANGES.md": log})
    found = edges(repository, EdgeKind.DOCUMENTS)
    assert len(found) == SURE.edges_per_document
    assert found["CHANGES.md:CHANGES", "code.py:made_up_349"] == SURE.qualified


BAD = {
    "binary.md": b"# Title\n\0\0`Order.total`\n",
    "large.md": b"`Order.total` and more words\n" * 190_000,
    "latin.md": b"# Caf\xe9\n\n`Order.total` \xff\xfe\n",
    "ticks.md": b"`" * 100_000,
    "brackets.md": b"](" * 50_000 + b"[" * 50_000,
    "hashes.md": b"# x `a_b`\n" * 20_000,
    "fence.md": b"```python\n" + b"f(" * 100_000,
    "empty.md": b"",
    "rules.rst": b"=" * 100_000 + b"\n" + b":a:`" * 50_000,
    "matter.md": b"---\ntitle: x\n" * 2_000,
}


def test_bad_documents_cost_little_and_are_told(tmp_path: Path) -> None:
    started = time.process_time()
    repository = tree(tmp_path / "t", {**CODE, **BAD})
    assert time.process_time() - started < 30
    skipped = {row.path: row.reason for row in repository.skipped()}
    assert skipped == {"binary.md": "binary", "large.md": "too large"}
    assert ("latin.md:latin", f"{ORDERS}:Order.total") in pairs(repository, EdgeKind.DOCUMENTS)


def test_sayings_are_kept_once_per_section_with_their_first_line() -> None:
    found = extract("a.md", "markdown", b"# T\n\n`a_b`\n`a_b`\n\n## S\n\n`a_b`\n").facts.said
    assert [(said.how, said.text, said.line, said.scope) for said in found] == [
        (Saying.MENTION, "a_b", 3, 0), (Saying.MENTION, "a_b", 8, 1),
    ]  # fmt: skip
