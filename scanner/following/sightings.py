"""What the tracker says, in seats and codes instead of pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scanner.following.motion_trail import MotionTrail
from scanner.following.pixel_account import UnexplainedPart
from scanner.following.zones import PlayZones
from scanner.tracking.followed_table import CardEvent, FollowedCard, FollowedTable
from scanner.tracking.pack import copies_per_face
from scanner.tracking.places import card_center, card_width
from scorer.decks import decks
from scorer.following.sighting import Change, Rest, SeenCard, Unexplained

_BY_HAND = ("appeared", "moved", "left")
"""Kinds of events for which a hand reaches a card."""
_NO_TRAIL = MotionTrail()


@dataclass(slots=True)
class CodeBook:
    """Gives every followed card a code of its own where several codes are one face to the rules.

    A card keeps its code for the whole round, on the table and off it.
    """

    kind: str
    codes: dict[tuple[int, str], str] = field(default_factory=dict)

    def code(self, number: int, face: str, read_as: str | None = None) -> str:
        """The code of card `number` if it is of that face, given by its canonical code; `read_as` if that is free."""
        if (number, face) not in self.codes:
            same = sorted(decks()[self.kind].same_faces.get(face, (face,)), key=lambda code: code != read_as)
            taken = Counter(code for (other, _), code in self.codes.items() if other != number)
            copies = {code: decks()[self.kind].faces[code].copies for code in same}
            free = next((code for code in same if taken[code] < copies[code]), same[0])
            self.codes[number, face] = free
        return self.codes[number, face]


class SightingWriter:
    """Makes `Rest` values of the tracker's events for one table. `kind`: the kind of its deck."""

    def __init__(self, kind: str, zones: PlayZones) -> None:
        self._zones, self._codes, self._kind = zones, CodeBook(kind), kind
        self._latest_s = 0.0

    def to_rest(
        self,
        table: FollowedTable,
        events: Sequence[CardEvent],
        size: tuple[int, int],
        scale: float,
        trail: MotionTrail = _NO_TRAIL,
        *,
        is_news: bool = False,
    ) -> Rest | None:
        """What happened on a picture of `size` (width, height) pixels, `scale` times as large as the small one.

        `trail`: what moved before. None for nothing that belongs to this table, unless something else is news.
        """
        surplus = _surplus_cards(table)
        seen = {
            card.number: found
            for card in table.cards
            if card.is_told and (found := self._see(card.last_told or card, size, scale, surplus)) is not None
        }
        changes = []
        for event in events:
            now = seen.get(event.card.number) or self._see(event.card, size, scale, surplus)
            before = None if event.before is None else self._see(event.before, size, scale, surplus)
            if now is not None:
                hands = self._hands(event, now, size, scale, trail)
                is_start = event.kind == "appeared" and event.card.is_of_first_look
                changes.append(Change(event.kind, now, before, round(event.time_s, 3), hands, is_start))
        if not changes and table.is_clear and not is_news:
            return None
        self._latest_s = max(self._latest_s, *(event.time_s for event in events), *([] if events else [table.time_s]))
        return Rest(round(self._latest_s, 3), tuple(changes), tuple(seen.values()), table.is_clear)

    def places(self, parts: Sequence[UnexplainedPart], size: tuple[int, int], scale: float) -> tuple[Unexplained, ...]:
        """Where something lies that nothing explains, on a picture as in `to_rest`, but for what lies off the table."""
        found = []
        for part in parts:
            left, top, right, bottom = (side * scale for side in part.box)
            is_here, seat = self._zones.seat_at(
                ((left + right) / 2, (top + bottom) / 2), size, min(right - left, bottom - top)
            )
            if is_here:
                box = (left / size[0], top / size[1], (right - left) / size[0], (bottom - top) / size[1])
                since_s = round(part.since_s, 3)
                rounded = tuple(round(min(1.0, max(0.0, side)), 4) for side in box)
                found.append(Unexplained(part.number, seat, rounded, since_s, part.is_card_like))  # type: ignore[arg-type]
        return tuple(found)

    def _hands(
        self, event: CardEvent, card: SeenCard, size: tuple[int, int], scale: float, trail: MotionTrail
    ) -> tuple[int, ...]:
        """Whose hands may have laid or taken a card of the middle."""
        if card.zone is not None or event.kind not in _BY_HAND:
            return ()
        for points in reversed(trail.edges(event.card.read.corners, event.time_s)):
            seats = self._zones.seats_towards([(x * scale, y * scale) for x, y in points.tolist()], size)
            if seats:
                return seats
        return ()

    def _see(self, card: FollowedCard, size: tuple[int, int], scale: float, surplus: frozenset[int]) -> SeenCard | None:
        """The card as the rules hear of it, None for one that lies off the table."""
        x, y = (part * scale for part in card_center(card.read))
        is_on_table, seat = self._zones.seat_at((x, y), size, card_width(card.read) * scale)
        if not is_on_table:
            return None
        position = (min(1.0, max(0.0, x / size[0])), min(1.0, max(0.0, y / size[1])))
        names: tuple[tuple[str, float], ...] = ()
        if card.is_face_up:
            ranked = card.evidence.stated()
            names = tuple(
                (self._codes.code(card.number, face, card.read.card) if place == 0 else face, round(probability, 4))
                for place, (face, probability) in enumerate(ranked)
            )
        side = self._zones.side_at((x, y), size, card_width(card.read) * scale) if seat is None else None
        return SeenCard(card.number, seat, position, names, card.is_sure and card.number not in surplus, side)


def _surplus_cards(table: FollowedTable) -> frozenset[int]:
    """The numbers of cards of which more lie there than the pack holds: the last of them are in doubt."""
    left = Counter(copies_per_face(table.kind))
    surplus = set()
    for card in sorted(table.cards, key=lambda card: card.number):
        face = card.evidence.best if card.is_face_up and card.is_sure and card.missing_since is None else None
        if face is not None:
            left[face] -= 1
            if left[face] < 0:
                surplus.add(card.number)
    return frozenset(surplus)
