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
from scanner.tracking.fusion import Witness, angle, apart, coded, face_of, fused, middle, vouched, width, witnessed
from scanner.tracking.motion import WIDTH, Corners, Grey, changed, place
from scanner.tracking.table_state import Happening, Lying, TableState

_PLACE = 0.6  # of a card's width: what lies that near lies in the same place
_MOVED = 0.5
_INSTEAD = 0.35  # a card lying so near to where another lay is there in its stead
_BUMPED = 0.12
_FORGOTTEN_SECONDS = 30.0  # a card hidden that long, over several rests, is no longer supposed to be there


@dataclass(slots=True, eq=False)
class _Track:
    """A card followed: how it is read, the small picture it was last seen in, what its poses said."""

    number: int
    read: CardRead
    since: float
    seen: float
    grey: Grey
    witnesses: tuple[Witness, ...] = ()
    covered: bool = False
    missed: int = 0
    disputed: bool = False  # one card in one place was surely read as two


class Tabletop:
    """One table under one camera, laid with cards of the deck `deck`, which is of that kind."""

    def __init__(self, deck: str, kind: str) -> None:
        self._kind = kind
        self._tracks: list[_Track] = []
        self._next = 1
        self.state = TableState(0, 0.0, 1, 1, deck)

    def same(self, grey: Grey) -> None:
        """The table is at rest and looks as it did: from now on it is compared with this light."""
        for track in self._tracks:
            if not track.covered:
                track.grey = grey

    def saw(self, at: float, grey: Grey, readings: Sequence[PictureRead]) -> TableState:
        """The table at rest, its small picture and one to three readings of it, taken at monotonic second `at`.

        A picture not later than the last, and no reading at all, change nothing.
        """
        if not readings or (self.state.version and at <= self.state.at):
            return self.state
        reading, scale = readings[-1], WIDTH / readings[-1].width
        seen = fused(readings, self._kind)
        bumped = self._bump(seen)
        changes: list[Happening] = []
        difference = {id(track): changed(grey, track.grey) for track in self._tracks}
        others = {track.number: _scaled(track.read, scale) for track in self._tracks}

        def became(track: _Track) -> str:
            if bumped:
                return "hidden"
            beside = [corners for number, corners in others.items() if number != track.number]
            beside += [_scaled(card, scale) for card in seen if apart(track.read, card) > _PLACE]
            return place(difference[id(track)], others[track.number], beside)

        kept, new, lost = self._matched(seen, became)
        for track, card in kept:
            changes += self._follow(track, card, at, grey, same=became(track) == "same")
        for track in lost:
            instead = any(apart(track.read, card) < _INSTEAD for card in seen)
            if instead or became(track) == "bare" or (track.missed >= 2 and at - track.seen > _FORGOTTEN_SECONDS):
                changes.append(Happening(track.number, "gone", track.read.card, at))
                self._tracks.remove(track)
            else:
                track.covered, track.missed = became(track) == "hidden", track.missed + 1
        for card in new:
            read, witnesses = witnessed(card, (), self._kind)
            self._tracks.append(_Track(self._next, read, at, at, grey, witnesses))
            changes.append(Happening(self._next, "appeared", read.card, at))
            self._next += 1
        return self._told(at, reading, changes)

    def _told(self, at: float, reading: PictureRead, changes: list[Happening]) -> TableState:
        reads = coded(vouched([track.read for track in self._tracks], self._kind), self._kind)
        cards = []
        for track, read in zip(self._tracks, reads, strict=True):
            if read.card is not None:
                track.read = replace(track.read, card=read.card)
            if track.covered:
                read = replace(read, sure=False, doubt="covered")  # noqa: PLW2901  the same card, as it is told
            cards.append(Lying(track.number, read, track.since, track.covered))
        codes = {card.number: card.read.card for card in cards}
        told = tuple(replace(one, card=codes.get(one.number, one.card)) for one in changes)
        state = self.state
        news = (tuple(cards), reading.width, reading.height) != (state.cards, state.width, state.height)
        version = state.version + (news or not state.version)
        self.state = TableState(
            version, at, reading.width, reading.height, state.deck, tuple(cards), told if news else state.changes
        )
        return self.state

    def _follow(self, track: _Track, card: CardRead, at: float, grey: Grey, *, same: bool) -> list[Happening]:
        """A card seen again, its place looking the `same` or not: what became of it."""
        before = track.read
        kind, named = "", self._face(card) == self._face(before)
        if card.face != before.face:
            kind = "turned"
            track.witnesses = ()
        elif apart(before, card) > _MOVED:
            kind = "moved"
        elif not card.sure and before.sure and named:
            card = replace(card, sure=True, doubt="", confidence=before.confidence)  # light came and went, it stayed
        track.disputed = not kind and same and (track.disputed or (before.sure and not named))
        if track.disputed:
            card = replace(card, sure=False, doubt="close_call")  # repeating either reading proves nothing
        if named:
            card = replace(card, card=before.card)  # faces that are one to the rules: it keeps its code
        if not kind and _alike_outline(before, card):
            card = replace(card, corners=before.corners)  # the trembling of an outline is no news, nor of a figure
            card = before if card.sure and before.sure and named else card
        track.read, track.witnesses = witnessed(card, track.witnesses, self._kind)
        track.seen, track.grey, track.covered, track.missed = at, grey, False, 0
        if kind:
            track.since = at
        return [Happening(track.number, kind, card.card, at)] if kind else []

    def _face(self, card: CardRead) -> str | None:
        return None if card.card is None else face_of(self._kind).get(card.card, card.card)

    def _matched(
        self, seen: list[CardRead], became: Callable[[_Track], str]
    ) -> tuple[list[tuple[_Track, CardRead]], list[CardRead], list[_Track]]:
        """Which card seen is which card followed; cards that are new; cards not seen."""
        tracks, cards = list(self._tracks), list(seen)
        kept: list[tuple[_Track, CardRead]] = []

        def pair(track: _Track, card: CardRead) -> None:
            kept.append((track, card))
            tracks.remove(track)
            cards[:] = [one for one in cards if one is not card]

        # First what lies where it lay and is what it was; then what carries its name elsewhere; then the place alone.
        near = sorted(
            ((apart(track.read, card), n, m) for n, track in enumerate(self._tracks) for m, card in enumerate(seen)),
        )
        for distance, n, m in near:
            track, card = self._tracks[n], seen[m]
            if (
                distance < _PLACE
                and track in tracks
                and _in(card, cards)
                and self._face(track.read) == self._face(card)
            ):
                pair(track, card)
        for _, n, m in near:
            track, card = self._tracks[n], seen[m]
            named = self._face(card) is not None and self._face(track.read) == self._face(card)
            credible = card.sure or track.read.sure or self._only(card, seen)
            if track in tracks and _in(card, cards) and named and credible:
                pair(track, card)
        for distance, n, m in near:
            track, card = self._tracks[n], seen[m]
            if distance < _PLACE and track in tracks and _in(card, cards):
                turned = track.read.face != card.face
                both = track.read.sure and card.sure
                if turned or not both or became(track) == "same":
                    pair(track, card)
        return kept, cards, tracks

    def _only(self, card: CardRead, seen: list[CardRead]) -> bool:
        """Whether it is the one card of its face on the table, now and before."""
        face = self._face(card)
        now = Counter(self._face(one) for one in seen)
        before = Counter(self._face(track.read) for track in self._tracks)
        return now[face] == before[face] == 1

    def _bump(self, seen: list[CardRead]) -> bool:
        """Carries every card along when the camera was pushed: most cards made one and the same small step together."""
        names = Counter(self._face(card) for card in seen if card.sure)
        known = {
            self._face(track.read): track
            for track in self._tracks
            if Counter(self._face(one.read) for one in self._tracks)[self._face(track.read)] == 1
        }
        pairs = [
            (known[face].read, card)
            for card in seen
            if card.sure and (face := self._face(card)) and names[face] == 1 and face in known
        ]
        if len(pairs) < 3:
            return False
        old = np.array([middle(before) for before, _ in pairs], np.float32)
        new = np.array([middle(card) for _, card in pairs], np.float32)
        size = float(np.mean([width(card) for _, card in pairs]))
        found, inliers = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=size / 6)
        if found is None or inliers.sum() < max(3.0, 0.6 * len(pairs)):
            return False
        steps = np.linalg.norm(new - old, axis=1)[inliers.ravel() > 0]
        scale = math.hypot(found[0, 0], found[1, 0])
        if float(np.median(steps)) < _BUMPED * size or not 0.9 < scale < 1.1:
            return False
        for track in self._tracks:
            points = np.array(track.read.corners, np.float32).reshape(-1, 1, 2)
            a, b, c, d = ((float(x), float(y)) for x, y in cv2.transform(points, found).reshape(-1, 2))
            track.read = replace(track.read, corners=(a, b, c, d))
        return True


def _in(card: CardRead, cards: list[CardRead]) -> bool:
    return any(one is card for one in cards)


def _scaled(card: CardRead, scale: float) -> Corners:
    return [(x * scale, y * scale) for x, y in card.corners]


def _alike_outline(one: CardRead, other: CardRead) -> bool:
    size = width(one)
    turned = abs((angle(one) - angle(other) + 180) % 360 - 180)
    off = max(math.hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in zip(one.corners, other.corners, strict=True))
    return off < size * 0.08 and turned < 4
