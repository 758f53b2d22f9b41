"""The pictures of a planned film, and when each event of its truth shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.face_textures import Faces
from scanner.synth.films.arms import Key, Limb, draw_limb
from scanner.synth.films.cards import CardPainter
from scanner.synth.films.exposure import FilmLight
from scanner.synth.films.patches import Box, FloatArray, Patch, overlap, patch_of, patch_of_arm
from scanner.synth.films.plan import FilmEvent, Glass, Plan, Ride
from scanner.synth.films.stage import Spot
from scanner.synth.habits.table_things import lay_cloth, scatter_things
from scanner.synth.props import PROPS
from scanner.synth.sprite import render_surface
from scanner.synth.surfaces import FILM_SURFACES

FPS = 5
"""Frames a second of a film, as many as a table that is followed is looked at."""
_SHUTTER_S = (1 / 60, 1 / 30)
"""Seconds that the camera's shutter is open, least and most: what moves meanwhile is blurred."""
_SURFACE_MARGIN_PX = 40
"""Pixels of surface painted beyond the picture."""
_MAX_SURFACE_SIDE_PX = 2600
"""Pixels, the longest side of a painted surface."""
_FLAT_SURFACES = ("felt", "cloth", "linen", "paper")
"""Words in the names of surfaces that do not shine."""
_SHOWING_SHARE = 0.5
"""Share of a card, 0..1, that must not be under a hand for its event to show."""
_MIN_CONTRAST = 55.0
"""Distance, in grey levels of three colours, of a surface to the backs: nobody plays where no back can be seen."""
_SHADOW_MM = 1.1
"""Millimetres by which a shadow is longer for each mm of height."""


def _choose_surface(rng: np.random.Generator, faces: Faces) -> str:
    """A surface on which the backs of the cards can be seen."""
    back = faces.texture("")
    colour = back[back[:, :, 3] > 127, :3].mean(axis=0)
    names = [str(name) for name in rng.permutation(sorted(FILM_SURFACES))]
    for name in names:
        sample = FILM_SURFACES[name](np.random.default_rng(1), (64, 64), 1.0)
        if float(np.linalg.norm(sample.mean(axis=(0, 1)) - colour)) >= _MIN_CONTRAST:
            return name
    return names[0]


