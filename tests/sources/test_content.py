"""What reading one file gives, or why it gives nothing."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

import pytest

from seedwalk.config import Sources
from seedwalk.model import Flags, Skipped
from seedwalk.sources.content import Source, read_source


def read(root: Path, name: str, content: bytes, settings: Sources | None = None) -> Source | Skipped:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return read_source(root, name, settings or Sources())


def kept(found: Source | Skipped) -> Source:
    assert isinstance(found, Source), found
    return found


def reason(found: Source | Skipped) -> str:
    assert isinstance(found, Skipped), found
    return found.reason


@pytest.mark.parametrize("content", [b"", b"x = 1\n", "é = 1\n".encode(), b"\xef\xbb\xbfx = 1\n", b"a\r\nb"])
def test_text_comes_as_it_lies_on_disk_with_the_hash_of_its_bytes(tmp_path: Path, content: bytes) -> None:
    found = kept(read(tmp_path, "d/a.py", content))
    assert found == Source("d/a.py", content, blake2b(content, digest_size=16).digest())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_mark_is_transcoded_and_its_bytes_hashed(tmp_path: Path, encoding: str) -> None:
    raw = "\ufeffclass É {}\n".encode(encoding)
    found = kept(read(tmp_path, "a.cs", raw))
    assert found.text == "class É {}\n".encode()
    assert found.content_hash == blake2b(raw, digest_size=16).digest()
    assert found.warnings == ()


def test_torn_utf16_is_kept_with_a_warning(tmp_path: Path) -> None:
    found = kept(read(tmp_path, "a.cs", "\ufeffab".encode("utf-16-le") + b"\x01"))
    assert found.text.startswith(b"ab")
    assert found.warnings == ("not valid UTF-16, unreadable bytes replaced",)


def test_bytes_that_are_not_utf8_are_replaced_one_for_one(tmp_path: Path) -> None:
    raw = b"# caf\xe9 \xc3\xa9\nx = 1\n"
    found = kept(read(tmp_path, "a.py", raw))
    assert found.text == b"# caf? \xc3\xa9\nx = 1\n"
    assert len(found.text) == len(raw)
    assert found.warnings == ("not UTF-8, unreadable bytes replaced",)


@pytest.mark.parametrize("content", [b"a\0b", b"x" * 7_999 + b"\0", b"\xff\xfe\0\0a\0\0\0"])
def test_a_nul_where_git_looks_for_one_means_binary(tmp_path: Path, content: bytes) -> None:
    assert reason(read(tmp_path, "a.py", content)) == "binary"


def test_a_nul_far_into_a_text_is_replaced(tmp_path: Path) -> None:
    found = kept(read(tmp_path, "a.ts", b"let a = 1;\n" * 1_000 + b"let b = `\0`;\n"))
    assert found.text.endswith(b"let b = `?`;\n")
    assert found.warnings == ("NUL bytes replaced",)


def test_a_git_lfs_pointer_is_no_source(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    assert reason(read(tmp_path, "a.py", pointer)) == "git-lfs pointer"


def test_the_size_is_checked_again(tmp_path: Path) -> None:
    found = read(tmp_path, "a.py", b"x" * 11, Sources(max_file_bytes=10))
    assert found == Skipped("a.py", "too large", "11 bytes, the limit is 10")
    kept(read(tmp_path, "a.py", b"x" * 10, Sources(max_file_bytes=10)))


def test_a_file_that_grew_while_read_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\n" * 100)
    real = os.read
    monkeypatch.setattr("seedwalk.sources.files.os.read", lambda descriptor, size: real(descriptor, min(size, 7)))
    assert len(kept(read_source(tmp_path, "a.py", Sources())).text) == 600


def test_a_vanished_file_is_data_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    assert reason(read_source(tmp_path, "b.py", Sources())) == "vanished while being read"
    assert reason(read_source(tmp_path, "a.py/b.py", Sources())) == "vanished while being read"


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    assert reason(read_source(tmp_path, "pipe.py", Sources())) == "not a regular file"
    assert reason(read_source(tmp_path, "folder.py", Sources())) == "not a regular file"


def test_links_are_not_followed_wherever_they_lead(tmp_path: Path) -> None:
    root, outside = tmp_path / "tree", tmp_path / "outside"
    for folder in (root / "d", outside):
        folder.mkdir(parents=True)
        (folder / "a.py").write_text("x = 1\n")
    (root / "link.py").symlink_to("d/a.py")
    (root / "loop.py").symlink_to("loop.py")
    (root / "out").symlink_to("../outside")
    (root / "in").symlink_to("d")
    assert reason(read_source(root, "link.py", Sources())) == "symlink"
    assert reason(read_source(root, "loop.py", Sources())) == "symlink"
    assert reason(read_source(root, "out/a.py", Sources())) == "link out of the tree"
    assert reason(read_source(root, "in/a.py", Sources())) == "symlink"
    assert reason(read_source(root, "../outside/a.py", Sources())) == "link out of the tree"
    assert reason(read_source(root, str(outside / "a.py"), Sources())) == "link out of the tree"
    kept(read_source(root, "d/a.py", Sources()))


def test_a_folder_turned_into_a_link_after_a_read_is_noticed(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    kept(read(root, "d/a.py", b"x = 1\n"))
    (root / "d").rename(tmp_path / "moved")
    (root / "d").symlink_to("../moved")
    assert reason(read_source(root, "d/a.py", Sources())) == "link out of the tree"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read files without permission")
def test_a_file_without_permission_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "a.py").chmod(0)
    assert reason(read_source(tmp_path, "a.py", Sources())) == "no permission"


def test_errors_of_the_disk_are_rows_with_the_systems_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> Source | Skipped:
        def refuse(path: str, limit: int) -> bytes:
            raise OSError(number, os.strerror(number), path)

        monkeypatch.setattr("seedwalk.sources.raw.read_regular", refuse)
        return read_source(tmp_path, "a.py", Sources())

    assert reason(fail(13)) == "no permission"
    assert fail(5) == Skipped("a.py", "cannot be read", os.strerror(5))


MINIFIED = b"/* licence */\n" * 20 + b"function a(){return 1};" * 4_000


def test_minified_content_is_left_out_or_flagged(tmp_path: Path) -> None:
    assert reason(read(tmp_path, "a.js", MINIFIED)) == "minified"
    assert kept(read(tmp_path, "a.js", MINIFIED, Sources(include_minified=True))).flags == Flags.MINIFIED


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("data.py", b"TABLE = '" + b"x" * 100_000 + b"'\n\ndef look(key):\n    return TABLE[key]\n"),
        ("icon.js", b"const icon = '" + b"x" * 200_000 + b"'\n" + b"export function draw() {}\n" * 120),
        ("long.js", b"const one = two + three + four + five + six + seven\n" * 3_000),
        ("wide.js", (b"x" * 400 + b"\n") * 100),
    ],
)
def test_code_around_long_data_is_not_minified(tmp_path: Path, name: str, content: bytes) -> None:
    assert kept(read(tmp_path, name, content)).flags == Flags.NONE


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a.go", "// Code generated by protoc-gen-go. DO NOT EDIT."),
        ("a.js", " * @generated SignedSource<<0>>"),
        ("A.cs", "// <auto-generated>"),
        ("A.cs", "// <autogenerated />"),
        ("a.py", "# This file was automatically generated by SWIG"),
        ("a.py", "# Generated by the protocol buffer compiler.  DO NOT EDIT!"),
        ("schema.rb", "# This file is auto-generated from the current state of the database."),
        ("a.ts", "/* This file is auto-generated. Do not edit. */"),
        ("a.java", "// Generated from Calc.g4 by ANTLR 4.9"),
        ("a.rs", "// AUTO-GENERATED FILE, DO NOT EDIT"),
    ],
)
def test_a_header_that_says_generated_is_believed(tmp_path: Path, name: str, line: str) -> None:
    found = kept(read(tmp_path, name, f"\n\n{line}\ncode\n".encode()))
    assert found.flags == Flags.GENERATED


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.go", 'const header = "// Code generated by x. DO NOT EDIT."\n'),
        ("a.py", 'HEADER = "This file was automatically generated"\n'),
        ("a.rs", 'let lock = r"\n# This file is automatically @generated by Cargo.\n";\n'),
        ("a.py", "# The report is generated by the nightly job.\n"),
        ("a.py", "x = 1\n" * 60 + "# This file was automatically generated\n"),
        ("a.py", "# do not edit this list without asking\n"),
    ],
)
def test_code_that_speaks_of_generating_is_not_generated(tmp_path: Path, name: str, content: str) -> None:
    assert kept(read(tmp_path, name, content.encode())).flags == Flags.NONE
