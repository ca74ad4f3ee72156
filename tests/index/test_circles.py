"""What extends or imports itself, directly or in a ring, ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from seedwalk.languages import NAMES
from tests.index.mixed import write
from tests.index.nasty import indexed

CIRCLES: dict[str, dict[str, str]] = {
    "python": {
        "a.py": "from b import *\nfrom b import B\n\n\nclass A(A):\n    pass\n\n\nclass C(B):\n    pass\n",
        "b.py": "from a import *\nfrom a import B\nimport b\n",
    },
    "javascript": {
        "a.js": 'export * from "./b"\nexport { X } from "./b"\nimport "./a"\nclass A extends A {}\n',
        "b.js": 'export * from "./a"\nexport { X } from "./a"\n',
    },
    "typescript": {
        "a.ts": 'export * from "./b"\nexport { X } from "./b"\ninterface A extends A {}\nclass D extends X {}\n',
        "b.ts": 'export * from "./a"\nexport { X } from "./a"\n',
    },
    "ruby": {"a.rb": "require_relative 'b'\nclass A < A\nend\n", "b.rb": "require_relative 'a'\nclass B < C\nend\n"},
    "java": {
        "p/A.java": "package p;\nclass A extends A {}\n",
        "p/B.java": "package p;\nimport p.*;\nclass B extends A.B {}\n",
    },
    "csharp": {"A.cs": "using N;\nnamespace N;\nclass A : A, B {}\nclass B : A {}\n"},
    "go": {"go.mod": "module m\n", "a.go": 'package m\n\nimport "m"\n\ntype A struct {\n\tA\n\t*m.A\n}\n'},
    "rust": {
        "Cargo.toml": '[package]\nname = "m"\n',
        "src/lib.rs": "mod a;\nuse crate::a::*;\npub use a::X;\ntrait T: T {}\nimpl X for X {}\n",
        "src/a.rs": "mod a;\npub use super::*;\npub use crate::X;\n",
    },
}


@pytest.mark.parametrize("language", NAMES)
def test_what_extends_or_imports_itself_ends(place: Path, language: str) -> None:
    for path, text in CIRCLES[language].items():
        write(place / "tree", path, text)
    repository = indexed(place)
    assert not repository.skipped()
    ends = [(row["source"], row["target"]) for row in repository.dump() if row.get("edge") in ("extends", "implements")]
    assert all(source != target for source, target in ends)


def test_a_long_ring_of_imports_and_bases_ends(place: Path) -> None:
    count = 150
    for number in range(count):
        after = (number + 1) % count
        imports = f"from m{after} import *\nfrom m{after} import Missing\n"
        write(place / "tree", f"m{number}.py", f"{imports}\n\nclass C{number}(Missing, C{after}):\n    pass\n")
    repository = indexed(place)
    extends = [row for row in repository.dump() if row.get("edge") == "extends"]
    assert len(extends) == count
