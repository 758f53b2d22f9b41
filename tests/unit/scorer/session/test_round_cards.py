"""The cards of a settled round, by seat, and which of them counted."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorer.decks import decks
from scorer.games import game, games
from scorer.session.round_cards import ShownCards, cards_of_seat, round_cards
from scorer.session.samples import sample_session
from scorer.texts import Text


def cards_of_round(key: str, **fields: Any) -> tuple[ShownCards, ...]:
    """Cards of a round, settled by the rules of its game."""
    round_ = {"game": key, "options": {}, **fields}
    return round_cards(game(key), round_, game(key).settle(round_).as_json())


def test_only_the_cards_of_the_yaku_count_in_a_pile() -> None:
    piles = [["h03-1", "h09-1", "h05-3"], ["h01-3", "h01-4"]]
    first, second = cards_of_round("koikoi", seats=["Aki", "Ben"], month=1, ended_by="shobu", caller=0, piles=piles)
    assert (first.seat, first.cards, first.counted) == (0, ("h03-1", "h09-1", "h05-3"), (True, True, False))
    assert not any(second.counted)


def test_each_line_of_a_yaku_has_its_cards() -> None:
    viewing = ["h03-1", "h09-1", "h08-1", "h05-3"]
    first, _ = cards_of_round(
        "koikoi", seats=["Aki", "Ben"], month=1, ended_by="shobu", caller=0, piles=[viewing, ["h01-3"]]
    )
    assert first.yaku == {"hanami": ("h03-1", "h09-1"), "tsukimi": ("h09-1", "h08-1")}
    assert first.as_json()["yaku"]["hanami"] == ["h03-1", "h09-1"]
    rules = games()["kujuroku"]
    assert rules.yaku_cards("shi", ["4S", "4C", "5H"], {"options": {"config": "A"}}) == {"4S", "4C"}
    assert rules.yaku_cards("points", ["4S"], {}) == frozenset()


def test_three_of_four_cards_count_and_the_table_comes_first() -> None:
    hands = [["h02-1", "h09-1"], ["h01-1", "h04-1"]]
    table, first, second = cards_of_round(
        "tokotoko", seats=["Aki", "Emi"], hands=hands, field=["h01-2", "h10-1"], stake=5
    )
    assert (table.seat, table.cards) == (None, ("h01-2", "h10-1"))
    assert [first.seat, second.seat] == [0, 1]
    # 1 + 4 + 1 = 6 beats every three with the maple.
    assert second.counted == (True, True)


@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_shows_the_cards_of_its_rounds(key: str) -> None:
    rules = games()[key]
    table = sample_session(rules).table()
    pack = rules.pack(decks()[rules.decks[0]], table.options)
    round_ = rules.simulate_round(random.Random(3).sample(pack, len(pack)), table)
    parts = round_cards(rules, round_, rules.settle(round_).as_json())
    assert parts
    assert all(len(part.cards) == len(part.counted) for part in parts)
    assert {code for part in parts for code in part.cards} <= set(pack)
    assert all(set(part.as_json()) - {"yaku"} == {"seat", "label", "cards", "counted"} for part in parts)


def test_equal_cards_of_a_hand_are_two_cards() -> None:
    shown = cards_of_round(
        "otoroku", seats=["Aki", "Ben"], hands=[["k07", "k07"], ["k03", "k02"]], dealer=1, method="duel"
    )
    assert [code for code, _ in cards_of_seat(shown, 0)] == ["k07", "k07"]


def test_a_card_that_was_dealt_and_captured_is_one_card_and_counts_where_any_answer_says_so() -> None:
    dealt = ShownCards(0, Text("Hand", "手"), ("h01-1", "h02-1", "k07"), (False, True, False))
    pile = ShownCards(0, Text("Pile", "取り札"), ("h01-1", "h03-1", "k07", "k07"), (True, False, False, True))
    other = ShownCards(1, Text("Pile", "取り札"), ("h04-1",), (True,))
    cards = (("h01-1", True), ("h02-1", True), ("k07", False), ("h03-1", False), ("k07", True))
    assert cards_of_seat((dealt, pile, other), 0) == cards
