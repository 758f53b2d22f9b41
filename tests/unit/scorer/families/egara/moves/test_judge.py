"""Faults in a deal of tricks are reported, and open questions are asked."""

from __future__ import annotations

import pytest

from scorer.families.egara.moves.judge import UNSEEN_COST
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, Move
from tests.support.judged_rounds import Follower, build_table

KAKEYA = game("kakeya")


def _asked_paths(play: Follower) -> list[str]:
    return [path for path, _ in play.rules.conclude(play.position).asks]


@pytest.fixture
def play() -> Follower:
    return Follower("kakeya", build_table(KAKEYA, extra={"dealers": 1}, trump_change="fixed_spades"))


def test_led_followed_and_taken(play: Follower) -> None:
    assert play.rules.turn(play.position) == 0
    assert play.lay("KD 2D 3D") == ""
    assert play.rules.turn(play.position) == 1
    assert play.lay("4D") == ""
    assert play.rules.turn(play.position) == 0
    assert play.move("moved", None, 0, ("captures", 0)) == ""
    assert play.take("KD 2D 3D 4D", None) == ""
    assert play.lay("5C AH") == ""
    conclusion = play.rules.conclude(play.position)
    assert conclusion.round["captured"] == [["AH", "KD"], []]
    assert (conclusion.round["aces"], play.faults) == ([[], ["AH"]], [])


def test_faults_of_single_cards(play: Follower) -> None:
    assert play.lay("joker") == "joker is not a card of this game"
    play.lay("KD")
    assert play.lay("KD") == "K♦ was played already"
    assert play.lay("2D", 0) == "Aki played out of turn: it was the turn of Emi"
    assert play.lay("3D 4D") == ""
    assert play.take("9H", 0) == "9♥ was taken and never played"


def test_a_revoke_is_said_when_it_comes_out(play: Follower) -> None:
    assert play.lay("KD 2D 3C 4D") == ""
    play.take("KD 2D 3C 4D", 0)
    assert play.lay("5C 6C") == ""
    assert play.lay("7D") == "Aki played 7♦, but did not follow diamonds in trick 1"
    assert play.lay("8C") == ""


def test_a_trick_taken_by_the_wrong_side_is_asked_about(play: Follower) -> None:
    play.lay("KD 2D 3D 4D")
    assert play.take("KD", 1) == "Emi took trick 1, which Aki won with K♦"
    assert play.take("2D 3D 4D", 1) == ""
    assert play.rules.conclude(play.position).round["captured"] == [[], ["KD"]]
    asks = dict(play.rules.conclude(play.position).asks)
    assert asks["captured.0"].en == "Emi took trick 1, which Aki won with K♦"
    assert play.take("KD 2D 3D 4D", 0) == ""
    assert play.rules.conclude(play.position).round["captured"] == [["KD"], []]
    assert play.take("2D", 1) == "the cards of trick 1 went to both sides"
    assert dict(play.rules.conclude(play.position).asks)["captured.1"].en == "the cards of trick 1 went to both sides"


def test_a_card_never_seen_in_the_middle_completes_its_trick(play: Follower) -> None:
    play.lay("KD 2D 3D")
    assert play.take("KD", 0) == "trick 1 was taken with only 3 cards seen"
    assert play.take("4D", 0) == ""
    assert play.position.tricks[0].cards == ("KD", "2D", "3D", "4D")


def test_a_trick_with_a_card_that_nobody_saw_is_a_gap_and_nobody_s_fault(play: Follower) -> None:
    play.lay("KD 2D 3D")
    gap = play.rules.judge(play.position, Move("taken", 0, "KD", MIDDLE, ("captures", 0)))
    assert gap.is_gap
    assert gap.cost == UNSEEN_COST
    play.lay("4D")
    wrong = play.rules.judge(play.position, Move("taken", 1, "KD", MIDDLE, ("captures", 1)))
    assert wrong.fault is not None
    assert not wrong.is_gap


