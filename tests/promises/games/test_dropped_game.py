"""A new game in one file is found everywhere without another edit."""

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import scorer.decks
import scorer.games
from scorer.api import handle_json, odds_json, settle_json, value_json
from scorer.errors import Refusal
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.reference import render_reference


def test_a_dropped_file_is_a_game(dropped_game: str) -> None:
    assert scorer.games.games()[dropped_game].name.ja == "高札"
    assert scorer.games.game(dropped_game).resolve_options({}) == {"stake": 1, "boldness": 0}
    line = '{"game": "highcard", "seats": ["Aki", "Emi"], "hands": [["AS"], ["KD"]], "stones": [4, 4]}'
    assert handle_json(settle_json, line)["stones"] == [3, 5]


def test_a_dropped_game_keeps_every_contract(dropped_game: str) -> None:
    spec = importlib.util.spec_from_file_location("contracts", Path(__file__).with_name("test_contracts.py"))
    assert spec is not None
    assert spec.loader is not None
    contracts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(contracts)
    checks = [check for name, check in inspect.getmembers(contracts, callable) if name.startswith("test_")]
    assert len(checks) >= 10
    for check in checks:
        check(key=dropped_game)


def test_a_dropped_game_values_and_refuses_like_any_other(dropped_game: str) -> None:
    assert handle_json(value_json, '{"game": "highcard", "cards": ["AS"]}')["class"] == "card"
    assert handle_json(odds_json, '{"game": "highcard", "cards": ["AS"]}')["error"]["code"] == "no_odds"
    assert handle_json(value_json, '{"game": "highcard", "cards": ["AS"], "options": {"stake": 10}}')["error"][
        "code"
    ] == ("bad_option")


def test_a_dropped_game_has_its_cheat_sheet(dropped_game: str) -> None:
    sheet = cheat_sheet(scorer.games.game(dropped_game), {"stake": "free"}).as_json()
    assert (sheet["name"]["ja"], sheet["seats"], sheet["deck"]) == ("高札", [2, 3, 4], "western")
    assert [(line["key"], line["cards"]) for line in sheet["classes"]] == [("card", ["AS"])]
    assert [(each["value"]["en"], each["changed"]) for each in sheet["agreements"]] == [("free", True), ("0", False)]
    assert sheet["lesson"][0]["title"]["en"] == "aim"
    assert sheet["payments"] == []


def test_a_dropped_game_is_on_the_page(dropped_game: str) -> None:
    page = render_reference()
    assert "## High card 高札 (`highcard`)" in page
    assert "| `stake` | `free`, 1 to 9 | `1` |" in page
    assert "| `boldness` | 0 or more | `0` |" in page


@pytest.mark.parametrize(("package", "find"), [(scorer.decks, scorer.decks.decks), (scorer.games, scorer.games.games)])
def test_a_folder_may_hold_helpers(
    package: ModuleType, find: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "helper_of_others.py").write_text("", encoding="utf-8")
    before = set(find())
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    find.cache_clear()
    assert set(find()) == before
    sys.modules.pop(f"{package.__name__}.helper_of_others", None)
    find.cache_clear()


def test_decks_hold_what_is_promised() -> None:
    sizes = {kind: len(deck.pack()) for kind, deck in scorer.decks.decks().items()}
    assert sizes == {"hanafuda": 48, "kabufuda": 41, "daini": 42, "mekurifuda": 49, "western": 54}
    for deck in scorer.decks.decks().values():
        assert sorted(code for _, row in deck.all_groups for code in row) == sorted(deck.faces)


@pytest.mark.parametrize("key", [None, 3, [], "", "whist", "\ud800"])
def test_no_such_game(key: object) -> None:
    with pytest.raises(Refusal, match="bad_option"):
        scorer.games.game(key)
