"""Which file does a Rust path name? Crates come from `Cargo.toml` and Cargo's conventions, modules from files."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from seedwalk.languages.spec import Modules, Project
from seedwalk.model import Import

_ROOT = re.compile(
    r"(?:src/(?:lib|main|bin/[^/]+|bin/[^/]+/main)|(?:tests|examples|benches)/(?:[^/]+|[^/]+/main)|build)\.rs"
)
"""Files that begin a crate by Cargo's conventions, seen from the folder of their `Cargo.toml`."""
_LONE_ROOT = re.compile(r"(?:^|/)(?:lib|main)\.rs$")
"""The same where no `Cargo.toml` is known."""
_TOLD = re.compile(r"#!?\[.*?\bpath\s*=\s*\"(?P<path>[^\"]*)\".*\bmod\s+(?:r#)?(?P<name>\w+)\s*;", re.DOTALL)
"""What says where the file of a module lies: `#[path = "os/linux.rs"] mod os;`, under a condition or not."""
_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")


class _Package(Struct):
    """One `Cargo.toml`: its library's name and root file, its other targets, its dependencies."""

    folder: str
    name: str = ""
    old_paths: bool = False
    """Edition 2015: a `use` begins at the crate's root."""
    library: str = ""
    targets: list[str] = field(default_factory=list)
    dependencies: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    """Dependency as the code names it: the package's own name, and the folder it lies in where that is given."""


class RustModules(Modules):
    """Paths to files. `crate`, `self` and `super` climb the module tree; another first name is a child module, else a
    crate of the workspace, else (edition 2015) a module of the crate's root.

    Inline modules are no files: a path into one ends at the file that holds it. Inside one `super` is the file itself,
    so a path that begins with `super` also names the modules one step lower, after those it names at the top of a file.

    A file that `#[path = "…"]` names is the module that says so, and lies as if it were that module's `mod.rs`.
    """

    def __init__(self, project: Project) -> None:
        self._files = project.namespaces
        packages = [
            _package(path, text)
            for path, text in sorted(project.manifests.items())
            if posixpath.basename(path) == "Cargo.toml"
        ]
        self._packages = {package.folder: package for package in packages}
        self._crates: dict[str, str] = {}
        self._roots: dict[str, list[str]] = {}
        for package in packages:
            if package.name and package.library in self._files:
                self._crates.setdefault(package.name, package.library)
        explicit = {path for package in packages for path in (package.library, *package.targets)}
        for path in sorted(project.namespaces, key=lambda path: (not path.endswith("/lib.rs"), path)):
            if path in explicit or self._begins_crate(path):
                self._roots.setdefault(_folder(path), []).append(path)
        self._is_root = {path for paths in self._roots.values() for path in paths}
        self._home: dict[str, str | None] = {}
        self._told: dict[str, str] = {}
        """By where the file of a module would lie, without its ending: where it lies instead."""
        self._tellers: dict[str, str] = {}
        """The file that says so of it; of several the first."""
        told = [(path, found) for path, said in project.namespaces.items() for found in map(_TOLD.match, said) if found]
        for path, found in told:
            file = _join(_folder(path), found["path"])
            if file in self._files and file != path:
                self._tellers.setdefault(file, path)
        for path, found in told:
            if (file := _join(_folder(path), found["path"])) in self._files:
                self._told.setdefault(_join(self._children(path), found["name"]), file)

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        parts = imported.module.split("::")
        name = imported.name if imported.name != "*" else ""
        return tuple(dict.fromkeys(self._targets(importer, [*parts, name] if name else parts)))

    def visible(self, importer: str) -> Sequence[str]:
        return ()

    def is_inside(self, importer: str, path: str) -> bool:
        below = importer.startswith(f"{self._children(path)}/") and self._top(importer) == self._top(path)
        return below or self._tellers.get(importer) == path

    def _targets(self, importer: str, parts: list[str]) -> Iterable[str]:
        first, rest = parts[0], parts[1:]
        top = self._top(importer)
        if first in ("crate", "$crate"):
            return self._walk(top, self._starts(importer, top), rest)
        if first in ("self", "super"):
            climb = next((i for i, part in enumerate(parts) if part not in ("self", "super")), len(parts))
            steps = parts[:climb].count("super")
            return [path for s in (steps, steps - 1) if s >= 0 for path in self._climb(importer, top, s, parts[climb:])]
        if first:
            child = self._walk(self._children(importer), (), parts)
            if child and not (child[0] in self._is_root and self._crate(importer, first)):  # tests/shop.rs of shop
                return child
        else:
            parts = rest
        library = self._crate(importer, parts[0]) if parts else None
        if library is not None:
            return self._walk(_folder(library), (library,), parts[1:])
        package = self._package_of(_folder(importer))
        if first and package is not None and package.old_paths and (found := self._walk(top, (), parts)):
            return found
        return (importer,) if first[:1].isupper() else ()  # `use Kind::*`: a type of this file, or one it imports

    def _begins_crate(self, path: str) -> bool:
        package = self._package_of(_folder(path))
        if package is None:
            return _LONE_ROOT.search(path) is not None
        return _ROOT.fullmatch(path[len(package.folder) :].lstrip("/")) is not None

    def _climb(self, importer: str, top: str, steps: int, rest: list[str]) -> Sequence[str]:
        """The path `rest` from the module `steps` above the importer's."""
        if steps == 0:
            return self._walk(self._children(importer), (importer,), rest)
        if (teller := self._tellers.get(importer)) is not None:
            return self._climb(teller, self._top(teller), steps - 1, rest)
        folder = self._children(importer)
        for _ in range(steps):
            if folder == top:
                return ()
            folder = _folder(folder)
        if folder == top:
            return self._walk(top, self._starts(importer, top), rest)
        own = self._file_of(folder) or next((file for file in self._tellers if _folder(file) == folder), None)
        return self._walk(folder, (own,) if own else (), rest)

    def _file_of(self, folder: str) -> str | None:
        """The file of the module whose children lie in a folder."""
        return next((path for path in (f"{folder}.rs", f"{folder}/mod.rs") if path in self._files), None)

    def _walk(self, folder: str, starts: Sequence[str], parts: Sequence[str]) -> Sequence[str]:
        """Go down by module files as far as there are any: the file reached, or `starts` when there is none."""
        reached = starts
        for part in parts:
            folder = f"{folder}/{part.removeprefix('r#')}" if folder else part.removeprefix("r#")
            below = self._told.get(folder) or self._file_of(folder)
            if below is None:
                break
            reached = (below,)
            folder = self._children(below) if folder in self._told else folder
        return reached

    def _top(self, path: str) -> str:
        """The folder of the crate a file belongs to: its own for a root, else the nearest above that has a root."""
        seen = {path}
        while path not in self._is_root and (teller := self._tellers.get(path, path)) not in seen:
            seen.add(path := teller)
        folder = _folder(path)
        if path in self._is_root:
            return folder
        climbed = []
        while folder not in self._roots and folder and folder not in self._home:
            climbed.append(folder)
            folder = _folder(folder)
        found = self._home.get(folder, folder if folder in self._roots else None)
        for each in climbed:
            self._home[each] = found
        return found if found is not None else _folder(path)

    def _starts(self, importer: str, top: str) -> Sequence[str]:
        """The root files `crate` may mean in this file."""
        return (importer,) if importer in self._is_root else self._roots.get(top, ())

    def _children(self, path: str) -> str:
        """The folder where the files of a file's child modules lie."""
        folder, _, filename = path.rpartition("/")
        whole = filename == "mod.rs" or path in self._is_root or path in self._tellers
        return folder if whole else path.removesuffix(".rs")

    def _crate(self, importer: str, name: str) -> str | None:
        """The library an extern name means: the package's own, or a dependency that a manifest gives a path.

        A dependency with only a version is the registry's, whatever a fixture in the repository is called.
        """
        package = self._package_of(_folder(importer))
        if package is None:
            return self._crates.get(name)
        if name == package.name and package.library in self._files:
            return package.library
        above = package if name in package.dependencies else None
        while above is not None:  # a workspace above may say where a dependency of its members lies
            original, folder = above.dependencies.get(name, (name, None))
            located = self._packages.get(folder) if folder is not None else None
            if located is not None and located.library in self._files:
                return located.library
            name = original
            above = self._package_of(_folder(above.folder)) if above.folder else None
        return None

    def _package_of(self, folder: str) -> _Package | None:
        while folder and folder not in self._packages:
            folder = _folder(folder)
        return self._packages.get(folder)


