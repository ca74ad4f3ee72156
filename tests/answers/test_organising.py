"""The map: counted from real edges, within its budget, whatever the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.errors import UsageError
from tests.trees import made

FILES = {
    "app/main.py": "from lib.tools import mend, Tool\n\n\ndef start():\n    mend()\n    Tool().use()\n",
    "app/more.py": "from lib.tools import mend\n\n\ndef again():\n    mend()\n",
    "lib/tools.py": (
        "def mend():\n    pass\n\n\ndef lonely():\n    pass\n\n\nclass Tool:\n    def use(self):\n        mend()\n"
    ),
    "tests/test_tools.py": "from lib.tools import mend\n\n\ndef test_mend():\n    mend()\n",
}


def test_modules_connections_and_callers_are_those_of_the_graph(tmp_path: Path) -> None:
    text = made(tmp_path, FILES).export()
    assert "| Module | Symbols | Files | Key Exports |" in text
    assert "| lib | 4 | 1 | mend, " in text
    assert text.index("| lib |") < text.index("| app |"), "the most used module comes first"
    assert "- app → lib (" in text
    assert "lib → app" not in text
    assert "  # mend() [c=3]" in text, "tests are no callers"
    assert "  # lonely()\n" in text
    assert "  $ Tool" in text
    assert "test_mend" not in text


@pytest.mark.parametrize("budget", [1, 10, 40, 80, 150, 1_000])
def test_a_map_never_costs_more_than_its_budget_and_says_what_it_left_out(tmp_path: Path, budget: int) -> None:
    files = {f"part{n}/code.py": "".join(f"def f{n}_{m}():\n    pass\n\n" for m in range(20)) for n in range(20)}
    text = made(tmp_path, files).export(budget=budget)
    assert -(-len(text) // 4) <= budget
    if budget >= 80:
        assert " more " in text


def test_an_empty_repository_and_odd_names_are_no_trouble(tmp_path: Path) -> None:
    told = "# Map: 0 modules, 0 symbols\n\n> No file here is of a language that is read.\n\n"
    assert made(tmp_path / "empty", {"README.md": ""}).export() == told
    text = made(tmp_path / "odd", {"a|b/c\nd.py": "def f(): ...\n"}).export()
    assert "a\\|b" in text
    assert "c d.py" in text


def test_a_budget_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds nothing"):
        made(tmp_path, FILES).export(budget=0)
