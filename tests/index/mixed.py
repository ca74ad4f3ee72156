"""A small repository in every language, each file with several texts it may have.

The texts of one file differ in bodies, names, imports and bases, so that choosing texts at random changes what files
mean to each other: a base class moves, a re-export disappears, a manifest gives another name to the project.
"""

# ruff: noqa: E501 - each text stays on its line

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

TEXTS: Mapping[str, tuple[str, ...]] = {
    "pkg/__init__.py": (
        "from .base import Base\nfrom .shapes import *\n",
        "from pkg.other import Base, Renamed as Shape\n",
        '"""Nothing is re-exported."""\n',
    ),
    "pkg/base.py": (
        'class Base:\n    """The base of the store."""\n\n    def read(self, key):\n        return self.back[key]\n',
        "class Base:\n    def read(self, key):\n        return self.back.get(key, None)\n\n\nclass Renamed(Base):\n    pass\n",
        "from .other import Base as Root\n\n\nclass Base(Root):\n    def load_config(self):\n        return self.read('config')\n",
        "import pkg.handlers\n\n\nclass Base(pkg.handlers.Handler):\n    pass\n",
    ),
    "pkg/other.py": (
        "class Base:\n    def total(self, items):\n        return sum(item.size for item in items)\n",
        "from pkg import Base\n\n\nclass Renamed(Base):\n    def total(self):\n        return 0\n",
    ),
    "pkg/shapes.py": (
        "from pkg.base import Base\n\n__all__ = ['Circle']\n\n\nclass Circle(Base):\n    def area(self):\n        return 3 * self.r\n",
        "from . import Base\n\n\nclass Circle(Base):\n    def area(self):\n        return 3.14 * self.r ** 2\n\n\nclass Square(Circle):\n    pass\n",
    ),
    "pkg/handlers.py": (
        "from pkg import Base, Circle\nimport pkg.base\n\n\nclass Handler(Base):\n    pass\n\n\nclass Far(pkg.base.Base):\n    pass\n",
        "from pkg.shapes import Circle\n\n\nclass Handler(Circle):\n    class Inner(Circle):\n        pass\n",
        "def helper(total):\n    return total + 1\n",
    ),
    "tests/test_shapes.py": ("from pkg import Circle\n\n\nclass TestCircle(Circle):\n    def test_area(self):\n        assert 1\n",),
    "go.mod": ("module example.org/shop\n\ngo 1.22\n", "module example.org/market\n\ngo 1.22\n"),
    "store/store.go": (
        "package store\n\n// Base of the store.\ntype Base struct {\n\tsize int\n}\n\nfunc (b *Base) Read(key string) string { return key }\n",
        "package store\n\ntype Root struct{}\n\ntype Base struct {\n\tRoot\n}\n",
        "package storage\n\ntype Base struct{}\n",
    ),
    "store/more.go": (
        "package store\n\nfunc (b *Base) Total() int { return b.size }\n",
        "package store\n\ntype Shape interface {\n\tArea() float64\n}\n\nfunc (r *Root) Total() int { return 2 }\n",
    ),
    "shop/shop.go": (
        'package shop\n\nimport "example.org/shop/store"\n\ntype Shop struct {\n\tstore.Base\n}\n',
        'package shop\n\nimport st "example.org/market/store"\n\ntype Shop struct {\n\tst.Base\n}\n',
    ),
    "package.json": ('{"name": "web", "imports": {"#lib/*": "./web/lib/*.js"}}\n', '{"name": "app"}\n', "{not json\n"),
    "tsconfig.json": (
        '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["web/lib/*"]}}}\n',
        '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["web/old/*"]}}}\n',
        "{}\n",
    ),
    "web/lib/base.ts": (
        "export class Base {\n  read(key: string): string { return key }\n}\n",
        "export interface Base { read(key: string): string }\nexport default class Renamed implements Base {\n  read(k: string) { return k }\n}\n",
    ),
    "web/lib/index.ts": ('export { Base } from "./base"\n', 'export * from "./base"\nexport * from "../old/base"\n', "export {}\n"),
    "web/old/base.ts": ("export class Base {\n  total(): number { return 1 }\n}\n", 'export { Base } from "../lib"\n'),
    "web/page.tsx": (
        'import { Base } from "@lib/base"\nexport class Page extends Base {\n  area() { return <div/> }\n}\n',
        'import { Base } from "./lib"\nexport const Page = (p: Base) => <p>{p}</p>\nclass Inner extends Base {}\n',
    ),
    "web/lib/shape.js": (
        "export class Shape {\n  area() { return 0 }\n}\nexport const helper = (total) => total + 1\n",
        'const { Shape } = require("./old.js")\nclass Circle extends Shape {}\nmodule.exports = { Circle, Shape }\n',
    ),
    "web/app.js": (
        'import { Shape } from "#lib/shape"\nexport default class Circle extends Shape {\n  area() { return 3 }\n}\n',
        'import * as lib from "./lib/shape.js"\nclass Square extends lib.Shape {}\n',
    ),
    "Cargo.toml": (
        '[package]\nname = "shapes"\nedition = "2021"\n',
        '[package]\nname = "figures"\nedition = "2021"\n[lib]\npath = "src/other.rs"\n',
    ),
    "src/lib.rs": (
        "pub mod base;\npub use base::Shape;\n\npub struct Circle { r: f64 }\n\nimpl Shape for Circle {\n    fn area(&self) -> f64 { self.r }\n}\n",
        "mod base;\nmod other;\nuse crate::other::Shape;\n\npub struct Circle;\n\nimpl Shape for Circle {}\n",
    ),
    "src/base.rs": (
        "pub trait Shape {\n    fn area(&self) -> f64;\n}\n",
        "pub use crate::other::Shape;\n\nimpl super::Circle {\n    pub fn total(&self) -> u8 { 1 }\n}\n",
    ),
    "src/other.rs": ("pub trait Shape {}\n\npub trait Round: Shape {}\n", "pub mod base;\n\npub struct Renamed;\n"),
    "src/main.rs": ("use shapes::Shape;\n\nstruct Local;\n\nimpl Shape for Local {}\n\nfn main() {}\n",),
    "java/org/shop/Base.java": (
        "package org.shop;\n\npublic class Base {\n  String read(String key) { return key; }\n  String read(int key) { return null; }\n}\n",
        "package org.shop;\n\nimport org.far.Shape;\n\npublic abstract class Base implements Shape {}\n",
        "package org.other;\n\npublic class Base {}\n",
    ),
    "java/org/shop/Shop.java": (
        "package org.shop;\n\nclass Shop extends Base {\n  Shop() { super(); }\n}\n",
        "package org.shop;\n\nimport org.other.*;\n\nclass Shop extends Base {}\n",
    ),
    "java/org/far/Shape.java": ("package org.far;\n\npublic interface Shape { double area(); }\n",),
    "cs/Base.cs": (
        "namespace Shop.Core;\n\npublic class Base { public string Read(string key) => key; }\n",
        "namespace Shop.Far { public interface IShape {} public class Base : IShape {} }\n",
    ),
    "cs/Page.cs": (
        "using Shop.Core;\n\nnamespace Shop.Web;\n\nclass Page : Base { int Total() { return 1; } }\n",
        "using Shop.Far;\n\nnamespace Shop.Web;\n\npartial class Page : Base, IShape {}\n",
    ),
    "rb/base.rb": (
        "module Store\n  # Reads the store.\n  class Base\n    def read(key)\n      @back[key]\n    end\n  end\nend\n",
        "class Base\n  def total(items)\n    items.sum\n  end\nend\n",
    ),
    "rb/page.rb": (
        "require_relative 'base'\n\nclass Page < Store::Base\n  def area = 1\nend\n",
        "require_relative './base'\n\nclass Page < Base\nend\n",
    ),
    "pkg/urls.py": (
        "from django.urls import path\nfrom pkg import handlers\n\nurlpatterns = [path('read/<id>', handlers.helper)]\n",
        "import os\nfrom flask import Flask\nfrom pkg.base import Base\n\nclass App(Flask):\n    pass\n\n\napp = App(os.environ['TOTAL'])\n",
    ),
    "pkg/served.py": (
        "from pkg.urls import app\n\n\n@app.get('')\ndef total():\n    return 1\n",
        "from pkg.handlers import helper\nfrom pkg.urls import app\n\napp.add_url_rule('/read', view_func=helper)\n",
    ),
    "web/routes.js": (
        'import express from "express"\nimport { helper } from "./lib/shape.js"\nconst router = express.Router()\nrouter.get("/area/:id", helper)\n',
        'import { site } from "./app.js"\nsite.get("/area", (total) => fetch(`/read/${total}`))\n',
    ),
    "config/routes.rb": ('resources :pages, only: [:index]\nget "/area", to: "page#area"\n',),
    "rb/page_controller.rb": ("class PageController < Base\n  def area = `git log`\nend\n", "module Store\n  class PageController\n  end\nend\n"),
    "README.md": (
        "# Shop\n\n`pkg.base.Base` reads. See [shapes](pkg/shapes.py).\n\n## Areas\n\n`Circle.area` and `load_config()`.\n",
        "# Store\n\n`Renamed`, `Circle`, `Shape` and `Handler.read` in `pkg/other.py`.\n",
        "Nothing is named.\n",
    ),
    "docs/guide.rst": (
        "Guide\n=====\n\n:class:`Base`, :class:`pkg.Base`, :meth:`Circle.area` and ``web/lib/base.ts``\n\n.. autoclass:: pkg.shapes.Circle\n",
        "Guide\n=====\n\nOther\n-----\n\n:func:`helper` in ``base.py`` and :mod:`pkg.handlers`::\n\n    load_config()\n",
    ),
    ".github/CODEOWNERS": ("* @all\n*.go @go\n/pkg/ @py a@example.org\n/pkg/base.py\n", "/web/lib/* @web\n**/base.* @base\n"),
    "Dockerfile": (
        "FROM python:3\nWORKDIR /app\nCOPY pkg /app/pkg\nCMD [\"python\", \"-m\", \"pkg.handlers\"]\n",
        "FROM node\nCOPY . .\nRUN go build ./shop\nCMD node web/app.js\n",
    ),
    ".github/workflows/ci.yml": (
        "jobs:\n  test:\n    steps:\n      - run: python pkg/base.py\n  web:\n    steps:\n      - run: node app.js\n        working-directory: web\n",
        "jobs:\n  total:\n    steps:\n      - run: ruby rb/main.rb\n",
    ),
    "requirements.txt": ("attrs\n", "attrs\nmsgspec>=1\n"),
    ".gitignore": ("*.log\n", "pkg/other.py\nweb/old/\n"),
    ".gitattributes": ("*.png binary\n", "store/*.go linguist-generated\nrb/*.rb linguist-vendored\n"),
    "data/notes.txt": ("nothing to index\n",),
}
"""By path, the texts; the first of each make a repository that links."""

