"""The mutator: what it changes, and that a weak test is caught by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.eval import mutation


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("x = a < b", ["x = a <= b", "x = a > b"]),
        ("x = a + b", ["x = a - b"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x = a"]),
        ("x = a if b else c", ["x = a", "x = c"]),
        ("x = 2", ["x = 3", "x = 1"]),
        ("x = 'a'", ["x = 'a!'"]),
        ("x = min(a)", ["x = max(a)"]),
        ("x = math.ceil(a)", ["x = math.floor(a)"]),
        ("def f():\n    return a", ["return None"]),
        ('"""Doc."""\nfrom a import b\nx: int\ndef f(a: int) -> str: pass', []),
    ],
)
def test_each_node_is_made_wrong_in_its_ways_and_nothing_else_is(source: str, changed: list[str]) -> None:
    found = list(mutation.mutants(source))
    assert [told for _, told, _ in found] == changed
    assert len({text for _, _, text in found}) == len(changed)


def test_mutants_leave_the_original_as_it_was() -> None:
    source = (mutation.ROOT / "src/seedwalk/eval/metrics.py").read_text(encoding="utf-8")
    first = [text for _, _, text in mutation.mutants(source)]
    assert first == [text for _, _, text in mutation.mutants(source)]
    assert len(first) > 100


def test_what_no_test_notices_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = Path("src/seedwalk/eval/tokens.py")

    def passes(source: Path, tests: list[Path]) -> bool:
        """As a test that only asks what four bytes cost."""
        found: dict[str, object] = {}
        exec((source.parent / module).read_text(encoding="utf-8"), found)
        try:
            return bool(found["count"]("abcd") == 1)  # type: ignore[operator]
        except Exception:
            return False

    monkeypatch.setattr(mutation, "_passes", passes)
    told = [told for _, told in mutation.survivors(mutation.ROOT / module, [])]
    assert "BYTES_PER_TOKEN = 5" in told
    assert "BYTES_PER_TOKEN = 3" not in told
    monkeypatch.setattr(mutation, "_passes", lambda *_: False)
    with pytest.raises(SystemExit, match="fail without any mutant"):
        list(mutation.survivors(mutation.ROOT / module, []))
