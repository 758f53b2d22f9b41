"""Steps of rounds that are played for films and tests."""

from __future__ import annotations

from scorer.rules.play.moves import MIDDLE, Move, Place, ScriptStep


def lay_step(  # noqa: PLR0913  what a step is made of
    seat: int | None,
    card: str,
    source: Place,
    thing: int,
    *,
    zone: int | None = None,
    target: Place = MIDDLE,
    face_up: bool = True,
    beside: int | None = None,
    fault: str = "",
    call: str = "",
) -> ScriptStep:
    """A card comes to lie in the middle, or in the zone of a seat; `call` is what is said with it.

    >>> lay_step(1, "KD", ("hand", 1), 7).move.target
    ('middle', None)
    """
    move = Move("laid", seat, card if face_up else None, source, target, thing, call)
    return ScriptStep(move, card, zone, face_up, beside=beside, fault=fault)


def take_step(seat: int, card: str, thing: int | None, *, face_up: bool = True, is_gone: bool = False) -> ScriptStep:
    """A card goes from the middle to who took it: before that seat, or off the picture.

    >>> take_step(1, "KD", 7, is_gone=True).zone is None
    True
    """
    move = Move("taken", seat, card, MIDDLE, ("captures", seat), thing)
    return ScriptStep(move, card, None if is_gone else seat, face_up=face_up or is_gone, is_gone=is_gone)
