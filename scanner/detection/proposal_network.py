"""当たり atari: a first rough sketch of where cards lie, touching and half covered ones too, by a small network.

What it proposes is only looked at: whether a card is there, and which, others judge.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

import models
from scanner.detection.contours import distinct
from scanner.detection.nudging import Floats, nudged
from scanner.imaging.geometry import Quad, clockwise, upright
from scanner.recognition.classifier import FAULTS, bad_model, part
from scanner.recognition.features import Picture
from scorer.errors import Refusal

FORMAT = 1
STRIDE = 8
UNIT = 32.0
"""The network's lengths are in so many pixels."""
SIDES = (640, 320)
"""It looks at the picture with its longer side so many pixels: small cards show in the first, large in the second."""
_FILLED = 16
_CHANNELS = 12
_INSIDE = 0.4
_NARROWEST, _WIDEST = 12.0, 130.0
_NEAR = 0.14
_CELLS = 2
_AROUND = [4, 5, 6, 7, 0, 1, 2, 3]
_MOST = 60
_SAME = 0.06
_KEPT = 80
_THERE = 0.08
_BORDERED = 2.2
"""Outlines along which less border is seen, of 4, are none: it kept every good one on drawn tables of other decks."""


def read(answer: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """What the network's answer (12, rows, columns) says.

    Inside a card (rows, columns) 0..1, quads (rows, columns, 4, 2) in its pixels, doubt (rows, columns), and borders
    (2 rows, 2 columns) 0..1.

    A card's width and height are told with twice their angle, for which a card turned half around is the same.
    """
    rows, columns = answer.shape[1:]
    inside = 1 / (1 + np.exp(-np.clip(answer[0], -30, 30)))
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) * STRIDE + (STRIDE - 1) / 2
    centre = np.stack([x + answer[1] * UNIT, y + answer[2] * UNIT], axis=-1)
    right, down = _half(answer[3], answer[4]), _half(answer[5], answer[6])
    down = down * np.where(right[..., :1] * down[..., 1:] < right[..., 1:] * down[..., :1], -1, 1)
    corners = [centre - right - down, centre + right - down, centre + right + down, centre - right + down]
    borders = answer[8:].reshape(2, 2, rows, columns).transpose(2, 0, 3, 1).reshape(2 * rows, 2 * columns)
    return (
        np.asarray(inside, np.float32),
        np.stack(corners, axis=-2).astype(np.float32),
        answer[7],
        np.ascontiguousarray(borders, np.float32),
    )


def _half(across: Floats, down: Floats) -> Floats:
    """Half a side (…, 2) from its length and twice its angle."""
    angle = np.arctan2(down, across) / 2
    return np.asarray(
        np.stack([np.cos(angle), np.sin(angle)], axis=-1) * (np.hypot(across, down) * (UNIT / 2))[..., None], np.float32
    )


def gathered(inside: Floats, quads: Floats, doubt: Floats) -> Floats:
    """What many cells say of one card as one quad each: (n, 4, 2), the least doubtful first."""
    on = inside > _INSIDE
    said, doubts = quads[on].reshape(-1, 8), doubt[on]
    order = np.argsort(doubts, kind="stable")
    said, doubts = said[order], doubts[order]
    width = np.linalg.norm(said[:, 2:4] - said[:, :2], axis=1)
    fitting = (width > _NARROWEST) & (width < _WIDEST)
    said, trust, width = said[fitting], np.exp(-2 * np.clip(doubts[fitting], -3, 3))[:, None], width[fitting]
    found: list[Floats] = []
    while len(said) and len(found) < _MOST:
        straight = np.abs(said - said[0]).max(axis=1)
        around = np.abs(said - said[0, _AROUND]).max(axis=1)
        same = np.minimum(straight, around) < _NEAR * width[0]
        if same.sum() >= _CELLS:
            close = said[same]
            alike = np.where((straight <= around)[same, None], close, close[:, _AROUND])
            found.append((alike * trust[same]).sum(axis=0) / trust[same].sum())
        said, trust, width = said[~same], trust[~same], width[~same]
    return np.asarray(found, np.float32).reshape(-1, 4, 2)


class Surmiser:
    """The network in the bytes of an ONNX file, ready to sketch; `ValueError` for bytes that hold no such network."""

    def __init__(self, data: bytes) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
            blank = self.answer(np.zeros((64, 64, 3), np.uint8))
        except cv2.error as fault:
            raise ValueError("no network that can be run") from fault
        if blank.shape != (_CHANNELS, 64 // STRIDE, 64 // STRIDE) or not np.isfinite(blank).all():
            raise ValueError("no network that sketches cards")

    def answer(self, picture: Picture) -> Floats:
        """What the network says of a picture (height, width, 3), its edge repeated up to multiples of 16."""
        height, width = picture.shape[:2]
        whole = cv2.copyMakeBorder(picture, 0, -height % _FILLED, 0, -width % _FILLED, cv2.BORDER_REPLICATE)
        self._net.setInput(cv2.dnn.blobFromImage(whole, 1 / 255, mean=(127.5, 127.5, 127.5)))
        return np.asarray(self._net.forward()[0], np.float32)

    def quads(self, frame: Picture) -> list[Quad]:
        """Outlines (4, 2) that may be cards on a picture (height, width, 3), in its pixels, upright, the best first."""
        longest = max(frame.shape[:2])
        small = frame
        found: list[Quad] = []
        worth: list[float] = []
        for scale in dict.fromkeys(min(1.0, side / longest) for side in SIDES):
            size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
            small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
            inside, said, doubt, borders = read(self.answer(small))
            quads, seen = nudged(gathered(inside, said, doubt), borders)
            clear = seen >= _BORDERED
            found += [upright(clockwise((quad + 0.5) / scale - 0.5)) for quad in quads[clear]]
            worth += seen[clear].tolist()
        return distinct([found[number] for number in np.argsort(-np.array(worth), kind="stable")], _SAME)[:_KEPT]


def load(folder: Path) -> Surmiser:
    """The network in a folder (`borders.json` and the file it names); `bad_model` when anything is off."""
    try:
        about = json.loads((folder / "borders.json").read_text(encoding="utf-8"))
        if about["format"] != FORMAT:
            raise bad_model("another version")
        return Surmiser(part(folder, about["network"]))
    except Refusal:
        raise
    except FAULTS as fault:
        raise bad_model(type(fault).__name__) from fault


@cache
def shipped() -> Surmiser:
    """The network that comes with the program."""
    return load(Path(models.__path__[0]) / "borders")


def besides(frame: Picture, cards: list[Quad]) -> list[Quad]:
    """What the network that comes with the program sketches on a picture where none of those outlines lies."""
    return distinct([*cards, *shipped().quads(frame)], _THERE)[len(distinct(cards, _THERE)) :]
