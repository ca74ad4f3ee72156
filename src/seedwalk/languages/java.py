"""Java: packages are namespaces, types live in files of their own name, overloads differ by their parameters' types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from seedwalk.languages.java_types import PASSING, shape
from seedwalk.languages.spec import Dialect, LanguageSpec, Modules, Naming, Project, names
from seedwalk.model import Import, Kind


class JavaModules(Modules):
    """Dotted names to files: the longest declared package a name begins with, then the file named like the next part.

    `a.b.Outer.Inner` and the static import `a.b.Outer.member` are both found in `a/b/Outer.java`. A type without a file
    of its name may stand in any file of its package. Of several files the one nearest to the importer comes first.
    """

    def __init__(self, project: Project) -> None:
        self._packages: dict[str, list[str]] = {}
        self._types: dict[tuple[str, str], list[str]] = {}
        self._package_of: dict[str, str] = {}
        for path, namespaces in project.namespaces.items():
            package = namespaces[0] if namespaces else ""
            stem = path.rpartition("/")[2].partition(".")[0]
            self._package_of[path] = package
            self._packages.setdefault(package, []).append(path)
            self._types.setdefault((package, stem), []).append(path)
        self._twice = {package for (package, _), files in self._types.items() if len(files) > 1}
        self._near: dict[tuple[str, str], Sequence[str]] = {}

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        wildcard = imported.name == "*"
        parts = imported.module.split(".") if imported.module else []
        if not wildcard and imported.name:
            parts.append(imported.name)
        for length in range(len(parts), 0, -1):
            package = ".".join(parts[:length])
            files = self._packages.get(package)
            if files is None:
                continue
            if length < len(parts):
                files = self._types.get((package, parts[length]), files)
            elif not wildcard:
                continue
            return _nearest_first(importer, files)
        return ()

    def visible(self, importer: str) -> Sequence[str]:
        """The importer's package, itself included: one list shared by all its files. Where a type of it is there twice,
        in copies of a tree, the nearest comes first, and files of one folder share the list."""
        package = self._package_of.get(importer, "")
        files = self._packages.get(package, ())
        if package not in self._twice:
            return files
        key = (package, importer.rpartition("/")[0])
        if key not in self._near:
            self._near[key] = _nearest_first(importer, files)
        return self._near[key]


def _nearest_first(importer: str, files: Sequence[str]) -> Sequence[str]:
    """Files in the order of how many leading folders they share with the importer; ties keep path order."""
    if len(files) == 1:
        return files
    own = importer.split("/")[:-1]

    def strangeness(path: str) -> int:
        shared = 0
        for mine, theirs in zip(own, path.split("/")[:-1], strict=False):
            if mine != theirs:
                break
            shared += 1
        return -shared

    return sorted(files, key=strangeness)


_KEYWORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum exports "
    "extends false final finally float for goto if implements import instanceof int interface long module native "
    "new non-sealed null open opens package permits private protected provides public record requires return "
    "sealed short static strictfp super switch synchronized this throw throws to transient transitive true try "
    "uses var void volatile when while with yield"
)

_EVERYDAY = names("""
get set add remove size isEmpty contains put equals hashCode toString compareTo append length charAt substring close
read write flush next hasNext iterator stream map filter collect forEach run call accept apply test start stop join
getName getValue getKey getMessage build of from as is valueOf name values init execute submit close getId getType
getClass clear startsWith endsWith equalsIgnoreCase indexOf lastIndexOf isBlank matches replaceAll replaceFirst split
strip toLowerCase toUpperCase trim isAnnotationPresent getAnnotation isArray isAssignableFrom isInstance isSynthetic
""")
"""Methods of the language's own types."""


_ANNOTATED_DOTS = re.compile(rb"@[\w.]+(?=\s*\.\.\.)")


def unannotated(source: bytes, root: Any, _: object) -> bytes:
    """`Object @Nullable ... rest` (JLS 8.4.1) without its annotation, which the grammar does not know there. A file
    that is read as a whole stays as it is."""
    return _ANNOTATED_DOTS.sub(lambda found: b" " * len(found[0]), source) if root.has_error else source


SPEC = LanguageSpec(
    name="java",
    title="Java",
    dialects=(Dialect((".java",), ("tree_sitter_java", "language"), ("java.scm",)),),
    legible=unannotated,
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    modules=JavaModules,
    imports_packages=True,
    whole_packages=True,
    naming=Naming(
        instance=frozenset({"this"}),
        parent=frozenset({"super"}),
        field_marks=("this.",),
        implicit=True,
        methods_apart=True,
        written_types=True,
        constructor_reference="new",
        private_signature=r"^(?:@[\w.]+(?:\([^)]*\))?\s+|\w+\s+)*?private\s",
        wrappers=names("Optional CompletableFuture Future Supplier Provider AtomicReference Callable"),
        passing=names("""
get orElse orElseThrow join orElseGet stream parallelStream iterator filter sorted distinct limit skip peek
"""),
        elements=names("get getFirst getLast remove next poll peek pop first last findFirst findAny"),
        functions={
            "Function": 1, "BiFunction": 1, "Consumer": 0, "BiConsumer": 0, "Predicate": 0, "BiPredicate": 0,
            "UnaryOperator": 0, "ToIntFunction": 0, "ToLongFunction": 0, "ToDoubleFunction": 0,
        },
        paths_import=True,
        everyday=_EVERYDAY,
    ),
    argument_shape=shape,
    passing=PASSING,
    noise=frozenset(_KEYWORDS.split()),
)
