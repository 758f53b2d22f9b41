"""当たり atari: a first rough sketch of where cards lie, touching and half covered ones too, by a small network.

What it proposes is only looked at: whether a card is there, and which, others judge.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from scanner.detection.contours import deduplicate_quads
from scanner.imaging.geometry import Quad, order_clockwise, start_at_short_side
from scanner.imaging.image import ColorImage
from scanner.recognition.model_io import MODEL_FILE_ERRORS, bad_model, read_model_file
from scorer.errors import Refusal

PROPOSAL_FORMAT = 1
STRIDE_PX = 8
LENGTH_UNIT_PX = 32.0
"""The network's lengths are in so many pixels."""
INPUT_SIDES_PX = (640, 320)
"""It looks at the picture with its longer side so many pixels: small cards show in the first, large in the second."""
_PADDING_MULTIPLE_PX = 16
_OUTPUT_CHANNELS = 12
_MIN_INSIDE_PROBABILITY = 0.4
_MIN_WIDTH_PX, _MAX_WIDTH_PX = 12.0, 130.0
_CLUSTER_RADIUS_WIDTHS = 0.14
_MIN_CLUSTER_CELLS = 2
_HALF_TURN_ORDER = [4, 5, 6, 7, 0, 1, 2, 3]
_MAX_CLUSTERS = 60
_DUPLICATE_TOLERANCE_WIDTHS = 0.06
_MAX_PROPOSALS = 80
_KNOWN_CARD_TOLERANCE_WIDTHS = 0.08
_MIN_BORDER_SUM = 2.2
"""Outlines along which less border is seen, of 4, are none: it kept every good one on drawn tables of other decks."""


def decode_output(output: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """What the network's answer (12, rows, columns) says.

    Inside a card (rows, columns) 0..1, quads (rows, columns, 4, 2) in its pixels, doubt (rows, columns), and borders
    (2 rows, 2 columns) 0..1.

    A card's width and height are told with twice their angle, for which a card turned half around is the same.
    """
    rows, columns = output.shape[1:]
    inside = 1 / (1 + np.exp(-np.clip(output[0], -30, 30)))
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) * STRIDE_PX + (STRIDE_PX - 1) / 2
    centre = np.stack([x + output[1] * LENGTH_UNIT_PX, y + output[2] * LENGTH_UNIT_PX], axis=-1)
    right, down = _half_side(output[3], output[4]), _half_side(output[5], output[6])
    down = down * np.where(right[..., :1] * down[..., 1:] < right[..., 1:] * down[..., :1], -1, 1)
    corners = [centre - right - down, centre + right - down, centre + right + down, centre - right + down]
    borders = output[8:].reshape(2, 2, rows, columns).transpose(2, 0, 3, 1).reshape(2 * rows, 2 * columns)
    return (
        np.asarray(inside, np.float32),
        np.stack(corners, axis=-2).astype(np.float32),
        output[7],
        np.ascontiguousarray(borders, np.float32),
    )


def _half_side(across: Floats, down: Floats) -> Floats:
    """Half a side (…, 2) from its length and twice its angle."""
    angle = np.arctan2(down, across) / 2
    return np.asarray(
        np.stack([np.cos(angle), np.sin(angle)], axis=-1) * (np.hypot(across, down) * (LENGTH_UNIT_PX / 2))[..., None],
        np.float32,
    )


def cluster_votes(inside_probability: Floats, quads: Floats, doubt: Floats) -> Floats:
    """What many cells say of one card as one quad each: (n, 4, 2), the least doubtful first."""
    on = inside_probability > _MIN_INSIDE_PROBABILITY
    said, doubts = quads[on].reshape(-1, 8), doubt[on]
    order = np.argsort(doubts, kind="stable")
    said, doubts = said[order], doubts[order]
    width = np.linalg.norm(said[:, 2:4] - said[:, :2], axis=1)
    fitting = (width > _MIN_WIDTH_PX) & (width < _MAX_WIDTH_PX)
    said, trust, width = said[fitting], np.exp(-2 * np.clip(doubts[fitting], -3, 3))[:, None], width[fitting]
    found: list[Floats] = []
    while len(said) and len(found) < _MAX_CLUSTERS:
        straight = np.abs(said - said[0]).max(axis=1)
        around = np.abs(said - said[0, _HALF_TURN_ORDER]).max(axis=1)
        same = np.minimum(straight, around) < _CLUSTER_RADIUS_WIDTHS * width[0]
        if same.sum() >= _MIN_CLUSTER_CELLS:
            close = said[same]
            alike = np.where((straight <= around)[same, None], close, close[:, _HALF_TURN_ORDER])
            found.append((alike * trust[same]).sum(axis=0) / trust[same].sum())
        said, trust, width = said[~same], trust[~same], width[~same]
    return np.asarray(found, np.float32).reshape(-1, 4, 2)


