"""Tampered models and decks are refused or work, and run nothing."""

from __future__ import annotations

import io
import json
import pickle
import random
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest

import models
from scanner.enrolled.deck_file import decode_deck, encode_deck
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.model_io import MAX_MODEL_BYTES, load_classifier, shipped_network
from scorer.errors import Refusal

HERE = Path(models.__path__[0]) / "hanafuda"
TRIES = 200


class PickleBomb:
    """Runs when it is unpickled."""

    def __reduce__(self):
        return (Path("/dev/shm/fudayomi-was-run").touch, ())  # noqa: S108


def outcome_of(make) -> str:
    try:
        recogniser = make()
    except Refusal as refusal:
        return refusal.code
    classify_all(recogniser)
    return "works"


def classify_all(recogniser: CardClassifier) -> None:
    width, height = recogniser.crop_size
    crops = np.stack([np.full((height, width, 3), tone, np.uint8) for tone in (0, 128, 255)])
    for shows in (0, 128, 255):
        for verdict in recogniser.classify(crops, np.full(crops.shape[:3], shows, np.uint8)):
            assert np.isfinite(verdict.logits).all()
            assert np.isfinite([verdict.margin, verdict.back_margin]).all()
            assert 0 <= recogniser.confidence(verdict) <= 1


@pytest.fixture(scope="module")
def deck_file() -> bytes:
    """A small deck file, in the format of enrolled decks."""
    manifest = json.loads((HERE / "manifest.json").read_text())
    rng, labels = np.random.default_rng(1), len(manifest["labels"])
    arrays = {
        "projection": rng.normal(0, 1, (shipped_network().embedding_size, 4)).astype(np.float32),
        "means": rng.normal(0, 1, (labels, 4)).astype(np.float32),
        "variances": np.ones((labels, 4), np.float32),
        "pictures": np.zeros((labels, 144, 96, 3), np.uint8),
    }
    return encode_deck(manifest | {"dimensions": 4, "scale": 0.5}, arrays)


def mutate_bytes(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randint(1, 30)):
        # Mostly at both ends of a zip, where its names and sizes are.
        place = chance.choice(
            [
                chance.randrange(len(out)),
                chance.randrange(min(400, len(out))),
                len(out) - 1 - chance.randrange(min(1200, len(out))),
            ]
        )
        out[place] = chance.randrange(256)
    if chance.random() < 0.1:
        del out[chance.randrange(len(out)) :]
    return bytes(out)


def test_a_changed_shipped_recogniser_is_refused(tmp_path):
    chance = random.Random(3)
    for folder in ("names", "hanafuda"):
        shutil.copytree(HERE.parent / folder, tmp_path / folder)
    target = tmp_path / "hanafuda"
    for file in (target / "weights.npz", tmp_path / "names/network.onnx"):
        whole = file.read_bytes()
        for _ in range(20):
            file.write_bytes(mutate_bytes(whole, chance))
            assert outcome_of(lambda: load_classifier(target)) == "bad_model"
        file.write_bytes(whole)
    assert outcome_of(lambda: load_classifier(target)) == "works"
    seen = set()
    for file, tries in ((target / "manifest.json", TRIES), (tmp_path / "names/manifest.json", 20)):
        words = file.read_text()
        for _ in range(tries):
            file.write_text(mutate_bytes(words.encode(), chance).decode(errors="replace"))
            seen.add(outcome_of(lambda: load_classifier(target)))
        file.write_text(words)
    assert seen <= {"works", "bad_model"}
    assert "bad_model" in seen


def test_mutated_decks(deck_file):
    assert outcome_of(lambda: decode_deck(deck_file)) == "works"
    chance = random.Random(5)
    seen = [outcome_of(lambda: decode_deck(mutate_bytes(deck_file, chance))) for _ in range(TRIES // 4)]
    assert set(seen) <= {"works", "bad_model"}
    assert seen.count("bad_model") > 10


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_no_numbers_that_are_none(deck_file, value):
    with np.load(io.BytesIO(deck_file), allow_pickle=False) as stored:
        arrays = {name: stored[name].copy() for name in stored.files}
    manifest = json.loads(arrays.pop("manifest").tobytes())
    for name in ("projection", "means", "variances"):
        spoilt = {**arrays, name: arrays[name].astype(np.float32)}
        spoilt[name].flat[7 % spoilt[name].size] = value
        assert outcome_of(lambda spoilt=spoilt: decode_deck(encode_deck(manifest, spoilt))) == "bad_model"


def test_nothing_in_a_deck_is_run(deck_file):
    run = Path("/dev/shm/fudayomi-was-run")  # noqa: S108
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(deck_file)) as whole, zipfile.ZipFile(out, "w") as changed:
        for name in whole.namelist():
            changed.writestr(name, pickle.dumps(PickleBomb()) if name == "means.npy" else whole.read(name))
    assert outcome_of(lambda: decode_deck(out.getvalue())) == "bad_model"
    assert outcome_of(lambda: decode_deck(pickle.dumps(PickleBomb()))) == "bad_model"
    boxed = io.BytesIO()
    np.save(boxed, np.array([PickleBomb()], dtype=object), allow_pickle=True)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as changed:
        changed.writestr("manifest.npy", boxed.getvalue())
    assert outcome_of(lambda: decode_deck(out.getvalue())) == "bad_model"
    assert not run.exists()


def test_a_small_deck_that_unpacks_to_a_huge_one_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("means.npy", bytes(MAX_MODEL_BYTES + 1))
    assert len(out.getvalue()) < 100_000
    assert outcome_of(lambda: decode_deck(out.getvalue())) == "bad_model"
