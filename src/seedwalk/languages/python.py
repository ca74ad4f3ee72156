"""Python: docstrings inside, decorators part of the span, fields declared by assigning to `self`."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from typing import Any

from seedwalk.languages.spec import Dialect, LanguageSpec, Modules, Naming, Project, Reexports, names
from seedwalk.model import Import, Kind

_ENDINGS = (".py", ".pyi", ".pyw")
"""In the order of preference: a stub stands in for a module only where no source does."""
_SOURCE_FOLDERS = ("", "src", "lib")
"""Folders below a project's top that hold its packages; the empty one is the top itself."""
MAX_CANDIDATES = 4
"""A name that more files give than this names none of them."""
_KEYWORDS = """
and as assert async await break class continue def del elif else except False finally for from global if import in is
lambda None nonlocal not or pass raise return self cls True try while with yield
"""


class PythonModules(Modules):
    """Dotted names to files, as the import system would find them without knowing `sys.path`.

    A relative name starts at the importer's folder. An absolute one is tried below each folder above the importer that
    is no package itself, the nearest first, and below that folder's `src` or `lib`. A name not found there is taken
    from the roots of the repository's packages (a root is the first folder above a module without `__init__`), then,
    when dotted, as the end of a path, where exactly one file has it (namespace packages). A file that only shares its
    name with a module of the standard library is meant by its neighbours alone.

    `from package import name` may mean what the package's `__init__` defines or re-exports, or a submodule: both are
    given, in the order Python looks.
    """

    def __init__(self, project: Project) -> None:
        self._files: dict[str, str] = {}
        self._rooted: dict[str, list[str]] = {}
        self._endings: dict[str, list[str]] = {}
        self._names: set[str] = set()
        for ending in _ENDINGS:
            for path in project.namespaces:
                if path.endswith(ending):
                    self._files.setdefault("/".join(_module_parts(path)), path)
        packages = {module for module, path in self._files.items() if _is_package(path)}
        for module, path in self._files.items():
            parts = module.split("/")
            root = len(parts) - 1
            while root > 0 and "/".join(parts[:root]) in packages:
                root -= 1
            self._rooted.setdefault(".".join(parts[root:]), []).append(path)
            for start in range(len(parts) - 1):
                self._endings.setdefault(".".join(parts[start:]), []).append(path)
            self._names.add(parts[-1])
        self._packages = packages
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}
        self._told: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._bases: dict[str, str] = {}
        self._asking: tuple[str, str, str] = ("", "", "")

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        module, wanted = imported.module, imported.name if imported.name != "*" else ""
        if module[:1] == ".":
            return self._near(importer, module, wanted)
        asking = self._asking
        _, base, own = asking if asking[0] == importer else self._ask(importer)
        if own in (wanted, "__init__") or module.endswith(own):
            return self._found(importer, module, wanted)  # a file does not find itself
        key = (base, module, wanted)
        found = self._told.get(key)
        if found is None:
            found = self._told[key] = self._found(importer, module, wanted)
        return found

    def _ask(self, importer: str) -> tuple[str, str, str]:
        """The file that asks, the folder its packages lie in, and its own name: asked for with each of its imports."""
        folder, _, name = importer.rpartition("/")
        base = self._bases.get(folder)
        if base is None:
            base = self._bases[folder] = self._base(folder)
        asking = self._asking = importer, base, name.partition(".")[0]
        return asking

    def _near(self, importer: str, module: str, wanted: str) -> tuple[str, ...]:
        base = _relative(importer, module)
        if base is None:
            return ()
        named = (base, _below(base, wanted)) if wanted else (base,)
        return tuple(self._files[module] for module in named if module in self._files)

    def _found(self, importer: str, module: str, wanted: str) -> tuple[str, ...]:
        found = self._absolute(importer, module)
        below = self._absolute(importer, f"{module}.{wanted}") if wanted else ()
        return (*found, *(path for path in below if path not in found)) if below else found

    def visible(self, importer: str) -> Sequence[str]:
        return ()

    def _absolute(self, importer: str, module: str) -> tuple[str, ...]:
        """Files of the packages below one folder that import the same mean the same, but for a file that would be found
        by its own name."""
        if self._is_nowhere(module):
            return ()
        _, base, own = self._ask(importer)
        if own in (module[module.rfind(".") + 1 :], "__init__"):
            return self._search(importer, module)
        found = self._known.get((base, module))
        if found is None:
            found = self._known[base, module] = self._search(importer, module)
        return found

    def _base(self, folder: str) -> str:
        """The nearest folder at or above one that is no package."""
        while folder and folder in self._packages:
            folder = folder.rpartition("/")[0]
        return folder

    def _is_nowhere(self, module: str) -> bool:
        """Whether no file can be meant: most names are no modules here, but what others wrote or modules define."""
        known = module.replace("/", ".").strip(".") if "/" in module or module[-1:] == "." else module
        return bool(known) and known not in self._endings and known not in self._names

    def _search(self, importer: str, module: str) -> tuple[str, ...]:
        module_path = module.replace(".", "/")
        folder = importer.rpartition("/")[0]
        lone = module in sys.stdlib_module_names
        nearest = True
        while True:
            if folder not in self._packages:
                for below in _SOURCE_FOLDERS:
                    path = self._files.get(_below(_below(folder, below), module_path))
                    if path is not None and path != importer and (nearest or not lone or _is_package(path)):
                        return (path,)
                nearest = False
            if not folder:
                break
            folder = folder.rpartition("/")[0]
        if lone:
            return ()
        rooted = self._rooted.get(module, ())
        if 0 < len(rooted) <= MAX_CANDIDATES:
            return tuple(path for path in rooted if path != importer)
        ends = self._endings.get(module, ())
        return tuple(ends) if len(ends) == 1 else ()


