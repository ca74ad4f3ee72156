"""Small files that start programs: Procfile, serverless.yml, systemd units."""

from __future__ import annotations

import re

from seedwalk.extract.plain.outline import documents
from seedwalk.extract.plain.places import TOP, beside, run_from
from seedwalk.extract.plain.sheet import Sheet
from seedwalk.model import Saying

_FORMATION = re.compile(r"([A-Za-z_][\w-]*):\s*(\S.*)")
_STARTED = re.compile(r"Exec(?:Start|StartPre|Reload)\s*=\s*[-@:+!]*(.*)")
_DESCRIPTION = re.compile(r"^Description\s*=\s*(.+)$", re.MULTILINE)


def read_procfile(sheet: Sheet) -> None:
    """A part per type of process."""
    for number, line in enumerate(sheet.text.split("\n"), 1):
        found = _FORMATION.match(line.strip())
        if found is not None:
            scope = sheet.part(found[1], found[0], number, number)
            for how, text in run_from(tuple(dict.fromkeys((sheet.folder, TOP))), found[2]):
                sheet.say(how, text, number, scope)


def read_serverless(sheet: Sheet) -> None:
    """A part per function: its handler is a file and a name in it, `src/orders.create`."""
    for top in documents(sheet.text):
        sheet.title = sheet.title or top.at("service").text
        for name, function in top.at("functions").fields.items():
            scope = sheet.part(name, f"function {name}", function.line, max(function.line, function.last))
            handler = function.at("handler")
            place = beside(sheet.folder, handler.text.rpartition(".")[0]) if handler.text else None
            if place:
                folder, _, module = place.rpartition("/")
                sheet.say(Saying.LAUNCH, f"{folder}/{module}" if folder else module, handler.line, scope)


def read_unit(sheet: Sheet) -> None:
    """What a unit starts. Its paths are those of a machine: most lead nowhere here."""
    described = _DESCRIPTION.search(sheet.text)
    sheet.title = described[1].strip() if described else ""
    for number, line in enumerate(sheet.text.split("\n"), 1):
        found = _STARTED.match(line.strip())
        if found is not None:
            for how, text in run_from((TOP,), found[1]):
                sheet.say(how, text, number)
