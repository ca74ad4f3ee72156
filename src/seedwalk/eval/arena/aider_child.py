"""Run by the interpreter that has aider: the repository map for each task it is sent, by lines of JSON.

`{"task": "..."}` answers `{"map": text, "tags": [[path, line from 0], ...]}`: the map as aider would put it before a
model for that message with no file in the chat, and its tags in the order of aider's own ranking. The map's size and
everything else is what aider decides by default for its reference model, unless `"budget"` names the tokens the map
may have; no model is called.
"""

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

MODEL = "gpt-4o"
"""Decides how the map's tokens are counted and how many there may be; its tokenizer comes with aider."""
MULTIPLIER_NO_FILES = 2
"""The default of aider's command line, which its library does not share."""
TAGS = 2_000
"""Tags sent with a map: more than the largest map shows."""


def main() -> None:
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        coder = make_coder(Path.cwd())
        latest: list[Any] = []
        remember(coder.repo_map, latest)
        rankings: dict[str, list[tuple[str, int]]] = {}
        own = coder.repo_map.max_map_tokens
        for line in sys.stdin:
            latest.clear()
            asked = json.loads(line)
            coder.cur_messages = [{"role": "user", "content": asked["task"]}]
            coder.repo_map.max_map_tokens = asked["budget"] // MULTIPLIER_NO_FILES if asked.get("budget") else own
            shown = coder.get_repo_map() or ""
            if latest or shown not in rankings:  # else aider remembered the map and ranked nothing
                rankings[shown] = [(tag.rel_fname, tag.line) for tag in latest if len(tag) > 1][:TAGS]
            print(json.dumps({"map": shown, "tags": rankings[shown]}), file=answers, flush=True)


def make_coder(root: Path) -> Any:
    from aider.coders import Coder
    from aider.io import InputOutput
    from aider.models import Model
    from aider.repo import GitRepo

    io = InputOutput(pretty=False, yes=True, fancy_input=False)
    model = Model(MODEL)
    return Coder.create(
        main_model=model, io=io, repo=GitRepo(io, [], str(root)), fnames=[], stream=False, detect_urls=False,
        map_tokens=model.get_repo_map_tokens(), map_mul_no_files=MULTIPLIER_NO_FILES,
    )  # fmt: skip


def remember(repo_map: Any, latest: list[Any]) -> None:
    """Keep what aider ranked last: its map shows the same tags, but by file name."""
    rank = repo_map.get_ranked_tags

    def ranking(*arguments: Any, **named: Any) -> Any:
        latest[:] = rank(*arguments, **named)
        return list(latest)

    repo_map.get_ranked_tags = ranking


if __name__ == "__main__":
    main()
