"""Go: methods stand outside their type and name it as receiver; a package is a folder, and its files see each other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from seedwalk.languages.spec import Dialect, LanguageSpec, Modules, Naming, Project, names
from seedwalk.model import Import

_KEYWORDS = (
    "break case chan const continue default defer else err error fallthrough false for func go goto if import "
    "interface iota map nil package range return select struct switch true type var"
)
_TEST = "_test.go"
_SYSTEMS = names(
    "aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris unix wasip1 windows"
)
"""Ends of file names that say for which systems a file is built; `unix` is a habit, the others are the language's."""
_USUAL = "linux"
"""Of several definitions for several systems, the one meant where nothing says which."""
_UNIX = "unix"
_NO_UNIX = frozenset({"windows", "plan9", "js", "wasip1"})
_VERSION = re.compile(r"v\d+$")
_NOT_IDENTIFIER = re.compile(r"\W")
_DIRECTIVE = re.compile(r"(?P<word>module|replace)\b\s*(?P<block>\()?\s*(?P<rest>.*)$")


class GoModules(Modules):
    """Import paths to the files of a folder, by the longest module path of a `go.mod` or local `replace` they have.

    A path no module begins is looked for as the end of a folder (`vendor/`, `GOPATH`); without any `go.mod` also by its
    own end (`host/user/repository/pkg/store` is the folder `pkg/store`).
    """

    def __init__(self, project: Project) -> None:
        self._packages = {path: names[0] if names else "" for path, names in project.namespaces.items()}
        self.folders: dict[str, list[str]] = {}
        self._systems = {path: found for path in project.namespaces if (found := _system(path))}
        self._fitting: dict[tuple[str, str, str], Sequence[str]] = {}
        for path in sorted(project.namespaces, key=lambda path: (path.endswith(_TEST), self._strange(path), path)):
            self.folders.setdefault(_folder(path), []).append(path)
        self._members: dict[tuple[str, str], list[str]] = {}
        for folder, paths in self.folders.items():
            for path in paths:
                self._members.setdefault((folder, self._packages[path]), []).append(path)
        self._untested = {
            package: [path for path in members if not path.endswith(_TEST)]
            for package, members in self._members.items()
        }
        self.modules = _module_folders(project)
        self._endings: dict[str, str | None] = {}
        for folder in self.folders:
            rest = folder
            while rest:
                self._endings[rest] = folder if rest not in self._endings else None
                rest = rest.partition("/")[2]

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        path = imported.module
        prefix, rest = path, ""
        while prefix:
            top = self.modules.get(prefix)
            inside = posixpath.join(top, rest).strip("/") if top is not None else ""
            if top is not None and (found := self.folders.get(inside)):
                return self._fit(importer, inside, "", found)
            prefix, _, last = prefix.rpartition("/")
            rest = f"{last}/{rest}".rstrip("/")
        if "." not in path.partition("/")[0]:
            return ()
        folder = self._endings.get(path)
        while folder is None and path and not self.modules:
            folder = path if path in self.folders else None
            path = path.partition("/")[2]
        return self._fit(importer, folder, "", self.folders[folder]) if folder is not None else ()

    def visible(self, importer: str) -> Sequence[str]:
        """The files of the package, the importer too: one list shared by all built for the same system. What tests
        declare, only tests see."""
        package = (_folder(importer), self._packages.get(importer, ""))
        tests = importer.endswith(_TEST)
        found = (self._members if tests else self._untested).get(package, ())
        return self._fit(importer, package[0], f"{package[1]} {tests}", found)

    def _fit(self, importer: str, folder: str, which: str, paths: Sequence[str]) -> Sequence[str]:
        """The same files, those built for the importer's own system first where it has one."""
        system = self._systems.get(importer, _USUAL)
        if system in (_USUAL, _UNIX) or not any(path in self._systems for path in paths):
            return paths
        known = self._fitting.get((folder, which, system))
        if known is None:
            order = sorted(paths, key=lambda path: (path.endswith(_TEST), self._strange(path, system), path))
            known = self._fitting[folder, which, system] = order
        return known

    def _strange(self, path: str, system: str = _USUAL) -> int:
        """0 for files built for a system alone, 1 for those that say nothing of it, 2 for those of other systems."""
        found = self._systems.get(path)
        if found is None:
            return 1
        return 0 if found == system or (found == _UNIX and system not in _NO_UNIX) else 2


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _system(path: str) -> str:
    """The system a file is built for, by the end of its name: `mount_linux.go`, `mount_linux_arm64_test.go`."""
    parts = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[-2:]
    return next((part for part in reversed(parts) if part in _SYSTEMS), "") if len(parts) > 1 else ""


