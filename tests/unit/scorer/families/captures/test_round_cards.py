"""Order of refusals: unknown, foreign, twice, whichever list it is."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS
from scorer.families.captures.round_cards import check_cards, list_in, require_player, require_size
from scorer.games import game
from scorer.texts import Text

HANAFUDA_GAME = game("hana-awase")
"""Any game that is played with whole packs of hanafuda."""


def refusal_of(*packs: list[tuple[int | None, Any]]) -> tuple[str, int | None, tuple[str, ...]]:
    with pytest.raises(Refusal) as caught:
        check_cards(HANAFUDA_GAME, HANAFUDA_GAME.resolve_options({}), packs)
    return caught.value.code, caught.value.seat, caught.value.cards


def test_the_whole_pack_is_in_order_and_may_be_dealt_again_elsewhere() -> None:
    check_cards(HANAFUDA_GAME, {}, [[(0, list(CARDS)), (None, None)], [(None, list(CARDS[:8]))]])


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ([(0, ["h01-1"]), (1, ["h01-1"])], ("duplicate_card", 1, ("h01-1",))),
        ([(0, ["h01-1", "h01-1", "k01"])], ("wrong_deck", 0, ("k01",))),
        ([(0, ["h01-1", "h01-1", "AS"]), (1, ["h02-1", "h03-1", "x"])], ("unknown_card", 1, ("x",))),
        ([(0, ["h01-1", "h02-1"]), (None, ["h04-1", "h01-1"])], ("duplicate_card", None, ("h01-1",))),
        ([(0, [["h01-1"]])], ("unknown_card", 0, ("[…]",))),
        ([(0, [None])], ("unknown_card", 0, ("null",))),
        ([(0, ["h01-1"]), (1, "h01-2")], ("bad_round", 1, ())),
        ([(0, 7)], ("bad_round", 0, ())),
    ],
)
def test_the_order_of_refusals(lists: list[tuple[int | None, Any]], expected: tuple[Any, ...]) -> None:
    assert refusal_of(lists) == expected


def test_a_foreign_card_anywhere_comes_before_a_double_one() -> None:
    assert refusal_of([(0, ["h01-1", "h01-1"])], [(None, ["h02-1", "joker"])])[0] == "wrong_deck"


def test_a_whole_foreign_pack() -> None:
    assert refusal_of([(0, ["AS", "KS"])])[0] == "wrong_deck"


def test_sizes_and_seats() -> None:
    label = Text("opening field", "はじめの場札")
    require_size(CARDS[:8], 8, label)
    for size, code in ((7, "too_few_cards"), (9, "too_many_cards")):
        with pytest.raises(Refusal) as caught:
            require_size(CARDS[:size], 8, label)
        assert caught.value.code == code
    assert require_player(1, 2, label) == 1
    for value in (2, -1, None, "0", True):
        with pytest.raises(Refusal) as caught:
            require_player(value, 2, label)
        assert caught.value.code == "impossible"


def test_lists_that_are_left_out_are_empty() -> None:
    assert list_in({"calls": None}, "calls") == list_in({}, "calls") == ()
    with pytest.raises(Refusal):
        list_in({"calls": 3}, "calls")
