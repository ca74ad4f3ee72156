"""The pages no hand writes: commands, languages, settings and results, made from what they describe.

`python -m seedwalk.eval.docs` writes them; with `--check` it writes nothing and fails when one is out of date.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args, get_type_hints

from typer.models import ArgumentInfo, ParameterInfo

from seedwalk.cli.late import as_typer
from seedwalk.cli.main import commands
from seedwalk.eval import edges_page as edges
from seedwalk.eval import sections, standing
from seedwalk.eval import settings_page as settings
from seedwalk.languages import query_source, specs
from seedwalk.languages.plain import FORMATS
from seedwalk.languages.spec import LanguageSpec, Role
from seedwalk.model import EdgeKind, Kind, RefKind
from seedwalk.sources import plain

_CAPTURE = re.compile(r"@(def|ref)\.(\w+)")
_COMMENT = re.compile(r"^\s*;.*$", re.MULTILINE)
_OTHER_FILES = "## Other files"
_GIVEN = {
    Role.DOCUMENT: EdgeKind.DOCUMENTS,
    Role.OWNERS: EdgeKind.OWNED_BY,
    Role.DEPLOYMENT: EdgeKind.DEPLOYED_BY,
    Role.MANIFEST: EdgeKind.DEPENDS_ON,
}
_ENTRY = "<!-- Written by `make docs`. Do not edit: change the code it is made from. -->"


def cli_page() -> str:
    """Every verb with its arguments, options and examples."""
    lines = [
        "# The commands", "", _ENTRY, "",
        "Answers go to stdout, everything else to stderr. Exit codes: 0 success, 1 failure, 2 a wrong argument, "
        "130 interrupted.", "",
        "SYMBOL is `name`, `path:name`, `path:line` or, for a file as a whole, `path`. A name may leave out its outer "
        "scopes, a path its outer folders. When several symbols answer to it, they are listed and the command exits "
        "with 2.", "",
        "PATTERN is part of a name, or a glob with `*` that matches a whole name or qualified name. "
        "Case does not count.", "",
    ]  # fmt: skip
    for verb, command in commands().items():
        lines += _verb_section(verb, command)
    return "\n".join(lines).rstrip() + "\n"


def _verb_section(verb: str, command: Callable[..., None]) -> list[str]:
    told, _, examples = inspect.cleandoc(command.__doc__ or "").partition("\n\n")
    hints = get_type_hints(as_typer(command), include_extras=True)
    parameters = [
        (parameter, _info(hints[parameter.name]))
        for parameter in inspect.signature(command).parameters.values()
        if get_args(hints[parameter.name])  # the context a group's command takes is no option
    ]
    arguments = [
        parameter.name.upper() if parameter.default is parameter.empty else f"[{parameter.name.upper()}]"
        for parameter, info in parameters
        if isinstance(info, ArgumentInfo)
    ]
    lines = [f"## `{' '.join(['seedwalk', verb, *arguments])}`", "", " ".join(told.split()), ""]
    lines += ["| | |", "|---|---|"]
    for parameter, info in parameters:
        if isinstance(info, ArgumentInfo):
            shown = parameter.name.upper()
        else:
            metavar = info.metavar or _value_of(hints[parameter.name])
            shown = ", ".join([str(info.default), *(info.param_decls or ())]) + (f" {metavar}" if metavar else "")
        lines.append(f"| `{shown}` | {_cell(info.help or '')} |")
    return [*lines, "", "```", *examples.splitlines(), "```", ""]


def _info(hint: object) -> ParameterInfo:
    return next(part for part in get_args(hint)[1:] if isinstance(part, ParameterInfo))


def _value_of(hint: object) -> str:
    """What stands behind an option: nothing for a switch, else its sort of value."""
    written = str(get_args(hint)[0])
    return "" if "bool" in written else "NUMBER" if "int" in written else "TEXT"


def languages_page() -> str:
    """What is read of each language, from its spec and its queries."""
    lines = [
        "# The languages", "", _ENTRY, "",
        "Every file is a symbol of kind `module`. Beside it, the queries of each language find these kinds of symbols "
        "and of references.", "",
        "| language | files | symbols | references |", "|---|---|---|---|",
    ]  # fmt: skip
    for spec in sorted(specs().values(), key=lambda spec: spec.title):
        kinds, references = _captured(spec)
        files = " ".join(f"`{ending}`" for ending in (*spec.extensions, *spec.filenames))
        lines.append(f"| {spec.title} | {files} | {', '.join(kinds)} | {', '.join(references)} |")
    return "\n".join([*lines, *_formats()]) + "\n"


def _formats() -> list[str]:
    """What is read beside the languages."""
    lines = [
        "", _OTHER_FILES, "",
        "Files that are no source code and speak of it. They are read line by line; case does not count in their "
        "names.", "",
        "| format | files | is a | gives |", "|---|---|---|---|",
    ]  # fmt: skip
    for name, patterns in plain.patterns().items():
        spec = FORMATS[name]
        files = " ".join(f"`{pattern}`" for pattern in patterns)
        lines.append(f"| {spec.title} | {files} | {spec.role} | `{_GIVEN[spec.role or Role.DOCUMENT].value}` |")
    return lines


def _captured(spec: LanguageSpec) -> tuple[list[str], list[str]]:
    """Kinds of symbols and of references, in the order of the model."""
    found: dict[str, set[str]] = {"def": set(), "ref": set()}
    for dialect in spec.dialects:
        for sort, name in _CAPTURE.findall(_COMMENT.sub("", query_source(dialect))):
            found[sort].add(name)
    made = found["def"] | {kind.value for kind in spec.member_kinds.values()}
    if spec.constructors:
        made.add(Kind.CONSTRUCTOR.value)
    kinds: list[str] = [kind.value for kind in Kind if kind.value in made]
    return kinds, [kind.value for kind in RefKind if kind.value in found["ref"]]


def settings_page() -> str:
    """Every tunable with its default and its reason, and where it can be set."""
    return settings.page(_ENTRY)


def results_page() -> str:
    """Every result that is kept, in tables."""
    told = (
        "Made from the files in `bench/results/`, each named by system and commit. What the figures mean: "
        "[evaluation](evaluation.md)."
    )
    return "\n".join(["# The results", "", _ENTRY, "", told, "", *standing.page(standing.kept())]).rstrip() + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def edges_page() -> str:
    """Every kind of edge, and which language gives it."""
    return edges.edges_page({name: _captured(spec)[1] for name, spec in specs().items()}, _ENTRY)


PAGES: dict[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "edges.md": edges_page,
    "languages.md": languages_page,
    "settings.md": settings_page,
    "results.md": results_page,
}


def out_of_date(folder: Path) -> list[str]:
    """Names of the pages in `folder` that are missing or say something else than the code."""
    return list(_stale(folder))


def _stale(folder: Path) -> dict[str, str]:
    """Pages that are missing or say something else, each as it should be; every page is made once."""
    made = {name: page() for name, page in _pages(folder).items()}
    return {name: text for name, text in made.items() if _written(folder / name) != text}


def _pages(folder: Path) -> dict[str, Callable[[], str]]:
    """The generated pages, and the pages that hold generated parts, where they are there."""
    there = [name for name in sections.PAGES if (folder / name).exists()]
    return {**PAGES, **{name: partial(sections.page, folder / name) for name in there}}


def _written(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.docs", description="Write the generated pages.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is out of date")
    parser.add_argument("--folder", type=Path, default=Path("docs"), help="where the pages lie (default: docs)")
    asked = parser.parse_args(arguments)
    stale = _stale(asked.folder)
    if asked.check:
        for name in stale:
            print(f"{asked.folder / name} is out of date. Run: make docs", file=sys.stderr)
        return 1 if stale else 0
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, text in stale.items():
        (asked.folder / name).write_text(text, encoding="utf-8")
        print(f"wrote {asked.folder / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
