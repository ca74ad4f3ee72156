"""The files that import rules read, such as `go.mod`: their texts, what is wrong with them, which of them changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

from msgspec.structs import replace

from seedwalk.config import Sources
from seedwalk.languages import family_of, specs
from seedwalk.languages.manifests import FAULTS
from seedwalk.languages.spec import is_named
from seedwalk.model import Discovery, Skipped
from seedwalk.sources.content import read_source
from seedwalk.store.database import get_meta

STAMPS = "manifests"
"""Under which name the index keeps what it has read of them."""
_STAMP_BYTES = 8


def wanted() -> frozenset[str]:
    """Names of the files to look for: those that import rules read, and those that are checked all the same."""
    return frozenset(name for spec in specs().values() for name in spec.manifests) | FAULTS.keys()


def read(root: Path, paths: Iterable[str], sources: Sources) -> dict[str, str]:
    """The text of each; one that cannot be read is left out."""
    found: dict[str, str] = {}
    for path in sorted(paths):
        source = read_source(root, path, replace(sources, include_minified=True))
        if not isinstance(source, Skipped):
            found[path] = source.text.decode("utf-8", "replace")
    return found


def by_family(texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The texts under every family of languages whose import rules read them."""
    found: dict[str, dict[str, str]] = {}
    for path, text in sorted(texts.items()):
        for spec in specs().values():
            if is_named(path, spec.manifests):
                found.setdefault(family_of(spec.name), {})[path] = text
    return found


def stamps(texts: Mapping[str, str]) -> str:
    """What the index keeps, to notice later that one changed."""
    return json.dumps({path: _stamp(text) for path, text in texts.items()})


def differing(
    connection: sqlite3.Connection, root: Path, found: Discovery, sources: Sources
) -> tuple[list[str], list[str], list[str]]:
    """Manifests that came, changed and went since the index was made; those it holds as files are told with the files.
    One that cannot be read any more went: import rules read nothing of it.

    Nothing is told of an index that kept no stamps.
    """
    kept = get_meta(connection).get(STAMPS)
    if kept is None:
        return [], [], []
    files = {file.path for file in found.plain}
    before = {path: stamp for path, stamp in json.loads(kept).items() if path not in files}
    listed = set(found.manifests) - files
    now = {path: _stamp(text) for path, text in read(root, listed, sources).items()}
    same = before.keys() & now.keys()
    changed = sorted(path for path in same if now[path] != before[path])
    return sorted(now.keys() - same), changed, sorted(before.keys() - same)


def _stamp(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_STAMP_BYTES).hexdigest()
