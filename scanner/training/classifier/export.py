"""Export of what was trained: network, heads, manifests and model cards."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scanner.recognition.calibration import Calibration
from scanner.recognition.crops import CROP_SIZE
from scanner.recognition.heads import LinearHead
from scanner.recognition.model_io import MODEL_FORMAT, NETWORK_FOLDER
from scanner.setup.card_set import CardSet
from scanner.training.card_sets import ARTIST_PREFIX
from scanner.training.classifier import calibration_fit
from scanner.training.classifier.calibration_fit import HeldOutMetrics, RejectionMetrics
from scanner.training.classifier.dataset import COVERED_SHARE

_BACKBONE_CREDIT = "the first blocks of EfficientNet-Lite0, Apache-2.0"

CalibrationReport = tuple[Calibration, tuple[HeldOutMetrics, ...], RejectionMetrics, bool]
"""Calibration, metrics by pattern, metrics of views without a face, and whether the views were of held-out patterns."""


@dataclass(frozen=True, slots=True)
class KindHead:
    """The head of a kind of deck, with the labels of its logits."""

    labels: tuple[str, ...]
    head: LinearHead


@dataclass(frozen=True, slots=True)
class TrainedNames:
    """What one stage of the training gives: the ONNX file of the network, and the head of each kind of deck."""

    network: bytes
    heads: dict[str, KindHead]


def training_digest(sets: Sequence[CardSet]) -> str:
    """SHA-256, as hex, of the names, labels and pixels of the training sets."""
    digest = hashlib.sha256()
    for card_set in sets:
        digest.update(card_set.name.encode())
        for code, picture in card_set.faces:
            digest.update(code.encode())
            digest.update(picture.tobytes())
    return digest.hexdigest()


def rounded(row: HeldOutMetrics | RejectionMetrics) -> dict[str, Any]:
    """Metrics as a manifest holds them."""
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(row).items()}


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


def export_network(out: Path, network: bytes, config: dict[str, Any]) -> str:
    """Write the network, its manifest and model card to `NETWORK_FOLDER` in `out`; returns the network's digest."""
    folder = out / NETWORK_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    entry = write_with_digest(folder / "network.onnx", network)
    manifest = {
        "format": MODEL_FORMAT,
        "input": list(CROP_SIZE),
        "network": entry | {"trunk": _BACKBONE_CREDIT},
        "made": config,
    }
    write_manifest(folder / "manifest.json", manifest, _render_network_card(manifest))
    return entry["sha256"]


def export_head(
    out: Path,
    kind: str,
    sets: Sequence[CardSet],
    config: dict[str, Any],
    trained: KindHead,
    report: CalibrationReport,
    network_digest: str,
) -> None:
    """Write the head of a kind of deck to its folder in `out`: `weights.npz` (float16), `manifest.json`, `README.md`.

    Logits are scaled so that the margin of a card that shows whole is the logarithm of its odds.
    """
    folder = out / kind
    folder.mkdir(parents=True, exist_ok=True)
    calibrated, held_out, rejection, is_held_out = report
    head, calibrated = in_log_odds(trained.head, calibrated)
    buffer = io.BytesIO()
    np.savez(buffer, weights=head.weights.astype(np.float16), bias=head.bias.astype(np.float16))
    manifest: dict[str, Any] = {
        "format": MODEL_FORMAT,
        "kind": kind,
        "network": network_digest,
        "labels": list(trained.labels),
        "arrays": write_with_digest(folder / "weights.npz", buffer.getvalue()),
        **calibrated.as_manifest(),
        "made": config,
        "covered": COVERED_SHARE,
        "trained_on": [describe_set(card_set) for card_set in sets],
        "training_digest": training_digest(sets),
        "patterns_held_out": is_held_out,
        "held_out": [rounded(row) for row in held_out],
        "without_face": rounded(rejection),
    }
    write_manifest(folder / "manifest.json", manifest, _render_head_card(manifest))


def in_log_odds(head: LinearHead, calibrated: Calibration) -> tuple[LinearHead, Calibration]:
    """Head and calibration with logits scaled so that confidence has slope 1."""
    slope = calibrated.slope
    margins = tuple((share, margin * slope) for share, margin in calibrated.sure_margins)
    scaled = Calibration(1.0, calibrated.offset, calibrated.hidden_offset, margins, calibrated.back_margin * slope)
    return LinearHead(head.weights * np.float32(slope), head.bias * np.float32(slope)), scaled


