"""TypeScript's import rules are JavaScript's; what differs between the two is told here."""

from __future__ import annotations

import pytest

from seedwalk.extract import extract
from seedwalk.languages import specs
from seedwalk.languages.spec import Project
from seedwalk.model import Import


@pytest.mark.parametrize(
    ("files", "target"),
    [
        (("a/x.ts", "a/x.js", "a/x.d.ts"), "a/x.ts"),
        (("a/x.d.ts", "a/x.js"), "a/x.js"),
        (("a/x.d.ts",), "a/x.d.ts"),
        (("a/x/index.tsx", "a/x.tsx"), "a/x.tsx"),
        (("a/x/index.cts",), "a/x/index.cts"),
    ],
)
def test_the_file_written_by_hand_is_preferred(files: tuple[str, ...], target: str) -> None:
    assert list(_targets(files, {}, "./x")) == [target]


def _paths(table: str) -> str:
    return f'{{"compilerOptions": {{"paths": {table}}}}}'


@pytest.mark.parametrize(
    ("outer", "inner", "target"),
    [
        (_paths('{"@/*": ["./b/*"]}'), "{}", "b/x.ts"),
        (_paths('{"@/*": ["./b/*"]}'), _paths('{"@/*": ["./*"]}'), "a/x.ts"),
        (_paths('{"@/*": ["./b/*"]}'), _paths('{"@/*": ["./gone/*"]}'), "b/x.ts"),
        (_paths('{"@/*": ["./gone/*", "./b/*"], "@/x": ["./a/x"]}'), "{}", "a/x.ts"),
        ('{"compilerOptions": {"baseUrl": "b", "paths": {"@/*": ["*"]}}}', '{"extends": "../tsconfig"}', "b/x.ts"),
    ],
)
def test_of_two_tsconfigs_the_nearer_is_asked_first(outer: str, inner: str, target: str) -> None:
    manifests = {"tsconfig.json": outer, "a/tsconfig.json": inner}
    assert list(_targets(("a/x.ts", "b/x.ts"), manifests, "@/x")) == [target]


def test_a_tsconfig_with_a_comment_behind_each_member_is_read() -> None:
    generated = """{
      "compilerOptions": {
        /* Modules */
        "module": "commonjs",            /* What module code is generated. */
        // "rootDir": "./",              /* The root folder of the source files. */
        "baseUrl": "./b",                /* Where names without a dot are looked for. */
        "types": ["node", /* both */ "jest", /* the last */],
        "skipLibCheck": true,            /* Skip declaration files. */
      }
    }"""
    assert list(_targets(("a/x.ts", "b/x.ts"), {"tsconfig.json": generated}, "x")) == ["b/x.ts"]


def test_a_namespace_named_like_its_file_is_another_symbol() -> None:
    symbols = extract("lib/shapes.ts", "typescript", b"export namespace shapes { export const a = 1 }").symbols
    assert [symbol.qualified_name for symbol in symbols] == ["shapes", "shapes", "shapes.a"]
    assert len({symbol.id for symbol in symbols}) == len(symbols)


def _targets(files: tuple[str, ...], manifests: dict[str, str], module: str) -> list[str]:
    rules = specs()["typescript"].modules
    assert rules is not None
    modules = rules(Project(dict.fromkeys((*files, "a/main.ts"), ()), manifests))
    return list(modules.targets("a/main.ts", Import(module, "", "", 1)))
