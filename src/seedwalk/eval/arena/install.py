"""Install the peers, at the versions of `pins.py`, each into a folder of its own.

    python -m seedwalk.eval.arena.install --into DIR [NAMES]
    export SEEDWALK_PEERS=DIR

A peer from PyPI gets a virtual environment, one from npm a folder of modules. What is there at the right versions is
left alone; a peer that cannot be installed is named, the others are installed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from seedwalk.eval.arena.pins import PINS, PROGRAMS, VARIABLE, Origin, Pin

STAMP = "installed.json"
_TOLD = 300
_BUILT_HERE = {"aider"}
"""Peers some of whose packages exist only as source."""

Run = Callable[[Sequence[str | Path], Path], None]


class InstallFailed(Exception):
    """A command that installs a peer failed; the message is the end of what it said."""


def run(line: Sequence[str | Path], folder: Path) -> None:
    """One command of an installation, its output kept for when it fails."""
    try:
        done = subprocess.run([str(part) for part in line], cwd=folder, capture_output=True, text=True)
    except OSError as error:
        raise InstallFailed(f"'{line[0]}' cannot be run: {error.strerror}") from error
    if done.returncode:
        told = " ".join((done.stderr or done.stdout).split())[-_TOLD:]
        raise InstallFailed(f"'{Path(line[0]).name}' left with {done.returncode}: {told}")


def install(name: str, into: Path, run: Run = run) -> bool:
    """Put one peer below `into`; False when it was there already. Raises InstallFailed."""
    pin, folder = PINS[name], into / name
    if _installed(folder) == list(pin.packages):
        return False
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    _HOW[pin.origin](name, pin, folder, run)
    if not (folder / (pin.folder or PROGRAMS[pin.origin]) / pin.program).exists():
        raise InstallFailed(f"its packages hold no program '{pin.program}' for this system")
    (folder / STAMP).write_text(json.dumps(list(pin.packages)), encoding="utf-8")
    return True


def _from_pypi(name: str, pin: Pin, folder: Path, run: Run) -> None:
    run([sys.executable, "-m", "venv", folder], folder)
    wheels = () if name in _BUILT_HERE else ("--only-binary", ":all:")
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run([*pip, *wheels, *pin.packages], folder)


def _from_npm(name: str, pin: Pin, folder: Path, run: Run) -> None:
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--save-exact", *pin.packages], folder)


_HOW: dict[Origin, Callable[[str, Pin, Path, Run], None]] = {Origin.PYPI: _from_pypi, Origin.NPM: _from_npm}


def _installed(folder: Path) -> list[str] | None:
    """The packages an earlier run put there, if it came to its end."""
    try:
        found = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, list) else None


def main(arguments: Sequence[str] | None = None, run: Run = run) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.arena.install", description="Install the peers.")
    parser.add_argument("--into", type=Path, required=True, metavar="DIR", help="the folder to install them below")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which of: {', '.join(PINS)} (all without one)")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in PINS]
    if unknown:
        parser.error(f"there is no peer '{unknown[0]}'. Choose from: {', '.join(PINS)}.")
    failed = 0
    for name in asked.names or PINS:
        try:
            told = "installed" if install(name, asked.into.absolute(), run) else "there already"
        except InstallFailed as error:
            told, failed = f"not installed: {error}", 1
        print(f"{name}: {told}", file=sys.stderr)
    print(f"export {VARIABLE}={asked.into.absolute()}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
