"""The doctor: what is in order passes, what is not names what mends it, and nothing is written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.extract.grammar import Grammar, grammar_for
from seedwalk.serve import doctor
from seedwalk.serve.doctor import Verdict, examine, script
from seedwalk.serve.hosts.registering import apply, plan
from seedwalk.serve.hosts.table import Level
from tests.cli.conftest import environment


def verdicts(root: Path, home: Path) -> dict[str, Verdict]:
    return {check.name: check.verdict for check in examine(open_repository(root), home)}


def test_a_tree_without_an_index_is_warned_of_and_stays_without(shop: Path) -> None:
    checks = {check.name: check for check in examine(open_repository(shop), shop)}
    assert (checks["index"].verdict, checks["index"].mend) == (Verdict.WARN, "seedwalk index")
    assert checks["registrations"].mend == "seedwalk init"
    assert not (shop / ".seedwalk").exists()


def test_everything_passes_once_indexed_and_registered(shop: Path, tmp_path: Path) -> None:
    open_repository(shop).index()
    apply(plan(["claude"], Level.PROJECT, shop, ["seedwalk", "mcp"]))
    found = verdicts(shop, tmp_path)
    assert set(found.values()) == {Verdict.PASS}
    assert set(found) >= {"python", "sqlite", "grammars", "git", "freshness", "languages", "left out", "walk matrix"}


def test_a_changed_file_and_a_damaged_index_name_their_remedies(shop: Path, tmp_path: Path) -> None:
    open_repository(shop).index()
    (shop / "shop" / "more.py").write_text("def more() -> None: ...\n", encoding="utf-8")
    checks = {check.name: check for check in examine(open_repository(shop), tmp_path)}
    assert (checks["freshness"].verdict, checks["freshness"].mend) == (Verdict.WARN, "seedwalk index")
    (shop / ".seedwalk" / "index.db").write_bytes(b"no database" * 1000)
    checks = {check.name: check for check in examine(open_repository(shop), tmp_path)}
    assert (checks["index"].verdict, checks["index"].mend) == (Verdict.FAIL, "seedwalk index --rebuild")


def test_a_grammar_that_does_not_load_fails(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(language: str, path: str) -> Grammar:
        if language == "go":
            raise ImportError(path)
        return grammar_for(language, path)

    monkeypatch.setattr("seedwalk.extract.grammar.grammar_for", broken)
    check = doctor._grammars()
    assert check.verdict is Verdict.FAIL
    assert check.told == "cannot be loaded: Go (ImportError)"


def test_git_that_is_not_there_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert doctor._git().verdict is Verdict.WARN


def test_the_script_holds_each_remedy_once_and_runs(shop: Path, tmp_path: Path) -> None:
    text = script(examine(open_repository(shop), tmp_path))
    assert text.count("\nseedwalk index\n") == 1
    assert subprocess.run(["sh", "-n"], input=text, text=True, check=False).returncode == 0


def test_the_verb_prints_rows_and_fails_only_for_failures(shop: Path) -> None:
    line = [sys.executable, "-m", "seedwalk", "doctor", "--repo", str(shop), "--json"]

    done = subprocess.run(line, env=environment(), capture_output=True, text=True, check=False)
    rows = [json.loads(row) for row in done.stdout.splitlines()]
    assert done.returncode == 0
    assert {row["verdict"] for row in rows} <= {"pass", "warn"}
