"""Export of a classifier: digests, the log-odds scale, files that load."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scanner.recognition.features import feature_count
from scanner.recognition.model_io import load_classifier
from scanner.setup.card_set import CardSet
from scanner.training.classifier import export
from scanner.training.classifier.calibration import CalibrationResult, HeldOutMetrics
from scanner.training.classifier.export import TrainedModel, export_model, training_digest, write_with_digest
from scanner.training.classifier.mlp import HIDDEN_UNITS, MlpWeights

FACE = np.arange(60, dtype=np.uint8).reshape(5, 4, 3)
SET = CardSet("mine", "old", "MIT", "a shop", (("h01-1", FACE), ("h02-1", FACE[::-1].copy())), ())
CALIBRATION = CalibrationResult(slope=2.0, offset=-0.5, sure_margin=3.0, back_margin=4.0)
METRICS = HeldOutMetrics("old", 40, 0.91234567, 0.8, 0.001, 1.0, 0.1, 0.99, 0.9, 0.0, 0.002)


def test_the_digest_depends_on_names_labels_and_pixels() -> None:
    brighter = replace(SET, faces=(SET.faces[0], ("h02-1", FACE + 1)))
    relabelled = replace(SET, faces=(("h03-1", FACE), SET.faces[1]))
    sets = [[SET], [brighter], [relabelled], [replace(SET, name="other")], [SET, SET], []]
    assert len({training_digest(chosen) for chosen in sets}) == len(sets)
    assert training_digest([SET]) == training_digest([replace(SET, pattern="new", source="elsewhere")])


def test_a_file_is_written_with_its_sha_256(tmp_path: Path) -> None:
    entry = write_with_digest(tmp_path / "x.bin", b"abc")
    assert (tmp_path / "x.bin").read_bytes() == b"abc"
    assert entry["file"] == "x.bin"
    assert entry["sha256"] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2


def test_logits_are_scaled_so_that_a_margin_is_the_logarithm_of_odds() -> None:
    assert export._to_log_odds_json(CALIBRATION) == {
        "confidence": [1.0, -0.5],
        "sure_margin": 6.0,
        "back_margin": 8.0,
        "scale": 2.0,
        "screen_says": 0.4,
    }


def test_an_exported_model_loads_and_its_card_states_the_training(tmp_path: Path) -> None:
    labels = ("back", "h01-1", "h02-1", "none")
    shapes = {"w1": (feature_count(64, 104), HIDDEN_UNITS), "b1": (HIDDEN_UNITS,), "w2": (HIDDEN_UNITS, 4), "b2": (4,)}
    rng = np.random.default_rng(1)
    screen = MlpWeights(labels, {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()})
    made = {"views": 12, "seed": 3, "epochs": 5}
    for name in ("a", "b"):
        export_model(tmp_path / name, "hanafuda", [SET], made, TrainedModel(screen), [(CALIBRATION, (METRICS,))])
    for file in ("weights.npz", "manifest.json", "README.md"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    assert load_classifier(tmp_path / "a").labels == labels
    manifest = json.loads((tmp_path / "a/manifest.json").read_text(encoding="utf-8"))
    assert manifest["network"] is None
    assert manifest["screen"] == {"confidence": [2.0, -0.5], "sure_margin": 3.0, "back_margin": 4.0}
    assert manifest["held_out"][0]["named"] == pytest.approx(0.9123, abs=1e-9)
    card = (tmp_path / "a/README.md").read_text(encoding="utf-8")
    assert "12 of each face, seed 3,\n5 epochs" in card
    assert "| mine | old | 2 | MIT | a shop |" in card
    assert "| old | 40 | 91.2% | 80.0% | 0.10% | 99.0% | 90.0% | 0.00% | 100.0% | 10.0% | 0.20% |" in card
    assert "convolutional network" not in card
