"""Export of a trained model: digests, log-odds scale, loadable files."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import models
from scanner.recognition.calibration import Calibration
from scanner.recognition.heads import LinearHead
from scanner.recognition.model_io import load_classifier, shipped_network
from scanner.setup.card_set import CardSet
from scanner.training.classifier.calibration_fit import HeldOutMetrics, RejectionMetrics
from scanner.training.classifier.export import (
    KindHead,
    export_head,
    export_network,
    in_log_odds,
    training_digest,
    write_with_digest,
)

FACE = np.arange(60, dtype=np.uint8).reshape(5, 4, 3)
SET = CardSet("mine", "old", "MIT", "a shop", (("h01-1", FACE), ("h02-1", FACE[::-1].copy())), ())
CALIBRATION = Calibration(2.0, -0.5, 1.5, ((0.2, 4.0), (1.0, 3.0)), 4.0)
SHOWS = ((0.25, 0.45), (0.45, 0.9), (0.9, 1.0))
METRICS = tuple(HeldOutMetrics("old", shows, 40, 0.91234567, 0.8, 0.001) for shows in SHOWS)
REJECTION = RejectionMetrics(0.75, 0.1, 0.002)
MADE = {"views": 12, "seed": 3, "epochs": 5}


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
    head = LinearHead(np.ones((3, 2), np.float32), np.array([1, 2], np.float32))
    scaled, calibrated = in_log_odds(head, CALIBRATION)
    assert scaled.bias.tolist() == [2, 4]
    assert calibrated == Calibration(1.0, -0.5, 1.5, ((0.2, 8.0), (1.0, 6.0)), 8.0)
    assert calibrated.confidence(2 * 3.0, 0.5) == pytest.approx(CALIBRATION.confidence(3.0, 0.5))


def test_an_exported_model_loads_and_its_card_states_the_training(tmp_path: Path) -> None:
    digest = export_network(tmp_path, (Path(models.__path__[0]) / "names/network.onnx").read_bytes(), MADE)
    labels, size = ("back", "h01-1", "h02-1", "none"), shipped_network().embedding_size
    head = LinearHead(np.random.default_rng(1).normal(0, 0.1, (size, 4)).astype(np.float32), np.zeros(4, np.float32))
    report = (CALIBRATION, METRICS, REJECTION, True)
    for _ in range(2):
        export_head(tmp_path, "hanafuda", [SET], MADE, KindHead(labels, head), report, digest)
        shutil.copytree(tmp_path / "hanafuda", tmp_path / "before", dirs_exist_ok=True)
    for file in ("weights.npz", "manifest.json", "README.md"):
        assert (tmp_path / "hanafuda" / file).read_bytes() == (tmp_path / "before" / file).read_bytes()
    classifier = load_classifier(tmp_path / "hanafuda")
    assert classifier.labels == labels
    assert classifier.calibration.sure_margin() == 6.0
    manifest = json.loads((tmp_path / "hanafuda/manifest.json").read_text(encoding="utf-8"))
    assert manifest["held_out"][0]["named"] == pytest.approx(0.9123, abs=1e-9)
    card = (tmp_path / "hanafuda/README.md").read_text(encoding="utf-8")
    assert "| mine | old | 2 | MIT | a shop |" in card
    assert "| old | 91.2% | 80.0% | 0.10% | 91.2% | 80.0% | 0.10% | 91.2% | 80.0% | 0.10% |" in card
    assert "Backs recognised: 75.0%" in card
    network_card = (tmp_path / "names/README.md").read_text(encoding="utf-8")
    assert "seed 3, 5 epochs" in network_card
