"""Which file does a `require` name? Tables of the rules in RubyModules, and of the statements parse_import reads."""

from __future__ import annotations

import pytest

from seedwalk.languages.ruby import SPEC, RubyModules, parse_import
from seedwalk.languages.spec import Project
from seedwalk.model import Import

SHOP = (
    "Rakefile",
    "app/models/order.rb",
    "config/environment.rb",
    "gems/cart/lib/cart.rb",
    "gems/cart/lib/cart/version.rb",
    "gems/cart/test/helper.rb",
    "gems/cart/test/test_cart.rb",
    "gems/till/lib/till.rb",
    "gems/till/test/helper.rb",
    "gems/till/test/test_till.rb",
    "lib/shop.rb",
    "lib/shop/store.rb",
    "lib/shop/store/backend.rb",
    "src/deep/only/here.rb",
    "tasks/build.rake",
    "test/helper.rb",
)


def modules(*paths: str) -> RubyModules:
    return RubyModules(Project(dict.fromkeys(paths, ()), {}))


def found(importer: str, module: str, name: str = "") -> tuple[str, ...]:
    return tuple(modules(*SHOP).targets(importer, Import(module, name, "", 1)))


@pytest.mark.parametrize(
    ("importer", "module", "expected"),
    [
        ("lib/shop.rb", "./shop/store", "lib/shop/store.rb"),
        ("lib/shop/store.rb", "./store/backend", "lib/shop/store/backend.rb"),
        ("lib/shop/store.rb", "./../shop.rb", "lib/shop.rb"),
        ("Rakefile", "./lib/shop", "lib/shop.rb"),
        ("test/helper.rb", "../lib/shop", "lib/shop.rb"),
    ],
)
def test_a_relative_path_starts_at_the_importers_folder(importer: str, module: str, expected: str) -> None:
    assert found(importer, module) == (expected,)


@pytest.mark.parametrize("module", ["./../../../shop", "./missing", "../../../../etc/passwd"])
def test_a_relative_path_out_of_the_repository_or_to_nothing_names_no_file(module: str) -> None:
    assert found("lib/shop.rb", module) == ()


@pytest.mark.parametrize(
    ("importer", "module", "expected"),
    [
        ("test/helper.rb", "shop", "lib/shop.rb"),
        ("test/helper.rb", "shop/store", "lib/shop/store.rb"),
        ("lib/shop.rb", "shop/store.rb", "lib/shop/store.rb"),
        ("lib/shop.rb", "cart/version", "gems/cart/lib/cart/version.rb"),
        ("lib/shop.rb", "config/environment", "config/environment.rb"),
        ("lib/shop.rb", "order", "app/models/order.rb"),
        ("lib/shop.rb", "only/here", "src/deep/only/here.rb"),
        ("Rakefile", "tasks/build.rake", "tasks/build.rake"),
    ],
)
def test_a_feature_is_a_path_below_a_load_folder_or_the_top_or_the_only_ending(
    importer: str, module: str, expected: str
) -> None:
    assert found(importer, module) == (expected,)


@pytest.mark.parametrize(
    ("importer", "expected"),
    [
        ("gems/cart/test/test_cart.rb", "gems/cart/test/helper.rb"),
        ("gems/till/test/test_till.rb", "gems/till/test/helper.rb"),
        ("lib/shop.rb", "test/helper.rb"),
    ],
)
def test_of_several_files_the_one_of_the_nearest_folder_above_wins(importer: str, expected: str) -> None:
    assert found(importer, "helper") == (expected,)


def test_without_a_nearer_one_every_file_of_the_feature_is_a_candidate() -> None:
    rules = modules("a/lib/x.rb", "b/lib/x.rb", "c/main.rb")
    assert rules.targets("c/main.rb", Import("x", "", "", 1)) == ("a/lib/x.rb", "b/lib/x.rb")


def test_a_feature_too_many_files_give_names_none() -> None:
    rules = modules("main.rb", *(f"gem{number}/spec/spec_helper.rb" for number in range(9)))
    assert rules.targets("main.rb", Import("spec_helper", "", "", 1)) == ()


@pytest.mark.parametrize("module", ["json", "rack/utils", "here", "", "/usr/lib/ruby/set.rb"])
def test_a_gem_or_the_standard_library_names_no_file(module: str) -> None:
    assert found("lib/shop.rb", module) == ()


def test_constants_are_global_so_no_file_is_visible_for_its_place() -> None:
    assert modules(*SHOP).visible("lib/shop.rb") == ()


@pytest.mark.parametrize(
    ("statement", "module", "name"),
    [
        ('require "a/b"', "a/b", ""),
        ("require('a/b')", "a/b", ""),
        ("require_relative 'a'", "./a", ""),
        ('require_relative("../a")', "./../a", ""),
        ('load "tasks/x.rake"', "tasks/x.rake", ""),
        ('autoload :Store, "shop/store"', "shop/store", "Store"),
        ("autoload(:Store, 'shop/store')", "shop/store", "Store"),
        ('autoload "Store", "shop/store"', "shop/store", "Store"),
        ('require File.expand_path("../lib/a", __FILE__)', "./lib/a", ""),
        ('require File.expand_path("../lib/a", __dir__)', "./../lib/a", ""),
        ('require File.join(File.dirname(__FILE__), "lib", "a")', "./lib/a", ""),
        ('require "#{__dir__}/a"', "./a", ""),
    ],
)
def test_a_statement_tells_its_path(statement: str, module: str, name: str) -> None:
    assert list(parse_import(statement, 7)) == [Import(module, name, "", 7)]


@pytest.mark.parametrize(
    "statement",
    ["require path", 'require "a/#{name}"', 'require File.join(root, "a")', "autoload :Store", "require", ""],
)
def test_a_path_made_at_run_time_is_no_import(statement: str) -> None:
    assert list(parse_import(statement, 1)) == []


def test_the_spec_names_these_rules() -> None:
    assert SPEC.modules is RubyModules
