"""Evidence for what a card is, by several readings."""

from __future__ import annotations

import pytest

from scanner.reads import Alternative, CardRead
from scanner.tracking.face_evidence import FaceEvidence, in_new_pose, with_reading

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def card_read(code: str | None, confidence: float = 0.999, other: str = "", *, sure: bool = True) -> CardRead:
    others = (Alternative(other, 1 - confidence),) if other else ()
    return CardRead(code, confidence, sure, "up" if code else "down", CORNERS, others)


def test_a_sure_reading_names_the_card() -> None:
    evidence = with_reading(FaceEvidence(), card_read("h01-1"), "hanafuda")
    assert evidence.best == "h01-1"
    assert evidence.is_sure
    assert evidence.ranked()[0][1] == pytest.approx(0.999)


def test_a_back_says_nothing() -> None:
    assert with_reading(FaceEvidence(), card_read(None), "hanafuda") == FaceEvidence()
    assert FaceEvidence().best is None


def test_readings_of_one_pose_are_averaged_and_never_add_up() -> None:
    doubtful = card_read("h01-1", 0.7, "h01-2", sure=False)
    evidence = FaceEvidence()
    for _ in range(5):
        evidence = with_reading(evidence, doubtful, "hanafuda")
    assert evidence.ranked()[0][1] == pytest.approx(0.7, abs=0.01)
    assert not evidence.is_sure


def test_a_worse_look_takes_nothing_from_a_sure_one() -> None:
    sure = with_reading(FaceEvidence(), card_read("h01-1"), "hanafuda")
    assert with_reading(sure, card_read("h02-1", 0.5, sure=False), "hanafuda") == sure


def test_two_sure_readings_that_contradict_each_other_are_asked_about() -> None:
    evidence = with_reading(
        with_reading(FaceEvidence(), card_read("h01-1"), "hanafuda"), card_read("h02-1"), "hanafuda"
    )
    assert evidence.is_disputed
    assert not evidence.is_sure


def test_a_third_sure_reading_in_another_pose_decides() -> None:
    evidence = with_reading(
        with_reading(FaceEvidence(), card_read("h01-1"), "hanafuda"), card_read("h02-1"), "hanafuda"
    )
    assert not in_new_pose(evidence).is_sure
    evidence = with_reading(in_new_pose(evidence), card_read("h02-1"), "hanafuda")
    assert (evidence.best, evidence.is_sure) == ("h02-1", True)


def test_two_poses_with_little_doubt_make_a_card_sure() -> None:
    evidence = with_reading(FaceEvidence(), card_read("h01-1", 0.98, "h01-2", sure=False), "hanafuda")
    evidence = with_reading(in_new_pose(evidence), card_read("h01-1", 0.98, "h01-2", sure=False), "hanafuda")
    assert evidence.is_sure
    assert evidence.ranked()[0][1] > 0.99


def test_copies_of_one_face_are_one_name() -> None:
    evidence = with_reading(FaceEvidence(), card_read("h01-4", 0.9, "h02-1"), "hanafuda")
    assert evidence.best == "h01-3"


def test_a_sure_card_leaves_little_to_other_names() -> None:
    evidence = with_reading(FaceEvidence(), card_read("h01-1", 0.7, "h02-1"), "hanafuda")
    assert evidence.stated() == [("h01-1", 0.995), ("h02-1", pytest.approx(0.005))]
    doubtful = with_reading(FaceEvidence(), card_read("h01-1", 0.7, "h02-1", sure=False), "hanafuda")
    assert doubtful.stated() == doubtful.ranked()
