"""Tricks as they lie: closed, whole, taken by whom."""

from __future__ import annotations

from scorer.families.egara.moves.position import LaidTrick, TrickPosition
from scorer.games import game
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")


def test_a_trick_is_closed_by_its_fourth_card_or_when_it_is_taken() -> None:
    three = LaidTrick(("2S", "3S", "4S"))
    assert (three.is_closed, three.is_whole, three.taker) == (False, False, None)
    taken = LaidTrick(("2S", "3S", "4S"), (("2S", None), ("3S", 1), ("4S", 1)))
    assert (taken.is_closed, taken.is_whole, taken.taker) == (True, False, 1)
    assert (taken.taker_of("2S"), taken.taker_of("4S"), taken.taker_of("5S")) == (None, 1, None)
    assert LaidTrick(("2S", "3S", "4S", "5S")).is_closed


def test_tricks_are_found_and_replaced() -> None:
    begun = KAKEYA.play_rules.begin(build_table(KAKEYA, extra={"dealers": 1}), "western")
    assert (begun.latest, begun.trick_of("2S"), begun.is_complete) == (LaidTrick(), None, False)
    one = begun.with_trick(0, LaidTrick(("2S",)))
    assert (one.trick_of("2S"), one.latest.cards) == (0, ("2S",))
    assert one.with_trick(0, LaidTrick()) == begun
    assert TrickPosition(begun.setup, (LaidTrick(("2S",)),)) == one
    assert begun.setup.name(1) == "Emi"
    assert len(begun.setup.cards) == 52
