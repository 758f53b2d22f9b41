"""Moves that games of sums share, judged by Tokotoko's play."""

from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, PILE, Move, Sight
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
    assert left == (
        Move("taken", 1, None, (OPEN, 1), ("hand", 1), 7),
        Move("retracted", 1, None, (OPEN, 1), (OPEN, 1), 7),
    )
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


HAND = ("hand", 1)
TAKE_UP = Move("taken", 1, None, (OPEN, 1), HAND, 7)


def test_a_back_taken_up_into_the_hand_is_no_fault_costs_nothing_and_is_asked_until_it_is_shown() -> None:
    position = position_after(lay_face_down(1, 7), lay_face_down(1, 8))
    verdict = play_rules().judge(position, TAKE_UP)
    assert (verdict.fault, verdict.cost) == (None, 0.0)
    assert [len(verdict.position.hand(1)), len(verdict.position.held(1))] == [2, 1]
    assert "hands.1" in [path for path, _ in play_rules().conclude(verdict.position).asks]
    # It is laid open as another thing: a camera has not seen it in between.
    shown = play_rules().judge(verdict.position, Move("laid", 1, "h01-1", HAND, (OPEN, 1), 20))
    assert (shown.fault, shown.position.held(1)) == (None, [])
    assert play_rules().conclude(shown.position).round["hands"][1] == ["h01-1"]


def test_cards_taken_up_keep_their_order_whichever_is_shown_first() -> None:
    position = position_after(
        lay_face_down(1, 7), lay_face_down(1, 8), TAKE_UP, Move("taken", 1, None, (OPEN, 1), HAND, 8)
    )
    for thing, code in ((8, "h02-1"), (7, "h01-1")):
        position = play_rules().judge(position, Move("laid", 1, code, HAND, (OPEN, 1), thing)).position
    assert position.codes((OPEN, 1)) == ("h01-1", "h02-1")


def test_an_open_card_taken_up_is_known_and_costs_a_little() -> None:
    verdict = play_rules().judge(position_after(Move("laid", 1, "h01-1", PILE, (OPEN, 1), 7)), TAKE_UP)
    assert verdict.fault is None
    assert -3.0 < verdict.cost < 0.0
    assert verdict.position.codes((OPEN, 1)) == ("h01-1",)


def test_a_card_drawn_into_the_hand_is_a_card_of_that_seat() -> None:
    for event in ("laid", "taken"):
        verdict = play_rules().judge(position_after(), Move(event, 1, None, PILE, HAND, 7))
        assert (verdict.fault, len(verdict.position.held(1))) == (None, 1)


def test_no_move_between_two_places_loses_a_card_or_is_refused() -> None:
    """The hand, the seats, the middle, the pile and elsewhere: of two cards each is somewhere or thrown out."""
    places = [(OPEN, 0), (OPEN, 1), ("hand", 0), ("hand", 1), MIDDLE, PILE, ("elsewhere", None)]
    for source in places[5:]:
        for target in places[:5]:
            for event in ("moved", "taken", "laid"):
                after = play_rules().judge(position_after(), Move(event, 0, None, source, target, 7)).position
                assert [card.thing for pile in after.piles.values() for card in pile if not card.is_out] == [7]
    for source in places[:5]:
        for target in places:
            where = ("open", source[1]) if source[0] == "hand" else source
            position = position_after(Move("laid", 0, None, PILE, where, 7), lay_face_down(0, 8))
            if source[0] == "hand":
                position = play_rules().judge(position, Move("taken", source[1], None, where, source, 7)).position
            for event in ("moved", "taken"):
                after = play_rules().judge(position, Move(event, source[1], None, source, target, 7)).position
                cards = [card.thing for pile in after.piles.values() for card in pile]
                assert {*cards} == {7, 8}
                live = [card.thing for pile in after.piles.values() for card in pile if not card.is_out]
                assert live.count(7) == (target[0] in (OPEN, "hand"))


def test_a_card_shown_elsewhere_than_it_lay_is_known_and_marked() -> None:
    held = position_after(Move("laid", None, None, PILE, MIDDLE, 7), Move("taken", 1, None, MIDDLE, HAND, 7))
    verdict = play_rules().judge(held, Move("laid", 1, "h01-1", HAND, (OPEN, 1), 9))
    assert verdict.fault is not None
    assert verdict.position.codes((OPEN, 1)) == ("h01-1",)
    assert verdict.position.pile(MIDDLE) == ()


def test_a_card_that_was_thought_to_be_in_the_hand_may_be_turned_where_it_lies() -> None:
    position = position_after(lay_face_down(1, 7), TAKE_UP)
    sight = Sight("turned", "h01-1", 1, HAND, 7)
    assert play_rules().possible_moves(position, sight) == (Move("turned", 1, "h01-1", (OPEN, 1), (OPEN, 1), 7),)


def test_a_card_that_shows_before_somebody_who_holds_one_comes_from_the_hand() -> None:
    full = position_after(lay_face_down(1, 7), lay_face_down(1, 8), TAKE_UP)
    first, second = play_rules().possible_moves(full, Sight("appeared", "h01-1", 1, thing=9)) or ()
    assert (first.source, second.source) == (HAND, PILE)
    again = position_after(lay_face_down(1, 7), Move("taken", 1, None, (OPEN, 1), HAND, 7))
    first, second = play_rules().possible_moves(again, Sight("appeared", None, 1, thing=9)) or ()
    assert (first.source, second.source) == (PILE, HAND)
