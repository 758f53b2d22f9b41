"""The detection network: any picture, damaged files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import models
from scanner.detection.network import DetectionNetwork
from scanner.process.worker_process import _LOW_MEMORY_ENV
from tests.support import tiny_network

LOOKS = """
import json, resource
import numpy as np
from scanner.detection.detector import shipped_detector
network, picture, faults = shipped_detector().proposer, np.zeros((448, 768, 3), np.uint8), []
for _ in range(4):
    network.infer(picture)
    faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt)
print(json.dumps(faults))
"""
"""Prints how often memory was fetched from the system, in pages of 4 KiB, after each of four looks."""

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


def test_a_look_computes_in_the_memory_of_the_last_one() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOKS], env={**os.environ, **_LOW_MEMORY_ENV}, stdout=subprocess.PIPE, check=True
    )
    fetched = np.diff(json.loads(done.stdout))
    pages_of_input = 448 * 768 * 3 * 4 / 4096
    assert fetched.max() < 1.5 * pages_of_input, "the picture at most is fetched, and nothing for the layers"


def test_bytes_that_are_no_network_are_refused() -> None:
    whole = FILE.read_bytes()
    other = (FILE.parent / "refinement.onnx").read_bytes()
    one_step = tiny_network.network("Mul", ("n", 3, "h", "w"), ("x", "w"), tiny_network.tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], other, one_step):
        with pytest.raises(ValueError, match="network"):
            DetectionNetwork(data)
