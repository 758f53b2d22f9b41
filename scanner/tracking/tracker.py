"""The tracker: `(table, observation) -> (table, events)`, a pure reducer.

One identity a card: named when it comes to rest, kept under hands and under other cards, known again when it is moved.
No camera, no clock of its own: what it is told alone decides what it says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scanner.reads import CardRead
from scanner.tracking.association import (
    face_of,
    fate_of,
    known_face,
    match_moved,
    match_places,
    without_doubles,
)
from scanner.tracking.camera_shift import find_shift, shifted
from scanner.tracking.face_evidence import FaceEvidence, in_new_pose, with_reading
from scanner.tracking.followed_table import CardEvent, FollowedCard, FollowedTable, Observation
from scanner.tracking.look_schedule import CONFIG as LOOKS
from scanner.tracking.look_schedule import PUSHED
from scanner.tracking.motion import BoolMask, SmallImage, difference_mask
from scanner.tracking.pack import copies_per_face
from scanner.tracking.places import (
    changed_share,
    distance_in_widths,
    has_center_in,
    judge_place,
    overlap_share,
    rest_time,
)
from scanner.tracking.seen_once import is_card_seen_once


@dataclass(frozen=True, slots=True)
class FollowingConfig:
    """When what was seen is told, set on films of `fudayomi synth --film`."""

    hold_s: float = 0.5
    """Seconds for which a card that left may still turn up elsewhere before its leaving is told."""
    busy_hold_s: float = 2.0
    """The same while something moves or is still to be read: a hand may carry the card."""
    give_up_s: float = 2.5
    """Seconds after which a card that went missing counts as gone though its place could not be looked at again."""
    min_probability: float = 0.45
    """Probability, 0..1, that the likeliest name of a doubtful card needs: a hand looks like many cards a little."""
    moved_widths: float = 0.6
    """Card widths from which a card has been moved and was not only pushed."""
    min_changed_share: float = 0.12
    """Share of a new card's place, 0..1, that looks different from before."""
    max_overlooked_overlap: float = 0.4
    """Share of a card, 0..1, that may overlap with others if it was overlooked at first."""
    max_back_overlap: float = 0.5
    """Share of a face, 0..1, that a new back may cover without being looked at twice."""
    max_departed: int = 120
    """Cards that left and may come back, at most: more than any pack has."""


CONFIG = FollowingConfig()


def follow(table: FollowedTable, observation: Observation) -> tuple[FollowedTable, tuple[CardEvent, ...]]:
    """The table after one look, and what happened, in order. A look that is not later than the last changes nothing."""
    if observation.time_s <= table.time_s:
        return table, ()
    events: list[CardEvent] = []
    if observation.area is not None:
        table = _compensate_camera_shift(table, observation) if observation.is_whole else replace(table, is_clear=True)
        table = _look(table, observation, events)
    if not observation.is_busy:
        table = replace(table, cards=tuple(_tell_if_clear(card, observation, events) for card in table.cards))
    table = _tell_departures(replace(table, time_s=observation.time_s), events, is_busy=observation.is_busy)
    return table, tuple(sorted(events, key=lambda event: event.time_s))


def _look(table: FollowedTable, observation: Observation, events: list[CardEvent]) -> FollowedTable:
    """The table after what was found in the area of the look."""
    area = observation.area
    assert area is not None  # noqa: S101  the caller looked
    inside = [card for card in table.cards if has_center_in(card.read, area)]
    differences: dict[int, BoolMask] = {}

    def difference(card: FollowedCard) -> BoolMask:
        reference = card.reference if card.reference is not None else observation.before
        if reference is None:
            return np.ones(area.shape, np.bool_)
        if id(reference) not in differences:
            differences[id(reference)] = difference_mask(observation.image, reference)
        return differences[id(reference)]

    def has_changed(card: FollowedCard) -> bool:
        return judge_place(difference(card), card.read, (), ()) != "same"

    cards = [card for card in observation.cards if has_center_in(card, area)]
    matches = match_places(inside, cards, table.kind, has_changed)
    matches.new = [read for read in matches.new if _is_credible(read, table, observation)]
    fates = {card.number: fate_of(card, table, matches, observation, difference(card)) for card in matches.missed}
    match_moved(
        matches,
        fates,
        table,
        lambda card: fate_of(card, table, matches, observation, difference(card)),
        observation.time_s,
    )
    after = {card.number: card for card in table.cards}
    after |= {card.number: _update_found(card, read, observation, table, events) for card, read in matches.again}
    for kind, pairs in (("turned", matches.turned), ("moved", matches.moved)):
        after |= {card.number: _update_moved(kind, card, read, observation, table, events) for card, read in pairs}
    bare = _as_bytes(observation.before)
    new = [
        _begin(number, read, observation, table, bare)
        for number, read in enumerate(without_doubles(matches), table.next_number)
    ]
    after |= {card.number: _tell_if_clear(card, observation, events) for card in new}
    for card in matches.missed:
        if card.is_told or fates[card.number] in {"thing", "card"} or is_card_seen_once(card, table):
            after[card.number] = _update_missed(card, fates[card.number] if table.is_clear else PUSHED, observation)
        else:  # seen once and never again: there was none
            del after[card.number]
    back = {card.number for card, _ in matches.moved}
    departed = tuple((card, left_at) for card, left_at in table.departed if card.number not in back)
    return replace(table, cards=tuple(after.values()), departed=departed, next_number=table.next_number + len(new))


