"""Small trees in which files depend on each other, and the texts each file may change to.

The first text of a file is where a tree begins; None means that the file is not there. Together the texts of a
language rename, remove and move what other files use: bases, return types, fields, re-exports, overloads of a name.
"""

# ruff: noqa: E501 - a text is easier to read whole

from __future__ import annotations

from collections.abc import Mapping

Texts = tuple[str | None, ...]

PYTHON: Mapping[str, Texts] = {
    "pkg/__init__.py": (
        "from .shapes import Shape\n",
        "from .other import Shape\n",
        "from .shapes import *\nfrom .base import *\n",
        "from .base import *\n",
        "",
    ),
    "pkg/base.py": (
        "class Base:\n    limit = 3\n\n    def save(self):\n        return self\n\n    def load(self) -> 'Base':\n"
        "        return self\n",
        "class Base:\n    def store(self):\n        return self\n\n\ndef save_everything():\n    pass\n",
        "from pkg.use import Use\n\n\nclass Base(Use):\n    def save(self):\n        return Use()\n",
        "class Root:\n    def save(self):\n        pass\n\n\nBase = Root\n",
        None,
    ),
    "pkg/other.py": (
        None,
        "class Shape:\n    def area(self):\n        return 2\n\n    def only_here(self):\n        pass\n",
        "from pkg.base import Base\n\n\nclass Shape(Base):\n    pass\n\n\nclass Second:\n    def perimeter(self):\n        pass\n",
    ),
    "pkg/shapes.py": (
        "from .base import Base\n\n\nclass Shape(Base):\n    def area(self):\n        return self.save().load()\n\n"
        "    def perimeter(self):\n        return self.limit\n",
        "from .base import Base as Root\n\n\nclass Shape(Root):\n    limit: Root = Root()\n\n    def __init__(self):\n"
        "        self.part = Root()\n",
        "class Shape:\n    pass\n\n\nclass Part(Shape):\n    def area(self):\n        pass\n",
    ),
    "pkg/make.py": (
        "from pkg.shapes import Shape\nimport pkg.base\n\n\ndef make():\n    return Shape()\n\n\ndef base():\n"
        "    return pkg.base.Base()\n\n\ndef both(flag):\n    if flag:\n        return swap(flag)\n    return Shape()\n\n\n"
        "def swap(flag):\n    if flag:\n        return both(flag)\n    return pkg.base.Base()\n",
        "from pkg.shapes import *\n\n\ndef make():\n    class Shape:\n        def area(self):\n            pass\n\n"
        "    return Shape()\n\n\ndef base() -> 'Base':\n    return None\n",
        "from pkg.base import *\n\n\ndef make():\n    return Shape()\n\n\ndef base():\n    return pkg.base.Base()\n",
        "import pkg.shapes\n\n\nmake = pkg.shapes.Shape\n",
    ),
    "pkg/use.py": (
        "import config\nfrom pkg import Shape\nfrom pkg.make import base, both, make, swap\n\n\nclass Use:\n"
        "    def __init__(self, shape: Shape):\n        self.shape = shape\n\n    def run(self, other):\n"
        "        self.shape.area()\n        make().area()\n        base().save()\n        both(1).load()\n"
        "        swap(1).area()\n        other.perimeter()\n        other.only_here()\n        config.read()\n"
        "        return self.shape.limit\n",
        "import pkg.shapes as s\n\n\nclass Use(s.Shape):\n    def save(self):\n        return super().save()\n",
    ),
    "config.py": (None, "def read():\n    pass\n", "read = 3\n"),
    "tests/conftest.py": (
        "import pytest\nfrom pkg.make import make\n\n\n@pytest.fixture\ndef shape():\n    return make()\n",
        "import pytest\n\n\n@pytest.fixture(name='shape')\ndef made(till):\n    pass\n",
        "import pytest\n\n\n@pytest.fixture(name='till')\ndef made():\n    pass\n\n\ndef shape():\n    pass\n",
        None,
    ),
    "tests/unit/conftest.py": (None, "import pytest\n\n\n@pytest.fixture\ndef shape(shape):\n    return shape\n"),
    "tests/unit/test_shape.py": (
        "def test_area(shape, till):\n    shape.area()\n",
        "import pytest\n\n\n@pytest.fixture\ndef till():\n    pass\n\n\ndef test_area(shape, till):\n    pass\n",
    ),
    "web/users.py": (
        "from fastapi import APIRouter\nfrom config import read\n\nrouter = APIRouter(prefix='/users')\n\n\n@router.get('/{id}')\ndef show(id):\n    pass\n",
        "from fastapi import APIRouter\n\nother = APIRouter()\nrouter = APIRouter()\n\n\n@other.get('/{id}')\ndef show(id):\n    pass\n\n\n@router.get('/all')\ndef listed():\n    pass\n",
        None,
    ),
    "web/app.py": (
        "from fastapi import FastAPI\nfrom web import users\n\napp = FastAPI()\napp.include_router(users.router, prefix='/v1')\n",
        "from fastapi import FastAPI\nfrom web.users import router as it\n\napp = FastAPI()\napp.include_router(it, prefix='/v2')\n",
    ),
    "tests/test_use.py": (
        "from pkg.use import Use\nfrom pkg.make import make\n\n\ndef test_use():\n    Use(make()).run(None)\n\n\n"
        "def test_make():\n    make().area()\n",
        None,
    ),
}  # fmt: skip

