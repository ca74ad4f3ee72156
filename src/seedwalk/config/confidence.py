"""How surely an edge is known, by how it is known and by what names it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

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


class Declared(Struct, frozen=True):
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
