"""typer, when it is needed: importing it takes a tenth of the time a whole answer may take.

    from seedwalk.cli.late import typer

gives what `import typer` gives, except that an option or an argument is a `Mark`: what was written of it, of which
`as_typer` makes typer's own when typer is to read a line. Everything else imports typer when it is looked up.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

_ONLY_TOLD = {"help", "metavar", "show_default"}
"""What the help page says of an option. The rest would be a rule that its value has to keep."""


class Mark:
    """What a verb says of one of its words (an argument) or of an option."""

    __slots__ = ("names", "rules", "sort")

    def __init__(self, sort: str, names: tuple[str, ...], rules: dict[str, Any]) -> None:
        self.sort, self.names, self.rules = sort, names, rules

    @property
    def plain(self) -> bool:
        """Whether it has nothing but its names and its help."""
        return self.rules.keys() <= _ONLY_TOLD

    def as_typer(self, kind: Any) -> Any:
        """As typer writes it, for a value of some kind."""
        rules = self.rules | ({"parser": _path} if _is_path(kind) else {})
        return getattr(import_module("typer"), self.sort)(*self.names, **rules)


class _Late:
    """Stands for the module."""

    @staticmethod
    def Option(*names: str, **rules: Any) -> Mark:  # noqa: N802
        return Mark("Option", names, rules)

    @staticmethod
    def Argument(**rules: Any) -> Mark:  # noqa: N802
        return Mark("Argument", (), rules)

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module("typer"), name)


if TYPE_CHECKING:
    import typer as typer
else:
    typer = _Late()


def as_typer(command: Callable[..., None]) -> Callable[..., None]:
    """A command that typer can read: the same, its marks turned into typer's options and arguments."""
    hints = {name: _as_typer(hint) for name, hint in get_type_hints(command, include_extras=True).items()}
    signature = inspect.signature(command)
    parameters = [one.replace(annotation=hints.get(name, one.annotation)) for name, one in signature.parameters.items()]

    def call(*arguments: object, **options: object) -> None:
        command(*arguments, **options)

    call.__name__, call.__doc__, call.__annotations__ = command.__name__, command.__doc__, hints
    call.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return call


def _is_path(kind: Any) -> bool:
    """Whether a path, several, or one or none."""
    return kind is Path or any(map(_is_path, get_args(kind)))


def _path(written: str) -> Path:
    """A path as it was written. An empty one, as of a variable that is not set, would mean this folder: refused."""
    if not written:
        raise typer.BadParameter("the path is empty. Give one: . is this folder")
    return Path(written)


def _as_typer(hint: Any) -> Any:
    if get_origin(hint) is not Annotated:
        return hint
    kind, *told = get_args(hint)
    made = [one.as_typer(kind) if isinstance(one, Mark) else one for one in told]
    return Annotated[(kind, *made)]
