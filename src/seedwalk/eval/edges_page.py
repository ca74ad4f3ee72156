"""The page of edges: every kind with its direction and weight, and how often a drawn find of each language was right.

Which language gives which kind is told by the judged finds in `bench/edges/<kind>.jsonl` and by the kinds that no
language lacks; what was not judged says so.
"""

# ruff: noqa: E501 - a table reads better with each row on its line

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from seedwalk.config import CONFIDENCE, SEED_WEIGHTS
from seedwalk.languages import specs
from seedwalk.languages.spec import LanguageSpec
from seedwalk.model import EdgeKind

JUDGED = Path(__file__).resolve().parents[3] / "bench" / "edges"
"""Where judged finds lie: one row each, `language` and `right` among its fields."""
NOT_SUPPORTED = "not supported"
NOT_JUDGED = "yes, not judged"


class About(Struct, frozen=True):
    """What a kind of edge says, and what its two ends are."""

    source: str
    target: str
    law: str


ABOUT: Mapping[EdgeKind, About] = {
    EdgeKind.CONTAINS: About("holder", "member", "A type, module or function holds a definition written in it."),
    EdgeKind.MEMBER_OF: About("member", "holder", "The same seen from the member; far members too."),
    EdgeKind.IMPORTS: About("importer", "imported file", "An import names a file of the repository."),
    EdgeKind.EXTENDS: About("child", "parent", "A type is written to extend another, or embeds it."),
    EdgeKind.IMPLEMENTS: About(
        "implementor", "interface", "A type is written to implement an interface or trait, includes a module, or (Go) "
        "has all its methods.",
    ),
    EdgeKind.CALLS: About(
        "caller", "callee", "A call, a construction (its constructor, else its type), a macro, or a callable passed on "
        "to be called.",
    ),
    EdgeKind.OVERRIDES: About("child's method", "parent's method", "A method replaces the nearest one above it."),
    EdgeKind.INHERITS: About("child", "inherited member", "A type has a member through its parents, at any level."),
    EdgeKind.DEPENDS_ON: About("importer", "package outside", "An import names something that is not in the repository."),
    EdgeKind.REFERENCES: About("mention", "mentioned", "A type, constant or callable is named without being called."),
    EdgeKind.TYPE_HINT_OF: About("function", "type", "A signature names a type."),
    EdgeKind.ACCESSES_FIELD: About("function", "field", "A field of a type is read or written."),
    EdgeKind.THROWS: About("function", "exception", "A type is raised, thrown or returned as an error."),
    EdgeKind.DECORATES: About("decorator", "decorated", "A decorator, attribute or annotation stands on a definition."),
    EdgeKind.TESTS: About("test", "subject", "Test code calls what is no test code."),
    EdgeKind.TESTED_BY: About("subject", "test", "The same seen from the subject."),
    EdgeKind.CO_TESTED_WITH: About("subject", "subject", "The same tests call both; the closest few of each."),
    EdgeKind.SIMILAR_TO: About("function", "function", "Both call, use and raise mostly the same; the closest few of each."),
    EdgeKind.HANDLES_ROUTE: About("handler", "route", "A function answers the requests of a route."),
    EdgeKind.CONSUMES_ENDPOINT: About("client", "endpoint", "A function requests an address over HTTP."),
    EdgeKind.IMPLEMENTS_RPC: About("service", "procedure", "A type or function serves a remote procedure."),
    EdgeKind.CONSUMES_RPC: About("client", "procedure", "A function calls a remote procedure."),
    EdgeKind.READS_ENV: About("reader", "variable", "A function reads a variable of the environment."),
    EdgeKind.EXECUTES_PROCESS: About("caller", "program", "A function starts a program."),
    EdgeKind.GATED_BY_FLAG: About("gated", "flag", "What runs depends on a feature flag."),
    EdgeKind.DOCUMENTS: About("document", "symbol", "A page names a symbol or file."),
    EdgeKind.OWNED_BY: About("file", "owner", "An owners file names who answers for it."),
    EdgeKind.DEPLOYED_BY: About("file", "deployment", "A build or deployment file delivers it."),
}  # fmt: skip
"""Every kind; the order of the page is that of the model."""

ELSEWHERE = frozenset({EdgeKind.DOCUMENTS, EdgeKind.OWNED_BY, EdgeKind.DEPLOYED_BY})
"""Kinds that files other than source code give: they have no language."""
_CAPTURED: Mapping[EdgeKind, tuple[str, ...]] = {
    EdgeKind.EXTENDS: ("extends",), EdgeKind.IMPLEMENTS: ("implements",), EdgeKind.THROWS: ("raise",),
    EdgeKind.DECORATES: ("decorator",), EdgeKind.TYPE_HINT_OF: ("type",), EdgeKind.CALLS: ("call",),
    EdgeKind.ACCESSES_FIELD: ("attribute",), EdgeKind.REFERENCES: ("type", "value", "argument"),
}  # fmt: skip
"""Kinds made of a capture of a language's queries: without it the language has none."""
RESOLVED = (
    EdgeKind.CONTAINS, EdgeKind.MEMBER_OF, EdgeKind.IMPORTS, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.CALLS,
    EdgeKind.OVERRIDES, EdgeKind.INHERITS, EdgeKind.DEPENDS_ON, EdgeKind.REFERENCES, EdgeKind.TYPE_HINT_OF,
    EdgeKind.ACCESSES_FIELD, EdgeKind.THROWS, EdgeKind.DECORATES, EdgeKind.TESTS, EdgeKind.TESTED_BY,
    EdgeKind.CO_TESTED_WITH, EdgeKind.SIMILAR_TO,
)  # fmt: skip
"""Kinds that linking gives in every language that can say them."""
UNSAID: Mapping[str, frozenset[EdgeKind]] = {
    "python": frozenset({EdgeKind.IMPLEMENTS}),
    "javascript": frozenset({EdgeKind.IMPLEMENTS, EdgeKind.TYPE_HINT_OF}),
    "ruby": frozenset({EdgeKind.TYPE_HINT_OF, EdgeKind.DECORATES}),
    "go": frozenset({EdgeKind.THROWS, EdgeKind.DECORATES}),
}
"""Kinds a language has no way to say: Python and JavaScript know no interfaces, Go raises nothing."""


