"""Registering: the entry is there, everything else is as it was, and twice is as once."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.errors import UsageError
from seedwalk.serve.hosts import jsonc, toml
from seedwalk.serve.hosts.registering import BEGIN, END, apply, plan
from seedwalk.serve.hosts.table import HOSTS, NAME, Level

LINE = ["seedwalk", "mcp"]
COMMENTED = """// mine
{
  // the servers
  "mcpServers": {
    /* keep */ "other": {"command": "x", "args": ["// no comment", "{"]}, // behind
    "last": {"url": "http://h/a,b"}
  },
  "theme": "dark", // trailing comma next
}
"""
TOML = """# mine
model = "big"

[mcp_servers.other]  # keep
command = "x"

# about the profile
[profiles.a]
k = 1
"""

names = st.text(st.characters(codec="utf-8"), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(names, values, max_size=4)


def stripped(text: str) -> Any:
    return jsonc.value_at(f'{{"whole": {text}}}', ["whole"])


@given(documents, st.dictionaries(names, values, max_size=3), st.sampled_from([None, 1, 2, "\t"]), values)
def test_setting_and_taking_out_leaves_the_rest_of_any_document(
    document: dict[str, Any], servers: dict[str, Any], indent: int | str | None, value: Any
) -> None:
    servers.pop(NAME, None)
    document["servers"] = servers
    text = json.dumps(document, indent=indent, ensure_ascii=False)
    keys = ["servers", NAME]
    changed = jsonc.set_value(text, keys, value)
    assert json.loads(changed) == {**document, "servers": {**servers, NAME: value}}
    assert jsonc.set_value(changed, keys, value) == changed
    assert json.loads(jsonc.without(changed, keys)) == document
    assert jsonc.without(text, keys) == text


@given(documents, values)
def test_objects_on_the_way_are_made_where_they_are_missing(document: dict[str, Any], value: Any) -> None:
    document.pop("a", None)
    text = json.dumps(document)
    assert json.loads(jsonc.set_value(text, ["a", "b"], value)) == {**document, "a": {"b": value}}


def test_comments_and_trailing_commas_stay() -> None:
    changed = jsonc.set_value(COMMENTED, ["mcpServers", NAME], {"command": "seedwalk"})
    for comment in ("// mine", "// the servers", "/* keep */", "// behind", "// trailing comma next"):
        assert comment in changed
    assert jsonc.value_at(changed, ["mcpServers", NAME]) == {"command": "seedwalk"}
    assert jsonc.value_at(changed, ["mcpServers", "other", "args"]) == ["// no comment", "{"]
    assert jsonc.without(changed, ["mcpServers", NAME]) == COMMENTED
    first = jsonc.without(COMMENTED, ["mcpServers", "other"])
    assert "// behind" in first
    assert jsonc.value_at(first, ["mcpServers"]) == {"last": {"url": "http://h/a,b"}}
    last = jsonc.without(COMMENTED, ["mcpServers", "last"])
    assert "// behind" in last
    assert list(jsonc.value_at(last, ["mcpServers"])) == ["other"]


@pytest.mark.parametrize("text", ["{", "[]", "3", '{"a" 1}', '{"a": }', '{"a": 1} x', '{"a": 1 "b": 2}', "{'a': 1}"])
def test_what_is_no_json_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(jsonc.NotJson, match="line 1"):
        jsonc.set_value(text, ["a", "b"], 1)


def test_a_table_is_set_replaced_and_taken_out_and_the_rest_stays() -> None:
    keys = ["mcp_servers", NAME]
    changed = toml.set_value(TOML, keys, {"command": "seedwalk", "args": ["mcp"]})
    assert changed.startswith(TOML)
    assert tomllib.loads(changed)["mcp_servers"][NAME] == {"command": "seedwalk", "args": ["mcp"]}
    again = toml.set_value(changed, keys, {"command": "other", "args": []})
    assert tomllib.loads(again)["mcp_servers"][NAME] == {"command": "other", "args": []}
    assert toml.without(again, keys) == TOML
    assert toml.without(TOML, ["mcp_servers", "other"]) == TOML.replace(
        '[mcp_servers.other]  # keep\ncommand = "x"\n\n', ""
    )
    with pytest.raises(toml.NotToml):
        toml.set_value("a = ", keys, {})


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("level", Level)
def test_every_program_is_registered_once_and_the_registration_can_be_taken_back(
    tmp_path: Path, name: str, level: Level
) -> None:
    root, home = tmp_path / "repo", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    first = plan([name], level, root, LINE, home=home)
    assert not any(root.iterdir()), "a plan writes nothing"
    assert len(apply(first)) == 1
    path = HOSTS[name].file(level, root, home)
    assert path.is_relative_to(root if level is Level.PROJECT else home)
    assert "seedwalk" in path.read_text(encoding="utf-8")
    assert apply(plan([name], level, root, LINE, home=home)) == [], "the second time there is nothing to do"
    apply(plan([name], level, root, LINE, home=home, remove=True))
    assert not any(root.rglob("*.*")), "what was made for it goes with it"
    assert not path.exists()
    assert apply(plan([name], level, root, LINE, home=home, remove=True)) == []


def test_an_existing_file_keeps_its_other_entries_its_mode_and_its_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text(COMMENTED, encoding="utf-8")
    real.chmod(0o600)
    (tmp_path / ".mcp.json").symlink_to(real)
    apply(plan(["claude"], Level.PROJECT, tmp_path, LINE))
    assert (tmp_path / ".mcp.json").is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert "/* keep */" in real.read_text(encoding="utf-8")
    apply(plan(["claude"], Level.PROJECT, tmp_path, LINE, remove=True))
    assert real.read_text(encoding="utf-8") == COMMENTED


@pytest.mark.parametrize(
    "text",
    [
        '{\n  "servers": {\n    "other": {"url": "h"}, // keep\n  },\n}\n',
        '{\n  "servers": {\n    "other": {"url": "h"} // keep\n  }\n}\n',
        '{\n  "servers": {\n    "other": {"url": "h"}, /* keep */\n    // last\n  }\n}\n',
        '{"servers": {"other": {"url": "h"}}}\n',
        '{"servers": {}, "inputs": []}\n',
    ],
)
def test_a_comment_stays_with_its_entry_and_taking_back_restores_every_byte(tmp_path: Path, text: str) -> None:
    path = tmp_path / ".vscode" / "mcp.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    apply(plan(["vscode"], Level.PROJECT, tmp_path, LINE))
    added = path.read_text(encoding="utf-8")
    assert jsonc.value_at(added, ["servers", NAME])["command"] == LINE[0]
    if "keep" in text:
        line = next(line for line in added.splitlines() if "keep" in line)
        assert '"other"' in line
    apply(plan(["vscode"], Level.PROJECT, tmp_path, LINE, remove=True))
    assert "".join(path.read_text(encoding="utf-8").split()) == "".join(text.split())
    if "\n  " in text:
        assert path.read_text(encoding="utf-8") == text


def test_the_section_for_an_agent_comes_once_and_goes_without_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text("# Rules\n\nBe kind.\n", encoding="utf-8")
    for _ in range(2):
        apply(plan(["claude"], Level.PROJECT, tmp_path, LINE, instructions=True))
    text = path.read_text(encoding="utf-8")
    assert (text.count(BEGIN), text.count(END)) == (1, 1)
    assert text.startswith("# Rules\n\nBe kind.\n")
    apply(plan(["claude"], Level.PROJECT, tmp_path, LINE, instructions=True, remove=True))
    assert path.read_text(encoding="utf-8") == "# Rules\n\nBe kind.\n"


def test_a_broken_file_and_an_unknown_program_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("{ oops", encoding="utf-8")
    with pytest.raises(UsageError, match=r"\.mcp\.json' is no JSON.*Mend it"):
        plan(["claude"], Level.PROJECT, tmp_path, LINE)
    assert (tmp_path / ".mcp.json").read_text(encoding="utf-8") == "{ oops"
    with pytest.raises(UsageError, match="'emacs' is no program that init knows"):
        plan(["emacs"], Level.PROJECT, tmp_path, LINE)


def test_the_table_names_every_program_once() -> None:
    assert list(HOSTS) == ["claude", "cursor", "vscode", "codex", "gemini", "opencode"]
    assert all(re.fullmatch(r"[\w./-]+", host.project) for host in HOSTS.values())


SHAPES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "claude": (["mcpServers"], {"type": "stdio", "command": "seedwalk", "args": ["mcp"]}),
    "cursor": (
        ["mcpServers"],
        {"type": "stdio", "command": "seedwalk", "args": ["mcp", "--repo", "${workspaceFolder}"]},
    ),
    "vscode": (["servers"], {"type": "stdio", "command": "seedwalk", "args": ["mcp", "--repo", "${workspaceFolder}"]}),
    "codex": (["mcp_servers"], {"command": "seedwalk", "args": ["mcp"]}),
    "gemini": (["mcpServers"], {"command": "seedwalk", "args": ["mcp"]}),
    "opencode": (["mcp"], {"type": "local", "command": ["seedwalk", "mcp"], "enabled": True}),
}
"""What the page of each program's documentation shows."""


