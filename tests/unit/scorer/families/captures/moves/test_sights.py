"""What a camera saw of a round of captures, as moves of the game."""

from __future__ import annotations

import pytest

from scorer.families.captures.moves.sights import UNCAPTURED
from scorer.games import game
from scorer.rules.play.moves import Sight
from tests.support.judged_rounds import Follower, build_table

MIDDLE = ("middle", None)


@pytest.fixture
def play() -> Follower:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h01-2 h02-1 h02-2 h02-3 h03-1 h04-1 h05-1")
    return play


def _possible_moves(play: Follower, *sight) -> list[tuple]:
    return [
        (move.event, move.seat, move.source[0], move.target)
        for move in play.rules.possible_moves(play.position, Sight(*sight))
    ]


def test_a_card_that_appears_was_laid_and_the_judge_says_by_whom(play: Follower) -> None:
    begun = Follower("koikoi", build_table(game("koikoi")))
    assert _possible_moves(begun, "appeared", "h03-2", None) == [("laid", None, "pile", MIDDLE)]
    assert _possible_moves(play, "appeared", "h03-2", None) == [("laid", None, "hand", MIDDLE)]
    play.lay("h03-2")
    assert _possible_moves(play, "turned", "h09-1", None, ("pile", None)) == [("laid", None, "pile", MIDDLE)]
    assert _possible_moves(play, "appeared", "h09-1", 1) == [("taken", 1, "pile", ("captures", 1))]
    assert _possible_moves(play, "appeared", "h09-1", 5) == []
    assert _possible_moves(play, "moved", "h05-1", 5, MIDDLE) == []
    assert _possible_moves(play, "appeared", None, 0) == []


def test_a_card_that_leaves_the_middle_was_captured_or_taken_back(play: Follower) -> None:
    play.lay("h03-2")
    assert _possible_moves(play, "moved", "h03-1", 0, MIDDLE) == [("taken", 0, "middle", ("captures", 0))]
    assert _possible_moves(play, "left", "h03-1", None, MIDDLE) == [("taken", None, "middle", ("captures", None))]
    assert _possible_moves(play, "left", "h03-2", None, MIDDLE) == [
        ("taken", None, "middle", ("captures", None)),
        ("retracted", 0, "middle", MIDDLE),
    ]
    assert _possible_moves(play, "left", "h05-1", None, MIDDLE) == []
    assert _possible_moves(play, "moved", "h05-1", None, MIDDLE) == []


def test_a_card_that_leaves_a_pile(play: Follower) -> None:
    assert _possible_moves(play, "moved", "h03-1", None, ("captures", 0)) == [("moved", 0, "captures", MIDDLE)]
    assert _possible_moves(play, "moved", "h03-1", 1, ("captures", 0)) == [("moved", 1, "captures", ("captures", 1))]
    assert _possible_moves(play, "moved", "h03-1", 0, ("captures", 0)) == []


def test_an_oni_without_a_card_leaves_the_game() -> None:
    play = Follower("kujuroku", build_table(game("kujuroku")))
    play.lay("d02 d02 d05 d05 d06 d07")
    for turn, (laid, taken) in enumerate(
        (("d02 d05", "d02 d02 d05 d05"), ("d02 d05", "d02 d02 d05 d05"), ("d06 d07", "d06 d06 d07 d07"))
    ):
        play.lay(laid)
        play.take(taken, turn)
    play.lay("doni d08")
    assert _possible_moves(play, "left", "doni", None, MIDDLE) == [("moved", None, "middle", ("out", None))]


def test_a_card_of_the_field_that_goes_to_whose_turn_it_is_may_be_taken_with_one_unseen(play: Follower) -> None:
    plain = ("taken", 0, "middle", ("captures", 0))
    assert _possible_moves(play, "moved", "h05-1", 0, MIDDLE) == [plain, plain]
    assert [move.source for move in play.rules.possible_moves(play.position, Sight("moved", "h05-1", 0, MIDDLE))] == [
        MIDDLE,
        UNCAPTURED,
    ]
    assert _possible_moves(play, "moved", "h05-1", 1, MIDDLE) == [("taken", 1, "middle", ("captures", 1))]
