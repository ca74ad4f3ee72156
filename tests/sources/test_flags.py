"""What a path says of a file: vendored, minified, generated, test, mock, aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.config import Sources
from seedwalk.model import Flags
from seedwalk.sources import rules
from tests.sources.trees import commit, flags, look, paths, reasons, write

VENDORED = [
    "node_modules/a/x.js",
    "web/node_modules/a/x.js",
    "vendor/github.com/a/x.go",
    "service/vendor/a/x.go",
    "static/js/vendor/x.js",
    "app/assets/javascripts/vendor/x.js",
    "third_party/a/x.py",
    "lib/third-party/x.py",
    "pip/_vendor/x.py",
    ".venv/lib/x.py",
    "venv/lib/x.py",
    ".yarn/releases/x.js",
    "lib/python3/site-packages/x.py",
    "Pods/a/x.js",
    "src/Site/wwwroot/lib/jquery/jquery.js",
]
OWN = [
    "app/models/vendor/x.rb",
    "app/models/concerns/vendor/x.rb",
    "src/app/vendor/vendor.ts",
    "src/main/java/com/shop/vendor/Vendor.java",
    "shop/vendor/views.py",
    "app/services/third_party/x.py",
    "Lib/venv/x.py",
    "k8s/pods/x.go",
    "src/Site/wwwroot/js/lib/x.js",
]


def test_vendored_folders_are_left_out_and_named_file_by_file(tmp_path: Path) -> None:
    write(tmp_path, *VENDORED, *OWN, "service/go.mod", "venv/pyvenv.cfg", "Podfile")
    commit(tmp_path)
    found = look(tmp_path)
    assert reasons(found) == dict.fromkeys(VENDORED, "vendored")
    assert paths(found) == sorted(OWN)


def test_a_walk_does_not_enter_folders_of_installed_packages(tmp_path: Path) -> None:
    write(tmp_path, "node_modules/a/x.js", "a/.venv/x.py", "vendor/x.go", "b.py", "a/__pycache__/x.py")
    found = look(tmp_path)
    assert paths(found) == ["b.py"]
    assert reasons(found) == {
        "node_modules": "vendored",
        "a/.venv": "vendored",
        "a/__pycache__": "built",
        "vendor/x.go": "vendored",
    }


@pytest.mark.parametrize("in_git", [True, False])
def test_vendored_files_are_flagged_when_wanted(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "node_modules/a/x.js", "vendor/x.go", "dist/x.js", "b.py")
    if in_git:
        commit(tmp_path)
    found = look(tmp_path, Sources(include_vendored=True))
    assert flags(found) == {
        "b.py": Flags.NONE,
        "dist/x.js": Flags.VENDORED,
        "node_modules/a/x.js": Flags.VENDORED,
        "vendor/x.go": Flags.VENDORED,
    }


def test_a_folder_below_the_root_named_like_a_package_is_the_users_own(tmp_path: Path) -> None:
    write(tmp_path, "vendor/models.py", "vendor/apps.py", "vendor/migrations/a.py")
    assert paths(look(tmp_path)) == ["vendor/apps.py", "vendor/migrations/a.py", "vendor/models.py"]


def test_dist_is_built_for_web_files_and_code_elsewhere(tmp_path: Path) -> None:
    write(tmp_path, "dist/a.js", "pkg/dist/b.py", "src/dist/c.ts", "web/dist/d.js")
    found = look(tmp_path)
    assert paths(found) == ["pkg/dist/b.py", "src/dist/c.ts"]
    assert reasons(found) == {"dist/a.js": "built", "web/dist/d.js": "built"}


def test_minified_names_are_left_out_or_flagged(tmp_path: Path) -> None:
    names = ["a.min.js", "b-min.js", "c.bundle.js", "d.min.ts"]
    write(tmp_path, *names, "min.js", "admin.js", "bundle.js")
    assert reasons(look(tmp_path)) == dict.fromkeys(names, "minified")
    found = flags(look(tmp_path, Sources(include_minified=True)))
    assert {path for path, flag in found.items() if flag == Flags.MINIFIED} == set(names)


def test_gitattributes_have_the_last_word(tmp_path: Path) -> None:
    write(
        tmp_path, "vendor/mine/a.py", "vendor/x.py", "lib/copied/b.py", "lib/c.py", "api/d.py", "e_pb2.py", "q q/f.py"
    )
    (tmp_path / ".gitattributes").write_text(
        "# linguist-vendored\n"
        "vendor/mine/** -linguist-vendored\n"
        "lib/** text linguist-vendored\n"
        "api/*.py linguist-generated=true\n"
        "*_pb2.py linguist-generated=false\n"
        '"q q/*" linguist-generated\n'
        "broken\n"
    )
    (tmp_path / "lib" / ".gitattributes").write_text("/c.py linguist-vendored=false\n")
    commit(tmp_path)
    found = look(tmp_path)
    assert reasons(found) == {"vendor/x.py": "vendored", "lib/copied/b.py": "vendored"}
    assert flags(found) == {
        "api/d.py": Flags.GENERATED,
        "e_pb2.py": Flags.NONE,
        "lib/c.py": Flags.NONE,
        "q q/f.py": Flags.GENERATED,
        "vendor/mine/a.py": Flags.NONE,
    }
    assert reasons(look(tmp_path / "lib")) == {"copied/b.py": "vendored"}, "attributes above the root count too"


@pytest.mark.parametrize(
    "path",
    [
        "a_pb2.py",
        "a_pb2_grpc.py",
        "a.pb.go",
        "A.g.cs",
        "A.Designer.cs",
        "a.generated.ts",
        "zz_generated_x.go",
        "a_generated.go",
        "a.gen.go",
        "x/wire_gen.go",
    ],
)
def test_generated_names_are_flagged(tmp_path: Path, path: str) -> None:
    assert flags(look(write(tmp_path, path))) == {path: Flags.GENERATED}


TESTS = [
    "src/testutil.rs",
    "web/testUtils.ts",
    "client/testutil/pause.go",
    "lib/test-helpers/a.ts",
    "tests/helpers.py",
    "test/helpers.py",
    "pkg/contrib/x/tests/util.py",
    "web/__tests__/a.ts",
    "spec/models/a.rb",
    "a_test.go",
    "test_a.py",
    "a_test.py",
    "conftest.py",
    "a.test.tsx",
    "a.spec.ts",
    "a.bench.ts",
    "Menu.stories.tsx",
    "a_spec.rb",
    "FooTest.java",
    "FooTests.java",
    "FooIT.java",
    "src/test/java/Base.java",
    "FooTests.cs",
    "Shop.Tests/Base.cs",
    "Shop.UnitTests/Base.cs",
    "Shop.AcceptanceTests/Steps.cs",
    "pkg/testdata/a.go",
    "web/e2e/a.ts",
    "cypress/a.js",
    "playwright/a.ts",
    "old/test/test_x.py",
    "old/test/support.py",
    "old/test/deep/more.py",
    "web/test/setup.ts",
    "integration-test/app/src/main/java/App.java",
    "crates/parser/test_data/a.rs",
    "loader/loader-integration-tests/App.java",
    "crates/hir/macro_expansion_tests/a.rs",
    "src/intTest/java/App.java",
    "src/Mvc/testassets/Site/Start.cs",
    "Mvc.Core.TestCommon/Base.cs",
    "web/__fixtures__/user.ts",
]
LIBRARY = [
    "pkg/test/client.py",
    "pkg/test/runner.py",
    "pkg/testing.py",
    "testing/run.py",
    "openapi/spec/a.go",
    "core/src/main/java/org/x/test/Runner.java",
    "latest.py",
    "Contest.java",
    "contests.py",
    "Manifest.java",
    "src/main/java/org/x/OffsetSpec.java",
    "benches/a.rs",
    "db/fixtures/001_users.rb",
    "app/services/ab_tests/pick.rb",
    "inttest/a.py",
]


def test_test_paths_are_flagged_and_library_code_is_not(tmp_path: Path) -> None:
    write(tmp_path, *TESTS, *LIBRARY, "pkg/__init__.py", "pkg/test/__init__.py", "old/__init__.py")
    found = flags(look(tmp_path))
    assert {path for path, flag in found.items() if Flags.TEST in flag} == set(TESTS)


def test_a_package_looked_at_on_its_own_keeps_its_test_library(tmp_path: Path) -> None:
    commit(write(tmp_path, "pkg/__init__.py", "pkg/test/__init__.py", "pkg/test/client.py", "test/base.py"))
    assert Flags.TEST not in flags(look(tmp_path / "pkg"))["test/client.py"]
    assert Flags.TEST in flags(look(tmp_path))["test/base.py"]


@pytest.mark.parametrize(
    ("path", "mocked"),
    [
        ("mock_store.go", True),
        ("fakes/store.go", True),
        ("StoreStub.java", True),
        ("HTTPMock.cs", True),
        ("web/__mocks__/a.ts", True),
        ("storeMocks.ts", True),
        ("MOCK_DATA.js", True),
        ("a.mock.ts", True),
        ("hammock.py", False),
        ("stubborn.py", False),
        ("mocking.py", False),
        ("Mockingbird.java", False),
        ("faker.py", False),
    ],
)
def test_mocks_are_flagged_by_whole_words(tmp_path: Path, path: str, mocked: bool) -> None:
    assert (Flags.MOCK in flags(look(write(tmp_path, path)))[path]) is mocked


@pytest.mark.parametrize(
    ("pattern", "name", "wanted"),
    [
        ("a.py", "a.py", True),
        ("a.py", "ba.py", False),
        ("*.py", "x.py", True),
        ("x*", "xyz", True),
        ("*.min.*", "a.min.js", True),
        ("t_*.py", "t_a.py", True),
        ("t_*.py", "t_a.rb", False),
        ("a*b*c", "a1b2c", True),
        ("a*b*c", "a1c", False),
    ],
)
def test_globs_match_as_a_shell_would(pattern: str, name: str, wanted: bool) -> None:
    assert rules.Globs([pattern]).match(name) is wanted


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("fuzz/fuzz_targets/match.rs", True),
        ("fuzzing/decode.go", True),
        ("src/main/java/org/x/fuzz/Fuzz.java", False),
        ("src/fuzzy/match.py", False),
        ("examples/hello.rs", True),
        ("packages/core/benchmarks/run.ts", True),
        ("sample/01-cats-app/src/main.ts", True),
        ("Shop.Samples/Program.cs", True),
        ("staging/client/testing/fixture.go", True),
        ("playground/main.ts", True),
        ("jmh-benchmarks/src/main/java/Run.java", True),
        ("fixtures/dom/app.js", True),
        ("docs_src/custom_response/tutorial001.py", True),
        ("docs/_ext/roles.py", True),
        ("documentation/figures/plot.py", True),
        ("app/docs/views.py", False),  # may be the product
        ("doc/man_docs.go", False),  # a package
        ("db/fixtures/001_users.rb", False),  # what a product starts with
        ("src/playground/main.ts", False),  # may be the product
        ("src/main/java/org/shop/sample/Rate.java", False),  # Maven and Gradle say it is shipped
        ("sampling/rate.go", False),
        ("src/example.py", False),  # a folder's name tells, not a file's
    ],
)  # fmt: skip
def test_what_stands_beside_the_product_is_flagged_by_its_folder(tmp_path: Path, path: str, aside: bool) -> None:
    assert (Flags.ASIDE in flags(look(write(tmp_path, path)))[path]) is aside


def test_a_folder_that_a_generator_of_pages_is_set_up_in_is_aside(tmp_path: Path) -> None:
    write(tmp_path, "doc/conf.py")
    write(tmp_path, "www/docusaurus.config.ts")
    write(tmp_path, "site/www/server.ts")
    write(tmp_path, "www/src/page.tsx")
    found = flags(look(write(tmp_path, "doc/sphinxext/roles.py")))
    told = {path: Flags.ASIDE in flag for path, flag in found.items()}
    assert told["doc/sphinxext/roles.py"]
    assert told["www/src/page.tsx"]
    assert not told["site/www/server.ts"]
