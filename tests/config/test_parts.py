"""Settings are imported a stage at a time: what type checkers are told lies there is what is found there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seedwalk import config


def test_what_is_told_of_each_stage_is_what_is_found_there() -> None:
    tree = ast.parse(Path(config.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    told = {
        alias.name: str(node.module).rpartition(".")[2]
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told == config._HOMES
    for name, part in told.items():
        assert getattr(config, name) is getattr(__import__(f"seedwalk.config.{part}", fromlist=[name]), name)


def test_what_no_stage_has_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Absent'"):
        _ = config.Absent
