"""`python -m seedwalk`, and the console script: an interrupt while the command is being imported is told as one."""

import os
import sys

_LEAVES_NOTHING_OPEN = "index"
"""A verb that, done, has closed and written all it had, and holds much."""


def main() -> None:
    try:
        from seedwalk.cli.main import run

        run()
    except SystemExit as left:
        if left.code == 0 and sys.argv[1:2] == [_LEAVES_NOTHING_OPEN]:
            _leave_at_once()
        raise
    except KeyboardInterrupt:
        sys.stderr.write("seedwalk: stopped\n")
        sys.exit(130)


def _leave_at_once() -> None:
    """End without taking apart what is held, which the system does sooner. What cannot be written is told by Python."""
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError, AttributeError):
        return
    os._exit(0)


def _import_nothing_from_here() -> None:
    """`-m` looks for modules in the folder it is started in first: the repository, which is to be read and never run.

    Nothing is imported for it that was not before: it would be looked for there.
    """
    found_here = __file__ == f"{sys.path[0]}{os.sep}seedwalk{os.sep}__main__.py"
    if not sys.flags.safe_path and not found_here and os.path.realpath(sys.path[0]) == os.path.realpath(os.curdir):
        del sys.path[0]


if __name__ == "__main__":
    _import_nothing_from_here()
    main()
