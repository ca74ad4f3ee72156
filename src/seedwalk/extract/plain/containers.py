"""Dockerfiles, Compose files and Kubernetes manifests: what is copied into a container, and what runs in it."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from seedwalk.extract.plain.commands import MAX_COMMAND, spoken
from seedwalk.extract.plain.outline import Node, documents
from seedwalk.extract.plain.places import TOP, below, from_each, outward, run_from
from seedwalk.extract.plain.sheet import Sheet
from seedwalk.model import Saying

_INSTRUCTION = re.compile(r"\s*([A-Za-z]+)\s+(.*)", re.DOTALL)
_RUNNING = frozenset({"CMD", "ENTRYPOINT", "RUN"})
_COPYING = frozenset({"COPY", "ADD"})
_WORKLOADS = ("spec", "template", "spec"), ("spec",), ("spec", "jobTemplate", "spec", "template", "spec")
"""Where the containers stand: in a deployment, a pod, a cron job."""


def read_dockerfile(sheet: Sheet) -> None:
    """What is copied, and what is run at the end or on the way, in each stage's own folders."""
    stage = _Stage(tuple(outward(sheet.folder)))
    for number, name, rest in _instructions(sheet.text):
        if name == "FROM":
            sheet.title = sheet.title or f"FROM {rest.split()[0] if rest.split() else ''}".strip()
            stage = _Stage(stage.bases)
        elif name == "WORKDIR":
            stage.workdir = posixpath.normpath(posixpath.join(stage.workdir, rest.strip().strip("\"'")))
        elif name in _COPYING:
            for text in stage.copy(rest):
                sheet.say(Saying.PLACE, text, number)
        elif name in _RUNNING:
            for how, written in spoken(_words(rest)):
                sheet.say(how, stage.launched(written) if how is Saying.LAUNCH else stage.outside(written), number)


class _Stage(Struct):
    """What a stage knows of where files came from."""

    bases: tuple[str, ...]
    workdir: str = "/"
    copies: list[tuple[str, str]] = field(default_factory=list)
    """(place in the container, path as written) of what was copied"""

    def copy(self, rest: str) -> Iterator[str]:
        words = _words(rest)
        parts = [word for word in (words if isinstance(words, list) else words.split()) if not word.startswith("--")]
        if "--from=" in rest or len(parts) < 2 or "<<" in rest:
            return
        target = posixpath.normpath(posixpath.join(self.workdir, parts[-1]))
        for source in parts[:-1]:
            written = source.removesuffix("/*").lstrip("/") or "."
            self.copies.append((target, written))
            found = from_each(self.bases, posixpath.dirname(written) if written.endswith(".csproj") else written)
            if found:
                yield found

    def folders(self) -> tuple[str, ...]:
        """Where in the repository the working folder's contents came from, then where the file lies."""
        here = [source for target, source in self.copies if target == self.workdir]
        found = [path for source in here for path in from_each(self.bases, source).split("\t") if path]
        return tuple(dict.fromkeys(TOP if path == "." else path for path in (*found, *self.bases)))

    def launched(self, module: str) -> str:
        return "\t".join(below(folder, module) for folder in self.folders())

    def outside(self, written: str) -> str:
        """A path in the container as what it was copied from; one that is not absolute may also be meant as it is."""
        inside = posixpath.normpath(posixpath.join(self.workdir, written))
        found: list[str] = []
        for target, source in self.copies:
            if inside in (target, posixpath.join(target, posixpath.basename(source))):
                found.append(from_each(self.bases, source))
            elif inside.startswith(target.rstrip("/") + "/"):
                rest = inside[len(target.rstrip("/")) + 1 :]
                found.append(from_each(self.bases, posixpath.join(source, rest)))
        if not written.startswith("/"):
            found.append(from_each(self.folders(), written))
        return "\t".join(dict.fromkeys(path for text in found for path in text.split("\t") if path))


def _instructions(text: str) -> Iterator[tuple[int, str, str]]:
    """(line, name, the rest) of each instruction, lines that go on joined, comments dropped."""
    begun, held = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("#") or (held and not line.strip()):
            continue
        begun = begun or number
        held += line.rstrip()
        if held.endswith("\\") and len(held) < MAX_COMMAND:
            held = held[:-1] + " "
            continue
        found = _INSTRUCTION.match(held[:MAX_COMMAND])
        if found is not None:
            yield begun, found[1].upper(), found[2]
        begun, held = 0, ""


def _words(rest: str) -> str | list[str]:
    """The exec form is a list of words, the shell form a line."""
    stripped = re.sub(r"^(?:--\S+\s+)+", "", rest.strip())
    if stripped.startswith("["):
        try:
            found = json.loads(stripped)
        except (ValueError, RecursionError):
            return stripped
        if isinstance(found, list) and all(isinstance(word, str) for word in found):
            return found
    return rest


def read_compose(sheet: Sheet) -> None:
    """A part per service: what it is built from, and what it runs."""
    for top in documents(sheet.text):
        for name, service in top.at("services").fields.items():
            scope = sheet.part(name, f"service {name}", service.line, max(service.line, service.last))
            build = service.at("build")
            context = build.text or build.at("context").text or ("." if build.fields else "")
            if context and (found := from_each((sheet.folder,), context)):
                sheet.say(Saying.PLACE, found, build.line, scope)
            bases = _seen_from(sheet, context)
            _run(sheet, bases, service.at("entrypoint"), scope)
            _run(sheet, bases, service.at("command"), scope)


def _seen_from(sheet: Sheet, context: str) -> tuple[str, ...]:
    found = from_each((sheet.folder,), context).split("\t") if context else []
    return tuple(dict.fromkeys(TOP if path == "." else path for path in (*found, sheet.folder) if path or not found))


def _run(sheet: Sheet, bases: Sequence[str], node: Node, scope: int) -> None:
    command: str | list[str] = node.texts() if node.elements else node.text
    for how, text in run_from(bases, command):
        sheet.say(how, text, node.line, scope)


def read_kubernetes(sheet: Sheet) -> None:
    """A part per object that runs containers."""
    for top in documents(sheet.text):
        kind, name = top.at("kind").text, top.at("metadata", "name").text
        if not kind or not top.at("apiVersion").text:
            continue
        sheet.title = sheet.title or kind
        for place in _WORKLOADS:
            pod = top.at(*place)
            containers = [*pod.at("initContainers").elements, *pod.at("containers").elements]
            if not containers:
                continue
            first = min(node.line for node in top.fields.values())
            scope = sheet.part(name or kind, f"{kind} {name}".strip(), first, max(first, top.last))
            for container in containers:
                words = [*container.at("command").texts(), *container.at("args").texts()]
                line = (container.at("command") if container.at("command").line else container.at("args")).line
                for how, text in run_from((TOP,), words):
                    sheet.say(how, text, line, scope)
