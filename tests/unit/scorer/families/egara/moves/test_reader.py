"""Who played and won each trick, by worked examples of the rule books."""

from __future__ import annotations

import pytest

from scorer.families.egara.moves.position import DealGuess, LaidTrick, TrickPosition
from scorer.families.egara.moves.reader import best_readings, next_player, read_deal
from scorer.games import game
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")
SETUP = KAKEYA.play_rules.begin(build_table(KAKEYA, extra={"dealers": 1}), "western").setup


def _position_after(*tricks: str) -> TrickPosition:
    """The position after tricks "cards", or "cards>seat" with the seat that took the heap."""
    laid = []
    for each in tricks:
        cards, _, seat = each.partition(">")
        names = tuple(cards.split())
        laid.append(LaidTrick(names, tuple((card, int(seat)) for card in names) if seat else ()))
    return TrickPosition(SETUP, tuple(laid))


@pytest.mark.parametrize(
    ("source", "key", "trump", "trick", "winner"),
    [
        ("kakeya 24", "kakeya", "S", "KH 2H 3S AC", 3),
        ("kakeya 25", "kakeya", "S", "5D JD 9D 2S", 3),
        ("kakeya 26", "kakeya", "H", "4S AS AH KS", 1),
        ("etori 7", "etori", "H", "KD 3D 2H AD", 2),
        ("etori 8", "etori", "H", "KD AH AS 2D", 2),
        ("etori 11", "etori", "D", "7C QC KS 10C", 1),
    ],
)
def test_worked_examples(source: str, key: str, trump: str, trick: str, winner: int) -> None:
    rules = game(key)
    setup = rules.play_rules.begin(build_table(rules, extra={"dealers": 1}), "western").setup
    position = TrickPosition(setup, (LaidTrick(tuple(trick.split())),))
    reading = read_deal(position, DealGuess(trump, 0))
    assert (reading.tricks[0].winner, reading.tricks[0].taker, reading.faults) == (winner, winner % 2, ()), source
    assert next_player(position, reading.guess) == winner


def test_trumps_follow_from_where_the_heaps_go() -> None:
    """Only with hearts for trumps does the second player's side take this trick."""
    position = _position_after("KD 2H 3D 4D")
    assert [each.guess.trump for each in best_readings(position)] == ["S", "H", "D", "C"]
    position = _position_after("KD 2H 3D 4D>1")
    assert [each.guess.trump for each in best_readings(position)] == ["H"]
    assert best_readings(position)[0].tricks[0].leads_next == 1


def test_a_revoke_comes_out_when_the_suit_is_played_later() -> None:
    position = _position_after("KD 2D 3C 4D>0", "5C 6C 7D 8C>1")
    reading = read_deal(position, DealGuess("S", 0))
    assert [fault.en for fault in reading.faults] == ["Aki played 7♦, but did not follow diamonds in trick 1"]
    twice = _position_after("KD 2D 3C 4D>0", "5C 6C 7D 8C>1", "9H 10H 8D 2H>0")
    assert len(read_deal(twice, DealGuess("S", 0)).faults) == 1


def test_a_trick_that_goes_to_the_wrong_side() -> None:
    """The side that took it leads: its player with the strongest card of the trick."""
    position = _position_after("KD 2D 3D 4D>1")
    reading = read_deal(position, DealGuess("S", 0))
    assert [fault.en for fault in reading.faults] == ["Emi took trick 1, which Aki won with K♦"]
    assert (reading.tricks[0].taker, reading.tricks[0].leads_next) == (1, 3)


def test_a_split_trick_and_a_missing_card() -> None:
    split = LaidTrick(("KD", "2D", "3D", "4D"), (("KD", 0), ("2D", 0), ("3D", 1), ("4D", None)))
    reading = read_deal(TrickPosition(SETUP, (split,)), DealGuess("S", 0))
    assert [fault.en for fault in reading.faults] == ["the cards of trick 1 went to both sides"]
    position = _position_after("KD 2D 3D>1")
    reading = read_deal(position, DealGuess("S", 0))
    assert [fault.en for fault in reading.faults] == ["trick 1 was taken with only 3 cards seen"]
    alone = _position_after("KD>1")
    assert read_deal(alone, DealGuess("S", 0)).tricks[0].leads_next == 0


def test_a_card_out_of_turn_is_that_of_the_other_side() -> None:
    trick = LaidTrick(("KD", "2D", "3D", "4D"), (), ((1, 0),))
    reading = read_deal(TrickPosition(SETUP, (trick,)), DealGuess("S", 0))
    assert reading.tricks[0].players == (0, 2, 1, 3)
    begun = LaidTrick(("KD", "2D"), (), ((1, 0),))
    position = TrickPosition(SETUP, (begun,))
    assert next_player(position, DealGuess("S", 0)) == 1


def test_who_leads_out_of_turn_leads_and_all_go_on_from_there() -> None:
    trick = LaidTrick(("KD", "2D", "3D", "4D"), (), ((0, 1),))
    reading = read_deal(TrickPosition(SETUP, (trick,)), DealGuess("S", 0))
    assert reading.tricks[0].players == (1, 2, 3, 0)
