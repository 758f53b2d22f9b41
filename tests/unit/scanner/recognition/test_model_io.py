"""A model file that is not as its manifest describes it is refused."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import models
from scanner.recognition import model_io
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.model_io import build_classifier, load_classifier, load_network, read_model_file
from scorer.decks import decks
from scorer.errors import Refusal

SHIPPED = Path(models.__path__[0])
LABELS = ["back", "h01-1", "h02-1", "none"]


def _manifest(**changes: Any) -> dict[str, Any]:
    return {
        "format": 2,
        "kind": "hanafuda",
        "network": model_io.shipped_network().digest,
        "labels": LABELS,
        "confidence": [1.0, 0.0, 1.0],
        "sure_margins": [[0.2, 5.0], [1.0, 3.0]],
        "back_margin": 4.0,
    } | changes


def _build(changes: dict[str, Any] | None = None, **arrays: Any) -> CardClassifier:
    size = model_io.shipped_network().embedding_size
    stored = {
        "weights": np.zeros((size, 4), np.float16),
        "bias": np.zeros(4, np.float16),
        "projection": np.zeros((size, 3), np.float32),
        "means": np.zeros((4, 3), np.float32),
        "variances": np.ones((4, 3), np.float32),
    }
    return build_classifier(_manifest(**(changes or {})), stored | arrays, model_io.shipped_network())


@pytest.mark.parametrize("kind", sorted(decks()))
def test_every_kind_of_deck_has_a_classifier_of_its_own_labels(kind: str) -> None:
    labels = set(model_io.shipped_classifier(kind).labels)
    assert {"back", "none"} < labels <= {"back", "none"} | set(decks()[kind].faces)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 3},
        {"network": "0" * 64},
        {"labels": [*LABELS, "AS"]},
        {"labels": [*LABELS, "h01-1"]},
        {"labels": LABELS[1:]},
        {"labels": ["back", "none"]},
        {"confidence": [0, 0, 0]},
        {"sure_margins": []},
    ],
    ids=str,
)
def test_a_manifest_with_impossible_values_is_refused(change: dict[str, Any]) -> None:
    assert _build().labels == tuple(LABELS)
    with pytest.raises(Refusal, match="bad_model"):
        _build(change)


def test_arrays_of_another_shape_or_without_numbers_are_refused() -> None:
    gaussian = {"dimensions": 3, "scale": 0.5}
    assert _build(gaussian).labels == tuple(LABELS)
    for spoiled in ({"bias": np.zeros(5)}, {"weights": np.zeros((4, 4))}, {"bias": np.full(4, np.inf)}):
        with pytest.raises(Refusal, match="bad_model"):
            _build(**spoiled)
    for spoiled in ({"means": np.zeros((4, 2))}, {"variances": np.zeros((4, 3))}, {"means": np.full((4, 3), np.nan)}):
        with pytest.raises(Refusal, match="bad_model"):
            _build(gaussian, **spoiled)
    for change in ({"scale": 0}, {"dimensions": 4}):
        with pytest.raises(Refusal, match="bad_model"):
            _build(gaussian | change)


def test_a_file_is_read_from_its_folder_if_its_digest_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arrays.npz").write_bytes(b"weights")
    digest = hashlib.sha256(b"weights").hexdigest()
    entry = {"file": "../elsewhere/arrays.npz", "sha256": digest}
    assert read_model_file(tmp_path, entry) == b"weights"
    with pytest.raises(Refusal, match="bad_model"):
        read_model_file(tmp_path, entry | {"sha256": digest[::-1]})
    monkeypatch.setattr(model_io, "MAX_MODEL_BYTES", 6)
    with pytest.raises(Refusal, match=r"bad_model.*too large"):
        read_model_file(tmp_path, entry)


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"format": 2}', "\x00"])
def test_a_folder_without_a_whole_manifest_is_refused(manifest: str, tmp_path: Path) -> None:
    for load in (load_classifier, load_network):
        with pytest.raises(Refusal, match="bad_model"):
            load(tmp_path)
    (tmp_path / "manifest.json").write_text(manifest, encoding="utf-8")
    for load in (load_classifier, load_network):
        with pytest.raises(Refusal, match="bad_model"):
            load(tmp_path)


def test_a_head_of_another_network_is_refused(tmp_path: Path) -> None:
    for folder in ("names", "kabufuda"):
        shutil.copytree(SHIPPED / folder, tmp_path / folder)
    assert load_classifier(tmp_path / "kabufuda").kind == "kabufuda"
    file = tmp_path / "names/manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    network = (tmp_path / "names/network.onnx").read_bytes() + b"\x00"
    (tmp_path / "names/network.onnx").write_bytes(network)
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(tmp_path / "kabufuda")
    manifest["network"]["sha256"] = hashlib.sha256(network).hexdigest()
    file.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(tmp_path / "kabufuda")


@pytest.mark.parametrize("kind", ["uno", "", "../models/hanafuda", "names", "x" * 500])
def test_a_deck_that_was_never_trained_has_no_model(kind: str) -> None:
    with pytest.raises(Refusal, match="no_model"):
        model_io.shipped_classifier(kind)


def _rewrite(**arrays: Any) -> Callable[[Path], None]:
    """Changes arrays and makes the digest fit, as an attacker would."""

    def act(folder: Path) -> None:
        with np.load(folder / "weights.npz") as stored:
            np.savez(folder / "weights.npz", **(dict(stored) | arrays))
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        manifest["arrays"]["sha256"] = hashlib.sha256((folder / "weights.npz").read_bytes()).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")

    return act


@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: (folder / "weights.npz").write_bytes((folder / "weights.npz").read_bytes()[:-20]),
        lambda folder: (folder / "weights.npz").unlink(),
        lambda folder: (folder / "manifest.json").write_bytes(b"\xff\x00{"),
        lambda folder: shutil.rmtree(folder.parent / "names"),
        lambda folder: (folder.parent / "names/network.onnx").unlink(),
        _rewrite(bias=np.zeros(1)),
        _rewrite(bias=np.array([print] * 4, dtype=object)),
        _rewrite(weights=np.full((256, 4), np.nan)),
    ],
)
def test_a_classifier_that_was_changed_is_refused(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    for folder in ("names", "kabufuda"):
        shutil.copytree(SHIPPED / folder, tmp_path / folder)
    spoil(tmp_path / "kabufuda")
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(tmp_path / "kabufuda")
