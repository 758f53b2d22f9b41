"""The moves that may be behind what a camera saw of a round of captures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.families.captures.moves.position import DEAL, HAND, OPENING, OVER, CapturePosition
from scorer.rules.play_rules import Move, Place, Sight

_MIDDLE: Place = ("middle", None)
_STOCK: Place = ("pile", None)


def moves_behind(
    position: CapturePosition, sight: Sight, may_leave: Callable[[CapturePosition, str], bool]
) -> Iterator[Move]:
    """The moves behind a sight, the likeliest first.

    `may_leave`: whether a card in the middle may leave the game, taken by nobody.
    """
    card, place, zone, thing = sight.card, sight.place, sight.zone, sight.thing
    if card is None:
        return
    if place is None or place == _STOCK:
        if zone is None:
            yield _as_laid(position, card, thing)
        elif zone < position.setup.seats:
            yield Move("taken", zone, card, _source(position), ("captures", zone), thing)
    elif place == _MIDDLE and sight.kind == "moved" and zone is not None:
        yield Move("taken", zone, card, _MIDDLE, ("captures", zone), thing)
    elif place == _MIDDLE and sight.kind == "left":
        yield from _left(position, card, thing, may_leave)
    elif place[0] == "captures" and sight.kind == "moved" and zone != place[1]:
        target: Place = _MIDDLE if zone is None else ("captures", zone)
        yield Move("moved", place[1] if zone is None else zone, card, place, target, thing)


def _source(position: CapturePosition) -> Place:
    """Where the next card comes from: a hand, or the stock."""
    return ("hand", position.seat) if position.phase in (HAND, OPENING) else _STOCK


def _as_laid(position: CapturePosition, card: str, thing: int | None) -> Move:
    seat = None if position.phase in (DEAL, OVER) else position.seat
    return Move("laid", seat, card, _source(position), _MIDDLE, thing)


def _left(
    position: CapturePosition, card: str, thing: int | None, may_leave: Callable[[CapturePosition, str], bool]
) -> Iterator[Move]:
    """A card that is no longer seen in the middle: taken off the picture, taken back, or out of the game."""
    seats = dict.fromkeys(capture.seat for capture in position.open_captures if capture.accepts(card))
    yield from (Move("taken", seat, card, _MIDDLE, ("captures", seat), thing) for seat in seats)
    if may_leave(position, card):
        yield Move("moved", None, card, _MIDDLE, ("out", None), thing)
    if position.before is not None and position.latest == card:
        yield Move("retracted", position.before.seat, card, _MIDDLE, _MIDDLE, thing)
