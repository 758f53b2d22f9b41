"""Moves that games of sums share, judged by Tokotoko's play."""

from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.rules.play_rules import MIDDLE, PILE, Move, Sight
from scorer.rules.prompts import Table

TABLE = Table(("Aki", "Emi"), {})


def play_rules() -> SumPlay:
    found = game("tokotoko").play_rules
    assert isinstance(found, SumPlay)
    return found


def position_after(*moves: Move) -> SumPosition:
    position = play_rules().begin(TABLE, "hanafuda")
    for move in moves:
        position = play_rules().judge(position, move).position
    return position


def lay_face_down(seat: int | None, thing: int) -> Move:
    return Move("laid", seat, None, PILE, MIDDLE if seat is None else (OPEN, seat), thing)


def test_a_card_face_down_is_known_once_it_is_turned() -> None:
    position = position_after(lay_face_down(1, 7), Move("turned", 1, "h01-1", (OPEN, 1), (OPEN, 1), 7))
    (card,) = position.hand(1)
    assert (card.code, card.face_up, card.came_down) == ("h01-1", True, True)


def test_a_card_turned_face_down_again_stays_known() -> None:
    position = position_after(
        Move("laid", 1, "h01-1", PILE, (OPEN, 1), 7), Move("turned", 1, None, (OPEN, 1), (OPEN, 1), 7)
    )
    assert (position.hand(1)[0].code, position.hand(1)[0].face_up) == ("h01-1", False)


def test_a_card_taken_back_was_never_there() -> None:
    assert position_after(lay_face_down(1, 7), Move("retracted", 1, None, (OPEN, 1), (OPEN, 1), 7)).hand(1) == ()


def test_a_card_that_goes_from_hand_to_hand_is_marked() -> None:
    verdict = play_rules().judge(position_after(lay_face_down(1, 7)), Move("moved", 1, None, (OPEN, 1), (OPEN, 0), 7))
    assert verdict.fault is not None
    assert verdict.fault.en == "a card went from Emi to Aki"
    assert [len(verdict.position.hand(seat)) for seat in (0, 1)] == [1, 0]


def test_a_move_of_a_card_that_is_not_there_changes_nothing() -> None:
    position = position_after(lay_face_down(1, 7))
    verdict = play_rules().judge(position, Move("moved", 0, "h01-1", (OPEN, 0), MIDDLE, 3))
    assert verdict.position is position
    assert verdict.fault is not None


def test_what_is_seen_is_explained_by_the_places_it_joins() -> None:
    position = position_after(lay_face_down(1, 7))
    appeared = play_rules().possible_moves(position, Sight("appeared", None, 0, thing=8))
    left = play_rules().possible_moves(position, Sight("left", None, 1, (OPEN, 1), 7))
    nudged = play_rules().possible_moves(position, Sight("moved", None, 1, (OPEN, 1), 7))
    assert appeared == (Move("laid", 0, None, PILE, (OPEN, 0), 8),)
    assert left == (Move("retracted", 1, None, (OPEN, 1), (OPEN, 1), 7),)
    assert nudged == ()


def test_a_card_that_shows_where_all_are_dealt_face_down_lay_there_before() -> None:
    position = position_after(lay_face_down(1, 7))
    (turned,) = play_rules().possible_moves(position, Sight("appeared", "h02-1", None, thing=8)) or ()
    assert turned == Move("turned", None, "h02-1", MIDDLE, MIDDLE, 8)
    verdict = play_rules().judge(position, turned)
    assert verdict.implied == (Move("laid", None, None, PILE, MIDDLE, 8),)
    assert verdict.position.codes(MIDDLE) == ("h02-1",)
    (laid,) = play_rules().possible_moves(position_after(), Sight("appeared", "h02-1", 0, thing=8)) or ()
    assert laid.event == "laid"
