"""The embedding network: same result in batches, wrong files refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from scanner.recognition.crops import CROP_SIZE
from scanner.recognition.model_io import shipped_network
from scanner.recognition.network import NameNetwork
from tests.support.tiny_network import network, tensor

MODELS = Path(models.__path__[0])


def test_a_crop_is_embedded_the_same_in_any_company() -> None:
    rng = np.random.default_rng(3)
    width, height = CROP_SIZE
    crops = rng.integers(0, 255, (23, height, width, 3)).astype(np.uint8)
    masks = rng.integers(0, 2, (23, height, width)).astype(np.uint8) * np.uint8(255)
    together, turned = shipped_network().embed(crops, masks)
    assert together.shape == (23, shipped_network().embedding_size)
    assert turned.shape == (23,)
    assert np.ptp(together, axis=0).max() > 0.1
    for number in (0, 21):
        alone, way = shipped_network().embed(crops[number : number + 1], masks[number : number + 1])
        np.testing.assert_allclose(alone[0], together[number], atol=1e-3)
        np.testing.assert_allclose(way[0], turned[number], atol=1e-3)


def test_a_card_that_something_covers_is_looked_at_both_ways_up() -> None:
    rng = np.random.default_rng(5)
    width, height = CROP_SIZE
    crops = rng.integers(0, 255, (3, height, width, 3)).astype(np.uint8)
    masks = np.full((3, height, width), 255, np.uint8)
    masks[1:, :, width // 3 :] = 0
    upright, log_odds = shipped_network().embed_balanced(crops, masks)
    turned, turned_log_odds = shipped_network().embed_balanced(crops[:, ::-1, ::-1], masks[:, ::-1, ::-1])
    np.testing.assert_allclose(upright[1:], turned[1:], atol=1e-4)
    np.testing.assert_allclose(log_odds[1:], -turned_log_odds[1:], atol=1e-4)
    assert np.abs(upright[0] - turned[0]).max() > 0.1  # nothing hides this one: a second look would only take time


def test_what_is_hidden_does_not_change_what_is_seen() -> None:
    rng = np.random.default_rng(4)
    width, height = CROP_SIZE
    crops = np.full((2, height, width, 3), 255, np.uint8)
    crops[:, : height // 2] = rng.integers(0, 255, (height // 2, width, 3))
    crops[:, 0] = 255  # as white as the paper
    crops[1, height // 2 :] = rng.integers(0, 255, (height // 2, width, 3))
    masks = np.full((2, height, width), 255, np.uint8)
    masks[:, height // 2 :] = 0
    embeddings, _ = shipped_network().embed(crops, masks)
    np.testing.assert_allclose(embeddings[0], embeddings[1], atol=0.05 * float(np.abs(embeddings).max()))


def test_bytes_that_are_no_network_are_refused() -> None:
    whole = (MODELS / "names/network.onnx").read_bytes()
    width, height = CROP_SIZE
    one_output = network("Mul", ("n", 4, height, width), ("x", "w"), tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], bytes(1000), one_output):
        with pytest.raises(ValueError, match="network"):
            NameNetwork(data)


def test_what_names_cards_takes_nine_megabytes_at_most() -> None:
    files = [file for file in MODELS.rglob("*") if file.suffix in {".onnx", ".npz"}]
    assert sum(file.stat().st_size for file in files if file.parent.name != "detector") <= 9_000_000
