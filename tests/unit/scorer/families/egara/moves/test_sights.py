"""What a camera saw of a deal of tricks, as moves of the game."""

from __future__ import annotations

import pytest

from scorer.games import game
from scorer.rules.play_rules import Sight
from tests.support.judged_rounds import Follower, table_of

MIDDLE = ("middle", None)


@pytest.fixture
def play() -> Follower:
    return Follower("kakeya", table_of(game("kakeya"), trump_change="fixed_spades"))


def _moves(play: Follower, *sight) -> list[tuple]:
    return [(move.event, move.seat, move.target) for move in play.rules.possible_moves(play.position, Sight(*sight))]


def test_cards_that_appear(play: Follower) -> None:
    assert _moves(play, "appeared", "KD", None) == [("laid", 0, MIDDLE)]
    assert _moves(play, "appeared", "KD", 1) == [("taken", 1, ("captures", 1))]
    assert _moves(play, "appeared", None, 1) == []


def test_a_trick_goes_to_its_winner_or_to_the_other_side(play: Follower) -> None:
    play.lay("KD 2D 3D 4D")
    assert _moves(play, "moved", "2D", 1, MIDDLE) == [("taken", 1, ("captures", 1))]
    assert _moves(play, "left", "2D", None, MIDDLE) == [("taken", 0, ("captures", 0)), ("taken", 1, ("captures", 1))]
    play.take("KD", 1)
    assert _moves(play, "left", "2D", None, MIDDLE) == [("taken", 1, ("captures", 1))]


def test_a_card_of_a_trick_under_way_was_taken_back(play: Follower) -> None:
    play.lay("KD 2D")
    assert _moves(play, "left", "2D", None, MIDDLE) == [("retracted", 1, MIDDLE), ("taken", 0, ("captures", 0))]
    assert _moves(play, "left", "KD", None, MIDDLE) == [("taken", 0, ("captures", 0))]
    assert _moves(play, "left", "9H", None, MIDDLE) == []
    assert _moves(play, "moved", "KD", None, MIDDLE) == []


def test_a_card_that_leaves_a_heap(play: Follower) -> None:
    assert _moves(play, "moved", "KD", None, ("captures", 0)) == [("moved", 0, MIDDLE)]
    assert _moves(play, "moved", "KD", 1, ("captures", 0)) == [("moved", 1, ("captures", 1))]
