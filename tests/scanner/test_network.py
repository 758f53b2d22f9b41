"""The network run on plain arrays, against the same convolutions done by OpenCV."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.network import DENSE, LAYERS, logits, prepared, shapes

Floats = NDArray[np.float32]
SIZE = (64, 104)


@pytest.fixture(scope="module")
def arrays() -> dict[str, Floats]:
    """A network of chance weights."""
    rng = np.random.default_rng(1)
    return {name: (rng.normal(0, 0.15, shape)).astype(np.float32) for name, shape in shapes(SIZE, 7).items()}


def _slowly(arrays: dict[str, Floats], image: Floats) -> Floats:
    layer = image
    for number, (out, stride) in enumerate(LAYERS):
        kernels = arrays[f"c{number}w"].reshape(3, 3, -1, out)
        sums = [
            sum(
                cv2.filter2D(
                    layer[..., into].copy(), -1, kernels[:, :, into, one].copy(), borderType=cv2.BORDER_CONSTANT
                )
                for into in range(layer.shape[-1])
            )
            for one in range(out)
        ]
        layer = np.maximum(np.dstack(sums)[::stride, ::stride] + arrays[f"c{number}b"], 0).astype(np.float32)
    dense = np.maximum(layer.ravel() @ arrays["dw"] + arrays["db"], 0)
    return np.asarray(dense @ arrays["ow"] + arrays["ob"], np.float32)


def test_the_scores_are_those_of_plain_convolutions(arrays: dict[str, Floats]) -> None:
    image = np.random.default_rng(2).uniform(-0.5, 0.5, (1, SIZE[1], SIZE[0], 3)).astype(np.float32)
    np.testing.assert_allclose(logits(arrays, image)[0], _slowly(arrays, image[0]), rtol=1e-3, atol=1e-3)


def test_a_crop_scores_the_same_in_any_company(arrays: dict[str, Floats]) -> None:
    images = np.random.default_rng(3).uniform(-0.5, 0.5, (19, SIZE[1], SIZE[0], 3)).astype(np.float32)
    np.testing.assert_allclose(logits(arrays, images)[17], logits(arrays, images[17:18])[0], rtol=1e-4, atol=1e-4)


def test_paper_is_white_under_any_lamp() -> None:
    crop = np.full((SIZE[1], SIZE[0], 3), (150, 180, 200), np.uint8)
    crop[20:40, 10:30] = (15, 18, 20)
    bright = prepared([crop])[0]
    dim = prepared([(crop // 2).astype(np.uint8)])[0]
    assert bright.max() == pytest.approx(0.5)
    np.testing.assert_allclose(bright, dim, atol=0.02)


def test_the_shapes_follow_the_input() -> None:
    found = shapes(SIZE, 39)
    assert found["ow"] == (DENSE, 39)
    assert found["dw"][0] == 7 * 4 * LAYERS[-1][0]