def _package(path: str, text: str) -> _Package:
    """What a `Cargo.toml` says. One that cannot be read still marks the folder of a package."""
    try:
        manifest = tomllib.loads(text)
    except (ValueError, RecursionError):
        manifest = {}
    folder = _folder(path)
    declared, library = _table(manifest.get("package")), _table(manifest.get("lib"))
    package = _Package(folder, _text(library.get("name")) or _identifier(_text(declared.get("name"))))
    package.old_paths = bool(declared) and declared.get("edition", "2015") == "2015"
    package.library = _join(folder, _text(library.get("path")) or "src/lib.rs")
    for section in ("bin", "example", "test", "bench"):
        listed = manifest.get(section)
        for target in listed if isinstance(listed, list) else ():
            if where := _text(_table(target).get("path")):
                package.targets.append(_join(folder, where))
    if build := _text(declared.get("build")):
        package.targets.append(_join(folder, build))
    holders = [manifest, _table(manifest.get("workspace"))]
    holders += [_table(each) for each in _table(manifest.get("target")).values()]
    holders += [{"dependencies": each} for each in _table(manifest.get("patch")).values()]
    for holder in holders:
        for section in _DEPENDENCIES:
            for name, how in _table(holder.get(section)).items():
                details = _table(how)
                lies = _join(folder, _text(details["path"])) if "path" in details else None
                package.dependencies[_identifier(name)] = (_identifier(_text(details.get("package")) or name), lies)
    return package


def _identifier(name: str) -> str:
    return name.replace("-", "_")


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _join(folder: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, path))
    return "" if joined == "." else joined


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
