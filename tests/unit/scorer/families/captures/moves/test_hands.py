"""Every place to every other: no card is lost, and none lies twice."""

from __future__ import annotations

import itertools

import pytest

from scorer.families.captures.moves.position import CapturePosition
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, PILE, Move, Place
from tests.support.judged_rounds import Follower, build_table

CARDS: dict[Place, str] = {
    PILE: "h11-1",
    ("hand", 0): "h11-2",
    ("hand", 1): "h11-3",
    ("open", 0): "h12-1",
    MIDDLE: "h04-1",
    ("captures", 0): "h03-1",
    ("captures", 1): "h06-1",
    ("out", None): "h05-1",
}
"""A card at each place."""


def begin_round() -> Follower:
    """Koi-Koi with a card at each place."""
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h01-2 h02-1 h02-2 h02-3 h03-1 h04-1 h05-1 h03-2 h09-1")
    play.take("h03-2 h03-1", 0)
    play.lay("h06-1 h06-2 h10-1")
    play.take("h06-1 h06-2", 1)
    play.move("moved", "h05-1", None, ("out", None))
    play.position = play.rules.judge(play.position, Move("turned", 0, "h12-1", ("open", 0), ("open", 0))).position
    return play


def places_of(position: CapturePosition, card: str) -> list[Place]:
    """Where a card is known to be."""
    places: list[Place] = [MIDDLE] * position.field.count(card) + [("out", None)] * position.gone.count(card)
    for seat in range(2):
        places += [("captures", seat)] * position.pile(seat).count(card)
        places += [("hand", seat)] * position.known_of(seat).count(card)
    return places


def count_cards(position: CapturePosition) -> int:
    """All cards, those that nobody knows or has seen included."""
    piles = sum(map(len, position.piles))
    return (
        sum(position.hands)
        + position.stock
        + len(position.field)
        + piles
        + len(position.gone)
        + len(position.unseen_captures)
    )


@pytest.mark.parametrize(("source", "target"), list(itertools.permutations(CARDS, 2)))
def test_a_card_goes_from_any_place_to_any_other(source: Place, target: Place) -> None:
    play, card = begin_round(), CARDS[source]
    event = "moved"
    if target[0] == "captures":
        event = "taken"
    elif source[0] in ("pile", "hand", "open") and target[0] in ("middle", "open"):
        event = "laid"
    seat = source[1] if target[1] is None else target[1]
    verdict = play.rules.judge(play.position, Move(event, seat, card, source, target))
    assert count_cards(verdict.position) == 48
    if target == PILE:
        return
    found = {"open": ("hand", target[1])}.get(target[0], target)
    # Captured cards that leave the picture are still the player's.
    assert places_of(verdict.position, card) == [source if (source[0], target[0]) == ("captures", "out") else found]


def test_what_no_rule_allows_is_marked() -> None:
    play = begin_round()

    def fault_of(card: str, source: Place, target: Place) -> str:
        verdict = play.rules.judge(play.position, Move("moved", 1, card, source, target))
        return "" if verdict.fault is None else verdict.fault.en

    assert fault_of("h04-1", MIDDLE, ("hand", 1)) == "Emi took wisteria, cuckoo into the hand"
    assert fault_of("h12-1", ("open", 0), ("hand", 1)) == "Emi took paulownia, phoenix into the hand"
    assert fault_of("h05-1", ("out", None), MIDDLE) == "iris, bridge had left the table and lies there again"
    assert fault_of("h11-1", PILE, ("out", None)) == "willow, rain man left the table and nobody took it"
    assert fault_of("h12-2", ("hand", 0), ("open", 0)) == ""
    assert fault_of("h12-2", ("hand", 5), ("open", 5)) == ""
