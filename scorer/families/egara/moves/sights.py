"""The moves that may be behind what a camera saw of a deal of tricks."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.families.egara.moves.position import TrickPosition
from scorer.families.egara.moves.reader import best_readings, next_seats
from scorer.rules.play.moves import MIDDLE, Move, Place, Sight


def moves_behind(position: TrickPosition, sight: Sight, turn: int | None) -> Iterator[Move]:
    """The moves behind a sight, the likeliest first. `turn`: the seat that lays the next card."""
    card, place, zone, thing = sight.card, sight.place, sight.zone, sight.thing
    if zone is not None and (card is None or (place is not None and place[0] == "captures" and sight.kind == "left")):
        # A heap: what it is made of was seen when the cards left the middle. The next heap may cover it.
        yield Move("heap", zone, card, ("captures", zone), ("captures", zone), thing)
    if card is None:
        return
    if place is None or place[0] == "pile":
        if zone is None:
            for seat in _layers(position, turn, sight.side):
                yield Move("laid", seat, card, ("hand", sight.side), MIDDLE, thing)
        else:
            yield Move("taken", zone, card, ("hand", None), ("captures", zone), thing)
    elif place == MIDDLE and sight.kind == "moved" and zone is not None:
        yield Move("taken", zone, card, MIDDLE, ("captures", zone), thing)
    elif place == MIDDLE and sight.kind == "left":
        yield from _left(position, card, thing)
    elif place[0] == "captures" and sight.kind == "moved" and zone != place[1]:
        target: Place = MIDDLE if zone is None else ("captures", zone)
        yield Move("moved", place[1] if zone is None else zone, card, place, target, thing)


def _layers(position: TrickPosition, turn: int | None, side: int | None) -> tuple[int | None, ...]:
    """Who may have laid a card that lies towards a seat, the likeliest first. `turn`: whose turn it is."""
    if side is None or side == turn or side not in position.setup.active:
        return (turn,)
    if side in next_seats(position):
        return (side,)
    return (side,) if best_readings(position)[0].tells_sides else (turn,)


def _left(position: TrickPosition, card: str, thing: int | None) -> Iterator[Move]:
    """A card that is no longer seen in the middle: it went to a heap, or back into a hand.

    A trick goes to who won it by the rules, or to the other side: a heap that is seen there, or the card that won it
    and that nobody saw, speaks for that.
    """
    place = position.trick_of(card)
    if place is None:
        return
    trick, reading = position.tricks[place], best_readings(position)[0]
    if not trick.is_whole and not trick.taken and trick.cards[-1] == card:
        seat = reading.seat_of(reading.tricks[place].players[-1])
        yield Move("retracted", seat, card, MIDDLE, MIDDLE, thing)
    likeliest = reading.tricks[place].taker
    others = () if trick.taker is not None else (seat for seat in position.setup.active if seat != likeliest)
    for seat in (likeliest, *others):
        yield Move("taken", seat, card, MIDDLE, ("captures", seat), thing)
