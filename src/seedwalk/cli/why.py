"""`seedwalk why`: what gave a symbol its place, or where it was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from seedwalk.cli.context import bring_up_to_date
from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Chosen, Profile, Quiet, Store, Where, Without, print_json, repository, tell

if TYPE_CHECKING:
    from seedwalk.answers.explaining import Step, Why


def command(
    task: Annotated[str, typer.Option("--task", "-t", help="The task, as it was asked.")],
    symbol: Annotated[str, typer.Option("--symbol", "-s", help="name, path:name, path:line or path")],
    repo: Where = None,
    store: Store = None,
    budget: Annotated[int | None, typer.Option("--budget", "-b", help="The budget of the answer explained.")] = None,
    profile: Profile = "",
    off: Without = "",
    chosen: Chosen = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Why a symbol ranks where it does: the share of each signal and the way the walk took; or what left it out.

    seedwalk why --task "add rate limiting to login" --symbol LoginView.post
    seedwalk why -t "reset a password" -s src/auth/views.py:120 --json
    """
    import msgspec

    here = repository(repo, store, profile, off, chosen)
    bring_up_to_date(here, quiet)
    found = here.why(task, here.symbol(symbol), budget=budget)
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    _show(found)


def _show(found: Why) -> None:
    tell(f"{found.path}:{found.start_line}-{found.end_line}  {found.kind}  {found.name}")
    tell(found.told)
    for note in found.notes:
        tell(f"note: {note}")
    tell("")
    place = f"place {found.rank} of {found.ranked:,}" if found.rank else f"none of the {found.ranked:,} with a score"
    seed = f", seed {found.seed}" if found.seed else ""
    tell(f"score {found.score:.3f} ({place}{seed}), match {found.match}")
    for name, value in found.shares.items():
        tell(f"  {name:<10} {value:+.3f}")
    if found.channels:
        tell(f"ranks  {', '.join(f'{name} {rank}' for name, rank in found.channels.items())}")
    if found.route:
        tell(f"way    {way(found.route)}")
    if found.last_in is not None:
        rival = found.last_in
        lacked = {name: f"{value:+.3f}" for name, value in found.lacked.items() if round(value, 3) > 0}
        tell(f"last in {rival.path}:{rival.name}, score {rival.score:.3f}{'; it had more of' if lacked else ''}")
        for name, told in lacked.items():
            tell(f"  {name:<10} {told}")


def way(steps: tuple[Step, ...]) -> str:
    """`a -calls-> b <-member_of- c`: each edge as it points."""
    told = []
    for step in steps:
        told.append(step.name)
        if step.edge:
            told.append(f"-{step.edge}->" if step.forward else f"<-{step.edge}-")
    return " ".join(told)
