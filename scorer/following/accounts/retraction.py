"""Cards taken back that the camera did not miss, and cards never turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from scorer.following.accounts.explanation import LEFT_COSTS, SAME_SPOT
from scorer.following.accounts.late import LATER_COST, without_entry
from scorer.following.entries import Entry
from scorer.following.events import LIES_S
from scorer.following.hypothesis import GONE, READ_WELL, HeldCard, Hypothesis, Scene, replay
from scorer.following.sighting import Change, SeenCard
from scorer.rules.play.moves import MIDDLE, Move, Sight

TAKEN_BACK_MOVES = 3
"""How many cards laid last may have been taken back without being missed."""
NOT_MISSED_COST = -2.0
"""Cost of that: another card, or the pile, lies over the place."""
RETRACTED_COST = -1.0
"""Cost of a card having been taken back a while before it is missed."""


def with_cards_taken_back(scene: Scene, account: Hypothesis, floor: float) -> Iterator[Hypothesis]:
    """The accounts in which one of the cards laid last was taken back, though the camera never missed it.

    Those that score less than `floor` are left out.
    """
    laid = [entry.thing for entry in account.entries if entry.move and entry.move.event == "laid"]
    for thing in dict.fromkeys(reversed(laid[-TAKEN_BACK_MOVES:])):
        if thing in scene.seen:  # a thing has the number of its first track
            for back in taken_back(scene, account, scene.seen[thing], floor):
                yield back.charge(NOT_MISSED_COST)


def taken_back(
    scene: Scene, account: Hypothesis, card: SeenCard, floor: float, more_faults: int = 0
) -> list[Hypothesis]:
    """The account in which a card that is missed now was taken back before the next one was laid.

    `more_faults`: by how many more faults it may have.
    """
    thing = account.thing_of(card.track)
    held = account.cards.get(thing)
    laid = [number for number, entry in enumerate(account.entries) if entry.thing == thing and entry.move]
    if held is None or held.place != MIDDLE or not laid or account.is_ended:
        return []
    index = laid[-1] + 1
    later = [entry for entry in account.entries[index:] if entry.move and entry.move.event == "laid"]
    if not later:
        return []  # the rules of the game take it back now
    code, place = held.code, held.place
    back = Move("retracted", None, code, place, place, thing)
    cost = RETRACTED_COST + LATER_COST * 0.2 * len(later)
    if not _is_replaced(account, held):
        cost += LEFT_COSTS[scene.leaving]
    time_s = max(account.entries[laid[-1]].time_s, later[0].time_s - LIES_S)
    entry = Entry("move", thing, time_s, cost, back, is_doubtful=True)
    gone = HeldCard(GONE, code, is_visible=False, zone=held.zone, position=held.position)
    before = scene.position_before(account, index)
    moves_after = laid_by_turn(scene, account, scene.rules.judge(before, back).position, account.entries[index:])
    after = replay(
        scene,
        replace(account, cards={**account.cards, thing: gone}),
        (*account.entries[:index], entry, *moves_after),
        index,
        floor,
    )
    return [] if after is None or after.fault_count > account.fault_count + more_faults else [after]


def never_taken(scene: Scene, account: Hypothesis, card: SeenCard, floor: float) -> list[Hypothesis]:
    """The account in which a card that seems to have been taken was taken back before, and another one laid there."""
    thing = account.thing_of(card.track)
    moves = [number for number, entry in enumerate(account.entries) if entry.thing == thing and entry.move]
    last = account.entries[moves[-1]].move if moves else None
    if last is None or last.event != "taken" or last.source != MIDDLE:
        return []
    held = replace(account.cards[thing], place=MIDDLE)
    there = replace(without_entry(account, moves[-1]), cards={**account.cards, thing: held})
    return taken_back(scene, there, card, floor, more_faults=1)  # what was taken with it lacks a card now


def never_turned(scene: Scene, account: Hypothesis, change: Change, floor: float) -> list[Hypothesis]:
    """The account in which a card that lies face down again was never turned up: a hand was read as its face.

    Empty where its face was read well: it was turned over then.
    """
    before, thing = change.before, account.thing_of(change.card.track)
    held = account.cards.get(thing)
    turned = [
        number
        for number, entry in enumerate(account.entries)
        if entry.thing == thing and entry.move is not None and entry.move.event == "turned"
    ]
    if held is None or not turned or account.is_ended or before is None or not before.names:
        return []
    if before.is_sure or math.log(before.names[0][1]) > READ_WELL:
        return []
    down = replace(held, code=None, best_cost=-math.inf)
    names = {track: cost for track, cost in account.name_costs.items() if account.thing_of(track) != thing}
    entries = (*account.entries[: turned[-1]], *account.entries[turned[-1] + 1 :])
    lying = replace(account, cards={**account.cards, thing: down}, name_costs=names)
    after = replay(scene, lying, entries, turned[-1], floor)
    return [] if after is None else [after]


def _is_replaced(account: Hypothesis, held: HeldCard) -> bool:
    """Whether another card lies where a card lay."""
    return any(
        other is not held and other.is_visible and math.dist(other.position, held.position) <= SAME_SPOT
        for other in account.cards.values()
    )


def laid_by_turn(scene: Scene, account: Hypothesis, position: Any, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Entries from a position on, with the seats that lay cards in the middle then."""
    sides = {account.thing_of(track): look.side for track, look in scene.seen.items()}
    for entry in entries:
        move = entry.move
        if move is not None and move.event == "laid" and (move.source[0], move.target) == ("hand", MIDDLE):
            sight = Sight("appeared", move.card, None, None, entry.thing, side=sides.get(entry.thing))
            move = next(iter(scene.rules.possible_moves(position, sight) or ()), move)
        if move is not None:
            position = scene.rules.judge(position, move).position
        yield replace(entry, move=move)
