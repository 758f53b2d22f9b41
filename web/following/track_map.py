"""Cards that keep their identity though the scanner began anew.

A new worker's tracker knows none of the cards and numbers them from 1. They are joined by place and name with those
that lay there before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from types import MappingProxyType

from scorer.following.sighting import Change, Rest, SeenCard

MAX_SHIFT = 0.06
"""How far the middle of a card may have moved while nobody watched, as a share of the picture: about half a card."""


@dataclass(frozen=True, slots=True)
class TrackMap:
    """Numbers of cards as the round has them, by those of the worker that runs now. `next_number` is free."""

    numbers: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    next_number: int = 1

    def renumber(self, rest: Rest) -> tuple[TrackMap, Rest]:
        """The rest with the round's numbers, and the map with those of cards that came new."""
        earlier = [change.before for change in rest.changes if change.before]
        numbers, free = dict(self.numbers), self.next_number
        for card in (*rest.table, *(change.card for change in rest.changes), *earlier):
            if card.track not in numbers:
                numbers[card.track], free = free, free + 1

        def renumbered(card: SeenCard) -> SeenCard:
            return replace(card, track=numbers[card.track])

        changes = tuple(
            replace(change, card=renumbered(change.card), before=change.before and renumbered(change.before))
            for change in rest.changes
        )
        return TrackMap(numbers, free), replace(rest, changes=changes, table=tuple(map(renumbered, rest.table)))

    def rejoin(self, known: Sequence[SeenCard], rest: Rest) -> tuple[TrackMap, Rest]:
        """As `renumber`, for the first rest of a new worker: its changes are those against the `known` table."""
        before = {card.track: card for card in known}
        numbers: dict[int, int] = {}
        for card in rest.table:
            near = [other for other in before.values() if other.track not in numbers.values() and _is_same(other, card)]
            if near:
                numbers[card.track] = min(near, key=lambda other: dist(other.position, card.position)).track
        joined, arrived = TrackMap(numbers, self.next_number).renumber(replace(rest, changes=()))
        return joined, replace(arrived, changes=table_changes(known, arrived.table))


def table_changes(before: Sequence[SeenCard], after: Sequence[SeenCard]) -> tuple[Change, ...]:
    """What happened between two tables, in an order that games have: turned, moved, laid, then taken away."""
    old = {card.track: card for card in before}
    changes: list[Change] = []
    for card in after:
        was = old.get(card.track)
        if was is not None and was.is_face_up != card.is_face_up:
            changes.append(Change("turned", card, was))
        elif was is not None and was.zone != card.zone:
            changes.append(Change("moved", card, was))
    changes += [Change("appeared", card) for card in after if card.track not in old]
    there = {card.track for card in after}
    return (*changes, *(Change("left", card) for card in before if card.track not in there))


def with_seats(rest: Rest, seats: Mapping[int, int]) -> Rest:
    """The rest with each zone as its seat. `seats`: by zone; the zone of somebody who rests counts as the middle."""

    def seated(card: SeenCard) -> SeenCard:
        return replace(card, zone=None if card.zone is None else seats.get(card.zone))

    changes = tuple(
        replace(change, card=seated(change.card), before=change.before and seated(change.before))
        for change in rest.changes
    )
    return replace(rest, changes=changes, table=tuple(map(seated, rest.table)))


def _is_same(known: SeenCard, card: SeenCard) -> bool:
    """Whether both can be one card: at the same place, and not two different faces."""
    if dist(known.position, card.position) > MAX_SHIFT:
        return False
    names = {code for code, _ in known.names} & {code for code, _ in card.names}
    return bool(names) or not (known.is_face_up and card.is_face_up)
