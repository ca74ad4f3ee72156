"""Every tunable, grouped by the stage that reads it. Values here are defaults; each has a reason beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seedwalk.model import Provenance

CONFIDENCE: Mapping[Provenance, float] = {
    Provenance.SYNTAX: 1.0,
    Provenance.IMPORT_RESOLVED: 0.9,
    Provenance.TYPE_RESOLVED: 0.9,
    Provenance.AST_INFERRED: 0.7,
    Provenance.DISPATCHED: 0.7,
    Provenance.DERIVED: 0.8,
    Provenance.DECLARED: 0.9,
    Provenance.CALLBACK: 0.7,
    Provenance.NAME_MATCHED: 0.5,
}
"""How surely an edge is known, by how it is known; the design's figures where it gives one."""


@dataclass(frozen=True, slots=True)
class Declared:
    """How surely a file that is no source code means what it seems to name."""

    file: float = 0.9
    """A file named by its path, a module by its dotted name: the design's figure for what is declared."""
    qualified: float = 0.9
    """A name with the type, module or folder it stands in: as good as an import."""
    inherited: float = 0.8
    """A type with a member that it has from a type above it."""
    tail: float = 0.8
    """The end of a path or of a qualified name that nothing else has."""
    lone: float = 0.7
    """A name marked as code that only one symbol has."""
    worded: float = 0.6
    """The same without a mark: it only looks like code."""
    sample: float = 0.5
    """Called in a document's example, which may be about something else."""
    package: float = 0.8
    """A file of a package that is built whole."""
    built: float = 0.7
    """The source that a built file's name points back to."""
    folder: float = 0.5
    """A file somewhere below a folder that is copied."""
    worked_in: float = 0.3
    """A file somewhere below a folder in which a job builds or delivers something."""
    files_below: int = 200
    """A folder with more code than this says nothing of a single file; a service of its own rarely has more."""
    edges_per_document: int = 300
    """The surest are kept. Change logs name thousands; what a reader looks up in a document is far less."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Which files are read."""

    max_file_bytes: int = 4_000_000
    """Larger files are data or generated; the largest hand-written source known to us is 3 MB."""
    include_vendored: bool = False
    """Other people's code, and what was built from one's own, would drown the rest."""
    include_minified: bool = False
    """Its names are single letters: nothing in it can be found or read."""
    include_plain: bool = True
    """Documents, owners, deployments and manifests: they tie code to what is said of it."""


@dataclass(frozen=True, slots=True)
class Lexical:
    """BM25F over name, qualified name, signature, doc, body, place, path (in this order)."""

    weights: tuple[float, ...] = (3.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5)
    """Starting values; they are tuned where retrieval is measured."""
    b: tuple[float, ...] = (0.3, 0.3, 0.5, 0.6, 0.6, 0.3, 0.3)
    """How far a field's length counts: little for names, which are short by nature."""
    k1: float = 1.2
    """How soon more of the same word stops counting; the usual value."""


@dataclass(frozen=True, slots=True)
class Indexing:
    """How the index is built and kept up."""

    in_process_below: int = 200
    """Files to read; below this, starting other processes costs more than it saves."""
    batch_bytes: int = 400_000
    """Source bytes handed to a process at once: small enough to balance, large enough to be worth a message."""
    processes: int = 0
    """0: one per processor."""
    seconds_per_batch: float = 60.0
    """A process that needs longer for one batch is ended, and the file it was reading is reported."""
    segments: int = 8
    """Lexical segments kept side by side; one more, and the small ones are merged."""
    segment_share: float = 0.1
    """Once the small segments hold this share of the symbols, all are merged into one."""
    patience: float = 600.0
    """How long an indexer waits for another one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All stages together."""

    sources: Sources = field(default_factory=Sources)
    indexing: Indexing = field(default_factory=Indexing)
    lexical: Lexical = field(default_factory=Lexical)
