"""Command lines: which file or module of the repository they run, as far as the words alone can tell."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterator, Sequence

from seedwalk.languages.spec import names
from seedwalk.model import Saying

Spoken = tuple[Saying, str]
"""How, and the path or dotted name as it is written."""

_BREAKS = ";&|"
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*")
_OBJECT = re.compile(r"([A-Za-z_][\w.]*):[\w.]+(?:\(.*\))?")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_SOURCE = re.compile(r"[\w./@+-]+\.(?:py|rb|js|mjs|cjs|jsx|ts|mts|cts|tsx|go|rs|java|cs|ru)")
_VERSIONED = re.compile(r"(python|pypy|ruby|node|php)[\d.]*")
_WRAPPERS = names(
    "sudo exec env time nohup nice command dumb-init tini gosu su-exec catchsegv xvfb-run npx pnpx bunx doppler"
)
"""Programs that run the rest of their line."""
_RUNNERS = names("poetry pipenv uv rye pdm hatch bundle pnpm yarn npm coverage opentelemetry-instrument ddtrace-run")
"""Programs that do so behind a word of their own (`run`, `exec`)."""
_RUN_WORDS = frozenset({"run", "exec", "-m", "--"})
_SHELLS = frozenset({"sh", "bash", "ash", "zsh", "/bin/sh", "/bin/bash"})
_INTERPRETERS = names(
    "python pypy ruby node nodejs ts-node tsx deno bun streamlit nodemon pm2 pm2-runtime forever rackup"
)
"""Programs whose first argument with a source file's ending is run."""
_MODULE_RUNNERS = frozenset({"python", "pypy"})
_SERVERS = names("gunicorn uvicorn hypercorn daphne granian waitress-serve uwsgi flask celery dramatiq")
"""Programs that are told what to serve as `package.module:object`."""
_APP_OPTIONS = frozenset({"-A", "--app", "--module"})
_GO_VERBS = frozenset({"build", "run", "install"})
_NESTED = 2
"""How often a shell may be called from a shell."""
MAX_COMMAND = 20_000
"""Characters of one script looked at; a longer one is a program of its own."""


def spoken(command: str | Sequence[str], depth: int = _NESTED) -> Iterator[Spoken]:
    """What a command line, or one already cut into words, says it runs."""
    if isinstance(command, str):
        for line in command[:MAX_COMMAND].replace("\\\n", " ").split("\n"):
            for words in _commands(line):
                yield from _one(words, depth)
    else:
        yield from _one(list(command), depth)


def _commands(line: str) -> Iterator[list[str]]:
    """The commands of a line, each as its words; quotes count, unless they are broken."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=_BREAKS)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        words = line.split()
    begun: list[str] = []
    for word in words:
        if word.strip(_BREAKS):
            begun.append(word)
        elif begun:
            yield begun
            begun = []
    if begun:
        yield begun


def _one(words: list[str], depth: int) -> Iterator[Spoken]:
    words = _unwrapped(words)
    if not words:
        return
    written, arguments = words[0], words[1:]
    program = posixpath.basename(written)
    versioned = _VERSIONED.fullmatch(program)
    program = versioned[1] if versioned else program
    if written in _SHELLS:
        if "-c" in arguments[:2] and depth:
            yield from spoken(" ".join(arguments[arguments.index("-c") + 1 :][:1]), depth - 1)
    elif program in _INTERPRETERS:
        yield from _interpreted(program, arguments)
    elif program in _SERVERS:
        yield from _served(arguments)
    elif program == "go" and arguments[:1] and arguments[0] in _GO_VERBS:
        yield from _built(arguments[1:])
    elif program == "cargo":
        yield from ((Saying.SCRIPT, f"src/bin/{name}.rs") for name in _after(arguments, {"--bin"}))
    elif program == "dotnet":
        projects = [word for word in arguments if word.endswith(".csproj")]
        yield from ((Saying.PLACE, posixpath.dirname(word) or ".") for word in projects)
    elif _SOURCE.fullmatch(written):
        yield Saying.SCRIPT, written


def _unwrapped(words: list[str]) -> list[str]:
    """The words from the program on that is really run."""
    while words:
        name = posixpath.basename(words[0])
        if _ASSIGNMENT.fullmatch(words[0]) or name in _WRAPPERS or words[0].startswith("-"):
            words = words[1:]
        elif name in _RUNNERS and len(words) > 1 and words[1] in _RUN_WORDS:
            words = words[2:]
        else:
            break
    return words


def _interpreted(program: str, arguments: list[str]) -> Iterator[Spoken]:
    for position, word in enumerate(arguments):
        if word == "-m" and program in _MODULE_RUNNERS:
            rest = arguments[position + 1 :]
            if rest and rest[0] in _SERVERS:
                yield from _served(rest[1:])
            elif rest and _DOTTED.fullmatch(rest[0]):
                yield Saying.LAUNCH, rest[0]
            return
        if word == "-c":
            return
        if _SOURCE.fullmatch(word):
            yield Saying.SCRIPT, word
            return


def _served(arguments: list[str]) -> Iterator[Spoken]:
    for name in _after(arguments, _APP_OPTIONS):
        if _DOTTED.fullmatch(name.partition(":")[0]):
            yield Saying.LAUNCH, name.partition(":")[0]
    skipped = False
    for word in arguments:
        found = None if skipped else _OBJECT.fullmatch(word)
        skipped = word.startswith("-") and "=" not in word  # `-b localhost:8000` is an address
        if found is not None and not found[0].rpartition(":")[2].isdigit():
            yield Saying.LAUNCH, found[1]


def _after(arguments: Sequence[str], options: set[str] | frozenset[str]) -> Iterator[str]:
    """Values of options, written behind them or joined by `=`."""
    for position, word in enumerate(arguments):
        option, joined, value = word.partition("=")
        if option in options:
            if joined:
                yield value
            elif position + 1 < len(arguments):
                yield arguments[position + 1]


def _built(arguments: list[str]) -> Iterator[Spoken]:
    for word in arguments:
        if _SOURCE.fullmatch(word):
            yield Saying.SCRIPT, word
        elif word.startswith(("./", "../")) and "..." not in word:
            yield Saying.PACKAGE, word
