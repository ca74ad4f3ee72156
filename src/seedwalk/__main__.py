"""`python -m seedwalk`, and the console script: an interrupt while the command is being imported is told as one."""

import sys


def main() -> None:
    try:
        from seedwalk.cli.main import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("seedwalk: stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
