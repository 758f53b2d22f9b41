"""Steps and rounds written by hand, for films of a few seconds."""

from __future__ import annotations

import numpy as np

from scanner.synth.films.stage import Stage, set_stage
from scorer.decks import decks
from scorer.rules.play.moves import Move, ScriptedRound, ScriptStep

MIDDLE, PILE = ("middle", None), ("pile", None)


def small_stage(seats: int = 3, kind: str = "hanafuda", seed: int = 1) -> Stage:
    """A stage whose pictures are 640 × 360 pixels."""
    return set_stage(np.random.default_rng(seed), seats, decks()[kind].size_mm, (640, 360))


def lay_step(
    seat: int | None, card: str, zone: int | None, source: str = "pile", *, face_up: bool = True
) -> ScriptStep:
    """A step that lays a card."""
    target = MIDDLE if zone is None else ("open", zone)
    owner = seat if source == "hand" else None
    return ScriptStep(Move("laid", seat, card if face_up else None, (source, owner), target), card, zone, face_up)


def turn_step(seat: int, card: str) -> ScriptStep:
    """A step that turns up a card before a seat."""
    return ScriptStep(Move("turned", seat, card, ("open", seat), ("open", seat)), card, seat)


def take_step(seat: int, card: str, *, is_gone: bool = False) -> ScriptStep:
    """A step that takes a card from the middle."""
    return ScriptStep(Move("taken", seat, card, MIDDLE, ("captures", seat)), card, seat, is_gone=is_gone)


def tiny_round() -> ScriptedRound:
    """A round of three cards: one is laid face down and turned up, one of two in the middle takes the other."""
    steps = (
        lay_step(None, "h01-1", None),
        lay_step(1, "h05-2", 1, face_up=False),
        lay_step(2, "h01-3", None, "hand"),
        take_step(2, "h01-3"),
        take_step(2, "h01-1"),
        turn_step(1, "h05-2"),
    )
    return ScriptedRound(steps, {"game": "koikoi"})
