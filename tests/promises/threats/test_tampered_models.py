"""Recognisers and decks that somebody changed are refused or work; nothing in them runs or is no number."""

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
from scanner.recognition.model_io import MAX_MODEL_BYTES, load_classifier
from scorer.errors import Refusal

HERE = Path(models.__path__[0]) / "hanafuda"
TRIES = 200


class Bomb:
    """Runs when it is unpickled."""

    def __reduce__(self):
        return (Path("/dev/shm/fudayomi-was-run").touch, ())  # noqa: S108


def tried(make) -> str:
    try:
        recogniser = make()
    except Refusal as refusal:
        return refusal.code
    works(recogniser)
    return "works"


def works(recogniser: CardClassifier) -> None:
    width, height = recogniser.crop_size
    crops = [np.full((height, width, 3), tone, np.uint8) for tone in (0, 128, 255)]
    for verdict in (*recogniser.classify_with_screen(crops), *recogniser.classify_with_cnn(crops[1:2])):
        assert np.isfinite(verdict.logits).all()
        assert np.isfinite([verdict.margin, verdict.back_margin]).all()
        assert 0 <= recogniser.final_calibration.confidence(verdict.margin) <= 1


@pytest.fixture(scope="module")
def deck() -> bytes:
    """A deck file as enrolling makes it, of the shipped recogniser's screen."""
    manifest = json.loads((HERE / "manifest.json").read_text())
    with np.load(HERE / manifest["arrays"]["file"], allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    marks = {
        "marks_at": np.zeros((0, 4), np.float32),
        "marks_what": np.zeros((0, 128), np.uint8),
        "marks_label": np.zeros(0, np.int16),
        "marks_many": np.array(12),
    }
    return encode_deck(manifest | {"network": None}, arrays | marks)


def mutated(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randint(1, 30)):
        # The ends of a zip, where its names and sizes are, oftener than its long middle.
        place = chance.choice(
            [chance.randrange(len(out)), chance.randrange(400), len(out) - 1 - chance.randrange(1200)]
        )
        out[place] = chance.randrange(256)
    if chance.random() < 0.1:
        del out[chance.randrange(len(out)) :]
    return bytes(out)


def test_a_changed_shipped_recogniser_is_refused(tmp_path):
    chance = random.Random(3)
    for file in HERE.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    manifest = json.loads((HERE / "manifest.json").read_text())
    for part in ("arrays", "network"):
        file = tmp_path / manifest[part]["file"]
        whole = file.read_bytes()
        for _ in range(20):
            file.write_bytes(mutated(whole, chance))
            assert tried(lambda: load_classifier(tmp_path)) == "bad_model"
        file.write_bytes(whole)
    assert tried(lambda: load_classifier(tmp_path)) == "works"
    words = (tmp_path / "manifest.json").read_text()
    seen = set()
    for _ in range(TRIES):
        text = mutated(words.encode(), chance).decode(errors="replace")
        (tmp_path / "manifest.json").write_text(text)
        seen.add(tried(lambda: load_classifier(tmp_path)))
    assert seen <= {"works", "bad_model"}
    assert "bad_model" in seen


def test_mutated_decks(deck):
    assert tried(lambda: decode_deck(deck)) == "works"
    chance = random.Random(5)
    seen = [tried(lambda: decode_deck(mutated(deck, chance))) for _ in range(TRIES // 4)]
    assert set(seen) <= {"works", "bad_model"}
    assert seen.count("bad_model") > 10


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_no_numbers_that_are_none(deck, value):
    with np.load(io.BytesIO(deck), allow_pickle=False) as stored:
        arrays = {name: stored[name].copy() for name in stored.files}
    manifest = json.loads(arrays.pop("manifest").tobytes())
    for name in ("w1", "b1", "w2", "b2"):
        spoilt = {**arrays, name: arrays[name].astype(np.float32)}
        spoilt[name].flat[7 % spoilt[name].size] = value
        assert tried(lambda spoilt=spoilt: decode_deck(encode_deck(manifest, spoilt))) == "bad_model"


def test_nothing_in_a_deck_is_run(deck):
    run = Path("/dev/shm/fudayomi-was-run")  # noqa: S108
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(deck)) as whole, zipfile.ZipFile(out, "w") as changed:
        for name in whole.namelist():
            changed.writestr(name, pickle.dumps(Bomb()) if name == "b1.npy" else whole.read(name))
    assert tried(lambda: decode_deck(out.getvalue())) == "bad_model"
    assert tried(lambda: decode_deck(pickle.dumps(Bomb()))) == "bad_model"
    boxed = io.BytesIO()
    np.save(boxed, np.array([Bomb()], dtype=object), allow_pickle=True)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as changed:
        changed.writestr("manifest.npy", boxed.getvalue())
    assert tried(lambda: decode_deck(out.getvalue())) == "bad_model"
    assert not run.exists()


def test_a_small_deck_that_unpacks_to_a_huge_one_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("w1.npy", bytes(MAX_MODEL_BYTES + 1))
    assert len(out.getvalue()) < 100_000
    assert tried(lambda: decode_deck(out.getvalue())) == "bad_model"
