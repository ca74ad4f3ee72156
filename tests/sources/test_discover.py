"""Which files are found, in a work tree and out of one, and what is said of the others."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from seedwalk.config import Sources
from seedwalk.errors import UsageError
from seedwalk.model import Discovery, Skipped
from seedwalk.sources import rules
from seedwalk.sources.worktree import _untracked
from tests.sources.trees import commit, git, look, paths, reasons, write

BOTH = pytest.mark.parametrize("in_git", [True, False], ids=["git", "walk"])
ROOT_MAY_ANYTHING = pytest.mark.skipif(os.geteuid() == 0, reason="root may read folders without permission")


def settle(root: Path, in_git: bool) -> Path:
    if in_git:
        commit(root)
    return root


@BOTH
def test_files_come_in_path_order_with_language_size_and_time(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "b/z.go", "b.py", "a.py", "b-c.rs", "README")
    found = look(settle(tmp_path, in_git))
    assert paths(found) == ["a.py", "b-c.rs", "b.py", "b/z.go"]
    assert [file.language for file in found.files] == ["python", "rust", "python", "go"]
    state = (tmp_path / "a.py").stat()
    assert (found.files[0].size, found.files[0].mtime_ns) == (state.st_size, state.st_mtime_ns)
    assert found.warnings == ()


@BOTH
def test_an_empty_root_gives_an_empty_discovery(tmp_path: Path, in_git: bool) -> None:
    assert look(settle(tmp_path, in_git)) == Discovery((), ())


@BOTH
def test_ignored_files_are_absent_and_untracked_ones_present(tmp_path: Path, in_git: bool) -> None:
    settle(write(tmp_path, "a.py"), in_git)
    write(tmp_path, "new.py", "out/gone.py", "keep/deep/no.py", "keep/deep/yes.py", "keep/no.py")
    (tmp_path / ".gitignore").write_text("/out/\nno.py\n")
    (tmp_path / "keep" / "deep" / ".gitignore").write_text("!no.py\nyes.py\n")
    assert paths(look(tmp_path)) == ["a.py", "keep/deep/no.py", "new.py"]


def test_a_walk_honours_dot_ignore_over_gitignore(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py", "c.py")
    (tmp_path / ".gitignore").write_text("a.py\n")
    (tmp_path / ".ignore").write_text("!a.py\nb.py\n")
    assert paths(look(tmp_path)) == ["a.py", "c.py"]


def test_one_bad_ignore_pattern_does_not_cost_the_others(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py")
    (tmp_path / ".gitignore").write_text("!\n//\na.py\n")
    assert paths(look(tmp_path)) == ["b.py"]


def test_an_ignore_file_that_is_a_pipe_is_not_waited_on(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    os.mkfifo(tmp_path / ".gitignore")
    assert paths(look(tmp_path)) == ["a.py"]


@BOTH
def test_own_and_version_control_folders_are_never_listed(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "a.py", ".seedwalk/x.py", "sub/.seedwalk/x.py", ".hg/x.py", ".svn/x.py", ".seedwalk/.env")
    found = look(settle(tmp_path, in_git))
    assert paths(found) == ["a.py"]
    assert found.skipped == ()


def test_a_root_below_the_top_lists_only_its_own_files_relative_to_itself(tmp_path: Path) -> None:
    commit(write(tmp_path, "top.py", "sub/a.py", "sub/b/c.py"))
    write(tmp_path, "sub/new.py", "new.py")
    assert paths(look(tmp_path / "sub")) == ["a.py", "b/c.py", "new.py"]


def test_a_root_that_the_outer_repository_ignores_is_walked_and_says_so(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("/scratch/\n")
    commit(write(tmp_path, "scratch/a.py"))
    found = look(tmp_path / "scratch")
    assert paths(found) == ["a.py"]
    assert "ignored by the git repository" in found.warnings[0]


def test_tracked_files_deleted_on_disk_are_absent(tmp_path: Path) -> None:
    commit(write(tmp_path, "a.py", "b.py", "c/d.py"))
    (tmp_path / "b.py").unlink()
    (tmp_path / "c" / "d.py").unlink()
    (tmp_path / "c").rmdir()
    found = look(tmp_path)
    assert (paths(found), found.skipped) == (["a.py"], ())


def test_a_path_in_conflict_is_listed_once(tmp_path: Path) -> None:
    commit(write(tmp_path, "a.py", "b.py"))
    blob = git(tmp_path, "hash-object", "-w", "a.py")
    rows = "".join(f"100644 {blob} {stage}\ta.py\n" for stage in (1, 2, 3))
    (tmp_path / "rows").write_text(f"0 {'0' * 40}\ta.py\n{rows}")
    git(tmp_path, "-c", "alias.load=!git update-index --index-info < rows", "load")
    assert len(git(tmp_path, "ls-files", "--stage", "a.py").splitlines()) == 3
    assert paths(look(tmp_path)) == ["a.py", "b.py"]


def test_submodules_and_nested_repositories_are_named_not_swallowed(tmp_path: Path) -> None:
    commit(write(tmp_path / "other", "o.py"))
    top = write(tmp_path / "top", "a.py")
    commit(top)
    git(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "other"), "sub")
    commit(write(top / "nested", "n.py"))
    found = look(top)
    assert paths(found) == ["a.py"]
    assert reasons(found) == {"sub": "submodule", "nested": "nested repository"}


def test_a_walk_names_nested_repositories(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    commit(write(tmp_path / "x" / "nested", "n.py"))
    found = look(tmp_path)
    assert (paths(found), reasons(found)) == (["a.py"], {"x/nested": "nested repository"})


@BOTH
def test_links_are_named_when_they_matter_and_never_followed(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "outside/o.py", "tree/a.py", "tree/notes.txt", "tree/d/b.py")
    root = tmp_path / "tree"
    for name, target in {
        "out": "../outside",
        "loop": ".",
        "self.py": "self.py",
        "copy.py": "a.py",
        "text": "notes.txt",
        "dead.py": "nowhere",
        "d/up": "..",
    }.items():
        (root / name).symlink_to(target)
    found = look(settle(root, in_git))
    assert paths(found) == ["a.py", "d/b.py"]
    assert reasons(found) == dict.fromkeys(["out", "loop", "self.py", "copy.py", "dead.py", "d/up"], "symlink")


def test_tracked_files_behind_a_folder_turned_link_are_not_read(tmp_path: Path) -> None:
    root = write(tmp_path / "tree", "a.py", "d/b.py", "d/e/c.py")
    commit(root)
    (root / "d").rename(tmp_path / "d")
    (root / "d").symlink_to("../d")
    found = look(root)
    assert (paths(found), reasons(found)) == (["a.py"], {"d": "symlink"})


def test_pipes_and_sockets_are_not_regular_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.py")
        found = look(tmp_path)
    assert reasons(found) == {"pipe.py": "not a regular file", "s.py": "not a regular file"}


def test_a_tracked_file_replaced_by_a_pipe_is_not_regular(tmp_path: Path) -> None:
    commit(write(tmp_path, "a.py"))
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    assert reasons(look(tmp_path)) == {"a.py": "not a regular file"}


@BOTH
def test_names_that_are_not_utf8_are_shown_printable(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "é.py")
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.py")).write_text("x = 1\n")
    except OSError:
        pytest.skip("this file system refuses names that are not UTF-8")
    found = look(settle(tmp_path, in_git))
    assert paths(found) == ["é.py"]
    assert reasons(found) == {"bad\\xff.py": "name is not UTF-8"}


@ROOT_MAY_ANYTHING
@BOTH
def test_unreadable_folders_are_named(tmp_path: Path, in_git: bool) -> None:
    settle(write(tmp_path, "a.py"), in_git)
    write(tmp_path, "locked/b.py")
    (tmp_path / "locked").chmod(0)
    try:
        found = look(tmp_path)
    finally:
        (tmp_path / "locked").chmod(0o700)
    assert (paths(found), reasons(found)) == (["a.py"], {"locked": "no permission"})


def test_a_folder_git_could_not_open_is_named_from_its_complaint() -> None:
    batch = _untracked(b"a.py\0", b"warning: could not open directory 'x/locked/': Permission denied\n")
    assert (batch.suspects, batch.skipped) == (["a.py"], [Skipped("x/locked", "no permission")])


def test_a_folder_the_system_refuses_is_named_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.py", "locked/b.py")
    real = os.scandir

    def refuse(path: str) -> os._ScandirIterator[str]:
        if path.rstrip("/").endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("seedwalk.sources.walk.os.scandir", refuse)
    found = look(tmp_path)
    assert (paths(found), reasons(found)) == (["a.py"], {"locked": "no permission"})


def test_a_file_that_vanishes_after_listing_is_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.py", "b.py")
    real = os.lstat

    def vanish(path: str) -> os.stat_result:
        if str(path).endswith("a.py"):
            raise FileNotFoundError(2, "gone", path)
        return real(path)

    monkeypatch.setattr("seedwalk.sources.discover.os.lstat", vanish)
    found = look(tmp_path)
    assert (paths(found), found.skipped) == (["b.py"], ())


@BOTH
def test_secrets_are_named_and_source_with_such_names_is_kept(tmp_path: Path, in_git: bool) -> None:
    secret = [".env", ".env.local", "server.pem", "a.KEY", "id_rsa", "x.p12", ".netrc", ".npmrc", "credentials"]
    secret += ["credentials.json", "conf/secrets.json", "release.keystore", ".pypirc", "id_ed25519"]
    kept = ["secrets.py", "credentials.go", "credentials_provider.ts", "keys.py", "id_rsa_test.go"]
    write(tmp_path, *secret, *kept, ".env.example", ".env.sample", ".env.template", "package.json")
    found = look(settle(tmp_path, in_git))
    assert reasons(found) == dict.fromkeys(secret, "secret")
    assert paths(found) == sorted([*kept, "package.json"])


def test_large_files_are_named_with_both_numbers(tmp_path: Path) -> None:
    write(tmp_path, "a.py", text="x" * 11)
    write(tmp_path, "b.py", text="x" * 10)
    found = look(tmp_path, Sources(max_file_bytes=10))
    assert paths(found) == ["b.py"]
    assert [(row.reason, row.detail) for row in found.skipped] == [("too large", "11 bytes, the limit is 10")]


@BOTH
def test_code_of_other_languages_is_counted_and_the_rest_ignored(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "a.kt", "b.kt", "c.SWIFT", "d.txt", "Makefile", "c", "vendor/x.c", "node_modules/x.php")
    assert look(settle(tmp_path, in_git)).unsupported == {"Kotlin": 2, "Swift": 1}


@BOTH
def test_paths_that_differ_only_in_case_are_warned_of(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, "Foo.py", "foo.py")
    if len(list(tmp_path.iterdir())) == 1:
        pytest.skip("this file system is blind to letter case")
    write(tmp_path, *(f"{name}{case}.py" for name in "abcd" for case in "xX"))
    found = look(settle(tmp_path, in_git))
    assert len(found.files) == 10
    assert found.warnings[0] == "aX.py and ax.py differ only in case"
    assert found.warnings[-1] == "2 more paths differ from another only in case"
    assert len(found.warnings) == 4


def test_git_variables_in_the_environment_do_not_fool_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(write(tmp_path / "other", "o.py"))
    commit(write(tmp_path / "mine", "m.py"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nothing"))
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "1")
    found = look(tmp_path / "mine")
    assert (paths(found), found.warnings) == (["m.py"], ())


def test_without_git_a_work_tree_is_walked_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path / "tree", "a.py", "no.py")
    (root / ".gitignore").write_text("no.py\n")
    commit(root)
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = look(root)
    assert paths(found) == ["a.py"]
    assert found.warnings[0].startswith("git could not list the files (git cannot be run")


def test_dubious_ownership_is_walked_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path / "tree", "a.py")
    commit(root)
    complaint = "fatal: detected dubious ownership in repository at '/a/b c'"
    fake = write(tmp_path, "bin/git", text=f'#!/bin/sh\necho "{complaint}" >&2\nexit 128\n')
    (fake / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = look(root)
    assert paths(found) == ["a.py"]
    assert "dubious ownership" in found.warnings[0]
    assert found.warnings[0].endswith("Run: git config --global --add safe.directory '/a/b c'")


def test_a_broken_repository_is_walked_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "a.py", ".git/nonsense")
    found = look(tmp_path)
    assert paths(found) == ["a.py"]
    assert "folders were walked instead" in found.warnings[0]


def test_no_index_lock_is_taken_and_nothing_is_written(tmp_path: Path) -> None:
    commit(write(tmp_path, "a.py"))
    os.utime(tmp_path / "a.py")  # would make git want to refresh its index
    before = (tmp_path / ".git" / "index").stat().st_mtime_ns
    (tmp_path / ".git" / "index.lock").touch()
    found = look(tmp_path)
    assert (paths(found), found.warnings) == (["a.py"], ())
    assert (tmp_path / ".git" / "index").stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["absent", "file.py"])
def test_a_root_that_is_no_folder_is_a_usage_error(tmp_path: Path, name: str) -> None:
    write(tmp_path, "file.py")
    with pytest.raises(UsageError, match=rf"{name}'.*Give the folder of a repository"):
        look(tmp_path / name)


@ROOT_MAY_ANYTHING
def test_a_root_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    with pytest.raises(UsageError, match="no permission"):
        look(locked)
    locked.chmod(0o700)


def test_a_root_given_as_a_link_is_looked_into(tmp_path: Path) -> None:
    commit(write(tmp_path / "tree", "a.py"))
    (tmp_path / "link").symlink_to("tree")
    assert paths(look(tmp_path / "link")) == ["a.py"]


@BOTH
def test_two_looks_say_the_same(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, *(f"{folder}/{name}.py" for folder in ("b", "a", "c/d") for name in "zxy"), ".env", "a/.env")
    settle(tmp_path, in_git)
    assert look(tmp_path) == look(tmp_path)


def test_every_unsupported_extension_is_named_once_and_in_lower_case() -> None:
    table = rules.load().unsupported
    assert len(set(table.values())) >= 60
    assert all(extension == extension.lower() and "." not in extension for extension in table)
