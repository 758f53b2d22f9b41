"""The network run on plain arrays, against the same convolutions done by OpenCV."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.features import features, length, turned
from scanner.network import DENSE, LAYERS, logits, prepared, shapes
from scanner.recogniser import Recogniser, screened
from scanner.train.pupil import Network
from scanner.train.ship import _in_odds
from scanner.train.trust import SCREEN_SAYS, Trust

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


def test_the_second_look_weighs_what_the_screen_says(arrays: dict[str, Floats]) -> None:
    rng = np.random.default_rng(4)
    scale = {"confidence": [1.0, 0.0], "sure_margin": 1.0}
    labels = ["back", "h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "none"]
    manifest = {"kind": "hanafuda", "labels": labels, "input": [*SIZE], "hidden": 8, "screen": scale}
    seen = arrays | {
        "w1": rng.normal(0, 0.1, (length(*SIZE), 8)).astype(np.float32),
        "b1": np.zeros(8, np.float32),
        "w2": rng.normal(0, 1, (8, 7)).astype(np.float32),
        "b2": np.zeros(7, np.float32),
    }
    crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    for weight, more in ((0.0, {}), (0.25, {"screen_says": 0.25})):
        (said,) = Recogniser(manifest | {"network": scale | more}, seen).second_look([crop])
        image = prepared([crop])
        image = image[:, ::-1, ::-1] if said.turned else image
        row = turned(features(crop), SIZE) if said.turned else features(crop)
        wanted = logits(seen, image)[0] + weight * screened(seen, row[None])[0]
        np.testing.assert_allclose(said.scores, wanted, rtol=1e-3, atol=1e-3)


def test_shipped_margins_are_the_logarithm_of_odds(arrays: dict[str, Floats]) -> None:
    image = np.random.default_rng(5).uniform(-0.5, 0.5, (1, SIZE[1], SIZE[0], 3)).astype(np.float32)
    labels = tuple("abcdefg")
    network, trust, says = _in_odds(Network(labels, arrays), Trust(0.5, 0.3, 4.0, 3.0))
    assert (trust.slope, trust.offset, trust.sure_margin, trust.back_margin) == (1.0, 0.3, 2.0, 1.5)
    assert says == pytest.approx(0.5 * SCREEN_SAYS)
    np.testing.assert_allclose(logits(network.arrays, image), 0.5 * logits(arrays, image), rtol=1e-3, atol=1e-3)
