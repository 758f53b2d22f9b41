"""A new game is one file: dropped into the folder of games it is found everywhere, without another edit."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator
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

HIGH_CARD = '''
"""高札 takafuda: one card each, the highest takes the stakes."""

from scorer.rules.prompts import Prompt, PromptKind
from scorer.rules.settlement import build_settlement, card_line, face_of, share_out, transfers_from_net, turn_order
from scorer.rules.game import Game, HandClass, LessonParagraph, Practice
from scorer.rules.options import Option
from scorer.rules.practice import Solution, Task
from scorer.rules.results import HandValue, Reason
from scorer.rules.round_input import parse_round, require_card_codes, require_length, require_one_deck
from scorer.texts import Name, Text, Word

CARD = HandClass("card", Name("card", "札"), Text("any card", "どの札でも"), bool, example=("AS",))


def pairs(game, table, pack):
    for at in range(0, 20, 2):
        yield Task(tuple(pack[at : at + 2]), Text("Which card takes the stakes?", "賭け石を取るのはどの札ですか"))


def higher(game, table, task):
    high, low = sorted(task.cards, key=lambda code: -game.value((code,), "", {}).total)
    if face_of(high).number == face_of(low).number:
        return Solution(Name("both", "両方"), (Name("neither", "どちらでもない"),), (Text("equal", "同じ数です"),))
    name = face_of(high).name
    return Solution(name, (face_of(low).name,), (Text(f"{name.en} is higher", f"{name.ja}のほうが高い札です"),))


class HighCard(Game):
    practice = (Practice("higher", Text("The higher card", "高い札"), pairs, higher),)
    key, name, summary = "highcard", Name("High card", "高札"), Text("the highest card wins", "一番高い札の勝ち")
    decks, seats, classes = ("western",), range(2, 5), (CARD,)
    options = (
        Option("stake", Text("stake", "賭け石"), Text("stones", "石の数"), 1, ("free",), (Text("free", "なし"),), 1, 9),
        Option("boldness", Text("boldness", "度胸"), Text("nothing", "何も"), 0, minimum=0),
    )
    outcomes = (("won", Text("highest", "高い札")),)
    words = (Word(Name("high", "高"), Text("highest", "一番高い")),)
    lesson = (LessonParagraph(Text("aim", "目あて"), Text("be high", "高い札を取る")),)

    def prompts(self, table):
        return tuple(
            Prompt(f"hands.{seat}", PromptKind.CARDS, Text(name, name), seat=seat, minimum=1, maximum=1)
            for seat, name in enumerate(table.seats)
        )

    def value(self, cards, role, options):
        require_one_deck(self, self.resolve_options(options), (require_card_codes(cards, Text("cards", "札")),))
        return HandValue(0, "card", face_of(cards[0]).number, (card_line(cards[0], face_of(cards[0]).number),))

    def settle(self, round_):
        table = parse_round(self, round_)
        hands = require_length(round_.get("hands"), len(table.seats), Text("hands", "札"))
        what = Text("cards", "札")
        piles = [require_card_codes(require_length(hand, 1, what), what) for hand in hands]
        require_one_deck(self, table.options, piles)
        worth = [face_of(pile[0]).number for pile in piles]
        best = [seat for seat in turn_order(len(piles)) if worth[seat] == max(worth)]
        stake = 0 if table.options["stake"] == "free" else table.options["stake"]
        won = share_out(stake * len(piles), best)
        net = [won.get(seat, 0) - stake for seat in range(len(piles))]
        hands = tuple(HandValue(seat, "card", each) for seat, each in enumerate(worth))
        paid = transfers_from_net(net, lambda giver, taker, stones: Reason("stake", Text("stake", "賭け石")))
        first, best = best[0], tuple(best)
        return build_settlement(
            self, table, outcome="won", winners=best, net=net, transfers=paid, next_dealer=first, hands=hands
        )

    def simulate_round(self, pack, table):
        return table.build_round(self.key, {f"hands.{seat}": [pack[seat]] for seat in range(len(table.seats))})


GAME = HighCard()
'''


@pytest.fixture
def dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "highcard.py").write_text(HIGH_CARD, encoding="utf-8")
    monkeypatch.setattr(scorer.games, "__path__", [*scorer.games.__path__, str(tmp_path)])
    scorer.games.games.cache_clear()
    yield "highcard"
    sys.modules.pop("scorer.games.highcard", None)
    scorer.games.games.cache_clear()


def test_a_dropped_file_is_a_game(dropped: str) -> None:
    assert scorer.games.games()[dropped].name.ja == "高札"
    assert scorer.games.game(dropped).resolve_options({}) == {"stake": 1, "boldness": 0}
    line = '{"game": "highcard", "seats": ["Aki", "Emi"], "hands": [["AS"], ["KD"]], "stones": [4, 4]}'
    assert handle_json(settle_json, line)["stones"] == [3, 5]


def test_a_dropped_game_keeps_every_contract(dropped: str) -> None:
    spec = importlib.util.spec_from_file_location("contracts", Path(__file__).with_name("test_contracts.py"))
    assert spec is not None
    assert spec.loader is not None
    contracts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(contracts)
    checks = [check for name, check in inspect.getmembers(contracts, callable) if name.startswith("test_")]
    assert len(checks) >= 10
    for check in checks:
        check(key=dropped)


def test_a_dropped_game_values_and_refuses_like_any_other(dropped: str) -> None:
    assert handle_json(value_json, '{"game": "highcard", "cards": ["AS"]}')["class"] == "card"
    assert handle_json(odds_json, '{"game": "highcard", "cards": ["AS"]}')["error"]["code"] == "no_odds"
    assert handle_json(value_json, '{"game": "highcard", "cards": ["AS"], "options": {"stake": 10}}')["error"][
        "code"
    ] == ("bad_option")


def test_a_dropped_game_has_its_cheat_sheet(dropped: str) -> None:
    sheet = cheat_sheet(scorer.games.game(dropped), {"stake": "free"}).as_json()
    assert (sheet["name"]["ja"], sheet["seats"], sheet["deck"]) == ("高札", [2, 3, 4], "western")
    assert [(line["key"], line["cards"]) for line in sheet["classes"]] == [("card", ["AS"])]
    assert [(each["value"]["en"], each["changed"]) for each in sheet["agreements"]] == [("free", True), ("0", False)]
    assert sheet["lesson"][0]["title"]["en"] == "aim"
    assert sheet["payments"] == []


def test_a_dropped_game_is_on_the_page(dropped: str) -> None:
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
        assert sorted(code for _, row in deck.groups for code in row) == sorted(deck.faces)


@pytest.mark.parametrize("key", [None, 3, [], "", "whist", "\ud800"])
def test_no_such_game(key: object) -> None:
    with pytest.raises(Refusal, match="bad_option"):
        scorer.games.game(key)