def _module_folders(project: Project) -> dict[str, str]:
    """Module path to folder. A module's own `go.mod` counts before another's `replace`, the upper
    of two that claim one name before the lower."""
    declared: dict[str, str] = {}
    replaced: dict[str, str] = {}
    for manifest, text in sorted(project.manifests.items(), key=lambda pair: (pair[0].count("/"), pair[0])):
        folder = _folder(manifest)
        if posixpath.basename(manifest) != "go.mod":
            continue
        for word, arguments in _directives(text):
            if word == "module" and arguments:
                declared.setdefault(arguments[0], folder)
            elif word == "replace" and "=>" in arguments[1:-1]:
                local = arguments[arguments.index("=>") + 1]
                target = posixpath.normpath(posixpath.join(folder, local))
                if local.startswith(".") and not target.startswith(".."):
                    replaced.setdefault(arguments[0], "" if target == "." else target)
    return replaced | declared


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """`module` and `replace` lines of a `go.mod`, those in blocks too."""
    block = ""
    for line in text.splitlines():
        line = line.partition("//")[0].strip()
        if block:
            if line.startswith(")"):
                block = ""
            elif line:
                yield block, _words(line)
        elif (found := _DIRECTIVE.match(line)) is not None:
            if found["block"]:
                block = found["word"]
            else:
                yield found["word"], _words(found["rest"])


def _words(line: str) -> list[str]:
    return [word.strip('"`') for word in line.split()]


def parse_import(text: str, line: int) -> Iterable[Import]:
    """One import spec. Without an alias it is known by the package name its path suggests."""
    alias, _, path = text.strip().rpartition(" ") if text.rstrip()[-1:] in '"`' else ("", "", text)
    alias, path = alias.strip(), path.strip('"` \t')
    if alias == ".":
        yield Import(path, "*", "", line)
    else:
        yield Import(path, "", alias or assumed_name(path), line)


def assumed_name(path: str) -> str:
    """The package name of an import path by the convention of goimports, which writes an alias wherever it fails.

    The last part that is no version, without `go-` before it, up to the first character no identifier has.
    """
    parts = path.split("/")
    if len(parts) > 1 and _VERSION.match(parts[-1]):
        parts.pop()
    return _NOT_IDENTIFIER.split(parts[-1].removeprefix("go-"), maxsplit=1)[0]


def bare_name(text: str) -> str:
    """`*Store[K, V]` is `Store`; the blank name `_` is no name."""
    name = text.partition("[")[0].strip("*() \t\n")
    return "" if name == "_" else name


_NEW_VALUE = re.compile(
    rb"\bnew(?=\(\s*(?:[\"'`\d!&(+-]"
    rb"|(?!(?:chan|func|interface|map|struct)\b)[^\W\d][\w.]*(?:\[[^\]\n]*\])*\s*[({+*/%&|^<>=!-]"
    rb"|[\w.]+\[\s*\d|\w+\.\w+\.|(?:\[|func\b|map\b)[^{}\n]*\{))"
)
"""A `new` before what can be no type: a literal, a call, an operator, a function with its body."""


def older(source: bytes, root: Any, _: object) -> bytes:
    """Go 1.26 takes a value in `new(value)`, where the grammar knows types alone: written as the call of another
    function of the language, it is read. A file that is read as a whole stays as it is."""
    return _NEW_VALUE.sub(b"max", source) if root.has_error else source


_NAMED = re.compile(r"([^\W\d]\w*)\s+(?=\S)")
_TYPE_WORDS = names("func chan map struct interface")
_QUALIFIER = re.compile(r"\b\w+\.(?=\w)")


def method_shape(signature: str) -> str:
    """Types of parameters and results, bare: `Save(x k.Key, a, b int) error` gives `(Key,int,int)(error)`."""
    text = " ".join(signature.split()).removeprefix("func").lstrip()
    if text.startswith("("):  # the receiver
        text = text[_group(text, 0) :].lstrip()
    opened = text.find("(")
    if opened < 0:
        return ""
    closed = _group(text, opened)
    results = text[closed:].strip()
    listed = results[1:-1] if results.startswith("(") and _group(results, 0) == len(results) else results
    return f"({_types(text[opened + 1 : closed - 1])})({_types(listed)})"


def _group(text: str, start: int) -> int:
    """The place behind the bracket that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place + 1
    return len(text)


def _types(listed: str) -> str:
    parts, start, place = [], 0, 0
    while place < len(listed):
        if listed[place] in "([{":
            place = _group(listed, place)
            continue
        if listed[place] == ",":
            parts.append(listed[start:place].strip())
            start = place + 1
        place += 1
    parts = [part for part in (*parts, listed[start:].strip()) if part]
    found: list[str] = []
    named = any(match[1] not in _TYPE_WORDS for match in map(_NAMED.match, parts) if match)
    for part in reversed(parts):  # of `a, b int` the type stands with the last
        match = _NAMED.match(part)
        if match and match[1] not in _TYPE_WORDS:
            part = part[match.end() :]
        elif named and found:
            part = found[-1]
        found.append(_QUALIFIER.sub("", part).replace(" ", "").replace("interface{}", "any"))
    return ",".join(reversed(found))


SPEC = LanguageSpec(
    name="go",
    title="Go",
    dialects=(Dialect((".go",), ("tree_sitter_go", "language"), ("go.scm",)),),
    legible=older,
    name_of=bare_name,
    method_shape=method_shape,
    parse_import=parse_import,
    modules=GoModules,
    imports_packages=True,
    manifests=frozenset({"go.mod"}),
    naming=Naming(
        literal_construction=True,
        structural=True,
        blocks_hide=True,
        types_are_capital=False,
        scattered=True,
        everyday=names("Error String Close Read Write Len Less Swap Done Add Get Set Lock Unlock Wait Err"),
    ),
    nameless=frozenset({"func_literal"}),
    unnamed="struct_type",
    noise=frozenset(_KEYWORDS.split()),
)
