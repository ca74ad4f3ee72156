"""Which frameworks does a repository use? Told from the packages it imports, or from being the framework itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

_JOINT = re.compile(r"::|[/\\.]")


class Framework(msgspec.Struct, frozen=True):
    """A framework, and how a repository shows that it uses it."""

    id: str
    title: str
    packages: tuple[str, ...]
    """Beginnings of what is imported, up to a joint (a dot, a slash, `::`): `org.springframework`, `@nestjs`."""
    home: tuple[str, ...]
    """Files or folders that only the framework's own repository has: at its top with a leading slash, else anywhere."""


@cache
def frameworks() -> tuple[Framework, ...]:
    """Every framework that classes are written for."""
    table = tomllib.loads(Path(__file__).with_name("data").joinpath("frameworks.toml").read_text(encoding="utf-8"))
    return tuple(
        Framework(name, entry["title"], tuple(entry["packages"]), tuple(entry.get("home", ())))
        for name, entry in table["framework"].items()
    )


def present(packages: Iterable[str], paths: Iterable[str] = ()) -> tuple[str, ...]:
    """Ids of the frameworks shown by these external packages or, for a framework's own repository, by its paths.

    Packages may be given as imported (`github.com/labstack/echo/v4`, `actix_web::web`) or with dots throughout.

    >>> present(["org.springframework.boot.SpringApplication", "djangorestframework"])
    ('spring',)
    """
    beginnings = {_joined(beginning): known.id for known in frameworks() for beginning in known.packages}
    found = {beginnings[prefix] for package in packages for prefix in _prefixes(package) if prefix in beginnings}
    unseen = [(home, known.id) for known in frameworks() for home in known.home if known.id not in found]
    told = "".join(f"\n/{path}/" for path in paths)
    found.update(name for home, name in unseen if _lies(home, told))
    return tuple(known.id for known in frameworks() if known.id in found)


def _lies(home: str, paths: str) -> bool:
    """Whether one of the paths, a line each with a slash at both ends, lies at or below a home."""
    return (f"\n{home}/" if home.startswith("/") else f"/{home}/") in paths


def _joined(name: str) -> str:
    return ".".join(part for part in _JOINT.split(name) if part)


def _prefixes(name: str) -> Iterable[str]:
    pieces = _joined(name).split(".")
    return (".".join(pieces[:length]) for length in range(1, len(pieces) + 1))
