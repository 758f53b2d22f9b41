"""Cards that are seen again under another track."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from scorer.following.entries import Entry
from scorer.following.evidence import is_same_face, likely_names
from scorer.following.hypothesis import GHOST, GONE, HeldCard, Hypothesis, Scene
from scorer.following.sighting import SeenCard
from scorer.rules.play.moves import MIDDLE, PILE

SEEN_ELSEWHERE_COST = -1.0
"""Cost of a card being seen in its new place before it is missed where it lay: a hand was in the way there."""
SEEN_TWICE_COST = -2.0
"""Cost of a card being seen under two tracks at once in one zone."""


def found_again(scene: Scene, account: Hypothesis, card: SeenCard) -> Iterator[Hypothesis]:
    """The accounts in which a card of the record is seen again in its zone, under another track."""
    names = likely_names(card) if card.names else ()
    for thing, held in account.cards.items():
        if held.place in (GHOST, GONE) or thing == account.thing_of(card.track):
            continue
        named = any(is_same_face(held.code, name) for name, _ in card.names)
        if card.is_face_up and (held.place == PILE or (held.code is not None and not named)):
            continue
        if held.is_visible:
            name = next((each for each in names if is_same_face(held.code, each)), None)
            if name is None or held.zone != card.zone or not scene.pack.cost(account, name):
                continue
            cost = SEEN_TWICE_COST
        elif (held.place == ("captures", card.zone) and card.zone is not None) or (
            held.place in (PILE, MIDDLE) and card.zone is None and not card.is_face_up
        ):
            cost = 0.0
        elif held.zone == card.zone and held.place[0] != "captures":
            cost = -0.3 - min(3.0, 20.0 * math.dist(held.position, card.position))
        else:
            continue
        now = replace(held, is_visible=True, zone=card.zone, position=card.position)
        yield _under_track(account, thing, card).add(Entry("found", thing, scene.time_s, cost), card=now)


def seen_elsewhere(account: Hypothesis, card: SeenCard) -> Iterator[tuple[Hypothesis, float]]:
    """The accounts in which a card of the middle is seen in a seat's zone under another track, each with its cost."""
    if card.zone is None or not card.is_face_up:
        return
    names = likely_names(card)
    for thing, held in account.cards.items():
        is_it = held.place == MIDDLE and any(is_same_face(held.code, name) for name in names)
        if is_it and thing != account.thing_of(card.track):
            yield _under_track(account, thing, card), SEEN_ELSEWHERE_COST if held.is_visible else 0.0


def _under_track(account: Hypothesis, thing: int, card: SeenCard) -> Hypothesis:
    """The account in which a thing goes on under the track of `card`; what is told of its old tracks is no card."""
    held = account.cards[thing]
    things, cards = dict(account.things), dict(account.cards)
    before = account.thing_of(card.track)
    if before in cards:
        cards[before] = replace(cards[before], is_visible=False)
    if held.is_visible:
        stale = fresh_thing(account, thing)
        cards[stale] = HeldCard(GHOST, None, is_visible=True, zone=held.zone, position=held.position)
        things |= {track: stale for track in (thing, *things) if account.thing_of(track) == thing}
    return replace(account, cards=cards, things={**things, card.track: thing})


def fresh_thing(account: Hypothesis, track: int) -> int:
    """A number for another thing that a track has stood for, different from those of all tracks."""
    return -(1000 * (len(account.entries) + 1) + abs(track) % 1000)
