"""`seedwalk symbols`: find symbols by name."""

from __future__ import annotations

from typing import Annotated

from seedwalk.cli.context import say_if_old
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Quiet, Store, Where, print_rows, repository, say, tell

_PATTERNS = "Give part of a name; * stands for any letters, every other character for itself."


def command(
    pattern: Annotated[str, typer.Argument(help="Part of a name; * stands for any letters; case does not count.")],
    repo: Where = None,
    store: Store = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="At most this many; 0 for all.")] = 0,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Symbols whose name holds PATTERN, or matches it when it has a *.

    seedwalk symbols before_request
    seedwalk symbols 'get_*' --json
    """
    from seedwalk.answers.dumping import symbol_row

    here = repository(repo, store)
    found = here.symbols(pattern, limit or None)
    say_if_old(here, quiet)
    if as_json:
        print_rows(symbol_row(symbol) for symbol in found)
        return
    for symbol in found:
        span = f"{symbol.span.start_line}-{symbol.span.end_line}"
        tell(f"{symbol.path}:{span}  {symbol.kind}  {symbol.qualified_name}")
    if not found and not quiet:
        say(f"no symbol's name matches '{pattern}'. {_PATTERNS}")
