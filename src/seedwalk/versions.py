"""Which code made this? Digests of seedwalk's own sources, so that an index made by other code is noticed and remade.

Nobody has to remember to count a number up when extraction changes: the sources that decide what is stored are it.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from seedwalk.text import STEMS

COMPILED = (
    "compiled", "compiled/base", "compiled/syntax", "compiled/patterns", "compiled/reading", "compiled/words",
    "compiled/linking", "compiled/summing",
)  # fmt: skip
"""Every folder of the compiled part."""
EXTRACTION = (
    "model.py", "facts.py", "text.py", "words/short.toml", "arrays", "sources", "extract", "extract/plain",
    "languages/spec.py", "languages/passing.py", "languages/__init__.py", "graph/outline.py", "store/words.py",
    "store/vocabulary.py", "store/streams.py", "store/lexical.py", "store/postings.py", "store/files.py",
    "indexing/reading.py", *COMPILED,
)  # fmt: skip
"""What decides the rows of a file; a language's own spec and queries aside (`languages.fingerprint`). Of the compiled
part its sources, built or not: where it was not, Python gives the same, and an index made by either serves both."""
LINKING = (
    "config/confidence.py", "graph", "identity.py", "indexing/differences.py", "indexing/linking.py",
    "indexing/graphing.py", "store/graphs.py",
)  # fmt: skip
"""What decides the edges between files, beside what decides their rows."""
REMEMBERING = (
    "indexing/remembering.py", "text.py", "words/short.toml", "sources/log.py", "sources/messages.py",
    "sources/touches.py", "store/words.py", "store/vocabulary.py", "store/history.py",
)  # fmt: skip
"""What decides what is kept of a commit."""
ANSWERING = (
    "config", "model.py", "task.py", "text.py", "arrays", "indexing/texts.py", "indexing/graphing.py", "thought.py",
    "engine.py", "scoring.py", "answers/answering.py", "answers/asking.py", "seeds", "rank", "pack", "graph", "store",
    "render", "words", "concepts", "embed", *COMPILED,
)  # fmt: skip
"""What decides an answer from an index."""
_ENDINGS = (".py", ".toml", ".json", ".c", ".h")


@cache
def code_digest(paths: tuple[str, ...]) -> str:
    """A digest of these files and folders of the package, and of whoever makes the stems of words."""
    digest = hashlib.blake2b(STEMS.encode() if "text.py" in paths else b"", digest_size=8)
    for path in paths:
        for source in _sources(Path(__file__).parent.joinpath(path)):
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def _sources(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    told = (entry for entry in place.iterdir() if entry.name.endswith(_ENDINGS))
    return sorted(told, key=lambda entry: entry.name)
