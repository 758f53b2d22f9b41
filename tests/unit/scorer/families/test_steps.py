"""Steps say where a card lies and which way up."""

from __future__ import annotations

from scorer.families.steps import lay_step, take_step


def test_a_card_is_laid_in_the_middle_or_before_a_seat() -> None:
    step = lay_step(1, "KD", ("hand", 1), 7, fault="revoke")
    assert (step.move.seat, step.move.card, step.move.target) == (1, "KD", ("middle", None))
    assert (step.zone, step.face_up, step.fault) == (None, True, "revoke")
    hidden = lay_step(2, "k05", ("pile", None), 3, zone=2, target=("open", 2), face_up=False, beside=1)
    assert (hidden.move.card, hidden.card, hidden.zone, hidden.beside) == (None, "k05", 2, 1)


def test_what_is_taken_lies_before_who_took_it_or_is_gone() -> None:
    assert take_step(0, "KD", 7, face_up=False).zone == 0
    assert not take_step(0, "KD", 7, face_up=False).face_up
    gone = take_step(0, "KD", 7, face_up=False, is_gone=True)
    assert (gone.zone, gone.face_up, gone.move.target) == (None, True, ("captures", 0))
