"""Outlines and masks of training views by the shipped detector."""

from __future__ import annotations

from typing import cast

import numpy as np

from scanner.detection.detection import Detection
from scanner.detection.detector import CardDetector, shipped_detector
from scanner.imaging.geometry import ImagePyramid, Quad
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scanner.training.classifier.crops import render_crop, render_negative
from scanner.training.classifier.outlines import detect_card, detect_mask

SIZE = (80, 112)
SHOT = photograph(SceneSpec(3, layout="grid", count=4, width=960, height=720), DrawnFaces("hanafuda"))
PHOTO = ImagePyramid(SHOT.frame)
QUADS = [np.array(card["corners"], np.float32) for card in SHOT.truth["cards"]]
CARD = PHOTO.rectify(QUADS[0], (160, 224))


class OtherDetector:
    """A detector that returns the same outlines for every picture."""

    def __init__(self, found: list[Detection]) -> None:
        self._found, self.refiner = found, self

    def refine(self, _photo: ImagePyramid, _quads: list[Quad]) -> list[Detection]:
        return self._found


def test_an_inexact_outline_is_moved_onto_its_card_and_keeps_its_first_corner() -> None:
    errors = []
    for seed, outline in enumerate(np.roll(quad, turn, axis=0) for quad in QUADS for turn in (0, 2)):
        found = detect_card(shipped_detector(), PHOTO, outline, np.random.default_rng(seed))
        assert found is not None
        quad, mask = found
        errors.append(np.linalg.norm(quad - outline, axis=1).mean() / np.linalg.norm(outline[1] - outline[0]))
        assert mask(SIZE).shape == SIZE[::-1]
        assert mask(SIZE).mean() > 0.7 * 255
    assert np.median(errors) < 0.08
    assert max(errors) < 0.2


def test_another_card_and_none_are_no_outline_of_this_one() -> None:
    (other,) = shipped_detector().refiner.refine(PHOTO, QUADS[1:2])
    for found in ([other], []):
        stray = cast("CardDetector", OtherDetector(found))
        assert detect_card(stray, PHOTO, QUADS[0], np.random.default_rng(1)) is None
    assert detect_mask(cast("CardDetector", OtherDetector([])), PHOTO, QUADS[0]) is None


def test_a_crop_beside_its_card_has_a_mask_of_its_own() -> None:
    mask = detect_mask(shipped_detector(), PHOTO, QUADS[0] + np.float32(40))
    assert mask is not None
    assert mask(SIZE).mean() < 0.8 * 255


def test_views_have_the_masks_of_the_detector_where_it_is_asked() -> None:
    drawn, detected = (
        [
            render_crop(CARD, np.random.default_rng(seed), SIZE, (CARD,), is_covered=True, detector=detector)
            for seed in range(24)
        ]
        for detector in (None, shipped_detector())
    )
    assert all(sample.mask.shape == SIZE[::-1] for sample in detected)
    # a drawn mask of a cover has whole runs of 0 and 255, a network is never that certain
    certain = [float(np.mean([np.isin(one.mask, [0, 255]).mean() for one in group])) for group in (drawn, detected)]
    assert certain[1] < certain[0]
    visible = np.array([sample.visible_share for sample in detected])
    claimed = np.array([sample.mask.mean() / 255 for sample in detected])
    assert np.median(np.abs(visible - claimed)) < 0.12
    negative = render_negative(CARD, np.random.default_rng(2), SIZE, (CARD,), detector=shipped_detector())
    assert negative.mask.shape == SIZE[::-1]


def test_a_view_has_no_mask_of_the_card_above() -> None:
    detected = [
        render_crop(CARD, np.random.default_rng(seed), SIZE, (CARD,), is_covered=True, detector=shipped_detector())
        for seed in (88, 131)  # another card lies over nearly all of this one
    ]
    assert all(one.mask.mean() / 255 < 2 * one.visible_share + 0.1 for one in detected)
