"""What does a file say that is no source code? One reader per format, from bytes to symbols and sayings.

Readers look at lines with regular expressions: a document costs a fraction of what a grammar would, and no text is
too broken for them. Nothing here looks at any other file; what a saying means is told by `graph/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seedwalk.extract.plain import ci, containers, manifests, units
from seedwalk.extract.plain.markdown import read_markdown
from seedwalk.extract.plain.owners import read_owners
from seedwalk.extract.plain.restructured import read_restructured
from seedwalk.extract.plain.sheet import Sheet
from seedwalk.facts import Extracted
from seedwalk.model import Flags

Reader = Callable[[Sheet], None]

READERS: Mapping[str, Reader] = {
    "markdown": read_markdown,
    "text": read_markdown,
    "restructuredtext": read_restructured,
    "codeowners": read_owners,
    "dockerfile": containers.read_dockerfile,
    "compose": containers.read_compose,
    "kubernetes": containers.read_kubernetes,
    "workflow": ci.read_workflow,
    "gitlab": ci.read_gitlab,
    "procfile": units.read_procfile,
    "serverless": units.read_serverless,
    "systemd": units.read_unit,
    "requirements": manifests.read_requirements,
    "pyproject": manifests.read_pyproject,
    "npm": manifests.read_npm,
    "cargo": manifests.read_cargo,
    "gomod": manifests.read_gomod,
}
"""By format, what fills a sheet."""


def read_plain(path: str, language: str, source: bytes, flags: Flags) -> Extracted:
    """All that a file says which is no source code. Never raises for what the file says."""
    sheet = Sheet(path, language, source, flags)
    READERS[language](sheet)
    return sheet.extracted()
