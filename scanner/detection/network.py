"""Propose: outlines of cards, by a network that sees the whole picture.

Each cell of its output says whether it lies inside a card, and where that card's corners are. Cells that agree are
votes for one card (`cluster_votes`). Touching and half-covered cards are proposed, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.imaging.geometry import Quad, order_clockwise, points_in_quad, start_at_short_side
from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import Floats, OnnxSession

STRIDE_PX = 8
"""Side of a cell of the network's output in pixels of its input."""
LENGTH_UNIT_PX = 32.0
"""Unit of the lengths whose logarithms the network gives, in pixels of its input: about half a card."""
INPUT_SIDES_PX = (768, 448, 256, 128)
"""Longer sides in pixels to which a picture is shrunk: small cards show at the first, large ones at the last. Three at
these sizes find 8 % more cards of crowded tables than one of 960 pixels, in the same time (`fudayomi bench eyes`)."""
OUTPUT_CHANNELS = 10
"""Channels of the output that are read: inside, centre (2), log sides (2), directions (4), log error."""
_PADDING_MULTIPLE_PX = 32
"""Multiple of pixels to which the input is padded: what the network's own downsampling needs."""
_HALF_TURN_ORDER = [4, 5, 6, 7, 0, 1, 2, 3]
"""Order of a quad's eight coordinates after half a turn."""


@dataclass(frozen=True, slots=True)
class ProposalConfig:
    """Thresholds of decoding, set by `fudayomi bench fans` and `fudayomi bench eyes`."""

    min_inside_probability: float = 0.3
    """Probability 0..1 of lying inside a card from which a cell votes for that card."""
    min_width_px: float = 12.0
    """Width of the narrowest card in pixels of the input. Narrower ones cannot be read."""
    max_width_px: float = 190.0
    """Width of the widest card in pixels of the input: beyond what the network was trained on (20 to 150) by some."""
    cluster_radius_widths: float = 0.2
    """Difference per coordinate in card widths up to which the quads of two cells are votes for one card."""
    min_cluster_cells: int = 2
    """Votes that a card needs: a single cell is noise."""
    max_clusters: int = 250
    """Clusters per input size, which bounds the time. A card has about five, most of them by few cells."""
    max_proposals: int = 80
    """Cards per input size, which bounds the time. A crowded table has about 40."""
    min_vote_share: float = 0.2
    """Votes of a cluster as a share of those of another, from which it is kept although it lies within the other: a
    card of a fan has about as many votes as the next one."""
    max_within_share: float = 0.7
    """Share 0..1 of a cluster's cells that may lie within another outline before their votes are compared."""
    min_overlap: float = 0.35
    """Intersection over union 0..1 of their boxes from which they may be of one card."""
    duplicate_tolerance_widths: float = 0.15
    """Difference per coordinate in card widths up to which the proposals of both input sizes are one."""


CONFIG = ProposalConfig()


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
        inputs = (padded.astype(np.float32) / np.float32(255) - np.float32(0.5)).transpose(2, 0, 1)
        (output,) = self._session.run(inputs[None])
        return np.asarray(output[0], np.float32)

    def propose(self, frame: ColorImage, longest: int = 0) -> list[Quad]:
        """Outlines (4, 2) that may be cards, in pixels of the picture (height, width, 3), standing.

        The picture is shrunk so that its longer side, or `longest` pixels of which it is a part, is as long as each of
        `INPUT_SIDES_PX`.
        """
        longest = longest or max(frame.shape[:2])
        quads = [quad for side in INPUT_SIDES_PX for quad in self._propose_at(frame, min(1.0, side / longest))]
        return without_duplicates(quads)

    def _propose_at(self, frame: ColorImage, scale: float) -> list[Quad]:
        """Outlines in pixels of the frame, by a look at it shrunk to `scale`."""
        size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
        small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
        quads = cluster_votes(*decode_output(self.infer(small)))
        return [start_at_short_side(order_clockwise((quad + np.float32(0.5)) / scale - 0.5)) for quad in quads]


def decode_output(output: Floats) -> tuple[Floats, Floats, Floats]:
    """Decode the network's output (channels, rows, columns).

    Returns the probability 0..1 of lying inside a card (rows, columns), quads (rows, columns, 4, 2) in pixels of the
    input, and the logarithm of their expected error (rows, columns).

    The network gives a card's centre relative to the cell in units of the card's size (the geometric mean of its
    sides), the logarithms of its sides, and their directions with doubled angles, the same for a card turned by 180
    degrees.
    """
    rows, columns = output.shape[1:]
    inside = 1 / (1 + np.exp(-np.clip(output[0], -30, 30)))
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) * STRIDE_PX + (STRIDE_PX - 1) / 2
    width, height = (np.exp(np.clip(log_side, -4, 4)) * LENGTH_UNIT_PX for log_side in output[3:5])
    size = np.sqrt(width * height)
    center = np.stack([x + output[1] * size, y + output[2] * size], axis=-1)
    right, down = _half_side(output[5:7], width), _half_side(output[7:9], height)
    down = down * np.where(right[..., :1] * down[..., 1:] < right[..., 1:] * down[..., :1], -1, 1)
    corners = [center - right - down, center + right - down, center + right + down, center - right + down]
    return np.asarray(inside, np.float32), np.stack(corners, axis=-2).astype(np.float32), output[9]


