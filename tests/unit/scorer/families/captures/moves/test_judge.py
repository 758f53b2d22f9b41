"""Faults in a round of captures are reported, and legal play has none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.families.captures.moves.sights import MISSED_COST, UNCAPTURED, UNSEEN_CAPTURE_COST
from scorer.games import game
from scorer.rules.play.moves import Move, Verdict
from tests.support.judged_rounds import Follower, build_table

FIELD = "h01-1 h01-2 h02-1 h02-2 h02-3 h03-1 h04-1 h05-1"


@pytest.fixture
def play() -> Follower:
    play = Follower("koikoi", build_table(game("koikoi")))
    assert play.rules.turn(play.position) is None
    play.move("laid", None)
    assert play.lay(FIELD) == ""
    assert play.rules.turn(play.position) == 0
    return play


def test_legal_turns_have_no_fault(play: Follower) -> None:
    assert play.lay("h03-2 h09-1") == ""
    assert play.rules.turn(play.position) == 1
    assert play.take("h03-2 h03-1", 0) == ""
    assert play.lay("h02-4") == ""
    assert play.take("h02-4 h02-1 h02-3 h02-2", 1) == ""
    assert play.lay("h09-2") == ""
    assert play.take("h09-2 h09-1", None) == ""
    assert [play.position.pile(seat) for seat in (0, 1)] == [
        ("h03-2", "h03-1"),
        ("h02-4", "h02-1", "h02-3", "h02-2", "h09-2", "h09-1"),
    ]
    assert play.faults == []


def test_a_capture_that_leaves_the_picture_is_that_of_the_player(play: Follower) -> None:
    play.lay("h03-2")
    assert play.take("h03-1", None) == ""
    assert play.position.pile(0) == ("h03-1",)


def test_a_card_laid_and_taken_unseen(play: Follower) -> None:
    move = Move("taken", 0, "h03-1", UNCAPTURED, ("captures", 0))
    assert play.rules.judge(play.position, move).fault.en == "Aki took cherry, curtain, which nothing captures"
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay(FIELD)
    assert play.take("h03-2 h03-1", 0) == ""
    assert play.position.pile(0) == ("h03-2", "h03-1")
    assert play.position.phase == "stock"


def test_a_card_out_of_turn_is_a_fault_and_still_captures(play: Follower) -> None:
    assert play.lay("h03-2", 1) == "Emi played out of turn: it was Aki's turn"
    assert (play.position.hands, play.position.seat) == ((8, 7), 1)
    assert play.take("h03-2 h03-1", 1) == ""


def test_strangers_and_second_copies(play: Follower) -> None:
    assert play.lay("k05") == "k05 is not a card of this game"
    assert play.lay("h03-1") == "cherry, curtain lies on the table already"
    play.lay("h03-2")
    play.take("h03-2 h03-1", 0)
    assert play.lay("h03-2") == "cherry, poetry ribbon lies on the table already"
    assert play.take("h03-2", 0) == ""


def test_what_is_captured_must_be_taken(play: Follower) -> None:
    play.lay("h03-2 h09-1")
    play.lay("h10-1 h11-1")
    assert play.lay("h08-1") == (
        "Aki laid cherry, poetry ribbon and did not take what it captures: cherry, poetry ribbon, cherry, curtain"
    )
    assert play.position.open_captures == ()


def test_a_capture_by_somebody_else(play: Follower) -> None:
    play.lay("h03-2")
    assert play.take("h03-2", 1) == "Emi took cherry, poetry ribbon, which Aki captured"
    assert play.position.pile(1) == ("h03-2",)


def test_a_card_too_many(play: Follower) -> None:
    play.lay("h01-3")
    assert play.take("h01-3 h01-1", 0) == ""
    assert play.take("h01-2", 1) == "Emi took pine, poetry ribbon, which nothing captures"


def test_a_card_that_vanishes(play: Follower) -> None:
    assert play.take("h05-1", None) == "iris, bridge left the table and nobody took it"
    assert "h05-1" not in play.position.field
    assert play.move("moved", "h04-1", None, ("out", None)) == "wisteria, cuckoo left the table and nobody took it"
    assert play.move("moved", "h04-1", None, ("out", None)) == ""


def test_a_card_that_changes_piles(play: Follower) -> None:
    play.lay("h03-2")
    play.take("h03-2 h03-1", 0)
    assert play.take("h03-1", 1) == "cherry, curtain went from the pile of Aki to that of Emi"
    assert (play.position.pile(0), play.position.pile(1)) == (("h03-2",), ("h03-1",))


def test_a_card_taken_back_captures_nothing(play: Follower) -> None:
    play.lay("h03-2")
    assert play.move("retracted", "h03-2", 0) == ""
    assert play.lay("h02-4 h09-1") == ""
    assert play.take("h02-4 h02-1 h02-2 h02-3", 0) == ""
    assert play.move("retracted", "h02-4", 0) == ""
    assert play.move("retracted", None) == ""
    assert (play.position.hands, play.position.phase) == ((7, 8), "stock")
    assert play.lay("h10-1") == ""
    assert play.move("retracted", "h05-1") == "iris, bridge was taken back after other cards had been laid"


def test_a_wrong_capture_is_put_right(play: Follower) -> None:
    play.lay("h01-3")
    play.take("h01-3 h01-1", 0)
    assert play.put_back("h01-1", 0) == ""
    assert play.take("h01-2", 0) == ""
    assert (play.position.pile(0), play.position.open_captures) == (("h01-3", "h01-2"), ())
    assert play.put_back("h01-1", 0) == ""
    assert play.put_back("h12-1", 0) == ""
    assert "h12-1" in play.position.field
    assert play.move("moved", "h11-1", 0, ("hand", 0)) == ""


def test_cards_after_the_end() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay(FIELD)
    pack = [card for card in play.position.setup.pack if card not in FIELD.split()]
    play.lay(" ".join(pack[:32]))
    assert play.rules.turn(play.position) is None
    assert play.lay(pack[32]) == "a card was laid after the end: all cards are played"


def test_nobody_plays_from_an_empty_hand(play: Follower) -> None:
    play.position = replace(play.position, hands=(8, 0))
    assert play.lay("h03-2", 1) == "Emi played out of turn: it was Aki's turn"
    assert play.position.hands == (7, 0)


def test_a_card_that_goes_from_pile_to_pile_without_a_capture_goes_back_alone(play: Follower) -> None:
    assert play.take("h05-1", 1) == "Emi took iris, bridge, which nothing captures"
    assert play.put_back("h05-1", 1) == ""
    assert play.position.pile(1) == ()


def test_a_later_capture_counts_on_no_card_that_an_earlier_one_chose() -> None:
    """Oni may take the card that the next turned-up card would capture. Then that one stays in the middle."""
    play = Follower("kujuroku", build_table(game("kujuroku")))
    play.lay("d02 d05 d06 d07 d08 d09")
    play.lay("doni d05")
    assert play.take("d05 doni", 0) == ""
    assert (play.position.open_captures, "d05" in play.position.field) == ((), True)


def test_a_card_taken_unseen_after_the_end() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay(FIELD)
    pack = [card for card in play.position.setup.pack if card not in FIELD.split()]
    play.lay(" ".join(pack[:32]))
    assert play.take(pack[33], 0) == "a card was laid after the end: all cards are played"


def test_a_round_may_end_where_somebody_may_have_ended_it(play: Follower) -> None:
    assert not play.rules.may_end(play.position)
    misdeal = Follower("hana-awase", build_table(game("hana-awase"), 3))
    misdeal.lay("h01-1 h01-2 h01-3 h01-4 h02-1")
    assert not misdeal.rules.may_end(misdeal.position)
    misdeal.lay("h03-1")
    assert misdeal.rules.may_end(misdeal.position)


def take_unseen(play: Follower, card: str, seat: int) -> Verdict:
    """Take a card of the field with a card that nobody has seen."""
    move = Move("taken", seat, card, ("middle", None), ("captures", seat))
    verdict = play.rules.judge(play.position, move)
    play.position = verdict.position
    return verdict


def test_a_card_of_the_field_is_taken_with_one_that_is_seen_later(play: Follower) -> None:
    assert take_unseen(play, "h03-1", 0).cost == UNSEEN_CAPTURE_COST
    assert (play.position.phase, play.position.open_captures) == ("stock", ())
    assert len(play.position.unseen_captures) == 1
    assert play.lay("h09-1") == ""
    assert play.take("h03-2", 0) == ""
    assert play.position.pile(0) == ("h03-1", "h03-2")
    assert (play.position.unseen_captures, play.position.seat) == ((), 1)


def test_the_card_that_nobody_saw_may_be_seen_in_the_middle(play: Follower) -> None:
    take_unseen(play, "h03-1", 0)
    assert play.lay("h03-2") == ""
    assert play.position.phase == "stock"
    assert play.take("h03-2", 0) == ""
    assert play.position.unseen_captures == ()


def test_only_whose_turn_it_is_takes_with_a_card_unseen(play: Follower) -> None:
    assert take_unseen(play, "h03-1", 1).fault.en == "Emi took cherry, curtain, which nothing captures"


def test_of_three_cards_all_are_taken_with_one_unseen(play: Follower) -> None:
    take_unseen(play, "h02-1", 0)
    assert play.position.open_captures[0].missing == 2
    assert play.take("h02-4 h02-2 h02-3", 0) == ""
    assert (play.position.open_captures, play.position.unseen_captures) == ((), ())


def test_three_cards_of_which_two_are_left_are_asked_for(play: Follower) -> None:
    take_unseen(play, "h02-1", 0)
    play.lay("h09-1")
    play.lay("h10-1 h11-1")
    assert play.lay("h12-1").startswith("Aki did not take from the field: plum")


def test_a_card_that_nobody_saw_makes_it_the_next_players_turn(play: Follower) -> None:
    move = play.rules.unseen_move(play.position)
    verdict = play.rules.judge(play.position, move)
    assert (verdict.fault, verdict.cost) == (None, MISSED_COST)
    assert (verdict.position.phase, verdict.position.unseen) == ("stock", (0,))


def test_a_card_of_the_deal_that_nobody_saw_counts_to_the_field() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay(" ".join(FIELD.split()[:7]))
    play.position = play.rules.judge(play.position, play.rules.unseen_move(play.position)).position
    assert (play.position.phase, play.position.unseen_deals) == ("hand", 1)


def test_nothing_is_missed_where_nothing_can_be_laid() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay(FIELD)
    pack = [card for card in play.position.setup.pack if card not in FIELD.split()]
    play.lay(" ".join(pack[:32]))
    assert play.rules.unseen_move(play.position) is None
    missed = Move("unseen", None, None, ("pile", None), ("middle", None))
    assert play.rules.judge(play.position, missed).position is play.position


def test_oni_may_be_the_card_that_nobody_saw() -> None:
    play = Follower("kujuroku", build_table(game("kujuroku")))
    play.lay("d02 d05 d06 d07 d08 d09")
    take_unseen(play, "d05", 0)
    assert play.take("doni", 0) == ""
    assert play.position.unseen_captures == ()
