"""A command that is measured runs as an installed one does."""

from __future__ import annotations

import pytest

from seedwalk.eval.spending import environment


def test_a_measured_command_keeps_its_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("A_WORD", "here")
    assert "PYTHONDONTWRITEBYTECODE" not in environment()
    assert environment()["A_WORD"] == "here"