class ProposalNetwork:
    """The network in the bytes of an ONNX file, ready to sketch; `ValueError` for bytes that hold no such network."""

    def __init__(self, data: bytes) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
            blank = self.infer(np.zeros((64, 64, 3), np.uint8))
        except cv2.error as fault:
            raise ValueError("no network that can be run") from fault
        if blank.shape != (_OUTPUT_CHANNELS, 64 // STRIDE_PX, 64 // STRIDE_PX) or not np.isfinite(blank).all():
            raise ValueError("no network that sketches cards")

    def infer(self, picture: ColorImage) -> Floats:
        """What the network says of a picture (height, width, 3), its edge repeated up to multiples of 16."""
        height, width = picture.shape[:2]
        whole = cv2.copyMakeBorder(
            picture, 0, -height % _PADDING_MULTIPLE_PX, 0, -width % _PADDING_MULTIPLE_PX, cv2.BORDER_REPLICATE
        )
        self._net.setInput(cv2.dnn.blobFromImage(whole, 1 / 255, mean=(127.5, 127.5, 127.5)))
        return np.asarray(self._net.forward()[0], np.float32)

    def propose(self, frame: ColorImage) -> list[Quad]:
        """Outlines (4, 2) that may be cards on a picture (height, width, 3), in its pixels, upright, the best first."""
        longest = max(frame.shape[:2])
        small = frame
        found: list[Quad] = []
        worth: list[float] = []
        for scale in dict.fromkeys(min(1.0, side / longest) for side in INPUT_SIDES_PX):
            size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
            small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
            inside, said, doubt, borders = decode_output(self.infer(small))
            quads, seen = snap_to_border_map(cluster_votes(inside, said, doubt), borders)
            clear = seen >= _MIN_BORDER_SUM
            found += [start_at_short_side(order_clockwise((quad + 0.5) / scale - 0.5)) for quad in quads[clear]]
            worth += seen[clear].tolist()
        return deduplicate_quads(
            [found[number] for number in np.argsort(-np.array(worth), kind="stable")], _DUPLICATE_TOLERANCE_WIDTHS
        )[:_MAX_PROPOSALS]


def load_proposal_network(folder: Path) -> ProposalNetwork:
    """The network in a folder (`borders.json` and the file it names); `bad_model` when anything is off."""
    try:
        about = json.loads((folder / "borders.json").read_text(encoding="utf-8"))
        if about["format"] != PROPOSAL_FORMAT:
            raise bad_model("another version")
        return ProposalNetwork(read_model_file(folder, about["network"]))
    except Refusal:
        raise
    except MODEL_FILE_ERRORS as fault:
        raise bad_model(type(fault).__name__) from fault


@cache
def shipped_proposal_network() -> ProposalNetwork:
    """The network that comes with the program."""
    return load_proposal_network(Path(models.__path__[0]) / "borders")


def propose_elsewhere(frame: ColorImage, cards: list[Quad]) -> list[Quad]:
    """What the network that comes with the program sketches on a picture where none of those outlines lies."""
    return deduplicate_quads([*cards, *shipped_proposal_network().propose(frame)], _KNOWN_CARD_TOLERANCE_WIDTHS)[
        len(deduplicate_quads(cards, _KNOWN_CARD_TOLERANCE_WIDTHS)) :
    ]


Floats = NDArray[np.float32]
BORDER_CELL_PX = 4
"""A cell of the border map is so many pixels wide."""
_SIDE_SAMPLES = np.linspace(-0.85, 0.85, 12, dtype=np.float32)
_COARSE_SEARCH = (10.0, 9, 0.24, 15)
_FINE_SEARCH = (3.0, 7, 0.08, 11)
"""Degrees a quad is turned by at most and how many turns are tried; the same of its sides, in widths of the card."""
_SIZE_PENALTY, _SIZE_TOLERANCE_WIDTHS = 0.1, 0.12
"""What it costs that a card becomes larger or smaller by that share of its width."""
_OFFSET_PENALTY, _ROTATION_PENALTY = 0.03, 0.02
_OPPOSITE_SIDES = ((0, 2), (3, 1))


def _sample_border_map(border_map: Floats, points: Floats) -> Floats:
    """The border map at points (n, …, 2) in pixels."""
    x, y = ((points[..., axis].reshape(len(points), -1) - (BORDER_CELL_PX - 1) / 2) / BORDER_CELL_PX for axis in (0, 1))
    return np.asarray(cv2.remap(border_map, x, y, cv2.INTER_LINEAR).reshape(points.shape[:-1]), np.float32)


def _normalize(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-6), np.float32)


