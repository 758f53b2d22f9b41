"""The refinement network: crops, moved outlines, damaged files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from scanner.detection.refinement import CROP_SIZE, MARGIN_WIDTHS, MASK_SIZE, RefinementNetwork, from_crop, to_crop
from scanner.imaging.geometry import ImagePyramid, Quad, corner_offsets, expand_quad, standing
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import Photograph, SceneSpec, photograph
from tests.support import tiny_network
from tests.support.detected_cards import box

FILE = Path(models.__path__[0]) / "detector/refinement.onnx"


@pytest.fixture(scope="module")
def shipped_network() -> RefinementNetwork:
    """The network shipped with the program."""
    return RefinementNetwork(FILE.read_bytes())


@pytest.fixture(scope="module")
def photograph_of_four() -> Photograph:
    """Four cards that lie apart."""
    spec = SceneSpec(11, layout="grid", count=4, surface="green felt", width=640, height=480)
    return photograph(spec, DrawnFaces("hanafuda"))


def _true_quads(shot: Photograph) -> list[Quad]:
    return [standing(np.array(card["corners"], np.float32)) for card in shot.truth["cards"]]


def test_a_quad_comes_back_from_its_crop() -> None:
    outline = np.array([[10, 20], [90, 10], [110, 150], [5, 140]], np.float32)
    assert to_crop(outline, outline).ravel() == pytest.approx([0, 0, 1, 0, 1, 1, 0, 1], abs=1e-5)
    quad = box(30, 40, 40, 70)
    np.testing.assert_allclose(from_crop(to_crop(quad, outline), outline), quad, atol=1e-2)


def test_an_inexact_outline_moves_onto_its_card(
    shipped_network: RefinementNetwork, photograph_of_four: Photograph
) -> None:
    quads = _true_quads(photograph_of_four)
    width = float(np.linalg.norm(quads[0][1] - quads[0][0]))
    offsets = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1]], np.float32) * np.float32(0.15 * width)
    inexact = [np.asarray(quad + offset, np.float32) for quad, offset in zip(quads, offsets, strict=True)]
    found = shipped_network.refine(ImagePyramid(photograph_of_four.frame), inexact)
    before = [np.abs(quad - true).max() for quad, true in zip(inexact, quads, strict=True)]
    after = [corner_offsets(card.quad[None], true)[0] for card, true in zip(found, quads, strict=True)]
    assert np.mean(after) < 0.75 * np.mean(before)
    assert min(card.card_log_odds for card in found) > 0
    masks = np.stack([card.mask for card in found])
    assert masks.shape == (4, MASK_SIZE[1], MASK_SIZE[0])
    assert 0 <= masks.min() <= masks.max() <= 1
    assert (masks[:, 8:16, 6:10] > 0.5).all()
    assert (masks[:, 0] < 0.5).all()
    np.testing.assert_allclose(found[0].mask_outline, expand_quad(inexact[0], MARGIN_WIDTHS), atol=1e-3)


def test_an_outline_is_refined_the_same_in_any_company(
    shipped_network: RefinementNetwork, photograph_of_four: Photograph
) -> None:
    pyramid, quads = ImagePyramid(photograph_of_four.frame), _true_quads(photograph_of_four)
    together = shipped_network.refine(pyramid, quads * 9)
    (alone,) = shipped_network.refine(pyramid, quads[3:])
    assert len(together) == 36
    np.testing.assert_allclose(together[35].quad, alone.quad, atol=0.05)
    assert together[35].log_error == pytest.approx(alone.log_error, abs=0.01)


def test_no_outlines_have_no_answer(shipped_network: RefinementNetwork, photograph_of_four: Photograph) -> None:
    assert shipped_network.refine(ImagePyramid(photograph_of_four.frame), []) == []


def test_bytes_that_are_no_network_are_refused() -> None:
    whole = FILE.read_bytes()
    other = (FILE.parent / "proposals.onnx").read_bytes()
    shape = (1, 3, CROP_SIZE[1], CROP_SIZE[0])
    one_step = tiny_network.network("Mul", shape, ("x", "w"), tiny_network.tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], other, one_step):
        with pytest.raises(ValueError, match="network"):
            RefinementNetwork(data)
