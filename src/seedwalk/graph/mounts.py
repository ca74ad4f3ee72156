"""Which routers does a file mount, and where? `include_router(users.router, prefix="/api")`, `app.use("/x", router)`.

The file that mounts tells the whole path: the routes of the mounted router get a second, longer name from it. The
mounted file need not know under which paths its routers are mounted.
"""

from __future__ import annotations

import posixpath
import re

from msgspec import Struct

from seedwalk.facts import ArgumentForm, Literal
from seedwalk.graph.answers import Trace
from seedwalk.graph.chains import CALLED, INDEXED, steps
from seedwalk.graph.literals import receiver_of
from seedwalk.graph.names import file_key
from seedwalk.graph.resolve import Resolver
from seedwalk.graph.views import ROUTES, View
from seedwalk.languages.world import Rule
from seedwalk.languages.world.literals import argument_of, compiled, fits, subject_texts, texts_of
from seedwalk.model import Import

MAX_MOUNTS = 4
"""Routers mounted on routers on routers."""
_PASSED_ON = 3
"""Files a router's name may be handed through before it is defined."""
_PATH = re.compile(r"[\w.]+")


class Mount(Struct, frozen=True):
    """Where routes are mounted: the path before theirs, and whose they must be."""

    prefix: str = ""
    router: str = ""
    """The name their receiver must have; empty for all routes of a file."""
    replaces: bool = False
    """Whether the path stands in place of the one the router was made with (Flask)."""
    function: int = 0
    """Position of the function they must stand in, whose parameter the router is; 0 for anywhere in the file."""
    modules: str = ""
    """Ruby modules that what is around the mount names."""

    def covers(self, literal: Literal) -> bool:
        return not self.router or receiver_of(literal.text)[:1] == (self.router,)


def mounted(
    view: View, resolver: Resolver, trace: Trace, rule: Rule, literal: Literal
) -> tuple[View, Mount] | None:
    """The file whose routes a literal mounts, and how; None when that is not known."""
    if rule.file:
        return _drawn(view, resolver, trace, rule, literal)
    named = _router_named(rule, literal)
    prefix = next(iter(subject_texts(rule, literal)), "")
    if named is None or not fits(rule, prefix):
        return None
    text, quoted = named
    found = _module(view, text, trace) if quoted else _router(view, resolver, steps(text), trace, _PASSED_ON)
    if found is None:
        return None
    target = resolver.view(found[0])
    trace.add(target.key(ROUTES))
    return target, Mount(prefix, found[1], rule.replaces)


def _drawn(view: View, resolver: Resolver, trace: Trace, rule: Rule, literal: Literal) -> tuple[View, Mount] | None:
    """A file that is mounted by its path, seen from the folder that the mounting file's own path begins at."""
    name = next(iter(subject_texts(rule, literal)), "")
    folder = posixpath.dirname(rule.file)
    top, found, _ = f"/{view.path}".rpartition(f"/{folder}")
    if not name or not found:
        return None
    path = posixpath.join(top.lstrip("/"), rule.file.format(name))
    trace.add(file_key(posixpath.basename(path)))
    relative = posixpath.relpath(path, posixpath.dirname(view.path) or ".")
    targets = view.targets(Import(f"./{relative}", "", "", 0))
    if not targets or targets[0] == view.path:
        return None
    target = resolver.view(targets[0])
    trace.add(target.key(ROUTES))
    return target, Mount()


def _router_named(rule: Rule, literal: Literal) -> tuple[str, bool] | None:
    """What is mounted, as written, and whether it is a module's name in quotes."""
    argument = argument_of(literal.arguments, rule.handler)
    if argument is None or not argument.texts:
        return None
    if rule.handled:
        match = compiled(rule.handled).search(" ".join(argument.texts))
        return (match["handler"], bool(match["quote"])) if match else None
    text = next(iter(texts_of(argument, names=True)), "")
    return (text, False) if argument.form is ArgumentForm.NAME and text else None


def _module(view: View, dotted: str, trace: Trace) -> tuple[str, str] | None:
    """The file of a module given by its dotted name."""
    if not _PATH.fullmatch(dotted):
        return None
    trace.update(file_key(name) for name in dotted.split("."))
    targets = view.targets(Import(dotted, "", "", 0))
    return (targets[0], "") if targets else None


def _router(
    view: View, resolver: Resolver, ops: tuple[str, ...], trace: Trace, left: int
) -> tuple[str, str] | None:
    """File and name of the router a chain names, followed through imports; a whole file's when it names a module."""
    names = [op for op in ops if op not in (CALLED, INDEXED)]
    if not names or not left:
        return None
    trace.add(view.key(names[0]))
    for imported in view.dotted.get(names[0], ()):
        size = imported.module.count(".") + 1
        targets = view.targets(imported) if ".".join(names[:size]) == imported.module else ()
        if targets:
            return targets[0], next(iter(names[size:]), "")
    for imported in view.by_local.get(names[0], ()):
        targets = view.targets(imported)
        if targets:
            return _imported(resolver, imported, targets[0], targets[-1], names, trace, left)
    return view.path, names[0]


def _imported(
    resolver: Resolver, imported: Import, first: str, last: str, names: list[str], trace: Trace, left: int
) -> tuple[str, str] | None:
    """The router that an import brings: a module's, one of its names, or its own value."""
    stem = last.rpartition("/")[2].partition(".")[0]
    if not imported.name or imported.name in ("*", stem):
        return last, next(iter(names[1:]), "")
    target = resolver.view(first)
    trace.add(target.key(imported.name))
    if imported.name in target.by_local and imported.name not in target.names:
        return _router(target, resolver, (imported.name, *names[1:]), trace, left - 1)
    known = target.bound(0, imported.name) and imported.name != target.naming.module_value
    return first, imported.name if known and imported.name != "default" else ""
