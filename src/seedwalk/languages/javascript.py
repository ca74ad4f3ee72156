"""JavaScript: ES modules and CommonJS, classes and prototypes, JSX. TypeScript builds on the queries and rules here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seedwalk.languages.components import without_templates
from seedwalk.languages.javascript_flow import FLOW, typescript_of
from seedwalk.languages.javascript_modules import MANIFESTS, JavascriptModules
from seedwalk.languages.spec import Dialect, LanguageSpec, Naming, Reexports, names
from seedwalk.model import Import, Kind

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:'\"`])//[^\n]*", re.DOTALL)
_STATEMENT = re.compile(r"\s*(import|export)\b(?:\s+(?:type|typeof|defer)\b(?!\s*(?:,|from\b|=)))?\s*(.*)", re.DOTALL)
_SOURCE = re.compile(r"(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(\s*|^\s*)(['\"`])([^'\"`]*)\1")
_NAMESPACE = re.compile(r"\*\s*as\s+([\w$]+)")
_PICKED = re.compile(r"\)\s*\.\s*([\w$]+)\s*$")
_THEN = re.compile(r"\.then\(\s*(?:async\s*)?\(?[^=]*=>\s*\(?\s*(?:\{\s*(?:default|[\w$]+)\s*:\s*)?[\w$]+\.([\w$]+)")
_NAME = r"""([\w$]+|'[^']*'|"[^"]*")"""
_SPECIFIER = re.compile(rf"(?:type\s+(?!as\b)|typeof\s+)?{_NAME}(?:\s*(?:as\s|:)\s*{_NAME})?")


def parse_import(text: str, line: int) -> Iterator[Import]:
    """One `Import` per name a statement brings in: `import`, `export … from`, `x = require()`, `x = await import()`.

    The default export has the name `default`; a whole module (`* as x`, `x = require()`) has none.
    """
    text = _COMMENT.sub(" ", text) if "//" in text or "/*" in text else text
    statement = _STATEMENT.match(text)
    if statement is not None and "(" not in text.partition("from")[0].partition("{")[0]:
        yield from _static(statement.group(1) == "export", statement.group(2), line)
    else:
        yield from _assigned(text, line)


def _static(reexported: bool, clause: str, line: int) -> Iterator[Import]:
    """`a, { b as c }, * as d from "module"`: the clause behind `import` or `export`."""
    source = _SOURCE.search(clause)
    if source is None:
        return
    module, names = source.group(2), clause[: source.start()].strip()
    if not names:
        yield Import(module, "", "", line, reexported)
        return
    default, _, braced = names.partition("{")
    namespace = _NAMESPACE.search(default)
    if namespace is not None:
        yield Import(module, "", namespace.group(1), line, reexported)
    elif reexported and "*" in default:
        yield Import(module, "*", "", line, True)
    default = default.partition(",")[0].strip()
    if default and "*" not in default:
        yield Import(module, "default", default, line, reexported)
    for name, alias in _specifiers(braced.rpartition("}")[0]):
        yield Import(module, name, alias, line, reexported)


def _assigned(text: str, line: int) -> Iterator[Import]:
    """`{ a, b: c } = require("module")`, `exports.x = require("module")`, `X = lazy(() => import("module"))`."""
    target, _, value = text.partition("=") if not text.lstrip().startswith("{") else _after_braces(text)
    if target.lstrip().startswith("import"):  # TypeScript's `import x = require("module")`
        target = target.replace("import", "", 1)
    source = _SOURCE.search(value)
    if source is None:
        return
    module, target = source.group(2), target.partition(":")[0].strip() if "{" not in target else target.strip()
    if target.startswith("{"):
        for name, alias in _specifiers(target.strip("{} \n\t")):
            yield Import(module, name, alias, line)
        return
    picked = _PICKED.search(value) or _THEN.search(value)
    lazy = "=>" in value
    name = picked.group(1) if picked else "default" if lazy else ""
    owner, _, last = target.rpartition(".")
    if target == "module.exports" or target == "exports":
        yield Import(module, name or "*", "", line, True)
    elif owner in ("exports", "module.exports"):
        yield Import(module, name, last, line, True)
    else:
        yield Import(module, name, "" if name == last else last, line)


def _after_braces(text: str) -> tuple[str, str, str]:
    """A destructuring target and its value: defaults inside the braces hold `=` too."""
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0 and char == "=":
            return text[:position], "=", text[position + 1 :]
    return text, "", ""


def _specifiers(text: str) -> Iterator[tuple[str, str]]:
    """Names and aliases of `a, type b, c as d, e: f, g = 1`; what is not plain (nested patterns, rest) is left out."""
    for part in text.split(","):
        found = _SPECIFIER.match(part.strip())
        if found is not None:
            name, alias = found.group(1).strip("'\""), (found.group(2) or "").strip("'\"")
            yield name, "" if alias == name else alias


