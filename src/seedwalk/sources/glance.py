"""A first look at a tree, before anything else is known of it."""
# Text paths: this is looked at before every first index.

from __future__ import annotations

import os

_GIT = ".git"


def first_names(root: str, bound: int) -> list[str]:
    """The names of the first files and folders below `root`, git's own left out: fewer than `bound` where there are no
    more.

    Looks at no more than `bound` of them. Links are not followed, and what cannot be read is empty: then
    it holds no file to be read either.
    """
    seen: list[str] = []
    waiting = [root]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                for entry in found:
                    if entry.name == _GIT:
                        continue
                    seen.append(entry.name)
                    if len(seen) >= bound:
                        return seen
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue  # no permission, or vanished since its parent was read
    return seen
