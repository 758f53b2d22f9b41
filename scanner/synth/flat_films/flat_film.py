"""A film of flat cards on a picture, from script to folder."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.decode import encode_jpeg
from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import paint_tabletop
from scanner.synth.face_textures import Faces
from scanner.synth.films.film import Script
from scanner.synth.flat_films.places import FlatPlaces, FlatSpot
from scanner.synth.flat_films.plan import Grasp, has_pile, plan_grasps
from scorer.decks import decks

FPS = 5
"""Frames a second."""
_STILL_END_S = 3.0
"""Seconds at the end in which nothing moves."""
_SHOWING = 0.5
"""Share of a card, 0..1, that no hand may cover for its event to show."""
_NOISE = 2.5
"""Deviation of each pixel in levels of 255."""
_SWAY_PX = 0.4
"""Pixels by which the camera sways."""
_SKINS = ((120, 150, 205), (90, 120, 175), (60, 80, 120), (150, 180, 230))
"""Colours of hands, BGR."""
_SLEEVES = ((60, 40, 30), (200, 200, 205), (40, 40, 150), (90, 120, 60), (30, 30, 30))
"""Colours of sleeves, BGR."""
_HAND_WIDTH = 0.085
"""Width of a hand in heights of the picture."""
_PILE = -1
"""The number of the draw pile."""
_NOISES = 6
"""Pictures of noise that a film goes round: to draw one for each frame takes most of the time."""
_QUALITY = 88
"""Quality of the JPEG pictures, 0..100."""
Arm = tuple[int, float, float]
"""Whose arm it is, and where its fingertip is in pixels."""


class FlatPainter:
    """Paints the frames of one flat film."""

    def __init__(self, rng: np.random.Generator, places: FlatPlaces, faces: Faces, background: ColorImage) -> None:
        self._rng, self._places, self._faces = rng, places, faces
        self._background = cv2.resize(background, places.size, interpolation=cv2.INTER_AREA).astype(np.float32)
        people = len(places.zones)
        self._skins = [_SKINS[int(rng.integers(0, len(_SKINS)))] for _ in range(people)]
        self._sleeves = [_SLEEVES[int(rng.integers(0, len(_SLEEVES)))] for _ in range(people)]
        self._lying: dict[int, tuple[str, FlatSpot]] = {}
        self._still = self._background.copy()
        self._is_stale = False
        shape = (_NOISES, *self._background.shape)
        self._noises = _NOISE * rng.standard_normal(shape, np.float32)
        self._textures: dict[str, NDArray[np.uint8]] = {}

    def put(self, number: int, code: str, spot: FlatSpot | None) -> None:
        """Let card `number` lie there, on all others; `code` "" is a back, no spot takes it away."""
        self._lying.pop(number, None)
        if spot is not None:
            self._lying[number] = (code, spot)
        self._is_stale = True

    def paint(self, carried: Sequence[tuple[str, FlatSpot]], arm: Arm | None) -> ColorImage:
        """A frame with cards that are carried, and the arm of a person whose fingertip is at (x, y)."""
        if self._is_stale:
            self._still, self._is_stale = self._background.copy(), False
            for code, spot in self._lying.values():
                self._draw_card(self._still, code, spot)
        frame = self._still.copy()
        for code, spot in carried:
            self._draw_card(frame, code, spot)
        if arm is not None:
            person, x, y = arm
            mask = self.arm_mask(person, x, y)
            for share, colour in ((mask[0], self._sleeves[person]), (mask[1], self._skins[person])):
                frame += share[:, :, None] * (np.array(colour, np.float32) - frame)
        shift = np.array([[1, 0, self._rng.normal(0, _SWAY_PX)], [0, 1, self._rng.normal(0, _SWAY_PX)]], np.float32)
        frame = cv2.warpAffine(frame, shift, self._places.size, borderMode=cv2.BORDER_REPLICATE)
        frame += self._noises[int(self._rng.integers(0, _NOISES))]
        return np.asarray(np.clip(frame, 0, 255), np.uint8)

    def arm_mask(self, person: int, x: float, y: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How much of each pixel sleeve and hand cover, 0..1: a bar from the edge, and a narrower one."""
        width, height = self._places.size
        edge = self._places.edge(person)
        length = max(1.0, math.dist(edge, (x, y)))
        size = _HAND_WIDTH * height
        wrist = (x + (edge[0] - x) * 1.9 * size / length, y + (edge[1] - y) * 1.9 * size / length)
        shares = []
        for start, end, wide in ((edge, wrist, 1.25 * size), (wrist, (x, y), size)):
            mask = np.zeros((height, width), np.float32)
            points = [(round(a), round(b)) for a, b in (start, end)]
            cv2.line(mask, points[0], points[1], 1.0, max(1, round(wide)), cv2.LINE_AA)
            shares.append(mask)
        return shares[0], shares[1]

    def showing_share(self, spot: FlatSpot, arm: Arm | None) -> float:
        """How much of a card there no arm covers, 0..1."""
        if arm is None:
            return 1.0
        covered = np.maximum(*self.arm_mask(*arm))
        card = np.zeros(covered.shape, np.uint8)
        size = (self._places.card_width, self._places.card_height)
        cv2.fillConvexPoly(card, np.rint(cv2.boxPoints(((spot.x, spot.y), size, spot.angle))).astype(np.int32), 1)
        inside = card > 0
        return 1.0 - float(covered[inside].mean()) if inside.any() else 0.0

    def _draw_card(self, frame: NDArray[np.float32], code: str, spot: FlatSpot) -> None:
        width, height = self._places.card_width, self._places.card_height
        if code not in self._textures:
            size = (round(width), round(height))
            texture = cv2.resize(self._faces.texture(code), size, interpolation=cv2.INTER_AREA)
            self._textures[code] = np.asarray(texture, np.uint8)
        texture = self._textures[code]
        half = math.hypot(width, height) / 2 + 2
        left, top = round(spot.x - half), round(spot.y - half)
        side = round(2 * half)
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -spot.angle, 1.0)
        matrix[:, 2] += (spot.x - left - width / 2, spot.y - top - height / 2)
        sprite = cv2.warpAffine(texture, matrix, (side, side)).astype(np.float32)
        box = (max(0, left), max(0, top), min(frame.shape[1], left + side), min(frame.shape[0], top + side))
        if box[2] <= box[0] or box[3] <= box[1]:
            return
        part = sprite[box[1] - top : box[3] - top, box[0] - left : box[2] - left]
        area = frame[box[1] : box[3], box[0] : box[2]]
        area += part[:, :, 3:] / 255 * (part[:, :, :3] - area)