class FilmRenderer:
    """Paints a film frame by frame. What lies still is painted once."""

    def __init__(self, plan: Plan, faces: Faces, surface: str | None = None) -> None:
        """`surface`: a key of FILM_SURFACES, a random one if None."""
        rng = np.random.default_rng([plan.seed, 2])
        self._plan, camera = plan, plan.stage.camera
        shadow = float(rng.uniform(0, 2 * np.pi))
        self._slope = (_SHADOW_MM * float(np.cos(shadow)), _SHADOW_MM * float(np.sin(shadow)))
        self._shutter_s = float(rng.uniform(*_SHUTTER_S))
        self.surface = surface or _choose_surface(rng, faces)
        self._bare = render_surface(
            camera,
            lambda shape, scale: FILM_SURFACES[self.surface](rng, shape, scale),
            _SURFACE_MARGIN_PX,
            _MAX_SURFACE_SIDE_PX,
        )
        self._furnish(np.random.default_rng([plan.seed, 5]))
        dull = any(word in self.surface for word in _FLAT_SURFACES)
        self._bare_gloss = np.full(self._bare.shape[:2], 0.10 if dull else 0.22, np.float32)
        self._still, self._still_gloss = self._bare.copy(), self._bare_gloss.copy()
        lamp = shadow + np.pi
        right = [draw_limb(rng, plan.stage, seat, lamp) for seat in range(len(plan.stage.seats))]
        self._limbs = [self._limb(right, track.seat, is_left=track.is_left) for track in plan.arms]
        self._cards = CardPainter(plan, faces, self._slope, lamp, age=float(rng.uniform(0, 1)))
        self._cup = PROPS["cup"](rng)
        size = (camera.width, camera.height)
        self._light = FilmLight(rng, size, plan.duration_s, plan.lights, plan.bumps, plan.shades)
        self._lying: dict[object, Patch] = {}
        self._pile_left = -1
        self._starts = sorted(plan.rides, key=lambda ride: ride.start_s)
        self._ends = sorted(plan.rides, key=lambda ride: ride.end_s)
        self._waiting = list(plan.events)
        self.shown: list[tuple[float, FilmEvent]] = []

    def _furnish(self, rng: np.random.Generator) -> None:
        """Lay the cloth and the things that lie there all the time."""
        stage, camera = self._plan.stage, self._plan.stage.camera
        if stage.switches.cloth:
            name = str(rng.choice([name for name in sorted(FILM_SURFACES) if name != self.surface]))
            below = render_surface(
                camera,
                lambda shape, scale: FILM_SURFACES[name](rng, shape, scale),
                _SURFACE_MARGIN_PX,
                _MAX_SURFACE_SIDE_PX,
            )
            self._bare = lay_cloth(rng, self._bare, below)
        if stage.switches.things:
            cards = [(spot.x, spot.y) for ride in self._plan.rides for spot in (ride.source, ride.target)]
            if self._plan.pile is not None:
                cards.append((self._plan.pile.spot.x, self._plan.pile.spot.y))
            extent = (camera.width / camera.px_per_mm, camera.height / camera.px_per_mm)
            gloss = np.zeros(self._bare.shape[:2], np.float32)
            for thing in scatter_things(rng, extent, cards):
                patch = patch_of(thing, camera, self._slope)
                if patch is not None:
                    patch.paint(self._bare, gloss)

    @staticmethod
    def _limb(right: list[Limb], seat: int, *, is_left: bool) -> Limb:
        return right[seat].mirrored() if is_left else right[seat]

    @property
    def jpeg_quality(self) -> int:
        """The quality, 0..100, in which this film's camera sends JPEG."""
        return self._light.jpeg_quality

    @property
    def count(self) -> int:
        """How many frames the film has."""
        return int(np.ceil(self._plan.duration_s * FPS)) + 1

    def frames(self) -> Iterator[NDArray[np.uint8]]:
        """All frames (H, W, 3) uint8 BGR. Afterwards `shown` says in which frame each event first showed."""
        for number in range(self.count):
            yield self._paint(number / FPS)
        self.shown += [(self.count / FPS, event) for event in self._waiting]
        self.shown.sort(key=lambda pair: pair[0])

    def _paint(self, time_s: float) -> NDArray[np.uint8]:
        self._settle(time_s)
        frame, gloss = self._still.copy(), self._still_gloss.copy()
        for ride in self._plan.rides:
            if ride.start_s < time_s < ride.end_s:
                patch = self._cards.carried(ride, self._plan.arms[ride.arm], time_s)
                patch = patch and self._smear(patch, ride.arm, time_s)
                if patch is not None:
                    patch.paint(frame, gloss)
        for glass in self._plan.glasses:
            if glass.start_s < time_s < glass.end_s:
                self._paint_glass(glass, time_s, frame, gloss)
        cover = np.zeros(gloss.shape, np.float32)
        for index, track in enumerate(self._plan.arms):
            key = track.at(time_s)
            arm = self._arm(index, key) if key else None
            if arm is not None:
                arm = self._smear(arm, index, time_s)
                arm.paint(frame, gloss)
                left, top, right, bottom = arm.box
                part = cover[max(0, top) : bottom, max(0, left) : right]
                height, width = part.shape
                np.maximum(part, arm.cover[max(0, -top) :, max(0, -left) :][:height, :width], out=part)
        self._note_shown(time_s, cover)
        return self._light.take(frame, gloss, time_s, float(cover.mean()))

    def _arm(self, index: int, key: Key) -> Patch | None:
        track, stage = self._plan.arms[index], self._plan.stage
        shoulder = stage.shoulder(track.seat, is_left=track.is_left)
        sprite = self._limbs[index].reach((key.x, key.y), shoulder, key.height)
        return patch_of_arm(sprite, stage.camera, self._slope)

    def _smear(self, patch: Patch, index: int, time_s: float) -> Patch:
        """Blurred as far as that arm moves while the shutter is open."""
        track, scale = self._plan.arms[index], self._plan.stage.camera.px_per_mm
        before, after = track.at(time_s - self._shutter_s / 2), track.at(time_s + self._shutter_s / 2)
        if before is None or after is None:
            return patch
        return patch.smear(scale * (after.x - before.x), scale * (after.y - before.y))

    def _settle(self, time_s: float) -> None:
        """Bring what lies still up to a time: cards lifted since are away, cards laid since lie there."""
        boxes: list[Box] = []
        while (self._starts and self._starts[0].start_s < time_s) or (self._ends and self._ends[0].end_s <= time_s):
            if self._starts and (not self._ends or self._starts[0].start_s < self._ends[0].end_s):
                boxes += self._lift(self._starts.pop(0).number)
            else:
                boxes += self._put(self._ends.pop(0))
        for glass in self._plan.glasses:
            if glass.end_s <= time_s and glass not in self._lying:
                patch = self._patch_glass(glass.target, 0.0)
                if patch is not None:
                    self._lying[glass] = patch
                    boxes.append(patch.box)
        pile = self._plan.pile
        if pile is not None and self._pile_left != (left := pile.left_at(time_s)):
            boxes += self._lift("pile")
            self._pile_left = left
            patch = self._cards.pile(pile, left)
            if patch is not None:
                self._lying = {"pile": patch, **self._lying}
                boxes.append(patch.box)
        for box in boxes:
            self._repaint(box)

    def _lift(self, key: object) -> list[Box]:
        patch = self._lying.pop(key, None)
        return [patch.box] if patch else []

    def _put(self, ride: Ride) -> list[Box]:
        patch = None if ride.is_gone else self._cards.lying(ride, self._lying)
        if patch is None:
            return []
        self._lying[ride.number] = patch
        return [patch.box]

    def _repaint(self, box: Box) -> None:
        left, top, right, bottom = box
        area = (slice(top, bottom), slice(left, right))
        self._still[area], self._still_gloss[area] = self._bare[area], self._bare_gloss[area]
        tall = [patch for key, patch in self._lying.items() if isinstance(key, Glass)]
        for patch in [patch for key, patch in self._lying.items() if not isinstance(key, Glass)] + tall:
            if overlap(patch.box, box):
                patch.paint(self._still, self._still_gloss, box)

    def _patch_glass(self, spot: Spot, height: float) -> Patch | None:
        cup = replace(self._cup, x=spot.x, y=spot.y, elevation=height)
        return patch_of(cup, self._plan.stage.camera, self._slope)

    def _paint_glass(self, glass: Glass, time_s: float, frame: FloatArray, gloss: FloatArray) -> None:
        tip = self._plan.arms[glass.arm].at(time_s)
        if tip is not None:
            patch = self._patch_glass(Spot(tip.x, tip.y), 20.0)
            if patch is not None:
                self._smear(patch, glass.arm, time_s).paint(frame, gloss)

    def _note_shown(self, time_s: float, cover: FloatArray) -> None:
        """Events that have happened and are not under an arm show from this frame on."""
        for event in [event for event in self._waiting if event.time_s <= time_s]:
            if event.spot is None or self._showing_share(event.spot, cover) >= _SHOWING_SHARE:
                self.shown.append((time_s, event))
                self._waiting.remove(event)

    def _showing_share(self, spot: Spot, cover: FloatArray) -> float:
        """How much of a card there is not under an arm, 0..1."""
        stage = self._plan.stage
        flat = np.asarray(np.column_stack([stage.outline(spot), np.zeros(4)]), np.float64)
        quad = np.rint(stage.camera.project(flat)).astype(np.int32)
        mask = np.zeros(cover.shape, np.uint8)
        cv2.fillConvexPoly(mask, quad, 1)
        area = mask > 0
        return 1.0 - float((cover[area] > _SHOWING_SHARE).mean()) if area.any() else 0.0