def cluster_votes(inside_probability: Floats, quads: Floats, log_error: Floats) -> Floats:
    """One quad (n, 4, 2) for each card that several cells vote for, the one with the least expected error first.

    Arguments as `decode_output` returns them. Votes are averaged, weighted by the inverse square of their error.
    """
    is_vote = inside_probability > CONFIG.min_inside_probability
    rows, columns = np.nonzero(is_vote)
    cells = np.stack([columns, rows], axis=1).astype(np.float32) * STRIDE_PX + np.float32((STRIDE_PX - 1) / 2)
    votes, log_errors = quads[is_vote].reshape(-1, 8), log_error[is_vote]
    width = np.linalg.norm(votes[:, 2:4] - votes[:, :2], axis=1)
    order = np.argsort(log_errors, kind="stable")
    order = order[(width[order] > CONFIG.min_width_px) & (width[order] < CONFIG.max_width_px)]
    votes, cells, width = votes[order], cells[order], width[order]
    weights = np.exp(-2 * np.clip(log_errors[order], -3, 3))[:, None]
    means: list[Floats] = []
    members: list[Floats] = []
    while len(votes) and len(means) < CONFIG.max_clusters:
        straight = np.abs(votes - votes[0]).max(axis=1)
        turned = np.abs(votes - votes[0, _HALF_TURN_ORDER]).max(axis=1)
        same = np.minimum(straight, turned) < CONFIG.cluster_radius_widths * width[0]
        if same.sum() >= CONFIG.min_cluster_cells:
            cluster = votes[same]
            aligned = np.where((straight <= turned)[same, None], cluster, cluster[:, _HALF_TURN_ORDER])
            means.append((aligned * weights[same]).sum(axis=0) / weights[same].sum())
            members.append(cells[same])
        votes, cells, weights, width = votes[~same], cells[~same], weights[~same], width[~same]
    return _without_strays(np.asarray(means, np.float32).reshape(-1, 4, 2), members)


def _without_strays(quads: Floats, cells: list[Floats]) -> Floats:
    """The quads (n, 4, 2) without those that few of the cells inside another one vote for.

    `cells`: the cells (k, 2) that vote for each quad, in pixels of the input.
    """
    counts = np.array([len(own) for own in cells])
    low, high = quads.min(axis=1), quads.max(axis=1)
    areas = np.prod(high - low, axis=1)
    kept = np.ones(len(quads), bool)
    for number in np.argsort(-counts, kind="stable").tolist():
        rivals = kept & (counts < CONFIG.min_vote_share * counts[number])
        common = np.prod(np.maximum(np.minimum(high, high[number]) - np.maximum(low, low[number]), 0), axis=1)
        rivals &= common > CONFIG.min_overlap * (areas + areas[number] - common)
        quad = order_clockwise(quads[number])
        for rival in np.flatnonzero(rivals).tolist() if kept[number] else ():
            kept[rival] = points_in_quad(cells[rival], quad).mean() < CONFIG.max_within_share
    return quads[kept][: CONFIG.max_proposals]


def _half_side(direction: Floats, length: Floats) -> Floats:
    """Half a side (…, 2) in pixels from its direction with doubled angle (2, …) and its length in pixels."""
    angle = np.arctan2(direction[1], direction[0]) / 2
    return np.asarray(np.stack([np.cos(angle), np.sin(angle)], axis=-1) * (length / 2)[..., None], np.float32)


def without_duplicates(quads: list[Quad]) -> list[Quad]:
    """The quads, of nearly the same ones the first."""
    if not quads:
        return []
    straight = np.stack(quads).reshape(-1, 8)
    turned = straight[:, _HALF_TURN_ORDER]
    widths = np.linalg.norm(straight[:, 2:4] - straight[:, :2], axis=1)
    left = np.ones(len(quads), bool)
    kept = []
    for number, quad in enumerate(quads):
        if left[number]:
            kept.append(quad)
            offsets = np.minimum(
                np.abs(straight - straight[number]).max(axis=1), np.abs(turned - straight[number]).max(axis=1)
            )
            left &= offsets >= CONFIG.duplicate_tolerance_widths * widths[number]
    return kept
