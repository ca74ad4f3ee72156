"""The languages seedwalk reads, one `<name>.py` and `<name>.scm` each. A new one is a file pair and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported where they are used: who asks for a name should not wait for what reading needs
    from seedwalk.languages.spec import Dialect, LanguageSpec

_NAMES_KEPT = 1 << 14
_MARKED = 2048
"""Bytes at a file's beginning in which a dialect's mark counts: a licence, and the comment behind it."""
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "python": (".py", ".pyi", ".pyw"),
    "ruby": (".rb", ".rake", ".gemspec", ".ru", ".thor"),
    "javascript": (".js", ".jsx", ".mjs", ".cjs", ".gjs"),
    "typescript": (".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".gts"),
    "java": (".java",),
    "csharp": (".cs",),
    "go": (".go",),
    "rust": (".rs",),
}
"""What names of files end in, by language: told here too, for who asks for nothing else of a spec."""
NAMES = tuple(ENDINGS)


@cache
def specs() -> dict[str, LanguageSpec]:
    """Every language by name."""
    return {name: import_module(f"seedwalk.languages.{name}").SPEC for name in NAMES}


@cache
def every_spec() -> dict[str, LanguageSpec]:
    """The languages, and the formats that are no source code."""
    from seedwalk.languages.plain import FORMATS

    return {**specs(), **FORMATS}


@cache
def spec_of(name: str) -> LanguageSpec:
    """One of them; the others are not imported for it, which takes 15 ms."""
    if name in ENDINGS:
        found: LanguageSpec = import_module(f"seedwalk.languages.{name}").SPEC
        return found
    return every_spec()[name]


@cache
def _by_ending() -> tuple[dict[str, str], dict[str, str]]:
    extensions = {extension: spec.name for spec in specs().values() for extension in spec.extensions}
    filenames = {filename: spec.name for spec in specs().values() for filename in spec.filenames}
    return extensions, filenames


def language_of(path: str) -> str | None:
    """The language a file is written in, by its name alone; None when seedwalk does not read it."""
    return _language_named(path.rpartition("/")[2])


@lru_cache(_NAMES_KEPT)
def _language_named(filename: str) -> str | None:
    extensions, filenames = _by_ending()
    stem, dot, extension = filename.rpartition(".")
    if dot and stem and (name := extensions.get("." + extension.lower())):
        return name
    return filenames.get(filename)


def dialect_of(spec: LanguageSpec, path: str, source: bytes = b"") -> Dialect:
    """The grammar and queries for this file of the language; `source` tells those apart that say so in a mark."""
    if len(spec.dialects) == 1:
        return spec.dialects[0]
    ending, head = path.lower(), source[:_MARKED]
    fitting = (dialect for dialect in spec.dialects if ending.endswith(dialect.extensions) and dialect.mark in head)
    return next(fitting, spec.dialects[0])


def query_source(dialect: Dialect) -> str:
    """The dialect's queries as one text."""
    folder = Path(__file__).parent
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in dialect.queries)


@cache
def family_of(name: str) -> str:
    """The name under which a language shares its files with others."""
    return spec_of(name).family or name


@cache
def fingerprint(name: str) -> str:
    """Changes whenever a language's spec, rules or queries do, or extraction itself: its files are then read anew."""
    import hashlib

    from seedwalk.languages.plain import FORMATS
    from seedwalk.languages.world import world_code, world_text
    from seedwalk.versions import EXTRACTION, code_digest

    folder = Path(__file__).parent
    digest = hashlib.blake2b(code_digest(EXTRACTION).encode(), digest_size=8)
    queries = {query for dialect in every_spec()[name].dialects for query in dialect.queries}
    stems = {"plain"} if name in FORMATS else {name, family_of(name)}
    code = {
        entry.name
        for entry in folder.iterdir()
        if entry.name.endswith(".py") and (entry.name[:-3] in stems or entry.name.rpartition("_")[0] in stems)
    }
    for filename in sorted(queries | code):
        digest.update((folder / filename).read_bytes())
    if name not in FORMATS:
        digest.update(world_code() + world_text(family_of(name)).encode())
    return digest.hexdigest()