def _begin(
    number: int, read: CardRead, observation: Observation, table: FollowedTable, bare: NDArray[np.uint8] | None
) -> FollowedCard:
    """A new card, followed under that number from now on.

    A back over a face is not sure at once: a hand may hold a card there for a moment.
    """
    if read.face == "down" and any(
        card.is_face_up and overlap_share(card.read, read) > CONFIG.max_back_overlap for card in table.cards
    ):
        read = replace(read, sure=False)
    since = rest_time(observation.moved_at, read, observation.time_s)
    evidence = with_reading(FaceEvidence(), read, table.kind)
    first = observation.before is None
    return FollowedCard(number, read, evidence, since, 1, observation.time_s, bare=bare, is_of_first_look=first)


def _is_credible(read: CardRead, table: FollowedTable, observation: Observation) -> bool:
    """Whether a card may be new there: where the picture has not changed only a clear card was overlooked before."""
    if observation.before is None or (
        observation.unexplained is not None and has_center_in(read, observation.unexplained)
    ):
        return True
    changed = difference_mask(observation.image, observation.before)
    if changed_share(changed, read.corners) >= CONFIG.min_changed_share:
        return True
    overlap = max((overlap_share(read, card.read) for card in table.cards), default=0.0)
    return read.sure and overlap < CONFIG.max_overlooked_overlap


def _as_bytes(image: SmallImage | None) -> NDArray[np.uint8] | None:
    """A small picture in a quarter of its memory: cards keep it for long."""
    return None if image is None else np.asarray(image + 0.5, np.uint8)


def _is_likely_back(card: FollowedCard) -> bool:
    """Whether a back may be one: a hand at the edge of the picture looks like a back of which half is cut off."""
    return card.read.sure or card.read.doubt != "cut_off"


def _tell_if_clear(card: FollowedCard, observation: Observation, events: list[CardEvent]) -> FollowedCard:
    """The card, told if it is sure or was looked at often enough."""
    if (card.is_told and not card.pending) or card.cover or card.missing_since is not None:
        return card
    is_likely = card.evidence.ranked()[0][1] >= CONFIG.min_probability if card.is_face_up else _is_likely_back(card)
    has_waited = is_likely and (not observation.is_busy or observation.time_s - card.since >= LOOKS.doubtful_wait_s)
    is_as_read = (
        observation.moved_at is None or rest_time(observation.moved_at, card.read, observation.time_s) <= card.looked_at
    )
    if not (card.is_sure and card.read.sure) and (card.looks < LOOKS.looks or not has_waited or not is_as_read):
        return card  # a hand that moved since may have been what was read
    kind, before = card.pending or "appeared", card.last_told
    card = replace(card, is_told=True, pending="", last_told=None)
    events.append(CardEvent(kind, card, before, card.since))
    return card


def _update_found(
    card: FollowedCard, read: CardRead, observation: Observation, table: FollowedTable, events: list[CardEvent]
) -> FollowedCard:
    """The card found where it lay."""
    if read.face != card.read.face:
        if card.pending == "turned" and card.last_told is not None:  # it lies as it was told: a hand looked like a face
            card = card.last_told
        elif card.down is not None and card.may_lie_face_down and read.sure:  # the same, and it was told
            before, card = card, replace(card.down, is_told=card.is_told)
            if before.is_told:
                events.append(CardEvent("turned", card, before, observation.time_s))
        return _uncover(replace(card, looked_at=observation.time_s))
    has_moved = distance_in_widths(card.read, read) > CONFIG.moved_widths
    read = read if has_moved or card.looks <= 1 or not card.read.sure else replace(read, corners=card.read.corners)
    evidence = with_reading(card.evidence, read, table.kind)
    after = _uncover(replace(card, read=read, evidence=evidence, looks=card.looks + 1, looked_at=observation.time_s))
    if card.pending == "turned" and evidence.best != card.evidence.best:  # until now a hand was read, about to turn it
        after = replace(after, since=rest_time(observation.moved_at, read, observation.time_s))
    after = _tell_if_clear(after, observation, events)
    is_news = evidence.best != card.evidence.best or evidence.is_sure != card.evidence.is_sure
    was_told = card.is_told and not card.pending
    if was_told and card.is_face_up and is_news and evidence.ranked() != card.evidence.ranked():
        events.append(CardEvent("renamed", after, card, observation.time_s))
    return after


