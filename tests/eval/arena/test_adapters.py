"""Each adapter against a stand-in that repeats what its peer printed for the tiny repository."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from seedwalk.errors import UsageError
from seedwalk.eval import tokens
from seedwalk.eval.arena import pins
from seedwalk.eval.arena.commands import PeerFailed
from seedwalk.eval.arena.peers import PEERS
from seedwalk.eval.arena.system import Answer, System
from tests.eval.arena import fake_peer
from tests.eval.arena.tiny import TASK, git, make_tiny

SAMPLES = Path(__file__).parent / "samples"
LIMIT, SHORT = 20, 2
BLANK = " \n\0 "

Setup = Callable[[str, dict[str, Any]], System]


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def content(text: str) -> dict[str, Any]:
    """An answer of a server that speaks MCP."""
    return {"jsonrpc": "2.0", "result": {"content": [{"type": "text", "text": text}]}}


NODES = """
CREATE TABLE files (file_hash BLOB PRIMARY KEY, path TEXT NOT NULL);
CREATE TABLE nodes (file_hash BLOB, qualified_name TEXT, kind TEXT, line INTEGER);
INSERT INTO files VALUES ('1', 'shop/basket.py'), ('2', './shop/discount.py');
INSERT INTO nodes VALUES
  ('1', 'repo://./shop/basket.py.Basket', 'type', 6),
  ('1', 'repo://./shop/basket.py.Basket.total_price', 'method', 21),
  ('1', 'repo://./shop/basket.py.Basket.articles', 'field', 0),
  ('2', 'repo://shop/discount.doc:repo://shop/discount.Voucher.redeem', 'doc_comment', 13),
  ('2', 'repo://./shop/discount.py.Voucher.code', 'field', 0),
  ('2', 'repo://./shop/discount.py.ANY /voucher', 'route_handler', 17);
"""
READY = {"initialize": {"jsonrpc": "2.0", "result": {}}}

BEHAVIOUR: dict[str, dict[str, Any]] = {
    "ripgrep": {"runs": {"--only-matching": {"out": sample("ripgrep.txt")}}},
    "bm25": {"talk": {"documents": {"indexed": 13}, "task": {"ranked": [10, 11, 6]}}},
    "aider": {"talk": {"task": json.loads(sample("aider.json"))}},
    "aider-map": {"talk": {"task": json.loads(sample("aider.json"))}},
    "codegraph": {"runs": {"init": {"out": "Indexed 4 files"}, "context": {"out": sample("codegraph-context.md")}}},
    "codegraph-explore": {"runs": {"init": {}, "explore": {"out": sample("codegraph-explore.md")}}},
    "knowing": {"runs": {"index": {"sql": NODES}, "context": {"out": sample("knowing.json")}}},
    "knowing-no-enrich": {"runs": {"index": {"sql": NODES}, "context": {"out": sample("knowing.json")}}},
    "ckb": {
        "runs": {"init": {}, "index": {"err": "the indexer is not found", "code": 1}},
        "talk": READY | {
            "searchSymbols": content(sample("ckb-nothing.json")), "batchSearch": content(sample("ckb-batch.json")),
        },
    },
    "mnemosyne": {
        "runs": {
            "init": {"files": {".mnemosyne/config.toml": '[general]\nsupported_extensions = [".py"]\n'}},
            "ingest": {"out": "Files indexed: 4"},
            "query": {"out": sample("mnemosyne.json")},
        }
    },
}  # fmt: skip

BASKET, DISCOUNT, CART = "shop/basket.py", "shop/discount.py", "web/cart.js"

EXPECTED: dict[str, list[tuple[str, str]]] = {
    "ripgrep": [
        (BASKET, "Basket.total_price"), (CART, "updateTotal"), (DISCOUNT, "Voucher"), (DISCOUNT, "discount_for"),
        (DISCOUNT, "Voucher.redeem"), (BASKET, "empty_basket"), (BASKET, "Basket.add_article"),
        (CART, "CartView.render"), (BASKET, "Basket"),
    ],
    "bm25": [(DISCOUNT, "Voucher"), (DISCOUNT, "Voucher.redeem"), (BASKET, "Basket.total_price")],
    "aider": [
        (DISCOUNT, "Voucher.redeem"), (DISCOUNT, "Voucher"), (DISCOUNT, "discount_for"), (BASKET, "Basket.total_price"),
        (BASKET, "empty_basket"), (BASKET, "Basket.add_article"), (BASKET, "Basket.__init__"), (BASKET, "Basket"),
        (CART, "updateTotal"), (CART, "CartView.render"), (CART, "CartView"),
    ],
    "aider-map": [
        (BASKET, "Basket"), (BASKET, "Basket.__init__"), (BASKET, "Basket.add_article"), (BASKET, "Basket.total_price"),
        (BASKET, "empty_basket"), (DISCOUNT, "discount_for"), (DISCOUNT, "Voucher"), (DISCOUNT, "Voucher.redeem"),
        (CART, "CartView"), (CART, "CartView.render"), (CART, "updateTotal"),
    ],
    "codegraph": [
        (BASKET, "Basket.total_price"), (DISCOUNT, "Voucher"), (DISCOUNT, "discount_for"), (BASKET, "Basket"),
        (DISCOUNT, "Voucher.redeem"), (DISCOUNT, "RATES"),
    ],
    "codegraph-explore": [
        (DISCOUNT, "discount_for"), (BASKET, "Basket.total_price"), (BASKET, "Basket"), (BASKET, "empty_basket"),
        (BASKET, "Basket.__init__"), (BASKET, "Basket.add_article"), (DISCOUNT, "Voucher"),
        (DISCOUNT, "Voucher.redeem"), (DISCOUNT, "RATES"), (CART, "updateTotal"), (CART, "CartView.render"),
    ],
    "knowing": [(BASKET, "Basket"), (BASKET, "Basket.total_price"), (BASKET, "Basket.articles")],
    "knowing-no-enrich": [(BASKET, "Basket"), (BASKET, "Basket.total_price"), (BASKET, "Basket.articles")],
    "ckb": [
        (BASKET, "Basket.total_price"), (BASKET, "Basket"), (DISCOUNT, "Voucher"), (DISCOUNT, "discount_for"),
        (CART, "updateTotal"), (BASKET, "empty_basket"),
    ],
    "mnemosyne": [
        (DISCOUNT, "Voucher"), (DISCOUNT, "Voucher.redeem"), (BASKET, "Basket"), (BASKET, "Basket.__init__"),
        (BASKET, "Basket.add_article"), (BASKET, "Basket.total_price"), (BASKET, "empty_basket"),
        (DISCOUNT, "discount_for"),
    ],
}  # fmt: skip

by_peer = pytest.mark.parametrize("name", PEERS)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all: peers work in copies, which a test below holds them to."""
    return make_tiny(tmp_path_factory.mktemp("tiny") / "shop-repository")


