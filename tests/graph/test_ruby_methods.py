"""Which method does a line of Ruby run? What watching Ruby showed, each rule in a tree as small as it gets."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from tests.index.mixed import write
from tests.trees import made


def calls(repository: seedwalk.Repository, path: str) -> dict[int, set[str]]:
    """By line of a file, the lines of what is called there: `shop.rb:3`."""
    at = {symbol.id: symbol for symbol in repository.symbols("*")}
    found: dict[int, set[str]] = {}
    for edge in repository.edges():
        source, target = at[edge.source], at.get(edge.target)
        if edge.kind == "calls" and edge.provenance != "callback" and source.path == path and target is not None:
            found.setdefault(edge.line, set()).add(f"{target.path}:{target.line}")
    return found


SHOP = """class Shop
  def self.open(name)
    new.open(name)
  end
  class << self
    def close; end
    def both; close; end
  end
  def open(name)
    self
  end
  def close; end
  def run
    close
    self.class.close
    open(1).close
  end
end
"""


def test_a_type_and_its_instances_have_methods_of_one_name(tmp_path: Path) -> None:
    repository = made(tmp_path, {"shop.rb": SHOP, "use.rb": "Shop.open(1).close\nShop.close\nShop.new.close\n"})
    assert calls(repository, "shop.rb") == {
        3: {"shop.rb:9"}, 7: {"shop.rb:6"}, 14: {"shop.rb:12"}, 15: {"shop.rb:6"}, 16: {"shop.rb:9", "shop.rb:12"},
    }  # fmt: skip
    assert calls(repository, "use.rb") == {
        1: {"shop.rb:2", "shop.rb:12"}, 2: {"shop.rb:6"}, 3: {"shop.rb:1", "shop.rb:12"},
    }  # fmt: skip


def test_a_method_that_changes_sides_is_followed_at_once(tmp_path: Path) -> None:
    repository = made(tmp_path, {"shop.rb": SHOP, "use.rb": "Shop.open(1)\n"})
    before = calls(repository, "use.rb")
    write(tmp_path, "shop.rb", SHOP.replace("def open", "def self.swap").replace("def self.open", "def open"))
    repository.index()
    write(tmp_path, "shop.rb", SHOP)
    repository.index()
    assert calls(repository, "use.rb") == before == {1: {"shop.rb:2"}}


def test_what_is_assigned_to_runs_the_writer_and_else_writes_the_field(tmp_path: Path) -> None:
    shop = "class Shop\n  attr_accessor :size\n  def name; end\n  def name=(given); end\nend\n"
    use = "shop = Shop.new\nshop.name = 1\nshop.name\nshop.size = 2\nother.name = 3\n"
    repository = made(tmp_path, {"shop.rb": shop, "use.rb": use})
    found = calls(repository, "use.rb")
    assert (found[2], found[3]) == ({"shop.rb:4"}, {"shop.rb:3"})
    assert 4 not in found
    assert found[5] == {"shop.rb:4"}


@pytest.mark.parametrize("last", ["self", "made", "@made = made", "@made = Shop.new()"])
def test_a_method_gives_what_its_last_statement_is(tmp_path: Path, last: str) -> None:
    shop = f"class Shop\n  def sell; end\n  def build\n    made = Shop.new\n    {last}\n  end\nend\n"
    repository = made(tmp_path, {"shop.rb": shop, "use.rb": "Shop.new.build.sell\n"})
    assert calls(repository, "use.rb")[1] >= {"shop.rb:2", "shop.rb:3"}


def test_making_runs_the_constructor_whoever_is_asked_or_the_types_own_way_to_make(tmp_path: Path) -> None:
    shop = (
        "class Shop\n  def initialize; end\n  def self.build = new()\n  def copy\n    self.class.new()\n  end\nend\n"
        "class Till\n  def self.new(*); super; end\n  def initialize; end\nend\n"
    )
    repository = made(tmp_path, {"shop.rb": shop, "use.rb": "Till.new(1)\n"})
    found = calls(repository, "shop.rb")
    assert (found[3], found[5]) == ({"shop.rb:2"}, {"shop.rb:2"})
    assert calls(repository, "use.rb") == {1: {"shop.rb:9"}}


def test_what_another_file_adds_to_a_class_counts_its_parents_too(tmp_path: Path) -> None:
    files = {
        "base.rb": "class Base\n  def warned; end\nend\n",
        "part.rb": "class Part < Base\nend\n",
        "part/more.rb": "class Part\n  def run\n    warned\n  end\nend\n",
    }
    repository = made(tmp_path, files)
    assert calls(repository, "part/more.rb") == {3: {"base.rb:2"}}
    write(tmp_path, "part.rb", "class Part\nend\n")
    repository.index()
    write(tmp_path, "base.rb", files["base.rb"] + "class Other\n  def warned; end\nend\n")
    repository.index()
    assert calls(repository, "part/more.rb") == {}


def test_a_module_hands_its_class_methods_to_who_takes_it_in(tmp_path: Path) -> None:
    module = "module Selling\n  module ClassMethods\n    def start; end\n  end\n  def start_all; end\nend\n"
    use = "class Shop\n  include Selling\nend\nclass Other\n  def start; end\nend\nShop.start\nShop.new.start\n"
    repository = made(tmp_path, {"selling.rb": module, "use.rb": use})
    found = calls(repository, "use.rb")
    assert found[7] == {"selling.rb:3"}
    assert "selling.rb:3" not in found.get(8, set())


def test_a_mixin_may_call_what_only_its_host_has(tmp_path: Path) -> None:
    files = {
        "helpers.rb": "module Helpers\n  def redirect\n    stop_here\n  end\nend\n",
        "base.rb": "class Base\n  include Helpers\n  def stop_here; end\nend\n",
        "far.rb": "class Far\n  def run\n    stop_here\n  end\nend\n",
    }
    repository = made(tmp_path, files)
    assert calls(repository, "helpers.rb") == {3: {"base.rb:3"}}
    assert calls(repository, "far.rb") == {}


def test_a_method_in_a_block_is_found_in_it_and_from_other_files(tmp_path: Path) -> None:
    spec = (
        "describe 'one' do\n  def part; end\n  it { part }\nend\n"
        "describe 'two' do\n  def part; end\n  it { part }\nend\n"
        "Class.new do\n  def run; end\nend\nrun(1)\n"
    )
    helper = "configure do\n  def captured; end\nend\n"
    repository = made(tmp_path, {"a_spec.rb": spec, "help.rb": helper, "use.rb": "require './help'\ncaptured(1)\n"})
    assert calls(repository, "a_spec.rb") == {3: {"a_spec.rb:2"}, 7: {"a_spec.rb:6"}}
    assert calls(repository, "use.rb") == {2: {"help.rb:2"}}


def test_what_a_block_takes_in_is_taken_in_by_what_is_around_it(tmp_path: Path) -> None:
    use = "class Use\n  concerning do\n    include Part\n    def sized; measured; end\n  end\nend\n"
    top = "concerning do\n  include Part\n  def sized; end\nend\n"
    repository = made(tmp_path, {"part.rb": "module Part\n  def measured; end\nend\n", "use.rb": use, "top.rb": top})
    assert calls(repository, "use.rb") == {4: {"part.rb:2"}}
    write(tmp_path, "use.rb", use.replace("    include Part\n", "\n") + "\n")
    write(tmp_path, "top.rb", f"\n{top}")
    write(tmp_path, "other.rb", "module Other\n  def measured; end\nend\n")
    repository.index()
    assert calls(repository, "use.rb") == {}


def test_a_function_at_the_top_of_a_file_is_every_objects(tmp_path: Path) -> None:
    files = {
        "log.rb": "class Log\n  def info; end\nend\ndef log\n  Log.new\nend\n",
        "use.rb": "class Use\n  def run\n    log.info\n    packed(1)\n    held(1)\n  end\nend\n",
        "Rakefile": "task :packed do\nend\nheld = ->(x) { x }\n",
    }
    repository = made(tmp_path, files)
    assert calls(repository, "use.rb") == {3: {"log.rb:2", "log.rb:4"}}


def test_a_module_that_the_top_of_a_file_takes_in_gives_all_its_constants(tmp_path: Path) -> None:
    files = {
        "shop.rb": "module Shop\n  class Till\n    def initialize; end\n  end\nend\n",
        "help.rb": "include Shop\n",
        "use.rb": "require './help'\nTill.new\n",
        "far.rb": "Till.new\n",
    }
    repository = made(tmp_path, files)
    assert calls(repository, "use.rb") == {2: {"shop.rb:3"}}
    assert calls(repository, "far.rb") == {}
    write(tmp_path, "help.rb", "# nothing\n")
    repository.index()
    assert calls(repository, "use.rb") == {}


def test_tests_may_call_what_is_written_for_tests_under_a_parent_from_outside(tmp_path: Path) -> None:
    files = {
        "test/helper.rb": "class Minitest::Test\n  def assert_shop; end\n  def self.test(name); end\nend\n",
        "test/shop_test.rb": "context 'shop' do\n  test 'sells' do\n    assert_shop\n  end\nend\n",
        "lib/shop.rb": "class Shop\n  def run\n    assert_shop\n  end\nend\n",
    }
    repository = made(tmp_path, files)
    assert calls(repository, "test/shop_test.rb") == {2: {"test/helper.rb:3"}, 3: {"test/helper.rb:2"}}
    assert calls(repository, "lib/shop.rb") == {}


def test_a_name_may_be_guessed_though_a_parent_comes_from_outside(tmp_path: Path) -> None:
    files = {
        "part.rb": "module Part\n  def measured; end\n  def map!; end\nend\n",
        "use.rb": "class Use < Gem::Thing\n  def run(list)\n    measured\n    list.map!\n  end\nend\n",
    }
    assert calls(made(tmp_path, files), "use.rb") == {3: {"part.rb:2"}}
