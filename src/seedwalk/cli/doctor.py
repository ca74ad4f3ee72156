"""`seedwalk doctor`: whether everything is in order, and what mends it."""

from __future__ import annotations

import sys
from typing import Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Store, Where, print_rows, repository


def command(
    repo: Where = None,
    store: Store = None,
    fix: Annotated[bool, typer.Option("--fix", help="Print the script that mends what is not in order.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check Python, SQLite, grammars, git, the index and the registrations, and say how to fix each. Writes nothing.

    seedwalk doctor
    seedwalk doctor --fix | sh
    """
    import msgspec

    from seedwalk.serve.doctor import Verdict, examine, script

    checks = examine(repository(repo, store))
    if fix:
        sys.stdout.write(script(checks))
        return
    if as_json:
        print_rows(msgspec.to_builtins(check) for check in checks)
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            mend = f"  ->  {check.mend}" if check.mend else ""
            typer.echo(f"{check.verdict:<4}  {check.name:<{width}}  {check.told}{mend}")
    if any(check.verdict is Verdict.FAIL for check in checks):
        raise typer.Exit(1)
