"""Export a trained classifier: weights, manifest and model card."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scanner.imaging.geometry import input_size
from scanner.recognition.features import FEATURES_VERSION
from scanner.recognition.model_io import MODEL_FORMAT
from scanner.setup.card_set import CardSet
from scanner.training.card_sets import ARTIST_PREFIX
from scanner.training.classifier.calibration import (
    MAX_CONFIDENT_ERROR_RATE,
    MAX_CONFIDENT_FALSE_POSITIVE_RATE,
    MAX_OVERALL_CONFIDENT_ERROR_RATE,
    MAX_PATTERN_CONFIDENT_ERROR_RATE,
    SCREEN_WEIGHT,
    CalibrationResult,
    HeldOutMetrics,
)
from scanner.training.classifier.dataset import OCCLUDED_SHARE
from scanner.training.classifier.mlp import HIDDEN_UNITS, MlpWeights


def training_digest(sets: Sequence[CardSet]) -> str:
    """SHA-256, as hex, of the names, labels and pixels of the training sets."""
    digest = hashlib.sha256()
    for card_set in sets:
        digest.update(card_set.name.encode())
        for code, picture in card_set.faces:
            digest.update(code.encode())
            digest.update(picture.tobytes())
    return digest.hexdigest()


_BACKBONE_CREDIT = "the first blocks of EfficientNet-Lite0, Apache-2.0"

CalibrationReport = tuple[CalibrationResult, tuple[HeldOutMetrics, ...]]


def _to_rounded_json(row: HeldOutMetrics) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(row).items()}


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """The screening classifier, and the network as the bytes of an ONNX file whose logits have the same labels."""

    screen: MlpWeights
    network: bytes | None = None


def _to_log_odds_json(calibration: CalibrationResult) -> dict[str, Any]:
    """The network's calibration, with logits scaled so that a margin is the logarithm of odds.

    Other evidence that the detector weighs against a margin then counts the same for every deck and every training.
    """
    scaled = CalibrationResult(
        1.0,
        calibration.offset,
        calibration.sure_margin * calibration.slope,
        calibration.back_margin * calibration.slope,
    )
    return _calibration_json(scaled) | {
        "scale": round(calibration.slope, 5),
        "screen_says": round(SCREEN_WEIGHT * calibration.slope, 5),
    }


def _calibration_json(calibration: CalibrationResult) -> dict[str, Any]:
    return {
        "confidence": [round(calibration.slope, 5), round(calibration.offset, 5)],
        "sure_margin": round(calibration.sure_margin, 4),
        "back_margin": round(calibration.back_margin, 4),
    }


def write_with_digest(path: Path, data: bytes) -> dict[str, str]:
    """Write a file and return its entry in the manifest: its name and SHA-256 digest."""
    path.write_bytes(data)
    return {"file": path.name, "sha256": hashlib.sha256(data).hexdigest()}


def describe_set(card_set: CardSet) -> dict[str, Any]:
    """The manifest entry of a training set."""
    return {
        "set": card_set.name,
        "pattern": card_set.pattern,
        "licence": card_set.licence,
        "source": card_set.source,
        "pictures": len(card_set.faces),
    }


def write_manifest(file: Path, manifest: dict[str, Any], model_card: str) -> None:
    """Write the manifest as JSON to `file`, and the model card to the README beside it."""
    file.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (file.parent / "README.md").write_text(model_card, encoding="utf-8")


def export_model(
    folder: Path,
    kind: str,
    sets: Sequence[CardSet],
    config: dict[str, Any],
    model: TrainedModel,
    reports: Sequence[CalibrationReport],
) -> Path:
    """Write `weights.npz` and `network.onnx` (float16), `manifest.json` and `README.md`; returns `folder`.

    Deterministic for the same training. `reports`: of the screening classifier, then of the ensemble if there is a
    network.
    """
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    np.savez(buffer, **{name: array.astype(np.float16) for name, array in model.screen.arrays.items()})  # type: ignore[arg-type]
    network = None
    if model.network:
        network = (
            write_with_digest(folder / "network.onnx", model.network)
            | _to_log_odds_json(reports[1][0])
            | {"trunk": _BACKBONE_CREDIT}
        )
    manifest: dict[str, Any] = {
        "format": MODEL_FORMAT,
        "kind": kind,
        "features": FEATURES_VERSION,
        "input": list(input_size(kind)),
        "hidden": HIDDEN_UNITS,
        "labels": list(model.screen.labels),
        "arrays": write_with_digest(folder / "weights.npz", buffer.getvalue()),
        "screen": _calibration_json(reports[0][0]),
        "network": network,
        "made": config,
        "half_covered": OCCLUDED_SHARE,
        "trained_on": [describe_set(card_set) for card_set in sets],
        "training_digest": training_digest(sets),
        "held_out_screen": [_to_rounded_json(row) for row in reports[0][1]],
        "held_out": [_to_rounded_json(row) for row in reports[-1][1]],
    }
    write_manifest(folder / "manifest.json", manifest, _render_model_card(manifest))
    return folder


def _render_model_card(manifest: dict[str, Any]) -> str:
    held_out_rows = "\n".join(
        f"| {row['pattern']} | {row['views']} | {row['named']:.1%} | {row['sure']:.1%} | {row['silent']:.2%} "
        f"| {row['clear_named']:.1%} | {row['clear_sure']:.1%} | {row['clear_silent']:.2%} "
        f"| {row['backs']:.1%} | {row['ghosts']:.1%} | {row['phantoms']:.2%} |"
        for row in manifest["held_out"]
    )
    training_rows = "\n".join(
        f"| {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in manifest["trained_on"]
    )
    made, (width, height) = manifest["made"], manifest["input"]
    artists_note = ""
    if any(row["set"].startswith(ARTIST_PREFIX) for row in manifest["trained_on"]):
        artists_note = (
            f"\nThe decks called {ARTIST_PREFIX}… were drawn as training data only. Their parts, and those of our own\n"
            "deck, are rearranged in most of their views. Our drawings are never held out.\n"
        )
    stages = (
        "A screening classifier (HOG features and coarse colours, one hidden layer) judges outlines and names cards."
    )
    if manifest["network"]:
        stages = (
            "A screening classifier (HOG features and coarse colours, one hidden layer) judges many outlines. A\n"
            "convolutional network (`network.onnx`) names the few that remain. The network is the sum of two: one\n"
            "trained from scratch, and one with a backbone that was trained on photographs of other things\n"
            f"({manifest['network']['trunk']})."
        )
    errors, pattern_errors, overall_errors, false_positives = (
        f"{rate:.1%}"
        for rate in (
            MAX_CONFIDENT_ERROR_RATE,
            MAX_PATTERN_CONFIDENT_ERROR_RATE,
            MAX_OVERALL_CONFIDENT_ERROR_RATE,
            MAX_CONFIDENT_FALSE_POSITIVE_RATE,
        )
    )
    return f"""# Card classifier: {manifest["kind"]}

