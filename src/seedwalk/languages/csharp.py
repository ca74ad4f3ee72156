"""C#: namespaces hold types of any file, partial types span files, properties that run code count as methods."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from seedwalk.languages.csharp_branches import first_branches
from seedwalk.languages.csharp_calls import parameters, shape, value_type
from seedwalk.languages.csharp_types import BECOMING
from seedwalk.languages.spec import Dialect, LanguageSpec, Modules, Naming, Project, names
from seedwalk.model import Import, Kind

_STATIC = "static"
"""What a `using` of all that a type holds is known by: else it names a namespace."""
_GLOBAL = re.compile(
    r"global\s+using\s+(?:(?P<static>static)\s+)?(?:(?P<alias>@?\w+)\s*=\s*)?(?P<name>(?:global::)?[\w.]+)\s*;"
)
_USING = re.compile(r"<Using\s([^<>]*)>")
_SAID = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
_PROJECT = ".csproj"
_BESIDE = frozenset({"Properties"})
"""Folders of a project's own settings: what they hold is said of the folder above."""


class CSharpModules(Modules):
    """Namespaces to files: a `using` names every file that declares its namespace.

    A name that is no namespace is a type in the longest namespace it begins with: the file named like the type first,
    then the others of that namespace, for a file may hold any type. A name may also be written from a namespace around
    the file that uses it. Nested blocks `namespace A { namespace B {` count as `A`, `B` and `A.B`, since a file's list
    of namespaces does not show the nesting.

    A `global using` stands in that list too, and holds for every file of its project; a project file may write usings
    of the same reach.
    """

    def __init__(self, project: Project) -> None:
        self._files: dict[str, list[str]] = {}
        self._types: dict[tuple[str, str], list[str]] = {}
        self._namespaces: dict[str, tuple[str, ...]] = {}
        self._visible: dict[tuple[str, ...], Sequence[str]] = {}
        self._global: dict[str, list[Import]] = {}
        self._shared: dict[str, Sequence[Import]] = {}
        projects = {posixpath.dirname(path) for path in project.manifests if path.endswith(_PROJECT)}
        for path, text in project.manifests.items():
            if used := list(_used(text)):
                self._global.setdefault(posixpath.dirname(path), []).extend(used)
        for path, declared in project.namespaces.items():
            stem = path.rpartition("/")[2].partition(".")[0]  # `Store.Reading.cs` holds a part of `Store`
            said = [match for name in declared if (match := _GLOBAL.match(name)) is not None]
            if said:
                self._global.setdefault(_project(path, projects), []).extend(map(_imported, said))
                declared = [name for name in declared if not _GLOBAL.match(name)]
            names = (*_with_nested([name for name in declared if name]), *([] if all(declared) and declared else [""]))
            self._namespaces[path] = names
            for name in names:
                self._files.setdefault(name, []).append(path)
                self._types.setdefault((name, stem), []).append(path)

    def targets(self, importer: str, imported: Import) -> Sequence[str]:
        parts = [part.partition("<")[0].strip() for part in imported.module.removeprefix("global::").split(".")]
        if imported.name and imported.name != "*":
            parts.append(imported.name)
        written = ".".join(parts)
        if not written:
            return ()
        around = self._around(importer)
        for outer in ("", *around):
            if (files := self._files.get(f"{outer}.{written}" if outer else written)) is not None:
                return files
        if imported.name == "*" and imported.alias != _STATIC:
            return ()  # `using System.Text` is no type, though the repository adds something to `System`
        each = (self._holding(outer, parts) for outer in ("", *around))
        return next((held for held in each if held), ())

    def _holding(self, outer: str, parts: Sequence[str]) -> Sequence[str]:
        """Files of the longest namespace that a path to a type begins with, written from a namespace around."""
        for length in range(len(parts) - 1, 0, -1):
            name = ".".join((outer, *parts[:length]) if outer else parts[:length])
            files = self._files.get(name)
            if files is not None and name:
                named = self._types.get((name, parts[length]), [])
                chosen = frozenset(named)
                return [*named, *(path for path in files if path not in chosen)]
        return ()

    def _around(self, importer: str) -> Sequence[str]:
        """The namespaces around what a file declares, innermost first; not the global one."""
        names = self._namespaces.get(importer, ())
        return tuple(dict.fromkeys(outer for name in names for outer in _outwards(name) if outer))

    def visible(self, importer: str) -> Sequence[str]:
        """Files of the importer's namespaces, itself included, then of those around them; shared by equal importers."""
        names = self._namespaces.get(importer, ("",))
        found = self._visible.get(names)
        if found is None:
            around = dict.fromkeys(outer for name in names for outer in _outwards(name))
            order = dict.fromkeys(path for name in around for path in self._files.get(name, ()))
            found = self._visible[names] = tuple(order)
        return found

    def shared(self, importer: str) -> Sequence[Import]:
        """The global usings of the importer's folder and those above, nearest first."""
        if not self._global:
            return ()
        folder = posixpath.dirname(importer)
        found = self._shared.get(folder)
        if found is None:
            each = (imported for above in _folders(folder) for imported in self._global.get(above, ()))
            found = self._shared[folder] = tuple(dict.fromkeys(each))
        return found


def _folders(folder: str) -> list[str]:
    """A folder and those above it."""
    around = [folder]
    while around[-1]:
        around.append(posixpath.dirname(around[-1]))
    return around


def _project(path: str, projects: set[str]) -> str:
    """The folder a file's global usings hold for: its project's, else its own."""
    folder = posixpath.dirname(path)
    for above in _folders(folder):
        if above in projects:
            return above
    return posixpath.dirname(folder) if posixpath.basename(folder) in _BESIDE else folder


