"""`python -m seedwalk.cli`."""

from seedwalk.cli.main import run

run()
