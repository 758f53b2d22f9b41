"""The moves that may be behind what a camera saw of a round of captures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.families.captures.moves.position import HAND, OPENING, STOCK, CapturePosition
from scorer.rules.play.moves import MIDDLE, PILE, Move, Place, Sight

UNCAPTURED: Place = ("middle", 0)
"""Source of a card that was taken though nothing captured it, not even a card that nobody has seen yet."""
MISSED_COST = -5.0
"""Cost (natural logarithm) of a card that was dealt or laid and never seen: cameras miss a few in a thousand."""
GIVEN_BACK_COST = -2.5
"""Cost of a card that goes back from a pile to the middle: people err in what they take once in dozens of captures."""
TAKEN_AT_ONCE_COST = -1.0
"""Cost of a card that nobody saw in the middle before it was taken: hands hide one in three."""
UNSEEN_CAPTURE_COST = -1.5
"""Cost of a card of the field being taken with one that nobody has seen yet."""


def moves_behind(
    position: CapturePosition, sight: Sight, may_leave: Callable[[CapturePosition, str], bool]
) -> Iterator[Move]:
    """The moves behind a sight, the likeliest first.

    `may_leave`: whether a card in the middle may leave the game, taken by nobody.
    """
    card, place, zone, thing = sight.card, sight.place, sight.zone, sight.thing
    if card is None or (zone is not None and zone >= position.setup.seats):
        return  # a back, or what lies before somebody who rests
    if place is None or place == PILE:
        if zone is None:
            yield _as_laid(position, card, thing)
        else:
            yield Move("taken", zone, card, _source(position), ("captures", zone), thing)
    elif place == MIDDLE and sight.kind == "moved" and zone is not None:
        yield Move("taken", zone, card, MIDDLE, ("captures", zone), thing)
        if zone == position.seat and position.phase in (HAND, STOCK) and not _is_captured(position, card):
            yield Move("taken", zone, card, UNCAPTURED, ("captures", zone), thing)
    elif place == MIDDLE and sight.kind == "left":
        yield from _left(position, card, thing, may_leave)
    elif place[0] == "captures" and sight.kind == "moved" and zone != place[1]:
        target: Place = MIDDLE if zone is None else ("captures", zone)
        yield Move("moved", place[1] if zone is None else zone, card, place, target, thing)


def _is_captured(position: CapturePosition, card: str) -> bool:
    return any(capture.accepts(card) for capture in position.open_captures)


def _source(position: CapturePosition) -> Place:
    """Where the next card comes from: a hand, or the stock."""
    return ("hand", position.seat) if position.phase in (HAND, OPENING) else PILE


def _as_laid(position: CapturePosition, card: str, thing: int | None) -> Move:
    """Who laid it follows from the turns, which the judge counts: nobody sees whose hand a card comes from."""
    return Move("laid", None, card, _source(position), MIDDLE, thing)


def _left(
    position: CapturePosition, card: str, thing: int | None, may_leave: Callable[[CapturePosition, str], bool]
) -> Iterator[Move]:
    """A card that is no longer seen in the middle: taken off the picture, taken back, or out of the game."""
    if _is_captured(position, card):  # by whom follows from the turns
        yield Move("taken", None, card, MIDDLE, ("captures", None), thing)
    if may_leave(position, card):
        yield Move("moved", None, card, MIDDLE, ("out", None), thing)
    if position.before is not None and position.latest == card:
        yield Move("retracted", position.before.seat, card, MIDDLE, MIDDLE, thing)
