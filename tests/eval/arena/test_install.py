"""The installer puts each peer into its own folder, once, and names what it could not install."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from seedwalk.eval.arena import install, pins
from seedwalk.eval.arena.install import InstallFailed
from seedwalk.eval.arena.peers import PEERS, absent_peers, present_peers
from seedwalk.eval.arena.pins import PINS


class Registry:
    """Stands in for pip and npm: makes the program each peer should bring."""

    def __init__(self, into: Path, broken: str = "") -> None:
        self.into, self.broken, self.lines = into, broken, list[list[str]]()

    def __call__(self, line: Sequence[str | Path], folder: Path) -> None:
        self.lines.append([str(part) for part in line])
        if folder.name == self.broken:
            raise InstallFailed("'pip' left with 1: no such version")
        pin = PINS[folder.name]
        program = folder / (pin.folder or pins.PROGRAMS[pin.origin]) / pin.program
        program.parent.mkdir(parents=True, exist_ok=True)
        program.touch(mode=0o755)


def test_every_peer_is_installed_at_its_pinned_version_and_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    registry = Registry(tmp_path)
    assert install.main(["--into", str(tmp_path)], registry) == 0
    asked = [word for line in registry.lines for word in line]
    assert {package for pin in PINS.values() for package in pin.packages} <= set(asked)
    monkeypatch.setenv(pins.VARIABLE, str(tmp_path))
    assert all(str(found).startswith(str(tmp_path)) for found in map(pins.found, PINS))
    assert absent_peers() == {}
    assert present_peers() == PEERS
    assert capsys.readouterr().out == f"export SEEDWALK_PEERS={tmp_path}\n"


def test_what_is_there_is_left_alone_and_another_version_replaces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = Registry(tmp_path)
    assert install.install("ripgrep", tmp_path, registry)
    assert not install.install("ripgrep", tmp_path, registry)
    raised = pins.Pin(pins.Origin.PYPI, ("ripgrep==99",), "rg")
    monkeypatch.setitem(PINS, "ripgrep", raised)
    (tmp_path / "ripgrep" / "old").touch()
    assert install.install("ripgrep", tmp_path, registry)
    assert not (tmp_path / "ripgrep" / "old").exists()


def test_one_that_cannot_be_installed_is_named_and_tried_again_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--into", str(tmp_path), "ckb", "mnemosyne"]
    assert install.main(arguments, Registry(tmp_path, broken="ckb")) == 1
    assert capsys.readouterr().err.splitlines() == [
        "ckb: not installed: 'pip' left with 1: no such version", "mnemosyne: installed",
    ]  # fmt: skip
    assert install.main(arguments, Registry(tmp_path)) == 0
    assert capsys.readouterr().err.splitlines() == ["ckb: installed", "mnemosyne: there already"]


def test_packages_without_the_program_are_a_failure(tmp_path: Path) -> None:
    with pytest.raises(InstallFailed, match="hold no program 'rg'"):
        install.install("ripgrep", tmp_path, lambda line, folder: None)


def test_an_unknown_name_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        install.main(["--into", str(tmp_path), "emacs"], Registry(tmp_path))
    assert left.value.code == 2
    assert "there is no peer 'emacs'" in capsys.readouterr().err


def test_a_command_that_fails_is_told_with_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(InstallFailed, match="left with 4: no network"):
        install.run(["sh", "-c", "echo no network >&2; exit 4"], tmp_path)
    with pytest.raises(InstallFailed, match="'no-such-program' cannot be run"):
        install.run(["no-such-program"], tmp_path)


def test_every_version_is_exact() -> None:
    for pin in PINS.values():
        for package in pin.packages:
            assert re.fullmatch(r"[\w.-]+==[\d.]+|@?[\w./-]+@[\d.]+", package), package


def test_a_peer_that_is_nowhere_is_absent_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pins.VARIABLE, str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert set(absent_peers()) == set(PEERS)
    assert present_peers() == {}
    assert "--into DIR knowing," in absent_peers()["knowing-no-enrich"]
    assert pins.VARIABLE in absent_peers()["aider"]


def test_a_program_on_the_path_is_found_without_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(pins.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pins.found("ripgrep") is None
    (tmp_path / "rg").touch(mode=0o755)
    assert pins.found("ripgrep") == tmp_path / "rg"