def bare_name(text: str) -> str:
    """A quoted name without its quotes; a computed name such as `[Symbol.iterator]` as written, on one line."""
    return " ".join(text.strip("\"'`").split())


KEYWORDS = (
    "async await break case catch class const continue debugger default delete do else export extends false finally "
    "for from function get if import in instanceof let new null of return set static super switch this throw true try "
    "typeof undefined var void while with yield"
)

_STANDARD = names("""
at charAt charCodeAt codePointAt copyWithin endsWith fill findIndex findLast findLastIndex flat flatMap getDate getDay
getFullYear getHours getMinutes getMonth getSeconds getTime hasOwnProperty isPrototypeOf lastIndexOf localeCompare
matchAll padEnd padStart reduceRight repeat replaceAll setTime startsWith substr substring toDateString toFixed
toISOString toJSON toLocaleString toLowerCase toPrecision toReversed toSorted toSpliced toUpperCase trimEnd trimStart
abort addEventListener appendChild arrayBuffer blob blur click cloneNode closest contains disconnect dispatchEvent
focus formData getAttribute getBoundingClientRect getContext getElementById getItem getPropertyValue getReader
hasAttribute insertAdjacentElement insertAdjacentHTML insertBefore observe postMessage prepend preventDefault
querySelector querySelectorAll read removeAttribute removeChild removeEventListener removeItem removeProperty
replaceChild replaceWith scrollIntoView scrollTo setAttribute setItem setProperty setSelectionRange
stopImmediatePropagation stopPropagation takeRecords text toggleAttribute unobserve
enqueue getWriter pipeThrough pipeTo releaseLock tee throwIfAborted
""")
"""Methods of ECMAScript's own types, and of what every browser has: elements, events, observers, storage, responses,
streams."""

NAMING = Naming(
    instance=frozenset({"this"}),
    parent=frozenset({"super"}),
    field_marks=("this.",),
    functions_construct=True,
    bare_overloads=True,
    blocks_hide=True,
    property_signature=r"^(?:\w+\s+)*[gs]et\s+[\w#$\[\"']",
    private_signature=r"^(?:@[\w.]+(?:\([^)]*\))?\s+|[\w*]+\s+)*?(?:private\s|#)",
    module_value="module.exports",
    narrowing=True,
    module_marks=("module.exports.", "exports."),
    wrappers=names(
        "Promise Awaited Readonly Partial Required NonNullable Omit Pick Ref ComputedRef MaybePromise "
        "PromiseLike"
    ),
    elements=names("pop shift at find get values next"),
    sequences=names("concat filter reverse slice sort toReversed toSorted"),
    visiting=names("every filter find findIndex findLast findLastIndex flatMap forEach map some"),
    everyday=names(
        """
        push pop shift unshift slice splice map filter forEach reduce find some every join concat includes
        indexOf sort  reverse keys values entries get set has delete clear add then catch finally toString
        valueOf split replace trim  match test exec call apply bind on once off emit log error warn info debug
        json send write end close open next  return parse stringify assign create freeze stop start run render
        update remove append load resolve reject
        """
    )
    | _STANDARD,
)


_QUERIES = ("javascript.scm", "javascript_only.scm", "javascript_commonjs.scm", "javascript_jsx.scm")
_ENDINGS = (".js", ".jsx", ".mjs", ".cjs")
NAMELESS = frozenset({"arrow_function", "function_expression", "generator_function"})

SPEC = LanguageSpec(
    name="javascript",
    title="JavaScript",
    family="javascript",
    dialects=(
        Dialect(
            _ENDINGS,
            ("tree_sitter_typescript", "language_tsx"),
            ("javascript.scm", "javascript_commonjs.scm", "typescript.scm", "javascript_jsx.scm"),
            mark=FLOW,
        ),
        Dialect(
            _ENDINGS,
            ("tree_sitter_javascript", "language"),
            _QUERIES,
        ),
        Dialect((".gjs",), ("tree_sitter_javascript", "language"), _QUERIES, code=without_templates),
    ),
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    constructors=frozenset({"constructor"}),
    package_files=frozenset({"index"}),
    name_of=bare_name,
    parse_import=parse_import,
    modules=JavascriptModules,
    reexports=Reexports.ALL,
    manifests=MANIFESTS,
    naming=NAMING,
    nameless=NAMELESS,
    prefix_nodes=frozenset({"decorator"}),
    legible=typescript_of,
    noise=frozenset(KEYWORDS.split()),
)
