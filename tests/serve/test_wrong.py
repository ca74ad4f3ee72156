"""Wrong arguments of a tool are refused with the value, the rule and the remedy."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from seedwalk.serve.schema import schema
from seedwalk.serve.tools import preset
from seedwalk.serve.wrong import wrong

TOOLS = preset("all")


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("context_for_files", {"files": ["a.py"]}, "context_for_files takes no 'files'. It takes: paths, budget."),
        ("context_for_task", {}, "context_for_task needs 'task'. It takes: task, budget, explain."),
        ("repository_status", {"all": True}, "repository_status takes no 'all'. It takes: nothing."),
        (
            "context_for_task", {"task": "x", "budget": -1},
            "context_for_task cannot take -1 as 'budget'. Expected a whole number of at least 200.",
        ),
        (
            "context_for_task", {"task": "x", "budget": "many"},
            "context_for_task cannot take \"many\" as 'budget'. Expected a whole number, got text.",
        ),
        (
            "context_for_task", {"task": ""},
            "context_for_task cannot take \"\" as 'task'. Expected text of length at least 1.",
        ),
        (
            "context_for_files", {"paths": []},
            "context_for_files cannot take [] as 'paths'. Expected a list of length at least 1.",
        ),
        (
            "references", {"symbol": "x", "role": "fans"},
            "references cannot take \"fans\" as 'role'. Choose from: "
            "all, blast_radius, callees, callers, implementors, tests.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_names_value_rule_and_remedy(name: str, given: dict[str, Any], told: str) -> None:
    tool = TOOLS[name]
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(given, tool.takes)
    assert wrong(name, tool.takes, given, refused.value) == told


def test_the_kinds_that_may_be_searched_for_are_listed_and_long_values_cut() -> None:
    tool = TOOLS["search_symbols"]
    given = {"query": "x", "kinds": ["z" * 500]}
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(given, tool.takes)
    told = wrong(tool.name, tool.takes, given, refused.value)
    assert "z" * 100 not in told
    assert "class, constant, constructor" in told


def test_what_a_model_is_told_of_a_tool_speaks_of_its_use_alone() -> None:
    told = " ".join(str(schema(tool.takes)) for tool in TOOLS.values())
    assert "database" not in told
    assert "'class', 'constant'" in told
