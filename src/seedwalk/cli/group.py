"""The verbs as typer groups them, with the page of `front.py` for help."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from seedwalk.cli.front import page


class Front(TyperGroup):
    """The group of all verbs; its help is the page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        del ctx  # the page is the same wherever it is asked for
        formatter.write(page())
