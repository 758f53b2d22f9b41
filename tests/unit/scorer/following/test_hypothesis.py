"""Accounts of a round: costs, names, replay."""

import math

import pytest

from scorer.following.entries import FAULT_COST
from scorer.following.hypothesis import FOREIGN_COST, TWICE_COST, CardCount, HeldCard, Hypothesis, rename, replay
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, follow_all, scene_of, seen_card


def held_card(code: str | None) -> HeldCard:
    return HeldCard(("open", 0), code, is_visible=True, zone=0, position=(0.5, 0.5))


def test_the_pack_has_a_card_only_so_often() -> None:
    pack = CardCount({"k01s": 1, "k02": 4})
    account = Hypothesis(None, cards={1: held_card("k01s"), 2: held_card("k02")})
    assert [pack.cost(account, code) for code in ("k01s", "k02", "h11-1")] == [TWICE_COST, 0.0, FOREIGN_COST]
    assert (
        pack.total_cost([held_card("k01s"), held_card("k01s"), held_card("h11-1"), held_card(None)])
        == TWICE_COST + FOREIGN_COST
    )


def test_a_card_renamed_is_judged_anew_from_its_first_move_on() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k05", "0:k04", "1:k09", "1:k02")
    state, _ = follow_all(begin_otoroku(), rests)
    assert state.best.fault_count == 0
    other = rename(scene_of(state), state.best, 3, [seen_card(3, 1, "k10", "k09", chance=0.9)], "k10")
    assert other.position.codes(("open", 1)) == ("k05", "k10", "k02")
    assert other.score == pytest.approx(state.best.score + math.log(1 - 0.99), abs=0.5)
    bust = rename(scene_of(state), other, 1, [seen_card(1, 1, "k07")], "k07")
    assert bust.fault_count == 1
    assert bust.structure == pytest.approx(other.structure + FAULT_COST + math.log(1 - 0.99))


def test_a_replay_of_the_same_entries_changes_nothing() -> None:
    state, _ = follow_all(begin_otoroku(), HandLaidTable().lay("1:k05", "0:k04", "1:k09"))
    again = replay(scene_of(state), state.best, state.best.entries)
    assert again == state.best


def test_which_of_two_copies_lies_where_makes_no_difference() -> None:
    one = Hypothesis(None, cards={1: held_card("k02"), 2: held_card("k03")})
    assert one.key == Hypothesis(None, cards={-5: held_card("k02"), 2: held_card("k03")}, things={1: -5}).key
    assert one.key != Hypothesis(None, cards={1: held_card("k03"), 2: held_card("k02")}).key


def test_the_number_that_a_card_had_before_it_was_known_again_makes_no_difference() -> None:
    """It is no track of the camera's, and no other card will have it."""
    one = Hypothesis(None, cards={-7: held_card("k02")}, things={1: -7})
    assert one.key == Hypothesis(None, cards={-9: held_card("k02")}, things={1: -9, -7: -9}).key
    assert one.key != Hypothesis(None, cards={-9: held_card("k02")}, things={1: -9, 7: -9}).key
