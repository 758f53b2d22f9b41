"""Positions of rounds of captures: matches, captures, moves undone."""

from __future__ import annotations

import pytest

from scorer.families.captures.moves.position import (
    HAND,
    OVER,
    STOCK,
    CapturePosition,
    give_back,
    lay_card,
    retract_card,
    take_card,
)
from scorer.games import game
from scorer.rules.play.moves import Move
from tests.support.judged_rounds import build_table

FIELD = ("h01-1", "h01-2", "h02-1", "h02-2", "h02-3", "h03-1", "h04-1", "h05-1")


@pytest.fixture
def position() -> CapturePosition:
    koikoi = game("koikoi")
    begun = koikoi.play_rules.begin(build_table(koikoi), "hanafuda")
    for card in FIELD:
        assert begun.phase == "deal"
        begun = koikoi.play_rules.judge(begun, _lay_move(card)).position
    return begun


def _lay_move(card: str):
    return Move("laid", None, card, ("pile", None), ("middle", None))


def test_one_matches_of_two_one_is_chosen_and_three_go_together(position: CapturePosition) -> None:
    assert position.matching("h03-2") == (("h03-1",), 1)
    assert position.matching("h01-3") == (("h01-1", "h01-2"), 1)
    assert position.matching("h02-4") == (("h02-1", "h02-2", "h02-3"), 3)
    assert position.matching("h09-1") is None


def test_a_turn_is_a_hand_card_and_a_card_from_the_stock(position: CapturePosition) -> None:
    assert (position.phase, position.seat, position.hands, position.stock) == (HAND, 0, (8, 8), 24)
    after = lay_card(position, "h09-1", 0, None)
    assert (after.phase, after.seat, after.hands, after.stock, after.has_begun_turn) == (STOCK, 0, (7, 8), 24, True)
    after = lay_card(after, "h10-1", 0, None)
    assert (after.phase, after.seat, after.hands, after.stock, after.has_begun_turn) == (HAND, 1, (7, 8), 23, False)
    assert after.turns == ((0, (*FIELD, "h09-1", "h10-1")),)


def test_what_is_captured_for_certain_matches_no_other_card(position: CapturePosition) -> None:
    after = lay_card(position, "h03-2", 0, position.matching("h03-2"))
    assert after.free_field == tuple(card for card in FIELD if card != "h03-1")
    assert after.matching("h03-3") is None
    chosen = lay_card(position, "h01-3", 0, position.matching("h01-3"))
    assert chosen.matching("h01-4") == (("h01-1", "h01-2"), 1)
    both = lay_card(chosen, "h01-4", 0, chosen.matching("h01-4"))
    taken = take_card(both, "h01-1", 0, both.open_captures[0])
    assert [each.partners_left for each in taken.open_captures] == [(), ("h01-2",)]


def test_a_pile_remembers_the_turn_of_each_capture(position: CapturePosition) -> None:
    after = lay_card(position, "h03-2", 0, position.matching("h03-2"))
    after = lay_card(after, "h10-1", 0, None)
    for card in ("h03-2", "h03-1"):
        after = take_card(after, card, 0, after.open_captures[0])
    assert (after.pile(0), after.pile(0, -1), after.open_captures) == (("h03-2", "h03-1"), (), ())
    assert after.turn == 1
    assert after.piles[0] == (("h03-2", 0), ("h03-1", 0))


def test_a_card_put_back_may_be_exchanged(position: CapturePosition) -> None:
    after = lay_card(position, "h01-3", 0, position.matching("h01-3"))
    for card in ("h01-3", "h01-2"):
        after = take_card(after, card, 0, after.open_captures[0])
    back = give_back(after, "h01-2", 0)
    assert back.open_captures[0].partners_left == ("h01-1", "h01-2")
    assert (back.pile(0), "h01-2" in back.field) == (("h01-3",), True)


def test_a_card_taken_back_leaves_its_captures_in_the_middle(position: CapturePosition) -> None:
    before = position
    after = lay_card(position, "h03-2", 0, position.matching("h03-2"))
    for card in ("h03-2", "h03-1"):
        after = take_card(after, card, 0, after.open_captures[0])
    back = retract_card(after, before)
    assert (sorted(back.field), back.piles, back.captures) == (sorted(FIELD), ((), ()), ())
    assert (back.phase, back.hands, back.before) == (HAND, (8, 8), None)


def test_the_last_hand_card_ends_the_round(position: CapturePosition) -> None:
    pack = [card for card in position.setup.pack if card not in FIELD]
    for number in range(32):
        assert position.phase != OVER
        position = lay_card(position, pack[number], position.seat, None)
    assert (position.phase, position.hands, position.stock) == (OVER, (0, 0), 8)
