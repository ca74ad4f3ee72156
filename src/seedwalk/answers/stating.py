"""What an index holds, and how far its tree has moved on since."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec

from seedwalk.config import Settings
from seedwalk.indexing import made_with
from seedwalk.languages import NAMES, language_of
from seedwalk.store.database import get_meta


class Status(msgspec.Struct, frozen=True):
    """What the index holds, and how far the tree has moved on since."""

    root: str
    store: str
    snapshot: str
    head: str
    current_head: str
    indexed_at: int
    files: int
    symbols: int
    edges: dict[str, int]
    languages: dict[str, int]
    skipped: dict[str, int]
    troubles: dict[str, int]
    examples: dict[str, list[str]]
    """The first few paths of each reason in `skipped` and `troubles`."""
    manifests: dict[str, str]
    """Broken or contradicting manifests: by path, the reason."""
    unsupported: dict[str, int]
    warnings: list[str]
    added: list[str]
    changed: list[str]
    removed: list[str]
    other_settings: list[str]
    """Names of settings that were others when the index was made, and decide what it holds."""

    @property
    def fresh(self) -> bool:
        """Whether the index says what the tree says, by today's settings."""
        return not (self.added or self.changed or self.removed or self.other_settings)


def remarks(connection: sqlite3.Connection, settings: Settings) -> list[str]:
    """What an answer says of the index it comes from: that it was made otherwise, or that there is little or no code in
    it."""
    meta = get_meta(connection)
    other = made_with.differing(meta, settings)
    told = [f"The index was made with other settings ({', '.join(other)}). Run: seedwalk index"] if other else []
    held = json.loads(meta.get("held", "{}"))
    if held:
        told.extend(_left_out(held["languages"], held["unsupported"]))
    return told


def _left_out(languages: Mapping[str, int], unsupported: Mapping[str, int]) -> list[str]:
    """That no code here is read, or less than there is of one language that is not."""
    read = sum(count for name, count in languages.items() if name in NAMES)
    if not read:
        return [f"No file here is of a language that is read{_seen(unsupported)}."]
    name, most = max(unsupported.items(), key=lambda pair: pair[1], default=("", 0))
    if most <= read:
        return []
    return [f"Most code here is {name}, which is not read: {most} files beside {read} that are."]


def _seen(unsupported: Mapping[str, int]) -> str:
    counted = sorted(unsupported.items(), key=lambda pair: (-pair[1], pair[0]))
    return f" (seen: {', '.join(f'{name} {count}' for name, count in counted)})" if counted else ""


def stated(connection: sqlite3.Connection, root: Path, store: Path, settings: Settings) -> Status:
    """The state of the index being read, beside the tree as it is now."""
    from seedwalk.indexing import manifests  # here: every answer says what `remarks` tells, and looks at no tree
    from seedwalk.indexing.changes import compare
    from seedwalk.sources import git
    from seedwalk.sources.discover import discover

    meta = get_meta(connection)
    sources = made_with.sources_of(meta) or settings.sources
    found = discover(root, sources, language_of, manifests.wanted())
    changes = compare(connection, root, found, sources, trust_skips=True)
    replaced = set(changes.replaced)
    came, differ, went = manifests.differing(connection, root, found, sources)
    held = {"manifests": {}, "examples": {}, **json.loads(meta["held"])}
    return Status(
        root=str(root.resolve()), store=str(store), snapshot=meta.get("snapshot", ""),
        head=meta.get("head", ""), current_head=git.head(root) or "",
        indexed_at=int(meta.get("indexed_at", 0)), **held,
        added=sorted([*(job.path for job in changes.to_read if job.file_id not in replaced), *came]),
        changed=sorted([*(job.path for job in changes.to_read if job.file_id in replaced), *differ]),
        removed=sorted([*(file.path for file in changes.removed), *went]),
        other_settings=made_with.differing(meta, settings),
    )  # fmt: skip
