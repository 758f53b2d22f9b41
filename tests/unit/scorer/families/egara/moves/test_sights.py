"""What a camera saw of a deal of tricks, as moves of the game."""

from __future__ import annotations

import pytest

from scorer.families.egara.moves.reader import best_readings
from scorer.games import game
from scorer.rules.play.moves import Sight
from tests.support.judged_rounds import Follower, build_table

MIDDLE = ("middle", None)


@pytest.fixture
def play() -> Follower:
    return Follower("kakeya", build_table(game("kakeya"), extra={"dealers": 1}, trump_change="fixed_spades"))


def _possible_moves(play: Follower, *sight) -> list[tuple]:
    return [(move.event, move.seat, move.target) for move in play.rules.possible_moves(play.position, Sight(*sight))]


def test_cards_that_appear(play: Follower) -> None:
    assert _possible_moves(play, "appeared", "KD", None) == [("laid", 0, MIDDLE)]
    assert _possible_moves(play, "appeared", "KD", 1) == [("taken", 1, ("captures", 1))]
    assert _possible_moves(play, "appeared", None, None) == []


def test_a_heap_lies_there_and_may_be_covered_by_the_next(play: Follower) -> None:
    assert _possible_moves(play, "appeared", None, 1) == [("heap", 1, ("captures", 1))]
    assert _possible_moves(play, "left", "KD", 1, ("captures", 1)) == [("heap", 1, ("captures", 1))]
    assert _possible_moves(play, "left", None, None, MIDDLE) == []


def _lay(play: Follower, card: str, side: int | None) -> tuple[int | None, str]:
    """Lay a card towards a side. The seat that laid it, and its fault."""
    (move,) = play.rules.possible_moves(play.position, Sight("appeared", card, None, side=side))
    verdict = play.rules.judge(play.position, move)
    play.position = verdict.position
    return move.seat, "" if verdict.fault is None else verdict.fault.en


def test_where_people_lay_cards_before_themselves_a_card_out_of_turn_is_seen(play: Follower) -> None:
    """The leader's partner plays too early. The place of the card shows it, after six cards in their places."""
    for number, cards in enumerate(("KD 2D 3D 4D", "KH 2H 3H 4H")):
        for place, card in enumerate(cards.split()):
            assert _lay(play, card, place % 2) == (place % 2, ""), number
        play.take(cards, 0)
    assert _lay(play, "KC", 0) == (0, "")
    assert _lay(play, "2C", 0) == (0, "Aki played out of turn: it was the turn of Emi")
    assert [_lay(play, card, 1) for card in ("3C", "4C")] == [(1, ""), (1, "")]


def test_where_they_do_not_the_turn_alone_counts(play: Follower) -> None:
    for card, side, seat in (("KD", 1, 0), ("2D", 1, 1), ("3D", 1, 0), ("4D", None, 1)):
        assert _lay(play, card, side) == (seat, "")


def test_who_leads_tells_which_suit_was_trumps() -> None:
    """Nobody saw where the heap went. The next two cards lie where they can only lie with hearts as trumps."""
    play = Follower("kakeya", build_table(game("kakeya"), extra={"dealers": 1}))
    for cards in ("KD 2D 3D 4D", "AD 5D 6D 7D"):
        for place, card in enumerate(cards.split()):
            _lay(play, card, place % 2)
        play.take(cards, None)
    for place, card in enumerate(("JD", "2H", "9D", "10D")):
        _lay(play, card, place % 2)
    play.take("JD 2H 9D 10D", None)
    for place, card in enumerate(("5C", "6C", "7C", "8C")):
        assert _lay(play, card, 1 - place % 2)[0] == 1 - place % 2
    assert {reading.guess.trump for reading in best_readings(play.position)} == {"H"}


def test_a_trick_goes_to_its_winner_or_to_the_other_side(play: Follower) -> None:
    play.lay("KD 2D 3D 4D")
    assert _possible_moves(play, "moved", "2D", 1, MIDDLE) == [("taken", 1, ("captures", 1))]
    assert _possible_moves(play, "left", "2D", None, MIDDLE) == [
        ("taken", 0, ("captures", 0)),
        ("taken", 1, ("captures", 1)),
    ]
    play.take("KD", 1)
    assert _possible_moves(play, "left", "2D", None, MIDDLE) == [("taken", 1, ("captures", 1))]


def test_a_card_of_a_trick_under_way_was_taken_back(play: Follower) -> None:
    play.lay("KD 2D")
    either = [("taken", 0, ("captures", 0)), ("taken", 1, ("captures", 1))]
    assert _possible_moves(play, "left", "2D", None, MIDDLE) == [("retracted", 1, MIDDLE), *either]
    assert _possible_moves(play, "left", "KD", None, MIDDLE) == either
    assert _possible_moves(play, "left", "9H", None, MIDDLE) == []
    assert _possible_moves(play, "moved", "KD", None, MIDDLE) == []


def test_a_card_that_leaves_a_heap(play: Follower) -> None:
    assert _possible_moves(play, "moved", "KD", None, ("captures", 0)) == [("moved", 0, MIDDLE)]
    assert _possible_moves(play, "moved", "KD", 1, ("captures", 0)) == [("moved", 1, ("captures", 1))]
