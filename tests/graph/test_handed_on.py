"""An object that hands on functions under names (JavaScript): who calls a function through it calls the function."""

from __future__ import annotations

from pathlib import Path

import pytest

import seedwalk
from tests.index.mixed import write

DEFINED = "function parse() {}\nconst load = () => 1\nfunction other() {}\n"


def callees(root: Path, exported: str, importing: str, used: str) -> set[str]:
    """What a function calls that uses a module which exports so."""
    write(root, "lib/tools.js", DEFINED + exported)
    write(root, "app.js", f"{importing}\nexport function use() {{ {used} }}\n")
    repository = seedwalk.open(root)
    repository.index()
    names = {symbol.id: symbol.qualified_name for symbol in repository.symbols("*")}
    source = repository.symbol("app.js:use").id
    return {names[edge.target] for edge in repository.edges() if edge.kind == "calls" and edge.source == source}


@pytest.mark.parametrize(
    ("exported", "importing"),
    [
        ("export default { parse, read: load }\n", "import tools from './lib/tools.js'"),
        ("const tools = { parse, read: load }\nexport default tools\n", "import tools from './lib/tools.js'"),
        ("export const tools = { parse, read: load }\n", "import { tools } from './lib/tools.js'"),
        ("const kit = { parse, read: load }\nexport { kit as box }\n", "import { box as tools } from './lib/tools.js'"),
    ],
)
@pytest.mark.parametrize(
    ("used", "wanted"), [("tools.parse()", {"parse"}), ("tools.read()", {"load"}), ("tools.other()", set())]
)
def test_functions_are_called_by_the_names_an_object_gives_them(
    tmp_path: Path, exported: str, importing: str, used: str, wanted: set[str]
) -> None:
    assert callees(tmp_path, exported, importing, used) == wanted


@pytest.mark.parametrize(
    ("exported", "importing"),
    [
        ("module.exports = { parse, read: load, run() {} }\n", "const tools = require('./lib/tools')"),
        ("module.exports = { parse, read: load }\n", "import tools from './lib/tools.js'"),
        ("module.exports = { parse, read: load }\n", "import * as tools from './lib/tools.js'"),
        ("const kit = { parse, read: load }\nmodule.exports = kit\n", "const tools = require('./lib/tools')"),
        ("exports.parse = parse\nmodule.exports.read = load\n", "const tools = require('./lib/tools')"),
    ],
)
@pytest.mark.parametrize(
    ("used", "wanted"), [("tools.parse()", {"parse"}), ("tools.read()", {"load"}), ("tools.missing()", set())]
)
def test_a_module_that_is_an_object_gives_functions_under_its_names(
    tmp_path: Path, exported: str, importing: str, used: str, wanted: set[str]
) -> None:
    assert callees(tmp_path, exported, importing, used) == wanted


def test_a_name_that_is_given_to_another_function_means_that_one(tmp_path: Path) -> None:
    importing, used = "import tools from './lib/tools.js'", "tools.read()"
    assert callees(tmp_path, "export default { read: load }\n", importing, used) == {"load"}
    assert callees(tmp_path, "export default { read: other }\n", importing, used) == {"other"}


def test_names_in_the_object_are_no_variables(tmp_path: Path) -> None:
    exported = "export default { parse: other, run() { parse() } }\n"
    assert callees(tmp_path, exported, "import tools from './lib/tools.js'", "tools.run()") == {"default.run"}
    repository = seedwalk.open(tmp_path)
    names = {symbol.id: symbol.qualified_name for symbol in repository.symbols("*")}
    called = [edge for edge in repository.edges() if edge.kind == "calls" and names[edge.source] == "default.run"]
    assert [names[edge.target] for edge in called] == ["parse"]


@pytest.mark.parametrize(
    ("exported", "wanted"),
    [
        ("module.exports = { read: load }\n", {"load"}),
        ("module.exports = { read: parse, parse: load }\n", {"parse"}),
        ("exports.read = other\n", {"other"}),
        ("class Kit { read() {} }\nmodule.exports = new Kit()\n", {"Kit.read"}),
        ("class Kit { read() {} }\nfunction make() { return new Kit() }\nmodule.exports = make\n", set()),
    ],
)
def test_what_a_module_gives_is_taken_out_of_it_by_its_name_there(
    tmp_path: Path, exported: str, wanted: set[str]
) -> None:
    assert callees(tmp_path, exported, "const { read } = require('./lib/tools')", "read()") == wanted


def test_modules_are_handed_on_by_others(tmp_path: Path) -> None:
    write(tmp_path, "lib/index.js", "module.exports = { kit: require('./tools'), ...require('./spare') }\n")
    write(tmp_path, "lib/spare.js", "function mend() {}\nmodule.exports = { fix: mend }\n")
    used, importing = "lib.kit.read(); lib.fix()", "const lib = require('./lib')"
    assert callees(tmp_path, "module.exports = { read: load }\n", importing, used) == {"load", "mend"}


def test_modules_that_hand_on_each_other_come_to_an_end(tmp_path: Path) -> None:
    write(tmp_path, "lib/other.js", "const { read } = require('./tools')\nmodule.exports = { load: read }\n")
    exported = "const { load: taken } = require('./other')\nmodule.exports = { read: taken }\n"
    assert callees(tmp_path, exported, "const { read } = require('./lib/tools')", "read()") == set()


def test_a_module_that_becomes_an_object_of_functions_is_looked_into_at_once(tmp_path: Path) -> None:
    importing, used = "import tools from './lib/tools.js'", "tools.read()"
    assert callees(tmp_path, "", importing, used) == set()
    assert callees(tmp_path, "module.exports = { read: load }\n", importing, used) == {"load"}
    assert callees(tmp_path, "const kit = { read: other }\nmodule.exports = kit\n", importing, used) == {"other"}
