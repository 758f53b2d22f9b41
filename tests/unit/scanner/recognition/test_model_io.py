"""A model file that is not as its manifest describes it is refused."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.recognition import model_io
from scanner.recognition.model_io import (
    array_shapes,
    build_classifier,
    load_classifier,
    read_model_file,
    shipped_classifier,
    validate_manifest,
)
from scorer.errors import Refusal
from tests.support.card_candidates import LABELS, small_arrays, small_manifest

STAGE = small_manifest()["screen"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"features": "hog-lab-0"},
        {"labels": [*LABELS, "AS"]},
        {"labels": [*LABELS, "h01-1"]},
        {"labels": list(LABELS[1:])},
        {"labels": ["back", "none"]},
        {"input": [16, 20]},
        {"input": [8, 24]},
        {"input": [16, 264]},
        {"input": [16.0, 24]},
        {"screen": STAGE | {"confidence": [0, 0]}},
        {"screen": STAGE | {"sure_margin": math.nan}},
        {"screen": STAGE | {"back_margin": math.inf}},
        {"network": STAGE | {"screen_says": 1.1}},
        {"network": STAGE | {"scale": 0}},
    ],
    ids=str,
)
def test_a_manifest_with_impossible_values_is_refused(change: dict[str, Any]) -> None:
    validate_manifest(small_manifest())
    with pytest.raises(Refusal, match="bad_model"):
        validate_manifest(small_manifest(**change))


def test_arrays_of_another_shape_or_without_numbers_are_refused() -> None:
    assert array_shapes(small_manifest()) == {"w1": (90, 4), "b1": (4,), "w2": (4, 6), "b2": (6,)}
    assert build_classifier(small_manifest(), small_arrays()).labels == LABELS
    for spoiled in ({"b1": np.zeros(5)}, {"w2": np.zeros((6, 4))}, {"b2": np.full(6, np.inf)}):
        with pytest.raises(Refusal, match="bad_model"):
            build_classifier(small_manifest(), small_arrays() | spoiled)


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


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"format": 1, "features": "hog-lab-1"}', "\x00"])
def test_a_folder_without_a_whole_manifest_is_refused(manifest: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(tmp_path)
    (tmp_path / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(tmp_path)


@pytest.mark.parametrize("kind", ["uno", "", "../models/hanafuda", "x" * 500])
def test_a_deck_that_was_never_trained_has_no_model(kind: str) -> None:
    with pytest.raises(Refusal, match="no_model"):
        shipped_classifier(kind)
