"""Model files: verified, read without pickle, built into classifiers."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from scanner.imaging.onnx_session import Floats
from scanner.recognition.calibration import Calibration
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.crops import CROP_SIZE
from scanner.recognition.heads import GaussianHead, Head, LinearHead, NetworkScorer
from scanner.recognition.network import NameNetwork
from scanner.recognition.prediction import BACK, NO_CARD
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.nearest_name import with_nearest
from scorer.texts import Text

MODEL_FORMAT = 2
"""Version of the manifests and arrays that this program writes. Decks of version 1 are read, too."""
MAX_MODEL_BYTES = 20_000_000
"""Bytes of the largest file accepted. The largest shipped one has about 4 MB, so a larger one is none of ours."""
NETWORK_FOLDER = "names"
"""Folder, beside those of the kinds of deck, of the network that all of them share."""

MODEL_FILE_ERRORS = (
    *(OSError, ValueError, KeyError, TypeError, IndexError, EOFError, AttributeError, MemoryError),
    *(BadZipFile, zlib.error, struct.error, TokenError, SyntaxError, RuntimeError, OverflowError, cv2.error),
)
"""What reading a damaged or foreign file may raise."""


def bad_model(reason: str) -> Refusal:
    """The refusal for a model that cannot be trusted: changed, truncated, or of another version."""
    return Refusal(
        "bad_model",
        Text(f"This recogniser cannot be used: {reason}", f"この目利きデータは使えません（{reason}）"),
    )


@contextmanager
def refuse_bad_files() -> Iterator[None]:
    """Raise `bad_model` for what reading a damaged or foreign file raises in the block."""
    try:
        yield
    except Refusal:
        raise
    except MODEL_FILE_ERRORS as fault:
        raise bad_model(type(fault).__name__) from fault


def parse_manifest(content: bytes) -> dict[str, Any]:
    """The manifest of a model. Raises `bad_model` unless it is a JSON object."""
    try:
        manifest = parse_json(content)
    except Refusal as refusal:
        raise bad_model(refusal.message.en) from None
    if not isinstance(manifest, dict):
        raise bad_model("its manifest")
    return manifest


def validate_labels(manifest: dict[str, Any]) -> tuple[str, ...]:
    """The labels of a manifest: codes of its kind of deck, `BACK` and `NO_CARD`. Else `bad_model`."""
    labels = manifest["labels"]
    known = set(decks()[manifest["kind"]].faces) | {BACK, NO_CARD}
    if not set(labels) <= known or len(set(labels)) != len(labels) or not {BACK, NO_CARD} < set(labels):
        raise bad_model("its labels")
    return tuple(labels)


def read_calibration(manifest: dict[str, Any]) -> Calibration:
    """The calibration that a manifest states. `bad_model` if it is none."""
    try:
        return Calibration.from_manifest(manifest)
    except ValueError as fault:
        raise bad_model("its calibration") from fault


def read_model_file(folder: Path, entry: dict[str, Any]) -> bytes:
    """The bytes of the file that an entry of the manifest names. `bad_model` if too large or if its digest differs."""
    file = folder / Path(entry["file"]).name
    if file.stat().st_size > MAX_MODEL_BYTES:
        raise bad_model("too large")
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != entry["sha256"]:
        raise bad_model(f"its {file.name} is not the one it was made with")
    return data


def _read_manifest(folder: Path) -> dict[str, Any]:
    manifest = parse_manifest((folder / "manifest.json").read_bytes())
    if manifest.get("format") != MODEL_FORMAT:
        raise bad_model("another version")
    return manifest


def load_network(folder: Path) -> NameNetwork:
    """The network in a folder (`manifest.json` and the file it names). `bad_model` when anything is off."""
    with refuse_bad_files():
        manifest = _read_manifest(folder)
        if manifest["input"] != list(CROP_SIZE):
            raise bad_model("its input size")
        return NameNetwork(read_model_file(folder, manifest["network"]), manifest["network"]["sha256"])


def load_classifier(folder: Path, network: NameNetwork | None = None) -> CardClassifier:
    """The classifier in a folder (`manifest.json` and the file it names). `bad_model` when anything is off.

    Its network, if none is given, lies in the folder `NETWORK_FOLDER` beside it.
    """
    with refuse_bad_files():
        manifest = _read_manifest(folder)
        with np.load(io.BytesIO(read_model_file(folder, manifest["arrays"])), allow_pickle=False) as stored:
            return build_classifier(manifest, stored, network or load_network(folder.parent / NETWORK_FOLDER))


def build_classifier(
    manifest: dict[str, Any], arrays_by_name: Mapping[str, NDArray[Any]], network: NameNetwork
) -> CardClassifier:
    """The classifier that a manifest describes, from its stored arrays. `bad_model` if they are not as described."""
    if manifest.get("format") != MODEL_FORMAT or manifest["network"] != network.digest:
        raise bad_model("another version")
    labels, calibration = validate_labels(manifest), read_calibration(manifest)
    scorer = NetworkScorer(network, _build_head(manifest, arrays_by_name, network.embedding_size))
    back_seen = bool(manifest.get("back_seen", True))
    return CardClassifier(manifest["kind"], labels, CROP_SIZE, calibration, scorer, back_seen=back_seen)


def _build_head(manifest: dict[str, Any], arrays_by_name: Mapping[str, NDArray[Any]], embedding: int) -> Head:
    """The head of a shipped kind, or that of an enrolled deck, which a manifest with `dimensions` describes."""
    labels = len(manifest["labels"])
    if "dimensions" not in manifest:
        return LinearHead(*checked_arrays(arrays_by_name, {"weights": (embedding, labels), "bias": (labels,)}))
    dimensions, scale = int(manifest["dimensions"]), float(manifest["scale"])
    per_label = (labels, dimensions)
    shapes = {"projection": (embedding, dimensions), "means": per_label, "variances": per_label}
    projection, means, variances = checked_arrays(arrays_by_name, shapes)
    if not 0 < scale <= 100 or variances.min(initial=1) <= 0:
        raise bad_model("what its scores weigh")
    return GaussianHead(projection, means, variances, scale)


def checked_arrays(arrays_by_name: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]) -> list[Floats]:
    """The arrays of these names as float32. `bad_model` if one has another shape or numbers that are none."""
    arrays = [arrays_by_name[name].astype(np.float32) for name in shapes]
    for array, (name, shape) in zip(arrays, shapes.items(), strict=True):
        if array.shape != shape or not np.isfinite(array).all():
            raise bad_model(f"array {name}")
    return arrays


@cache
def shipped_network() -> NameNetwork:
    """The network that comes with the program. `bad_model` if its file was changed."""
    return load_network(Path(models.__path__[0]) / NETWORK_FOLDER)


@cache
def shipped_classifier(kind: str) -> CardClassifier:
    """The classifier that comes with the program for a kind of deck. `no_model` when none does."""
    folder = Path(models.__path__[0]) / kind
    if kind not in decks() or not (folder / "manifest.json").exists():
        raise Refusal(
            "no_model",
            with_nearest(
                Text(
                    f"There is no recogniser for a deck called {kind[:40]}",
                    f"「{kind[:40]}」の札を読むデータがありません",
                ),
                kind,
                decks(),
            ),
        )
    return load_classifier(folder, shipped_network())
