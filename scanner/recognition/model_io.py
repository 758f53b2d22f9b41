"""Model files: verified, read without pickle, built into classifiers."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from scanner.recognition.classifier import CardClassifier, ConfidenceCalibration
from scanner.recognition.cnn import CardCnn
from scanner.recognition.features import FEATURES_VERSION, feature_count
from scanner.recognition.labels import BACK, NO_CARD
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

MODEL_FORMAT = 1
"""Version of the manifest and arrays that this program reads and writes."""
MAX_MODEL_BYTES = 20_000_000
"""Bytes of the largest file accepted. The largest shipped one has about 6 MB, so a larger one is none of ours."""

MODEL_FILE_ERRORS = (
    *(OSError, ValueError, KeyError, TypeError, IndexError, EOFError, AttributeError, MemoryError),
    *(BadZipFile, zlib.error, struct.error, TokenError, SyntaxError, RuntimeError, OverflowError, cv2.error),
)
"""What reading a damaged or foreign file may raise."""


def bad_model(reason: str) -> Refusal:
    """The refusal for a model that cannot be trusted: changed, truncated, or of another version."""
    return Refusal(
        "bad_model",
        Text(f"this recogniser cannot be used: {reason}", f"この目利きデータは使えません（{reason}）"),
    )


def parse_manifest(content: bytes) -> dict[str, Any]:
    """The manifest of a model. Raises `bad_model` unless it is a JSON object."""
    try:
        manifest = parse_json(content)
    except Refusal as refusal:
        raise bad_model(refusal.message.en) from None
    if not isinstance(manifest, dict):
        raise bad_model("its manifest")
    return manifest


def array_shapes(manifest: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """The shape that each array must have according to the manifest."""
    width, height = manifest["input"]
    hidden, labels = int(manifest["hidden"]), len(manifest["labels"])
    return {"w1": (feature_count(width, height), hidden), "b1": (hidden,), "w2": (hidden, labels), "b2": (labels,)}


def validate_manifest(manifest: dict[str, Any]) -> None:
    """Refuse (`bad_model`) a manifest of another version or with impossible values."""
    if manifest.get("format") != MODEL_FORMAT or manifest.get("features") != FEATURES_VERSION:
        raise bad_model("another version")
    labels = manifest["labels"]
    known = set(decks()[manifest["kind"]].faces) | {BACK, NO_CARD}
    if not set(labels) <= known or len(set(labels)) != len(labels) or not {BACK, NO_CARD} < set(labels):
        raise bad_model("its labels")
    width, height = manifest["input"]
    if not all(isinstance(side, int) and side % 8 == 0 and 16 <= side <= 256 for side in (width, height)):
        raise bad_model("its input size")
    for stage in filter(None, (manifest["screen"], manifest["network"])):
        platt = ConfidenceCalibration.from_manifest(stage)
        if (
            not np.isfinite([platt.slope, platt.offset, platt.sure_margin, platt.sure_back_margin]).all()
            or platt.slope <= 0
        ):
            raise bad_model("its calibration")
        if not 0 <= stage.get("screen_says", 0) <= 1 or not 0 < stage.get("scale", 1) <= 100:
            raise bad_model("what its scores weigh")


def read_model_file(folder: Path, entry: dict[str, Any]) -> bytes:
    """The bytes of the file that an entry of the manifest names. `bad_model` if too large or if its digest differs."""
    file = folder / Path(entry["file"]).name
    if file.stat().st_size > MAX_MODEL_BYTES:
        raise bad_model("too large")
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != entry["sha256"]:
        raise bad_model(f"its {file.name} is not the one it was made with")
    return data


def load_classifier(folder: Path) -> CardClassifier:
    """The classifier in a folder (`manifest.json` and the files it names). `bad_model` when anything is off."""
    try:
        manifest = parse_manifest((folder / "manifest.json").read_bytes())
        validate_manifest(manifest)
        cnn = CardCnn(read_model_file(folder, manifest["network"])) if manifest["network"] else None
        with np.load(io.BytesIO(read_model_file(folder, manifest["arrays"])), allow_pickle=False) as stored:
            return build_classifier(manifest, stored, cnn)
    except Refusal:
        raise
    except MODEL_FILE_ERRORS as fault:
        raise bad_model(type(fault).__name__) from fault


def build_classifier(
    manifest: dict[str, Any], arrays_by_name: Mapping[str, NDArray[Any]], cnn: CardCnn | None = None
) -> CardClassifier:
    """The classifier that a manifest describes, from its stored arrays. `bad_model` if they are not as described."""
    validate_manifest(manifest)
    width, height = manifest["input"]
    if bool(manifest["network"]) != (cnn is not None):
        raise bad_model("its network")
    if cnn and cnn.logits(np.zeros((1, height, width, 3), np.float32)).shape != (1, len(manifest["labels"])):
        raise bad_model("its network's scores")
    arrays = {name: arrays_by_name[name].astype(np.float32) for name in array_shapes(manifest)}
    for name, shape in array_shapes(manifest).items():
        if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise bad_model(f"array {name}")
    return CardClassifier(manifest, arrays, cnn)


@cache
def shipped_classifier(kind: str) -> CardClassifier:
    """The classifier that comes with the program for a kind of deck. `no_model` when none does."""
    folder = Path(models.__path__[0]) / kind
    if kind not in decks() or not (folder / "manifest.json").exists():
        raise Refusal(
            "no_model",
            Text(
                f"there is no recogniser for a deck called {kind[:40]}", f"「{kind[:40]}」の札を読むデータがありません"
            ),
        )
    return load_classifier(folder)
