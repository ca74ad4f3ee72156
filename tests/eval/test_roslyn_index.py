"""What is told when the compiler of C# is not where it was said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.eval.roslyn_index import PROGRAM, main
from seedwalk.eval.scip_check import main as check


def test_a_folder_without_an_sdk_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path)
    assert main(["--dotnet", folder, "--roslyn", folder, "--repo", folder, "--output", str(tmp_path / "x")]) != 0
    assert "Give the unpacked npm package" in capsys.readouterr().err
    assert PROGRAM.is_file()


def test_an_index_of_csharp_is_made_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        check(["--language", "csharp", "--repo", str(tmp_path)])
    assert "seedwalk.eval.roslyn_index" in capsys.readouterr().err
