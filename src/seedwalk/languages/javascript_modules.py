"""Which file does an import name? Node's and TypeScript's rules, over the files of the repository alone.

Tried in order: a relative path; the package's own `#imports`; `paths` and `baseUrl` of the nearest tsconfig, then of
the ones above it; a package of the repository by its name (its `exports`, then `main` and its kin, then the usual
places of a source file); the customary aliases `@/` and `~/`. What a package builds (`dist/x.js`) is looked for where
it is written (`src/x.ts`).

References: nodejs.org/api/packages.html, typescriptlang.org/docs/handbook/modules/reference.html.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from seedwalk.languages.spec import Modules, Project
from seedwalk.model import Import

CONFIG_NAMES = (
    "tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json", "tsconfig.lib.json",
    "tsconfig.build.json", "tsconfig.paths.json", "tsconfig.common.json", "tsconfig.shared.json",
    "tsconfig.node.json", "tsconfig.web.json",
)  # fmt: skip
"""Files that hold compiler options; of several in one folder the earlier one is asked first."""
MANIFESTS = frozenset({"package.json", *CONFIG_NAMES})

_SOURCE_ENDINGS = (
    ".ts", ".tsx", ".mts", ".cts", ".gts", ".js", ".jsx", ".mjs", ".cjs", ".gjs", ".d.ts", ".d.mts", ".d.cts",
)  # fmt: skip
"""Best first: where a name has several files, the one that is written by hand and typed."""
_RANK = {ending: rank for rank, ending in enumerate(_SOURCE_ENDINGS)}
_ENDING = re.compile(r"(?:\.d)?\.(?:[mc]?[jt]sx?|g[jt]s)$")
_ENTRY_FIELDS = ("source", "types", "typings", "module", "main", "browser")
_ENTRY_PLACES = ("src/index", "index", "lib/index", "src/main", "main")
_BUILT = re.compile(r"^(?:dist|build|out|lib|esm|cjs|es)(?:/(?:esm|cjs|es|types|src|mjs))?/")
_MAX_EXTENDS = 16
_JSON_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*\n|(?>/\*.*?\*/))*+[}\]])', re.DOTALL)
"""Strings, comments and trailing commas. A comment is not read again as a longer one (`(?>`): of two members with a
comment each, the first one's would reach over the second, and its comma would seem the last."""


class _Config(Struct, frozen=True):
    """Compiler options that bear on imports: `base` is where names without a dot are looked for, None for nowhere."""

    base: str | None
    paths: tuple[tuple[str, str, tuple[str, ...]], ...]
    """(text before the `*`, text after it, targets), longest beginning first; names without a `*` are in `exact`."""
    exact: dict[str, tuple[str, ...]]


class _Package(Struct, frozen=True):
    folder: str
    manifest: dict[str, Any]


