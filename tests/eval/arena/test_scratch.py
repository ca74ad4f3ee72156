"""A peer gets a copy: the files as they stand, the history by reference, and nothing of it remains."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.errors import SeedwalkError
from seedwalk.eval.arena.scratch import Scratch
from tests.eval.arena.tiny import git, make_tiny


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return make_tiny(tmp_path / "shop")


def test_a_copy_has_the_files_as_they_stand(tiny: Path) -> None:
    (tiny / ".gitignore").write_text("*.log\n")
    (tiny / "left.log").write_text("ignored")
    (tiny / "new.py").write_text("def new(): pass\n")
    (tiny / "shop" / "basket.py").write_text("def changed(): pass\n")
    (tiny / "web" / "cart.js").unlink()
    (tiny / "link.py").symlink_to("new.py")
    scratch = Scratch(tiny)
    copied = {path.relative_to(scratch.tree).as_posix() for path in scratch.tree.rglob("*") if path.is_file()}
    assert {path for path in copied if not path.startswith(".git/")} == {
        ".gitignore", "README.md", "link.py", "new.py", "shop/basket.py", "shop/discount.py",
    }  # fmt: skip
    assert (scratch.tree / "shop" / "basket.py").read_text() == "def changed(): pass\n"
    assert (scratch.tree / "link.py").is_symlink()
    assert git(scratch.tree, "status", "--short") == git(tiny, "status", "--short")
    scratch.close()


def test_a_copy_knows_the_history_and_the_commit(tiny: Path) -> None:
    git(tiny, "checkout", "--quiet", "--detach")
    scratch = Scratch(tiny)
    assert git(scratch.tree, "log", "--format=%H %s") == git(tiny, "log", "--format=%H %s")
    scratch.close()


def test_a_work_tree_beside_the_repository_is_copied_at_its_own_commit(tiny: Path, tmp_path: Path) -> None:
    (tiny / "later.py").write_text("")
    git(tiny, "add", "--all")
    git(tiny, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--message", "later")
    git(tiny, "worktree", "add", "--quiet", "--detach", str(tmp_path / "earlier"), "HEAD~1")
    scratch = Scratch(tmp_path / "earlier")
    assert not (scratch.tree / "later.py").exists()
    assert git(scratch.tree, "log", "--format=%s") == "A shop opens\n"
    scratch.close()


def test_a_folder_without_git_becomes_a_repository_of_one_commit(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    (plain / ".seedwalk").mkdir(parents=True)
    (plain / "a.py").write_text("def a(): pass\n")
    scratch = Scratch(plain)
    assert git(scratch.tree, "ls-files") == "a.py\n"
    scratch.close()
    assert sorted(path.name for path in plain.iterdir()) == [".seedwalk", "a.py"]


def test_closing_leaves_nothing_and_changes_nothing(tiny: Path) -> None:
    scratch = Scratch(tiny)
    (scratch.tree / "shop" / "basket.py").write_text("spoilt")
    (scratch.home / "kept").write_text("")
    scratch.close()
    assert not scratch.folder.exists()
    assert git(tiny, "status", "--short", "--ignored") == ""


def test_a_repository_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SeedwalkError, match=r"'.*gone' cannot be copied for a peer"):
        Scratch(tmp_path / "gone")
