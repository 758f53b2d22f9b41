"""ONNX networks run, and files that are none are refused."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scanner.imaging.onnx_session import OnnxSession, to_input
from tests.support.tiny_network import external_tensor, network, tensor

DOUBLED = network("Mul", ("n", 3, 4, 4), ("x", "w"), tensor("w", [2.0]))


def test_a_network_takes_any_number_of_pictures_at_once() -> None:
    session = OnnxSession(DOUBLED)
    assert session.input_shape == (0, 3, 4, 4)
    pictures = np.random.default_rng(1).random((5, 3, 4, 4)).astype(np.float32)
    (together,) = session.run(pictures)
    np.testing.assert_allclose(together, 2 * pictures)
    np.testing.assert_array_equal(together, np.concatenate([session.run(one[None])[0] for one in pictures]))


def test_the_levels_of_a_picture_become_numbers_around_zero_channel_by_channel() -> None:
    pictures = np.zeros((2, 4, 5, 3), np.uint8)
    pictures[1, 2, 3] = (0, 51, 255)
    inputs = to_input(pictures)
    assert inputs.shape == (2, 3, 4, 5)
    assert inputs.dtype == np.float32
    np.testing.assert_allclose(inputs[1, :, 2, 3], (-0.5, -0.3, 0.5), atol=1e-6)
    assert (inputs[0] == -0.5).all()


def test_pictures_of_another_shape_are_refused() -> None:
    session = OnnxSession(DOUBLED)
    for shape in ((1, 3, 4, 5), (1, 4, 4, 4), (3, 4, 4)):
        with pytest.raises(ValueError, match="input"):
            session.run(np.zeros(shape, np.float32))


def test_a_network_that_takes_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="pictures"):
        OnnxSession(network("Relu", ("n", 3)))


def test_numbers_in_another_file_are_refused(tmp_path, monkeypatch) -> None:
    (tmp_path / "numbers").write_bytes(np.ones(1, np.float32).tobytes())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="one file"):
        OnnxSession(network("Mul", ("n", 3, 4, 4), ("x", "w"), external_tensor("w", "numbers")))


def test_an_unknown_operator_is_refused() -> None:
    with pytest.raises(ValueError, match="run"):
        OnnxSession(network("Conjure", ("n", 3, 4, 4)))


def test_damaged_bytes_are_refused_without_a_word(capfd) -> None:
    chance = random.Random(2)
    refused = 0
    for _ in range(200):
        data = bytearray(DOUBLED)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        try:
            OnnxSession(bytes(data)).run(np.zeros((1, 3, 4, 4), np.float32))
        except ValueError:
            refused += 1
    assert refused > 50
    assert capfd.readouterr() == ("", "")
