"""`seedwalk eval replay`: how well seedwalk does here, measured on the repository's own history."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from seedwalk.cli.eval import options as given
from seedwalk.cli.late import typer
from seedwalk.cli.shared import (
    AsJson,
    Chosen,
    Profile,
    Store,
    Where,
    Without,
    names,
    print_json,
    repository,
    say,
)


def command(
    repo: Where = None,
    commits: Annotated[int, typer.Option("--commits", min=1, help="Commits of the main line to go back.")] = 200,
    window: Annotated[int, typer.Option("--window", min=1, help="Commits of the main line that share a cut-off.")] = 50,
    count: Annotated[int, typer.Option("--count", min=1, help="At most this many tasks, drawn by the seed.")] = 100,
    seed: given.Seed = 0,
    system: Annotated[
        str, typer.Option("--system", metavar="NAMES", help="Who answers, by commas, as in seedwalk eval arena.")
    ] = "seedwalk",
    profile: Profile = "",
    without: Without = "",
    chosen: Chosen = None,
    bound: given.Bound = 0.0,
    once: given.Once = False,
    resume: given.Resume = None,
    save: given.Save = None,
    answers: given.Answers = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write the tasks as fixtures, a JSON line each.")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Would seedwalk have found what your commits changed? Each message is asked of the tree as it was before.

    seedwalk eval replay --commits 200
    seedwalk eval replay --commits 1000 --window 100 --count 300 --save bench/results
    """
    import msgspec

    from seedwalk.eval import arena, results
    from seedwalk.eval.places import Places
    from seedwalk.eval.record import Record
    from seedwalk.eval.replay import telling
    from seedwalk.eval.replay.building import Plan, build, fixture_lines
    from seedwalk.eval.running import run

    opened = repository(repo, store)
    root, scratch = opened.root.resolve(), opened.store / "replay"
    replay = build(
        root, root.name, scratch / root.name, Plan(commits, window, count, seed), record=scratch / "looked-at.jsonl",
        tell=say,
    )  # fmt: skip
    if write:
        write.write_text(fixture_lines(replay.tasks), encoding="utf-8")
    how = {"bound": bound, "once": once, "answers": str(answers.resolve()) if answers else ""}
    shared = msgspec.structs.replace(given.setup(root, None, profile, without, chosen), **how)
    places, found, record = Places(root, root.parent, scratch), [], Record(resume)
    for name, setup in [arena.entered(written, shared) for written in names(system)]:
        result, absent = run(
            name, replay.tasks, places, setup, called=f"replay_{root.name}", tell=say, record=record
        )  # fmt: skip
        given.complain(absent)
        found.append(result)
        if save:
            results.write(result, save if save.suffix == ".json" else save / results.file_name(result))
    if as_json:
        print_json({"replay": msgspec.to_builtins(replay), "results": [msgspec.to_builtins(one) for one in found]})
    else:
        typer.echo(telling.page(replay, found))
