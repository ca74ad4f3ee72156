"""The door for people: `seedwalk VERB`. One file per verb; each parses, calls the API and prints.

Answers go to stdout, everything else to stderr. Exit codes: 0 success, 1 failure, 2 a wrong argument.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from io import TextIOWrapper
from typing import Annotated

from seedwalk import __version__
from seedwalk.cli.front import ABOUT, PANELS
from seedwalk.cli.late import as_typer, typer
from seedwalk.cli.quick import arguments
from seedwalk.cli.shared import INTERRUPTED, STOPPED, say, to_nowhere, while_read
from seedwalk.errors import SeedwalkError, exhausted

DEBUG = "SEEDWALK_DEBUG"
"""Set, by `--debug` or by hand, failures show where they come from."""

_ALONE = ("OPENBLAS_NUM_THREADS", "1")
"""numpy's linear algebra starts a thread per core when it is imported, and nothing here gives them work."""
_NEW_OBJECTS = 50_000
"""Between two looks for circles of objects nobody refers to: imports make many objects and no such circles."""

_REFUSED = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EBADF)
"""What a system says of a file that takes nothing more. Without a name, the file is stdout."""

_STREAMS = (0, 1, 2)

_PLAIN = {
    "Input should be a valid integer, unable to parse string as an integer": "it should be a whole number",
    "Input should be greater than or equal to": "it should be at least",
    "Input should be less than or equal to": "it should be at most",
}
"""What the validators that typer asks say, and what people say."""

_NOTHING_SAID = "NoArgsIsHelpError"
"""The refusal of a line without a verb: its message is the help."""

GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "eval": (
        "Whether seedwalk is better than yesterday, and than the others.",
        ("verify", "replay", "compare", "ablate", "arena", "plot"),
    ),
    "bench": (
        "The public repositories that measurements are made on.\n\nseedwalk bench fetch\n"
        "seedwalk bench fetch flask --mirror path/to/mirrors",
        ("fetch",),
    ),
}
"""Verbs that have verbs of their own below them, in a folder; `run` there is the group's own command, if it has one."""
VERBS = tuple(verb for verbs in PANELS.values() for verb in verbs if verb not in GROUPS)


def commands() -> dict[str, Callable[..., None]]:
    """Every command by what a user writes for it: `index`, `eval`, `eval verify`."""
    found = {verb: import_module(f"seedwalk.cli.{verb}").command for verb in VERBS}
    for group, (_, verbs) in GROUPS.items():
        if _has_own(group):
            found[group] = import_module(f"seedwalk.cli.{group}.run").command
        found |= {f"{group} {verb}": import_module(f"seedwalk.cli.{group}.{verb}").command for verb in verbs}
    return found


def _has_own(group: str) -> bool:
    return find_spec(f"seedwalk.cli.{group}.run") is not None


def _while_read(command: Callable[..., None]) -> Callable[..., None]:
    """A verb that ends, and ends well, once nobody reads its answer any more."""

    @wraps(command)
    def call(*arguments: object, **options: object) -> None:
        with while_read():
            command(*arguments, **options)
            sys.stdout.flush()

    return call


def _open_streams() -> None:
    """A stream that was closed by who called leads nowhere; else the next file opened would take its place."""
    for number in _STREAMS:
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - until the end


def _in_utf8() -> None:
    """Answers are UTF-8 in every locale, the same bytes each time; what UTF-8 cannot say is escaped as in JSON."""
    if sys.stdout is None:  # closed by who called
        raise SeedwalkError("the answer cannot be written (stdout is closed). Send it elsewhere.")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _grouped(group: str, told: str, verbs: tuple[str, ...]) -> typer.Typer:
    """`seedwalk GROUP VERB`, and `seedwalk GROUP` alone where the group has a command of its own."""
    own = import_module(f"seedwalk.cli.{group}.run").command if _has_own(group) else None
    below = typer.Typer(help=cleandoc(own.__doc__ or "") if own else told, no_args_is_help=own is None)
    for verb in verbs:
        below.command(name=verb)(as_typer(_while_read(import_module(f"seedwalk.cli.{group}.{verb}").command)))
    if own is not None:
        below.callback(invoke_without_command=True)(as_typer(_while_read(own)))
    return below


def _main(
    version: Annotated[bool, typer.Option("--version", help="Print version and commit, and leave.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a failure.")] = False,
) -> None:
    if debug:
        os.environ[DEBUG] = "1"
    if version:
        from seedwalk.cli.shared import commit

        made_from = commit()
        typer.echo(f"seedwalk {__version__}{f' ({made_from})' if made_from else ''}")
        raise typer.Exit


