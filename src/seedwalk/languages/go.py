"""Go: methods stand outside their type and name it as receiver; a package is a folder, and its files see each other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence

from seedwalk.languages.spec import Dialect, LanguageSpec, Naming, Project, names
from seedwalk.model import Import

_KEYWORDS = (
    "break case chan const continue default defer else err error fallthrough false for func go goto if import "
    "interface iota map nil package range return select struct switch true type var"
)
_TEST = "_test.go"
_VERSION = re.compile(r"v\d+$")
_NOT_IDENTIFIER = re.compile(r"\W")
_DIRECTIVE = re.compile(r"(?P<word>module|replace)\b\s*(?P<block>\()?\s*(?P<rest>.*)$")


class GoModules:
    """Import paths to the files of a folder, by the longest module path of a `go.mod` or local `replace` they have.

    A path no module begins is looked for as the end of a folder (`vendor/`, `GOPATH`); without any `go.mod` also by its
    own end (`host/user/repository/pkg/store` is the folder `pkg/store`).
    """

    def __init__(self, project: Project) -> None:
        self._packages = {path: names[0] if names else "" for path, names in project.namespaces.items()}
        self.folders: dict[str, list[str]] = {}
        for path in sorted(project.namespaces, key=lambda path: (path.endswith(_TEST), path)):
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
            if top is not None and (found := self.folders.get(posixpath.join(top, rest).strip("/"))):
                return found
            prefix, _, last = prefix.rpartition("/")
            rest = f"{last}/{rest}".rstrip("/")
        if "." not in path.partition("/")[0]:
            return ()
        folder = self._endings.get(path)
        while folder is None and path and not self.modules:
            folder = path if path in self.folders else None
            path = path.partition("/")[2]
        return self.folders[folder] if folder is not None else ()

    def visible(self, importer: str) -> Sequence[str]:
        """The files of the package, the importer too: one list shared by all. What tests declare, only tests see."""
        package = (_folder(importer), self._packages.get(importer, ""))
        return (self._members if importer.endswith(_TEST) else self._untested).get(package, ())


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _module_folders(project: Project) -> dict[str, str]:
    """Module path to folder. A module's own `go.mod` counts before another's `replace`."""
    declared: dict[str, str] = {}
    replaced: dict[str, str] = {}
    for manifest, text in sorted(project.manifests.items()):
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


SPEC = LanguageSpec(
    name="go",
    title="Go",
    dialects=(Dialect((".go",), ("tree_sitter_go", "language"), ("go.scm",)),),
    name_of=bare_name,
    parse_import=parse_import,
    modules=GoModules,
    imports_packages=True,
    manifests=frozenset({"go.mod"}),
    naming=Naming(
        literal_construction=True,
        structural=True,
        types_are_capital=False,
        scattered=True,
        everyday=names("Error String Close Read Write Len Less Swap Done Add Get Set Lock Unlock Wait Err"),
    ),
    noise=frozenset(_KEYWORDS.split()),
)
