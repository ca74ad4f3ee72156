"""Classes are read from TOML, the shipped ones and a repository's own alike, and a mistake is told with file and line.

origin = "who says so"              # for every class below that names no other
languages = ["python"]              # likewise
framework = "django"                # likewise

[[concept]]
id = "django.queryset"
phrases = ["database query", "query set"]
targets = ["QuerySet", "get_queryset"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from seedwalk.concepts import OWN_FILE
from seedwalk.concepts.classes import Concept, Layer, stems
from seedwalk.concepts.frameworks import frameworks
from seedwalk.errors import UsageError
from seedwalk.languages import NAMES

_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*")
_TARGET = re.compile(r"[^\W\d]\w*[?!]?")
_HEADER = re.compile(r"\s*\[\[\s*concept\s*\]\]")
_FILES_OF = {"javascript": ("ecmascript",), "typescript": ("ecmascript", "typescript")}
"""Languages whose classes do not lie in one file of their name."""
_SHARED = ("origin", "languages", "framework")


def load_own(path: Path) -> tuple[Concept, ...]:
    """A repository's own classes; none when it has no such file."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror}. Make it readable, or remove it.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"'{path}' is not UTF-8. TOML must be: save it as UTF-8.") from error
    return parse(text, path.name, own=True)


@cache
def shipped(languages: tuple[str, ...], used: tuple[str, ...]) -> tuple[Concept, ...]:
    """The classes that ship with seedwalk for these languages and frameworks. Only their files are opened."""
    spoken = dict.fromkeys(file for name in NAMES if name in languages for file in _FILES_OF.get(name, (name,)))
    names = ["universal", *(f"languages/{file}" for file in spoken)]
    names += [f"frameworks/{framework.id}" for framework in frameworks() if framework.id in used]
    return tuple(concept for name in names for concept in parse_file(_data().joinpath(*f"{name}.toml".split("/"))))


def every_file() -> list[Path]:
    """Every shipped file of classes, by folder and name."""
    folders = [_data(), _data() / "languages", _data() / "frameworks"]
    found = [file for folder in folders for file in sorted(folder.iterdir(), key=lambda entry: entry.name)]
    skipped = {"frameworks.toml", "thesaurus.toml", "generic.toml"}
    return [file for file in found if file.name.endswith(".toml") and file.name not in skipped]


def parse_file(file: Path) -> tuple[Concept, ...]:
    return parse(file.read_text(encoding="utf-8"), file.name, own=False)


def parse(text: str, name: str, *, own: bool) -> tuple[Concept, ...]:
    """The classes of one file. `own` makes them the repository's, which may leave their origin out."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: {error}. Write it as TOML; docs/concepts.md has an example.") from error
    lines = text.split("\n")
    _refuse_unknown(table, (*_SHARED, "concept"), lambda key: f"{name}:{_line_of(lines, 0, key)}")
    written = table.get("concept", [])
    if not isinstance(written, list) or not all(isinstance(entry, dict) for entry in written):
        raise UsageError(f"{name}: 'concept' is no list of tables. Begin each class with: [[concept]]")
    shared = {key: table[key] for key in _SHARED if key in table}
    headers = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    found: dict[str, Concept] = {}
    for position, entry in enumerate(written):
        start = headers[position] if position < len(headers) else 0

        def place(key: str, start: int = start) -> str:
            return f"{name}:{_line_of(lines, start, key)}"

        concept = _concept({**shared, **entry}, place, own)
        if concept.id in found:
            raise UsageError(f"{place('id')}: '{concept.id}' is the id of two classes. Give one of them another.")
        found[concept.id] = concept
    return tuple(found.values())


def _concept(entry: Mapping[str, Any], place: Callable[[str], str], own: bool) -> Concept:
    _refuse_unknown(entry, ("id", "phrases", "targets", "weight", *_SHARED), place)
    named = _text(entry, "id", place)
    if not _ID.fullmatch(named):
        raise UsageError(f"{place('id')}: '{named}' is no id. Use lower-case words joined by dots, as in 'http.retry'.")
    phrases = _texts(entry, "phrases", place)
    for phrase in phrases:
        if phrase != phrase.lower() or not stems(phrase) or any(word[0].isdigit() for word in stems(phrase)):
            raise UsageError(f"{place('phrases')}: '{phrase}' is no phrase. Write lower-case words.")
    targets = _texts(entry, "targets", place)
    for target in targets:
        if not _TARGET.fullmatch(target):
            raise UsageError(f"{place('targets')}: '{target}' is no name of code. Write the last name, without dots.")
    languages = _known(_texts(entry, "languages", place, needed=False), NAMES, "languages", place)
    framework = _text(entry, "framework", place, needed=False)
    _known([framework] if framework else [], [known.id for known in frameworks()], "framework", place)
    origin = _text(entry, "origin", place, needed=not own) or OWN_FILE
    layer = (
        Layer.REPOSITORY if own else Layer.FRAMEWORK if framework else Layer.LANGUAGE if languages else Layer.UNIVERSAL
    )
    return Concept(named, phrases, targets, layer, origin, languages, framework, _weight(entry, place))


def _weight(entry: Mapping[str, Any], place: Callable[[str], str]) -> float | None:
    weight = entry.get("weight")
    if weight is None:
        return None
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight <= 1:
        raise UsageError(f"{place('weight')}: {weight!r} is no weight. Give a number above 0 and up to 1.")
    return float(weight)


def _text(entry: Mapping[str, Any], key: str, place: Callable[[str], str], needed: bool = True) -> str:
    found = entry.get(key, "")
    if not isinstance(found, str) or (needed and not found.strip()):
        raise UsageError(f"{place(key)}: '{key}' is missing or no text. Write: {key} = \"...\"")
    return found.strip()


def _texts(
    entry: Mapping[str, Any], key: str, place: Callable[[str], str], needed: bool = True
) -> tuple[str, ...]:  # fmt: skip
    found = entry.get(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) and text.strip() for text in found):
        raise UsageError(f'{place(key)}: \'{key}\' is no list of texts. Write: {key} = ["...", "..."]')
    if needed and not found:
        raise UsageError(f"{place(key)}: '{key}' is empty. A class needs at least one: {key} = [\"...\"]")
    if len(set(found)) < len(found):
        twice = next(text for text in found if found.count(text) > 1)
        raise UsageError(f"{place(key)}: '{twice}' stands twice in '{key}'. Remove one.")
    return tuple(found)


def _known(given: Iterable[str], known: Iterable[str], key: str, place: Callable[[str], str]) -> tuple[str, ...]:
    names = tuple(given)
    choices = list(known)
    for name in names:
        if name not in choices:
            raise UsageError(f"{place(key)}: '{name}' is not known here. Use one of: {', '.join(choices)}")
    return names


def _refuse_unknown(entry: Mapping[str, Any], known: tuple[str, ...], place: Callable[[str], str]) -> None:
    for key in entry:
        if key not in known:
            raise UsageError(f"{place(key)}: '{key}' is no key here. Use: {', '.join(known)}")


def _line_of(lines: list[str], start: int, key: str) -> int:
    """The line, counted from 1, where a key is given at or below `start`; that of `start` when it is not."""
    for number in range(start, len(lines)):
        if number > start and _HEADER.match(lines[number]):
            break
        if re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", lines[number]):
            return number + 1
    return start + 1


def _data() -> Path:
    return Path(__file__).with_name("data")