def _used(text: str) -> Iterator[Import]:
    """The usings a project file writes: `<Using Include="Acme.Tools" Static="true" />`."""
    for written in _USING.findall(text):
        said = dict(_SAID.findall(written))
        if name := said.get("Include", "").strip():
            module, _, last = name.rpartition(".")
            alias, static = said.get("Alias", ""), _STATIC if said.get("Static", "").lower() == "true" else ""
            if alias:
                yield Import(module, last, alias, 0) if module else Import(name, "", alias, 0)
            else:
                yield Import(name, "*", static, 0)


def _imported(said: re.Match[str]) -> Import:
    """The import a global using is: all that a namespace or type holds, or one name by its alias."""
    if not said["alias"]:
        return Import(said["name"], "*", said["static"] or "", 0)
    module, _, name = said["name"].rpartition(".")
    return Import(module, name, said["alias"], 0) if module else Import(name, "", said["alias"], 0)


def _with_nested(declared: Sequence[str]) -> tuple[str, ...]:
    """Each namespace once, and each one inside the one before it, in case it is nested there."""
    names = dict.fromkeys(declared)
    outer = ""
    for name in tuple(names):
        outer = f"{outer}.{name}" if outer else name
        names[outer] = None
    return tuple(names)


def _outwards(namespace: str) -> list[str]:
    """`A.B.C`, `A.B`, `A`, and the global namespace."""
    found = []
    while namespace:
        found.append(namespace)
        namespace = namespace.rpartition(".")[0]
    return [*found, ""]


def name_of(text: str) -> str:
    """The bare name: `IStore<T>` is `IStore`, `@class` is `class`, the operator `+` is `operator+`."""
    bare = text.partition("<")[0].strip().lstrip("@") if text[:1] != "<" else text
    if bare.replace(".", "_").replace("::", "_").isidentifier() and bare not in ("true", "false"):
        return bare
    return f"operator{text.strip()}"


_KEYWORDS = (
    "abstract add and as async await base bool break byte case catch char checked class const continue decimal "
    "default delegate do double dynamic else enum event explicit extern false file finally fixed float for "
    "foreach from get global goto if implicit in init int interface internal into is let lock long nameof "
    "namespace new nint not null object operator or out override params partial private protected public "
    "readonly record ref remove required return sbyte sealed select set short sizeof stackalloc static string "
    "struct switch this throw true try typeof uint ulong unchecked unsafe ushort using value var virtual void "
    "volatile when where while with yield"
)

_EVERYDAY = names("""
Add Remove Get Set Contains ToString Equals GetHashCode Dispose Select Where First Any All Count ToList ToArray
Invoke Format Write Read WriteLine Close Open Start Stop Run Execute Clear Insert Append Build Create Parse TryParse
Split Trim Replace Join Concat Max Min Sum GetType Clone CompareTo MoveNext Copy Log Name Value
AddRange RemoveAll RemoveAt IndexOf Exists Find FindAll ForEach TryGetValue TryAdd GetOrAdd AddOrUpdate ContainsKey
ToDictionary ToLookup ToHashSet AsEnumerable AsQueryable SelectMany GroupBy OrderBy OrderByDescending ThenBy OfType Cast
Distinct Union Except Intersect Reverse Zip Aggregate Average Skip Take SequenceEqual FirstOrDefault SingleOrDefault
LastOrDefault Single Last ElementAt AsTask ConfigureAwait GetAwaiter GetResult ContinueWith WaitAsync MakeGenericType
GetMethod GetMethods GetProperty GetProperties GetField GetFields GetParameters GetCustomAttributes IsAssignableFrom
StartsWith EndsWith Substring ToLower ToUpper PadLeft PadRight AppendLine AsSpan CopyTo Flush WriteAsync ReadAsync
""")
"""Methods of the language's own types."""

_SEQUENCES = names("""
Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Distinct Reverse ToList ToArray
ToHashSet AsEnumerable AsQueryable Concat Union Except Intersect Append Prepend AsReadOnly Values FindAll
""")
"""What LINQ and the collections do with a sequence that gives one of the same."""


SPEC = LanguageSpec(
    name="csharp",
    title="C#",
    dialects=(Dialect((".cs",), ("tree_sitter_c_sharp", "language"), ("csharp.scm",)),),
    member_kinds={Kind.FUNCTION: Kind.METHOD},
    legible=first_branches,
    name_of=name_of,
    modules=CSharpModules,
    imports_packages=True,
    whole_packages=True,
    naming=Naming(
        instance=frozenset({"this"}),
        parent=frozenset({"base"}),
        field_marks=("this.",),
        implicit=True,
        decorator_ending="Attribute",
        property_signature=r"^(?!.*(?:\)\s*;?$|\)\s*where\b|=>\s*$))",
        private_signature=r"^(?:\[[^\]]*\]\s*|\w+\s+)*?private\s(?!protected\b)",
        wrappers=names("Task ValueTask Lazy Nullable IOptions IOptionsMonitor Func"),
        passing=names("ConfigureAwait Result Value GetAwaiter GetResult"),
        elements=names("First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt Dequeue Pop"),
        sequences=_SEQUENCES,
        functions={"Action": 0, "Func": 1, "Predicate": 0, "Converter": 1, "Expression": -1},
        own_types=names(
            "bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong "
            "ushort"
        ),
        paths_import=True,
        scattered=True,
        extensions=True,
        arities=True,
        everyday=_EVERYDAY,
    ),
    argument_shape=shape,
    value_type=value_type,
    parameters=parameters,
    becoming=BECOMING,
    manifests=frozenset({"*.csproj", "Directory.Build.props", "Directory.Build.targets"}),
    noise=frozenset(_KEYWORDS.split()),
)