@pytest.fixture
def standing_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    """A peer whose program is the stand-in."""
    monkeypatch.setenv(pins.VARIABLE, str(tmp_path / "peers"))
    return stand_in


def stand_in(name: str, behaviour: dict[str, Any]) -> System:
    system = PEERS[name]()
    fake_peer.install(program_of(system), behaviour)
    return system


class Session(NamedTuple):
    """What a peer that was prepared once answered, and how its program was called for it."""

    whole: Answer
    short: Answer
    blank: Answer
    calls: list[dict[str, Any]]


@pytest.fixture(scope="module")
def session_of(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Session]:
    """The session with a peer, held when it is first asked for."""

    @cache
    def held(name: str) -> Session:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(pins.VARIABLE, str(tmp_path_factory.mktemp("peers")))
            system = stand_in(name, BEHAVIOUR[name])
            try:
                system.prepare(tiny)
                whole, short = system.answer(TASK, LIMIT), system.answer(TASK, SHORT)
                blank = system.answer(BLANK, LIMIT)
            finally:
                system.close()
            return Session(whole, short, blank, fake_peer.calls(program_of(system)))

    return held


def program_of(system: System) -> Path:
    pin = system.pin  # type: ignore[attr-defined]
    folder = pins.programs_of(pin)
    assert folder is not None
    return folder / pins.PINS[pin].program


def asked(system: System, repository: Path, task: str = TASK, limit: int = LIMIT) -> Answer:
    try:
        system.prepare(repository)
        return system.answer(task, limit)
    finally:
        system.close()


def named(answer: Answer) -> list[tuple[str, str]]:
    return [(place.path, place.name) for place in answer.ranking]


@by_peer
def test_what_a_peer_printed_becomes_definitions_in_the_order_shown(
    name: str, session_of: Callable[[str], Session]
) -> None:
    answer = session_of(name).whole
    assert named(answer) == EXPECTED[name]
    assert answer.tokens == tokens.count(answer.text) > 0
    assert all(place.start_line > 0 for place in answer.ranking)


@by_peer
def test_a_ranking_is_cut_where_it_was_asked_to_be(name: str, session_of: Callable[[str], Session]) -> None:
    assert named(session_of(name).short) == EXPECTED[name][:SHORT]


@by_peer
def test_a_blank_task_is_answered_with_nothing(name: str, session_of: Callable[[str], Session]) -> None:
    assert session_of(name).blank == Answer(())


