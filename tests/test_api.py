"""The public surface is what is listed here; a name added or lost is a decision, not an accident."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import seedwalk
from seedwalk import api, errors
from seedwalk.config import Sources
from tests.forking import PATIENCE

METHODS = {
    "context": "(task, *, budget, limit, renderer, explain)",
    "context_for_files": "(paths, *, diff, budget, limit, renderer, explain)",
    "references": "(symbol, *, depth, everything)",
    "affected": "(paths, *, diff, depth)",
    "index": "(*, sources, rebuild, progress, on_wait)",
    "refresh": "(*, progress, on_wait, ahead)",
    "fall_back": "(error)",
    "expect": "(task, *, budget, limit, renderer, explain)",
    "fresh": "()",
    "status": "()",
    "symbols": "(pattern, limit)",
    "symbol": "(asked)",
    "source": "(symbol)",
    "search": "(text, limit, *, kinds, path, languages, explain)",
    "why": "(task, symbol, *, budget)",
    "export": "(*, budget)",
    "outdated": "(paths)",
    "snapshot": "()",
    "lexical": "(text, limit)",
    "skipped": "()",
    "moved": "(symbol)",
    "externals": "()",
    "packages": "()",
    "edges": "()",
    "dump": "()",
}
ERRORS = {
    "SeedwalkError", "UsageError", "AmbiguousSymbol", "UnknownSymbol", "StoreError", "NoIndex", "SchemaMismatch",
    "DamagedIndex", "Unwritable", "DiskFull", "IndexBusy",
}  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> seedwalk.Repository:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "base.py").write_text('class Record:\n    """A row of the shop."""\n', encoding="utf-8")
    (root / "orders.py").write_text("from base import Record\n\n\nclass Order(Record):\n    pass\n", encoding="utf-8")
    return seedwalk.open(root)


def shape(method: object) -> str:
    assert callable(method)
    parameters = list(inspect.signature(method).parameters.values())[1:]
    keywords = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    plain = [p.name for p in parameters if p.name not in keywords]
    return f"({', '.join([*plain, '*', *keywords] if keywords else plain)})"


def test_the_package_offers_open_and_repository_and_its_version() -> None:
    assert set(seedwalk.__all__) == {"Repository", "__version__", "open"}
    assert seedwalk.open is api.open_repository
    assert seedwalk.Repository is api.Repository
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = seedwalk.nothing_such
    assert list(inspect.signature(seedwalk.open).parameters) == [
        "path", "store", "settings", "profile", "set", "without", "keep",
    ]  # fmt: skip


def test_a_repository_has_exactly_these_methods() -> None:
    public = {name: member for name, member in vars(seedwalk.Repository).items() if not name.startswith("_")}
    assert {name: shape(member) for name, member in public.items()} == METHODS


def test_the_exception_tree_is_the_one_drawn_in_its_docstring() -> None:
    found = {name: kind for name, kind in vars(errors).items() if inspect.isclass(kind) and issubclass(kind, Exception)}
    assert set(found) == ERRORS
    assert all(issubclass(kind, errors.SeedwalkError) for kind in found.values())
    assert all(name in (errors.__doc__ or "") for name in ERRORS)


def test_importing_the_package_does_not_import_what_only_indexing_needs() -> None:
    code = "import sys, seedwalk; print(sorted({'numpy', 'tree_sitter', 'rich', 'watchfiles'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], env=_environment(), capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_method_answers(repository: seedwalk.Repository) -> None:
    stages: list[str] = []
    report = repository.index(progress=lambda stage, done, total: stages.append(stage))
    assert (report.files, report.read, report.changed) == (2, 2, True)
    assert "extract" in stages
    order = repository.symbol("Order")
    assert [s.qualified_name for s in repository.symbols("orde*")] == ["orders", "Order"]
    assert repository.symbols("*", 1) == repository.symbols("*")[:1]
    assert [s.qualified_name for s in repository.symbols("order", 1)] == ["Order"]  # before what has it in its name
    assert repository.source(order) == "class Order(Record):\n    pass"
    assert repository.search("row of the shop")[0].symbol.qualified_name == "Record"
    assert repository.search("zebra") == []
    assert repository.status().fresh
    assert repository.status().snapshot == report.snapshot
    assert set(repository.packages()) == {"."}
    assert repository.skipped() == []
    assert repository.moved(order.id) is None
    assert {edge.kind.value for edge in repository.edges()} == {"contains", "member_of", "imports", "extends"}
    assert len(list(repository.dump())) == report.symbols + sum(report.edges.values())


def test_the_choice_of_files_is_remembered(repository: seedwalk.Repository) -> None:
    (repository.root / "node_modules").mkdir()
    (repository.root / "node_modules" / "pad.js").write_text("export function pad() {}\n", encoding="utf-8")
    assert repository.index().files == 2
    assert repository.index(sources=Sources(include_vendored=True)).files == 3
    assert repository.index().files == 3
    assert repository.index(sources=Sources()).files == 2


def test_what_cannot_be_answered_raises_an_error_of_its_own(repository: seedwalk.Repository) -> None:
    with pytest.raises(errors.NoIndex, match="Run: seedwalk index"):
        repository.status()
    repository.index()
    with pytest.raises(errors.UsageError, match="no symbol is called 'Nobody'"):
        repository.symbol("Nobody")
    with pytest.raises(errors.UsageError, match="empty"):
        repository.symbols("")
    (repository.root / "more.py").write_text("class Order:\n    pass\n", encoding="utf-8")
    repository.index()
    with pytest.raises(errors.AmbiguousSymbol) as ambiguous:
        repository.symbol("Order")
    assert ambiguous.value.choices == ("more.py:Order", "orders.py:Order")
    assert [repository.symbol(choice).path for choice in ambiguous.value.choices] == ["more.py", "orders.py"]
    order = repository.symbol("orders.py:Order")
    (repository.root / "orders.py").unlink()
    with pytest.raises(errors.UsageError, match=r"orders\.py.*seedwalk index"):
        repository.source(order)


@pytest.mark.parametrize(
    ("asked", "path", "name"),
    [
        ("orders.py", "orders.py", "orders"),
        ("lib/cart.rb", "lib/cart.rb", "cart"),
        ("cart.rb", "lib/cart.rb", "cart"),
        ("Cart#total", "lib/cart.rb", "Cart.total"),
        ("lib/cart.rb:Cart#total", "lib/cart.rb", "Cart.total"),
    ],
)
def test_a_file_is_a_symbol_too_and_a_method_may_be_written_with_a_hash(
    repository: seedwalk.Repository, asked: str, path: str, name: str
) -> None:
    _ruby(repository)
    found = repository.symbol(asked)
    assert (found.path, found.qualified_name) == (path, name)


def test_a_file_of_the_working_folder_is_meant_before_others_of_its_name(
    repository: seedwalk.Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ruby(repository)
    (repository.root / "old").mkdir()
    (repository.root / "old" / "cart.rb").write_text("class Trolley\nend\n", encoding="utf-8")
    repository.index()
    with pytest.raises(errors.AmbiguousSymbol) as ambiguous:
        repository.symbol("cart.rb")
    assert ambiguous.value.choices == ("lib/cart.rb", "old/cart.rb")
    monkeypatch.chdir(repository.root / "old")
    assert [repository.symbol(asked).path for asked in ("cart.rb", "cart.rb:1")] == ["old/cart.rb"] * 2
    assert repository.symbol("cart.rb:Trolley").path == "old/cart.rb"
    assert repository.symbol("Cart").path == "lib/cart.rb"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("", "the symbol is empty"),
        ("*body*", r"seedwalk symbols '\*body\*'"),
        ("x" * 5000, "no symbol"),
        ("\0", "no symbol"),
    ],
)
def test_a_symbol_that_nothing_answers_to_is_refused_with_a_command_to_paste(
    repository: seedwalk.Repository, asked: str, told: str
) -> None:
    repository.index()
    with pytest.raises(errors.UsageError, match=told):
        repository.symbol(asked)


def _ruby(repository: seedwalk.Repository) -> None:
    (repository.root / "lib").mkdir()
    source = "class Cart\n  def total\n    1\n  end\nend\n"
    (repository.root / "lib" / "cart.rb").write_text(source, encoding="utf-8")
    repository.index()


def test_open_finds_the_repository_around_the_working_folder(
    repository: seedwalk.Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.index()
    below = repository.root / "deep" / "down"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert seedwalk.open().root == repository.root
    with pytest.raises(errors.UsageError, match="does not exist"):
        seedwalk.open("nowhere")


def test_an_empty_path_is_refused_and_means_no_folder(repository: api.Repository) -> None:
    with pytest.raises(errors.UsageError, match="the path is empty"):
        seedwalk.open("")
    with pytest.raises(errors.UsageError, match="the path is empty"):
        seedwalk.open(repository.root, store="")


SCRIPT = """
import sys
import seedwalk

repository = seedwalk.open(sys.argv[1])
print(repository.index().files)
print(len(repository.symbols("one_of_many_*")))
"""


def test_a_script_without_a_main_guard_may_index_a_tree_large_enough_for_child_processes(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(250):
        (tree / f"m{number}.py").write_text(f"def one_of_many_{number}() -> None:\n    pass\n", encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(tree)], env=_environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.stdout, done.stderr) == ("250\n250\n", "")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1] / "src")}
