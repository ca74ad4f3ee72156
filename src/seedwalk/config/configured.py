"""The settings that hold here, and who says so: default < profile < seedwalk.toml < environment < flag.

Whatever is written wrong is refused in one sentence that names it, the place it stands in and the rule.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from seedwalk.config import Settings, file
from seedwalk.config.keys import keys, nearest, value_of, with_value
from seedwalk.config.mechanisms import MECHANISMS, without
from seedwalk.config.profiles import DEFAULT_PROFILE, PROFILES
from seedwalk.config.values import Refused, taken, written
from seedwalk.errors import UsageError

PREFIX = "SEEDWALK_"
PROFILE = "profile"
DEFAULT = "default"
OTHER_VARIABLES = frozenset(
    {
        "SEEDWALK_BENCH", "SEEDWALK_BENCH_REPO", "SEEDWALK_COMMIT", "SEEDWALK_COMPILED", "SEEDWALK_DEBUG",
        "SEEDWALK_HYPOTHESIS", "SEEDWALK_INSPECTOR", "SEEDWALK_PEERS", "SEEDWALK_REPOS", "SEEDWALK_TESTS",
        "SEEDWALK_TOKEN",
    }
)  # fmt: skip
"""Variables that are read elsewhere and are no settings. One that is neither is refused: it would change nothing."""


class Saying(Struct, frozen=True):
    """Somebody says that a setting has a value."""

    name: str
    value: Any
    by: str
    """`seedwalk.toml:3`, `$SEEDWALK_WALKING_RESTART`, `--set`."""


class Configured(Struct, frozen=True):
    """Settings, the profile they began with, and who said what is no default."""

    settings: Settings
    profile: str
    by: Mapping[str, str]
    """Who said a setting, by its name; what is not in it is a default. `profile` is in it too."""

    def origin(self, name: str) -> str:
        return self.by.get(name, DEFAULT)


def configured(
    root: Path | None, *, profile: str = "", chosen: Mapping[str, Any] | None = None, off: Iterable[str] = (),
    environment: Mapping[str, str] | None = None, flag: str = "--set",
) -> Configured:  # fmt: skip
    """The settings for the repository at `root`; `chosen`, `off` and `profile` are what a flag or a caller says.

    What is switched off stays off, whoever sets it. Raises UsageError.
    """
    sayings = [
        *_from_file(root),
        *_from_environment(os.environ if environment is None else environment),
        *(Saying(name, value, flag) for name, value in (chosen or {}).items()),
        *([Saying(PROFILE, profile, "--profile")] if profile else []),
    ]
    named, by = _profile([one for one in sayings if one.name == PROFILE])
    settings, by = PROFILES[named], {**by, **_differences(Settings(), PROFILES[named], f"profile {named}")}
    for one in sayings:
        if one.name != PROFILE:
            settings = with_value(settings, one.name, _value(one))
            by[one.name] = one.by
    for mechanism in off:
        before, settings = settings, without(settings, [mechanism], MECHANISMS)
        by |= _differences(before, settings, f"--without {mechanism}")
    return Configured(settings, named, by)


def written_flags(flags: Iterable[str]) -> dict[str, str]:
    """`name=value`, one a flag, by name. Raises UsageError."""
    found = {}
    for flag in flags:
        name, equals, value = flag.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"'{flag}' (--set) is no setting with a value. Write it so: --set walking.restart=0.3")
        found[name.strip()] = value.strip()
    return found


def variable(name: str) -> str:
    """The variable that says a setting."""
    return PREFIX + name.upper().replace(".", "_").replace("-", "_")


def _from_file(root: Path | None) -> list[Saying]:
    if root is None:
        return []
    said = file.read(root).items()
    return [Saying(name, value, place) for name, (value, place) in said if value != {} or not _has_below(name)]


def _from_environment(environment: Mapping[str, str]) -> Iterator[Saying]:
    given = sorted(name for name, value in environment.items() if name.startswith(PREFIX) and value)
    if not any(name not in OTHER_VARIABLES for name in given):
        return
    known = {variable(name): name for name in (PROFILE, *keys())}
    for name in given:
        if name in known:
            yield Saying(known[name], environment[name], f"${name}")
        elif name not in OTHER_VARIABLES:
            near = nearest(name.removeprefix(PREFIX).lower().replace("_", "."))
            raise UsageError(f"'{name}' (environment) is no setting.{_meant(variable(near) if near else '')}")


def _profile(sayings: list[Saying]) -> tuple[str, dict[str, str]]:
    if not sayings:
        return DEFAULT_PROFILE, {}
    last = sayings[-1]
    if not isinstance(last.value, str) or last.value not in PROFILES:
        raise UsageError(f"'{last.value}' ({last.by}) is no profile. Choose from: {', '.join(PROFILES)}.")
    return last.value, {PROFILE: last.by}


def _value(one: Saying) -> Any:
    key = keys().get(one.name)
    if key is None:
        told = "has settings below it and no value of its own" if _has_below(one.name) else "is no setting"
        raise UsageError(f"'{one.name}' ({one.by}) {told}.{_meant(nearest(one.name))}")
    try:
        return taken(one.value, key.hint)
    except Refused as rule:
        shown = one.value if isinstance(one.value, str) else written(one.value)
        raise UsageError(f"'{shown}' ({one.by}) cannot be {one.name}, which takes {rule}.") from None


def _has_below(name: str) -> bool:
    return any(key.startswith(f"{name}.") for key in keys())


def _meant(near: str) -> str:
    return f" The nearest is '{near}'; all are listed by: seedwalk config" if near else " See: seedwalk config"


def _differences(before: Settings, after: Settings, by: str) -> dict[str, str]:
    if before == after:
        return {}
    return {name: by for name in keys() if value_of(before, name) != value_of(after, name)}
