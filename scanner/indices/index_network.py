"""The network that reads the index in a corner: rank and suit."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import models
from scanner.imaging.onnx_session import Floats, OnnxSession
from scanner.recognition.crops import Mask, white_balance
from scanner.recognition.model_io import bad_model, parse_manifest, read_model_file, refuse_bad_files
from scanner.recognition.network import run_in_batches

INDEX_FORMAT = 1
"""Version of the model folder (`indices.json`) that this program reads and `fudayomi train --kind indices` writes."""
INDEX_FOLDER = "indices"
"""Folder of the network that comes with the program."""
INDEXED_KIND = "western"
"""The kind of deck whose cards have indices. Kabufuda and hanafuda have none, and makers of mekurifuda draw no two
alike."""
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
"""What an index says; a card's code is its rank and its suit."""
INDEX_CODES = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The codes of all cards with an index, in the order of `IndexNetwork.read`."""
INDEX_SIZE = (48, 64)
"""Width and height in pixels of the crops of corners: a digit is as large there as in a card of 160 pixels."""
_BATCH_SIZE = 16
"""Crops that run at once: more take no less time each, but more memory."""


class IndexNetwork:
    """The network in the bytes of an ONNX file. `ValueError` for bytes that hold no such network.

    It tells ranks and suits apart, and for each of them how likely the corner shows none, as where a hand covers it.
    """

    def __init__(self, data: bytes) -> None:
        self._session = OnnxSession(data)
        width, height = INDEX_SIZE
        outputs = self._session.run(np.zeros((2, 4, height, width), np.float32))
        if [output.shape for output in outputs] != [(2, len(RANKS) + 1), (2, len(SUITS) + 1)]:
            raise ValueError("no network that reads indices")
        if not all(np.isfinite(output).all() for output in outputs):
            raise ValueError("a network without finite numbers")

    def read(self, crops: NDArray[np.uint8], masks: Mask) -> Floats:
        """Logarithms of the probabilities of `INDEX_CODES` (n, codes) by corners alone.

        `crops` (n, height, width, 3) BGR of `INDEX_SIZE`, the index upright; `masks` (n, height, width): 255 where the
        card shows. Where no index is seen, all codes are as likely.
        """
        balanced = [white_balance(crop, mask) for crop, mask in zip(crops, masks, strict=True)]
        return self.read_balanced(np.stack(balanced), masks)

    def read_balanced(self, balanced: NDArray[np.uint8], masks: Mask) -> Floats:
        """The same of crops whose white is balanced."""
        outputs = run_in_batches(self._session, balanced, masks, _BATCH_SIZE)
        ranks, suits = map(log_likelihoods, outputs)
        return (ranks[:, :, None] + suits[:, None, :]).reshape(len(balanced), -1)


def log_likelihoods(logits: Floats) -> Floats:
    """Logarithms of probabilities (n, classes) from logits (n, classes + 1), the last of which is that of none."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    count = shares.shape[1] - 1
    return np.asarray(np.log(shares[:, :-1] + shares[:, -1:] / count + 1e-9), np.float32)


def load_index_network(folder: Path) -> IndexNetwork:
    """The network in a folder (`indices.json` and the file it names). `bad_model` when anything is off."""
    with refuse_bad_files():
        manifest = parse_manifest((folder / "indices.json").read_bytes())
        if manifest["format"] != INDEX_FORMAT:
            raise bad_model("another version")
        return IndexNetwork(read_model_file(folder, manifest["network"]))


@cache
def shipped_index_network() -> IndexNetwork:
    """The network that comes with the program. `bad_model` if its file was changed."""
    return load_index_network(Path(models.__path__[0]) / INDEX_FOLDER)