TYPESCRIPT: Mapping[str, Texts] = {
    "tsconfig.json": (
        '{"compilerOptions": {"baseUrl": ".", "paths": {"@core/*": ["core/*"]}}}\n',
        '{"compilerOptions": {"baseUrl": ".", "paths": {"@core/*": ["old/*"]}}}\n',
        "{broken",
    ),
    "core/base.ts": (
        "export class Base {\n  limit = 3\n  save(): Base { return this }\n}\n",
        "export abstract class Base {\n  abstract save(): void\n  static make(): Base { return null as any }\n}\n",
        "import { Shape } from './shape'\nexport class Base extends Shape {}\n",
        None,
    ),
    "core/shape.ts": (
        "import { Base } from './base'\nimport type { Area } from './area'\nexport class Shape extends Base implements Area {\n"
        "  part: Base = new Base()\n  area() { return this.part.save() }\n}\n",
        "export default class Shape {\n  area() { return 1 }\n}\n",
        "export { Base as Shape } from './base'\n",
    ),
    "core/area.ts": (
        "export interface Area { area(): number }\n",
        "export interface Area { size(): number }\nexport class Square { area() { return 2 } }\n",
        "export type Area = { area(): number }\n",
    ),
    "core/more.ts": (
        None,
        "import { Area } from './area'\nexport class Circle implements Area {\n  area() { return 3 }\n  onlyHere() {}\n}\n",
    ),
    "core/index.ts": (
        "export * from './base'\nexport { Shape } from './shape'\n",
        "export * from './shape'\nexport * from './more'\n",
        "export {}\n",
    ),
    "old/base.ts": ("export class Base {\n  save() {}\n}\n", "export const Base = 3\n", None),
    "app/use.ts": (
        "import { Base } from '@core/base'\nimport { Shape } from '../core'\nimport * as core from '../core'\n"
        "import type { Area } from '../core/area'\nimport { load } from './config'\n"
        "export function use(area: Area, any: any) {\n  new Base().save()\n  const shape = new Shape()\n  shape.area()\n"
        "  shape.part.save()\n  area.area()\n  new core.Shape().save()\n  any.onlyHere()\n  load()\n}\n",
        "import Shape from '../core/shape'\nexport const use = () => new Shape().area()\n",
    ),
    "app/config.ts": (None, "export function load() {}\n"),
    "app/config/index.ts": (None, "export const load = () => 1\n"),
    "app/use.test.ts": ("import { use } from './use'\ntest('use', () => { use(null as any, 1) })\n", None),
}  # fmt: skip

