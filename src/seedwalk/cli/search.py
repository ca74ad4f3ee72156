"""`seedwalk search`: symbols by a few words."""

from __future__ import annotations

from typing import Annotated

from seedwalk.cli.context import bring_up_to_date, noted
from seedwalk.cli.late import typer
from seedwalk.cli.shared import (
    AsJson,
    Chosen,
    Profile,
    Quiet,
    Store,
    Where,
    Without,
    print_rows,
    repository,
    say,
    tell,
)


def command(
    words: Annotated[list[str], typer.Argument(help="A name, or a few words of it or of its doc.")],
    repo: Where = None,
    store: Store = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most this many.")] = 10,
    kind: Annotated[list[str] | None, typer.Option("--kind", "-k", help="Only symbols of this kind.")] = None,
    path: Annotated[str, typer.Option("--path", "-p", help="Only below this path, or matching a glob with *.")] = "",
    language: Annotated[list[str] | None, typer.Option("--language", "-l", help="Only of this language.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="What brought each in, and the way to it.")] = False,
    profile: Profile = "",
    off: Without = "",
    chosen: Chosen = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Symbols by a few words: those whose names match first, then full text, re-ordered by the graph.

    seedwalk search before request
    seedwalk search "parse a cookie header" --kind method --path src --explain
    """
    from seedwalk.answers.dumping import symbol_row

    here = repository(repo, store, profile, off, chosen)
    bring_up_to_date(here, quiet)
    text = " ".join(words)
    found = here.search(text, limit, kinds=kind or (), path=path, languages=language or (), explain=explain)
    if as_json:
        rows = (
            {**symbol_row(hit.symbol), "score": hit.score, "by": hit.by.value, "route": list(hit.route)}
            for hit in found
        )
        print_rows(noted(here, rows))
        return
    for hit in found:
        span = f"{hit.symbol.span.start_line}-{hit.symbol.span.end_line}"
        tell(f"{hit.symbol.path}:{span}  {hit.symbol.kind}  {hit.symbol.qualified_name}")
        if explain:
            way = f", way: {' > '.join(hit.route)}" if len(hit.route) > 1 else ""
            tell(f"    by {hit.by}, {hit.score:.3f}{way}")
    if not found:
        say(f"no symbol matches '{text}'. Try fewer words, or drop a filter.")
