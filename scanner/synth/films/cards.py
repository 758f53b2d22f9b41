"""Cards of a film as patches: lying, carried, turned over, in a pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from scanner.synth.face_textures import Faces
from scanner.synth.films.arms import ArmTrack
from scanner.synth.films.patches import Patch, Slope, overlap, patch_of
from scanner.synth.films.plan import Pile, Plan, Ride
from scanner.synth.films.stage import Spot
from scanner.synth.layout import LEAN_RISE_MM, PlacedCard
from scanner.synth.sprite import TABLE_CARD_STOCK, Sprite, make_card_sprite
from scanner.synth.wear import Wear

_THIN_STOCK = replace(TABLE_CARD_STOCK, thickness=0.32)
"""The stock of a card in the draw pile, pressed flat."""
_MAX_RISE_CARDS = 6
"""Cards below that still lift a card: heaps lie flat."""
_CARRIED_MM = 9.0
"""Height in mm of a card that is carried, above where its hand is."""
_TURNING_SHARE = 0.5
"""Share of a ride, 0..1, in the middle of which a card turns over."""
_MIN_WIDTH = 0.08
"""Width, in cards, of a card that is seen from its side."""


class CardPainter:
    """Paints the cards of one film. Each keeps its wear."""

    def __init__(self, plan: Plan, faces: Faces, slope: Slope, lamp_angle: float, age: float) -> None:
        """`slope`: as in `Canvas`. `age`: use of the deck, 0..1."""
        self._plan, self._faces, self._slope = plan, faces, slope
        self._wear = Wear(px_per_mm=plan.stage.camera.px_per_mm * 1.3, age=age, lamp_angle=lamp_angle)

    def _sprite(
        self, number: int, code: str, spot: Spot, elevation: float, *, is_up: bool, share: float = 1.0
    ) -> Sprite:
        """The card at a spot. `share`: how much of its width shows while it is turned over."""
        size = self._plan.stage.card
        rng = np.random.default_rng([self._plan.seed, 3, number, int(is_up)])
        placed = PlacedCard(code if is_up else "", spot.x, spot.y, spot.angle, elevation)
        sprite = make_card_sprite(rng, self._texture(code if is_up else ""), placed, size, self._wear, TABLE_CARD_STOCK)
        if share < 1.0:
            return Sprite(
                sprite.pixels, size[0] * share, size[1], spot.x, spot.y, spot.angle, 1.0, elevation, sprite.gloss,
                sprite.side_colour, face=sprite.face,
            )  # fmt: skip
        return sprite

    def _texture(self, code: str) -> np.ndarray:
        return self._faces.texture(code)

    def lying(self, ride: Ride, below: Mapping[object, Patch]) -> Patch | None:
        """The card at rest after a ride, upon the cards that already lie there."""
        camera = self._plan.stage.camera
        flat = patch_of(self._sprite(ride.number, ride.code, ride.target, 0.0, is_up=ride.is_up), camera, self._slope)
        if flat is None:
            return None
        count = min(_MAX_RISE_CARDS, sum(covers(flat, patch) for patch in below.values()))
        if not count:
            return flat
        sprite = self._sprite(ride.number, ride.code, ride.target, LEAN_RISE_MM * count, is_up=ride.is_up)
        return patch_of(sprite, camera, self._slope)

    def carried(self, ride: Ride, track: ArmTrack, time_s: float) -> Patch | None:
        """The card in the middle of a ride, under the hand that carries it."""
        first, last, now = (track.at(moment) for moment in (ride.start_s, ride.end_s, time_s))
        share = (time_s - ride.start_s) / max(1e-6, ride.end_s - ride.start_s)
        if now is None:
            return None
        start = (first.x, first.y) if first else track.home
        end = (last.x, last.y) if last else track.home
        turn = (ride.target.angle - ride.source.angle + 180) % 360 - 180
        spot = Spot(
            now.x + (1 - share) * (ride.source.x - start[0]) + share * (ride.target.x - end[0]),
            now.y + (1 - share) * (ride.source.y - start[1]) + share * (ride.target.y - end[1]),
            (ride.source.angle + share * turn) % 360,
        )
        is_up, width = ride.is_up, 1.0
        if ride.was_up != ride.is_up:
            angle = float(np.clip((share - 0.5) / _TURNING_SHARE + 0.5, 0, 1)) * np.pi
            is_up, width = (
                (ride.was_up if angle < np.pi / 2 else ride.is_up),
                max(_MIN_WIDTH, abs(float(np.cos(angle)))),
            )
        height = now.height + _CARRIED_MM
        sprite = self._sprite(ride.number, ride.code, spot, height, is_up=is_up, share=width)
        return patch_of(sprite, self._plan.stage.camera, self._slope)

    def pile(self, pile: Pile, left: int) -> Patch | None:
        """The draw pile with that many cards, None when it is empty."""
        if left <= 0:
            return None
        rng = np.random.default_rng([self._plan.seed, 4, left])
        placed = PlacedCard(
            "", pile.spot.x, pile.spot.y, pile.spot.angle + float(rng.normal(0, 0.7)), cards_below=left - 1
        )
        sprite = make_card_sprite(rng, self._texture(""), placed, self._plan.stage.card, self._wear, _THIN_STOCK)
        return patch_of(sprite, self._plan.stage.camera, self._slope)


def covers(upper: Patch, lower: Patch) -> bool:
    """Whether a thing lies on pixels of another."""
    box = overlap(upper.box, lower.box)
    if box is None:
        return False
    left, top, right, bottom = box
    cuts = [
        patch.cover[top - patch.top : bottom - patch.top, left - patch.left : right - patch.left] > 0.5
        for patch in (upper, lower)
    ]
    return bool((cuts[0] & cuts[1]).any())