GO: Mapping[str, Texts] = {
    "go.mod": ("module example.org/shop\n", "module example.org/market\n", "module\n((("),
    "store/store.go": (
        "package store\n\ntype Store struct {\n\tback *Back\n}\n\nfunc New() *Store { return &Store{} }\n\n"
        "func (s *Store) Load(key string) string { return s.back.Fetch(key) }\n",
        "package store\n\ntype Root struct{}\n\nfunc (r *Root) Load(key string) string { return key }\n\n"
        "type Store struct {\n\tRoot\n\tback Reader\n}\n\nfunc New() Reader { return &Store{} }\n",
        "package depot\n\ntype Store struct{}\n",
        None,
    ),
    "store/back.go": (
        "package store\n\ntype Back struct{}\n\nfunc (b *Back) Fetch(key string) string { return key }\n",
        "package store\n\nfunc (s *Store) Fetch(key string) string { return s.Load(key) }\n",
        "package store\n\ntype Back interface {\n\tFetch(key string) string\n}\n",
        None,
    ),
    "store/reader.go": (
        "package store\n\ntype Reader interface {\n\tLoad(key string) string\n}\n",
        "package store\n\ntype Reader interface {\n\tLoad(key string) string\n\tSave(key string)\n}\n",
        "package store\n\ntype Saver interface{ Save(key string) }\n\ntype Reader interface {\n\tSaver\n}\n",
    ),
    "store/save.go": (
        None,
        "package store\n\nfunc (s *Store) Save(key string) {}\n",
        "package store\n\ntype Other struct{}\n\nfunc (o Other) Load(key string) string { return \"\" }\n\nfunc New() Other { return Other{} }\n",
    ),
    "store/names.go": (None, "package store\n\nfunc normalize(key string) string { return key }\n"),
    "shop/shop.go": (
        'package shop\n\nimport "example.org/shop/store"\n\ntype Shop struct {\n\tstore.Store\n\treader store.Reader\n}\n\n'
        "func (s *Shop) Open() {\n\ts.Load(normalize(\"a\"))\n\ts.reader.Load(\"b\")\n\tstore.New().Load(\"c\")\n}\n",
        'package shop\n\nimport st "example.org/market/store"\n\nfunc Open() { st.New().Save("x") }\n',
    ),
    "shop/names.go": (None, "package shop\n\nfunc normalize(key string) string { return key }\n"),
    "shop/shop_test.go": (
        'package shop\n\nimport "testing"\n\nfunc TestOpen(t *testing.T) {\n\tshop := &Shop{}\n\tshop.Open()\n}\n', None,
    ),
}  # fmt: skip

RUST: Mapping[str, Texts] = {
    "Cargo.toml": ('[package]\nname = "shop"\nedition = "2021"\n', '[package]\nname = "market"\nedition = "2021"\n'),
    "src/lib.rs": (
        "pub mod store;\nmod back;\npub use back::Back;\n\npub fn open() -> Back { Back::new() }\n",
        "pub mod store;\nmod back;\npub use store::*;\n\npub fn open() -> Back { todo!() }\n",
        "mod store;\n",
    ),
    "src/back.rs": (
        "use crate::store::Load;\n\npub struct Back { size: u32 }\n\nimpl Back {\n    pub fn new() -> Self { Back { size: 1 } }\n}\n\n"
        "impl Load for Back {\n    fn load(&self) -> u32 { self.size }\n}\n",
        "pub struct Back;\n\nimpl Back {\n    pub fn create() -> Back { Back }\n    pub fn load(&self) -> u32 { 2 }\n}\n",
        "pub enum Back { One }\n",
        None,
    ),
    "src/store.rs": (
        "pub trait Load {\n    fn load(&self) -> u32;\n    fn twice(&self) -> u32 { self.load() * 2 }\n}\n",
        "pub trait Load: Size {\n    fn load(&self) -> u32;\n}\n\npub trait Size {\n    fn size(&self) -> u32 { 1 }\n}\n\npub struct Back;\n",
        "pub struct Store;\n",
    ),
    "src/extra.rs": (None, "impl crate::Back {\n    pub fn far_away(&self) {}\n}\n"),
    "src/names.rs": (None, "pub fn normalize(x: u32) -> u32 { x }\n"),
    "src/main.rs": (
        "use shop::{open, Back};\nuse shop::store::Load;\n\nfn main() {\n    let back = open();\n    back.load();\n    back.twice();\n"
        "    Back::new().far_away();\n    shop::names::normalize(1);\n}\n",
        "use market::Back;\n\nfn main() { Back::create().load(); }\n",
    ),
    "tests/load.rs": ("use shop::open;\n\n#[test]\nfn loads() {\n    assert_eq!(open().load(), 1);\n    open().twice();\n}\n", None),
}  # fmt: skip

