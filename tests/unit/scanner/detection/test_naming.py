"""What detections are called, and which of them are cards of the deck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.detection.detection import Detection
from scanner.detection.naming import MAX_CARDS, NamedCard, accept, drop_lone_sheets, name_cards, name_either_way
from scanner.imaging.geometry import ImagePyramid, Quad
from scanner.recognition.calibration import Calibration
from scanner.recognition.classifier import CardClassifier
from tests.support.detected_cards import CROP_SIZE, LABELS, box, detection, prediction

Floats = NDArray[np.float32]


class _BrightnessNamer:
    """Names crops by the brightness of their visible part. Upside down where the lower half is brighter."""

    def score(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.bool_]]:
        logits = np.zeros((len(crops), len(LABELS)), np.float32)
        levels = [crop[mask > 127].mean() for crop, mask in zip(crops, masks, strict=True)]
        logits[:, LABELS.index("h08-1")] = np.where(np.array(levels) > 128, 9, -9)
        logits[:, LABELS.index("h01-1")] = np.where(np.array(levels) > 128, -9, 9)
        half = crops.shape[1] // 2
        return logits, crops[:, half:].mean(axis=(1, 2, 3)) > crops[:, :half].mean(axis=(1, 2, 3))


CLASSIFIER = CardClassifier(
    "hanafuda", LABELS, CROP_SIZE, Calibration(1.0, 0.0, 0.0, ((0.0, 5.0), (0.9, 3.0)), 4.0), _BrightnessNamer()
)


class _UprightNamer:
    """Sure of an ace of pines whose upper half is brighter than its lower half; of anything else it knows nothing."""

    def score(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.bool_]]:
        del masks
        half = crops.shape[1] // 2
        upper, lower = crops[:, :half].mean(axis=(1, 2, 3)), crops[:, half:].mean(axis=(1, 2, 3))
        logits = np.zeros((len(crops), len(LABELS)), np.float32)
        logits[:, LABELS.index("h01-1")] = np.where(np.abs(upper - lower) > 60, 9, 0)
        return logits, lower > upper


UPRIGHT = CardClassifier(
    "hanafuda", LABELS, CROP_SIZE, Calibration(1.0, 0.0, 0.0, ((0.0, 5.0), (0.9, 3.0)), 4.0), _UprightNamer()
)


class _SteadyRefiner:
    """Moves no outline."""

    def refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        del pyramid
        return [detection(quad) for quad in quads]


REFINER: Any = _SteadyRefiner()


def _table_of_slanted_cards(*left: int) -> tuple[NDArray[np.uint8], list[Quad]]:
    """Cards that point away from the camera: wider than high, the upper half bright; the outlines start at the left."""
    frame, quads = np.zeros((400, 600, 3), np.uint8), []
    for x in left:
        frame[100:130, x : x + 90], frame[130:160, x : x + 90] = 220, 40
        quads.append(np.array([[x, 160], [x, 100], [x + 90, 100], [x + 90, 160]], np.float32))
    return frame, quads


def test_a_card_that_points_away_is_named_on_its_side() -> None:
    frame, quads = _table_of_slanted_cards(100)
    pyramid = ImagePyramid(frame)
    (as_found,) = name_cards([detection(quads[0])], pyramid, UPRIGHT)
    (card,) = name_either_way([detection(quads[0])], REFINER, pyramid, UPRIGHT)
    assert not UPRIGHT.is_sure(as_found.prediction)
    assert UPRIGHT.is_sure(card.prediction)
    assert card.quad[:2].tolist() == [[100, 100], [190, 100]]


def test_a_sure_name_is_not_looked_at_on_its_side() -> None:
    frame, quads = _table_of_slanted_cards(100)
    upright = np.roll(quads[0], -1, axis=0)
    (card,) = name_either_way([detection(upright)], REFINER, ImagePyramid(frame), UPRIGHT)
    assert card.quad[:2].tolist() == [[100, 100], [190, 100]]


def test_the_plane_of_known_cards_says_which_side_is_the_long_one() -> None:
    frame, quads = _table_of_slanted_cards(100)
    frame[:] = 90  # nothing tells the card's name
    known = [box(300, 100, 90, 60), box(300, 250, 90, 60), box(450, 180, 90, 60)]
    (card,) = name_either_way([detection(quads[0])], REFINER, ImagePyramid(frame), UPRIGHT, known)
    width = np.linalg.norm(card.quad[1] - card.quad[0])
    assert width == pytest.approx(90)


def _named_card(quad: Quad, margin: float = 6.0, back_margin: float = -9.0, *, card: float = 4.0) -> NamedCard:
    crop = np.full((CROP_SIZE[1], CROP_SIZE[0], 3), 200, np.uint8)
    return NamedCard(detection(quad, card=card), prediction(margin=margin, back_margin=back_margin), crop)


def test_a_card_is_named_by_what_shows_of_it_and_stands_upright_then() -> None:
    frame = np.zeros((400, 400, 3), np.uint8)
    frame[100:150, 100:160] = 100
    frame[150:200, 100:160] = 250
    quad, cover = box(100, 100, 60, 100), box(90, 150, 80, 60)
    whole, half = name_cards([detection(quad), detection(quad, cover)], ImagePyramid(frame), CLASSIFIER)
    assert (whole.prediction.face, half.prediction.face) == ("h08-1", "h01-1")
    assert half.prediction.visible_share < 0.6
    assert whole.prediction.visible_share > 0.9
    assert whole.quad.tolist() == np.roll(quad, 2, axis=0).tolist()
    assert not whole.prediction.is_upside_down
    assert whole.crop[:8].mean() > whole.crop[-8:].mean()
    assert name_cards([], ImagePyramid(frame), CLASSIFIER) == []


def test_a_card_is_named_by_the_mean_of_outlines_that_are_moved_to_the_right() -> None:
    right = np.zeros((400, 400, 3), np.uint8)
    right[:, 131:] = 250
    dark = detection(box(100, 100, 60, 100))
    for shifts, face in (((0.0, 0.15), "h01-1"), ((0.0, 0.15, 0.15), "h08-1"), ((0.0,), "h01-1")):
        (card,) = name_cards([dark], ImagePyramid(right), CLASSIFIER, shifts)
        assert card.prediction.face == face
        assert card.quad.tolist() in (dark.quad.tolist(), dark.turned().quad.tolist())


def test_faces_and_backs_are_told_apart_by_the_larger_margin() -> None:
    face, back = _named_card(box(0, 0, 60, 98)), _named_card(box(0, 0, 60, 98), -6.0, 6.0)
    assert (face.is_back, back.is_back) == (False, True)
    assert face.score == back.score == 6.0


def test_cards_of_the_size_of_the_sure_ones_are_cards_of_the_deck_the_best_first() -> None:
    cards = [_named_card(box(100 * number, 0, 60, 98), 4.0 + number) for number in range(4)]
    book = _named_card(box(500, 0, 160, 240), 0.5)
    chip = _named_card(box(700, 0, 20, 33), 9.0, card=-0.5)
    assert accept([*cards, book], CLASSIFIER) == cards[::-1]
    assert chip not in accept([*cards, chip], CLASSIFIER, [card.quad for card in cards])


def test_a_clear_card_that_fits_no_face_is_one_where_cards_are_of_its_size() -> None:
    sure = _named_card(box(0, 0, 60, 98))
    unknown = _named_card(box(200, 0, 60, 98), -1.0)
    assert unknown in accept([sure, unknown], CLASSIFIER)
    assert unknown in accept([unknown], CLASSIFIER, [sure.quad])
    for other in (
        _named_card(box(200, 0, 60, 98), -20.0, -20.0),
        _named_card(box(200, 0, 60, 98), -1.0, card=0.0),
        _named_card(box(200, 0, 90, 147), -1.0),
    ):
        assert other not in accept([sure, other], CLASSIFIER)


def test_a_lone_card_must_be_clear() -> None:
    alone = _named_card(box(0, 0, 60, 98), 2.0)
    assert accept([alone], CLASSIFIER) == [alone]
    assert accept([replace(alone, detection=detection(alone.quad, card=-0.9))], CLASSIFIER) == []
    assert accept([], CLASSIFIER) == []


@pytest.mark.parametrize("count", [MAX_CARDS - 1, MAX_CARDS + 9])
def test_no_picture_has_more_cards_than_two_packs(count: int) -> None:
    cards = [_named_card(box(100 * number, 0, 60, 98)) for number in range(count)]
    assert len(accept(cards, CLASSIFIER)) == min(count, MAX_CARDS)


def test_a_large_back_alone_is_a_cloth_but_not_beside_a_sure_face() -> None:
    picture = ImagePyramid(np.zeros((400, 400, 3), np.uint8))
    cloth, back = (_named_card(box(20, 20, *size), -9.0, 6.0) for size in ((300, 340), (60, 98)))
    face = _named_card(box(100, 100, 200, 320))
    assert drop_lone_sheets([cloth, back], picture, CLASSIFIER) == [back]
    assert drop_lone_sheets([cloth, face], picture, CLASSIFIER) == [cloth, face]
    assert drop_lone_sheets([cloth], picture, CLASSIFIER, [face.quad]) == [cloth]
    assert drop_lone_sheets([face], picture, CLASSIFIER) == [face]