Names the card on a rectified crop ({width} x {height} pixels) of a {manifest["kind"]} deck, with a confidence. It also
recognises backs, and crops that show no card.
{stages}
Half-precision weights, described by `manifest.json`, are read without pickle. Made by
`fudayomi train --kind {manifest["kind"]}`.

It was trained on synthetic views of the drawings below: {made["views"]} of each face, seed {made["seed"]},
{made["epochs"]} epochs of the network. No photograph of a card was used, neither for training nor to choose the margin
from which a result counts as sure.

The margin was chosen so that few results are sure but wrong. Of the views of a pattern that the classifier was not
trained on, this share is at most {errors}, on average over the patterns of which it names at least half of the views.
In any one of these it is at most {pattern_errors}, and over all views together at most {overall_errors}.
Of the views of backs and of crops that show no whole card, at most {false_positives} are surely taken for another card.
In {manifest["half_covered"]:.0%} of the views, 12 to 55 % of the card was covered. So a half-covered card may be sure.
{artists_note}
## Held-out patterns

Each row: a classifier trained without any set of that pattern, and without a few other patterns, was evaluated on the
views of that pattern. Some of these are dim, blurred, half covered or badly cropped. Clear views are those in which at
least 45 % of the card is visible and no corner is off by more than 8 % of the card's width. Backs: share of the views
of backs recognised as a back. No card: share of the crops without a whole card that are taken for a card; surely: share
of them that are surely taken for a card that they show no part of.

| pattern | views | correct | sure, correct | sure, wrong | clear: correct | sure | wrong | backs | no card | surely |
|---|---|---|---|---|---|---|---|---|---|---|
{held_out_rows}

## Training sets

| set | pattern | pictures | licence | source |
|---|---|---|---|---|
{training_rows}

## Limits

A deck drawn unlike all of these is often named wrongly, or without being sure. Small (under about 40 pixels wide),
blurred or glaring cards are returned as unsure. Nothing here identifies people or places.
"""