JAVA: Mapping[str, Texts] = {
    "org/base/Base.java": (
        "package org.base;\n\npublic class Base {\n  protected Part part;\n  public Base save() { return this; }\n"
        "  public static Base make() { return new Base(); }\n  public static final int LIMIT = 3;\n}\n",
        "package org.base;\n\npublic abstract class Base implements Saver {\n  public Base(int size) {}\n}\n",
        "package org.moved;\n\npublic class Base { public void save() {} }\n",
        None,
    ),
    "org/base/Part.java": (
        "package org.base;\n\npublic class Part { public void fit() {} }\n",
        "package org.base;\n\npublic class Part extends Base { void other() {} }\n",
    ),
    "org/base/Saver.java": (
        "package org.base;\n\npublic interface Saver { Base save(); default void twice() { save(); } }\n",
        "package org.base;\n\npublic interface Saver extends Runnable { void keep(); }\n",
        None,
    ),
    "org/shop/Shop.java": (
        "package org.shop;\n\nimport org.base.Base;\nimport static org.base.Base.make;\nimport static org.base.Base.LIMIT;\n\n"
        "public class Shop extends Base {\n  void open(Unknown u) {\n    save().save();\n    part.fit();\n    make();\n    u.onlyHere();\n"
        "    int x = LIMIT;\n    new Helper().help();\n    run(this::close);\n    org.extra.Far.reach();\n  }\n  void close() {}\n  void run(Runnable r) {}\n}\n",
        "package org.shop;\n\nimport org.base.*;\n\nclass Shop implements Saver {\n  public Base save() { return new Base(1); }\n}\n",
        "package org.shop;\n\nimport org.moved.Base;\n\nclass Shop extends Base { void go() { save(); } }\n",
    ),
    "org/shop/Helper.java": (None, "package org.shop;\n\nclass Helper { void help() {} void onlyHere() {} }\n", "package org.shop;\n\nenum Helper { A; void help() {} }\n"),
    "org/other/Helper.java": (None, "package org.other;\n\nclass Helper { void onlyHere() {} }\n", "package org.shop;\n\nclass Helper { void help() {} }\n"),
    "org/extra/Far.java": (None, "package org.extra;\n\npublic class Far { public static void reach() {} }\n"),
    "org/shop/ShopTest.java": (
        "package org.shop;\n\nclass ShopTest {\n  @Test void opens() { new Shop().open(null); Base.make(); }\n}\n", None,
    ),
}  # fmt: skip

