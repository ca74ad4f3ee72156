"""Python: docstrings inside, decorators part of the span, fields declared by assigning to `self`."""

from __future__ import annotations

from collections.abc import Sequence

from seedwalk.languages.spec import Dialect, LanguageSpec, Project
from seedwalk.model import Import, Kind

_ENDINGS = (".py", ".pyi", ".pyw")


class PythonModules:
    """Dotted names to files. A package's root is the first folder above it without `__init__.py`.

    A name that no root gives is looked for as the end of a path (`src/` layouts, namespace packages), and taken when
    exactly one file has it.
    """

    def __init__(self, project: Project) -> None:
        self.files: dict[str, str] = {}
        self._endings: dict[str, list[str]] = {}
        packages = {path.rpartition("/")[0] for path in project.namespaces if path.endswith("/__init__.py")}
        for path in sorted(project.namespaces, key=lambda path: (path.endswith(".pyi"), path)):
            parts = _module_parts(path)
            root = len(parts) - (0 if _is_package(path) else 1)
            while root > 0 and "/".join(parts[:root]) in packages:
                root -= 1
            self.files.setdefault(".".join(parts[root:]), path)
            for start in range(len(parts)):
                self._endings.setdefault(".".join(parts[start:]), []).append(path)

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        module = _absolute(importer, imported.module)
        if module is None:
            return ()
        if imported.name and imported.name != "*":
            submodule = self._find(importer, f"{module}.{imported.name}" if module else imported.name)
            package = self._find(importer, module)
            return tuple(path for path in (package, submodule) if path)
        found = self._find(importer, module)
        return (found,) if found else ()

    def visible(self, importer: str) -> Sequence[str]:
        return ()

    def _find(self, importer: str, module: str) -> str | None:
        if module.startswith("/"):  # made absolute from a relative import: a path, not a dotted name
            base = module.strip("/").replace(".", "/")
            return next((p for e in _ENDINGS for p in (f"{base}{e}", f"{base}/__init__{e}") if self._exists(p)), None)
        beside = f"{importer.rpartition('/')[0]}/{module.replace('.', '/')}".strip("/")
        if (found := self.files.get(module)) is not None:
            return found
        candidates = self._endings.get(module, [])
        if len(candidates) == 1 and "." in module:
            return candidates[0]
        return next((path for path in candidates if path in (f"{beside}.py", f"{beside}/__init__.py")), None)

    def _exists(self, path: str) -> bool:
        return path in self._endings.get(_module_parts(path)[-1] if _module_parts(path) else "", ())


def _is_package(path: str) -> bool:
    return path.rpartition("/")[2].startswith("__init__.")


def _module_parts(path: str) -> list[str]:
    parts = path.rpartition(".")[0].split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts


def _absolute(importer: str, module: str) -> str | None:
    """A relative import as `/folder/path.name`; None when it climbs out of the repository."""
    if not module.startswith("."):
        return module
    name = module.lstrip(".")
    folders = importer.split("/")[:-1]
    climb = len(module) - len(name) - 1
    if climb > len(folders):
        return None
    base = "/".join(folders[: len(folders) - climb])
    return f"/{base}/{name}".rstrip("/") if name else f"/{base}"

SPEC = LanguageSpec(
    name="python",
    title="Python",
    dialects=(Dialect((".py", ".pyi", ".pyw"), ("tree_sitter_python", "language"), ("python.scm",)),),
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    constructors=frozenset({"__init__", "__new__"}),
    package_files=frozenset({"__init__"}),
    modules=PythonModules,
    noise=frozenset(
        "and as assert async await break class continue def del elif else except False finally for from global if "
        "import in is lambda None nonlocal not or pass raise return self cls True try while with yield".split()
    ),
)
