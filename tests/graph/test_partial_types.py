"""Parts of one type in several files (C#): what one part extends, all parts do."""

from __future__ import annotations

from pathlib import Path

import seedwalk
from tests.index.mixed import write
from tests.trees import made

FILES = {
    "Base.cs": "namespace N {\n public abstract partial class Base {\n  internal void Near() {}\n }\n}\n",
    "Base.Far.cs": "namespace N {\n public abstract partial class Base {\n  internal void Far() {}\n }\n}\n",
    "Sub.Far.cs": "namespace N {\n public partial class Sub {\n  void M() { Near(); Far(); K(); }\n }\n}\n",
    "Sub.cs": "namespace N {\n public partial class Sub : Base {\n  void K() {}\n }\n}\n",
    "Use.cs": "namespace N {\n class Use {\n  void Run(Sub sub) { sub.Far(); }\n }\n}\n",
}


def calls(repository: seedwalk.Repository, name: str) -> set[str]:
    names = {symbol.id: symbol.qualified_name for symbol in repository.symbols("*")}
    source = repository.symbol(name).id
    return {names[edge.target] for edge in repository.edges() if edge.kind == "calls" and edge.source == source}


def test_a_part_without_a_base_has_that_of_the_other_parts(tmp_path: Path) -> None:
    repository = made(tmp_path, FILES)
    assert calls(repository, "Sub.M") == {"Base.Near", "Base.Far", "Sub.K"}
    assert calls(repository, "Use.Run") == {"Base.Far"}


def test_a_base_that_another_part_gets_or_loses_counts_at_once(tmp_path: Path) -> None:
    repository = made(tmp_path, {**FILES, "Sub.cs": FILES["Sub.cs"].replace(" : Base", "")})
    assert calls(repository, "Sub.M") == {"Sub.K"}
    write(tmp_path, "Sub.cs", FILES["Sub.cs"])
    repository.index()
    assert calls(repository, "Sub.M") == {"Base.Near", "Base.Far", "Sub.K"}
    (tmp_path / "Sub.cs").unlink()
    repository.index()
    assert calls(repository, "Sub.M") == set()


def inherited(repository: seedwalk.Repository, path: str) -> set[str]:
    at = {symbol.id: symbol for symbol in repository.symbols("*")}
    edges = [edge for edge in repository.edges() if edge.kind == "inherits" and at[edge.source].path == path]
    return {at[edge.target].qualified_name for edge in edges}


def test_a_part_does_not_inherit_what_another_part_defines(tmp_path: Path) -> None:
    repository = made(tmp_path, FILES)
    assert inherited(repository, "Sub.cs") == inherited(repository, "Sub.Far.cs") == {"Base.Near", "Base.Far"}
    write(tmp_path, "Sub.Far.cs", FILES["Sub.Far.cs"].replace("void M()", "void Near() {}\n  void M()"))
    repository.index()
    assert inherited(repository, "Sub.cs") == inherited(repository, "Sub.Far.cs") == {"Base.Far"}
    (tmp_path / "Sub.Far.cs").unlink()
    repository.index()
    assert inherited(repository, "Sub.cs") == {"Base.Near", "Base.Far"}
    (tmp_path / "Base.Far.cs").unlink()
    repository.index()
    assert inherited(repository, "Sub.cs") == {"Base.Near"}


def test_a_type_of_that_name_in_another_namespace_is_no_part(tmp_path: Path) -> None:
    other = "namespace M {\n public class Sub : N.Base {\n  void K() {}\n }\n}\n"
    assert calls(made(tmp_path, {**FILES, "Sub.cs": other}), "Sub.M") == set()
