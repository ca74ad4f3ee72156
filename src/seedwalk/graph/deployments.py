"""What is deployed by what: the source files a build, a service or a job names, by how exactly it names them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from seedwalk.config import Declared
from seedwalk.graph.edges import row
from seedwalk.graph.tree import WHOLE, Module, Tree
from seedwalk.graph.workplace import Found, Workplace
from seedwalk.model import EdgeKind, Provenance, Saying

_SURE = Declared()
_BUILT = re.compile(r"(?:^|(?<=/))(?:dist|build|out|lib)/")
_SOURCES = ("src/", "")
_SOURCE_ENDINGS = (".ts", ".tsx", ".mts", ".js", ".mjs")
_BUILT_ENDING = re.compile(r"\.[cm]?js$")
_SOURCE_FOLDER = "src"
_TOP = "."

Sure = tuple[Module, float]


def deployments(place: Workplace) -> Found:
    """From the module of each file that is named to what names it; the surest of several ways counts."""
    place.trace.add(WHOLE)
    best: dict[tuple[int, int], tuple[float, int]] = {}
    for said in place.view.facts.said:
        target = place.view.identity(said.scope)
        for module, sure in _MEANT[said.how](place.tree, said.text.split("\t")):
            known = best.get((module.identity, target), (0.0, 0))
            best[module.identity, target] = max(known, (sure, -said.line))
    found = Found()
    for (source, target), (sure, line) in best.items():
        found.rows.add(row(source, target, EdgeKind.DEPLOYED_BY, Provenance.DECLARED, -line, sure))
    return found


def _place(tree: Tree, paths: list[str], sure: float = _SURE.folder) -> Iterator[Sure]:
    """The first path that is there: a file, or a folder's files without its tests, unless they are too many.

    The whole repository is no place: `COPY . .` at its top takes along what is never deployed.
    """
    for path in paths:
        if path in tree.modules:
            yield tree.modules[path], _SURE.file
            return
        below = tree.below(path) if path != _TOP else ()
        if below or path == _TOP:
            files = [module for module in below if not module.tested]
            if len(files) <= _SURE.files_below:
                yield from ((module, sure) for module in files)
            return


def _worked_in(tree: Tree, paths: list[str]) -> Iterator[Sure]:
    return _place(tree, paths, _SURE.worked_in)


def _script(tree: Tree, paths: list[str]) -> Iterator[Sure]:
    """The first path that is a file; else the one source that a built file's path points back to."""
    for path in paths:
        if path in tree.modules:
            yield tree.modules[path], _SURE.file
            return
    for path in paths:
        if _BUILT.search(path) and _BUILT_ENDING.search(path):
            stem = _BUILT_ENDING.sub("", path)
            tried = {_BUILT.sub(source, stem, count=1) + ending for source in _SOURCES for ending in _SOURCE_ENDINGS}
            sources = sorted(tried & tree.modules.keys())
            if len(sources) == 1:
                yield tree.modules[sources[0]], _SURE.built
                return


def _package(tree: Tree, paths: list[str]) -> Iterator[Sure]:
    for path in paths:
        files = [module for module in tree.within("" if path == _TOP else path) if not module.tested]
        if files:
            yield from ((module, _SURE.package) for module in files[: _SURE.files_below])
            return


def _launch(tree: Tree, names: list[str]) -> Iterator[Sure]:
    """The file of a dotted module below one of its folders, below `src`, or the only one that ends so."""
    stems = [_stem(name) for name in names]
    for stem in (*stems, *(f"{_SOURCE_FOLDER}/{stem}" for stem in stems)):
        found = tree.imported(stem, anywhere=False)
        if found:
            yield found[0], _SURE.file
            return
    for name in names:
        dotted = name.rpartition("/")[2]
        found = tree.imported(dotted.replace(".", "/"), anywhere=True) if "." in dotted else []
        if len(found) == 1:
            yield found[0], _SURE.tail
            return


def _stem(name: str) -> str:
    folder, slash, dotted = name.rpartition("/")
    return folder + slash + dotted.replace(".", "/")


_MEANT: Mapping[Saying, Callable[[Tree, list[str]], Iterator[Sure]]] = {
    Saying.PLACE: _place,
    Saying.WORKED_IN: _worked_in,
    Saying.SCRIPT: _script,
    Saying.PACKAGE: _package,
    Saying.LAUNCH: _launch,
}
