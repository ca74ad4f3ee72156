"""Files written below a folder, and the repository they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from seedwalk.api import Repository, open_repository


def put(root: Path, files: Mapping[str, str | bytes | None]) -> Path:
    """Write each file by its path below the root, which is returned; one that is None is removed."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def made(root: Path, files: Mapping[str, str | bytes | None], store: Path | None = None) -> Repository:
    """The repository of these files, indexed."""
    repository = open_repository(put(root, files), store=store)
    repository.index()
    return repository
