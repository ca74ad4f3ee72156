"""What each tool may be asked: typed, bounded, described for the model that writes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from seedwalk.config import Packing, Understanding
from seedwalk.model import Kind

_DEFAULT_BUDGET = Packing().budget
_LONGEST_TASK = Understanding().max_characters
_LONGEST_NAME = 500
_LONGEST_PATH = 1_000

Budget = Annotated[
    int, Meta(ge=200, le=50_000, description="Tokens the pack of code may cost; what the index says of itself and the "
              "next calls, about a hundred, come beside it. Small for a glance, large to edit from it.")
]  # fmt: skip
Task = Annotated[
    str, Meta(min_length=1, max_length=_LONGEST_TASK, description="What is to be done, in plain words. Paste errors, "
              "stack traces and names you know: they are understood.")
]  # fmt: skip
SymbolName = Annotated[
    str, Meta(min_length=1, max_length=_LONGEST_NAME, description="name, path:name, path:line or path, as other "
              "answers give them: 'Flask.run', 'src/app.py:Flask.run', 'src/app.py:120', 'src/app.py'.")
]  # fmt: skip
PathName = Annotated[str, Meta(min_length=1, max_length=_LONGEST_PATH)]


class Role(StrEnum):
    """Which relations of a symbol to tell."""

    ALL = "all"
    CALLERS = "callers"
    CALLEES = "callees"
    IMPLEMENTORS = "implementors"
    TESTS = "tests"
    BLAST_RADIUS = "blast_radius"


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every tool's arguments are: closed, so that a wrong name is refused instead of passed over."""


class ForTask(Asked, frozen=True):
    task: Task
    budget: Budget = _DEFAULT_BUDGET
    explain: Annotated[bool, Meta(description="Add a line of reasons to each symbol.")] = False


class ForFiles(Asked, frozen=True):
    paths: Annotated[
        list[PathName], Meta(min_length=1, max_length=50, description="Files relative to the repository's top.")
    ]
    budget: Budget = _DEFAULT_BUDGET


class ForChange(Asked, frozen=True):
    base: Annotated[
        str, Meta(min_length=1, max_length=200, description="A commit, branch or tag; what differs from it in the work "
                  "tree is the change. HEAD means what is not committed.")
    ] = "HEAD"  # fmt: skip
    budget: Budget = _DEFAULT_BUDGET


class ForSearch(Asked, frozen=True):
    query: Annotated[
        str, Meta(min_length=1, max_length=_LONGEST_NAME, description="A name, or a few words of it or of its doc.")
    ]
    limit: Annotated[int, Meta(ge=1, le=50, description="Symbols at most.")] = 10
    kinds: Annotated[list[Kind], Meta(max_length=10, description="Only symbols of these kinds.")] = []
    path: Annotated[
        str, Meta(max_length=_LONGEST_PATH, description="Only below this path, or matching a glob with *.")
    ] = ""
    language: Annotated[str, Meta(max_length=20, description="Only of this language, such as python or go.")] = ""


class ForRank(Asked, frozen=True):
    task: Task
    symbol: SymbolName
    budget: Annotated[int, Meta(ge=200, le=50_000, description="The budget of the answer explained.")] = _DEFAULT_BUDGET


class ForReferences(Asked, frozen=True):
    symbol: SymbolName
    role: Annotated[
        Role, Meta(description="callers, callees, implementors, tests; blast_radius follows callers of callers; all.")
    ] = Role.ALL
    depth: Annotated[int, Meta(ge=1, le=5, description="Steps to follow callers; blast_radius takes at least 3.")] = 1
    limit: Annotated[int, Meta(ge=1, le=200, description="Rows at most.")] = 50


class ForReading(Asked, frozen=True):
    symbol: SymbolName
    max_lines: Annotated[int, Meta(ge=1, le=2_000, description="Lines at most; the rest is left out and said.")] = 400


class ForStatus(Asked, frozen=True):
    pass


class ForTests(Asked, frozen=True):
    paths: Annotated[list[PathName], Meta(max_length=50, description="Files taken as changed.")] = []
    base: Annotated[
        str, Meta(max_length=200, description="Or: a commit, branch or tag that the work tree is compared with.")
    ] = ""
    limit: Annotated[int, Meta(ge=1, le=500, description="Tests at most.")] = 100


class ForMap(Asked, frozen=True):
    budget: Annotated[int, Meta(ge=200, le=50_000, description="Tokens the map may cost.")] = 6_000


class ForIndexing(Asked, frozen=True):
    rebuild: Annotated[bool, Meta(description="Start from nothing.")] = False
