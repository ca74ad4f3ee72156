"""Mutation: the code is made wrong in one place at a time, and some test must notice.

    python -m tests.eval.mutation src/seedwalk/eval/metrics.py tests/eval/test_metrics.py

A mutant is one changed node of the syntax tree: a comparison, an operator, a constant, a condition, a call to `min` or
`any`, a returned value. Each is tested in a copy of the source in a process of its own. What no test notices is printed
with its line; the exit code is 1 unless all of them are in EQUIVALENT, the mutants that mean the same as the original.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 120.0

EQUIVALENT: dict[str, str] = {
    "return dict(zip(NAMES, values, strict=False))": "there are as many values as names, by construction",
}
"""The changed line of a mutant that means the same, and why it does."""

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,), ast.FloorDiv: (ast.Mult,),
}  # fmt: skip
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "sum": "len", "ceil": "floor"}


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Every wrong version of one node, its children left alone."""
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for other in _COMPARED.get(type(operator), ()):
                changed = copy.deepcopy(node)
                changed.ops[at] = other()
                yield changed
    elif isinstance(node, ast.BinOp):
        for wrong in _COMPUTED.get(type(node.op), ()):
            yield ast.BinOp(node.left, wrong(), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Name) and node.id in _CALLED:
        yield ast.Name(_CALLED[node.id], node.ctx)
    elif isinstance(node, ast.Attribute) and node.attr in _CALLED:
        yield ast.Attribute(node.value, _CALLED[node.attr], node.ctx)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield ast.Return(ast.Constant(None))


def _constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, (int, float)):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node.value, str) and node.value:
        yield ast.Constant(f"{node.value}!")


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, the statement as changed, and the whole module with it. Docstrings and annotations are no code."""
    tree = ast.parse(source)
    skipped = {id(part) for node in ast.walk(tree) for ignored in _no_code(node) for part in ast.walk(ignored)}
    places = [
        (parent, field, at)
        for parent in ast.walk(tree)
        for field, value in ast.iter_fields(parent)
        for at, child in (enumerate(value) if isinstance(value, list) else [(None, value)])
        if isinstance(child, ast.AST) and id(child) not in skipped
    ]
    for parent, field, at in places:
        held = getattr(parent, field)
        child = held[at] if at is not None else held
        for wrong in variants(child):
            _put(parent, field, at, ast.copy_location(wrong, child) if hasattr(child, "lineno") else wrong)
            yield (
                getattr(child, "lineno", 0),
                _statement(tree, child, wrong),
                ast.unparse(ast.fix_missing_locations(tree)),
            )
            _put(parent, field, at, child)


def _no_code(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return [node]
    if isinstance(node, (ast.FunctionDef, ast.arg, ast.AnnAssign)):
        annotation = getattr(node, "returns", None) or getattr(node, "annotation", None)
        return [annotation] if annotation is not None else []
    return [node] if isinstance(node, (ast.ImportFrom, ast.Import)) else []


def _put(parent: ast.AST, field: str, at: int | None, value: ast.AST) -> None:
    if at is None:
        setattr(parent, field, value)
    else:
        getattr(parent, field)[at] = value


def _statement(tree: ast.AST, child: ast.AST, wrong: ast.AST) -> str:
    """The innermost statement that now holds the wrong node, in one line."""
    around = [
        node for node in ast.walk(tree) if isinstance(node, ast.stmt) and any(part is wrong for part in ast.walk(node))
    ]
    return " ".join(ast.unparse(around[-1] if around else wrong).split())


def survivors(module: Path, tests: list[Path]) -> Iterator[tuple[int, str]]:
    """Mutants that every test passes. The original must pass them too."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "src"
        shutil.copytree(ROOT / "src", copied, ignore=shutil.ignore_patterns("__pycache__"))
        target = copied / module.resolve().relative_to(ROOT / "src")
        if not _passes(copied, tests):
            raise SystemExit("the tests fail without any mutant. Mend them first.")
        for line, told, text in mutants(module.read_text(encoding="utf-8")):
            target.write_text(text, encoding="utf-8")
            if _passes(copied, tests):
                yield line, told


def _passes(source: Path, tests: list[Path]) -> bool:
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *map(str, tests)]
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"}
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.eval.mutation", description="Which mutants do tests miss?")
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", type=Path, nargs="+")
    asked = parser.parse_args()
    total = sum(1 for _ in mutants(asked.module.read_text(encoding="utf-8")))
    missed = 0
    for line, told in survivors(asked.module, asked.tests):
        reason = EQUIVALENT.get(told)
        missed += reason is None
        print(f"{asked.module}:{line}: {told}{f'   equivalent: {reason}' if reason else ''}", flush=True)
    print(f"{total} mutants, {missed} that no test notices and that are not equivalent")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
