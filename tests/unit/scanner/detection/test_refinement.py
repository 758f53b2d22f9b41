"""The refinement network: crops, moved outlines, damaged files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from scanner.detection.refinement import CROP_SIZE, MARGIN_WIDTHS, MASK_SIZE, RefinementNetwork, from_crop, to_crop
from scanner.imaging.geometry import ImagePyramid, Quad, expand_quad
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
    return [np.array(card["corners"], np.float32) for card in shot.truth["cards"]]


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
    after = [np.abs(quad - true).max() for quad, true in zip(found.quads, quads, strict=True)]
    assert np.mean(after) < 0.75 * np.mean(before)
    assert (found.card_log_odds > 0).all()
    assert found.masks.shape == (4, MASK_SIZE[1], MASK_SIZE[0])
    assert 0 <= found.masks.min() <= found.masks.max() <= 1
    assert (found.masks[:, 8:16, 6:10] > 0.5).all()
    assert (found.masks[:, 0] < 0.5).all()
    np.testing.assert_allclose(found.crop_outlines[0], expand_quad(inexact[0], MARGIN_WIDTHS), atol=1e-3)


def test_an_outline_is_refined_the_same_in_any_company(
    shipped_network: RefinementNetwork, photograph_of_four: Photograph
) -> None:
    pyramid, quads = ImagePyramid(photograph_of_four.frame), _true_quads(photograph_of_four)
    together = shipped_network.refine(pyramid, quads * 9)
    alone = shipped_network.refine(pyramid, quads[3:])
    np.testing.assert_allclose(together.quads[35], alone.quads[0], atol=0.05)
    assert together.log_errors.shape == (36,)


def test_no_outlines_have_no_answer(shipped_network: RefinementNetwork, photograph_of_four: Photograph) -> None:
    found = shipped_network.refine(ImagePyramid(photograph_of_four.frame), [])
    assert found.quads.shape == (0, 4, 2)
    assert found.masks.shape == (0, MASK_SIZE[1], MASK_SIZE[0])


def test_bytes_that_are_no_network_are_refused() -> None:
    whole = FILE.read_bytes()
    other = (FILE.parent / "proposals.onnx").read_bytes()
    shape = (1, 3, CROP_SIZE[1], CROP_SIZE[0])
    one_step = tiny_network.network("Mul", shape, ("x", "w"), tiny_network.tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], other, one_step):
        with pytest.raises(ValueError, match="network"):
            RefinementNetwork(data)
