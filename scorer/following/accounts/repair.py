"""Late repair: what was said before is changed by what was seen later."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scorer.following.accounts.explanation import by_moves, explain, ghost_cost
from scorer.following.accounts.late import HIDDEN_COST, LATE_COST, LATER_COST, MOST_HIDDEN_S, late_cards
from scorer.following.accounts.reappearance import fresh_thing, seen_elsewhere
from scorer.following.accounts.retraction import laid_by_turn, never_taken, taken_back
from scorer.following.entries import NO_THING, Entry
from scorer.following.evidence import MOST_NAMES, is_same_face, likely_names
from scorer.following.hypothesis import GHOST, GONE, READ_WELL, Hypothesis, Scene, rename, replay
from scorer.following.sighting import Change, SeenCard
from scorer.rules.play.moves import MIDDLE

MOST_REPAIRED = 6
"""How many earlier cards in doubt are tried under other names, the latest first."""
COPY_COST = -1.0
"""Cost of a card being taken for its copy that lies elsewhere."""
SWAPPED_MOVES = 5
"""How many cards laid last may have been laid in another order than they were seen."""
SWAPPED_COST = -1.5
"""Cost of that: a card under a hand is seen later."""
UNSEEN_MOVES = 8
"""How many moves back a card may have been laid that nobody saw so far."""
REPLACED_COST = -3.0
"""Cost of another card lying where one lay that was read well and has not been missed."""
CLEAR_PROBABILITY = 0.9
"""Probability of a name from which on a thing that was taken for no card may be one."""
RESYNC_COST = -8.0
"""Cost of reading the round anew from the cards that lie there, on top of what the best account costs."""


def name_again(scene: Scene, account: Hypothesis, card: SeenCard, floor: float = -math.inf) -> list[Hypothesis]:
    """The accounts after the camera knows better what a card is, those far below `floor` left out."""
    thing = account.thing_of(card.track)
    held = account.cards.get(thing)
    if held is None or not card.names:
        return [account]
    is_clear = card.is_sure or card.names[0][1] >= CLEAR_PROBABILITY
    if held.place == GHOST and is_clear and not account.is_ended:
        bare = without_ghost(account, thing)
        charged = sum(entry.cost for entry in account.entries if entry.thing == thing)
        account = account.charge(min(0.0, ghost_cost(card) - charged))
        return [account, *explain(scene, bare, Change("appeared", card)), *late_cards(scene, bare, card, floor)]
    if held.code is None:
        return [account]
    found = [account.name(card)]
    for name in likely_names(card):
        if not is_same_face(name, held.code):
            found += _renamed(scene, account, thing, name, floor)
    for other in replaced(scene, account, card):
        found += explain(scene, other, Change("appeared", card))
        found += late_cards(scene, other, card, floor)
    return found


def replaced(scene: Scene, account: Hypothesis, card: SeenCard) -> list[Hypothesis]:
    """The account in which a track is that of another card, laid where the one of the record lay; it is out of sight.

    Empty where the track was not read well before, or shows no other face clearly now.
    """
    thing = account.thing_of(card.track)
    held = account.cards.get(thing)
    if held is None or held.code is None or held.place in (GHOST, GONE) or not card.names or account.is_ended:
        return []
    is_clear = card.is_sure or card.names[0][1] >= CLEAR_PROBABILITY
    if not is_clear or held.best_cost < READ_WELL or is_same_face(card.names[0][0], held.code):
        return []
    return [_under_fresh_thing(scene, account, card, "unseen", REPLACED_COST)]


def _under_fresh_thing(scene: Scene, account: Hypothesis, card: SeenCard, kind: str, cost: float) -> Hypothesis:
    """The account in which a track is that of a card it knows nothing of yet; the one it was is out of sight."""
    thing = account.thing_of(card.track)
    gone = replace(account.cards[thing], is_visible=False)
    other = fresh_thing(account, card.track)
    names = {**account.name_costs, other: account.name_costs.get(card.track, 0.0)}
    under = replace(account, things={**account.things, card.track: other}, name_costs=names)
    return under.add(Entry(kind, thing, scene.time_s, cost, is_doubtful=True), card=gone)


def repaired(scene: Scene, account: Hypothesis, change: Change, floor: float) -> Iterator[Hypothesis]:
    """The accounts in which an earlier card in doubt was another, so that a change may be explained better.

    Those that score less than `floor` are left out.
    """
    shown = [name for name, _ in change.card.names]
    tracks = [
        track
        for track in reversed(list(scene.seen))
        if account.thing_of(track) in account.cards and track != change.card.track and scene.seen[track].names
    ]
    tried = 0
    for track in tracks:
        look, thing = scene.seen[track], account.thing_of(track)
        code = account.cards[thing].code
        others = [name for name, _ in look.names[:MOST_NAMES] if not is_same_face(name, code)]
        if code is None or not others or (look.is_sure and not any(is_same_face(code, name) for name in shown)):
            continue
        tried += 1
        for name in others:
            yield from _renamed(scene, account, thing, name, floor)
        if tried == MOST_REPAIRED:
            return


def _renamed(scene: Scene, account: Hypothesis, thing: int, name: str, floor: float) -> list[Hypothesis]:
    looks = [look for track, look in scene.seen.items() if account.thing_of(track) == thing]
    other = rename(scene, account, thing, looks, name, floor)
    return [] if other is None else [other]


def moved_otherwise(scene: Scene, account: Hypothesis, card: SeenCard, floor: float) -> list[Hypothesis]:
    """The accounts in which a card that seems to have moved is another, or was taken back and laid again.

    What lies in a pile seldom leaves it: its copy may have come from a hand, or from the middle.
    """
    appeared = Change("appeared", card)
    found = [each for other in replaced(scene, account, card) for each in explain(scene, other, appeared)]
    held = account.cards.get(account.thing_of(card.track))
    if held is None:
        return found
    if held.place == MIDDLE and card.zone is None:
        for back in taken_back(scene, account, card, floor):
            found += explain(scene, back, appeared)
        if held.code is not None and _has_copy(scene, account, held.code):
            found += explain(scene, _under_fresh_thing(scene, account, card, "unseen", COPY_COST), appeared)
    if held.place[0] == "captures" and card.zone is None:
        for back in never_taken(scene, account, card, floor):
            found += explain(scene, back, appeared)
    if held.place[0] == "captures" and card.zone != held.place[1]:
        found += explain(scene, _under_fresh_thing(scene, account, card, "nudge", COPY_COST), appeared)
        for moved, cost in seen_elsewhere(account, card):
            found += by_moves(scene, moved, "moved", card, cost + COPY_COST)
    return found


def with_copies_laid(scene: Scene, account: Hypothesis, floor: float) -> Iterator[Hypothesis]:
    """The accounts in which a card still seems to lie in the middle because a copy was laid where it lay.

    Those that score less than `floor` are left out.
    """
    untimed = replace(scene, is_timed=False, hands=())
    for track, look in scene.seen.items():
        held = account.cards.get(account.thing_of(track))
        if held is None or held.place != GHOST or not held.is_visible or held.zone is not None:
            continue
        if look.is_sure and look.is_face_up and _has_copy(scene, account, look.names[0][0]):
            yield from late_cards(untimed, without_ghost(account, account.thing_of(track)), look, floor)


def _has_copy(scene: Scene, account: Hypothesis, code: str) -> bool:
    """Whether the pack has a copy of a card that was not seen so far."""
    return scene.pack.cost(account, code) == 0.0


def with_swapped_moves(scene: Scene, account: Hypothesis, floor: float) -> Iterator[Hypothesis]:
    """The accounts in which two cards that were laid one after the other, a few moves ago, were so in the other order.

    Those that score less than `floor` are left out.
    """
    laid = [number for number, entry in enumerate(account.entries) if entry.move and entry.move.event == "laid"]
    laid = laid[-SWAPPED_MOVES:]
    for first, second in pairwise(laid):
        entries = list(account.entries)
        # The one told later lay under an arm that came after it.
        entries[first], entries[second] = replace(entries[second], hands=()), entries[first]
        hidden_s = min(abs(account.entries[second].time_s - account.entries[first].time_s), MOST_HIDDEN_S)
        charged = account.charge(SWAPPED_COST + HIDDEN_COST * hidden_s)
        anew = laid_by_turn(scene, account, scene.position_before(account, first), entries[first:])
        after = replay(scene, charged, (*entries[:first], *anew), first, floor)
        if after is not None:
            yield after


def with_unseen_moves(scene: Scene, account: Hypothesis, floor: float) -> Iterator[Hypothesis]:
    """The accounts in which a card was laid a few moves ago that nobody saw, so that others moved later.

    Those that score less than `floor` are left out.
    """
    moves = 0
    for index in range(len(account.entries), -1, -1):
        if index < len(account.entries) and account.entries[index].move is None:
            continue
        move = scene.rules.unseen_move(scene.position_before(account, index))
        if move is not None:
            time_s = account.entries[index].time_s if index < len(account.entries) else scene.time_s
            entry = Entry("move", NO_THING, time_s, LATER_COST * 0.2 * moves, move, is_doubtful=True)
            entries = (*account.entries[:index], entry, *account.entries[index:])
            after = replay(scene, account, entries, index, floor)
            if after is not None:
                yield after
        moves += 1
        if moves > UNSEEN_MOVES:
            return


def without_ghost(account: Hypothesis, thing: int) -> Hypothesis:
    """The account without what it says of a thing that was taken for no card."""
    kept = [number for number, entry in enumerate(account.entries) if entry.thing != thing]
    cost = sum(entry.cost for entry in account.entries if entry.thing == thing)
    cards = {other: card for other, card in account.cards.items() if other != thing}
    return replace(
        account,
        entries=tuple(account.entries[number] for number in kept),
        positions=tuple(account.positions[number] for number in kept),
        cards=cards,
        structure=account.structure - cost,
    )


def resynced(scene: Scene, accounts: Sequence[Hypothesis], lying: Iterable[SeenCard]) -> Iterator[Hypothesis]:
    """The accounts that find back to the table: things not understood are cards after all, or all is read anew."""
    table = sorted(lying, key=lambda card: card.track)
    looks = {card.track: card for card in table}
    for account in accounts:
        for thing, held in account.cards.items():
            if held.place == GHOST and held.is_visible and thing in looks and not account.is_ended:
                bare = without_ghost(account, thing)
                yield from by_moves(scene, bare, "appeared", looks[thing], LATE_COST)
                yield from late_cards(scene, bare, looks[thing])
    anew = Hypothesis(scene.begin, structure=accounts[0].score + RESYNC_COST)
    for card in table:
        options = explain(scene, anew, Change("appeared", card))
        anew = max(options, key=lambda each: each.score)
    doubt = Entry("nudge", NO_THING, scene.time_s, 0.0, is_doubtful=True)
    yield anew.add(doubt)
