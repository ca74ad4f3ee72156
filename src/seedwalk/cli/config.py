"""`seedwalk config`: the settings that hold here, and who says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from seedwalk.cli.late import typer
from seedwalk.cli.shared import AsJson, Chosen, Profile, Where, Without, names, print_json
from seedwalk.errors import UsageError

if TYPE_CHECKING:
    from seedwalk.config.configured import Configured


def command(
    name: Annotated[str, typer.Argument(help="Only this setting, or those below it: walking.restart, walking.")] = "",
    repo: Where = None,
    profile: Profile = "",
    off: Without = "",
    chosen: Chosen = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only values that differ from the default.")] = False,
    as_json: AsJson = False,
) -> None:
    """Every setting: its value, where it was set (default, profile, seedwalk.toml, environment, flag), what it means.

    seedwalk config --changed
    seedwalk config walking --set walking.restart=0.3
    """
    from seedwalk.answers.located import around
    from seedwalk.config.configured import configured, written_flags

    found = configured(around(repo), profile=profile, chosen=written_flags(chosen or ()), off=names(off))
    rows = _rows(found, name, changed)
    if as_json:
        print_json({"profile": found.profile, "profile_from": found.origin("profile"), "settings": rows})
        return
    typer.echo(f"profile = {found.profile}  ({found.origin('profile')})")
    told = ""
    for row in rows:
        typer.echo(f"{row['name']} = {row['written']}  ({row['from']})")
        if row["meaning"] != told:
            told = row["meaning"]
            typer.echo(f"    {told} Takes {row['takes']}.")


def _rows(found: Configured, asked: str, changed: bool) -> list[dict[str, Any]]:
    from seedwalk.config import Settings
    from seedwalk.config.keys import keys, nearest, value_of
    from seedwalk.config.values import rule, written

    wanted = [name for name in keys() if not asked or name == asked or name.startswith(f"{asked}.")]
    if not wanted:
        near = nearest(asked)
        raise UsageError(f"'{asked}' is no setting.{f' The nearest is {near!r}.' if near else ''} See: seedwalk config")
    plain = Settings()
    rows = []
    for name in wanted:
        value, default, key = value_of(found.settings, name), value_of(plain, name), keys()[name]
        if value is None or (changed and value == default):
            continue  # an entry that its table does not have, or nothing to tell
        rows.append(
            {
                "name": name, "value": value, "written": written(value), "default": default,
                "from": found.origin(name), "takes": rule(key.hint), "meaning": key.meaning,
            }
        )  # fmt: skip
    return rows
