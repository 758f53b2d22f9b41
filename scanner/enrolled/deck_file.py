"""馴染み najimi: decks learned one by one, each a single file of plain arrays that can be carried to another table."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.enrolled.store import MANIFEST_KEY, MAX_DECK_BYTES, deck_path, is_valid_name
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.keypoints import KeypointMatcher
from scanner.recognition.model_io import MODEL_FILE_ERRORS, bad_model, build_classifier, shipped_classifier
from scorer.decks import decks
from scorer.errors import Refusal, safe_repr
from scorer.texts import Text


def encode_deck(manifest: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The deck as the bytes of its file: the arrays, and the manifest with their digest as JSON in one of them."""
    words = json.dumps({**manifest, "sha256": _digest(arrays)}, ensure_ascii=False)
    text = np.frombuffer(words.encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, **{MANIFEST_KEY: text, **arrays})  # type: ignore[arg-type]
    return buffer.getvalue()


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """One digest of every array's name, type, shape and numbers; the manifest's own array is not counted."""
    told = hashlib.sha256()
    for name in sorted(set(arrays) - {MANIFEST_KEY}):
        array = np.ascontiguousarray(arrays[name])
        told.update(f"{name} {array.dtype.str} {array.shape};".encode())
        told.update(array.tobytes())
    return told.hexdigest()


def decode_deck(content: bytes) -> CardClassifier:
    """The deck in the bytes of a file; `bad_model` when anything is off. Nothing in a file is ever run."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as members:
            if sum(member.file_size for member in members.infolist()) > MAX_DECK_BYTES:
                raise bad_model("too large")
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            manifest = json.loads(stored[MANIFEST_KEY].astype(np.uint8).tobytes())
            arrays = {key: stored[key] for key in stored.files}
            if "sha256" in manifest and manifest["sha256"] != _digest(arrays):
                raise bad_model("its arrays are not the ones it was made with")
            recogniser = build_classifier(manifest, arrays)
            recogniser.keypoint_matcher = KeypointMatcher(recogniser.kind, recogniser.labels, arrays)
    except Refusal:
        raise
    except MODEL_FILE_ERRORS as fault:
        raise bad_model(type(fault).__name__) from fault
    return recogniser


def save_deck(name: str, data: Path, content: bytes) -> Path:
    """Keeps a deck's bytes in the data folder under that name, in place of an older one; refuses what cannot be read.

    Written beside and moved, so that a table never meets half a file.
    """
    path = deck_path(name, data)
    decode_deck(content)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_bytes(content)
    beside.replace(path)
    return path


def read_deck_file(path: Path) -> bytes:
    """The bytes of a deck's file, wherever it lies; `no_model` when there is none, `bad_model` when it is too large."""
    try:
        if path.stat().st_size > MAX_DECK_BYTES:
            raise bad_model("too large")
        return path.read_bytes()
    except OSError as fault:
        raise Refusal(
            "no_model",
            Text(
                f"there is no deck called {safe_repr(path.stem)}; fudayomi decks lists those enrolled",
                f"「{safe_repr(path.stem)}」という札はありません。登録済みの札は fudayomi decks で確かめられます",
            ),
        ) from fault


@lru_cache(maxsize=4)
def _load_cached(path: Path, stamp: tuple[int, int]) -> CardClassifier:
    del stamp  # another file under the same name is another deck
    return decode_deck(read_deck_file(path))


def load_deck_classifier(deck: str, data: Path | None) -> CardClassifier:
    """The recogniser of a kind of deck, or of the deck enrolled under that name in the data folder.

    `no_model` when there is neither, `bad_model` for a file that cannot be used.
    """
    if data is None or deck in decks() or not is_valid_name(deck):
        return shipped_classifier(deck)
    path = deck_path(deck, data)
    try:
        found = path.stat()
    except OSError:
        return shipped_classifier(deck)
    return _load_cached(path, (found.st_mtime_ns, found.st_size))
