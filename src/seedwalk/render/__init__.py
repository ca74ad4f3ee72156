"""How is it shown? A pack as text, in one of four renderings; adding one is a file and a line in the table."""

from __future__ import annotations

from collections.abc import Mapping

from seedwalk.errors import UsageError
from seedwalk.render.compact import COMPACT
from seedwalk.render.json import JSON
from seedwalk.render.markdown import MARKDOWN
from seedwalk.render.renderer import Renderer, arranged, render
from seedwalk.render.xml import XML

__all__ = ["RENDERERS", "Renderer", "arranged", "render", "renderer_named"]

RENDERERS: Mapping[str, Renderer] = {"markdown": MARKDOWN, "xml": XML, "json": JSON, "compact": COMPACT}


def renderer_named(name: str) -> Renderer:
    """The renderer of that name, or a sentence naming those there are."""
    if name not in RENDERERS:
        raise UsageError(f"'{name}' is no renderer. Choose one of: {', '.join(RENDERERS)}")
    return RENDERERS[name]
