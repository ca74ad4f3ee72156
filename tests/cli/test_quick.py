"""Plain arguments: what is read off a signature is what typer would have handed over, or is left to typer."""

from __future__ import annotations

import shlex
import subprocess
import sys
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import seedwalk
from seedwalk.cli.late import as_typer
from seedwalk.cli.main import VERBS, commands
from seedwalk.cli.quick import arguments

COMMANDS = commands()
PLAIN = (
    "context 'add rate limiting'", "context", "context task --repo a/b --store=c -b 400 -n 3 --explain",
    "context --files a.py -f b.py --diff main --format xml -q", "context t --set a.b=1 --set c.d=x=y --no-cache --json",
    "context t --without walk,hits --profile seed", "context --batch tasks.jsonl", "status", "status --json --repo .",
    "search 'a few words'", "show name --repo .", "symbols '*'", "search one two -n 3",
    "why --symbol name --task t", "affected a.py b.py", "affected --diff main",
    "context one two", "context --files a.py b.py c.py",
)  # fmt: skip
LEFT = (
    "context --help", "context t --budget many", "context t --budget -1", "context t --budget", "context t --unknown 1",
    "context -- task", "context t --json=yes", "context t -b 1 -b 2", "context t --profile ''",
    "context -qb400 t", "context t -n ١", "status extra", "show", "symbols x --limit 3", "refs x --depth 0",
)  # fmt: skip


def handed_over(verb: str, written: list[str]) -> dict[str, Any]:
    """What typer calls the command with."""
    seen: dict[str, Any] = {}

    @wraps(as_typer(COMMANDS[verb]))
    def note(**values: Any) -> None:
        seen.update(values)

    app = typer.Typer()
    app.command()(note)
    done = CliRunner().invoke(app, written)
    assert done.exit_code == 0, done.output
    return seen


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_line_means_what_it_means_to_typer(line: str) -> None:
    verb, *written = shlex.split(line)
    assert arguments(COMMANDS[verb], written) == handed_over(verb, written)


@pytest.mark.parametrize("line", LEFT)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    verb, *written = shlex.split(line)
    assert arguments(COMMANDS[verb], written) is None


@pytest.mark.parametrize("verb", VERBS)
def test_help_is_always_left_to_typer(verb: str) -> None:
    assert arguments(COMMANDS[verb], ["--help"]) is None


def test_a_shell_that_completes_a_line_asks_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_SEEDWALK_COMPLETE", "complete_bash")
    assert arguments(COMMANDS["status"], []) is None


@pytest.mark.usefixtures("settled")  # a file indexed while it is young is looked at again when it is not
def test_a_question_to_a_fresh_index_imports_nothing_it_does_not_need(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def total(prices):\n    return sum(prices)\n", encoding="utf-8")
    where = ["--repo", str(tmp_path), "--store", str(tmp_path / "store")]
    seedwalk.open(tmp_path, store=tmp_path / "store").index()
    asked = f"""
import sys
sys.argv = ["seedwalk", "context", "the total of prices", *{where!r}]
from seedwalk.cli.main import run
try:
    run()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert "def total" in done.stdout
    told = set(done.stderr.split())
    assert {"numpy", "seedwalk.engine"} <= told
    unneeded = {"scipy", "pydantic", "rich", "tree_sitter", "numpy.ma", "urllib.request", "seedwalk.index", "typer"}
    elsewhere = {"languages.spec", "languages.python", "sources.discover", "manifests", "scoring", "seeds.ground"}
    assert not (unneeded | {f"seedwalk.{name}" for name in elsewhere}) & told
