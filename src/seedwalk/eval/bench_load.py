"""What the graph and its walk matrix cost a process that has loaded neither before, and what they cost it again.

    python -m seedwalk.eval.bench_load STORE    # milliseconds on the clock and of processors, a line for each time
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from seedwalk.eval.figures import Figure, median
from seedwalk.eval.spending import environment, spent_by

MOST_LOAD_MS = 30.0
ROUNDS = 7
_AGAIN = 2


def measure_load(store: Path) -> list[Figure]:
    """Each round is a process of its own; its first time counts, its last stands beside."""
    rounds = [_round(store) for _ in range(ROUNDS)]
    first, last = ([rows[at] for rows in rounds] for at in (0, -1))
    cpu, again = median([cpu for _, cpu in first]), median([wall for wall, _ in last])
    detail = f"{cpu:.0f} ms of processors; again {again:.0f} ms"
    return [Figure("first load of the matrix", median([wall for wall, _ in first]), "ms", MOST_LOAD_MS, detail)]


def _round(store: Path) -> list[tuple[float, float]]:
    """(clock, processors) of every time one process loads."""
    command = [sys.executable, "-m", "seedwalk.eval.bench_load", str(store)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    return [(float(wall), float(cpu)) for wall, cpu in (line.split() for line in done.stdout.splitlines())]


def main(arguments: Sequence[str]) -> None:
    from seedwalk.config import Settings
    from seedwalk.graph.matrix import walk_matrix
    from seedwalk.indexing.graphing import load
    from seedwalk.store.database import FILENAME, open_reader

    walking = Settings().walking
    connection = open_reader(Path(arguments[0]) / FILENAME)

    def once() -> None:
        walk_matrix(load(connection, walking=True, told=False), walking.weights, walking.attenuation, walking.backward)

    for _ in range(1 + _AGAIN):
        spent = spent_by(once)
        print(1000 * spent.wall, 1000 * spent.cpu)


if __name__ == "__main__":
    main(sys.argv[1:])
