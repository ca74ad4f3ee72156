"""Docs cannot drift: generated pages say what the code says, links lead somewhere, no page knows one machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seedwalk.cli.main import VERBS, commands
from seedwalk.eval import docs
from seedwalk.languages import specs
from seedwalk.languages.plain import FORMATS

ROOT = Path(__file__).parent.parent
WRITTEN = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LOCAL_PATH = re.compile(r"(?<![\w.~/])/(?:home|root|work|tmp|Users|opt|mnt|var|private)/\S*|\b[A-Z]:\\\S*")
FENCED = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
"""Code between fences, where brackets are no links."""
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
HARNESS = re.compile(r"\b(?:virtual machine|this machine|my session)\b", re.IGNORECASE)

by_name = pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())


def test_generated_pages_say_what_the_code_says() -> None:
    stale = docs.out_of_date(ROOT / "docs")
    assert not stale, f"out of date: {', '.join(stale)}. Run: make docs"


def test_a_page_that_differs_or_is_missing_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("edges.md", "results.md"):  # long to make, and as good as any other page here
        monkeypatch.setitem(docs.PAGES, name, lambda: "a page\n")
    assert docs.main(["--folder", str(tmp_path)]) == 0
    assert docs.main(["--check", "--folder", str(tmp_path)]) == 0
    (tmp_path / "cli.md").write_text("old\n", encoding="utf-8")
    (tmp_path / "settings.md").unlink()
    assert docs.main(["--check", "--folder", str(tmp_path)]) == 1
    assert (tmp_path / "cli.md").read_text(encoding="utf-8") == "old\n"
    told = capsys.readouterr().err
    assert [name in told for name in docs.PAGES] == [True, False, False, True, False]


def test_the_page_of_commands_names_every_verb_and_its_options() -> None:
    page = docs.cli_page()
    assert re.findall(r"^## `seedwalk ([a-z ]*[a-z])", page, re.MULTILINE) == list(commands())
    sections = page.split("\n## ")[1:]
    assert [verb for verb, text in zip(commands(), sections, strict=True) if "`--json`" not in text] == ["mcp"]
    storeless = [verb for verb, text in zip(VERBS, sections, strict=False) if "`--store DIR`" not in text]
    assert sorted(storeless) == ["config", "init"]
    assert "`--wait/--no-wait`" in page
    assert "`--limit, -n NUMBER`" in page


def test_the_page_of_languages_has_a_row_for_each_with_kinds_and_references() -> None:
    languages, others = docs.languages_page().split("## Other files")
    rows = [line.split(" | ") for line in languages.splitlines() if line.startswith("| ")][1:]
    assert [row[0].removeprefix("| ") for row in rows] == sorted(spec.title for spec in specs().values())
    assert all("method" in row[2] and "call" in row[3] for row in rows)
    formats = [line.split(" | ") for line in others.splitlines() if line.startswith("| ")][1:]
    assert sorted(row[0].removeprefix("| ") for row in formats) == sorted(spec.title for spec in FORMATS.values())


def test_every_setting_has_a_reason() -> None:
    rows = [line for line in docs.settings_page().splitlines() if line.startswith("| `")]
    assert len(rows) >= 13
    assert [row for row in rows if row.endswith("|  |")] == []


def test_the_readme_names_every_verb_and_language() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [verb for verb in commands() if f"seedwalk {verb}" not in text] == []
    assert [spec.title for spec in specs().values() if spec.title not in text] == []


def test_architecture_names_every_folder_and_module_of_the_source() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "seedwalk"
    folders = {f"{path.name}/" for path in source.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    modules = {path.name for path in source.glob("*.py") if not path.name.startswith("__")}
    assert [name for name in sorted(folders | modules) if f"`{name}`" not in text] == []


@by_name
def test_no_page_names_a_path_of_one_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert LOCAL_PATH.findall(text) == []
    assert HARNESS.findall(text) == []


@by_name
def test_every_link_to_a_file_leads_to_one(path: Path) -> None:
    prose = FENCED.sub("", path.read_text(encoding="utf-8"))
    targets = [link for link in LINK.findall(prose) if "://" not in link]
    assert [link for link in targets if not (path.parent / link).exists()] == []


def test_the_pattern_for_local_paths_sees_them() -> None:
    assert len(LOCAL_PATH.findall("see /home/ann/x and `/tmp/store`, C:\\Users\\ann")) == 3
    assert LOCAL_PATH.findall("src/tmp/x, ~/work/x, https://example.org/home/x, and/or") == []
