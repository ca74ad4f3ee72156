"""`seedwalk mcp`: the engine for agents, over the Model Context Protocol."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.late import typer
from seedwalk.cli.shared import Chosen, Profile, Store, Where, Without, repository, say
from seedwalk.errors import UsageError

if TYPE_CHECKING:
    from seedwalk.api import Repository
    from seedwalk.serve.desk import Desk

TOKEN = "SEEDWALK_TOKEN"
_PORT = 7317


def command(
    repo: Where = None,
    store: Store = None,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP instead of stdio.")] = False,
    host: Annotated[str, typer.Option("--host", help="The address to serve on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port to serve on.")] = _PORT,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", metavar="NAME", help="Another name of this server, for proxies.")
    ] = None,
    preset: Annotated[str, typer.Option("--preset", help="core: eight that read; all: also one that writes.")] = "core",
    profile: Profile = "",
    off: Without = "",
    chosen: Chosen = None,
    watch: Annotated[bool, typer.Option("--watch/--no-watch", help="Keep the index fresh while serving.")] = True,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what happens to stderr.")] = False,
) -> None:
    """Serve this repository to agents: stdio by default. With SEEDWALK_TOKEN set, HTTP clients must send it.

    seedwalk mcp
    SEEDWALK_TOKEN=... seedwalk mcp --http --port 7317
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if verbose else logging.WARNING)
    if preset not in ("core", "all"):
        raise UsageError(f"'{preset}' is no preset of tools. Choose from: core, all.")

    def reopen() -> Repository:
        return repository(repo, store, profile, off, chosen, keep=True)

    here = reopen()  # what is wrong is told before a client is greeted

    def desk() -> Desk:
        from seedwalk.serve.desk import Desk

        return Desk(here, watch=watch, reopen=reopen)

    if http:
        from seedwalk.serve import http as over_http

        token = os.environ.get(TOKEN, "")
        over_http.refuse_open(host, token)
        say(f"serving on http://{host}:{port}{over_http.PATH}; stop with Ctrl-C")
        over_http.serve(desk(), preset, host, port, token, allow_host or ())
    else:
        from seedwalk.serve import stdio

        stdio.serve(desk, preset)
