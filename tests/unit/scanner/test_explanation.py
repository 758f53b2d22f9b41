"""Each card gets a code of its own, and a doubt where it is not sure."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.detection.naming import NamedCard
from scanner.explanation import explain
from scanner.imaging.geometry import Quad, standing
from scanner.reads import CardRead
from scanner.recognition.calibration import Calibration
from scanner.recognition.classifier import CardClassifier
from tests.support.detected_cards import CROP_SIZE, LABELS, box, detection, prediction

FRAME_SIZE = (1000, 1000)
CROP = np.asarray(np.random.default_rng(1).integers(0, 240, (CROP_SIZE[1], CROP_SIZE[0], 3)), np.uint8)
SURE_MARGINS = ((0.0, 9.0), (0.5, 5.0), (0.9, 3.0))


class _NoNames:
    """A network that must not be asked."""

    def score(
        self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        raise AssertionError("asked for names")


def _classifier(*, back_seen: bool = True) -> CardClassifier:
    calibration = Calibration(1.0, 0.0, 0.0, SURE_MARGINS, 4.0)
    return CardClassifier("hanafuda", LABELS, CROP_SIZE, calibration, _NoNames(), back_seen=back_seen)


def _named_card(  # noqa: PLR0913  what a card may be like
    face: str = "h08-1",
    left: float = 400,
    *hidden_by: Quad,
    margin: float = 6.0,
    back_margin: float = -9.0,
    share: float = 1.0,
    width: float = 80,
    error: float = -4.0,
    back: float = -9.0,
) -> NamedCard:
    found = detection(box(left, 400, width, 1.64 * width), *hidden_by, error=error, back=back)
    return NamedCard(found, replace(prediction(face, margin, back_margin), visible_share=share), CROP)


def test_what_lies_over_a_card_is_not_called_blur() -> None:
    smooth = np.asarray(cv2.GaussianBlur(CROP, (0, 0), 3.0), np.uint8)
    seen = _classifier()
    doubts = [
        explain([replace(_named_card(margin=1.0, share=share), crop=smooth)], FRAME_SIZE, seen)[0].doubt
        for share in (1.0, 0.5)
    ]
    assert doubts == ["blurred", "covered"]


def _explain(*cards: NamedCard) -> tuple[CardRead, ...]:
    return explain(cards, FRAME_SIZE, _classifier())


UPPER = _named_card("h01-1", 440)


@pytest.mark.parametrize(
    ("cards", "doubt"),
    [
        ([_named_card()], ""),
        ([_named_card(margin=2.0)], "close_call"),
        ([_named_card(margin=-1.0)], "unknown"),
        ([_named_card(error=-1.0)], "close_call"),
        ([_named_card(width=30)], "too_small"),
        ([_named_card("h08-1", 400, UPPER.quad, share=0.5), UPPER], ""),
        ([_named_card("h08-1", 400, UPPER.quad, share=0.5, margin=4.0), UPPER], "covered"),
        ([_named_card(share=0.3)], "covered"),
        ([_named_card("h08-1", 400, UPPER.quad, share=0.95, margin=2.0), UPPER], "covered"),
        ([_named_card("h08-1", -40, share=0.5, margin=20.0)], "cut_off"),
        ([_named_card("h08-1", -5, share=0.95)], ""),
    ],
    ids=[
        *("whole", "two faces alike", "no face", "inexact outline", "too small", "half covered, yet sure"),
        *("half covered", "a quarter shows", "little covered", "half outside", "hardly outside"),
    ],
)
def test_what_is_not_sure_is_said_with_its_reason(cards: list[NamedCard], doubt: str) -> None:
    read = _explain(*cards)[0]
    assert (read.card, read.face, read.doubt, read.sure) == ("h08-1", "up", doubt, not doubt)
    assert read.corners == tuple(map(tuple, cards[0].quad.tolist()))
    assert all(other.card != "h08-1" for other in read.alternatives)


def _codes(reads: tuple[CardRead, ...]) -> list[tuple[str | None, str]]:
    return [(read.card, read.doubt) for read in reads]


def test_chaff_of_one_month_gets_different_codes() -> None:
    pair = (_named_card("h01-3", 100), _named_card("h01-3", 400))
    assert _codes(_explain(*pair)) == [("h01-3", ""), ("h01-4", "")]


def test_a_face_that_lies_there_already_is_asked_about_under_another_code() -> None:
    first, second = _explain(_named_card(), _named_card("h08-1", 700))
    assert (first.card, first.doubt, second.doubt) == ("h08-1", "", "twice")
    assert second.card not in {"h08-1", None}
    assert second.confidence < 0.1 < first.confidence


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({}, ""),
        ({"back_margin": 2.0}, "close_call"),
        ({"back": -1.0}, "close_call"),
        ({"error": -1.0}, "close_call"),
        ({"left": -40.0}, "cut_off"),
        ({"width": 30.0}, "too_small"),
    ],
)
def test_a_back_is_sure_if_both_networks_see_one_in_an_exact_outline(changes: dict[str, float], doubt: str) -> None:
    card = _named_card(**{"margin": -9.0, "back_margin": 6.0, "back": 5.0} | changes)  # type: ignore[arg-type]
    (read,) = _explain(card)
    assert (read.card, read.face, read.doubt, read.sure, read.alternatives) == (None, "down", doubt, not doubt, ())


def test_a_blurred_crop_is_no_sure_back() -> None:
    back = _named_card(margin=-9.0, back_margin=60.0, back=9.0)
    sharp, blurred = (_explain(replace(back, crop=crop))[0] for crop in (CROP, cv2.GaussianBlur(CROP, (0, 0), 2.0)))
    assert (sharp.face, sharp.sure, sharp.doubt) == ("down", True, "")
    assert (blurred.face, blurred.sure, blurred.doubt) == ("down", False, "blurred")


def test_without_a_picture_of_the_back_no_back_is_sure() -> None:
    (read,) = explain([_named_card(margin=-9.0, back_margin=60.0, back=9.0)], FRAME_SIZE, _classifier(back_seen=False))
    assert (read.face, read.sure) == ("down", False)


def test_a_deck_of_which_hardly_a_card_is_sure_is_strange() -> None:
    faces = ("h01-1", "h01-3", "h01-4", "h08-1")
    cards = [_named_card(faces[number % 4], 100 * number, margin=1.0) for number in range(1, 9)]
    doubts = {read.doubt for read in _explain(*cards)}
    assert "strange" in doubts
    assert doubts <= {"strange", "twice"}
    assert _explain() == ()


def test_a_half_of_a_card_is_asked_about() -> None:
    whole = [_named_card(left=100), _named_card("h01-1", left=700)]
    half = NamedCard(detection(standing(box(100, 533, 80, 60))), prediction("h01-3"), CROP)
    reads = explain([*whole, half], FRAME_SIZE, _classifier())
    assert [read.doubt for read in reads] == ["", "", "covered"]
    assert not reads[2].sure


def test_a_blurred_face_needs_a_larger_margin() -> None:
    smooth = np.asarray(cv2.GaussianBlur(CROP, (0, 0), 3.0), np.uint8)
    doubts = [
        _explain(replace(_named_card(margin=margin), crop=crop))[0].doubt
        for crop, margin in ((CROP, 3.5), (smooth, 3.5), (smooth, 4.5))
    ]
    assert doubts == ["", "blurred", ""]
