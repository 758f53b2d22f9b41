"""納め osame: a trained recogniser written down: arrays, manifest, and a model card anyone can read."""

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
    """SHA-256 over the pixels and labels that were learned from."""
    total = hashlib.sha256()
    for chosen in sets:
        total.update(chosen.name.encode())
        for code, picture in chosen.faces:
            total.update(code.encode())
            total.update(picture.tobytes())
    return total.hexdigest()


_BACKBONE_CREDIT = "the first blocks of EfficientNet-Lite0, Apache-2.0"

CalibrationReport = tuple[CalibrationResult, tuple[HeldOutMetrics, ...]]


def _to_rounded_json(row: HeldOutMetrics) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(row).items()}


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """What was trained: the screen, and the network as the bytes of an ONNX file, its scores under the same labels."""

    screen: MlpWeights
    network: bytes | None = None


def _to_log_odds_json(calibration: CalibrationResult) -> dict[str, Any]:
    """How the network's scores are scaled, and its trust with them, until a margin is the logarithm of odds.

    What the finder weighs against a margin is so worth the same for every deck and every training.
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
    """Writes a file; its name and digest, by which the manifest knows it."""
    path.write_bytes(data)
    return {"file": path.name, "sha256": hashlib.sha256(data).hexdigest()}


def describe_set(card_set: CardSet) -> dict[str, Any]:
    """What a model's manifest says of a set that it saw."""
    return {
        "set": card_set.name,
        "pattern": card_set.pattern,
        "licence": card_set.licence,
        "source": card_set.source,
        "pictures": len(card_set.faces),
    }


def write_manifest(file: Path, manifest: dict[str, Any], model_card: str) -> None:
    """Writes what a model says of itself: the manifest as JSON into `file`, its card into the README beside."""
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
    """Writes `weights.npz` and `network.onnx` (float16), `manifest.json`, `README.md`: the same for the same training.

    `measured`: the screen's, then the network's where there is one.
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
        "trained_on": [describe_set(chosen) for chosen in sets],
        "training_digest": training_digest(sets),
        "held_out_screen": [_to_rounded_json(row) for row in reports[0][1]],
        "held_out": [_to_rounded_json(row) for row in reports[-1][1]],
    }
    write_manifest(folder / "manifest.json", manifest, _render_model_card(manifest))
    return folder


def _render_model_card(manifest: dict[str, Any]) -> str:
    held = "\n".join(
        f"| {row['pattern']} | {row['views']} | {row['named']:.1%} | {row['sure']:.1%} | {row['silent']:.2%} "
        f"| {row['clear_named']:.1%} | {row['clear_sure']:.1%} | {row['clear_silent']:.2%} "
        f"| {row['backs']:.1%} | {row['ghosts']:.1%} | {row['phantoms']:.2%} |"
        for row in manifest["held_out"]
    )
    seen = "\n".join(
        f"| {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in manifest["trained_on"]
    )
    width, height = manifest["input"]
    hands = ""
    if any(row["set"].startswith(ARTIST_PREFIX) for row in manifest["trained_on"]):
        hands = (
            f"\nThe decks called {ARTIST_PREFIX}… were drawn to learn from alone: "
            "their parts, and those of our own deck, are "
            "laid\nanew for most of their views. Our drawings are never held out.\n"
        )
    naming = "A screen (HOG outlines and coarse colours, one hidden layer) judges outlines and names them."
    if manifest["network"]:
        naming = (
            "A screen (HOG outlines and coarse colours, one hidden layer) judges many outlines; a convolutional\n"
            "network (`network.onnx`) names the few that are left. It is the sum of two: one that started from\n"
            "nothing, and one on a trunk that knew photographs of other things before it saw a card\n"
            f"({manifest['network']['trunk']})."
        )
    errors, of_one_pattern, of_all, false_positives = (
        f"{rate:.1%}"
        for rate in (
            MAX_CONFIDENT_ERROR_RATE,
            MAX_PATTERN_CONFIDENT_ERROR_RATE,
            MAX_OVERALL_CONFIDENT_ERROR_RATE,
            MAX_CONFIDENT_FALSE_POSITIVE_RATE,
        )
    )
    return f"""# Recogniser: {manifest["kind"]}

Names one flattened card ({width} x {height} pixels) of a {manifest["kind"]} deck, says how sure it is, and knows backs
and what is no card. {naming} Half-precision arrays, described by `manifest.json`, read
without pickle. Made by `fudayomi train --kind {manifest["kind"]}`.

It learned from synthetic views of the drawings below: {manifest["made"]["views"]} of each face, seed
{manifest["made"]["seed"]}, {manifest["made"]["epochs"]} passes of the network. No photograph of a card was used,
neither to learn nor to choose the margin of being sure. Of views of patterns it was not shown, that margin lets at
most {errors} be both sure and wrong: on average over the patterns of which it names at least half.
In any one of these at most {of_one_pattern}, of all views together {of_all}.
Of views of backs and of what is no whole card, at most {false_positives} are surely taken for another card.
In {manifest["half_covered"]:.0%} of the views something lay over 12 to 55 % of the card: half covered, it may be sure.
{hands}
## Patterns held out

Each row: trained without any set of that pattern (and of a few others), then shown its views, dim, blurred, half
covered and badly cut ones among them; beside these the clear ones alone, of which 45 % can be seen and no corner is cut
off by 8 % of the card's width. The last columns: backs known; what is no whole card, taken for one, and surely for one
that it is no part of.

| pattern | views | named | sure, right | sure, wrong | clear: named | sure | wrong | backs | no card | surely |
|---|---|---|---|---|---|---|---|---|---|---|
{held}

## What it saw

| set | pattern | pictures | licence | source |
|---|---|---|---|---|
{seen}

## Limits

A deck drawn unlike all of these is often named wrongly or not surely. Small (under about 40 pixels wide), blurred or
glaring cards come back unsure. Nothing here identifies people or places.
"""