@by_peer
def test_a_peer_works_in_a_copy_with_a_home_of_its_own_and_reports_nothing(
    name: str, tiny: Path, session_of: Callable[[str], Session]
) -> None:
    calls = session_of(name).calls
    assert calls
    for call in calls:
        assert Path(call["folder"]) != tiny.resolve()
        assert call["variables"]["HOME"] != str(Path.home())
        assert call["variables"]["DO_NOT_TRACK"] == "1"
        assert call["variables"]["CODEGRAPH_TELEMETRY"] == "0"
        assert call["variables"]["HTTPS_PROXY"] == "http://127.0.0.1:9"
        assert not Path(call["folder"]).exists()
    assert git(tiny, "status", "--short", "--ignored") == ""


BROKEN: dict[str, dict[str, Any]] = {
    "ripgrep": {"runs": {"--only-matching": {"err": "no such option", "code": 2}}},
    "bm25": {"talk": {"documents": {"indexed": 13}}, "runs": {"-I": {"err": "No module named bm25s", "code": 1}}},
    "aider": {"runs": {"-I": {"err": "No module named aider", "code": 1}}},
    "aider-map": {"runs": {"-I": {"err": "No module named aider", "code": 1}}},
    "codegraph": {"runs": {"init": {}, "context": {"err": "not initialised", "code": 1}}},
    "codegraph-explore": {"runs": {"init": {"err": "out of memory", "code": 134}}},
    "knowing": {"runs": {"index": {"sql": NODES}, "context": {"out": "no symbols"}}},
    "knowing-no-enrich": {"runs": {"index": {"err": "database is locked", "code": 1}}},
    "ckb": {"runs": {"init": {}, "index": {}}, "talk": READY | {"searchSymbols": {"error": {"message": "no store"}}}},
    "mnemosyne": {**BEHAVIOUR["mnemosyne"], "runs": {**BEHAVIOUR["mnemosyne"]["runs"], "query": {"out": "{}"}}},
}


@by_peer
def test_a_peer_that_fails_says_so_and_leaves_nothing_behind(name: str, tiny: Path, standing_in: Setup) -> None:
    system = standing_in(name, BROKEN[name])
    with pytest.raises(PeerFailed):
        asked(system, tiny)
    assert not Path(fake_peer.calls(program_of(system))[0]["folder"]).exists()


@by_peer
def test_a_peer_that_is_not_installed_names_the_command_that_installs_it(
    name: str, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(pins.VARIABLE, str(tmp_path / "empty"))
    monkeypatch.setattr(pins, "found", lambda _: None)
    with pytest.raises(PeerFailed, match=r"python -m seedwalk\.eval\.arena\.install --into DIR"):
        asked(PEERS[name](), tiny)


@pytest.mark.parametrize(("name", "flags"), [("knowing", []), ("knowing-no-enrich", ["-no-enrich"])])
def test_knowing_is_indexed_with_and_without_enrichment(
    name: str, flags: list[str], tiny: Path, standing_in: Setup
) -> None:
    system = standing_in(name, BEHAVIOUR[name])
    asked(system, tiny)
    index, context = (call["arguments"] for call in fake_peer.calls(program_of(system)))
    assert index[: 1 + len(flags)] == ["index", *flags]
    assert index[1 + len(flags)] == "-db"
    assert context[-4:] == ["-format", "json", "-task", TASK]


@pytest.mark.parametrize(("most", "flags"), [(3, []), (2, ["-skip-blame"])])
def test_knowing_is_spared_the_authors_of_more_files_than_it_could_look_up_in_time(
    most: int, flags: list[str], tiny: Path, standing_in: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seedwalk.eval.arena.knowing._BLAMED_FILES", most)
    system = standing_in("knowing-no-enrich", BEHAVIOUR["knowing-no-enrich"])
    asked(system, tiny)
    index = fake_peer.calls(program_of(system))[0]["arguments"]
    assert index[: index.index("-db")] == ["index", "-no-enrich", *flags]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("repo://shop/discount.doc:repo://shop/discount.Voucher.redeem", (DISCOUNT, "Voucher.redeem")),
        ("repo://./shop/discount.py.Voucher.code", (DISCOUNT, "Voucher.code")),
        ("repo://./shop/discount.py.ANY /voucher", (DISCOUNT, "Voucher.redeem")),
        ("repo://fmt.Sprintf", ("", "fmt.Sprintf")),
        ("repo://lib/shop.Shop::Order.pay", ("", "lib/shop.Shop.Order.pay")),
    ],
)
def test_a_name_of_knowing_is_placed_by_its_own_database(
    name: str, place: tuple[str, str], tiny: Path, standing_in: Setup
) -> None:
    told = json.dumps({"symbols": [{"qualified_name": name, "kind": "x", "score": 1}]})
    system = standing_in("knowing", {"runs": {"index": {"sql": NODES}, "context": {"out": told}}})
    assert named(asked(system, tiny)) == [place]


