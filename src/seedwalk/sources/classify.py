"""From a listed file to a verdict: read it (with which flags), or leave it out (and why)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from seedwalk.model import FileState, Flags, Skipped
from seedwalk.sources.attributes import Opinion
from seedwalk.sources.folders import Folders, Verdict, strongest
from seedwalk.sources.rules import Rules, extension

if TYPE_CHECKING:
    from seedwalk.config import Sources

_FLAGS = tuple(Flags(bits) for bits in range(max(Flags) * 2))
"""By value: looking a flag up is ten times faster than making one, and this runs for every file."""
_TEST, _MOCK, _GENERATED = Flags.TEST.value, Flags.MOCK.value, Flags.GENERATED.value
_MINIFIED, _VENDORED, _ASIDE = Flags.MINIFIED.value, Flags.VENDORED.value, Flags.ASIDE.value
_SILENT = Opinion()


class Seen(NamedTuple):
    """A regular file of a language we read."""

    path: str
    language: str
    size: int
    mtime_ns: int
    ctime_ns: int
    readable: bool = True


class _Named(NamedTuple):
    """What the rules say of a file's name, wherever it lies."""

    secret: bool
    minified: bool
    test: bool
    mock: bool
    generated: bool


class _Told(dict[str, _Named]):
    """By name, asked for once: a tree has few names, and many files of each."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, name: str) -> _Named:
        rules = self._rules
        found = self[name] = _Named(
            rules.secrets.match(name),
            rules.minified.names.match(name),
            rules.test_names.match(name),
            rules.mocks(name.rpartition(".")[0] or name),
            rules.generated.names.match(name),
        )
        return found


def classify(seen: Iterable[Seen], folders: Folders, rules: Rules, settings: Sources) -> Iterator[FileState | Skipped]:
    """One verdict for each file, in the order given. Hidden folders' files get none."""
    told = _Told(rules)
    judged = folders.judged.setdefault((settings.include_vendored, settings.include_minified), {})
    for path, language, size, mtime_ns, ctime_ns, readable in seen:
        try:
            found = judged[path]
        except KeyError:
            found = judged[path] = _judge(path, told, folders, settings)
        if found is None:
            continue
        if isinstance(found, str):
            yield Skipped(path, found)
        elif size > settings.max_file_bytes:
            yield too_large(path, size, settings)
        elif not readable:
            yield Skipped(path, "no permission")
        else:
            yield FileState(path, language, size, mtime_ns, _FLAGS[found], ctime_ns)


def _judge(path: str, told: _Told, folders: Folders, settings: Sources) -> int | str | None:
    """What a file's path says: the flags it is read with, why it is left out, or None below a hidden folder."""
    folder, _, name = path.rpartition("/")
    verdict = folders.verdict(folder)
    if verdict.hidden:
        return None
    named = told[name]
    if named.secret:
        return "secret"
    said = _opinion(verdict, path) if verdict.attributes else _SILENT
    vendored = _vendored(verdict, name, said) if verdict.attributes or verdict.vendored else ""
    if vendored and not settings.include_vendored:
        return vendored
    if named.minified and not settings.include_minified:
        return "minified"
    bits = _bits(name, named, verdict, said)
    return bits | (_VENDORED if vendored else 0) | (_MINIFIED if named.minified else 0)


def too_large(path: str, size: int, settings: Sources) -> Skipped:
    return Skipped(path, "too large", f"{size} bytes, the limit is {settings.max_file_bytes}")


def rest(
    paths: Iterable[str], folders: Folders, rules: Rules, settings: Sources
) -> tuple[list[Skipped], dict[str, int]]:
    """Of notable files no language claims: the secrets, and how many are code of languages we do not read."""
    secrets: list[Skipped] = []
    counts: dict[str, int] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        verdict = folders.verdict(folder)
        language = rules.unsupported.get(extension(name))
        if verdict.hidden:
            continue
        if language is None or rules.secrets.match(name):
            secrets.append(Skipped(path, "secret"))
        elif settings.include_vendored or not _vendored(verdict, name, _opinion(verdict, path)):
            counts[language] = counts.get(language, 0) + 1
    return secrets, dict(sorted(counts.items()))


def _opinion(verdict: Verdict, path: str) -> Opinion:
    said = _SILENT
    for attributes in verdict.attributes:
        said = attributes.opinion(path, said)
    return said


def _vendored(verdict: Verdict, name: str, said: Opinion) -> str:
    """Why the file counts as somebody else's or as built; empty when it does not. The repository's word is final."""
    if said.vendored is not None:
        return "vendored" if said.vendored else ""
    if not verdict.vendored:
        return ""
    rule = strongest(verdict.vendored, extension(name))
    return rule.reason if rule else ""


def _bits(name: str, named: _Named, verdict: Verdict, said: Opinion) -> int:
    bits = 0
    if named.test or (verdict.test and strongest(verdict.test, extension(name)) is not None):
        bits |= _TEST
    if verdict.mock or named.mock:
        bits |= _MOCK
    if verdict.aside:
        bits |= _ASIDE
    if named.generated if said.generated is None else said.generated:
        bits |= _GENERATED
    return bits
