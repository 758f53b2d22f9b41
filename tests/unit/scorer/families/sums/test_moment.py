"""Where the cards of a question about one hand lie."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.families.sums.moment import ELSEWHERE, moment_of
from scorer.games import game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.play.moves import call_move

OPTIONS = game("otoroku").resolve_options({})


def test_seen_cards_are_the_first_of_the_others_and_then_out_of_play() -> None:
    position = moment_of(HandQuestion(("h06-1",), "", OPTIONS, ("h01-1", "h02-1", "h03-1")), 1, 3)
    assert [position.codes(("open", seat)) for seat in range(3)] == [("h02-1",), ("h06-1",), ("h01-1",)]
    assert [card.code for card in position.piles[ELSEWHERE]] == ["h03-1"]
    assert position.last is None


def test_cards_that_nobody_saw_lie_face_down() -> None:
    position = moment_of(HandQuestion(("h06-1", "h01-1"), "", OPTIONS), 1, 3)
    assert [len(position.hidden(("open", seat))) for seat in range(3)] == [1, 0, 1]
    assert position.last == 1
    things = [card.thing for cards in position.piles.values() for card in cards]
    assert len(things) == len(set(things)) == 4


def test_who_had_the_turn_before_has_all_cards_that_were_seen() -> None:
    stood = (call_move(1, "stop"),)
    position = moment_of(HandQuestion(("h06-1",), "dealer", OPTIONS, ("h05-1", "h07-1")), 0, 2, stood)
    assert position.codes(("open", 1)) == ("h05-1", "h07-1")
    assert (position.calls, position.last) == (stood, 1)
    with pytest.raises(Refusal, match="Name the own cards"):
        moment_of(HandQuestion(("h06-1",), "dealer", OPTIONS), 0, 2, stood)
