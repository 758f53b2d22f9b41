"""The detection network: any picture, damaged files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from scanner.detection.network import DetectionNetwork
from tests.support import tiny_network

FILE = Path(models.__path__[0]) / "detector/proposals.onnx"


@pytest.fixture(scope="module")
def shipped_network() -> DetectionNetwork:
    """The network shipped with the program."""
    return DetectionNetwork(FILE.read_bytes())


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (17, 33)])
def test_any_picture_is_looked_at(shipped_network: DetectionNetwork, size: tuple[int, int]) -> None:
    for tone in (0, 255):
        for quad in shipped_network.propose(np.full((*size, 3), tone, np.uint8)).quads:
            assert quad.shape == (4, 2)
            assert np.isfinite(quad).all()


def test_bytes_that_are_no_network_are_refused() -> None:
    whole = FILE.read_bytes()
    other = (FILE.parent / "refinement.onnx").read_bytes()
    one_step = tiny_network.network("Mul", ("n", 3, "h", "w"), ("x", "w"), tiny_network.tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], other, one_step):
        with pytest.raises(ValueError, match="network"):
            DetectionNetwork(data)
