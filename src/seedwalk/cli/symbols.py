"""`seedwalk symbols`: find symbols by name."""

from __future__ import annotations

from typing import Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Store, Where, print_rows, repository, say


def command(
    pattern: Annotated[str, typer.Argument(help="Part of a name, or a glob with *; case does not count.")],
    repo: Where = None,
    store: Store = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="At most this many; 0 for all.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Symbols whose name holds PATTERN, or matches it when it has a *.

    seedwalk symbols before_request
    seedwalk symbols 'get_*' --json
    """
    from seedwalk.dumping import symbol_row

    found = repository(repo, store).symbols(pattern, limit or None)
    if as_json:
        print_rows(symbol_row(symbol) for symbol in found)
        return
    for symbol in found:
        span = f"{symbol.span.start_line}-{symbol.span.end_line}"
        typer.echo(f"{symbol.path}:{span}  {symbol.kind}  {symbol.qualified_name}")
    if not found:
        say(f"no symbol's name matches '{pattern}'")
