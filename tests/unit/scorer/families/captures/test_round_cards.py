"""Order of refusals: unknown, foreign, twice, whichever list it is."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS
from scorer.families.captures.round_cards import (
    check_cards,
    is_about_deal,
    list_in,
    require_caller,
    require_player,
    require_size,
)
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
    for value, code in (
        (2, "impossible"),
        (-1, "impossible"),
        (None, "bad_round"),
        ("0", "bad_round"),
        (True, "bad_round"),
    ):
        with pytest.raises(Refusal) as caught:
            require_player(value, 2, label)
        assert caught.value.code == code


def test_a_caller_stands_where_a_word_ended_the_round_and_nowhere_else() -> None:
    label = Text("shobu", "勝負")
    assert require_caller({"caller": 1}, 2, label, is_called=True) == 1
    assert require_caller({"caller": None}, 2, label, is_called=False) is None
    for data, is_called, says in (
        ({}, True, "missing"),
        ({"caller": "A"}, True, '"A"'),
        ({"caller": 0}, False, "contradict"),
    ):
        with pytest.raises(Refusal, match=says) as caught:
            require_caller(data, 2, label, is_called=is_called)
        assert caught.value.code == "bad_round"


@pytest.mark.parametrize("piles", [{}, {"piles": None}, {"piles": []}, {"piles": [[], []]}])
def test_a_deal_has_no_piles_and_no_end(piles: dict) -> None:
    assert is_about_deal({**piles, "opening": ["h01-1"], "calls": []})
    assert not is_about_deal({**piles, "ended_by": "empty"})
    assert not is_about_deal({"piles": "x"})
    assert not is_about_deal({"piles": [["h01-1"], []]})
    for said in ({"caller": 0}, {"calls": [1]}):
        with pytest.raises(Refusal, match=next(iter(said))) as caught:
            is_about_deal({**piles, **said})
        assert caught.value.code == "bad_round"


def test_lists_that_are_left_out_are_empty() -> None:
    assert list_in({"calls": None}, "calls") == list_in({}, "calls") == ()
    with pytest.raises(Refusal):
        list_in({"calls": 3}, "calls")