class Tally(Struct, frozen=True):
    """How many finds were right, of the latest draw and of all before it."""

    right: int
    judged: int
    right_before: int = 0
    judged_before: int = 0

    def __str__(self) -> str:
        before = f" ({self.right_before} of {self.judged_before})" if self.judged_before else ""
        return f"{self.right} of {self.judged}{before}"


def tallies(folder: Path) -> dict[tuple[EdgeKind, str], Tally]:
    """By kind and language, how many of the judged finds were right."""
    drawn: dict[tuple[EdgeKind, str], dict[int, list[bool]]] = {}
    for kind in EdgeKind:
        path = folder / f"{kind.value}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
            draws = drawn.setdefault((kind, str(row.get("language", ""))), {})
            draws.setdefault(row.get("draw", 1), []).append(bool(row["right"]))
    return {key: _tally(draws) for key, draws in drawn.items()}


def _tally(draws: dict[int, list[bool]]) -> Tally:
    latest = draws[max(draws)]
    before = [right for draw in sorted(draws)[:-1] for right in draws[draw]]
    return Tally(sum(latest), len(latest), sum(before), len(before))


def supports(spec: LanguageSpec, captured: Iterable[str], kind: EdgeKind) -> bool:
    """Whether linking gives this kind for a language, by what its queries capture."""
    if kind not in RESOLVED or kind in UNSAID.get(spec.name, frozenset()):
        return False
    if kind is EdgeKind.IMPLEMENTS and spec.naming.structural:
        return True
    needed = _CAPTURED.get(kind, ())
    return not needed or bool(set(needed) & set(captured))


def edges_page(captured: Mapping[str, Iterable[str]], entry: str, folder: Path = JUDGED) -> str:
    """The page; `captured` gives the references each language's queries find."""
    lines = [
        "# The edges", "", entry, "",
        "Each edge has a confidence, a provenance (how it is known) and the line that shows it. `weight` is how much of "
        "a walk's mass flows along an edge of the kind, relative to the others.", "",
        "| kind | from | to | weight | it says |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for kind in EdgeKind:
        about = ABOUT[kind]
        lines.append(f"| {kind.value} | {about.source} | {about.target} | {SEED_WEIGHTS[kind]} | {about.law} |")
    lines += ["", "## How an edge is known", "", "| provenance | confidence |", "|---|---|"]
    lines += [f"| {provenance.value} | {sure} |" for provenance, sure in CONFIDENCE.items()]
    lines += _by_language(captured, tallies(folder))
    return "\n".join(lines) + "\n"


def _by_language(captured: Mapping[str, Iterable[str]], judged: Mapping[tuple[EdgeKind, str], Tally]) -> list[str]:
    listed = sorted(specs().values(), key=lambda spec: spec.title)
    listed = [spec for spec in listed if captured.get(spec.name)]
    lines = [
        "", "## Which language gives which kind", "",
        "A share is how many of the finds drawn at random from real repositories "
        "(`python -m seedwalk.eval.draw_edges`) were right when judged by the line shown and both "
        "ends; the finds lie in `bench/edges/`. Where rules were mended for what a draw showed, it was drawn anew: the latest "
        "draw counts, the ones before stand in brackets. Some of the repositories are the same, so the shares are "
        "optimistic.", "",
        "| kind | " + " | ".join(spec.title for spec in listed) + " |", "|---" * (len(listed) + 1) + "|",
    ]  # fmt: skip
    for kind in EdgeKind:
        if kind in ELSEWHERE:
            continue
        cells = []
        for spec in listed:
            tally = judged.get((kind, spec.name))
            given = NOT_JUDGED if supports(spec, captured[spec.name], kind) else NOT_SUPPORTED
            cells.append(str(tally) if tally else given)
        lines.append(f"| {kind.value} | " + " | ".join(cells) + " |")
    lines += ["", "Files that are no source code give these:", "", "| kind | right |", "|---|---|"]
    for kind in sorted(ELSEWHERE, key=list(EdgeKind).index):
        found = [tally for (of, _), tally in judged.items() if of is kind]
        right, count = sum(tally.right for tally in found), sum(tally.judged for tally in found)
        lines.append(f"| {kind.value} | {f'{right} of {count}' if count else 'not judged'} |")
    return lines
