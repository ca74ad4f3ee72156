"""`python -m seedwalk`."""

from seedwalk.cli.main import run

run()
