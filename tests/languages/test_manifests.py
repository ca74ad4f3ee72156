"""What is wrong with a manifest, told in a sentence; a sound one is told nothing of."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seedwalk.languages import specs
from seedwalk.languages.manifests import FAULTS, faults

SOUND = {
    "go.mod": "// a shop\nmodule example.org/shop // here\n\ngo 1.22\n\nrequire (\n\ta.b/c v1.0.0\n)\nreplace a.b/c => ./c\n",
    "Cargo.toml": '[package]\nname = "shop"\n',
    "pyproject.toml": '[project]\nname = "shop"\n',
    "package.json": '{"name": "shop"}',
    "src/Shop.csproj": '\ufeff<Project Sdk="Microsoft.NET.Sdk"><ItemGroup /></Project>',
    "tsconfig.json": '\ufeff{ // comments and commas\n "compilerOptions": {"paths": {"@/*": ["src/*"],}},\n}',
}
BROKEN = [
    ("go.mod", "module a.b\n\nrequire (\n\tc.d/e v1.0.0\n", "opens a 'require' block at line 3 and never closes it"),
    ("go.mod", "modul a.b\n", "has an unknown directive 'modul' at line 1"),
    ("go.mod", "go 1.22\n", "names no module"),
    ("go.mod", "module a.b\nmodule c.d\n", "names 2 modules"),
    ("go.mod", "module a.b\n<<<<<<< HEAD\n", "has an unknown directive '<<<<<<<' at line 2"),
    ("go.mod", "module a.b\n)\n", "has no directive at line 2"),
    ("go.mod", "", "names no module"),
    ("sub/Cargo.toml", '[package\nname = "x"\n', "is no TOML: "),
    ("pyproject.toml", "name = \n", "is no TOML: "),
    ("package.json", '{"name": "shop",\n "main": }', "is no JSON: Expecting value at line 2"),
    ("src/Shop.csproj", "<Project><ItemGroup></Project>", "is no XML: "),
    ("package.json", "[]", "is no JSON object"),
    ("package.json", "[" * 100_000, "is no JSON: "),
    ("web/tsconfig.json", '{"compilerOptions": {', "is no JSON: "),
    ("jsconfig.json", "3", "is no JSON object"),
]


@pytest.mark.parametrize("path", SOUND)
def test_nothing_is_told_of_a_sound_manifest(path: str) -> None:
    assert faults({path: SOUND[path]}) == {}


@pytest.mark.parametrize(("path", "text", "told"), BROKEN)
def test_a_broken_manifest_says_why(path: str, text: str, told: str) -> None:
    (found,) = faults({path: text}).items()
    assert found[0] == path
    assert found[1].startswith(told)


def test_every_manifest_that_import_rules_read_is_checked() -> None:
    assert {name for spec in specs().values() for name in spec.manifests} <= FAULTS.keys()


def test_two_modules_of_one_name_and_two_meanings_of_one_alias_are_told() -> None:
    def paths(target: str, extends: str = "") -> str:
        return json.dumps({"extends": extends, "compilerOptions": {"paths": {"@/*": [target]}}})

    texts = {
        "go.mod": "module a.b\n", "copy/go.mod": "module a.b\n", "sub/go.mod": "module a.b/sub\n",
        "tsconfig.json": paths("src/*"), "jsconfig.json": paths("lib/*"), "tsconfig.node.json": paths("src/*"),
        "web/tsconfig.json": paths("app/*", "./tsconfig.base.json"), "web/tsconfig.base.json": paths("src/*"),
    }  # fmt: skip
    assert faults(texts) == {
        "copy/go.mod": "names the module a.b, as go.mod does, which is taken",
        "jsconfig.json": "leads '@/*' elsewhere than tsconfig.json, which is asked first",
    }


@given(st.sampled_from(sorted(FAULTS)), st.text(max_size=200))
def test_whatever_a_manifest_says_the_answer_is_one_short_line(name: str, text: str) -> None:
    for told in faults({name: text}).values():
        assert 0 < len(told) <= 160
        assert "\n" not in told
