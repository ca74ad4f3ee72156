"""The crates that a repository depends on: some are lent, all others are stood in for by crates with nothing in them.

Cargo wants every dependency before it compiles anything, those of tests and of features nobody asked for too. A crate
that does use one of the empty ones will not compile, and tells nothing; most libraries do without nearly all of theirs.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

MANIFEST = "Cargo.toml"
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")
_NUMBERS = re.compile(r"(\d+)(?:\.(\d+|\*))?(?:\.(\d+|\*))?(-[\w.]+)?")
_DEPTHS = ("", "*/", "*/*/")
_NOWHERE = ("path", "git", "workspace")
"""What says that a dependency is not the registry's."""


def settings(root: Path, lent: Iterable[Path], folder: Path) -> Path:
    """A file of Cargo's settings with which all that a tree depends on is at hand; what it needs lies in the folder."""
    manifests = [read for file in sorted(root.rglob(MANIFEST)) if (read := _read(file))]
    own = {read.get("package", {}).get("name") for read in manifests}
    crates = {name: path for name, path in _lent(lent) if name[0] not in own}
    manifests += [_without_tests(read) for file in crates.values() if (read := _read(file / MANIFEST))]
    empty = folder / "empty"
    empty.mkdir()
    features = _features(manifests)
    for name, version in sorted(_wanted(manifests)):
        _stand_in(empty / f"{name}-{version}", name, version, features[name])
    text = f'[source.crates-io]\nreplace-with = "empty"\n[source.empty]\ndirectory = {json.dumps(str(empty))}\n'
    text += "[patch.crates-io]\n"
    text += "".join(
        f'{name}-{number} = {{ package = "{name}", path = {json.dumps(str(path))} }}\n'
        for number, ((name, _), path) in enumerate(sorted(crates.items()))
    )
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def _lent(folders: Iterable[Path]) -> Iterator[tuple[tuple[str, str], Path]]:
    """Crates below some folders, as they are checked out, by name and version; the shallowest of several."""
    files = [file for folder in folders for depth in _DEPTHS for file in folder.glob(depth + MANIFEST)]
    for file in sorted(files, key=lambda file: (-len(file.parts), file)):
        package = _read(file).get("package", {})
        if "name" in package:
            yield (package["name"], str(package.get("version"))), file.parent


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _without_tests(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Nobody builds the tests of what is lent."""
    return {name: table for name, table in manifest.items() if name != "dev-dependencies"}


def _dependencies(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Name, wanted version and features of all that comes from the registry, whatever it is wanted for."""
    tables = [manifest, manifest.get("workspace", {}), *manifest.get("target", {}).values()]
    for table in tables:
        for kind in _TABLES:
            for name, wanted in table.get(kind, {}).items():
                if isinstance(wanted, str):
                    yield name, wanted, []
                elif isinstance(wanted, dict) and ("version" in wanted or not any(word in wanted for word in _NOWHERE)):
                    yield wanted.get("package", name), wanted.get("version", "*"), list(wanted.get("features", ()))
                elif isinstance(wanted, dict):
                    yield name, "", list(wanted.get("features", ()))


def _wanted(manifests: Iterable[Mapping[str, Any]]) -> set[tuple[str, str]]:
    return {
        (name, version_of(wanted)) for read in manifests for name, wanted, _ in _dependencies(read) if wanted
    }


def version_of(wanted: str) -> str:
    """A version that what is wanted allows: `^1.2` allows 1.2.0."""
    found = _NUMBERS.search(wanted)
    if found is None:
        return "1.0.0"
    numbers = [number if number and number != "*" else "0" for number in found.groups()[:3]]
    return ".".join(numbers) + (found[4] or "")


def _features(manifests: Iterable[Mapping[str, Any]]) -> dict[str, set[str]]:
    """What anybody switches on in a dependency."""
    found: dict[str, set[str]] = defaultdict(set)
    for read in manifests:
        for name, _, features in _dependencies(read):
            found[name].update(features)
        for switched in read.get("features", {}).values():
            for one in switched:
                name, mark, feature = one.partition("/")
                if mark:
                    found[name.rstrip("?")].add(feature)
    return found


def _stand_in(folder: Path, name: str, version: str, features: Iterable[str]) -> None:
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "lib.rs").touch()
    switches = "".join(f"{json.dumps(feature)} = []\n" for feature in sorted(features) if "/" not in feature)
    text = f'[package]\nname = "{name}"\nversion = "{version}"\nedition = "2021"\n[features]\n{switches}'
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    (folder / ".cargo-checksum.json").write_text('{"files": {}}', encoding="utf-8")
