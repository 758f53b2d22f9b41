"""Logits of the heads, computed by hand."""

from __future__ import annotations

import numpy as np

from scanner.recognition.crops import CROP_SIZE
from scanner.recognition.heads import GaussianHead, LinearHead, NetworkScorer
from scanner.recognition.model_io import shipped_network


def _float_array(*rows: object) -> np.ndarray:
    return np.array(rows, np.float32)


def test_a_linear_head_multiplies_and_adds() -> None:
    head = LinearHead(_float_array([1, 0, 2], [0, 1, 3]), _float_array(0, 1, -1))
    assert head.logits(_float_array([1, 2])).tolist() == [[1, 3, 7]]


def test_a_gaussian_head_prefers_the_near_mean_and_far_from_all_the_wide_one() -> None:
    means, variances = _float_array([0, 0], [10, 0], [5, 0]), _float_array([1, 1], [1, 1], [25, 25])
    head = GaussianHead(np.eye(2, dtype=np.float32), means, variances, 1.0)
    near, far = head.logits(_float_array([0.5, 0], [5, 9]))
    assert near.argmax() == 0
    assert far.argmax() == 2
    assert near[0] == np.float32(-0.125)
    assert head.logits(_float_array([0, 0]))[0, 1] == -50


def test_a_scorer_joins_network_and_head() -> None:
    network = shipped_network()
    head = LinearHead(np.eye(network.embedding_size, 3, dtype=np.float32), _float_array(0, 0, 1))
    width, height = CROP_SIZE
    crops = np.random.default_rng(1).integers(0, 255, (2, height, width, 3)).astype(np.uint8)
    masks = np.full((2, height, width), 255, np.uint8)
    embeddings, turned = network.embed(crops, masks)
    logits, upside_down = NetworkScorer(network, head).score(crops, masks)
    np.testing.assert_allclose(logits, embeddings[:, :3] + [0, 0, 1], rtol=1e-5)
    assert upside_down.tolist() == (turned > 0).tolist()
