"""Small trees, indexed, and their edges as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import seedwalk
from seedwalk.model import EdgeKind
from tests.trees import made


def tree(root: Path, files: Mapping[str, str | bytes]) -> seedwalk.Repository:
    """A repository of these files, indexed beside them."""
    return made(root, files, root.with_name(f"{root.name}-store"))


def edges(repository: seedwalk.Repository, kind: EdgeKind) -> dict[tuple[str, str], float]:
    """Confidence by (source, target), each as `path:name`; what stands in no file by its name."""
    found = {}
    for row in repository.dump():
        if row.get("edge") == kind.value:
            ends = tuple(f"{end['path']}:{end['name']}".lstrip(":") for end in (row["source"], row["target"]))
            found[ends[0], ends[1]] = row["confidence"]
    return found


def pairs(repository: seedwalk.Repository, kind: EdgeKind) -> set[tuple[str, str]]:
    return set(edges(repository, kind))
