"""The network as OpenCV runs it, and how its scores are put together with the screen's."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import models
from scanner.recognition.classifier import Recogniser, built, load, screened, shipped
from scanner.recognition.cnn import Network, prepared
from scanner.recognition.features import features, length, turned
from scanner.training.classifier.calibration import SCREEN_SAYS, Trust
from scanner.training.classifier.export import _in_odds
from scorer.discover import decks
from scorer.errors import Refusal

Floats = NDArray[np.float32]
SIZE = (64, 104)
SHIPPED = Path(models.__path__[0])


class _Middles(Network):
    """In a network's place: seven scores, each the mean of some rows of the crop."""

    def __init__(self) -> None:
        self.looks = 0

    def logits(self, images: Floats) -> Floats:
        self.looks += len(images)
        return np.stack([np.asarray(20 * part.mean((1, 2, 3))) for part in np.array_split(images, 7, axis=1)], axis=1)


def _chance(rng: np.random.Generator) -> dict[str, Floats]:
    shapes = {"w1": (length(*SIZE), 8), "b1": (8,), "w2": (8, 7), "b2": (7,)}
    return {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}


def _manifest(**network: Any) -> dict[str, Any]:
    scale = {"confidence": [1.0, 0.0], "sure_margin": 1.0}
    labels = ["back", "h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "none"]
    return {
        "format": 1,
        "features": "hog-lab-1",
        "kind": "hanafuda",
        "labels": labels,
        "input": [*SIZE],
        "hidden": 8,
        "screen": scale,
        "network": scale | network,
    }


@pytest.mark.parametrize("kind", sorted(decks()))
def test_a_shipped_network_scores_a_crop_the_same_in_any_company(kind: str) -> None:
    width, height = shipped(kind).size
    images = np.random.default_rng(3).uniform(-0.5, 0.5, (3, height, width, 3)).astype(np.float32)
    network = Network((SHIPPED / kind / "network.onnx").read_bytes())
    alone = [network.logits(image[None])[0] for image in images]
    assert alone[0].shape == (len(shipped(kind).labels),)
    assert np.ptp(np.stack(alone), axis=0).max() > 0.01
    np.testing.assert_array_equal(network.logits(images), np.stack(alone))


@pytest.mark.parametrize("kind", sorted(decks()))
def test_a_shipped_recogniser_takes_six_megabytes_at_most(kind: str) -> None:
    assert sum(file.stat().st_size for file in (SHIPPED / kind).iterdir()) <= 6_000_000


def test_bytes_that_are_no_network_are_refused() -> None:
    good = (SHIPPED / "kabufuda/network.onnx").read_bytes()
    for data in (b"", b"no network", good[: len(good) // 2], bytes(1000)):
        with pytest.raises(ValueError, match="no network"):
            Network(data)


def test_a_network_of_another_deck_is_refused(tmp_path: Path) -> None:
    folder = shutil.copytree(SHIPPED / "kabufuda", tmp_path / "kabufuda")
    other = (SHIPPED / "hanafuda/network.onnx").read_bytes()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (folder / "network.onnx").write_bytes(other)
    with pytest.raises(Refusal, match="bad_model"):
        load(folder)
    manifest["network"]["sha256"] = hashlib.sha256(other).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(Refusal, match="bad_model"):
        load(folder)


def test_a_deck_in_one_file_brings_no_network() -> None:
    with pytest.raises(Refusal, match="bad_model"):
        built(_manifest(), _chance(np.random.default_rng(1)))


def test_paper_is_white_under_any_lamp() -> None:
    crop = np.full((SIZE[1], SIZE[0], 3), (150, 180, 200), np.uint8)
    crop[20:40, 10:30] = (15, 18, 20)
    bright = prepared([crop])[0]
    dim = prepared([(crop // 2).astype(np.uint8)])[0]
    assert bright.max() == pytest.approx(0.5)
    np.testing.assert_allclose(bright, dim, atol=0.02)


def test_the_second_look_weighs_what_the_screen_says() -> None:
    rng = np.random.default_rng(4)
    arrays, network = _chance(rng), _Middles()
    crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    for weight, scale, more in ((0.0, 1.0, {}), (0.25, 0.5, {"screen_says": 0.25, "scale": 0.5})):
        (said,) = Recogniser(_manifest(**more), arrays, network).second_look([crop])
        image = prepared([crop])
        image = image[:, ::-1, ::-1] if said.turned else image
        row = turned(features(crop), SIZE) if said.turned else features(crop)
        wanted = scale * network.logits(image)[0] + weight * screened(arrays, row[None])[0]
        np.testing.assert_allclose(said.scores, wanted, rtol=1e-3, atol=1e-3)


def test_only_what_is_not_sure_is_looked_at_upside_down_too() -> None:
    rng = np.random.default_rng(6)
    crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    for least, looks in ((-1000.0, 1), (1000.0, 2)):
        network = _Middles()
        manifest = _manifest()
        manifest["network"]["sure_margin"] = least
        Recogniser(manifest, _chance(rng), network).second_look([crop])
        assert network.looks == looks


def test_a_crop_upside_down_is_read_the_same() -> None:
    rng = np.random.default_rng(7)
    manifest = _manifest()
    manifest["network"]["sure_margin"] = 1000.0
    recogniser = Recogniser(manifest, _chance(rng), _Middles())
    for _ in range(8):
        crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
        crop[: int(rng.integers(20, 80))] //= 4
        upright, turned_over = recogniser.second_look([crop, np.ascontiguousarray(crop[::-1, ::-1])])
        assert upright.face == turned_over.face
        assert upright.margin == pytest.approx(turned_over.margin, abs=0.02)  # white is told by every second pixel
        assert upright.turned != turned_over.turned


def test_shipped_margins_are_the_logarithm_of_odds() -> None:
    said = _in_odds(Trust(0.5, 0.3, 4.0, 3.0))
    assert said["confidence"] == [1.0, 0.3]
    assert (said["sure_margin"], said["back_margin"], said["scale"]) == (2.0, 1.5, 0.5)
    assert said["screen_says"] == pytest.approx(0.5 * SCREEN_SAYS)