def _app(first: str) -> typer.Typer:
    """The commands there are; when the first word names one, that one alone: the others take longer than it may."""
    from seedwalk.cli.group import Front

    app = typer.Typer(
        name="seedwalk",
        cls=Front,
        help=ABOUT,
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(as_typer(_main))
    alone = first in VERBS
    for verb in (first,) if alone else VERBS:
        app.command(name=verb)(as_typer(_while_read(import_module(f"seedwalk.cli.{verb}").command)))
    for group, (told, verbs) in GROUPS.items() if not alone else ():
        app.add_typer(_grouped(group, told, verbs), name=group)
    return app


def _trace() -> None:
    """The traceback, for who asked for it."""
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exc()


def _refusals() -> tuple[type[Exception], ...]:
    """What all refusals of a line are; some releases of typer bring click along under another name."""
    return (typer.BadParameter.__mro__[2],) if "typer" in sys.modules else ()


def _aborts() -> tuple[type[BaseException], ...]:
    """An interrupt, by itself or as typer tells it."""
    return (KeyboardInterrupt, typer.Abort) if "typer" in sys.modules else (KeyboardInterrupt,)


def _leaving() -> tuple[type[Exception], ...]:
    """What a verb raises to leave early: nothing, where it did not import typer."""
    return (typer.Exit,) if "typer" in sys.modules else ()


def _sentence(error: Exception) -> str:
    """What is wrong with a line, and where to look: `no such option: --fly. See: seedwalk index --help`."""
    context = getattr(error, "ctx", None)
    verb = context.command_path if context is not None else "seedwalk"
    said = error.format_message() if hasattr(error, "format_message") else str(error)
    if type(error).__name__ == _NOTHING_SAID:
        return said.rstrip("\n")  # the page itself
    told = _plainly(" ".join(said.split()).rstrip("."), _written(error))
    return f"seedwalk: {told[:1].lower()}{told[1:]}{'' if told.endswith('?') else '.'} See: {verb} --help"


def _written(error: Exception) -> str | None:
    """The value that was written for the option a refusal is about; None where it is about something else."""
    names = getattr(getattr(error, "param", None), "opts", ())
    for word, following in zip(sys.argv, [*sys.argv[1:], None], strict=True):
        name, equals, value = word.partition("=")
        if name in names and name.startswith("-"):
            return value if equals else following
    return None


def _plainly(told: str, written: str | None) -> str:
    """A refusal of a value, with the value, in words that are no validator's."""
    for stiff, plain in _PLAIN.items():
        told = told.replace(stiff, plain)
    refused = "nvalid value for "
    return told.replace(refused, f"nvalid value '{written}' for ", 1) if written else told


def _quick(verb: str, written: Sequence[str]) -> None:
    """Run a verb whose line is plain, without what typer needs to look at it, and leave; return where it is not."""
    command = import_module(f"seedwalk.cli.{verb}").command
    given = arguments(command, written)
    if given is None:
        return
    try:
        _while_read(command)(**given)
    except _leaving() as left:
        sys.exit(getattr(left, "exit_code", 1))
    gc.freeze()  # what is left goes with the process: looking through it for circles takes a tenth of an answer
    sys.exit(0)


def run() -> None:
    """The console script: every failure is one sentence on stderr and an exit code."""
    first, *others = sys.argv[1:] or [""]
    os.environ.setdefault(*_ALONE)
    gc.set_threshold(_NEW_OBJECTS)
    try:
        _open_streams()
        _in_utf8()
        if first in VERBS:
            _quick(first, others)
        with while_read():
            left = _app(first)(standalone_mode=False)
            sys.stdout.flush()
        if left == INTERRUPTED:  # typer makes an exit code of an interrupt, and says nothing
            say(STOPPED)
        sys.exit(left)
    except _refusals() as error:  # a line that typer cannot take: told as every other failure is
        _trace()
        say(_sentence(error))
        sys.exit(getattr(error, "exit_code", 1))
    except _aborts():
        say(STOPPED)
        sys.exit(INTERRUPTED)
    except SeedwalkError as error:
        _trace()
        say(f"seedwalk: {error}")
        sys.exit(error.exit_code)
    except Exception as error:
        _trace()
        if isinstance(error, OSError) and error.filename is None and error.errno in _REFUSED:
            to_nowhere(sys.stdout)
            say(f"seedwalk: the answer cannot be written ({error.strerror}). Send it elsewhere.")
            sys.exit(1)
        told = f"{type(error).__name__}: {' '.join(str(error).split())}"
        say(f"seedwalk: {exhausted(error) or f'this is a bug ({told}). See where with: seedwalk --debug ...'}")
        sys.exit(1)


if __name__ == "__main__":
    run()
