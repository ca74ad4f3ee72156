"""The two things about a build that a table cannot say: a package remembers the commit it was made from, and has a
compiled part where there is a compiler to make it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

_VARIABLE = "SEEDWALK_COMMIT"
"""Names the commit where the sources are no checkout."""
_DIGITS = 12
_WHOLE = ["-flto=auto", "-fno-semantic-interposition"]
"""Has the compiler look at all sources at once: a call from one file into another may then be written out in place."""
_HERE = Path(__file__).resolve().parent


def commit() -> str:
    """The commit of this checkout, of the sources this was unpacked from, or nothing."""
    told = os.environ.get(_VARIABLE, "")
    unpacked = _HERE / "src" / "seedwalk" / "commit.txt"
    if not told and unpacked.is_file():
        return unpacked.read_text(encoding="utf-8").strip()
    if not told and (_HERE / ".git").exists():
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=_HERE, capture_output=True, text=True, check=False)
        told = done.stdout.strip() if done.returncode == 0 else ""
    return told[:_DIGITS]


class Build(build_py):
    """Building as always, then `commit.txt` beside the modules."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            _write(Path(self.build_lib) / "seedwalk" / "commit.txt")


class Sources(sdist):
    """The sources as always, then the same file among them, for whoever builds from them."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        _write(Path(base_dir) / "src" / "seedwalk" / "commit.txt")


class Extensions(build_ext):
    """The sources compiled as one whole; where the compiler or its linker cannot do that, each by itself."""

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:  # the errors of compiling and of linking have no common name
            for told in (ext.extra_compile_args, ext.extra_link_args):
                told[:] = [one for one in told if one not in _WHOLE]
            self.force = True
            super().build_extension(ext)


def _write(place: Path) -> None:
    told = commit()
    if told:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{told}\n", encoding="utf-8")


def compiled() -> Extension:
    """The compiled part; optional: where it cannot be built, seedwalk works the same without it, slower."""
    folder = _HERE / "src" / "seedwalk" / "compiled"
    told = importlib.util.spec_from_file_location("compiled", folder / "__init__.py")
    assert told is not None
    assert told.loader is not None
    module = importlib.util.module_from_spec(told)
    told.loader.exec_module(module)
    return Extension(
        "seedwalk.compiled._quick",
        [str(source.relative_to(_HERE)) for source in sorted(folder.rglob("*.c"))],
        depends=[str(source.relative_to(_HERE)) for source in sorted(folder.rglob("*.h"))],
        include_dirs=[str(place.parent.relative_to(_HERE)) for place in sorted(folder.glob("*/*.h"))],
        define_macros=[("QUICK_SOURCES", f'"{module.sources_digest(folder)}"')],
        extra_compile_args=["-O3", "-ffp-contract=off", *_WHOLE] if os.name == "posix" else [],
        extra_link_args=["-O3", *_WHOLE] if os.name == "posix" else [],
        optional=True,
    )


setup(cmdclass={"build_py": Build, "build_ext": Extensions, "sdist": Sources}, ext_modules=[compiled()])
