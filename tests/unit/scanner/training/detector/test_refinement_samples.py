"""Samples of the refinement network: offsets, masks, labels."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.refinement import CROP_SIZE, MARGIN_WIDTHS, MASK_SIZE, from_crop, to_crop
from scanner.imaging.geometry import ImagePyramid, Quad, expand_quad
from scanner.training.detector.refinement_samples import ScenePyramid, draw_sample, make_sample
from scanner.training.detector.scenes import LabelledScene
from tests.support.detected_cards import box

LOWER, UPPER, BACK = box(40, 40, 40, 64), box(60, 40, 40, 64), box(200, 40, 40, 64)


def _source_scene(proposals: tuple[Quad, ...] = ()) -> ScenePyramid:
    """A scene with a card, another over its right half, and one face down beside them."""
    ids = np.full((160, 280), -1, np.int8)
    for number, quad in enumerate((LOWER, UPPER, BACK)):
        (left, top), (right, bottom) = np.ceil(quad[0]).astype(int), np.ceil(quad[2]).astype(int)
        ids[top:bottom, left:right] = number
    picture = np.where(ids[..., None] >= 0, 240, 30).repeat(3, axis=2).astype(np.uint8)
    shares = np.array([0.5, 1, 1], np.float32)
    scene = LabelledScene(picture, ids, np.stack([LOWER, UPPER, BACK]), shares, np.array([False, False, True]))
    return ScenePyramid(scene, ImagePyramid(picture), proposals)


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator with a fixed seed, so that the light is always the same."""
    return np.random.default_rng(3)


@pytest.mark.parametrize("turn", [0, 2])
def test_offsets_lead_from_the_outline_to_the_card_either_way_up(rng: np.random.Generator, turn: int) -> None:
    inexact = np.ascontiguousarray(np.roll(BACK + np.array([4, -3], np.float32), turn, axis=0))
    sample = make_sample(_source_scene(), inexact, rng)
    outline = expand_quad(inexact, MARGIN_WIDTHS)
    moved = from_crop(to_crop(inexact, outline) + sample.corners.reshape(4, 2), outline)
    np.testing.assert_allclose(moved, np.roll(BACK, turn, axis=0), atol=0.01)
    assert (sample.is_card, sample.is_back, sample.weight) == (1, 1, 1)
    assert sample.picture.shape == (CROP_SIZE[1], CROP_SIZE[0], 3)
    assert np.abs(sample.picture).max() <= 0.5


def test_the_mask_shows_the_half_that_nothing_covers(rng: np.random.Generator) -> None:
    sample = make_sample(_source_scene(), LOWER, rng)
    assert sample.mask.shape == MASK_SIZE[::-1]
    # The crop reaches a quarter of the card's width beyond it on each side: the card begins at a sixth of its width.
    assert sample.mask[8:16, 4:7].min() > 0.9
    assert sample.mask[8:16, 10:].max() < 0.1
    assert sample.mask[0].max() < 0.1
    assert sample.is_back == 0
    left, right = sample.corner_weights.reshape(4, 2)[[0, 3]], sample.corner_weights.reshape(4, 2)[[1, 2]]
    assert left.min() == 1
    assert right.max() < 0.5


@pytest.mark.parametrize(("offset", "is_card"), [(0, 1), (10, 1), (16, -1), (24, 0), (400, 0)])
def test_far_outlines_are_none_and_nobody_asks_about_those_between(
    rng: np.random.Generator, offset: float, is_card: float
) -> None:
    sample = make_sample(_source_scene(), BACK + np.array([offset, 0], np.float32), rng)
    assert sample.is_card == is_card
    assert bool(sample.mask.any()) == (is_card != 0)
    assert (sample.weight > 0) == (is_card != 0)


def test_a_table_without_cards_gives_outlines_of_none(rng: np.random.Generator) -> None:
    ids = np.full((160, 280), -1, np.int8)
    picture = np.full((160, 280, 3), 90, np.uint8)
    none = np.zeros((0, 4, 2), np.float32)
    scene = LabelledScene(picture, ids, none, np.zeros(0, np.float32), np.zeros(0, bool))
    for _ in range(10):
        sample = draw_sample(ScenePyramid(scene, ImagePyramid(picture), ()), rng)
        assert sample.is_card == 0
        assert not sample.mask.any()


def test_samples_are_around_proposals_and_true_outlines_and_anywhere() -> None:
    source = _source_scene((BACK + np.float32(2),))
    samples = [draw_sample(source, np.random.default_rng(seed)) for seed in range(120)]
    cards = np.array([sample.is_card for sample in samples])
    backs = np.array([sample.is_back for sample in samples])
    assert 0.6 < (cards == 1).mean() < 0.98
    assert (cards == 0).any()
    assert backs.mean() > 0.45, "half of them and more are around the only proposal"
    again = draw_sample(source, np.random.default_rng(0))
    np.testing.assert_array_equal(again.picture, samples[0].picture)