class JavascriptModules(Modules):
    """The import rules over one project. Building is linear in files; an answer is a few look-ups, kept per folder."""

    def __init__(self, project: Project) -> None:
        self._stems: dict[str, str] = {}
        self._files = frozenset(project.namespaces)
        for path in project.namespaces:
            stem, rank = _ENDING.sub("", path), _rank(path)
            if stem not in self._stems or rank < _rank(self._stems[stem]):
                self._stems[stem] = path
        self._packages: dict[str, list[_Package]] = {}
        self._package_at: dict[str, _Package] = {}
        self._raw: dict[str, dict[str, Any]] = {}
        for path, text in sorted(project.manifests.items(), key=lambda pair: (pair[0].count("/"), pair[0])):
            self._read_manifest(path, text)
        self._configs: dict[str, list[_Config]] = {}
        self._read: dict[str, _Config | None] = {}
        self._answers: dict[tuple[str, str], tuple[str, ...]] = {}

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        key = (importer.rpartition("/")[0], imported.module)
        found = self._answers.get(key)
        if found is None:
            path = next(self._candidates(*key), None)
            found = self._answers[key] = (path,) if path is not None else ()
        return found

    def visible(self, importer: str) -> Sequence[str]:
        return ()

    def _candidates(self, folder: str, module: str) -> Iterator[str]:
        """Files the module may name for an importer in `folder`, best first."""
        if module.startswith("node:"):
            return
        module = module.partition("?")[0].rpartition("!")[2]  # bundlers' `x?raw` and `loader!x`
        if not module:
            return
        if module.startswith("."):
            yield from self._at(_join(folder, module))
            return
        above = list(_upwards(folder))
        package = next((self._package_at[place] for place in above if place in self._package_at), None)
        if module.startswith("#") and package is not None:
            yield from self._mapped(package, package.manifest.get("imports"), module)
        if module.startswith("/"):
            for root in (package.folder if package else "", ""):
                yield from self._at(_join(root, "." + module))
            return
        for place in above:
            for config in self._configs_in(place):
                yield from self._by_config(config, module)
        yield from self._by_package(module)
        if module.startswith(("@/", "~/")):
            for root in dict.fromkeys((package.folder if package else "", "")):
                for inside in ("src", "", "app"):
                    yield from self._at(_join(root, f"./{inside}/{module[2:]}"))

    def _at(self, path: str | None) -> Iterator[str]:
        """The file at a path written with or without its ending, or the index of the folder there."""
        if path is None:
            return
        if path in self._files:
            yield path
        stem = _ENDING.sub("", path)
        if stem != path and (found := self._stems.get(stem)):  # `./x.js` means `x.ts` where only that is written
            yield found
        if found := self._stems.get(path):
            yield found
        if path in self._package_at:
            yield from self._entry(self._package_at[path])
        if found := self._stems.get(f"{path}/index" if path else "index"):
            yield found

    def _by_config(self, config: _Config, module: str) -> Iterator[str]:
        for target in config.exact.get(module, ()):
            yield from self._at(target)
        for before, after, targets in config.paths:
            if module.startswith(before) and module.endswith(after) and len(module) >= len(before) + len(after):
                star = module[len(before) : len(module) - len(after)]
                for target in targets:
                    yield from self._at(_join("", "./" + target.replace("*", star, 1)))
        if config.base is not None:
            yield from self._at(_join(config.base, "./" + module))

    def _by_package(self, module: str) -> Iterator[str]:
        words = module.split("/")
        size = 2 if module.startswith("@") else 1
        name, rest = "/".join(words[:size]), "/".join(words[size:])
        for package in self._packages.get(name, ()):
            if not rest:
                yield from self._entry(package)
                continue
            yield from self._mapped(package, package.manifest.get("exports"), "./" + rest)
            yield from self._built(package.folder, rest)
            yield from self._at(_join(package.folder, "./src/" + rest))

    def _entry(self, package: _Package) -> Iterator[str]:
        """What the bare name of a package names."""
        exports = package.manifest.get("exports")
        if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
            exports = exports.get(".")
        fields = [package.manifest.get(field) for field in _ENTRY_FIELDS]
        for target in (*_leaves(exports), *(field for field in fields if isinstance(field, str))):
            yield from self._built(package.folder, target)
        for place in _ENTRY_PLACES:
            if found := self._stems.get(f"{package.folder}/{place}".lstrip("/")):
                yield found

    def _mapped(self, package: _Package, table: object, name: str) -> Iterator[str]:
        """`name` through a table of `exports` or `imports`: whole keys first, then keys with a `*`, longest first."""
        if not isinstance(table, dict):
            return
        for target in _leaves(table.get(name)):
            yield from self._built(package.folder, target)
        for key in sorted((key for key in table if "*" in key), key=len, reverse=True):
            before, _, after = key.partition("*")
            if name.startswith(before) and name.endswith(after) and len(name) >= len(before) + len(after):
                star = name[len(before) : len(name) - len(after)]
                for target in _leaves(table[key]):
                    yield from self._built(package.folder, target.replace("*", star))

    def _built(self, folder: str, target: str) -> Iterator[str]:
        """A file of a package, or the source it is built from."""
        target = target.removeprefix("./")
        path = _join(folder, "./" + target)
        if path == folder:
            return
        yield from self._at(path)
        source = _BUILT.sub("", target)
        if source != target:
            yield from self._at(_join(folder, "./src/" + source))
            yield from self._at(_join(folder, "./" + source))

    def _read_manifest(self, path: str, text: str) -> None:
        folder, _, filename = path.rpartition("/")
        content = jsonc(text)
        if not isinstance(content, dict):
            return
        if filename != "package.json":
            self._raw[path] = content
            return
        package = self._package_at[folder] = _Package(folder, content)
        if isinstance(name := content.get("name"), str):
            self._packages.setdefault(name, []).append(package)

    def _configs_in(self, folder: str) -> list[_Config]:
        found = self._configs.get(folder)
        if found is None:
            paths = (f"{folder}/{name}".lstrip("/") for name in CONFIG_NAMES)
            read = [self._config(path, 0) for path in paths if path in self._raw]
            found = self._configs[folder] = [config for config in read if config is not None]
        return found

    def _config(self, path: str, depth: int) -> _Config | None:
        """Options of one file over those it extends; None when nothing in them bears on imports."""
        if path in self._read:
            return self._read[path]
        self._read[path] = None  # a file that extends itself adds nothing
        content, folder = self._raw[path], path.rpartition("/")[0]
        options = content.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        extended = self._extended(folder, content) if depth < _MAX_EXTENDS else ()
        parents = [self._config(parent, depth + 1) for parent in extended]
        inherited = next((config for config in reversed(parents) if config is not None), None)
        base, written = options.get("baseUrl"), options.get("paths")
        own_base = _join(folder, "./" + base) if isinstance(base, str) else inherited.base if inherited else None
        config = inherited
        if isinstance(written, dict):
            config = _config_of(own_base, own_base if own_base is not None else folder, written)
        elif own_base is not None:
            config = _Config(own_base, inherited.paths if inherited else (), inherited.exact if inherited else {})
        self._read[path] = config
        return config

    def _extended(self, folder: str, content: dict[str, Any]) -> Iterator[str]:
        extends = content.get("extends")
        for name in [extends] if isinstance(extends, str) else extends if isinstance(extends, list) else []:
            if not isinstance(name, str):
                continue
            places = [_join(folder, name)] if name.startswith(".") else list(self._in_packages(name))
            for place in places:
                if place is None:
                    continue
                written = next((p for p in (place, f"{place}.json", f"{place}/tsconfig.json") if p in self._raw), None)
                if written is not None:
                    yield written
                    break

    def _in_packages(self, name: str) -> Iterator[str | None]:
        words = name.split("/")
        size = 2 if name.startswith("@") else 1
        for package in self._packages.get("/".join(words[:size]), ()):
            yield _join(package.folder, "./" + "/".join(words[size:]))