def _render_network_card(manifest: dict[str, Any]) -> str:
    made, (width, height) = manifest["made"], manifest["input"]
    earlier = "".join(
        f"\nThe weights it began with had learned from about {before['views']:g} thousand other views of each kind in"
        f" {before['epochs']} epochs,\nand in {before['further_epochs']} more with what had been held out, seed"
        f" {before['seed']}."
        for before in manifest.get("begun_with", [])
    )
    if made.get("mean_with_begun"):
        earlier += (
            "\nShipped is the mean of both sets of weights (Wortsman et al., 2022): it names nearly as many cards of"
            "\nfans as the newer ones, and forgets nothing that the earlier ones knew."
        )
    return f"""# Network that names cards

Turns a rectified crop of a card ({width} x {height} pixels) and the mask of what shows of it into an embedding, and
says which way up the card lies. All kinds of deck share it, enrolled ones too; a small head names the faces of each.
Its trunk is {manifest["network"]["trunk"]}, trained on photographs of other things, then trained further.
Half-precision weights. Made by `fudayomi train --kind names`, on synthetic views of cards: about {made["views"]:g}
thousand of each kind of deck, seed {made["seed"]}, {made["epochs"]} epochs. The cards are listed in the folder of each
kind. In most views outline and mask are those that the [detector](../detector/README.md) gives.{earlier}
Crops of which something is hidden are embedded both ways up, and the mean is named; training sees one of them.

No photograph of a card was used. Nothing here identifies people or places.
"""


def _render_head_card(manifest: dict[str, Any]) -> str:
    patterns = dict.fromkeys(row["pattern"] for row in manifest["held_out"])
    cells = {(row["pattern"], row["shows"][0]): row for row in manifest["held_out"]}
    held_out_rows = "\n".join(
        f"| {pattern} | "
        + " | ".join(
            f"{row['named']:.1%} | {row['sure']:.1%} | {row['silent']:.2%}"
            for low, _ in calibration_fit.VISIBLE_RANGES
            for row in [cells[pattern, low]]
        )
        + " |"
        for pattern in patterns
    )
    training_rows = "\n".join(
        f"| {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in manifest["trained_on"]
    )
    artists_note = ""
    if any(row["set"].startswith(ARTIST_PREFIX) for row in manifest["trained_on"]):
        artists_note = (
            f"\nThe decks called {ARTIST_PREFIX}… were drawn as training data only. Their parts, and those of our own\n"
            "deck, are rearranged in most of their views. Our drawings are never held out.\n"
        )
    held_out_note = (
        "Each row: a classifier trained without any set of the patterns below was\nevaluated on views of that pattern."
        if manifest["patterns_held_out"]
        else "None was held out, so these are new views of the drawings it was trained on."
    )
    masks_note, further_note = "most outlines and masks are the detector's.", ""
    if manifest.get("begun_with"):
        masks_note = "masks are as inexact as the detector's."
        further_note = (
            "\nThe network has learned further since it was tried on these, with all sets and with the detector's own\n"
            "outlines and masks. The logits are scaled so that the margins of cards that show whole did not grow, and\n"
            "the margins from which a result counts as sure are those that were chosen then.\n"
        )
    rejection = manifest["without_face"]
    errors, pattern_errors, overall_errors, false_positives = (
        f"{rate:.1%}"
        for rate in (
            calibration_fit.MAX_CONFIDENT_ERROR_RATE,
            calibration_fit.MAX_PATTERN_CONFIDENT_ERROR_RATE,
            calibration_fit.MAX_OVERALL_CONFIDENT_ERROR_RATE,
            calibration_fit.MAX_CONFIDENT_FALSE_POSITIVE_RATE,
        )
    )
    return f"""# Card classifier: {manifest["kind"]}

Names the face of a {manifest["kind"]} card from the embedding of the [network](../names/README.md), with a confidence.
It also recognises backs, and crops that show no card. Half-precision weights, described by `manifest.json`, are read
without pickle. Made by `fudayomi train --kind names`.

It was trained on synthetic views of the drawings below. No photograph of a card was used, neither for training nor to
choose the margins from which a result counts as sure. In {manifest["covered"]:.0%} of the views something lies over the
card: other cards of a fan or a row, sheets, hands, cups.

The margins depend on how much of a card shows. They were chosen so that few results are sure but wrong. Of the views of
a pattern that the classifier was not trained on, this share is at most {errors}, on average over the patterns of which
it names at least half of the views. In any one of these it is at most {pattern_errors}, and over all views together at
most {overall_errors}. Of the views of backs and of crops that show no whole card, at most {false_positives} are surely
taken for another card.
{artists_note}
## Held-out patterns

{held_out_note} Some of these are dim, blurred or badly cropped; {masks_note}
By how much of the card shows: correct; sure and correct; sure but wrong.

| pattern | .25 to .45 | sure | wrong | .45 to .9 | sure | wrong | over .9 | sure | wrong |
|---|---|---|---|---|---|---|---|---|---|
{held_out_rows}

Backs recognised: {rejection["backs"]:.1%}. Crops without a whole card that are taken for a card:
{rejection["ghosts"]:.1%}; surely taken for a card that they show no part of: {rejection["phantoms"]:.2%}.
{further_note}
## Training sets

| set | pattern | pictures | licence | source |
|---|---|---|---|---|
{training_rows}

## Limits

A deck drawn unlike all of these is often named wrongly, or without being sure. Small (under about 40 pixels wide),
blurred or glaring cards are returned as unsure. Nothing here identifies people or places.
"""