CSHARP: Mapping[str, Texts] = {
    "core/Base.cs": (
        "namespace Shop.Core;\n\npublic partial class Base {\n  public Part Part { get; set; }\n  public virtual Base Save() => this;\n}\n",
        "namespace Shop.Core;\n\npublic class Base : ISaver {\n  public Base(int size) {}\n  public void Save() {}\n}\n",
        "namespace Shop.Moved;\n\npublic class Base { public void Save() {} }\n",
        None,
    ),
    "core/Base.More.cs": (
        "namespace Shop.Core;\n\npublic partial class Base { public void FarAway() { Save(); } }\n",
        "namespace Shop.Core;\n\npublic partial class Base { public Base() {} public void FarAway() {} }\n",
        None,
    ),
    "core/Part.cs": (
        "namespace Shop.Core;\n\npublic class Part { public void Fit() {} }\n",
        "namespace Shop.Core { public class Part : Base { } public static class Tools { public static void Fit(this Part p) {} } }\n",
    ),
    "core/ISaver.cs": (
        "namespace Shop.Core;\n\npublic interface ISaver { void Save(); }\n",
        "namespace Shop.Core;\n\npublic interface ISaver { void Keep(); }\n",
        None,
    ),
    "web/Page.cs": (
        "using Shop.Core;\n\nnamespace Shop.Web;\n\nclass Page : Base {\n  private ISaver saver;\n  void Open(dynamic d) {\n"
        "    Save().Save();\n    Part.Fit();\n    saver.Save();\n    new Base().FarAway();\n    new Helper().Help();\n    d.OnlyHere();\n    Run(Close);\n  }\n"
        "  void Close() {}\n  void Run(Action a) {}\n}\n",
        "using Old = Shop.Moved.Base;\n\nnamespace Shop.Web;\n\nclass Page : Old { void Open() { base.Save(); } }\n",
    ),
    "web/Helper.cs": (None, "namespace Shop.Web;\n\nclass Helper { public void Help() {} public void OnlyHere() {} }\n"),
    "web/Usings.cs": (None, "global using Shop.Moved;\n", "namespace Shop;\n\nclass Helper { public void Help() {} public void OnlyHere() {} }\n"),
    "tests/PageTests.cs": (
        "using Shop.Core;\nusing Xunit;\n\nnamespace Shop.Web.Tests;\n\npublic class PageTests {\n  [Fact] public void Opens() { new Page().Open(1); new Base().Save(); }\n}\n", None,
    ),
}  # fmt: skip

RUBY: Mapping[str, Texts] = {
    "lib/base.rb": (
        "module Shop\n  class Base\n    def save\n      self\n    end\n\n    def self.make\n      new\n    end\n  end\nend\n",
        "module Shop\n  class Base\n    include Saver\n\n    def store\n    end\n  end\nend\n",
        "class Base\n  def save\n  end\nend\n",
        None,
    ),
    "lib/reopen.rb": (
        None,
        "module Shop\n  class Base\n    def only_here\n    end\n\n    def initialize(size)\n      @size = size\n    end\n  end\nend\n",
        "class Shop::Base\n  include Saver\n  def save\n  end\nend\n",
    ),
    "lib/saver.rb": (
        "module Saver\n  def keep_all\n    save\n  end\nend\n",
        "module Shop\n  module Saver\n    def keep_all\n    end\n  end\nend\n",
        None,
    ),
    "lib/tools.rb": (
        "require_relative 'base'\n\ndef build_thing\n  Shop::Base.new\nend\n",
        "require_relative 'saver'\nrequire_relative 'more'\n\ndef build_thing\n  nil\nend\n",
        "require_relative 'more'\n",
    ),
    "lib/more.rb": (None, "def build_more\n  Shop::Base.make\nend\n", "def build_thing\n  Page.new\nend\n"),
    "lib/page.rb": (
        "require_relative 'tools'\n\nmodule Shop\n  class Page < Base\n    include Saver\n    before_action :prepare_all\n\n    def open(other)\n      save\n      keep_all\n"
        "      build_thing.save\n      build_more.save\n      Base.make.save\n      other.only_here\n      method(:prepare_all)\n    end\n\n    def prepare_all\n    end\n  end\nend\n",
        "class Page < Shop::Base\n  def save\n    super\n  end\nend\n",
    ),
    "app/admin/order.rb": (
        "class Admin::Order < Active::Record\n  scope :open, -> { where(a: 1) }\n  has_many :parts\n  belongs_to :till, class_name: 'Shop::Base'\n\n  def finish\n    parts.first.finish\n    till.save\n  end\nend\n",
        "module Admin\n  class Order\n    def self.open\n      Part.where(b: 1)\n    end\n\n    def finish\n    end\n  end\nend\n",
        "class Admin::Part\n  def finish\n  end\nend\n",
        None,
    ),
    "app/part.rb": ("class Part < Active::Record\n  belongs_to :order\n\n  def finish\n  end\nend\n", "class Order\n  def finish\n  end\nend\n", None),
    "app/use.rb": (
        "class Api::Use\n  def run\n    Admin::Order.open.find(1).finish\n    Admin::Part.new.finish\n    Admin::Order.where(a: 1)\n  end\nend\n",
        "module Api\n  class Admin::Use < Admin::Order\n    def run\n      open.first.finish\n    end\n  end\nend\n",
    ),
    "spec/order_spec.rb": (
        "RSpec.describe Admin::Order do\n  subject { described_class.new }\n  let(:part) { Part.new }\n  it 'ends' do\n    subject.finish\n    part.finish\n  end\nend\n",
        None,
    ),
    "test/page_test.rb": (
        "require_relative '../lib/page'\n\nclass PageTest < Minitest::Test\n  def test_open\n    Shop::Page.new.open(nil)\n    build_thing\n  end\nend\n", None,
    ),
}  # fmt: skip