def write_flat_film(
    folder: Path,
    script: Script,
    faces: Faces,
    *,
    seed: int,
    size: tuple[int, int] = (1280, 720),
    background: ColorImage | None = None,
) -> dict[str, Any]:
    """Write a folder of frames with their truth, as `scanner.synth.films.film.write_film` does, and give the truth.

    `background`: a picture to lie on, such as a photograph; without, a painted table. Raises OSError where the folder
    cannot be written.
    """
    rng = np.random.default_rng([seed, 10])
    places = FlatPlaces(rng, size, script.people, len(script.seats), decks()[script.kind].size_mm)
    painter = FlatPainter(rng, places, faces, paint_tabletop(rng, size) if background is None else background)
    camera = _FlatCamera(script, places, painter, plan_grasps(rng, places, script.played.steps, script.people))
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(camera.count):
        (folder / f"{number:06d}.jpg").write_bytes(encode_jpeg(camera.take(number / FPS), _QUALITY))
    zones = places.polygons()
    truth = {
        "game": script.game,
        "deck": script.kind,
        "seats": list(script.seats),
        "options": dict(script.options),
        "fps": FPS,
        "zones": zones,
        "events": camera.events,
        "round": dict(script.played.round),
        "seed": seed,
        "faces": faces.name,
        "switches": ["flat", *script.switches.names],
    }
    (folder / "zones.json").write_text(json.dumps(zones) + "\n", encoding="utf-8")
    (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return truth


class _FlatCamera:
    """Takes the pictures of a film, and notes when each event first shows."""

    def __init__(self, script: Script, places: FlatPlaces, painter: FlatPainter, grasps: list[Grasp]) -> None:
        self._places, self._painter, self._grasps = places, painter, grasps
        self._drawn = sum(grasp.from_pile for grasp in grasps)
        self._is_used_up = script.pack_size <= self._drawn
        self._waiting = list(grasps)
        self._unseen: list[tuple[Grasp, int]] = []
        self.events: list[dict[str, Any]] = []
        if has_pile(script.played.steps):
            painter.put(_PILE, "", places.pile)

    @property
    def count(self) -> int:
        """How many frames the film has."""
        return math.ceil((self._grasps[-1].away_s + _STILL_END_S) * FPS) if self._grasps else 1

    def take(self, time_s: float) -> ColorImage:
        """The picture of second `time_s`, later than all before."""
        arm: Arm | None = None
        carried: list[tuple[str, FlatSpot]] = []
        for grasp in self._grasps:
            if grasp.come_s <= time_s < grasp.away_s:
                arm = (grasp.person, *_hand_at(grasp, self._places, time_s))
                if grasp.lift_s <= time_s < grasp.drop_s:
                    carried = _carried(grasp, arm, time_s)
        for grasp in [each for each in self._waiting if each.lift_s <= time_s]:
            if grasp.drop_s <= time_s:
                self._drop(grasp)
            else:
                self._lift(grasp)
        frame = self._painter.paint(carried, arm)
        for grasp, index in list(self._unseen):
            target = grasp.cards[index][3]
            if target is None or self._painter.showing_share(target, arm) >= _SHOWING:
                event, seat, told = grasp.told[index]
                self.events.append({"t": round(time_s, 2), "event": event, "seat": seat, "card": told})
                self._unseen.remove((grasp, index))
        return frame

    def _lift(self, grasp: Grasp) -> None:
        for card, _, source, *_ in grasp.cards:
            if source is not None and not grasp.from_pile:
                self._painter.put(card, "", None)

    def _drop(self, grasp: Grasp) -> None:
        for card, code, _, target, _, is_up in grasp.cards:
            self._painter.put(card, code if is_up else "", target)
        self._drawn -= grasp.from_pile
        if grasp.from_pile and not self._drawn and self._is_used_up:
            self._painter.put(_PILE, "", None)
        self._waiting.remove(grasp)
        self._unseen += [(grasp, index) for index in range(len(grasp.cards))]


def _hand_at(grasp: Grasp, places: FlatPlaces, time_s: float) -> tuple[float, float]:
    """Where the fingertip is: it moves straight, at an even speed."""
    edge = places.edge(grasp.person)
    sources = [source for _, _, source, *_ in grasp.cards if source is not None]
    targets = [target for *_, target, _, _ in grasp.cards if target is not None]
    start = _middle(sources, edge) if sources else edge
    end = _middle(targets, edge) if targets else edge
    keys = ((grasp.come_s, edge), (grasp.lift_s, start), (grasp.drop_s, end), (grasp.away_s, edge))
    for (since, a), (until, b) in pairwise(keys):
        if time_s < until:
            share = (time_s - since) / max(1e-6, until - since)
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
    return edge


def _middle(spots: Sequence[FlatSpot], edge: tuple[float, float]) -> tuple[float, float]:
    """Where a hand holds cards: at their middle, a little towards its own edge."""
    x, y = float(np.mean([spot.x for spot in spots])), float(np.mean([spot.y for spot in spots]))
    return x + 0.02 * (edge[0] - x), y + 0.02 * (edge[1] - y)


def _carried(grasp: Grasp, arm: Arm, time_s: float) -> list[tuple[str, FlatSpot]]:
    """The cards in a hand: under its fingertip, as they were lifted, and as they will lie in the second half."""
    share = (time_s - grasp.lift_s) / max(1e-6, grasp.drop_s - grasp.lift_s)
    found = []
    for _, code, source, target, was_up, is_up in grasp.cards:
        angle = (target or source or FlatSpot(0, 0, 0)).angle
        found.append((code if (is_up if share > 0.5 else was_up) else "", FlatSpot(arm[1], arm[2], angle)))
    return found
