"""Late repair: what was said before is changed by what was seen later."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scorer.following.candidates import default_moves
from scorer.following.evidence import MOST_NAMES, is_same_face, likely_names
from scorer.following.explanation import by_moves, explain, ghost_cost
from scorer.following.hypothesis import GHOST, Entry, HeldCard, Hypothesis, Scene, rename, replay
from scorer.following.outcome import READ_WELL
from scorer.following.reappearance import fresh_thing
from scorer.following.sighting import Change, SeenCard
from scorer.rules.play_rules import Move, Sight

MOST_REPAIRED = 6
"""How many earlier cards in doubt are tried under other names, the latest first."""
LATE_ENTRIES = 24
"""How many changes back a card may have been missed."""
LATE_COST = -4.0
"""Cost of a card that was missed when it was laid."""
LATER_COST = -0.75
"""Cost of each move that was seen before it."""
UNSEEN_MOVES = 8
"""How many moves back a card may have been laid that nobody saw so far."""
REPLACED_COST = -4.5
"""Cost of another card lying where one lay that was read well and has not been missed."""
CLEARLY = 0.9
"""Probability of a name from which on a thing that was taken for no card may be one."""
RESYNC_COST = -8.0
"""Cost of reading the round anew from the cards that lie there."""


def name_again(scene: Scene, account: Hypothesis, card: SeenCard, floor: float = -math.inf) -> list[Hypothesis]:
    """The accounts after the camera knows better what a card is, those far below `floor` left out."""
    thing = account.thing_of(card.track)
    held = account.cards.get(thing)
    if held is None or not card.names:
        return [account]
    is_clear = card.is_sure or card.names[0][1] >= CLEARLY
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
    was_read_well = account.name_costs.get(card.track, -math.inf) > READ_WELL
    if is_clear and was_read_well and not is_same_face(card.names[0][0], held.code):
        found += _replaced(scene, account, thing, card)
    return found


def _replaced(scene: Scene, account: Hypothesis, thing: int, card: SeenCard) -> list[Hypothesis]:
    """The accounts in which another card was laid where the one of the record lay, which is out of sight."""
    gone = replace(account.cards[thing], is_visible=False)
    other = fresh_thing(account, card.track)
    names = {**account.name_costs, other: account.name_costs.get(card.track, 0.0)}
    under = replace(account, things={**account.things, card.track: other}, name_costs=names)
    unseen = under.add(Entry("unseen", thing, scene.time_s, REPLACED_COST, is_doubtful=True), card=gone)
    return explain(scene, unseen, Change("appeared", card))


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


def with_unseen_moves(scene: Scene, account: Hypothesis, floor: float) -> Iterator[Hypothesis]:
    """The accounts in which a card was laid a few moves ago that nobody saw, so that others moved later.

    Those that score less than `floor` are left out.
    """
    moves = 0
    for index in range(len(account.entries), -1, -1):
        if index < len(account.entries) and account.entries[index].move is None:
            continue
        move = scene.rules.unseen_move(account.positions[index - 1] if index else scene.begin)
        if move is not None:
            time_s = account.entries[index].time_s if index < len(account.entries) else scene.time_s
            entry = Entry("move", -1, time_s, LATER_COST * 0.2 * moves, move, is_doubtful=True)
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


def resynced(scene: Scene, accounts: Iterable[Hypothesis], lying: Iterable[SeenCard]) -> Iterator[Hypothesis]:
    """The accounts that find back to the table: things not understood are cards after all, or all is read anew."""
    table = sorted(lying, key=lambda card: card.track)
    looks = {card.track: card for card in table}
    for account in accounts:
        for thing, held in account.cards.items():
            if held.place == GHOST and held.is_visible and thing in looks and not account.is_ended:
                bare = without_ghost(account, thing)
                yield from by_moves(scene, bare, "appeared", looks[thing], LATE_COST)
                yield from late_cards(scene, bare, looks[thing])
    anew = Hypothesis(scene.begin, structure=RESYNC_COST)
    for card in table:
        options = explain(scene, anew, Change("appeared", card))
        anew = max(options, key=lambda each: each.score)
    doubt = Entry("nudge", -1, scene.time_s, 0.0, is_doubtful=True)
    yield anew.add(doubt)


def late_cards(scene: Scene, account: Hypothesis, card: SeenCard, floor: float = -math.inf) -> list[Hypothesis]:
    """The accounts in which a card that appears now was laid a few moves ago and missed by the camera.

    It may be a card that was taken to have been laid unseen. Those that score less than `floor` are left out.
    """
    if account.is_ended or not card.names:
        return []
    thing = account.thing_of(card.track)
    code = scene.pack.free_code(account, card.names[0][0], thing)
    found, jumped = [], 0
    for index in range(len(account.entries) - 1, max(0, len(account.entries) - LATE_ENTRIES) - 1, -1):
        if account.entries[index].move is None:
            continue
        jumped += 1
        cost = LATE_COST + LATER_COST * jumped
        if account.score + cost < floor:
            break
        position = account.positions[index - 1] if index else scene.begin
        sight = Sight("appeared", code, card.zone, None, thing)
        moves = scene.rules.possible_moves(position, sight)
        if moves is None:
            moves = default_moves(sight, scene.rules.turn(position), scene.seats)
        move = next((each for each in moves if scene.rules.judge(position, each).fault is None), None)
        if move is not None:
            found += _with_late_card(scene, account, index, move, card, cost, floor)
            if account.entries[index].is_unseen_move:
                found += _with_late_card(scene, without_entry(account, index), index, move, card, cost, floor)
    return found


def without_entry(account: Hypothesis, index: int) -> Hypothesis:
    """The account without one entry; those after it are still to be judged anew."""
    entries = (*account.entries[:index], *account.entries[index + 1 :])
    positions = (*account.positions[:index], *account.positions[index + 1 :])
    structure = account.structure - account.entries[index].total_cost
    return replace(account, entries=entries, positions=positions, structure=structure)


def _with_late_card(
    scene: Scene, account: Hypothesis, index: int, move: Move, card: SeenCard, cost: float, floor: float
) -> list[Hypothesis]:
    """The account with a move put in before an earlier one; none if it makes more faults."""
    entry = Entry("move", account.thing_of(card.track), scene.time_s, cost, move, is_doubtful=True)
    extra = 0.0 if move.card is None else scene.pack.cost(account, move.card)
    held = HeldCard(move.target, move.card, is_visible=True, zone=card.zone, position=card.position)
    with_card = replace(account, cards={**account.cards, entry.thing: held})
    entries = (*account.entries[:index], entry, *account.entries[index:])
    after = replay(scene, with_card.charge(extra), entries, index, floor)
    return [] if after is None or after.fault_count > account.fault_count else [after.name(card)]