@pytest.mark.parametrize("name", HOSTS)
def test_each_entry_has_the_shape_that_its_program_documents(tmp_path: Path, name: str) -> None:
    apply(plan([name], Level.PROJECT, tmp_path, LINE))
    text = HOSTS[name].file(Level.PROJECT, tmp_path, tmp_path).read_text(encoding="utf-8")
    document = tomllib.loads(text) if name == "codex" else json.loads(text)
    (key,), entry = SHAPES[name]
    assert document == {key: {NAME: entry}}
    page = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
    assert HOSTS[name].page in page


def test_a_file_that_a_program_reads_already_is_the_one_that_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commented = tmp_path / "opencode.jsonc"
    commented.write_text('{\n  // mine\n  "theme": "dark"\n}\n', encoding="utf-8")
    apply(plan(["opencode"], Level.PROJECT, tmp_path, LINE))
    assert "// mine" in commented.read_text(encoding="utf-8")
    assert NAME in commented.read_text(encoding="utf-8")
    assert not (tmp_path / "opencode.json").exists()
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    assert HOSTS["codex"].file(Level.USER, tmp_path, tmp_path) == tmp_path / "codex" / "config.toml"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    assert HOSTS["vscode"].file(Level.USER, tmp_path, tmp_path).is_relative_to(tmp_path / "roaming")
