"""Moves that may be behind a sight, where a game names none itself."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.rules.play.moves import MIDDLE, PILE, Move, Place, Sight


def default_moves(sight: Sight, turn: int | None, seats: int) -> tuple[Move, ...]:
    """All moves between places that fit a sight, the likeliest first; the rules judge which are allowed.

    `turn`: the seat whose turn it is. A card in the middle was played from a hand or turned up from the pile; one that
    goes from the middle to a seat's zone, or off the table, was taken.
    """
    order = list(range(seats)) if turn is None else [turn, *(seat for seat in range(seats) if seat != turn)]
    return tuple(_moves(sight, order, turn))


def _moves(sight: Sight, order: list[int], turn: int | None) -> Iterator[Move]:
    place, thing, card, zone = sight.place, sight.thing, sight.card, sight.zone
    if sight.kind == "appeared" or place is None or place == PILE:
        if zone is None:
            yield from (Move("laid", turn, card, source, MIDDLE, thing) for source in (("hand", turn), PILE))
            if turn is not None:
                yield Move("laid", None, card, PILE, MIDDLE, thing)
            yield from (Move("laid", seat, card, ("hand", seat), MIDDLE, thing) for seat in order if seat != turn)
            return
        yield from (Move("laid", zone, card, source, ("open", zone), thing) for source in (PILE, ("hand", zone)))
        yield from (Move("taken", zone, card, source, ("captures", zone), thing) for source in (("hand", zone), PILE))
    elif sight.kind == "turned":
        yield Move("turned", turn if place[1] is None else place[1], card, place, place, thing)
    elif place == MIDDLE and (zone is not None or sight.kind == "left"):
        seats = order if sight.kind == "left" or zone is None else [zone]
        if sight.kind == "left":
            yield Move("taken", None, card, MIDDLE, ("captures", None), thing)
        yield from (Move("taken", seat, card, MIDDLE, ("captures", seat), thing) for seat in seats)
        if sight.kind == "left":
            yield Move("retracted", turn, card, MIDDLE, MIDDLE, thing)
    elif sight.kind == "moved" and zone != place[1]:
        target: Place = MIDDLE if zone is None else (place[0], zone)
        yield Move("moved", place[1], card, place, target, thing)
    elif sight.kind == "left" and place[0] == "open":
        yield Move("retracted", place[1], card, place, place, thing)