def _update_moved(
    kind: str,
    card: FollowedCard,
    read: CardRead,
    observation: Observation,
    table: FollowedTable,
    events: list[CardEvent],
) -> FollowedCard:
    """The card "turned" over where it lay, or "moved", whether its leaving was told or not."""
    since = rest_time(observation.moved_at, read, observation.time_s)
    evidence = with_reading(in_new_pose(card.evidence), read, table.kind)
    after = replace(
        card,
        read=read,
        evidence=evidence,
        since=since,
        looks=1,
        looked_at=observation.time_s,
        bare=_as_bytes(observation.before),
        down=card if kind == "turned" and not card.is_face_up else None,
    )
    after = _uncover(after)
    if card.is_told:
        after = replace(after, pending=kind, last_told=card.last_told or card)
    return _tell_if_clear(after, observation, events)


def _uncover(card: FollowedCard) -> FollowedCard:
    """The card with nothing over it."""
    return replace(card, cover="", reference=None, missing_since=None, misses=0)


def _update_missed(card: FollowedCard, fate: str, observation: Observation) -> FollowedCard:
    """The card that was not found where it lay."""
    card = replace(card, looked_at=observation.time_s)
    if fate == "same":
        return _uncover(replace(card, looks=card.looks + 1))
    if fate == PUSHED and card.cover != PUSHED:
        return replace(card, cover=PUSHED, reference=None, missing_since=None, misses=0)
    if fate == PUSHED and card.misses + 1 < LOOKS.misses_after_push:
        return replace(card, misses=card.misses + 1)
    reference = card.reference if card.reference is not None else observation.before
    if fate in {"bare", PUSHED}:
        since = card.missing_since
        if since is None:
            since = max(card.since, rest_time(observation.moved_at, card.read, observation.time_s))
        misses = card.misses if card.cover in {"", PUSHED} else 0
        return replace(card, cover="", reference=reference, missing_since=since, misses=misses + 1)
    misses = card.misses + 1 if card.cover == fate else 0
    return replace(card, cover=fate, reference=reference, missing_since=None, misses=misses)


def _tell_departures(table: FollowedTable, events: list[CardEvent], *, is_busy: bool) -> FollowedTable:
    """The table without the cards that have been gone for long enough, or that are more than the pack holds."""
    staying, departed = [], list(table.departed)
    surplus = len(table.cards) - sum(copies_per_face(table.kind).values())
    covered = sorted((card.since, card.number) for card in table.cards if card.cover)
    impossible = {number for _, number in covered[: max(0, surplus)]}
    for card in table.cards:
        gone_s = -1.0 if card.missing_since is None else table.time_s - card.missing_since
        is_gone = gone_s >= (CONFIG.busy_hold_s if is_busy else CONFIG.hold_s) and (
            card.misses >= LOOKS.misses or gone_s >= CONFIG.give_up_s
        )
        if not is_gone and card.number not in impossible:
            staying.append(card)
            continue
        if is_card_seen_once(card, table):
            card = replace(card, is_told=True)  # noqa: PLW2901  nothing more can be seen of it
            events.append(CardEvent("appeared", card, None, card.since))
        if card.is_told:
            card = card.last_told or card  # noqa: PLW2901  as it was told
            left_at = card.missing_since if card.missing_since is not None else table.time_s
            events.append(CardEvent("left", card, card, left_at))
            departed.append((replace(card, reference=None, bare=None), left_at))
    return replace(table, cards=tuple(staying), departed=tuple(departed[-CONFIG.max_departed :]))


def _compensate_camera_shift(table: FollowedTable, observation: Observation) -> FollowedTable:
    """The table moved along with the picture if the camera was pushed."""
    known = [(card.read, known_face(card)) for card in table.cards if card.missing_since is None]
    transform = find_shift(known, [(card, face_of(card, table.kind)) for card in observation.cards])
    if transform is None:
        return replace(table, is_clear=True)
    # What a place looked like is no help now: only a card that is found elsewhere has left.
    cards = tuple(replace(card, read=shifted(card.read, transform), reference=None, bare=None) for card in table.cards)
    return replace(table, cards=cards, is_clear=False)
