"""From the cards that are followed to what the page shows of them."""

from __future__ import annotations

from dataclasses import replace

from scanner.reads import Alternative, CardRead
from scanner.tracking.followed_table import FollowedCard, FollowedTable
from scanner.tracking.motion import MOTION_WIDTH_PX
from scanner.tracking.pack import apply_deck_constraints, assign_codes, canonical_codes
from scanner.tracking.places import distance_in_widths
from scanner.tracking.table_state import TableChange, TableState, TrackedCard

_REPLACED_WIDTHS = 0.35
"""Card widths. A card this near to one that cannot be seen any more has replaced it."""


def publish_table(state: TableState, table: FollowedTable, time_s: float, size: tuple[int, int]) -> TableState:
    """The state after a rest at second `time_s`, on a picture of `size` (width, height) pixels.

    Without news its version and changes stay those of the state before.
    """
    width, height = size
    before = {card.track_id: card for card in state.cards}
    shown = sorted(_visible_cards(table), key=lambda card: card.number)
    reads = [_read(card, before.get(card.number), table.kind, width / MOTION_WIDTH_PX) for card in shown]
    reads = assign_codes(apply_deck_constraints(reads, table.kind), table.kind)
    cards = tuple(
        TrackedCard(
            card.number,
            replace(read, sure=False, doubt="covered") if card.cover else read,
            card.since,
            is_covered=bool(card.cover),
        )
        for card, read in zip(shown, reads, strict=True)
    )
    has_news = (cards, width, height) != (state.cards, state.width, state.height)
    return TableState(
        state.version + (has_news or not state.version),
        time_s,
        width,
        height,
        state.deck,
        cards,
        _changes(before, cards, time_s) if has_news else state.changes,
    )


def _visible_cards(table: FollowedTable) -> list[FollowedCard]:
    """The cards as the page shows them: of two in one place the one that can be seen.

    A back where a face lay is taken for the card turned over, and has its number. To the reducer it is another card
    until more is known, for a card may be laid on another.
    """
    shown = {card.number: card for card in table.cards}
    for below in table.cards:
        above = [
            card
            for card in table.cards
            if below.cover == "card"
            and not card.cover
            and card.number in shown
            and distance_in_widths(below.read, card.read) < _REPLACED_WIDTHS
        ]
        if not above:
            continue
        del shown[below.number]
        if below.is_face_up and not above[0].is_face_up:
            del shown[above[0].number]
            shown[below.number] = replace(above[0], number=below.number)
    return list(shown.values())


def _read(card: FollowedCard, before: TrackedCard | None, kind: str, scale: float) -> CardRead:
    """The card as all readings of it say it, corners in pixels of the picture."""
    read = card.read.scaled(scale, scale)
    if not card.is_face_up:
        return read
    (face, probability), *others = card.evidence.ranked()
    faces = canonical_codes(kind)
    known = (before.read.card if before is not None else None, card.read.card)
    doubt = "" if card.is_sure else card.read.doubt or "close_call"
    return replace(
        read,
        card=next((code for code in known if code is not None and faces.get(code, code) == face), face),
        confidence=probability,
        sure=card.is_sure,
        alternatives=tuple(Alternative(other, share) for other, share in others[:5]),
        doubt="close_call" if card.evidence.is_disputed else doubt,
    )


def _changes(before: dict[int, TrackedCard], cards: tuple[TrackedCard, ...], time_s: float) -> tuple[TableChange, ...]:
    """What happened between two rests, the cards that are gone first."""
    now = {card.track_id for card in cards}
    changes = [
        TableChange(number, "gone", card.read.card, time_s) for number, card in before.items() if number not in now
    ]
    for card in cards:
        earlier = before.get(card.track_id)
        if earlier is None:
            kind = "appeared"
        elif earlier.read.face != card.read.face:
            kind = "turned"
        elif earlier.since != card.since:
            kind = "moved"
        else:
            continue
        changes.append(TableChange(card.track_id, kind, card.read.card, card.since))
    return tuple(changes)