def test_who_takes_a_card_back_is_who_laid_it(play: Follower) -> None:
    play.lay("KD 2C")
    assert play.rules.judge(play.position, Move("retracted", None, "2C", MIDDLE, MIDDLE)).seat == 1
    assert play.rules.judge(play.position, Move("retracted", None, "KD", MIDDLE, MIDDLE)).seat == 0
    play.lay("3D 4D")
    play.take("KD 2C 3D 4D", 0)
    play.lay("5D")
    late = play.rules.judge(play.position, Move("retracted", None, "2C", MIDDLE, MIDDLE))
    assert late.seat == 1
    assert late.fault is not None


def test_a_card_is_taken_back_before_the_next_is_played(play: Follower) -> None:
    play.lay("KD 2C")
    assert play.move("retracted", "2C") == ""
    assert play.lay("2D 3D") == ""
    assert play.move("retracted", "2D") == "2♦ was taken back after others had played"
    assert play.move("retracted", "9S") == ""
    assert play.lay("4D") == ""
    play.take("KD", 0)
    assert play.move("retracted", "4D") == "4♦ was taken back after others had played"
    assert play.put_back("KD", 0) == ""
    assert play.move("retracted", "4D") == ""
    assert play.put_back("5D", 0) == ""
    assert play.position.tricks[0].cards == ("KD", "2D", "3D", "5D")
    play.lay("6H")
    assert play.move("moved", "6H", None, ("hand", 0)) == ""
    assert len(play.position.tricks) == 1


def test_the_fourteenth_trick_and_the_end(play: Follower) -> None:
    clubs, diamonds, hearts, spades = ([f"{rank}{suit}" for rank in RANKS] for suit in "CDHS")
    for cards in zip(clubs, diamonds, hearts, spades, strict=True):
        assert not play.rules.is_over(play.position)
        play.lay(" ".join(cards))
    assert play.rules.turn(play.position) is None
    assert not play.rules.is_over(play.position)
    assert play.lay("AS") == "A♠ was played already"
    play.take("AS AD AH AC", None)
    assert play.rules.is_over(play.position)
    play.move("retracted", "AS")
    assert _asked_paths(play) == []


def test_a_card_after_the_thirteenth_trick(play: Follower) -> None:
    clubs, diamonds, hearts, spades = ([f"{rank}{suit}" for rank in RANKS] for suit in "CDHS")
    *tricks, (last, *_) = zip(clubs, diamonds, hearts, spades, strict=True)
    for cards in tricks:
        play.lay(" ".join(cards))
    play.lay(last)
    play.take(last, 0)
    assert play.lay("AS") == "a card was laid after the thirteenth trick"


def test_trumps_that_the_play_does_not_tell_are_asked() -> None:
    play = Follower("kakeya", build_table(KAKEYA, extra={"dealers": 1}))
    play.lay("KD 2H 3D 4D")
    ask = dict(play.rules.conclude(play.position).asks)["trump"]
    assert ask.en == "Which suit was trumps? The play fits spades, hearts, diamonds and clubs"
    assert play.take("KD 2H 3D 4D", 1) == ""
    assert _asked_paths(play) == ["aces.0", "aces.1", "captured.0", "captured.1"]
    assert play.rules.conclude(play.position).round["trump"] == "H"


def test_of_three_pairs_the_first_heap_says_who_led() -> None:
    table = build_table(KAKEYA, players=6, trump_change="fixed_spades", extra={"active": [1, 2], "dealers": 0})
    play = Follower("kakeya", table)
    assert play.rules.turn(play.position) is None
    assert play.lay("KD 2D 3D 4D") == ""
    assert "captured.0" in _asked_paths(play)
    assert play.take("KD 2D 3D 4D", 2) == ""
    assert play.rules.turn(play.position) == 2
    assert play.rules.conclude(play.position).round["captured"] == [[], ["KD"]]


def test_a_trick_that_the_resting_pair_took_counts_for_nobody() -> None:
    table = build_table(KAKEYA, players=6, trump_change="fixed_spades", extra={"active": [1, 2], "dealers": 0})
    play = Follower("kakeya", table)
    play.lay("KD 2D 3D 4D")
    assert play.take("KD", 0) == "Aki took trick 1, which Emi won with K♦"
    assert play.rules.conclude(play.position).round["captured"] == [[], []]


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
