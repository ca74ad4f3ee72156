"""What is wrong with a manifest? A broken one is survived, and the imports it would have explained are lost: say so.

`FAULTS` holds what can be told of one text, by the name of its file; `_CONFLICTS` what two of them say against each
other. Reasons are for people: one sentence without its subject, the line where there is one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

from seedwalk.languages.javascript_modules import CONFIG_NAMES, jsonc

Texts = Mapping[str, str]
"""Manifests by path."""
_GO_MOD = "go.mod"
_GO_WORDS = frozenset(
    ("module", "go", "toolchain", "require", "exclude", "replace", "retract", "godebug", "tool", "ignore")
)
_LINE = re.compile(r"\s*(?P<word>[^\s()]+)?\s*(?P<open>\()?")
_NEWLINE = "\n"
_LONGEST_REASON = 160


def faults(texts: Texts) -> dict[str, str]:
    """By path, what keeps a manifest from being read, or which other one contradicts it."""
    found: dict[str, str] = {}
    for path, text in sorted(texts.items()):
        name = path.rpartition("/")[2]
        check = FAULTS.get(name) or FAULTS.get("*." + name.rpartition(".")[2])
        told = check(text.removeprefix("\ufeff")) if check is not None else ""
        if told:
            found[path] = told[:_LONGEST_REASON]
    for conflict in _CONFLICTS:
        for path, told in conflict({path: text for path, text in texts.items() if path not in found}):
            found.setdefault(path, told[:_LONGEST_REASON])
    return dict(sorted(found.items()))


def _toml(text: str) -> str:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return f"is no TOML: {error}"
    return ""


def _xml(text: str) -> str:
    try:
        expat.ParserCreate("utf-8").Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        return f"is no XML: {error}"
    return ""


def _json(text: str) -> str:
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        return f"is no JSON: {error.msg} at line {error.lineno}"
    except (ValueError, RecursionError) as error:
        return f"is no JSON: {error}"
    return "" if isinstance(told, dict) else "is no JSON object"


def _config(text: str) -> str:
    """As `_json`, where comments and trailing commas are allowed."""
    told = jsonc(text)
    return "" if isinstance(told, dict) else _json(text)


def _go(text: str) -> str:
    """A `go.mod`: one module, known words, blocks that end."""
    modules, opened, word = 0, 0, ""
    for number, line in enumerate(text.split(_NEWLINE), 1):
        said = _LINE.match(line.partition("//")[0])
        if said is None or not (said["word"] or opened):
            if line.partition("//")[0].strip():
                return f"has no directive at line {number}"
            continue
        if opened:
            opened = 0 if line.strip().startswith(")") else opened
            continue
        if said["word"] not in _GO_WORDS:
            return f"has an unknown directive '{said['word']}' at line {number}"
        word = said["word"]
        modules += word == "module"
        opened = number if said["open"] else 0
    if opened:
        return f"opens a '{word}' block at line {opened} and never closes it"
    return "" if modules == 1 else f"names {modules or 'no'} module{'s' if modules > 1 else ''}"


def _same_module(texts: Texts) -> Iterator[tuple[str, str]]:
    """Two `go.mod` files that give one name to two folders."""
    first: dict[str, str] = {}
    for path, text in sorted(texts.items(), key=lambda pair: (pair[0].count("/"), pair[0])):
        said = re.search(r"(?m)^module[ \t]+\"?([^\s\"()]+)", text) if path.rpartition("/")[2] == _GO_MOD else None
        if said is not None and first.setdefault(said[1], path) != path:
            yield path, f"names the module {said[1]}, as {first[said[1]]} does, which is taken"


def _same_alias(texts: Texts) -> Iterator[tuple[str, str]]:
    """Two configurations in one folder that lead an alias to two places, neither of which extends the other."""
    by_folder: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for name in CONFIG_NAMES:
        for path in sorted(texts):
            folder, _, last = path.rpartition("/")
            told = jsonc(texts[path].removeprefix("\ufeff")) if last == name else None
            if isinstance(told, dict):
                by_folder.setdefault(folder, []).append((path, told))
    for _, listed in sorted(by_folder.items()):
        for place, (path, told) in enumerate(listed):
            for key, target in _paths(told).items():
                other, before = next(each for each in listed[: place + 1] if key in _paths(each[1]))
                if _paths(before)[key] != target and not (_extends(told, other) or _extends(before, path)):
                    yield path, f"leads '{key}' elsewhere than {other}, which is asked first"


def _paths(config: Mapping[str, Any]) -> Mapping[str, Any]:
    options = config.get("compilerOptions")
    paths = options.get("paths") if isinstance(options, dict) else None
    return paths if isinstance(paths, dict) else {}


def _extends(config: Mapping[str, Any], path: str) -> bool:
    stem = path.rpartition("/")[2].removesuffix(".json")
    named = config.get("extends")
    listed = named if isinstance(named, list) else [named]
    return any(isinstance(each, str) and each.removesuffix(".json").endswith(f"./{stem}") for each in listed)


FAULTS: Mapping[str, Callable[[str], str]] = {
    _GO_MOD: _go,
    "Cargo.toml": _toml,
    "pyproject.toml": _toml,
    "package.json": _json,
    **dict.fromkeys(CONFIG_NAMES, _config),
    **dict.fromkeys(("*.csproj", "Directory.Build.props", "Directory.Build.targets"), _xml),
}
"""By the name or the ending of a file, from its text to what is wrong with it; empty when nothing is."""
_CONFLICTS = (_same_module, _same_alias)