@pytest.mark.parametrize(
    ("hits", "places"),
    [
        ([{"name": "Basket#total_price().", "startLine": 0, "score": 9}], ["Basket.total_price"]),
        ([{"name": "Basket#add_article().(amount)", "startLine": 0, "score": 9}], ["Basket.add_article"]),
        ([{"name": "nowhere", "startLine": 0, "score": 9}], []),
        (
            [
                {"name": "Basket#add_article().(amount)", "startLine": 0, "score": 50},
                {"name": "Basket#add_article().", "startLine": 0, "score": 60},
                {"name": "Basket#total_price().", "startLine": 21, "score": 70},
            ],
            ["Basket.total_price", "Basket.add_article"],
        ),
    ],
)
def test_a_hit_of_ckb_is_placed_by_line_or_name_and_a_parameter_is_its_function(
    hits: list[dict[str, Any]], places: list[str], tiny: Path, standing_in: Setup
) -> None:
    symbols = [
        {"name": hit["name"], "score": hit["score"], "location": {"fileId": BASKET, "startLine": hit["startLine"]}}
        for hit in hits
    ]
    told = content(json.dumps({"data": {"symbols": symbols}}))
    again = content(json.dumps({"data": {"results": []}}))
    talk = READY | {"searchSymbols": told, "batchSearch": again}
    system = standing_in("ckb", {"runs": {"init": {}, "index": {}}, "talk": talk})
    assert [place.name for place in asked(system, tiny).ranking] == places


@pytest.mark.parametrize("name", ["bm25", "aider", "aider-map", "ckb"])
def test_a_task_that_kills_a_peer_costs_that_task_alone(name: str, tiny: Path, standing_in: Setup) -> None:
    system = standing_in(name, BEHAVIOUR[name])
    system.prepare(tiny)
    with pytest.raises(PeerFailed, match="crashed"):
        system.answer(fake_peer.CRASH, LIMIT)
    answer = system.answer(TASK, LIMIT)
    system.close()
    assert named(answer) == EXPECTED[name]


def test_a_peer_asked_before_it_was_prepared_says_so() -> None:
    for name, make in PEERS.items():
        with pytest.raises(UsageError, match=f"'{name}' was asked before it was prepared"):
            make().answer(TASK, LIMIT)


def test_ckb_is_told_the_language_most_files_are_written_in(tiny: Path, standing_in: Setup) -> None:
    system = standing_in("ckb", BEHAVIOUR["ckb"])
    asked(system, tiny)
    assert fake_peer.calls(program_of(system))[1]["arguments"] == ["index", "--lang", "python"]


def test_codegraph_repeating_the_task_is_no_answer(tiny: Path, standing_in: Setup) -> None:
    task = "look here:\n- shop/basket.py: Basket:6"
    told = f"## Code Context\n\n**Query:** {task}\n\n- **Voucher** (class) - shop/discount.py:11\n"
    system = standing_in("codegraph", {"runs": {"init": {}, "context": {"out": told}}})
    assert named(asked(system, tiny, task)) == [(DISCOUNT, "Voucher")]


def test_mnemosyne_reads_the_languages_it_has_chunkers_for(tiny: Path, standing_in: Setup) -> None:
    system = standing_in("mnemosyne", BEHAVIOUR["mnemosyne"])
    system.prepare(tiny)
    folder = Path(fake_peer.calls(program_of(system))[0]["folder"])
    config = (folder / ".mnemosyne" / "config.toml").read_text()
    system.close()
    assert config == (
        '[general]\nsupported_extensions = [".go", ".rs", ".cs", ".java", ".kt", ".rb", ".py"]\n'
    )


def test_bm25_over_a_tree_without_symbols_finds_nothing(tmp_path: Path, standing_in: Setup) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "README.md").write_text("nothing to index\n")
    assert asked(standing_in("bm25", BEHAVIOUR["bm25"]), empty) == Answer(())


def test_a_second_repository_starts_afresh(tiny: Path, tmp_path: Path, standing_in: Setup) -> None:
    other = make_tiny(tmp_path / "other")
    (other / "shop" / "discount.py").write_text("class Voucher: pass\n")
    system = standing_in("codegraph", BEHAVIOUR["codegraph"])
    system.prepare(tiny)
    system.prepare(other)
    answer = system.answer(TASK, LIMIT)
    system.close()
    assert (DISCOUNT, "Voucher.redeem") not in named(answer)
    assert (BASKET, "Basket.total_price") in named(answer)
