"""From embeddings to the names of one deck."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.onnx_session import Floats
from scanner.recognition.network import NameNetwork


@dataclass(frozen=True, slots=True)
class LinearHead:
    """The head of a kind of deck: logits are embeddings times `weights` plus `bias`.

    `weights` (embedding, labels), `bias` (labels,).
    """

    weights: Floats
    bias: Floats

    def logits(self, embeddings: Floats) -> Floats:
        """Logits (n, labels) of embeddings (n, embedding)."""
        return np.asarray(embeddings @ self.weights + self.bias, np.float32)


@dataclass(frozen=True, slots=True)
class GaussianHead:
    """The head of an enrolled deck: log densities of one Gaussian a label.

    Embeddings times `projection` (embedding, dimensions) have these `means` and `variances` (labels, dimensions), times
    `scale`. "No card" is as wide as all faces together, so that a face that was never shown is like none of them.
    """

    projection: Floats
    means: Floats
    variances: Floats
    scale: float

    def logits(self, embeddings: Floats) -> Floats:
        """Logits (n, labels) of embeddings (n, embedding)."""
        projected = embeddings @ self.projection
        distances = ((projected[:, None] - self.means) ** 2 / self.variances + np.log(self.variances)).sum(axis=2)
        return np.asarray(-self.scale / 2 * distances, np.float32)


Head = LinearHead | GaussianHead
"""What tells the cards of one deck apart."""


class NetworkScorer:
    """Names crops by the network that is shared by all decks and by the head of one."""

    def __init__(self, network: NameNetwork, head: Head) -> None:
        self._network = network
        self._head = head

    def score(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.bool_]]:
        """Logits (n, labels), and whether each card lies upside down (n,)."""
        embeddings, turned = self._network.embed(crops, masks)
        return self._head.logits(embeddings), turned > 0
