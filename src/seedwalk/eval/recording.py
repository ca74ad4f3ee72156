"""A picture of the command at work, drawn from what it really printed.

`python -m seedwalk.eval.recording CHECKOUT` asks seedwalk about a checkout of Flask at the tag below, draws what came
back as `docs/pictures/context.svg`, and prints it, for the README shows the same text.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from html import escape
from pathlib import Path

from seedwalk.errors import UsageError
from seedwalk.sources import git

TAG = "3.1.0"
"""Of Flask, which is asked: https://github.com/pallets/flask"""
COMMIT = "ab8149664182b662453a563161aa89013c806dc9"
ASKED = ("context", "sign the session cookie with a rotated secret key", "--budget", "700")
_COLUMNS, _ROWS, _SIZE = 100, 48, 13
"""Characters of a line, lines of a screen, and pixels of the type; what is longer is cut, as a terminal would."""
_WIDE, _HIGH, _EDGE = 0.602, 1.38, 18
"""Width and height of a character in sizes of the type, and pixels around the text."""
_INKS = {"$": "#7ee787", "#": "#79c0ff", ">": "#d2a8ff", "`": "#6e7681", "-": "#e3b341"}
"""The ink of a line by how it begins; the others are plain."""
_PLAIN, _PAPER, _BAR = "#e6edf3", "#0d1117", "#161b22"


def command() -> str:
    """What a user would type."""
    return shlex.join(["seedwalk", *ASKED]).replace("'", '"')


def answered(checkout: Path, store: Path | None = None) -> str:
    """What seedwalk prints for it."""
    if git.head(checkout) != COMMIT:
        raise UsageError(f"'{checkout}' is not Flask at {TAG}. Check out that tag of https://github.com/pallets/flask")
    where = ["--repo", str(checkout), *(["--store", str(store)] if store else []), "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "seedwalk", *ASKED, *where], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stdout


def picture(text: str) -> str:
    """Lines of a terminal as SVG: no script, no font to fetch, the text selectable."""
    lines = [line[:_COLUMNS] for line in [f"$ {command()}", "", *text.rstrip("\n").split("\n")][:_ROWS]]
    step = _SIZE * _HIGH
    width, height = _COLUMNS * _SIZE * _WIDE + 2 * _EDGE, (len(lines) + 1) * step + 2 * _EDGE
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{escape(command())}">',
        f'<rect width="100%" height="100%" rx="8" fill="{_PAPER}"/>',
        f'<rect width="100%" height="{_EDGE + 6}" rx="8" fill="{_BAR}"/>',
        f'<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="{_SIZE}" '
        'xml:space="preserve">',
    ]
    for number, line in enumerate(lines):
        ink = _INKS.get(line[:1], _PLAIN)
        drawn.append(f'<text x="{_EDGE}" y="{2 * _EDGE + 8 + number * step:.0f}" fill="{ink}">{escape(line)}</text>')
    return "\n".join([*drawn, "</g>", "</svg>"]) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seedwalk.eval.recording", description="Draw the command at work.")
    parser.add_argument("checkout", type=Path, help=f"Flask at {TAG}")
    parser.add_argument("--store", type=Path, default=None, help="keep its index there")
    parser.add_argument("--into", type=Path, default=Path("docs/pictures/context.svg"))
    asked = parser.parse_args(arguments)
    text = answered(asked.checkout, asked.store)
    asked.into.parent.mkdir(parents=True, exist_ok=True)
    asked.into.write_text(picture(text), encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
