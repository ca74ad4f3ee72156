"""seedwalk: the code most worth reading for a task."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from seedwalk.api import Repository as Repository
    from seedwalk.api import open_repository as open

_LAZY = {"open": "open_repository", "Repository": "Repository"}

__all__ = ["Repository", "__version__", "open"]


def __getattr__(name: str) -> Any:
    """The API is imported when first used: `seedwalk --help` should not wait for numpy."""
    if name in _LAZY:
        from seedwalk import api

        return getattr(api, _LAZY[name])
    raise AttributeError(f"module 'seedwalk' has no attribute '{name}'")
