"""Whether a tree is small, told before anything else is known of it."""
# Text paths: this is looked at before every first index.

from __future__ import annotations

import os

_GIT = ".git"


def is_few(root: str, bound: int) -> bool:
    """Whether fewer than `bound` files and folders lie below `root`, git's own left out.

    Looks at no more than `bound` of them. Links are not followed, and what cannot be read is empty: then
    it holds no file to be read either.
    """
    seen = 0
    waiting = [root]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                for entry in found:
                    if entry.name == _GIT:
                        continue
                    seen += 1
                    if seen >= bound:
                        return False
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue  # no permission, or vanished since its parent was read
    return seen < bound
