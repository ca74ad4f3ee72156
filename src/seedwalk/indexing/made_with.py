"""Which settings was an index made with? What it holds depends on them, so that others make it anew.

`STAGES` are those whose settings decide what is stored; all the others apply when a question is asked, or decide only
how the work is done. (What git remembers keeps its own bounds, see `remembering.py`.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import asdict

from seedwalk.config import Settings, Sources

STAGES = ("sources", "deriving")
MADE_WITH = "made_with"
CHOSEN = "chosen_sources"


def told(settings: Settings, chosen: Sources | None) -> dict[str, str]:
    """What an index keeps of the settings it was made with."""
    stages = {stage: asdict(getattr(settings, stage)) for stage in STAGES}
    return {MADE_WITH: json.dumps(stages), CHOSEN: json.dumps(asdict(chosen)) if chosen else ""}


def sources_of(meta: Mapping[str, str]) -> Sources | None:
    """The choice of files that an index was made with; None for one that was not made yet."""
    kept = _stages(meta).get("sources")
    return Sources(**kept) if kept else None


def chosen_sources(meta: Mapping[str, str]) -> Sources | None:
    """The choice of files that somebody made for this index alone (`--include`)."""
    stored = meta.get(CHOSEN)
    return Sources(**json.loads(stored)) if stored else None


def wanted(settings: Sources, chosen: Sources | None) -> Sources:
    """Which files to read: a setting that is no default counts, then what was chosen for this index."""
    if chosen is None:
        return settings
    plain = Sources()
    said = asdict(settings)
    return Sources(
        **{name: value if value != getattr(plain, name) else getattr(chosen, name) for name, value in said.items()}
    )


def differing(meta: Mapping[str, str], settings: Settings) -> list[str]:
    """Names of the settings that were others when the index was made."""
    kept = _stages(meta)
    now = {stage: asdict(getattr(settings, stage)) for stage in STAGES}
    now["sources"] = asdict(wanted(settings.sources, chosen_sources(meta)))
    return [f"{stage}.{name}" for stage in kept for name in _changed(kept[stage], now.get(stage, {}))]


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[str]:
    return [name for name in after if before.get(name) != after[name]]


def _stages(meta: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    stored = meta.get(MADE_WITH)
    found: dict[str, dict[str, Any]] = json.loads(stored) if stored else {}
    return found
