"""Manifests of packages: which other packages they ask for. What cannot be read asks for none."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from seedwalk.extract.plain.sheet import Sheet
from seedwalk.model import Saying

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:(?:[<>!~(]|==|;|@|#).*)?$")
_GO_BLOCK = re.compile(r"^require\s*\(([^)]*)\)|^require[ \t]+(\S+)[ \t]+v.*$", re.MULTILINE)
_GO_MODULE = re.compile(r"^module[ \t]+(\S+)", re.MULTILINE)
_INDIRECT = "// indirect"
_UNREADABLE = "its syntax is broken"
_NPM_TABLES = ("dependencies", "peerDependencies", "optionalDependencies", "devDependencies")
_CARGO_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")
_PYTHON = "python"
_WORD = re.compile(r"[@\w][\w./-]*")


def read_requirements(sheet: Sheet) -> None:
    for number, line in enumerate(sheet.text.split("\n"), 1):
        found = _REQUIREMENT.match(line.rstrip("\r")) if "://" not in line else None
        if found is not None:
            sheet.say(Saying.REQUIRES, imported_as(found[1]), number)


def read_pyproject(sheet: Sheet) -> None:
    table = _toml(sheet)
    project, tool = _table(table, "project"), _table(table, "tool")
    poetry = _table(tool, "poetry")
    sheet.title = str(project.get("name") or poetry.get("name") or "")
    wanted = [project.get("dependencies"), *_table(project, "optional-dependencies").values()]
    found = [_REQUIREMENT.match(text) for listed in wanted for text in _strings(listed)]
    names = [match[1] for match in found if match is not None]
    names += [name for name in _table(poetry, "dependencies") if name.lower() != _PYTHON]
    _require(sheet, names, imported_as)


def imported_as(distribution: str) -> str:
    """The name a distribution is most often imported by."""
    return distribution.lower().replace("-", "_")


def read_npm(sheet: Sheet) -> None:
    try:
        table = json.loads(sheet.text)
    except (ValueError, RecursionError):
        sheet.troubles.append(_UNREADABLE)
        return
    if isinstance(table, dict):
        sheet.title = str(table.get("name") or "")
        _require(sheet, (name for key in _NPM_TABLES for name in _table(table, key)), str)


def read_cargo(sheet: Sheet) -> None:
    table = _toml(sheet)
    sheet.title = str(_table(table, "package").get("name") or "")
    names = (name for key in _CARGO_TABLES for name in _table(table, key))
    _require(sheet, names, lambda name: name.replace("-", "_"))


def read_gomod(sheet: Sheet) -> None:
    module = _GO_MODULE.search(sheet.text)
    sheet.title = module[1] if module else ""
    for block in _GO_BLOCK.finditer(sheet.text):
        first = sheet.text.count("\n", 0, block.start()) + 1
        for number, line in enumerate((block[1] or block[2] or "").split("\n"), first):
            if line.strip() and _INDIRECT not in line and not line.lstrip().startswith("//"):
                sheet.say(Saying.REQUIRES, line.split()[0].strip('"'), number)


def _toml(sheet: Sheet) -> dict[str, Any]:
    try:
        return tomllib.loads(sheet.text)
    except (ValueError, RecursionError):
        sheet.troubles.append(_UNREADABLE)
        return {}


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    found = table.get(key)
    return found if isinstance(found, dict) else {}


def _strings(value: object) -> Iterable[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _places(sheet: Sheet) -> dict[str, int]:
    """The first line each word of the file stands in."""
    found: dict[str, int] = {}
    for number, line in enumerate(sheet.text.split("\n"), 1):
        for word in _WORD.findall(line):
            found.setdefault(word, number)
    return found


def _require(sheet: Sheet, names: Iterable[str], called: Callable[[str], str]) -> None:
    places = _places(sheet)
    for name in names:
        sheet.say(Saying.REQUIRES, called(name), places.get(name, 1))
