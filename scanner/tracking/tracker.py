"""見張り mihari: rest after rest of a table becomes one table: what lies where, since when, what changed.

Pure: what it is told decides what it says. Only readings of a table at rest may be told, each later than the last.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.reads import CardRead, PictureRead
from scanner.tracking.fusion import (
    PoseReading,
    apply_deck_constraints,
    assign_codes,
    canonical_codes,
    card_angle_deg,
    card_center,
    card_width,
    distance_in_widths,
    fuse_readings,
    with_other_poses,
)
from scanner.tracking.motion import MOTION_WIDTH_PX, Corners, GreyImage, classify_place, difference_mask
from scanner.tracking.table_state import TableChange, TableState, TrackedCard

_SAME_PLACE_WIDTHS = 0.6  # of a card's width: what lies that near lies in the same place
_MIN_MOVE_WIDTHS = 0.5
_REPLACED_WIDTHS = 0.35  # a card lying so near to where another lay is there in its stead
_MIN_CAMERA_SHIFT_WIDTHS = 0.12
_HIDDEN_TIMEOUT_S = 30.0  # a card hidden that long, over several rests, is no longer supposed to be there


@dataclass(slots=True, eq=False)
class _Track:
    """A card followed: how it is read, the small picture it was last seen in, what its poses said."""

    track_id: int
    read: CardRead
    since: float
    last_seen: float
    reference_image: GreyImage
    poses: tuple[PoseReading, ...] = ()
    is_covered: bool = False
    missed_rests: int = 0
    is_disputed: bool = False  # one card in one place was surely read as two


class TableTracker:
    """One table under one camera, laid with cards of the deck `deck`, which is of that kind."""

    def __init__(self, deck: str, kind: str) -> None:
        self._kind = kind
        self._tracks: list[_Track] = []
        self._next_id = 1
        self.state = TableState(0, 0.0, 1, 1, deck)

    def refresh_background(self, grey: GreyImage) -> None:
        """The table is at rest and looks as it did: from now on it is compared with this light."""
        for track in self._tracks:
            if not track.is_covered:
                track.reference_image = grey

    def update(self, time_s: float, grey: GreyImage, readings: Sequence[PictureRead]) -> TableState:
        """The table at rest, its small picture and one to three readings of it, taken at monotonic second `at`.

        A picture not later than the last, and no reading at all, change nothing.
        """
        if not readings or (self.state.version and time_s <= self.state.captured_at):
            return self.state
        reading, scale = readings[-1], MOTION_WIDTH_PX / readings[-1].width
        seen = fuse_readings(readings, self._kind)
        bumped = self._compensate_camera_shift(seen)
        changes: list[TableChange] = []
        difference = {id(track): difference_mask(grey, track.reference_image) for track in self._tracks}
        others = {track.track_id: _scaled_corners(track.read, scale) for track in self._tracks}

        def place_state(track: _Track) -> str:
            if bumped:
                return "hidden"
            beside = [corners for number, corners in others.items() if number != track.track_id]
            beside += [
                _scaled_corners(card, scale)
                for card in seen
                if distance_in_widths(track.read, card) > _SAME_PLACE_WIDTHS
            ]
            return classify_place(difference[id(track)], others[track.track_id], beside)

        kept, new, lost = self._match_tracks(seen, place_state)
        for track, card in kept:
            changes += self._update_track(track, card, time_s, grey, is_unchanged=place_state(track) == "same")
        for track in lost:
            instead = any(distance_in_widths(track.read, card) < _REPLACED_WIDTHS for card in seen)
            if (
                instead
                or place_state(track) == "bare"
                or (track.missed_rests >= 2 and time_s - track.last_seen > _HIDDEN_TIMEOUT_S)
            ):
                changes.append(TableChange(track.track_id, "gone", track.read.card, time_s))
                self._tracks.remove(track)
            else:
                track.is_covered, track.missed_rests = place_state(track) == "hidden", track.missed_rests + 1
        for card in new:
            read, witnesses = with_other_poses(card, (), self._kind)
            self._tracks.append(_Track(self._next_id, read, time_s, time_s, grey, witnesses))
            changes.append(TableChange(self._next_id, "appeared", read.card, time_s))
            self._next_id += 1
        return self._next_state(time_s, reading, changes)

    def _next_state(self, time_s: float, reading: PictureRead, changes: list[TableChange]) -> TableState:
        reads = assign_codes(apply_deck_constraints([track.read for track in self._tracks], self._kind), self._kind)
        cards = []
        for track, read in zip(self._tracks, reads, strict=True):
            if read.card is not None:
                track.read = replace(track.read, card=read.card)
            if track.is_covered:
                read = replace(read, sure=False, doubt="covered")  # noqa: PLW2901  the same card, as it is told
            cards.append(TrackedCard(track.track_id, read, track.since, track.is_covered))
        codes = {card.track_id: card.read.card for card in cards}
        told = tuple(replace(one, card=codes.get(one.track_id, one.card)) for one in changes)
        state = self.state
        news = (tuple(cards), reading.width, reading.height) != (state.cards, state.width, state.height)
        version = state.version + (news or not state.version)
        self.state = TableState(
            version, time_s, reading.width, reading.height, state.deck, tuple(cards), told if news else state.changes
        )
        return self.state

    def _update_track(
        self, track: _Track, card: CardRead, time_s: float, grey: GreyImage, *, is_unchanged: bool
    ) -> list[TableChange]:
        """A card seen again, its place looking the `same` or not: what became of it."""
        before = track.read
        kind, named = "", self._canonical_face(card) == self._canonical_face(before)
        if card.face != before.face:
            kind = "turned"
            track.poses = ()
        elif distance_in_widths(before, card) > _MIN_MOVE_WIDTHS:
            kind = "moved"
        elif not card.sure and before.sure and named:
            card = replace(card, sure=True, doubt="", confidence=before.confidence)  # light came and went, it stayed
        track.is_disputed = not kind and is_unchanged and (track.is_disputed or (before.sure and not named))
        if track.is_disputed:
            card = replace(card, sure=False, doubt="close_call")  # repeating either reading proves nothing
        if named:
            card = replace(card, card=before.card)  # faces that are one to the rules: it keeps its code
        if not kind and _is_same_outline(before, card):
            card = replace(card, corners=before.corners)  # the trembling of an outline is no news, nor of a figure
            card = before if card.sure and before.sure and named else card
        track.read, track.poses = with_other_poses(card, track.poses, self._kind)
        track.last_seen, track.reference_image, track.is_covered, track.missed_rests = time_s, grey, False, 0
        if kind:
            track.since = time_s
        return [TableChange(track.track_id, kind, card.card, time_s)] if kind else []

    def _canonical_face(self, card: CardRead) -> str | None:
        return None if card.card is None else canonical_codes(self._kind).get(card.card, card.card)

    def _match_tracks(
        self, detections: list[CardRead], place_state: Callable[[_Track], str]
    ) -> tuple[list[tuple[_Track, CardRead]], list[CardRead], list[_Track]]:
        """Which card seen is which card followed; cards that are new; cards not seen."""
        tracks, cards = list(self._tracks), list(detections)
        kept: list[tuple[_Track, CardRead]] = []

        def match(track: _Track, card: CardRead) -> None:
            kept.append((track, card))
            tracks.remove(track)
            cards[:] = [one for one in cards if one is not card]

        # First what lies where it lay and is what it was; then what carries its name elsewhere; then the place alone.
        near = sorted(
            (
                (distance_in_widths(track.read, card), n, m)
                for n, track in enumerate(self._tracks)
                for m, card in enumerate(detections)
            ),
        )
        for distance, n, m in near:
            track, card = self._tracks[n], detections[m]
            if (
                distance < _SAME_PLACE_WIDTHS
                and track in tracks
                and _contains(card, cards)
                and self._canonical_face(track.read) == self._canonical_face(card)
            ):
                match(track, card)
        for _, n, m in near:
            track, card = self._tracks[n], detections[m]
            named = self._canonical_face(card) is not None and self._canonical_face(track.read) == self._canonical_face(
                card
            )
            credible = card.sure or track.read.sure or self._is_only_copy(card, detections)
            if track in tracks and _contains(card, cards) and named and credible:
                match(track, card)
        for distance, n, m in near:
            track, card = self._tracks[n], detections[m]
            if distance < _SAME_PLACE_WIDTHS and track in tracks and _contains(card, cards):
                turned = track.read.face != card.face
                both = track.read.sure and card.sure
                if turned or not both or place_state(track) == "same":
                    match(track, card)
        return kept, cards, tracks

    def _is_only_copy(self, card: CardRead, detections: list[CardRead]) -> bool:
        """Whether it is the one card of its face on the table, now and before."""
        face = self._canonical_face(card)
        now = Counter(self._canonical_face(one) for one in detections)
        before = Counter(self._canonical_face(track.read) for track in self._tracks)
        return now[face] == before[face] == 1

    def _compensate_camera_shift(self, detections: list[CardRead]) -> bool:
        """Carries every card along when the camera was pushed: most cards made one and the same small step together."""
        names = Counter(self._canonical_face(card) for card in detections if card.sure)
        known = {
            self._canonical_face(track.read): track
            for track in self._tracks
            if Counter(self._canonical_face(one.read) for one in self._tracks)[self._canonical_face(track.read)] == 1
        }
        pairs = [
            (known[face].read, card)
            for card in detections
            if card.sure and (face := self._canonical_face(card)) and names[face] == 1 and face in known
        ]
        if len(pairs) < 3:
            return False
        old = np.array([card_center(before) for before, _ in pairs], np.float32)
        new = np.array([card_center(card) for _, card in pairs], np.float32)
        size = float(np.mean([card_width(card) for _, card in pairs]))
        found, inliers = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=size / 6)
        if found is None or inliers.sum() < max(3.0, 0.6 * len(pairs)):
            return False
        steps = np.linalg.norm(new - old, axis=1)[inliers.ravel() > 0]
        scale = math.hypot(found[0, 0], found[1, 0])
        if float(np.median(steps)) < _MIN_CAMERA_SHIFT_WIDTHS * size or not 0.9 < scale < 1.1:
            return False
        for track in self._tracks:
            points = np.array(track.read.corners, np.float32).reshape(-1, 1, 2)
            a, b, c, d = ((float(x), float(y)) for x, y in cv2.transform(points, found).reshape(-1, 2))
            track.read = replace(track.read, corners=(a, b, c, d))
        return True


def _contains(card: CardRead, cards: list[CardRead]) -> bool:
    return any(one is card for one in cards)


def _scaled_corners(card: CardRead, scale: float) -> Corners:
    return [(x * scale, y * scale) for x, y in card.corners]


def _is_same_outline(first: CardRead, second: CardRead) -> bool:
    size = card_width(first)
    turned = abs((card_angle_deg(first) - card_angle_deg(second) + 180) % 360 - 180)
    off = max(math.hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in zip(first.corners, second.corners, strict=True))
    return off < size * 0.08 and turned < 4
