"""Proposal network: outlines of cards by dense quad regression.

A small convolutional network looks at the whole picture. Each of its cells says whether it lies inside a card, where
that card's corners are, and where borders of cards run. Cells that agree are clustered into one quad each
(`cluster_votes`), and the quads are snapped to the borders (`snap_to_border_map`). Touching and half-covered cards are
proposed, too. Whether there is a card, and which one, is for the classifiers to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from scanner.detection.proposals.contours import deduplicate_quads
from scanner.imaging.geometry import Quad, order_clockwise, start_at_short_side
from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import OnnxSession
from scanner.recognition.model_io import MODEL_FILE_ERRORS, bad_model, parse_manifest, read_model_file
from scorer.errors import Refusal

Floats = NDArray[np.float32]

PROPOSAL_FORMAT = 2
"""Version of the model folder (`borders.json`) that this program reads and `fudayomi train --kind borders` writes."""
STRIDE_PX = 8
"""Side of a cell of the network's output in pixels of its input."""
BORDER_CELL_PX = 4
"""Side of a cell of the border map in pixels of the network's input."""
LENGTH_UNIT_PX = 32.0
"""Unit of the lengths whose logarithms the network gives, in pixels of its input: about half a card."""
INPUT_SIDES_PX = (640, 320)
"""Longer sides in pixels to which the picture is shrunk. Small cards show at the first, large ones at the second."""
_OUTPUT_CHANNELS = 15
"""Channels of the output: inside, center (2), log sides (2), directions (4), log error, back, four border cells."""
_PADDING_MULTIPLE_PX = 32
"""Multiple of pixels to which the input is padded: what the network's own downsampling needs."""
_HALF_TURN_ORDER = [4, 5, 6, 7, 0, 1, 2, 3]
"""Order of a quad's eight coordinates after half a turn."""
_OPPOSITE_SIDES = ((0, 2), (3, 1))
"""Indices of the top and bottom sides, and of the left and right ones."""
_SIDE_SAMPLES = np.linspace(-0.85, 0.85, 12, dtype=np.float32)
"""Positions along a side at which the border map is sampled, from -1 to 1 between its corners, which are rounded."""


@dataclass(frozen=True, slots=True)
class ProposalConfig:
    """Thresholds of decoding and snapping, set by `fudayomi train --kind borders` and `fudayomi bench eyes`."""

    min_inside_probability: float = 0.4
    """Probability 0..1 of lying inside a card from which a cell votes for that card."""
    min_width_px: float = 12.0
    """Width of the narrowest card in pixels of the input. Narrower ones cannot be read."""
    max_width_px: float = 190.0
    """Width of the widest card in pixels of the input: beyond what the network was trained on (20 to 150) by some."""
    cluster_radius_widths: float = 0.2
    """Difference per coordinate in card widths up to which the quads of two cells are votes for one card."""
    min_cluster_cells: int = 2
    """Votes that a card needs: a single cell is noise."""
    max_clusters: int = 60
    """Cards per input size, which bounds the time. A crowded table has about 40."""
    min_border_sum: float = 2.2
    """Border 0..4 that an outline needs. This kept every good outline on drawn tables of other decks."""
    duplicate_tolerance_widths: float = 0.06
    """Difference per coordinate in card widths up to which two proposals are one."""
    max_proposals: int = 80
    """Proposals per picture, best first, which bounds the time."""
    known_card_tolerance_widths: float = 0.08
    """Difference per coordinate in card widths up to which a proposal is a known card."""
    size_penalty: float = 0.1
    """Border 0..1 that snapping must gain to make the card larger or smaller by `size_tolerance_widths`."""
    size_tolerance_widths: float = 0.12
    """Change of size in card widths to which `size_penalty` refers. The penalty grows with its square."""
    offset_penalty: float = 0.03
    """Border 0..1 that must be gained to move a side by the full reach of the search. It grows with the square."""
    rotation_penalty: float = 0.02
    """Border 0..1 that must be gained to turn the quad by the full angle of the search. It grows with the square."""


class _PoseSearch(NamedTuple):
    """A grid of small rotations and side offsets."""

    max_turn_deg: float
    """Rotation in degrees to either side, at most."""
    turn_count: int
    """Rotations tried."""
    max_offset_widths: float
    """Offset of a side in card widths to either side, at most."""
    offset_count: int
    """Offsets tried."""


CONFIG = ProposalConfig()
_COARSE_SEARCH = _PoseSearch(10.0, 9, 0.24, 15)
"""First pass of `snap_to_border_map`: as far as clusters are off."""
_FINE_SEARCH = _PoseSearch(3.0, 7, 0.08, 11)
"""Second pass, about as wide as two steps of the first."""


