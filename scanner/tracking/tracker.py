"""Tracker of the cards on a table: position, since when, what changed.

The tracker is pure: its input alone determines its output. It accepts only readings of a table at rest, each later
than the one before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.reads import CardRead, PictureRead
from scanner.tracking.camera_shift import shifted
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


@dataclass(frozen=True, slots=True)
class TrackerConfig:
    """Thresholds of the tracker, set on the synthetic sequences that its tests replay."""

    same_place_widths: float = 0.6
    """Card widths. Two cards whose centres are nearer than this are at the same place."""
    min_move_widths: float = 0.5
    """Card widths. A card has moved if its centre is further than this from where it was."""
    replaced_widths: float = 0.35
    """Card widths. A card this near to the place of a missing one has replaced it."""
    max_outline_shift_widths: float = 0.08
    """Card widths. Corners that shift by less are noise of the outline."""
    max_outline_turn_deg: float = 4
    """Degrees. An outline that turns by less has not turned."""
    hidden_timeout_s: float = 30.0
    """Seconds over several rests after which a hidden card counts as gone."""
    min_missed_rests: int = 2
    """Rests that a hidden card must have missed before the time-out applies."""
    min_camera_shift_widths: float = 0.12
    """Card widths. A common shift of the cards by less than this is no push of the camera."""
    min_camera_pairs: int = 3
    """Identified cards needed to tell a push of the camera from moved cards."""
    min_camera_inlier_share: float = 0.6
    """Share of the identified cards, 0..1, that must have shifted together."""
    camera_scale_range: tuple[float, float] = (0.9, 1.1)
    """Factors of scale between which a push of the camera may change the picture."""


CONFIG = TrackerConfig()


@dataclass(slots=True, eq=False)
class _Track:
    """A tracked card.

    `reference_image`: the small image in which the card was last detected. `poses`: what its poses were read as.
    `missed_rests`: rests in which it was not detected. `is_disputed`: the same card at the same place was surely read
    as two different faces.
    """

    track_id: int
    read: CardRead
    since: float
    last_seen: float
    reference_image: GreyImage
    poses: tuple[PoseReading, ...] = ()
    is_covered: bool = False
    missed_rests: int = 0
    is_disputed: bool = False


class TableTracker:
    """Tracks one table under one camera, with cards of the deck `deck`, which is of that kind."""

    def __init__(self, deck: str, kind: str) -> None:
        self._kind = kind
        self._tracks: list[_Track] = []
        self._next_id = 1
        self.state = TableState(0, 0.0, 1, 1, deck)

    def refresh_background(self, grey: GreyImage) -> None:
        """Compare from now on with this small image of the unchanged table at rest, because its light has changed."""
        for track in self._tracks:
            if not track.is_covered:
                track.reference_image = grey

    def update(self, time_s: float, grey: GreyImage, readings: Sequence[PictureRead]) -> TableState:
        """Take the small image and one to three readings of the table at rest, captured at monotonic second `time_s`.

        A picture that is not later than the last changes nothing, nor does a call without a reading.
        """
        if not readings or (self.state.version and time_s <= self.state.captured_at):
            return self.state
        reading, scale = readings[-1], MOTION_WIDTH_PX / readings[-1].width
        detections = fuse_readings(readings, self._kind)
        camera_shifted = self._compensate_camera_shift(detections)
        changes: list[TableChange] = []
        differences = {id(track): difference_mask(grey, track.reference_image) for track in self._tracks}
        outlines = {track.track_id: _scaled_corners(track.read, scale) for track in self._tracks}

        def place_state(track: _Track) -> str:
            if camera_shifted:
                return "hidden"
            others = [corners for track_id, corners in outlines.items() if track_id != track.track_id]
            others += [
                _scaled_corners(card, scale)
                for card in detections
                if distance_in_widths(track.read, card) > CONFIG.same_place_widths
            ]
            return classify_place(differences[id(track)], outlines[track.track_id], others)

        matched, new_cards, missed = self._match_tracks(detections, place_state)
        for track, card in matched:
            changes += self._update_track(track, card, time_s, grey, is_unchanged=place_state(track) == "same")
        for track in missed:
            is_replaced = any(distance_in_widths(track.read, card) < CONFIG.replaced_widths for card in detections)
            is_late = time_s - track.last_seen > CONFIG.hidden_timeout_s
            is_given_up = is_late and track.missed_rests >= CONFIG.min_missed_rests
            if is_replaced or is_given_up or place_state(track) == "bare":
                changes.append(TableChange(track.track_id, "gone", track.read.card, time_s))
                self._tracks.remove(track)
            else:
                track.is_covered, track.missed_rests = place_state(track) == "hidden", track.missed_rests + 1
        for card in new_cards:
            read, poses = with_other_poses(card, (), self._kind)
            self._tracks.append(_Track(self._next_id, read, time_s, time_s, grey, poses))
            changes.append(TableChange(self._next_id, "appeared", read.card, time_s))
            self._next_id += 1
        return self._next_state(time_s, reading, changes)

    def _next_state(self, time_s: float, reading: PictureRead, changes: list[TableChange]) -> TableState:
        """Publish the next state. Without news its version and changes stay those of the state before."""
        reads = assign_codes(apply_deck_constraints([track.read for track in self._tracks], self._kind), self._kind)
        cards = []
        for track, read in zip(self._tracks, reads, strict=True):
            if read.card is not None:
                track.read = replace(track.read, card=read.card)
            if track.is_covered:
                read = replace(read, sure=False, doubt="covered")  # noqa: PLW2901  the same card, as it is published
            cards.append(TrackedCard(track.track_id, read, track.since, track.is_covered))
        codes = {card.track_id: card.read.card for card in cards}
        coded_changes = tuple(replace(change, card=codes.get(change.track_id, change.card)) for change in changes)
        state = self.state
        has_news = (tuple(cards), reading.width, reading.height) != (state.cards, state.width, state.height)
        self.state = TableState(
            state.version + (has_news or not state.version),
            time_s,
            reading.width,
            reading.height,
            state.deck,
            tuple(cards),
            coded_changes if has_news else state.changes,
        )
        return self.state

    def _update_track(
        self, track: _Track, card: CardRead, time_s: float, grey: GreyImage, *, is_unchanged: bool
    ) -> list[TableChange]:
        """Update a track with its new detection and return what changed. `is_unchanged`: its place looks the same."""
        previous = track.read
        kind, same_face = "", self._canonical_face(card) == self._canonical_face(previous)
        if card.face != previous.face:
            kind = "turned"
            track.poses = ()
        elif distance_in_widths(previous, card) > CONFIG.min_move_widths:
            kind = "moved"
        elif not card.sure and previous.sure and same_face:
            card = replace(card, sure=True, doubt="", confidence=previous.confidence)  # only the light has changed
        track.is_disputed = not kind and is_unchanged and (track.is_disputed or (previous.sure and not same_face))
        if track.is_disputed:
            card = replace(card, sure=False, doubt="close_call")  # repeating either reading proves nothing
        if same_face:
            card = replace(card, card=previous.card)  # the card keeps its code among those of one face
        if not kind and _is_same_outline(previous, card):
            card = replace(card, corners=previous.corners)  # noise of outline or confidence must not make a new version
            card = previous if card.sure and previous.sure and same_face else card
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
        """Match tracks and detections greedily: the matches, the new cards, the tracks without a detection."""
        tracks, cards = list(self._tracks), list(detections)
        matches: list[tuple[_Track, CardRead]] = []

        def match(track: _Track, card: CardRead) -> None:
            matches.append((track, card))
            tracks.remove(track)
            cards[:] = [rest for rest in cards if rest is not card]

        # First cards with the same face at the same place, then the same face elsewhere, then the same place alone.
        pairs = sorted(
            (
                (distance_in_widths(track.read, card), n, m)
                for n, track in enumerate(self._tracks)
                for m, card in enumerate(detections)
            ),
        )
        for distance, n, m in pairs:
            track, card = self._tracks[n], detections[m]
            if (
                distance < CONFIG.same_place_widths
                and track in tracks
                and _contains(card, cards)
                and self._canonical_face(track.read) == self._canonical_face(card)
            ):
                match(track, card)
        for _, n, m in pairs:
            track, card = self._tracks[n], detections[m]
            face = self._canonical_face(card)
            same_face = face is not None and self._canonical_face(track.read) == face
            credible = card.sure or track.read.sure or self._is_only_copy(card, detections)
            if track in tracks and _contains(card, cards) and same_face and credible:
                match(track, card)
        for distance, n, m in pairs:
            track, card = self._tracks[n], detections[m]
            if distance < CONFIG.same_place_widths and track in tracks and _contains(card, cards):
                turned = track.read.face != card.face
                both_sure = track.read.sure and card.sure
                if turned or not both_sure or place_state(track) == "same":
                    match(track, card)
        return matches, cards, tracks

    def _is_only_copy(self, card: CardRead, detections: list[CardRead]) -> bool:
        """Whether the card is the only one of its face on the table, now and before."""
        face = self._canonical_face(card)
        current = Counter(self._canonical_face(detection) for detection in detections)
        previous = Counter(self._canonical_face(track.read) for track in self._tracks)
        return current[face] == previous[face] == 1

    def _compensate_camera_shift(self, detections: list[CardRead]) -> bool:
        """Move all tracks along if the camera was pushed, that is if most cards made the same small shift together."""
        detected_faces = Counter(self._canonical_face(card) for card in detections if card.sure)
        tracked_faces = Counter(self._canonical_face(track.read) for track in self._tracks)
        tracks = {self._canonical_face(track.read): track for track in self._tracks}
        pairs = [
            (tracks[face].read, card)
            for card in detections
            if card.sure and (face := self._canonical_face(card)) and detected_faces[face] == tracked_faces[face] == 1
        ]
        if len(pairs) < CONFIG.min_camera_pairs:
            return False
        old = np.array([card_center(previous) for previous, _ in pairs], np.float32)
        new = np.array([card_center(card) for _, card in pairs], np.float32)
        size = float(np.mean([card_width(card) for _, card in pairs]))
        transform, inliers = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=size / 6)
        min_inliers = max(CONFIG.min_camera_pairs, CONFIG.min_camera_inlier_share * len(pairs))
        if transform is None or inliers.sum() < min_inliers:
            return False
        shifts = np.linalg.norm(new - old, axis=1)[inliers.ravel() > 0]
        scale = math.hypot(transform[0, 0], transform[1, 0])
        min_scale, max_scale = CONFIG.camera_scale_range
        if float(np.median(shifts)) < CONFIG.min_camera_shift_widths * size or not min_scale < scale < max_scale:
            return False
        for track in self._tracks:
            track.read = shifted(track.read, np.asarray(transform, np.float64))
        return True


def _contains(card: CardRead, cards: list[CardRead]) -> bool:
    """Whether the list holds this very card. An equal one does not count."""
    return any(candidate is card for candidate in cards)


def _scaled_corners(card: CardRead, scale: float) -> Corners:
    return [(x * scale, y * scale) for x, y in card.corners]


def _is_same_outline(first: CardRead, second: CardRead) -> bool:
    size = card_width(first)
    turn_deg = abs((card_angle_deg(first) - card_angle_deg(second) + 180) % 360 - 180)
    corners = zip(first.corners, second.corners, strict=True)
    shift_px = max(math.hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in corners)
    return shift_px < size * CONFIG.max_outline_shift_widths and turn_deg < CONFIG.max_outline_turn_deg