def _config_of(base: str | None, root: str, written: dict[str, Any]) -> _Config:
    paths: list[tuple[str, str, tuple[str, ...]]] = []
    exact: dict[str, tuple[str, ...]] = {}
    for pattern, targets in written.items():
        listed = targets if isinstance(targets, list) else [targets]
        joined = (_join(root, "./" + target) for target in listed if isinstance(target, str))
        places = tuple(place for place in joined if place is not None)
        before, star, after = pattern.partition("*")
        if star:
            paths.append((before, after, places))
        else:
            exact[pattern] = places
    paths.sort(key=lambda entry: -len(entry[0]))
    return _Config(base, tuple(paths), exact)


def _leaves(target: object, depth: int = 0) -> Iterator[str]:
    """Every path in a target with conditions; the ones named after sources come first."""
    if isinstance(target, str):
        yield target
    elif isinstance(target, list) and depth < _MAX_EXTENDS:
        for entry in target:
            yield from _leaves(entry, depth + 1)
    elif isinstance(target, dict) and depth < _MAX_EXTENDS:
        for key in sorted(target, key=lambda key: "source" not in key):
            yield from _leaves(target[key], depth + 1)


def _rank(path: str) -> int:
    found = _ENDING.search(path)
    return _RANK.get(found.group(), len(_RANK)) if found else len(_RANK)


def _upwards(folder: str) -> Iterator[str]:
    """The folder, then each one above it, to the top of the repository."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def _join(folder: str, relative: str) -> str | None:
    """A relative path made one from the repository's top; None when it climbs out."""
    parts = folder.split("/") if folder else []
    for word in relative.split("/"):
        if word == "..":
            if not parts:
                return None
            parts.pop()
        elif word not in ("", "."):
            parts.append(word)
    return "/".join(parts)


def jsonc(text: str) -> object:
    """JSON as tsconfig has it, with comments and trailing commas; None when it is broken."""
    text = text.removeprefix("\ufeff")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(_JSON_TOKEN.sub(lambda token: token.group() if token.group().startswith('"') else "", text))
    except (ValueError, RecursionError):
        return None
