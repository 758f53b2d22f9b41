"""What lies over a card in training: fans, rows, sheets, hands, cups."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import rectangle
from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import Rng, paint_tabletop

COVERS = {"fan": 0.4, "row": 0.2, "sheet": 0.22, "hand": 0.12, "cup": 0.06}
"""Kinds of cover and how often each is drawn, 0..1: most covers are cards of the same deck."""
_MIN_HIDDEN_SHARE = 0.1
"""Share of the card, 0..1, that a cover hides, at least: less is hardly more than an inaccurate crop."""
_MAX_HIDDEN_SHARE = 0.8
"""Share of the card, 0..1, that a cover hides, at most. A card that is a quarter visible must still be read."""
_CARD_SHEET_PROBABILITY = 0.6
"""Probability, 0..1, that a sheet is a card of the deck that lies any way over this one, no book or board."""
_MAX_FAN_STEP_DEG = 34.0
"""Angle in degrees between neighbours of a fan, at most: a fan opened wider covers no card."""
_MAX_FAN_COVERS = 3
"""Cards of a fan that are drawn over this one, at most: those above hide nothing more of it."""
_SKIN_BGR = ((120, 150, 215), (95, 130, 195), (75, 105, 165), (50, 72, 120), (38, 50, 85))
"""Colours, 0..255, of skin in daylight."""
_GRID = np.stack(np.meshgrid(np.linspace(0.02, 0.98, 13), np.linspace(0.02, 0.98, 17)), axis=-1).reshape(-1, 2)
"""Points (n, 2) of a card, in shares of its width and height, at which it is counted how much a cover hides."""

Outline = NDArray[np.float32]


def add_cover(
    picture: ColorImage, hidden: NDArray[np.uint8], outline: Outline, rng: Rng, neighbours: tuple[ColorImage, ...]
) -> None:
    """Cover part of the card in the middle, in place, by one of `COVERS`.

    `picture`: (height, width, 3) BGR; `hidden`: (height, width), set to 1 where the cover lies; `outline`: the card's
    corners (4, 2) in pixels, top left first; `neighbours`: cards that may be the cover, none for sheets only.
    """
    kind = str(rng.choice(list(COVERS), p=list(COVERS.values())))
    if kind in {"fan", "row"} and neighbours:
        quads = (_fan if kind == "fan" else _row)(outline, rng)
        for quad in quads:
            _draw(picture, hidden, quad, neighbours[int(rng.integers(len(neighbours)))], rng)
        if kind == "fan" and rng.random() < 0.35:
            _draw_fingers(picture, hidden, outline, rng, (1, 1))
    elif kind == "hand":
        _draw_fingers(picture, hidden, outline, rng, (1, 4))
    elif kind == "cup":
        _draw_cup(picture, hidden, outline, rng)
    else:
        _draw_sheet(picture, hidden, outline, rng, neighbours)


def _turned(outline: Outline, angle_deg: float, pivot: NDArray[np.floating]) -> Outline:
    """The outline turned about a point; positive angles turn clockwise as seen in the picture."""
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.asarray((outline - pivot) @ np.array([[cos, sin], [-sin, cos]]) + pivot, np.float32)


def _hidden_share(outline: Outline, quad: Outline) -> float:
    """Share 0..1 of an upright card that a convex quad, clockwise, hides."""
    points = outline[0] + _GRID * (outline[2] - outline[0])
    sides = np.roll(quad, -1, axis=0) - quad
    offsets = points[:, None] - quad
    return float((sides[:, 0] * offsets[..., 1] - sides[:, 1] * offsets[..., 0] >= 0).all(axis=1).mean())


def _fan(outline: Outline, rng: Rng) -> list[Outline]:
    """Outlines of the cards of a fan that lie over this one, held below its lower edge or somewhere on it."""
    height = outline[2, 1] - outline[0, 1]
    upside_down = rng.random() < 0.5
    along = height * rng.uniform(0.15, 1.6) * (-1 if upside_down else 1)
    pivot = outline.mean(axis=0) + np.array([rng.normal(0, 0.06) * height, along])
    wanted = rng.uniform(_MIN_HIDDEN_SHARE, _MAX_HIDDEN_SHARE)
    low, high = 0.0, _MAX_FAN_STEP_DEG
    for _ in range(7):
        middle = (low + high) / 2
        if _hidden_share(outline, _turned(outline, middle, pivot)) > wanted:
            low = middle
        else:
            high = middle
    step = (low + high) / 2 * float(rng.choice([-1, 1]))
    steps = step * (np.arange(1, _MAX_FAN_COVERS + 1) + rng.normal(0, 0.06, _MAX_FAN_COVERS))
    shifts = rng.normal(0, 0.02, (_MAX_FAN_COVERS, 2)) * height
    count = int(rng.integers(1, _MAX_FAN_COVERS + 1))
    return [_turned(outline, steps[number], pivot) + shifts[number].astype(np.float32) for number in range(count)]


def _row(outline: Outline, rng: Rng) -> list[Outline]:
    """Outlines of the cards of an overlapping row or column that lie over this one."""
    width, height = outline[2] - outline[0]
    shown = 1 - rng.uniform(_MIN_HIDDEN_SHARE, _MAX_HIDDEN_SHARE)
    direction = np.array([width, 0.0] if rng.random() < 0.65 else [0.0, height]) * float(rng.choice([-1, 1]))
    step = direction * shown + rng.normal(0, 0.03, 2) * width
    count = int(rng.integers(1, 3))
    turns = rng.normal(0, 3, count)
    return [
        _turned(outline + (step * (number + 1)).astype(np.float32), float(turns[number]), outline.mean(axis=0) + step)
        for number in range(count)
    ]


def _draw_sheet(
    picture: ColorImage, hidden: NDArray[np.uint8], outline: Outline, rng: Rng, neighbours: tuple[ColorImage, ...]
) -> None:
    """Draw a card, a book or a board whose edge crosses the card at any angle, in place."""
    angle = rng.uniform(0, 2 * np.pi)
    inward = np.array([np.cos(angle), np.sin(angle)], np.float32)
    inside = outline[0] + _GRID * (outline[2] - outline[0])
    edge = float(np.quantile(inside @ inward, rng.uniform(_MIN_HIDDEN_SHARE, _MAX_HIDDEN_SHARE)))
    along = np.array([-inward[1], inward[0]])
    middle = outline.mean(axis=0)
    start = middle + (edge - middle @ inward) * inward
    width, height = outline[2] - outline[0]
    if neighbours and rng.random() < _CARD_SHEET_PROBABILITY:
        sheet = neighbours[int(rng.integers(len(neighbours)))]
        is_sideways = rng.random() < 0.5
        sides = np.array([height, width] if is_sideways else [width, height]) * rng.uniform(0.97, 1.03)
        start = start + along * rng.uniform(-0.35, 0.35) * sides[0]
    else:
        sheet = _random_sheet(rng, (int(width), int(height)))
        is_sideways, sides = False, np.array([3 * width, 3 * width])
    first, second = start - along * sides[0] / 2, start + along * sides[0] / 2
    quad = np.array([first, second, second - inward * sides[1], first - inward * sides[1]], np.float32)
    _draw(picture, hidden, np.roll(quad, int(is_sideways), axis=0), sheet, rng)


def _draw(picture: ColorImage, hidden: NDArray[np.uint8], quad: Outline, sheet: ColorImage, rng: Rng) -> None:
    """Draw the sheet, either way up, on the four corners of `quad`, in place, half of the time with a shadow."""
    size = (picture.shape[1], picture.shape[0])
    quad = np.roll(quad, 2 * int(rng.integers(2)), axis=0)
    width, height = (max(2, round(float(np.linalg.norm(quad[corner] - quad[0])))) for corner in (1, 3))
    sheet = np.asarray(cv2.resize(sheet, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    corners = rectangle(width, height) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, quad)
    if rng.random() < 0.5:
        shadow = np.zeros(picture.shape[:2], np.float32)
        cv2.fillConvexPoly(shadow, np.asarray(np.round(quad), np.int32), (1.0,))
        blurred = cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.01, 0.05) * size[0]))
        picture[:] = picture * (1 - np.float32(rng.uniform(0.2, 0.7)) * blurred)[..., None]
    border = cv2.BORDER_TRANSPARENT
    cv2.warpPerspective(sheet, matrix, size, dst=picture, flags=cv2.INTER_LINEAR, borderMode=border)
    cv2.warpPerspective(np.ones((height, width), np.uint8), matrix, size, dst=hidden, borderMode=border)


def _draw_fingers(
    picture: ColorImage, hidden: NDArray[np.uint8], outline: Outline, rng: Rng, count: tuple[int, int]
) -> None:
    """Draw fingers side by side that reach in over an edge of the card, in place; `count`: fewest and most."""
    width, height = (float(side) for side in outline[2] - outline[0])
    skin = np.array(_SKIN_BGR[int(rng.integers(len(_SKIN_BGR)))]) * rng.uniform(0.75, 1.15)
    thickness = width * rng.uniform(0.18, 0.34)
    angle = rng.uniform(0, 2 * np.pi)
    inward = np.array([np.cos(angle), np.sin(angle)])
    sideways = np.array([-inward[1], inward[0]])
    start = outline.mean(axis=0) - inward * np.array([width, height]) * 0.75 + sideways * rng.normal(0, 0.2) * width
    for number in range(int(rng.integers(count[0], count[1] + 1))):
        first = start + sideways * number * thickness * 1.05
        last = first + inward * width * rng.uniform(0.35, 0.95) + sideways * rng.normal(0, 0.08) * width
        ends = [tuple(int(value) for value in end) for end in (first, last)]
        cv2.line(hidden, ends[0], ends[1], 1, max(1, round(thickness)), cv2.LINE_8)
        for share, tone in ((1.0, 0.7), (0.8, 0.9), (0.45, 1.05)):  # darker towards its sides, as round things are
            colour = tuple(map(float, np.clip(skin * tone + rng.normal(0, 4, 3), 0, 255)))
            cv2.line(picture, ends[0], ends[1], colour, max(1, round(thickness * share)), cv2.LINE_AA)


def _draw_cup(picture: ColorImage, hidden: NDArray[np.uint8], outline: Outline, rng: Rng) -> None:
    """Draw something round, such as a cup or a dish, over a part of the card, in place."""
    width = float(outline[1, 0] - outline[0, 0])
    radius = width * rng.uniform(0.3, 0.75)
    angle = rng.uniform(0, 2 * np.pi)
    distance = (outline[2] - outline[0]) * rng.uniform(0.35, 0.6) + radius * 0.3
    centre = tuple(int(value) for value in outline.mean(axis=0) + distance * (np.cos(angle), np.sin(angle)))
    axes = (max(2, int(radius)), max(2, int(radius * rng.uniform(0.75, 1.0))))
    colour = rng.uniform(15, 245, 3)
    cv2.ellipse(hidden, centre, axes, 0, 0, 360, 1, -1)
    for share in (1.0, 0.88, 0.8, 0.4):
        tone = tuple(map(float, np.clip(colour * rng.uniform(0.6, 1.2), 0, 255)))
        inner = (max(1, int(axes[0] * share)), max(1, int(axes[1] * share)))
        cv2.ellipse(picture, centre, inner, 0, 0, 360, tone, -1, cv2.LINE_AA)


def _random_sheet(rng: Rng, size: tuple[int, int]) -> ColorImage:
    """A sheet of `size` (width, height) that is no card: any colour, a grain, perhaps blocks of print on it."""
    width, height = size
    sheet = paint_tabletop(rng, size)
    if rng.random() < 0.5:
        sheet[:] = np.clip(sheet.astype(np.int16) - sheet.mean(axis=(0, 1)) + rng.uniform(10, 250, 3), 0, 255)
    for _ in range(int(rng.integers(0, 12))):
        start = (rng.random(2) * (width, height)).astype(int)
        end = start + (rng.random(2) * (0.4 * width, 0.15 * height)).astype(int)
        colour = tuple(float(value) for value in rng.integers(0, 255, 3))
        cv2.rectangle(sheet, start.tolist(), end.tolist(), colour, -1)
    return sheet
