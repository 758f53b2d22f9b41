"""The network that reads indices: our own drawings are read, wrong files refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from scanner.imaging.geometry import OPPOSITE_CORNER, ImagePyramid, rectangle
from scanner.indices.index_evidence import index_outline
from scanner.indices.index_network import (
    INDEX_CODES,
    INDEX_FOLDER,
    INDEX_SIZE,
    INDEXED_KIND,
    IndexNetwork,
    load_index_network,
    log_likelihoods,
    shipped_index_network,
)
from scanner.synth.face_textures import DrawnFaces
from scorer.decks import decks
from scorer.errors import Refusal
from tests.support.tiny_network import network, tensor

SHIPPED = Path(models.__path__[0]) / INDEX_FOLDER


def test_every_card_with_an_index_is_one_of_the_deck() -> None:
    faces = decks()[INDEXED_KIND].faces
    assert {code for code, face in faces.items() if face.kind != "joker"} == set(INDEX_CODES)


def test_both_corners_of_our_own_drawings_are_read() -> None:
    faces = DrawnFaces(INDEXED_KIND)
    crops = []
    for code in INDEX_CODES:
        face = np.asarray(cv2.resize(faces.texture(code)[..., :3], (200, 280), interpolation=cv2.INTER_AREA), np.uint8)
        card, picture = rectangle(200, 280), ImagePyramid(face)
        crops += [picture.rectify(index_outline(quad), INDEX_SIZE) for quad in (card, card[OPPOSITE_CORNER])]
    masks = np.full((len(crops), INDEX_SIZE[1], INDEX_SIZE[0]), 255, np.uint8)
    read = shipped_index_network().read(np.stack(crops), masks)
    codes = [INDEX_CODES[number] for number in read.argmax(axis=1)]
    wrong = [(true, said) for true, said in zip(np.repeat(INDEX_CODES, 2), codes, strict=True) if true != said]
    assert len(wrong) <= 1, wrong


def test_a_corner_that_shows_no_index_speaks_for_no_card() -> None:
    said = log_likelihoods(np.array([[0, 0, 0, 20], [9, 0, 0, 0]], np.float32))
    assert said[0] == pytest.approx([np.log(1 / 3)] * 3, abs=1e-3)
    assert said[1, 0] == pytest.approx(0, abs=0.01)
    assert said[1, 1] < -7


def test_bytes_that_are_no_such_network_are_refused() -> None:
    whole = (SHIPPED / "network.onnx").read_bytes()
    width, height = INDEX_SIZE
    one_output = network("Mul", ("n", 4, height, width), ("x", "w"), tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], one_output):
        with pytest.raises(ValueError, match="network"):
            IndexNetwork(data)


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "network.onnx").unlink(),
        lambda folder: (folder / "network.onnx").write_bytes((folder / "network.onnx").read_bytes()[:-1]),
        lambda folder: (folder / "indices.json").write_text("{"),
        lambda folder: (folder / "indices.json").write_text(json.dumps({"format": 2})),
    ],
    ids=["missing", "cut short", "no JSON", "another version"],
)
def test_a_damaged_model_is_refused_in_words(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    shutil.copytree(SHIPPED, tmp_path / "indices")
    load_index_network(tmp_path / "indices")
    damage(tmp_path / "indices")
    with pytest.raises(Refusal, match="bad_model"):
        load_index_network(tmp_path / "indices")