class ProposalNetwork:
    """The network in the bytes of an ONNX file, ready to propose. `ValueError` for bytes that hold no such network."""

    def __init__(self, data: bytes) -> None:
        self._session = OnnxSession(data)
        blank = self.infer(np.zeros((64, 64, 3), np.uint8))
        if blank.shape != (_OUTPUT_CHANNELS, 64 // STRIDE_PX, 64 // STRIDE_PX) or not np.isfinite(blank).all():
            raise ValueError("no network that sketches cards")

    def infer(self, picture: ColorImage) -> Floats:
        """Output (15, rows, columns) for a picture (height, width, 3), its border repeated up to multiples of 32."""
        height, width = picture.shape[:2]
        padded = cv2.copyMakeBorder(
            picture, 0, -height % _PADDING_MULTIPLE_PX, 0, -width % _PADDING_MULTIPLE_PX, cv2.BORDER_REPLICATE
        )
        inputs = (padded.astype(np.float32) / np.float32(255) - np.float32(0.5)).transpose(2, 0, 1)
        (output,) = self._session.run(inputs[None])
        return np.asarray(output[0], np.float32)

    def propose(self, frame: ColorImage) -> list[Quad]:
        """Outlines (4, 2) that may be cards in a picture (height, width, 3), in its pixels, upright, best first."""
        longest = max(frame.shape[:2])
        small = frame
        proposals: list[Quad] = []
        scores: list[float] = []
        for scale in dict.fromkeys(min(1.0, side / longest) for side in INPUT_SIDES_PX):
            size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
            small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
            inside, votes, log_error, borders = decode_output(self.infer(small))
            quads, border_sums = snap_to_border_map(cluster_votes(inside, votes, log_error), borders)
            is_bordered = border_sums >= CONFIG.min_border_sum
            proposals += [start_at_short_side(order_clockwise((q + 0.5) / scale - 0.5)) for q in quads[is_bordered]]
            scores += border_sums[is_bordered].tolist()
        return deduplicate_quads(
            [proposals[index] for index in np.argsort(-np.array(scores), kind="stable")],
            CONFIG.duplicate_tolerance_widths,
        )[: CONFIG.max_proposals]


def load_proposal_network(folder: Path) -> ProposalNetwork:
    """The network in a folder (`borders.json` and the file it names). `bad_model` when anything is off."""
    try:
        manifest = parse_manifest((folder / "borders.json").read_bytes())
        if manifest["format"] != PROPOSAL_FORMAT:
            raise bad_model("another version")
        return ProposalNetwork(read_model_file(folder, manifest["network"]))
    except Refusal:
        raise
    except MODEL_FILE_ERRORS as fault:
        raise bad_model(type(fault).__name__) from fault


@cache
def shipped_proposal_network() -> ProposalNetwork:
    """The network that comes with the program."""
    return load_proposal_network(Path(models.__path__[0]) / "borders")


def propose_elsewhere(frame: ColorImage, cards: list[Quad]) -> list[Quad]:
    """Proposals of the shipped network in a picture, without those that are the outlines `cards`."""
    return deduplicate_quads([*cards, *shipped_proposal_network().propose(frame)], CONFIG.known_card_tolerance_widths)[
        len(deduplicate_quads(cards, CONFIG.known_card_tolerance_widths)) :
    ]


def decode_output(output: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Decode the network's output (15, rows, columns).

    Returns the probability 0..1 of lying inside a card (rows, columns), quads (rows, columns, 4, 2) in pixels of the
    input, the logarithm of their expected error (rows, columns), and the border map (2 rows, 2 columns) 0..1.

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
    borders = output[11:].reshape(2, 2, rows, columns).transpose(2, 0, 3, 1).reshape(2 * rows, 2 * columns)
    return (
        np.asarray(inside, np.float32),
        np.stack(corners, axis=-2).astype(np.float32),
        output[9],
        np.ascontiguousarray(borders, np.float32),
    )


def cluster_votes(inside_probability: Floats, quads: Floats, log_error: Floats) -> Floats:
    """One quad (n, 4, 2) for each card that several cells vote for, the one with the least expected error first.

    Arguments as `decode_output` returns them. Votes are averaged, weighted by the inverse square of their error.
    """
    is_vote = inside_probability > CONFIG.min_inside_probability
    votes, log_errors = quads[is_vote].reshape(-1, 8), log_error[is_vote]
    order = np.argsort(log_errors, kind="stable")
    votes, log_errors = votes[order], log_errors[order]
    width = np.linalg.norm(votes[:, 2:4] - votes[:, :2], axis=1)
    fits = (width > CONFIG.min_width_px) & (width < CONFIG.max_width_px)
    votes, weights, width = votes[fits], np.exp(-2 * np.clip(log_errors[fits], -3, 3))[:, None], width[fits]
    means: list[Floats] = []
    while len(votes) and len(means) < CONFIG.max_clusters:
        straight = np.abs(votes - votes[0]).max(axis=1)
        turned = np.abs(votes - votes[0, _HALF_TURN_ORDER]).max(axis=1)
        same = np.minimum(straight, turned) < CONFIG.cluster_radius_widths * width[0]
        if same.sum() >= CONFIG.min_cluster_cells:
            cluster = votes[same]
            aligned = np.where((straight <= turned)[same, None], cluster, cluster[:, _HALF_TURN_ORDER])
            means.append((aligned * weights[same]).sum(axis=0) / weights[same].sum())
        votes, weights, width = votes[~same], weights[~same], width[~same]
    return np.asarray(means, np.float32).reshape(-1, 4, 2)


def snap_to_border_map(quads: Floats, border_map: Floats) -> tuple[Floats, Floats]:
    """Rough quads (n, 4, 2) in pixels moved onto the borders, and the border along their four sides (n,) 0..4.

    `border_map` (height / BORDER_CELL_PX, width / BORDER_CELL_PX), 0..1. A coarse search is followed by a fine one.
    """
    if not len(quads):
        return quads, np.zeros(0, np.float32)
    coarse, _ = _search_pose(quads, border_map, _COARSE_SEARCH)
    return _search_pose(coarse, border_map, _FINE_SEARCH)


def _half_side(direction: Floats, length: Floats) -> Floats:
    """Half a side (…, 2) in pixels from its direction with doubled angle (2, …) and its length in pixels."""
    angle = np.arctan2(direction[1], direction[0]) / 2
    return np.asarray(np.stack([np.cos(angle), np.sin(angle)], axis=-1) * (length / 2)[..., None], np.float32)


def _sample_border_map(border_map: Floats, points: Floats) -> Floats:
    """The border map at points (n, …, 2) in pixels."""
    x, y = ((points[..., axis].reshape(len(points), -1) - (BORDER_CELL_PX - 1) / 2) / BORDER_CELL_PX for axis in (0, 1))
    return np.asarray(cv2.remap(border_map, x, y, cv2.INTER_LINEAR).reshape(points.shape[:-1]), np.float32)


def _normalize(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-6), np.float32)


def _search_pose(quads: Floats, border_map: Floats, search: _PoseSearch) -> tuple[Floats, Floats]:
    """The quads turned, and their sides moved, to where most border runs: parallelograms (n, 4, 2) and scores (n,).

    The score is the border along the four sides 0..4, less the penalties. Opposite sides are moved together: the
    visible side of a half-covered card carries the other one along.
    """
    max_turn, reach = search.max_turn_deg, search.max_offset_widths
    center = quads.mean(axis=1)
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 4
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 4
    angles = np.radians(np.linspace(-max_turn, max_turn, search.turn_count, dtype=np.float32))
    cos, sin = np.cos(angles), np.sin(angles)
    rotations = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    rights, downs = (np.einsum("aij,nj->nai", rotations, way).astype(np.float32) for way in (right, down))
    shares = np.linspace(-reach, reach, search.offset_count, dtype=np.float32)
    offsets = shares * (2 * np.linalg.norm(right, axis=1))[:, None]

    def border_along(out: Floats, along: Floats) -> Floats:
        """Border along the side at `out` from the center, less the penalty, for each rotation and offset."""
        start = center[:, None] + out
        middles = start[:, :, None] + _normalize(out)[:, :, None] * offsets[:, None, :, None]
        points = middles[:, :, :, None] + along[:, :, None, None] * _SIDE_SAMPLES[:, None]
        return np.asarray(
            _sample_border_map(border_map, points).mean(axis=-1) - CONFIG.offset_penalty * (shares / reach) ** 2,
            np.float32,
        )

    sides = [
        border_along(-downs, rights),
        border_along(rights, downs),
        border_along(downs, rights),
        border_along(-rights, downs),
    ]
    cost = CONFIG.size_penalty * ((shares[:, None] + shares) / CONFIG.size_tolerance_widths) ** 2
    pairs = [
        (sides[a][..., :, None] + sides[b][..., None, :] - cost).reshape(*rights.shape[:2], -1)
        for a, b in _OPPOSITE_SIDES
    ]
    score = sum(pair.max(axis=-1) for pair in pairs) - CONFIG.rotation_penalty * (angles / np.radians(max_turn)) ** 2
    rows, best = np.arange(len(quads)), np.asarray(score).argmax(axis=1)
    right, down = rights[rows, best], downs[rows, best]
    (top, bottom), (left, far) = (divmod(pair.argmax(axis=-1)[rows, best], search.offset_count) for pair in pairs)
    moves = {name: offsets[rows, step][:, None] for name, step in zip("tblr", (top, bottom, left, far), strict=True)}
    east, south = _normalize(right), _normalize(down)
    first, second = -right - east * moves["l"], right + east * moves["r"]
    upper, lower = -down - south * moves["t"], down + south * moves["b"]
    corners = [first + upper, second + upper, second + lower, first + lower]
    return np.asarray(center[:, None] + np.stack(corners, axis=1), np.float32), np.asarray(score)[rows, best]
