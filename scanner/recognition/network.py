"""The network that turns crops of any deck's cards into embeddings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.onnx_session import Floats, OnnxSession
from scanner.recognition.crops import CROP_SIZE, Mask, to_network_input, white_balance

_BATCH_SIZE = 8
"""Crops that run at once: more take no less time each, but more memory."""
_WHOLE_SHARE = 0.8
"""Share of a crop, 0..1, that shows from which one look is enough: whole cards gain nothing from a second one, and the
masks of most, soft along the rim, show .85 to .95."""


class NameNetwork:
    """The network in the bytes of an ONNX file. `ValueError` for bytes that hold no such network.

    It gives an embedding of `embedding_size` numbers for a crop, and the log odds that the card is upside down. A crop
    of which something is hidden is looked at both ways up, and the mean of both is taken: what the network knows of an
    index in one corner it may not know of the opposite corner. `digest`: of the file, hexadecimal.
    """

    def __init__(self, data: bytes, digest: str = "") -> None:
        self.digest = digest
        self._session = OnnxSession(data)
        width, height = CROP_SIZE
        outputs = self._session.run(np.zeros((2, 4, height, width), np.float32))
        shapes = [output.shape for output in outputs]
        if len(shapes) != 2 or len(shapes[0]) != 2 or shapes[0][0] != 2 or shapes[1] != (2, 1):
            raise ValueError("no network that names cards")
        if not all(np.isfinite(output).all() for output in outputs):
            raise ValueError("a network without finite numbers")
        self.embedding_size: int = shapes[0][1]

    def embed(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Embeddings (n, embedding_size), and log odds (n,) of lying upside down.

        `crops` (n, height, width, 3) BGR of `CROP_SIZE`, `masks` (n, height, width).
        """
        balanced = [white_balance(crop, mask) for crop, mask in zip(crops, masks, strict=True)]
        return self.embed_balanced(np.stack(balanced), masks)

    def embed_balanced(self, balanced: NDArray[np.uint8], masks: Mask) -> tuple[Floats, Floats]:
        """The same of crops whose white is balanced."""
        covered = np.flatnonzero(masks.mean(axis=(1, 2)) < _WHOLE_SHARE * 255)
        turned_crops, turned_masks = (views[covered, ::-1, ::-1] for views in (balanced, masks))
        embeddings, turned = self._run(np.concatenate([balanced, turned_crops]), np.concatenate([masks, turned_masks]))
        count = len(balanced)
        embeddings[covered] = (embeddings[covered] + embeddings[count:]) / 2
        turned[covered] = (turned[covered] - turned[count:]) / 2
        return embeddings[:count], turned[:count]

    def _run(self, balanced: NDArray[np.uint8], masks: Mask) -> tuple[Floats, Floats]:
        """What the network says of each view as it is: embeddings (n, embedding_size) and log odds (n,)."""
        embeddings, turned = run_in_batches(self._session, balanced, masks, _BATCH_SIZE)
        return embeddings, turned[:, 0]


def run_in_batches(
    session: OnnxSession, balanced: NDArray[np.uint8], masks: Mask, batch_size: int
) -> tuple[Floats, ...]:
    """All outputs of a network for crops (n, height, width, 3) BGR, white balanced, with `masks` (n, height, width).

    `batch_size`: number of crops that run at once.
    """
    starts = range(0, len(balanced), batch_size)
    batches = (
        to_network_input(balanced[start : start + batch_size], masks[start : start + batch_size]) for start in starts
    )
    return tuple(np.concatenate(outputs) for outputs in zip(*map(session.run, batches), strict=True))
