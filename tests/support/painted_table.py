"""Frames of flat cards, and a reader that knows them: quick to make."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from scanner.detection.detector import Region
from scanner.following.play_watcher import PlayWatcher
from scanner.following.zones import PlayZones, default_zones
from scanner.imaging.image import ColorImage
from scanner.reads import Alternative, CardRead, PictureRead
from scorer.following.sighting import Change, Rest

WIDTH, HEIGHT = 640, 360
CARD = (38.0, 62.0)
FRAME_S = 0.2
GRAINS = [np.random.default_rng(seed).integers(0, 5, (HEIGHT, WIDTH, 3)).astype(np.uint8) for seed in range(5)]
"""Camera noise, which differs from frame to frame."""
cv2.setNumThreads(1)  # small pictures: threads would only wait for each other


@dataclass(frozen=True)
class PaintedCard:
    """A card of the painted table: its code (None face down), its centre in pixels and its angle in degrees."""

    code: str | None
    x: float
    y: float
    angle: float = 0.0

    def corners(self) -> tuple[tuple[float, float], ...]:
        turn = np.radians(self.angle)
        across, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        centre = np.array([self.x, self.y])
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return tuple(
            tuple(float(part) for part in centre + a * CARD[0] / 2 * across + b * CARD[1] / 2 * down) for a, b in signs
        )


@dataclass
class PaintedTable:
    """Cards by name, the lowest first, and circles `covers` painted over them."""

    cards: dict[str, PaintedCard] = field(default_factory=dict)
    covers: list[tuple[tuple[int, int], int]] = field(default_factory=list)
    doubts: dict[str, CardRead] = field(default_factory=dict)
    light: float = 1.0
    shift: tuple[int, int] = (0, 0)
    noise: int = 0
    now: float = 0.0
    reads: int = 0
    cards_by_frame: dict[int, dict[str, PaintedCard]] = field(default_factory=dict)

    def frame(self) -> ColorImage:
        """The next picture, (360, 640, 3) uint8 BGR. Its noise differs from frame to frame."""
        self.noise += 1
        rng = np.random.default_rng(7)
        picture = cv2.resize(rng.integers(70, 110, (12, 20, 3)).astype(np.uint8), (WIDTH, HEIGHT))
        for card in self.cards.values():
            outline = np.round(card.corners()).astype(int)
            seed = zlib.crc32((card.code or "back").encode())
            colors = np.random.default_rng(seed).integers(0, 255, (2, 3))
            if card.code is None:
                colors = np.array([[20, 30, 120], [20, 30, 160]])
            cv2.fillConvexPoly(picture, outline, (235, 240, 240))
            inner = (outline - outline.mean(axis=0)) * 0.85 + outline.mean(axis=0)
            cv2.fillConvexPoly(picture, np.round(inner).astype(int), tuple(map(int, colors[0])))
            half = np.round(np.array([inner[0], inner[1], inner.mean(axis=0)])).astype(int)
            cv2.fillConvexPoly(picture, half, tuple(map(int, colors[1])))
        for (x, y), radius in self.covers:
            cv2.circle(picture, (x, y), radius, (120, 150, 205), -1)
        dx, dy = self.shift
        picture = np.roll(picture, (dy, dx), axis=(0, 1))
        lit = picture if self.light == 1.0 else cv2.convertScaleAbs(picture, alpha=self.light)
        finished = np.asarray(cv2.add(lit, GRAINS[self.noise % len(GRAINS)]), np.uint8)
        self.cards_by_frame[zlib.crc32(finished.tobytes())] = dict(self.cards)
        return finished

    def read(
        self,
        frame: ColorImage,
        deck: str,
        region: Region,
        known: Sequence[CardRead] = (),
        places: Sequence[CardRead] = (),
    ) -> PictureRead:
        """Read a region without error: the cards of which at least 30 % shows."""
        del places
        self.reads += 1
        cards = self.cards_by_frame.get(zlib.crc32(frame.tobytes()), self.cards)
        owner = np.zeros((HEIGHT, WIDTH), np.int32)
        for number, card in enumerate(cards.values(), 1):
            cv2.fillConvexPoly(owner, np.round(card.corners()).astype(int), number)
        for (x, y), radius in self.covers:
            cv2.circle(owner, (x, y), radius, 0, -1)
        found = []
        for number, (name, card) in enumerate(cards.items(), 1):
            x, y = card.x + self.shift[0], card.y + self.shift[1]
            is_inside = region[0] <= x < region[2] and region[1] <= y < region[3]
            is_known = any(np.hypot(*(np.mean(other.corners, axis=0) - (x, y))) < 0.15 * CARD[0] for other in known)
            if not is_inside or is_known or (owner == number).sum() < 0.3 * CARD[0] * CARD[1]:
                continue
            corners = tuple((a + self.shift[0], b + self.shift[1]) for a, b in card.corners())
            read = CardRead(card.code, 0.999, True, "up" if card.code else "down", corners)  # type: ignore[arg-type]
            if name in self.doubts:
                read = replace(self.doubts[name], corners=read.corners)
            found.append(read)
        return PictureRead(WIDTH, HEIGHT, deck, 0.0, tuple(found))


@dataclass
class FollowedTable:
    """A painted table with a watcher that sees five frames a second."""

    table: PaintedTable = field(default_factory=PaintedTable)
    kind: str = "hanafuda"
    zones: PlayZones = field(default_factory=lambda: default_zones(2))
    rests: list[Rest] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watcher = PlayWatcher(self.kind, self.kind, self.zones, self.table.read)

    def watch(self, frames: int = 8) -> list[Change]:
        """Changes during the next `frames` frames."""
        count = len(self.rests)
        for _ in range(frames):
            self.table.now = round(self.table.now + FRAME_S, 3)
            rest = self.watcher.see(self.table.frame(), self.table.now)
            if rest is not None:
                self.rests.append(rest)
        return [change for rest in self.rests[count:] for change in rest.changes]


def list_changes(changes: Sequence[Change]) -> list[tuple[str, str | None]]:
    """Kind and likeliest name of each change."""
    return [(change.kind, change.card.names[0][0] if change.card.names else None) for change in changes]


def doubtful_read(code: str, other: str, confidence: float = 0.7) -> CardRead:
    """A card read as one of two faces, the first with `confidence`."""
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    others = (Alternative(other, 1 - confidence),)
    return CardRead(code, confidence, False, "up", corners, others, "close_call")
