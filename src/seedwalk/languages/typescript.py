"""TypeScript: JavaScript's queries and import rules, with types. `.tsx` has a grammar of its own, with JSX.

Components of Vue and Svelte are read as TypeScript, which JavaScript without types is as well.
"""

from __future__ import annotations

import re
from typing import Any

from seedwalk.languages.components import scripts, without_templates
from seedwalk.languages.javascript import KEYWORDS, NAMELESS, NAMING, bare_name, parse_import
from seedwalk.languages.javascript_modules import MANIFESTS, JavascriptModules
from seedwalk.languages.spec import Dialect, LanguageSpec, Reexports
from seedwalk.model import Kind

_TYPES_ALONE = re.compile(rb"(?<=\bexport)(\s+)type(?=\s+\*)")


def older(source: bytes, root: Any, _: object) -> bytes:
    """`export type * from` of TypeScript 5 as `export * from`, which the grammar knows. A file that is read as a whole
    stays as it is."""
    return _TYPES_ALONE.sub(rb"\1    ", source) if root.has_error else source


_QUERIES = ("javascript.scm", "typescript.scm")

SPEC = LanguageSpec(
    name="typescript",
    title="TypeScript",
    family="javascript",
    dialects=(
        Dialect(
            (".ts", ".mts", ".cts"),
            ("tree_sitter_typescript", "language_typescript"),
            _QUERIES,
        ),
        Dialect(
            (".tsx",),
            ("tree_sitter_typescript", "language_tsx"),
            (*_QUERIES, "javascript_jsx.scm"),
        ),
        Dialect((".vue", ".svelte"), ("tree_sitter_typescript", "language_typescript"), _QUERIES, code=scripts),
        Dialect((".gts",), ("tree_sitter_typescript", "language_typescript"), _QUERIES, code=without_templates),
    ),
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    constructors=frozenset({"constructor"}),
    package_files=frozenset({"index"}),
    nameless=NAMELESS,
    legible=older,
    prefix_nodes=frozenset({"decorator"}),
    name_of=bare_name,
    parse_import=parse_import,
    modules=JavascriptModules,
    reexports=Reexports.ALL,
    manifests=MANIFESTS,
    naming=NAMING,
    noise=frozenset(
        (
            KEYWORDS + " abstract any as asserts boolean declare enum implements infer interface is keyof namespace "
            "never number object override private protected public readonly satisfies string symbol type unique unknown"
        ).split()
    ),
)
