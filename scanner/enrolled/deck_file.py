"""File format of an enrolled deck: plain arrays, manifest and digest.

Each deck is a single file that can be carried to another table.
"""

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

from scanner.enrolled.legacy_deck import LEGACY_FORMAT, build_legacy_classifier
from scanner.enrolled.store import (
    COMPRESSIONS,
    MANIFEST_KEY,
    MAX_DECK_BYTES,
    deck_path,
    is_valid_name,
    read_deck,
)
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.model_io import (
    bad_model,
    build_classifier,
    parse_manifest,
    refuse_bad_files,
    shipped_classifier,
    shipped_network,
)
from scorer.decks import decks
from scorer.errors import Refusal, safe_repr
from scorer.nearest_name import with_nearest
from scorer.texts import Text


def encode_deck(manifest: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a deck's file: the arrays, and the manifest with their digest as JSON in an array of its own."""
    text = json.dumps({**manifest, "sha256": _digest(arrays)}, ensure_ascii=False)
    manifest_array = np.frombuffer(text.encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, **{MANIFEST_KEY: manifest_array, **arrays})  # type: ignore[arg-type]
    return buffer.getvalue()


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """SHA-256 over name, type, shape and values of every array except the manifest's own."""
    digest = hashlib.sha256()
    for name in sorted(set(arrays) - {MANIFEST_KEY}):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape};".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def decode_deck(content: bytes) -> CardClassifier:
    """The classifier in the bytes of a deck's file. Raises `bad_model` for any fault. No code in a file is ever run."""
    with refuse_bad_files():
        with zipfile.ZipFile(io.BytesIO(content)) as members:
            if sum(member.file_size for member in members.infolist()) > MAX_DECK_BYTES:
                raise bad_model("too large")
            if not {member.compress_type for member in members.infolist()} <= COMPRESSIONS:
                raise bad_model("packed as no deck is")
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            manifest = parse_manifest(stored[MANIFEST_KEY].astype(np.uint8).tobytes())
            arrays = {key: stored[key] for key in stored.files}
            if "sha256" in manifest and manifest["sha256"] != _digest(arrays):
                raise bad_model("its arrays are not the ones it was made with")
            if manifest.get("format") == LEGACY_FORMAT:
                return build_legacy_classifier(manifest, arrays)
            return build_classifier(manifest, arrays, shipped_network())


def save_deck(name: str, data: Path, content: bytes) -> Path:
    """Save a deck's bytes in the data folder under that name, in place of an older deck, and return the path.

    Raises `bad_name`, and `bad_model` for bytes that cannot be read or would not be listed. The file is written under
    another name and then renamed, so that no reader ever gets half a file.
    """
    path = deck_path(name, data)
    decode_deck(content)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new_path = path.with_suffix(".new")
    new_path.write_bytes(content)
    if read_deck(name, new_path) is None:
        new_path.unlink()
        raise bad_model("its manifest")
    new_path.replace(path)
    return path


def read_deck_file(path: Path) -> bytes:
    """The bytes of a deck's file at any path. Raises `no_model` without a file and `bad_model` for a too large one."""
    try:
        if path.stat().st_size > MAX_DECK_BYTES:
            raise bad_model("too large")
        return path.read_bytes()
    except OSError as error:
        raise Refusal(
            "no_model",
            with_nearest(
                Text(
                    f"There is no deck called {safe_repr(path.stem)}; fudayomi decks lists those enrolled",
                    f"「{safe_repr(path.stem)}」という札はありません。登録済みの札は fudayomi decks で確かめられます",
                ),
                path.stem,
                sorted(each.stem for each in path.parent.glob("*.npz")),
            ),
        ) from error


@lru_cache(maxsize=4)
def _load_cached(path: Path, stamp: tuple[int, int]) -> CardClassifier:
    del stamp  # part of the cache key only: another file under the same name is another deck
    return decode_deck(read_deck_file(path))


def load_deck_classifier(deck: str, data: Path | None) -> CardClassifier:
    """The classifier of a kind of deck, or of the deck enrolled under that name in the data folder.

    Raises `no_model` when there is neither, and `bad_model` for a file that cannot be used.
    """
    if data is None or deck in decks() or not is_valid_name(deck):
        return shipped_classifier(deck)
    path = deck_path(deck, data)
    try:
        status = path.stat()
    except OSError:
        return shipped_classifier(deck)
    return _load_cached(path, (status.st_mtime_ns, status.st_size))
