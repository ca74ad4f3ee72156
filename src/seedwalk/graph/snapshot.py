"""The snapshot: a Merkle tree over what is indexed. Files hash into packages, packages into one root.

Equal trees give equal roots wherever they lie and in whatever order they were read; any change in a file's bytes, flags
or resolved edges changes its package's root and the snapshot.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from seedwalk.model import package_of

FORMAT = "1"
"""Part of every root: a change in what symbols are made of must not look like the same snapshot."""


def package_roots(files: Iterable[tuple[str, str, bytes, int, bytes]]) -> dict[str, str]:
    """Root of each package from (path, fingerprint, content hash, flags, edges digest) of its files."""
    packages: dict[str, list[bytes]] = {}
    for path, fingerprint, content, flags, edges in sorted(files):
        leaf = hashlib.blake2b(digest_size=16)
        for part in (path.encode(), fingerprint.encode(), content, str(flags).encode(), edges):
            leaf.update(len(part).to_bytes(4, "little"))
            leaf.update(part)
        packages.setdefault(package_of(path), []).append(leaf.digest())
    return {package: _root(b"".join(leaves)) for package, leaves in sorted(packages.items())}


def snapshot_of(roots: dict[str, str], derived: Iterable[bytes] = ()) -> str:
    """One root over the packages, and over the edges that follow from all of them together."""
    packages = "\0".join(f"{package}\0{root}" for package, root in sorted(roots.items())).encode()
    return _root(b"\0".join([packages, *derived]))


def _root(content: bytes) -> str:
    return hashlib.blake2b(FORMAT.encode() + b"\0" + content, digest_size=16).hexdigest()
