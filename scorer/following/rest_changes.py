"""The changes of a rest, completed by what its table shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scorer.following.accounts.explanation import SAME_SPOT
from scorer.following.evidence import is_same_face
from scorer.following.sighting import Change, Rest, SeenCard, Unexplained


def within_seats(rest: Rest, seats: int, people_per_seat: int = 1) -> Rest:
    """The rest with cards in zones of seats that nobody sits in taken as in the middle.

    Where pairs play, the zones of their partners come after those of all seats, and count as the seat of the pair.
    """

    def seat_of(zone: int | None) -> int | None:
        return zone % seats if zone is not None and 0 <= zone < seats * people_per_seat else None

    def by_hand(zones: Iterable[int]) -> tuple[int, ...]:
        if people_per_seat > 1:  # a pair may have one zone, and its partner sits elsewhere
            return ()
        return tuple(dict.fromkeys(seat for zone in zones if (seat := seat_of(zone)) is not None))

    def placed(card: SeenCard) -> SeenCard:
        return replace(card, zone=seat_of(card.zone), side=seat_of(card.side))

    changes = tuple(replace(change, card=placed(change.card), hands=by_hand(change.hands)) for change in rest.changes)
    return replace(rest, changes=changes, table=tuple(placed(card) for card in rest.table))


def within_seat(part: Unexplained, seats: int, people_per_seat: int = 1) -> Unexplained:
    """What lies in the zone of a partner as in that of the pair, and what lies where nobody sits as in the middle."""
    zone = part.zone
    is_here = zone is not None and 0 <= zone < seats * people_per_seat
    return replace(part, zone=zone % seats if is_here and zone is not None else None)


def complete_changes(lying: Mapping[int, SeenCard], rest: Rest) -> list[Change]:
    """The changes of a rest, and what else its table shows to be different from the cards that lay there before."""
    changes = list(_followed_on(rest.changes))
    now = table_after(lying, changes)
    if not rest.table and any(change.kind != "left" for change in changes):
        return changes
    table = {card.track: card for card in rest.table}
    changes += [Change("left", card, card) for track, card in now.items() if track not in table]
    for track, card in table.items():
        before = now.get(track)
        if before is None:
            changes.append(Change("appeared", card))
        elif before.is_face_up != card.is_face_up:
            changes.append(Change("turned", card, before))
        elif before.zone != card.zone:
            changes.append(Change("moved", card, before))
        elif _first_name(before) != _first_name(card) or before.is_sure != card.is_sure:
            changes.append(Change("renamed", card, before))
    return changes


def table_after(lying: Mapping[int, SeenCard], changes: Iterable[Change]) -> dict[int, SeenCard]:
    """The cards that lie there after changes, by track; `lying`: those that lay there before."""
    now = dict(lying)
    for change in changes:
        if change.kind == "left":
            now.pop(change.card.track, None)
        else:
            if change.kind == "followed" and change.before is not None:
                now.pop(change.before.track, None)
            now[change.card.track] = change.card
    return now


def _first_name(card: SeenCard) -> str | None:
    return card.names[0][0] if card.names else None


def _followed_on(changes: Sequence[Change]) -> Iterator[Change]:
    """The changes, with cards that left and appeared again at once at the same spot as cards that are followed on."""
    gone = [change for change in changes if change.kind == "left"]
    kept: list[Change] = []
    for change in changes:
        card = change.card
        same = next((each for each in gone if change.kind == "appeared" and is_same_card(each.card, card)), None)
        if same is None:
            kept.append(change)
            continue
        gone.remove(same)
        if same in kept:
            kept.remove(same)
        kept += [replace(change, kind="followed", before=same.card)]
    left = {change.card.track for change in gone}
    followed = {change.before.track for change in kept if change.kind == "followed" and change.before}
    for change in kept:
        if change.kind != "left" or change.card.track in left or change.card.track not in followed:
            yield change


def is_same_card(before: SeenCard, after: SeenCard) -> bool:
    """Whether two looks show the same card where it lay."""
    if before.track == after.track:  # it came and went
        return False
    if before.zone != after.zone or math.dist(before.position, after.position) > SAME_SPOT:
        return False
    if not before.names or not after.names:
        return True
    return any(is_same_face(before.names[0][0], name) for name, _ in after.names)


def leaving_share(lying: Mapping[int, SeenCard], changes: Iterable[Change]) -> str:
    """How many cards leave at once: "many" for half of the table or more."""
    count = sum(change.kind == "left" for change in changes)
    total = sum(card.is_face_up or card.zone is not None for card in lying.values())
    return "many" if 2 * count >= total and count > 1 else "some" if count > 1 else "one"