JAVASCRIPT: Mapping[str, Texts] = {
    "package.json": ('{"name": "shop", "imports": {"#core/*": "./core/*.js"}}\n', '{"name": "shop"}\n'),
    "core/base.js": (
        "class Base {\n  save() { return this }\n}\nfunction make() { return new Base() }\nmodule.exports = { Base, make }\n",
        "exports.make = function () { return null }\nexports.Base = class Base { store() {} }\n",
        "export class Base { save() {} }\nexport const make = () => new Base()\nexport default Base\n",
        None,
    ),
    "core/shape.js": (
        "const { Base, make } = require('./base')\nclass Shape extends Base {\n  area() { return make().save() }\n}\nmodule.exports = Shape\n",
        "import Base, { make } from '#core/base'\nexport class Shape extends Base {}\nexport { make }\n",
    ),
    "app.js": (
        "const Shape = require('./core/shape')\nconst base = require('#core/base')\nconst load = require('./load')\n\nfunction run(other) {\n"
        "  new Shape().area()\n  base.make().save()\n  load()\n  other.onlyHere()\n  setTimeout(run, 1)\n}\nmodule.exports.run = run\n",
        "import { Shape, make } from './core/shape.js'\nexport function run() { return make(new Shape()) }\n",
    ),
    "load.js": (None, "module.exports = function load() {}\n", "export default function load() {}\nexport class One { onlyHere() {} }\n"),
    "app.test.js": ("const { run } = require('./app')\ntest('runs', () => { run() })\n", None),
    "kit.js": (
        "function open() {}\nconst kit = { load }\nfunction load() {}\nmodule.exports.tools = function tools() { return { open, close() {} } }\nmodule.exports.kit = kit\n",
        "function open() {}\nconst kit = {}\nkit.load = open\nmodule.exports.tools = function tools() { return kit }\nmodule.exports.kit = kit\n",
        "const kit = 1\nmodule.exports = { tools() { return this.kit() }, kit() { return { open() {}, shut() {} } } }\n",
        None,
    ),
    "shed.js": (
        "const { tools, kit } = require('./kit')\nfunction work() {\n  const { open, close: shut = 1 } = tools()\n  open()\n  shut()\n  kit.load()\n  tools().open()\n}\n",
        "const all = require('./kit')\nfunction work() {\n  const { shut } = all.kit()\n  shut()\n  all.tools().load()\n}\n",
    ),
}  # fmt: skip

TREES: Mapping[str, Mapping[str, Texts]] = {
    "python": PYTHON,
    "typescript": TYPESCRIPT,
    "javascript": JAVASCRIPT,
    "go": GO,
    "rust": RUST,
    "java": JAVA,
    "csharp": CSHARP,
    "ruby": RUBY,
}
