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
from scanner.recognition.classifier import FORMAT
from scanner.recognition.features import VERSION
from scanner.training.card_sets import HAND, CardSet
from scanner.training.classifier.calibration import (
    GHOSTS_AT_MOST,
    SCREEN_SAYS,
    SILENT_AT_MOST,
    SILENT_IN_ONE,
    SILENT_OF_ALL,
    HeldOut,
    Trust,
)
from scanner.training.classifier.dataset import HALF_COVERED
from scanner.training.classifier.mlp import HIDDEN, Screen


def digest(sets: Sequence[CardSet]) -> str:
    """SHA-256 over the pixels and labels that were learned from."""
    total = hashlib.sha256()
    for chosen in sets:
        total.update(chosen.name.encode())
        for code, picture in chosen.faces:
            total.update(code.encode())
            total.update(picture.tobytes())
    return total.hexdigest()


_TRUNK = "the first blocks of EfficientNet-Lite0, Apache-2.0"

Measured = tuple[Trust, tuple[HeldOut, ...]]


def _rounded(row: HeldOut) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(row).items()}


@dataclass(frozen=True, slots=True)
class Learned:
    """What was trained: the screen, and the network as the bytes of an ONNX file, its scores under the same labels."""

    screen: Screen
    network: bytes | None = None


def _in_odds(trust: Trust) -> dict[str, Any]:
    """How the network's scores are scaled, and its trust with them, until a margin is the logarithm of odds.

    What the finder weighs against a margin is so worth the same for every deck and every training.
    """
    scaled = Trust(1.0, trust.offset, trust.sure_margin * trust.slope, trust.back_margin * trust.slope)
    return _trust(scaled) | {"scale": round(trust.slope, 5), "screen_says": round(SCREEN_SAYS * trust.slope, 5)}


def _trust(trust: Trust) -> dict[str, Any]:
    return {
        "confidence": [round(trust.slope, 5), round(trust.offset, 5)],
        "sure_margin": round(trust.sure_margin, 4),
        "back_margin": round(trust.back_margin, 4),
    }


def filed(path: Path, data: bytes) -> dict[str, str]:
    """Writes a file; its name and digest, by which the manifest knows it."""
    path.write_bytes(data)
    return {"file": path.name, "sha256": hashlib.sha256(data).hexdigest()}


def listed(chosen: CardSet) -> dict[str, Any]:
    """What a model's manifest says of a set that it saw."""
    return {
        "set": chosen.name,
        "pattern": chosen.pattern,
        "licence": chosen.licence,
        "source": chosen.source,
        "pictures": len(chosen.faces),
    }


def told(file: Path, manifest: dict[str, Any], card: str) -> None:
    """Writes what a model says of itself: the manifest as JSON into `file`, its card into the README beside."""
    file.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (file.parent / "README.md").write_text(card, encoding="utf-8")


def write(
    folder: Path,
    kind: str,
    sets: Sequence[CardSet],
    made: dict[str, Any],
    learned: Learned,
    measured: Sequence[Measured],
) -> Path:
    """Writes `weights.npz` and `network.onnx` (float16), `manifest.json`, `README.md`: the same for the same training.

    `measured`: the screen's, then the network's where there is one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    np.savez(buffer, **{name: array.astype(np.float16) for name, array in learned.screen.arrays.items()})  # type: ignore[arg-type]
    network = None
    if learned.network:
        network = filed(folder / "network.onnx", learned.network) | _in_odds(measured[1][0]) | {"trunk": _TRUNK}
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "kind": kind,
        "features": VERSION,
        "input": list(input_size(kind)),
        "hidden": HIDDEN,
        "labels": list(learned.screen.labels),
        "arrays": filed(folder / "weights.npz", buffer.getvalue()),
        "screen": _trust(measured[0][0]),
        "network": network,
        "made": made,
        "half_covered": HALF_COVERED,
        "trained_on": [listed(chosen) for chosen in sets],
        "training_digest": digest(sets),
        "held_out_screen": [_rounded(row) for row in measured[0][1]],
        "held_out": [_rounded(row) for row in measured[-1][1]],
    }
    told(folder / "manifest.json", manifest, _card(manifest))
    return folder


def _card(manifest: dict[str, Any]) -> str:
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
    if any(row["set"].startswith(HAND) for row in manifest["trained_on"]):
        hands = (
            f"\nThe decks called {HAND}… were drawn to learn from alone: their parts, and those of our own deck, are "
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
    return f"""# Recogniser: {manifest["kind"]}

Names one flattened card ({width} x {height} pixels) of a {manifest["kind"]} deck, says how sure it is, and knows backs
and what is no card. {naming} Half-precision arrays, described by `manifest.json`, read
without pickle. Made by `fudayomi train --kind {manifest["kind"]}`.

It learned from synthetic views of the drawings below: {manifest["made"]["views"]} of each face, seed
{manifest["made"]["seed"]}, {manifest["made"]["epochs"]} passes of the network. No photograph of a card was used,
neither to learn nor to choose the margin of being sure. Of views of patterns it was not shown, that margin lets at
most {SILENT_AT_MOST:.1%} be both sure and wrong: on average over the patterns of which it names at least half.
In any one of these at most {SILENT_IN_ONE:.1%}, of all views together {SILENT_OF_ALL:.1%}.
Of views of backs and of what is no whole card, at most {GHOSTS_AT_MOST:.1%} are surely taken for another card.
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
