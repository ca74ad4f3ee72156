"""The page of settings: how each is said, and every one of them with its default, its rule and its reason."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import fields

from seedwalk.config import Declared, Settings
from seedwalk.config.keys import Key, keys, meanings, value_of
from seedwalk.config.profiles import PROFILES
from seedwalk.config.values import rule, written
from seedwalk.indexing.made_with import STAGES

_HOW = """\
Every number that may be tuned has one home, `src/seedwalk/config/`, and one name: stage, dot, field. Nothing needs to \
be set. Who wants another value says so in one of these places; a later one wins over those before it:

| | where | how |
|---|---|---|
| 1 | default | the tables below |
| 2 | profile | `--profile seed`, `profile = "seed"` in the file, `SEEDWALK_PROFILE=seed` |
| 3 | `seedwalk.toml` at the repository's top | `[walking]` and below it `restart = 0.3` |
| 4 | environment | `SEEDWALK_WALKING_RESTART=0.3`: the name in capitals, dots as underscores; empty is not set |
| 5 | flag | `--set walking.restart=0.3`, as often as needed, on every verb that ranks or indexes |

`--without walk` switches a mechanism off, whatever sets it on. `seedwalk config` shows every value and who says \
so, `seedwalk config --changed` those that are no default. A list is written with commas \
(`--set packing.depths=full,line`) or as a TOML array, an entry of a table by its name \
(`--set walking.weights.calls=0.8`), a switch as `true` or `false`.

An unknown name, a wrong type or a value out of bounds is refused with exit code 2, naming the value, the place it \
stands in, the rule and the nearest name; so is a variable that begins with `SEEDWALK_` and means nothing.

From Python: `seedwalk.open(path, profile="seed", set={"walking.restart": 0.3}, without=["hits"])` goes the same way. \
`seedwalk.open(path, settings=Settings(...))` asks neither file nor environment.
"""


def page(entry: str) -> str:
    indexed = " and ".join(f"`{stage}`" for stage in STAGES)
    lines = [
        "# The settings", "", entry, "", *_HOW.splitlines(), "",
        f"What {indexed} say decides what an index holds: it remembers them, and `seedwalk index`, like every verb "
        "that brings the index up to date first, makes anew what they change. What `--include` chose is remembered for "
        "its index, and a setting that is no default counts more.", "",
        f"Profiles: {', '.join(f'`{name}`' for name in PROFILES)}.", "",
    ]  # fmt: skip
    for stage, listed in groupby(keys().values(), key=lambda key: key.name.partition(".")[0]):
        lines += _section(stage, list(listed))
    lines += ["## What is not set", "", inspect.getdoc(Declared) or "", "", "| | | why |", "|---|---|---|"]
    lines += [
        f"| `{one.name}` | `{written(one.default)}` | {_cell(meanings(Declared).get(one.name, ''))} |"
        for one in fields(Declared)
    ]
    return "\n".join(lines).rstrip() + "\n"


def _section(stage: str, listed: list[Key]) -> list[str]:
    told = inspect.getdoc(type(getattr(Settings(), stage))) or ""
    also = meanings(Settings).get(stage, "")
    head = [f"## {stage}", "", f"{told} {also}".strip(), "", "| setting | default | takes | why |", "|---|---|---|---|"]
    return [*head, *_rows(listed), ""]


def _rows(listed: list[Key]) -> Iterator[str]:
    """A row for each setting; the entries of a table share one."""
    plain = Settings()
    for (_, _, entries), grouped in groupby(listed, key=lambda key: (key.stage, key.field, key.entry is not None)):
        rows = list(grouped)
        name, default = rows[0].name, written(value_of(plain, rows[0].name))
        if entries:
            name = f"{name.rpartition('.')[0]}.KIND"
            held = [(str(row.entry), value_of(plain, row.name)) for row in rows]
            default = ", ".join(f"{kind} {written(value)}" for kind, value in held if value is not None)
        shown = f"`{default}`" if default else ""
        yield f"| `{name}` | {shown} | {_cell(rule(rows[0].hint))} | {_cell(rows[0].meaning)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