def _search_pose(quads: Floats, border_map: Floats, search: tuple[float, int, float, int]) -> tuple[Floats, Floats]:
    """Parallelograms (n, 4, 2), turned and with each side moved to where the most border runs, and how much runs there.

    Opposite sides are chosen together: of a card half covered the side that shows carries the other along.
    """
    turn, turns, reach, steps = search
    centre = quads.mean(axis=1)
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 4
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 4
    angles = np.radians(np.linspace(-turn, turn, turns, dtype=np.float32))
    cos, sin = np.cos(angles), np.sin(angles)
    spin = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    rights, downs = (np.einsum("aij,nj->nai", spin, way).astype(np.float32) for way in (right, down))
    shares = np.linspace(-reach, reach, steps, dtype=np.float32)
    offsets = shares * (2 * np.linalg.norm(right, axis=1))[:, None]

    def border_along(out: Floats, along: Floats) -> Floats:
        """How much border runs along the side that lies `out` of the middle, for each turn and offset."""
        start = centre[:, None] + out
        at = start[:, :, None] + _normalize(out)[:, :, None] * offsets[:, None, :, None]
        points = at[:, :, :, None] + along[:, :, None, None] * _SIDE_SAMPLES[:, None]
        return np.asarray(
            _sample_border_map(border_map, points).mean(axis=-1) - _OFFSET_PENALTY * (shares / reach) ** 2, np.float32
        )

    sides = [
        border_along(-downs, rights),
        border_along(rights, downs),
        border_along(downs, rights),
        border_along(-rights, downs),
    ]
    cost = _SIZE_PENALTY * ((shares[:, None] + shares) / _SIZE_TOLERANCE_WIDTHS) ** 2
    pairs = [
        (sides[a][..., :, None] + sides[b][..., None, :] - cost).reshape(*rights.shape[:2], -1)
        for a, b in _OPPOSITE_SIDES
    ]
    score = sum(pair.max(axis=-1) for pair in pairs) - _ROTATION_PENALTY * (angles / np.radians(turn)) ** 2
    rows, best = np.arange(len(quads)), np.asarray(score).argmax(axis=1)
    right, down = rights[rows, best], downs[rows, best]
    (top, bottom), (left, far) = (divmod(pair.argmax(axis=-1)[rows, best], steps) for pair in pairs)
    by = {name: offsets[rows, step][:, None] for name, step in zip("tblr", (top, bottom, left, far), strict=True)}
    east, south = _normalize(right), _normalize(down)
    first, second = -right - east * by["l"], right + east * by["r"]
    upper, lower = -down - south * by["t"], down + south * by["b"]
    corners = [first + upper, second + upper, second + lower, first + lower]
    return np.asarray(centre[:, None] + np.stack(corners, axis=1), np.float32), np.asarray(score)[rows, best]


def snap_to_border_map(quads: Floats, border_map: Floats) -> tuple[Floats, Floats]:
    """Rough quads (n, 4, 2) in pixels moved onto borders (height / CELL, width / CELL) 0..1, and how well they lie.

    First looking wide, then close; how well (n,): the border seen along their sides, 0 about nothing, 4 all of it.
    """
    if not len(quads):
        return quads, np.zeros(0, np.float32)
    wide, _ = _search_pose(quads, border_map, _COARSE_SEARCH)
    return _search_pose(wide, border_map, _FINE_SEARCH)
