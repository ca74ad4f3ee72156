"""What Ruby was seen to call: rows into positions, the comparison as a command, Ruby itself where it is there."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from seedwalk.api import open_repository
from seedwalk.eval.oracles import check
from seedwalk.eval.oracles.oracle import ask
from seedwalk.eval.oracles.ruby import ORACLE, Row, not_written, positions
from seedwalk.eval.scip import Told
from seedwalk.eval.scip_code import Code, read_files

SHOP = """class Shop
  attr_accessor :size
  def initialize(size)
    @size = size
  end

  def name; end
  def name=(given); end
  alias label name
  define_method(:made) { 1 }

  def run(other)
    helper.strip
    other.name = name
    other.name ||= 1
    [other].map(&:name)
    size
    other.unknown
    self == other
    puts "#{other}"
  end

  def helper = "x"
  def ==(other) = true
  def to_s = "shop"
end

class Large < Shop
  def name
    super
  end
end
"""
TEST = """require "minitest/autorun"
require_relative "../lib/shop"

class ShopTest < Minitest::Test
  def test_run
    shop = Shop.new(1)
    def shop.unknown; end
    shop.label
    shop.made
    shop.run(Shop.new(2)) rescue nil
    Large.new(3).name
    shop.run(shop)
  end
end
"""
FILES = {"lib/shop.rb": SHOP, "test/shop_test.rb": TEST}
AT, FROM = "lib/shop.rb", "test/shop_test.rb"
ROWS = [
    Row(AT, 13, "helper", AT, 23, "Shop", "helper"),
    Row(AT, 13, "strip", "", 0, "String", "strip"),
    Row(AT, 14, "name", AT, 7, "Shop", "name"),
    Row(AT, 14, "name=", AT, 8, "Shop", "name="),
    Row(AT, 15, "name", AT, 7, "Shop", "name"),
    Row(AT, 15, "name=", AT, 8, "Shop", "name="),
    Row(AT, 17, "size", "", 0, "Shop", "size"),
    Row(AT, 18, "unknown", FROM, 7, "", "unknown"),
    Row(AT, 19, "==", AT, 24, "Shop", "=="),
    Row(AT, 20, "to_s", AT, 25, "Shop", "to_s"),
    Row(AT, 30, "name", AT, 7, "Shop", "name"),
    Row(FROM, 6, "new", AT, 3, "Shop", "initialize"),
    Row(FROM, 8, "label", AT, 7, "Shop", "name"),
    Row(FROM, 9, "made", AT, 10, "Shop", "made"),
    Row(FROM, 11, "new", AT, 3, "Large", "initialize"),
    Row(FROM, 11, "name", AT, 29, "Large", "name"),
]
WANTED = {
    (AT, 13, "helper", Told.INSIDE), (AT, 13, "strip", Told.EXTERNAL), (AT, 14, "name=", Told.INSIDE),
    (AT, 14, "name", Told.INSIDE), (AT, 15, "name", Told.INSIDE), (AT, 18, "unknown", Told.INSIDE),
    (AT, 30, "name", Told.INSIDE), (FROM, 6, "Shop", Told.INSIDE), (FROM, 8, "label", Told.INSIDE),
    (FROM, 9, "made", Told.INSIDE), (FROM, 11, "Large", Told.INSIDE), (FROM, 11, "name", Told.INSIDE),
}  # fmt: skip
BY_PROTOCOL = {(AT, 19, "=="), (AT, 20, "to_s")}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def judged(root: Path, rows: list[Row], store: Path) -> dict[tuple[str, int, str, Told], set[str]]:
    """Where something was seen, and the lines of what would be right there."""
    repository = open_repository(root, store=str(store))
    repository.index()
    code = Code(repository.symbols("*"), repository.edges())
    files = read_files(root, FILES, repository.settings.sources)
    places = {at: f"{symbol.path}:{symbol.line}" for at, symbol in code.symbols.items()}
    return {
        (one.path, one.line, one.written, one.told): {places[at] for at in one.accepted}
        for one in positions(rows, files, code)
        if one.told is not Told.OPEN
    }


def run(*arguments: object) -> int:
    return check.main(["--language", "ruby", *map(str, arguments)])


def write(rows: list[Row], file: Path) -> Path:
    text = "".join(json.dumps({name: getattr(row, name) for name in row.__struct_fields__}) + "\n" for row in rows)
    file.write_text(text, encoding="utf-8")
    return file


def test_rows_say_what_each_place_ran(tree: Path, tmp_path: Path) -> None:
    found = judged(tree, ROWS, tmp_path / "store")
    assert found.keys() >= WANTED
    assert {(path, line, written) for path, line, written, _ in found} & BY_PROTOCOL == set()
    assert found[AT, 14, "name=", Told.INSIDE] == {"lib/shop.rb:8"}
    assert found[AT, 15, "name", Told.INSIDE] == {"lib/shop.rb:7", "lib/shop.rb:8"}
    assert found[AT, 17, "size", Told.VALUE] == {"lib/shop.rb:2"}
    assert found[AT, 30, "name", Told.INSIDE] == {"lib/shop.rb:7"}
    assert found[FROM, 8, "label", Told.INSIDE] == {"lib/shop.rb:7", "lib/shop.rb:9"}
    assert found[FROM, 11, "Large", Told.INSIDE] == {"lib/shop.rb:3", "lib/shop.rb:28"}


def test_what_is_called_without_its_name_is_counted_and_left_out(tree: Path) -> None:
    files = read_files(tree, FILES, open_repository(tree).settings.sources)
    assert not_written(ROWS, files) == len(BY_PROTOCOL)


def test_any_of_several_methods_that_a_line_ran_is_right(tree: Path, tmp_path: Path) -> None:
    rows = [*ROWS, Row(AT, 14, "name", AT, 29, "Large", "name"), Row(AT, 13, "helper", "", 0, "Kernel", "helper")]
    found = judged(tree, rows, tmp_path / "store")
    assert found[AT, 14, "name", Told.INSIDE] == {"lib/shop.rb:7", "lib/shop.rb:29"}
    assert found[AT, 13, "helper", Told.INSIDE] == {"lib/shop.rb:23"}


def test_a_run_prints_the_figures(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--repo", tree, "--truth", write(ROWS, tmp_path / "rows"), "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["figures"]["precision"]["value"] == 1.0
    wrong = [*ROWS[1:], Row(AT, 13, "helper", "", 0, "Kernel", "helper")]
    assert run("--repo", tree, "--truth", write(wrong, tmp_path / "wrong"), "--verbose", 1) == 0
    told = capsys.readouterr().out
    assert "wrong: Ruby names something external                    1" in told
    assert "SCIP" not in told


def test_a_missing_ruby_is_told_in_one_sentence(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert run("--repo", tree) == 2
    assert "Ruby: 'ruby' is not on the PATH" in capsys.readouterr().err


@pytest.mark.indexer
@pytest.mark.skipif(shutil.which("ruby") is None, reason="ruby is not installed")
def test_ruby_says_what_each_place_runs(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tree / "test" / "shop_test.rb"
    here.write_text(TEST.replace('require "minitest/autorun"\n', STAND_IN), encoding="utf-8")
    output = tmp_path / "rows"
    ask(ORACLE, open_repository(tree, store=str(tmp_path / "store")), output)
    rows = {Row(**json.loads(line)) for line in output.read_text(encoding="utf-8").splitlines()}
    assert {row for row in ROWS if row.path == AT} <= rows
    assert not any(row.line == 16 and row.name == "name" for row in rows)  # a method of C calls it
    monkeypatch.setenv("RUBY_TESTS", "ruby -e 'fork { load \"test/shop_test.rb\"; exit! }; Process.wait'")
    ask(ORACLE, open_repository(tree, store=str(tmp_path / "store")), output)
    forked = {Row(**json.loads(line)) for line in output.read_text(encoding="utf-8").splitlines()}
    assert {row for row in ROWS if row.path == AT} <= forked
    assert sorted(path.name for path in tree.iterdir()) == [".git", "lib", "test"]


RUN = "def self.method_added(name) = (new.send(name) if name == :test_run)"
STAND_IN = f"module Minitest; class Test; {RUN}; end; end\n"
"""Runs a test as soon as it is written, with no gem."""
