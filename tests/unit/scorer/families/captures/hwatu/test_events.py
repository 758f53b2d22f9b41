"""What happens in a turn of hwatu, card by card."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.families.captures.hwatu.events import gifts, happened
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, Move
from tests.support.judged_rounds import Follower, build_table

FIELD = "h01-1 h02-1 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1"


def begin(field: str = FIELD, **options: Any) -> Follower:
    followed = Follower("go-stop", build_table(game("go-stop"), 2, **options))
    followed.lay(field)
    return followed


def events_of(followed: Follower) -> list[tuple[int, str]]:
    return [(each.seat, each.call) for each in followed.position.said]


def test_the_third_of_a_month_from_the_stock_keeps_all_three_there() -> None:
    followed = begin()
    followed.lay("h01-3 h01-4", 0)
    assert events_of(followed) == [(0, "ppeok")]
    assert {"h01-1", "h01-3", "h01-4"} <= set(followed.position.free_field)
    assert not followed.position.open_captures


def test_cards_taken_too_early_come_back_by_a_ppeok() -> None:
    followed = begin()
    followed.lay("h01-3", 0)
    followed.take("h01-1 h01-3", 0)
    followed.lay("h01-4", 0)
    assert events_of(followed) == [(0, "ppeok")]
    assert set(followed.position.field) >= {"h01-1", "h01-3", "h01-4"}
    assert followed.position.pile(0) == ()


@pytest.mark.parametrize(("cards", "event"), [("h09-1 h09-2", "jjok"), ("h01-3 h09-1", ""), ("h01-3 h02-3", "")])
def test_the_own_card_paired_from_the_stock(cards: str, event: str) -> None:
    followed = begin()
    followed.lay(cards, 0)
    assert events_of(followed) == ([(0, event)] if event else [])


def test_two_pairs_of_a_month_in_a_turn() -> None:
    followed = begin("h01-1 h01-2 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1")
    followed.lay("h01-3", 0)
    followed.take("h01-1 h01-3", 0)
    followed.lay("h01-4", 0)
    assert events_of(followed) == [(0, "ttadak")]


def test_who_takes_a_ppeok_is_given_a_pi_but_not_for_three_that_were_dealt() -> None:
    followed = begin()
    followed.lay("h01-3 h01-4", 0)
    followed.lay("h01-2 h10-1", 1)
    assert events_of(followed)[-1] == (1, "took_ppeok")
    dealt = begin("h01-1 h01-3 h01-4 h04-1 h05-1 h06-1 h07-1 h08-1")
    dealt.lay("h01-2 h10-1", 0)
    assert events_of(dealt) == []


def test_three_laid_at_once_take_the_fourth_and_are_a_bomb() -> None:
    followed = begin()
    position = followed.rules.judge(
        followed.position, Move("laid", 0, "h01-2", ("hand", 0), MIDDLE, call="bomb")
    ).position
    for card in ("h01-3", "h01-4", "h09-1"):
        position = followed.rules.judge(position, Move("laid", 0, card, ("hand", 0), MIDDLE)).position
    assert happened(position, -1, 0, "bomb") == 1
    assert position.hands == (7, 10)
    assert len(position.captures) == 1
    assert set(position.captures[0].held) == {"h01-1", "h01-2", "h01-3", "h01-4"}


def test_a_bonus_card_goes_to_the_pile_and_another_card_takes_its_place() -> None:
    followed = begin("h01-1 hj1 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1 h02-1", bonus_two=3)
    assert followed.position.pile(0) == ("hj1",)
    assert len(followed.position.field) == 8
    followed.lay("hj2", 0)
    assert (followed.position.hands, followed.position.phase) == ((10, 10), "hand")
    followed.lay("h10-1 hj3", 0)
    assert followed.position.phase == "stock"
    assert followed.position.pile(0) == ("hj1", "hj2", "hj3")
    assert events_of(followed) == [(0, "bonus"), (0, "owed"), (0, "bonus")]


def test_pi_that_were_given_are_remembered_with_what_they_were_before() -> None:
    followed = begin()
    followed.lay("h01-3 h10-1", 0)
    followed.take("h01-1 h01-3", 0)
    followed.lay("h09-1 h09-2", 1)
    followed.take("h09-1 h09-2", 1)
    assert followed.move("moved", "h01-3", 1, ("captures", 1)) == ""
    assert followed.position.pile(1)[-1] == "h01-3"
    assert list(gifts(followed.position)) == [(1, 0, "h01-3", 0)]
    assert followed.move("moved", "h01-1", 1, ("captures", 1)) != "", "one pi for one jjok"