def _is_package(path: str) -> bool:
    return path.rpartition("/")[2].startswith("__init__.")


def _module_parts(path: str) -> list[str]:
    parts = path.rpartition(".")[0].split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts


def _below(folder: str, name: str) -> str:
    return f"{folder}/{name}".strip("/")


def _relative(importer: str, module: str) -> str | None:
    """The path without ending that a relative import names; None when it climbs out of the repository."""
    name = module.lstrip(".")
    folders = importer.split("/")[:-1]
    climb = len(module) - len(name) - 1
    if climb > len(folders):
        return None
    return _below("/".join(folders[: len(folders) - climb]), name.replace(".", "/"))


def _everyday() -> frozenset[str]:
    """Methods of the built-in types, as this Python has them, and of the loggers and files every program uses."""
    builtin = (
        str,
        bytes,
        list,
        dict,
        set,
        frozenset,
        tuple,
        int,
        float,
        type(_everyday),
        BaseException,
        io.TextIOWrapper,
    )
    methods = {name for kind in builtin for name in dir(kind)}
    return frozenset(methods | names("debug info warning error exception critical log group groups match search sub"))


_PARAMETERS = re.compile(rb"\b(?:class|def|type)[ \t]+\w+\[")
_LONGEST = 2000
"""Bytes that type parameters may take."""


def older(source: bytes, root: Any, _: object) -> bytes:
    """Type parameters without their defaults (`class Box[T = int]`, PEP 696), which the grammar does not know. A file
    that is read as a whole stays as it is."""
    if not root.has_error:
        return source
    text = bytearray(source)
    for found in _PARAMETERS.finditer(source):
        for place in _defaults(source[found.end() : found.end() + _LONGEST]):
            text[found.end() + place] = ord(" ")
    return bytes(text)


def _defaults(text: bytes) -> list[int]:
    """Places of the defaults in what stands behind an opening bracket, up to the one that closes it, if one does."""
    depth, inside = 1, False
    places: list[int] = []
    for place, char in enumerate(text):
        depth += (char in b"[({") - (char in b"])}")
        if not depth:
            return places
        inside = inside if depth > 1 else char != ord(",") and (inside or char == ord("="))
        if inside and char not in b"\r\n":
            places.append(place)
    return []


SPEC = LanguageSpec(
    name="python",
    title="Python",
    dialects=(Dialect((".py", ".pyi", ".pyw"), ("tree_sitter_python", "language"), ("python.scm",)),),
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    constructors=frozenset({"__init__", "__new__"}),
    package_files=frozenset({"__init__"}),
    legible=older,
    modules=PythonModules,
    reexports=Reexports.ALL,
    imports_first_name=True,
    naming=Naming(
        instance=frozenset({"self"}),
        itself=frozenset({"cls"}),
        parent=frozenset({"super"}),
        field_marks=("self.", "cls."),
        constructs_by_call=True,
    narrowing=True,
        call_method="__call__",
        imports_below=True,
        property_marks=names("property cached_property classproperty setter getter abstractproperty"),
        overload_marks=frozenset({"overload"}),
        given_marks=frozenset({"fixture"}),
        given_file="conftest",
        wrappers=names(
            "Optional Annotated ClassVar Final Awaitable Coroutine Type type AsyncContextManager ContextManager "
            "Required NotRequired cached_property"
        ),
        elements=frozenset({"pop", "popleft", "get", "setdefault"}),
        everyday=_everyday(),
    ),
    noise=frozenset(_KEYWORDS.split()),
)
