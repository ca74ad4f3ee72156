"""`seedwalk index`: read a repository into its index."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import asdict, replace

from seedwalk.cli.late import typer
from seedwalk.cli.progress import progress_bar
from seedwalk.cli.shared import (
    AsJson,
    Chosen,
    Quiet,
    Store,
    counts,
    faults,
    print_json,
    repository,
    say,
    table,
)
from seedwalk.config import Sources
from seedwalk.errors import UsageError
from seedwalk.languages import NAMES

if TYPE_CHECKING:
    from seedwalk.index import Report

_INCLUDABLE = ("vendored", "minified")


def command(
    path: Annotated[Path | None, typer.Argument(help="The repository; by default the one around this folder.")] = None,
    store: Store = None,
    include: Annotated[
        list[str] | None, typer.Option("--include", help="Also read files otherwise left out: vendored, minified.")
    ] = None,
    max_file_bytes: Annotated[
        int | None, typer.Option("--max-file-bytes", min=1, help="Leave out larger files (default 4,000,000).")
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Start afresh; the old index answers until the new one is whole.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for another indexer, or leave at once.")] = True,
    processes: Annotated[
        int | None, typer.Option("--processes", min=0, help="Processes to read with; 0: one per core.")
    ] = None,
    chosen: Chosen = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Read a repository into its index: all of it the first time, what changed after that.

    seedwalk index                      the repository around this folder
    seedwalk index ~/src/django --include vendored
    """
    flags = {"indexing.patience": None if wait else 0, "indexing.processes": processes}
    said = [f"{name}={value}" for name, value in flags.items() if value is not None]
    here = repository(path, store, chosen=[*(chosen or ()), *said])
    sources = _sources(here.settings.sources, include, max_file_bytes)
    with progress_bar(quiet or as_json) as progress:
        report = here.index(sources=sources, rebuild=rebuild, progress=progress, on_wait=say)
    if as_json:
        print_json({**asdict(report), "root": str(here.root.resolve()), "store": str(here.store)})
    elif not quiet:
        show(report)


def _sources(settings: Sources, include: list[str] | None, max_file_bytes: int | None) -> Sources | None:
    """The choice of files, when the user made one: None keeps what the index was made with."""
    if include is None and max_file_bytes is None:
        return None
    wanted = {part.strip() for value in include or () for part in value.split(",")}
    unknown = sorted(wanted - set(_INCLUDABLE))
    if unknown:
        raise UsageError(f"--include does not know '{unknown[0]}'. It takes: {', '.join(_INCLUDABLE)}.")
    if include is not None:
        settings = replace(settings, include_vendored="vendored" in wanted, include_minified="minified" in wanted)
    return replace(settings, max_file_bytes=max_file_bytes) if max_file_bytes else settings


def history(report: Report) -> str:
    """What git remembers; empty where it remembers nothing."""
    if not report.commits:
        return ""
    left = "; time was up, the next run goes on" if report.commits_left else ""
    return f"{report.commits:,} commits known, {report.commits_read:,} read{left}"


def show(report: Report) -> None:
    """The closing table."""
    total = sum(spent for stage, spent in report.seconds.items() if stage != "history")
    done = f"{report.read:,} read, {report.removed:,} removed" if report.changed else "nothing changed"
    stages = " · ".join(f"{stage} {spent:.3f}" for stage, spent in report.seconds.items())
    table(
        f"{report.files:,} files, {report.symbols:,} symbols in {total:.2f} s ({done})",
        [
            ("languages", counts(report.languages)),
            ("edges", counts(report.edges)),
            ("left out", counts(report.skipped, report.examples)),
            ("read in part", counts(report.troubles, report.examples)),
            ("manifests", faults(report.manifests)),
            ("not supported", counts(report.unsupported)),
            ("moved", f"{report.moved:,} symbols recognised by their bodies" if report.moved else ""),
            ("history", history(report)),
            ("seconds", stages),
            ("snapshot", report.snapshot),
        ],
    )
    for warning in report.warnings:
        say(f"note: {warning}")
    if report.languages.keys().isdisjoint(NAMES):
        say("note: no file of a supported language was found here")
