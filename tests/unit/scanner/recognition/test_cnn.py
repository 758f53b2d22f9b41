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
from scanner.recognition.classifier import CardClassifier, mlp_logits
from scanner.recognition.cnn import CardCnn, to_cnn_input
from scanner.recognition.features import extract_features, feature_count, rotate_half_turn
from scanner.recognition.model_io import build_classifier, load_classifier, shipped_classifier
from scanner.training.classifier.calibration import SCREEN_WEIGHT, CalibrationResult
from scanner.training.classifier.export import _to_log_odds_json
from scorer.decks import decks
from scorer.errors import Refusal

Floats = NDArray[np.float32]
SIZE = (64, 104)
SHIPPED = Path(models.__path__[0])


class _Middles(CardCnn):
    """In a network's place: seven scores, each the mean of some rows of the crop."""

    def __init__(self) -> None:
        self.looks = 0

    def logits(self, images: Floats) -> Floats:
        self.looks += len(images)
        return np.stack([np.asarray(20 * part.mean((1, 2, 3))) for part in np.array_split(images, 7, axis=1)], axis=1)


def _chance(rng: np.random.Generator) -> dict[str, Floats]:
    shapes = {"w1": (feature_count(*SIZE), 8), "b1": (8,), "w2": (8, 7), "b2": (7,)}
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
    width, height = shipped_classifier(kind).crop_size
    images = np.random.default_rng(3).uniform(-0.5, 0.5, (3, height, width, 3)).astype(np.float32)
    network = CardCnn((SHIPPED / kind / "network.onnx").read_bytes())
    alone = [network.logits(image[None])[0] for image in images]
    assert alone[0].shape == (len(shipped_classifier(kind).labels),)
    assert np.ptp(np.stack(alone), axis=0).max() > 0.01
    np.testing.assert_array_equal(network.logits(images), np.stack(alone))


@pytest.mark.parametrize("kind", sorted(decks()))
def test_a_shipped_recogniser_takes_six_megabytes_at_most(kind: str) -> None:
    assert sum(file.stat().st_size for file in (SHIPPED / kind).iterdir()) <= 6_000_000


def test_bytes_that_are_no_network_are_refused() -> None:
    good = (SHIPPED / "kabufuda/network.onnx").read_bytes()
    for data in (b"", b"no network", good[: len(good) // 2], bytes(1000)):
        with pytest.raises(ValueError, match="no network"):
            CardCnn(data)


def test_a_network_of_another_deck_is_refused(tmp_path: Path) -> None:
    folder = shutil.copytree(SHIPPED / "kabufuda", tmp_path / "kabufuda")
    other = (SHIPPED / "hanafuda/network.onnx").read_bytes()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (folder / "network.onnx").write_bytes(other)
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(folder)
    manifest["network"]["sha256"] = hashlib.sha256(other).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(folder)


def test_a_deck_in_one_file_brings_no_network() -> None:
    with pytest.raises(Refusal, match="bad_model"):
        build_classifier(_manifest(), _chance(np.random.default_rng(1)))


def test_paper_is_white_under_any_lamp() -> None:
    crop = np.full((SIZE[1], SIZE[0], 3), (150, 180, 200), np.uint8)
    crop[20:40, 10:30] = (15, 18, 20)
    bright = to_cnn_input([crop])[0]
    dim = to_cnn_input([(crop // 2).astype(np.uint8)])[0]
    assert bright.max() == pytest.approx(0.5)
    np.testing.assert_allclose(bright, dim, atol=0.02)


def test_the_second_look_weighs_what_the_screen_says() -> None:
    rng = np.random.default_rng(4)
    arrays, network = _chance(rng), _Middles()
    crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    for weight, scale, more in ((0.0, 1.0, {}), (0.25, 0.5, {"screen_says": 0.25, "scale": 0.5})):
        (said,) = CardClassifier(_manifest(**more), arrays, network).classify_with_cnn([crop])
        image = to_cnn_input([crop])
        image = image[:, ::-1, ::-1] if said.is_upside_down else image
        row = rotate_half_turn(extract_features(crop), SIZE) if said.is_upside_down else extract_features(crop)
        wanted = scale * network.logits(image)[0] + weight * mlp_logits(arrays, row[None])[0]
        np.testing.assert_allclose(said.logits, wanted, rtol=1e-3, atol=1e-3)


def test_only_what_is_not_sure_is_looked_at_upside_down_too() -> None:
    rng = np.random.default_rng(6)
    crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    for least, looks in ((-1000.0, 1), (1000.0, 2)):
        network = _Middles()
        manifest = _manifest()
        manifest["network"]["sure_margin"] = least
        CardClassifier(manifest, _chance(rng), network).classify_with_cnn([crop])
        assert network.looks == looks


def test_a_crop_upside_down_is_read_the_same() -> None:
    rng = np.random.default_rng(7)
    manifest = _manifest()
    manifest["network"]["sure_margin"] = 1000.0
    recogniser = CardClassifier(manifest, _chance(rng), _Middles())
    for _ in range(8):
        crop = rng.integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
        crop[: int(rng.integers(20, 80))] //= 4
        upright, turned_over = recogniser.classify_with_cnn([crop, np.ascontiguousarray(crop[::-1, ::-1])])
        assert upright.face == turned_over.face
        assert upright.margin == pytest.approx(turned_over.margin, abs=0.02)  # white is told by every second pixel
        assert upright.is_upside_down != turned_over.is_upside_down


def test_shipped_margins_are_the_logarithm_of_odds() -> None:
    said = _to_log_odds_json(CalibrationResult(0.5, 0.3, 4.0, 3.0))
    assert said["confidence"] == [1.0, 0.3]
    assert (said["sure_margin"], said["back_margin"], said["scale"]) == (2.0, 1.5, 0.5)
    assert said["screen_says"] == pytest.approx(0.5 * SCREEN_WEIGHT)
