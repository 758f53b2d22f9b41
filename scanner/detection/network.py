"""Propose: outlines of cards, by a network that sees the whole picture.

Each cell of its output says whether it lies inside a card, and where that card's corners are. Cells that agree are
votes for one card (`scanner/detection/votes.py`). Touching and half-covered cards are proposed, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.detection.votes import STRIDE_PX, Cluster, cluster_votes, select_proposals, to_votes
from scanner.imaging.geometry import Quad, Region
from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import Floats, OnnxSession, to_input
from scanner.imaging.profiling import stage

INPUT_SIDES_PX = (768, 448, 256, 128)
"""Longer sides in pixels to which a picture is shrunk: small cards show at the first, large ones at the last. The first
alone names 5 % fewer cards of fans (`docs/experiments` has the figures)."""
OUTPUT_CHANNELS = 10
"""Channels of the output that are read: inside, centre (2), log sides (2), directions (4), log error."""
CONTEXT_PX = 64
"""Pixels of the network's largest input that it sees around a region, too: without, it misses two backs of five."""
_PADDING_MULTIPLE_PX = 32
"""Multiple of pixels to which the input is padded: what the network's own downsampling needs."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """What may be cards: outlines `quads` (4, 2), standing; middles `cells` (n, 2) of the cells that lie inside a card,
    as the largest input looked at shows it; `cell_px`, the side of a cell. All in pixels of the picture. `is_quick`:
    whether a larger input is still to be looked at."""

    quads: list[Quad]
    cells: Floats
    cell_px: float
    is_quick: bool = False


class DetectionNetwork:
    """The network in the bytes of an ONNX file. `ValueError` for bytes that hold no such network."""

    def __init__(self, data: bytes) -> None:
        self._session = OnnxSession(data)
        blank = self.infer(np.zeros((64, 64, 3), np.uint8))
        if len(blank) < OUTPUT_CHANNELS or blank.shape[1:] != (64 // STRIDE_PX,) * 2 or not np.isfinite(blank).all():
            raise ValueError("no network that finds cards")

    def infer(self, picture: ColorImage) -> Floats:
        """Output (channels, rows, columns) for a picture, its border repeated up to multiples of 32 pixels."""
        height, width = picture.shape[:2]
        padded = cv2.copyMakeBorder(
            picture, 0, -height % _PADDING_MULTIPLE_PX, 0, -width % _PADDING_MULTIPLE_PX, cv2.BORDER_REPLICATE
        )
        (output,) = self._session.run(to_input(np.asarray(padded, np.uint8)[None]))
        return np.asarray(output[0], np.float32)

    def propose(self, frame: ColorImage, region: Region | None = None) -> Proposals:
        """What may be cards with their centres in a region of a picture (height, width, 3), or in all of it.

        The picture is shrunk so that its longer side is as long as each of `INPUT_SIDES_PX`.
        """
        (proposals,) = self._look(frame, region, (False,))
        return proposals

    def propose_stepwise(self, frame: ColorImage) -> Iterator[Proposals]:
        """The same twice: as all inputs but the largest show it, for a third of the time, then as all of them do."""
        yield from self._look(frame, None, (True, False))

    def _look(self, frame: ColorImage, region: Region | None, steps: Sequence[bool]) -> Iterator[Proposals]:
        """Proposals after each step, of which a quick one looks at all inputs but the largest, if there are more."""
        height, width = frame.shape[:2]
        left, top, right, bottom = region or (0, 0, width, height)
        around = round(CONTEXT_PX * max(height, width) / INPUT_SIDES_PX[0])
        first, above = max(0, left - around), max(0, top - around)
        small = frame[above : bottom + around, first : right + around]
        rows, columns = small.shape[:2]
        waiting: list[tuple[ColorImage, float]] = []
        with stage("propose"):
            for scale in dict.fromkeys(min(1.0, side / max(height, width)) for side in INPUT_SIDES_PX):
                size = (max(1, round(columns * scale)), max(1, round(rows * scale)))
                small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
                waiting.append((small, scale))
        start, clusters = np.array([first, above], np.float32), list[Cluster]()
        for is_quick in steps if len(waiting) > 1 else (False,):
            with stage("propose"):
                chosen, waiting = (waiting[1:], waiting[:1]) if is_quick else (waiting, [])
                votes = [to_votes(self.infer(picture), scale) for picture, scale in chosen]
                clusters = [cluster for look in votes for cluster in cluster_votes(look)] + clusters
                quads = np.array(select_proposals(clusters), np.float32).reshape(-1, 4, 2) + start
                inside = [left <= x < right and top <= y < bottom for x, y in quads.mean(axis=1)]
            yield Proposals(list(quads[inside]), votes[0].cells + start, votes[0].cell_px, is_quick)