MOVED: Mapping[str, tuple[str, ...]] = {
    ".py": ("pkg/base.py", "pkg/sub/base.py", "lib/shapes.py", "pkg.py", "tests/base.py"),
    ".go": ("store/base.go", "shop/more.go", "far/base.go"),
    ".ts": ("web/lib/shape.ts", "web/old/index.ts", "web/base.ts"),
    ".tsx": ("web/old/page.tsx",),
    ".js": ("web/lib/base.js", "web/dist.js", "lib/index.js"),
    ".rs": ("src/base/mod.rs", "src/figures.rs", "src/bin/base.rs"),
    ".java": ("java/org/other/Base.java", "java/org/far/Base.java"),
    ".cs": ("cs/far/Base.cs",),
    ".rb": ("rb/store/base.rb", "rb/main.rb"),
    ".md": ("docs/README.md", "pkg/guide.md"),
    ".rst": ("README.rst",),
    "": ("web/Dockerfile", "docs/CODEOWNERS", "CODEOWNERS"),
}
"""Where a file of that ending may move to."""

WORDS = ("Base", "Shape", "Circle", "Renamed", "read", "total", "area", "store", "helper")
"""Names a rename exchanges for one another."""


def write(root: Path, path: str, text: str | bytes) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def write_mixed(root: Path, *, shuffled: int | None = None) -> None:
    """The first text of every file, in path order or in another."""
    paths = sorted(TEXTS)
    if shuffled is not None:
        random.Random(shuffled).shuffle(paths)
    for path in paths:
        write(root, path, TEXTS[path][0])
