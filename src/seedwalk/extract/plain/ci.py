"""Workflows of GitHub Actions and pipelines of GitLab: a part per job, and what each runs where."""

from __future__ import annotations

import re

from seedwalk.extract.plain.outline import Node, documents
from seedwalk.extract.plain.places import TOP, from_each, run_from
from seedwalk.extract.plain.sheet import Sheet
from seedwalk.languages.spec import names
from seedwalk.model import Saying

_SHIPS = re.compile(r"\b(?:build|publish|deploy|release|package|pack|push|dist|upload)\b")
"""Words of a command that makes or delivers something; most other commands check, and a check deploys nothing."""
_IMAGE_ACTION = "docker/build-push-action"
_NO_JOB = names(
    "stages variables include default workflow image services cache before_script after_script pages:deploy spec"
)
_SCRIPTS = ("before_script", "script", "after_script")


def read_workflow(sheet: Sheet) -> None:
    """Each step's command, from the folder it works in."""
    for top in documents(sheet.text):
        sheet.title = sheet.title or top.at("name").text
        everywhere = top.at("defaults", "run", "working-directory")
        for name, job in top.at("jobs").fields.items():
            title = job.at("name").text or name
            scope = sheet.part(name, f"job {title}", job.line, max(job.line, job.last))
            usual = job.at("defaults", "run", "working-directory")
            usual = usual if usual.text else everywhere
            for step in job.at("steps").elements:
                _step(sheet, step, usual, scope)


def _step(sheet: Sheet, step: Node, usual: Node, scope: int) -> None:
    own = step.at("working-directory")
    folder = own if own.text else usual
    command = step.at("run")
    if command.text:
        if folder.text and _SHIPS.search(command.text) and (found := from_each((TOP,), folder.text)):
            sheet.say(Saying.WORKED_IN, found, folder.line, scope)
        bases = [path for path in (from_each((TOP,), folder.text), TOP) if path or not folder.text]
        for line, said in enumerate(command.text.split("\n"), command.line + ("\n" in command.text)):
            for how, text in run_from(bases[:1], said):
                sheet.say(how, text, line, scope)
    elif _IMAGE_ACTION in step.at("uses").text:
        context = step.at("with", "context")
        if context.text and (found := from_each((TOP,), context.text)):
            sheet.say(Saying.PLACE, found, context.line, scope)


def read_gitlab(sheet: Sheet) -> None:
    """Each line of a job's scripts; `cd` is not followed."""
    for top in documents(sheet.text):
        for name, job in top.fields.items():
            if name in _NO_JOB or not any(job.at(script).line for script in _SCRIPTS):
                continue
            scope = sheet.part(name, f"job {name}", job.line, max(job.line, job.last))
            for script in _SCRIPTS:
                node = job.at(script)
                for step in node.elements or [node]:
                    for how, text in run_from((TOP,), step.text):
                        sheet.say(how, text, step.line, scope)
