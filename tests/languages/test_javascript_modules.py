"""The import rules of JavaScript and TypeScript, over small repositories."""

from __future__ import annotations

import json

import pytest

from seedwalk.languages.javascript import parse_import
from seedwalk.languages.javascript_modules import JavascriptModules
from seedwalk.languages.spec import Project
from seedwalk.model import Import

FILES = (
    "apps/web/index.ts",
    "apps/web/src/button.tsx",
    "apps/web/src/button.test.tsx",
    "apps/web/src/forms/index.ts",
    "apps/web/src/forms/input.js",
    "apps/web/src/old.js",
    "apps/web/src/old.d.ts",
    "apps/web/src/both.ts",
    "apps/web/src/both.js",
    "apps/web/src/worker.mts",
    "apps/web/internal/flags.ts",
    "packages/lib/src/index.ts",
    "packages/lib/src/date/format.ts",
    "packages/ui/components/card/index.tsx",
    "packages/ui/main.tsx",
    "packages/plain/index.js",
    "packages/plain/tools/hammer.js",
    "lib/express.js",
    "index.js",
    "apps/web/src/Cart.vue",
    "apps/web/src/counter.gjs",
)
MANIFESTS = {
    "package.json": json.dumps({"name": "root", "main": "./lib/express"}),
    "apps/web/package.json": json.dumps({"name": "@shop/web", "imports": {"#flags": "./internal/flags.ts"}}),
    "apps/web/tsconfig.json": """{
      // paths come from here, the base from there
      "extends": "../../tsconfig.base.json",
      "compilerOptions": {
        "paths": { "@/*": ["./src/*"], "~forms": ["./src/forms"], "http://x/*": ["./nowhere/*"], },
      },
    }""",
    "tsconfig.base.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["packages/lib/src/*"]}}}',
    "packages/tsconfig.json": '{"extends": ["../tsconfig.base.json"]}',
    "packages/lib/package.json": json.dumps(
        {
            "name": "@shop/lib",
            "main": "dist/index.js",
            "exports": {".": {"import": "./dist/index.mjs"}, "./dates/*": {"types": "./dist/date/*.d.ts"}},
        }
    ),
    "packages/ui/package.json": '{"name": "@shop/ui", "types": "./main.tsx"}',
    "packages/plain/package.json": '{"name": "plain"}',
}
BROKEN = {
    "package.json": '{"name": ["not", "a", "name"], "exports": 3}',
    "tsconfig.json": "{ nonsense",
    "jsconfig.json": '{"compilerOptions": {"paths": {"@/*": [3, null], "b": "text"}, "baseUrl": 7}, "extends": {}}',
    "apps/tsconfig.json": '{"extends": "./tsconfig.json", "compilerOptions": ["?"]}',
    "apps/web/package.json": '["a list"]',
    "apps/web/tsconfig.json": '{"extends": ["../../../../out.json", 4, "nobody/base.json"]}',
}


@pytest.mark.parametrize(
    ("importer", "module", "target"),
    [
        ("apps/web/src/button.tsx", "./forms", "apps/web/src/forms/index.ts"),
        ("apps/web/src/button.tsx", "./forms/", "apps/web/src/forms/index.ts"),
        ("apps/web/src/button.tsx", "./forms/input", "apps/web/src/forms/input.js"),
        ("apps/web/src/forms/input.js", "../button", "apps/web/src/button.tsx"),
        ("apps/web/src/forms/input.js", "..", None),
        ("apps/web/src/forms/input.js", ".", "apps/web/src/forms/index.ts"),
        ("apps/web/src/button.tsx", "./button.test", "apps/web/src/button.test.tsx"),
        ("apps/web/src/forms/index.ts", "../button.js", "apps/web/src/button.tsx"),
        ("apps/web/src/forms/index.ts", "../worker.mjs", "apps/web/src/worker.mts"),
        ("apps/web/src/button.tsx", "./old", "apps/web/src/old.js"),
        ("apps/web/src/button.tsx", "./both", "apps/web/src/both.ts"),
        ("apps/web/src/button.tsx", "./both.js", "apps/web/src/both.js"),
        ("apps/web/src/button.tsx", "./both?worker", "apps/web/src/both.ts"),
        ("apps/web/src/button.tsx", "../../../../../etc/passwd", None),
        ("apps/web/src/button.tsx", "./missing", None),
        ("apps/web/src/button.tsx", "./Cart.vue", "apps/web/src/Cart.vue"),
        ("apps/web/src/button.tsx", "./counter", "apps/web/src/counter.gjs"),
    ],
)
def test_relative_paths_name_files_with_or_without_endings(importer: str, module: str, target: str | None) -> None:
    assert _target(importer, module) == target


@pytest.mark.parametrize(
    ("importer", "module", "target"),
    [
        ("apps/web/index.ts", "@/button", None),
        ("apps/web/src/old.js", "apps/web/src/button", "apps/web/src/button.tsx"),
        ("packages/ui/main.tsx", "@/date/format", "packages/lib/src/date/format.ts"),
        ("packages/ui/main.tsx", "lib/express", "lib/express.js"),
    ],
)
def test_paths_of_a_tsconfig_start_at_the_inherited_base(importer: str, module: str, target: str | None) -> None:
    manifests = dict(MANIFESTS)
    del manifests["apps/web/package.json"]  # else the customary `@/` finds it
    manifests["apps/web/tsconfig.json"] = manifests["apps/web/tsconfig.json"].replace("./src/*", "./nothing/*")
    assert _target(importer, module, manifests) == target


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("@/button", "apps/web/src/button.tsx"),
        ("@/forms", "apps/web/src/forms/index.ts"),
        ("~forms", "apps/web/src/forms/index.ts"),
        ("http://x/y", None),
        ("#flags", "apps/web/internal/flags.ts"),
        ("#other", None),
        ("~/src/button", "apps/web/src/button.tsx"),
    ],
)
def test_aliases_hold_below_their_own_tsconfig_or_package(module: str, target: str | None) -> None:
    alone = MANIFESTS["apps/web/tsconfig.json"].replace('"extends"', '"was"')
    manifests = MANIFESTS | {"apps/web/tsconfig.json": alone}
    assert _target("apps/web/index.ts", module, manifests) == target


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("@shop/lib", "packages/lib/src/index.ts"),
        ("@shop/lib/dates/format", "packages/lib/src/date/format.ts"),
        ("@shop/lib/date/format", "packages/lib/src/date/format.ts"),
        ("@shop/lib/dist/date/format.js", "packages/lib/src/date/format.ts"),
        ("@shop/ui", "packages/ui/main.tsx"),
        ("@shop/ui/components/card", "packages/ui/components/card/index.tsx"),
        ("plain", "packages/plain/index.js"),
        ("plain/tools/hammer", "packages/plain/tools/hammer.js"),
        ("root", "lib/express.js"),
        ("@shop/absent", None),
        ("react", None),
        ("node:path", None),
        ("", None),
    ],
)
def test_packages_of_the_repository_are_found_by_name(module: str, target: str | None) -> None:
    assert _target("packages/ui/main.tsx", module) == target


def test_a_folder_with_a_manifest_is_entered_by_its_main_file() -> None:
    assert _target("lib/express.js", "..") == "lib/express.js"
    assert _target("lib/express.js", "..", {}) == "index.js"


@pytest.mark.parametrize("module", ["./forms", "@/button", "b", "plain", "#x", "/src/button", "@", "@/", "a/b/c", "!"])
def test_broken_manifests_are_as_good_as_none(module: str) -> None:
    found = JavascriptModules(Project(dict.fromkeys(FILES, ()), BROKEN)).targets("apps/web/src/old.js", _import(module))
    assert set(found) <= set(FILES)


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ('import a from "m"', [("m", "default", "a")]),
        ('import a, { b, type C as D } from "m";', [("m", "default", "a"), ("m", "b", ""), ("m", "C", "D")]),
        ("import a, * as b from 'm'", [("m", "", "b"), ("m", "default", "a")]),
        ('import type { A } from "m"', [("m", "A", "")]),
        ('import type from "m"', [("m", "default", "type")]),
        ('import { type } from "m"', [("m", "type", "")]),
        ('import { default as x, "odd name" as y } from "m"', [("m", "default", "x"), ("m", "odd name", "y")]),
        ('import {\n  a, // one "b"\n  /* c */ d,\n} from "http://m"', [("http://m", "a", ""), ("http://m", "d", "")]),
        ('import "m"', [("m", "", "")]),
        ('import data from "./d.json" with { type: "json" }', [("./d.json", "default", "data")]),
        ('import x = require("m")', [("m", "", "x")]),
        ('x = require("m")', [("m", "", "x")]),
        ('{ a, b: c, d = 1 } = require("m")', [("m", "a", ""), ("m", "b", "c"), ("m", "d", "")]),
        ('x = require("m").y', [("m", "y", "x")]),
        ('x = await import("m")', [("m", "", "x")]),
        ('X = lazy(() => import("m"))', [("m", "default", "X")]),
        ('X = lazy(() => import("m").then((n) => ({ default: n.Y })))', [("m", "Y", "X")]),
    ],
)
def test_an_import_statement_falls_into_its_names(text: str, imports: list[tuple[str, str, str]]) -> None:
    assert [(i.module, i.name, i.alias) for i in parse_import(text, 1)] == imports


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ('export * from "m"', [("m", "*", "")]),
        ('export * as ns from "m"', [("m", "", "ns")]),
        ('export { a, b as c } from "m"', [("m", "a", ""), ("m", "b", "c")]),
        ('export type { T } from "m"', [("m", "T", "")]),
        ('module.exports = require("m")', [("m", "*", "")]),
        ('exports.x = require("m")', [("m", "", "x")]),
    ],
)
def test_what_a_barrel_hands_on_is_marked_as_such(text: str, imports: list[tuple[str, str, str]]) -> None:
    found = list(parse_import(text, 1))
    assert [(i.module, i.name, i.alias) for i in found] == imports
    assert all(i.reexported for i in found)


def _import(module: str) -> Import:
    return Import(module, "x", "", 1)


def _target(importer: str, module: str, manifests: dict[str, str] | None = None) -> str | None:
    project = Project(dict.fromkeys(FILES, ()), MANIFESTS if manifests is None else manifests)
    modules = JavascriptModules(project)
    assert list(modules.visible(importer)) == []
    return next(iter(modules.targets(importer, _import(module))), None)
