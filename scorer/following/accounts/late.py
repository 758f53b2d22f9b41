"""Cards that were laid some moves before they were seen: a hand lay there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from scorer.following.accounts.candidates import default_moves
from scorer.following.entries import Entry
from scorer.following.hypothesis import HeldCard, Hypothesis, Scene, replay
from scorer.following.sighting import SeenCard
from scorer.rules.play.moves import Move, Sight

LATE_ENTRIES = 24
"""How many changes back a card may have been missed."""
LATE_COST = -4.0
"""Cost of a card that was missed when it was laid."""
LATER_COST = -0.75
"""Cost of each move that was seen before it."""
HIDDEN_COST = -1.0
"""Cost of each second by which it came to rest after a move before which it was laid: something was over it."""
MOST_HIDDEN_S = 4.0
"""Seconds from which on that costs no more: an arm may rest there for long."""
IN_TIME_COST = -0.2
"""Cost of a card that was told late and came to rest before others that were told."""
SAME_TIME_S = 0.1
"""Seconds within which two changes happen at once."""


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
        cost, is_in_time = _late_cost(scene, account, index, jumped)
        if account.score + cost < floor:
            continue
        position = scene.position_before(account, index)
        sight = Sight("appeared", code, card.zone, None, thing, side=card.side)
        moves = scene.rules.possible_moves(position, sight)
        if moves is None:
            moves = default_moves(sight, scene.rules.turn(position), scene.seats)
        move = next((each for each in moves if scene.rules.judge(position, each).fault is None), None)
        if move is not None:
            found += _with_late_card(scene, account, index, move, card, (cost, is_in_time), floor)
            if account.entries[index].is_unseen_move:
                found += _with_late_card(
                    scene, without_entry(account, index), index, move, card, (cost, is_in_time), floor
                )
    return found


def is_late(scene: Scene, entries: Sequence[Entry]) -> bool:
    """Whether a change happened before the last card that was laid."""
    laid = next((entry for entry in reversed(entries) if entry.move is not None and entry.move.event == "laid"), None)
    return laid is not None and laid.time_s > scene.time_s + SAME_TIME_S


def _late_cost(scene: Scene, account: Hypothesis, index: int, jumped: int) -> tuple[float, bool]:
    """What it costs that a card was laid before the entry at `index`, `jumped` moves ago; whether its time says so."""
    later = [entry.time_s for entry in account.entries[index:] if entry.move is not None]
    if all(time_s > scene.time_s for time_s in later) and not is_late(scene, account.entries[:index]):
        return IN_TIME_COST, True
    waited_s = scene.time_s - later[0] if scene.is_timed else 0.0
    return LATE_COST + LATER_COST * jumped + HIDDEN_COST * min(max(0.0, waited_s), MOST_HIDDEN_S), False


def without_entry(account: Hypothesis, index: int) -> Hypothesis:
    """The account without one entry; those after it are still to be judged anew."""
    entries = (*account.entries[:index], *account.entries[index + 1 :])
    positions = (*account.positions[:index], *account.positions[index + 1 :])
    structure = account.structure - account.entries[index].total_cost
    return replace(account, entries=entries, positions=positions, structure=structure)


def _with_late_card(
    scene: Scene,
    account: Hypothesis,
    index: int,
    move: Move,
    card: SeenCard,
    late: tuple[float, bool],
    floor: float,
) -> list[Hypothesis]:
    """The account with a move put in before an earlier one; none if it makes more faults. `late`: see `_late_cost`."""
    cost, is_in_time = late
    entry = Entry(
        "move",
        account.thing_of(card.track),
        scene.time_s,
        cost,
        move,
        is_doubtful=not is_in_time,
        hands=scene.hands if is_in_time else (),  # the arm that was there last hid it
    )
    extra = 0.0 if move.card is None else scene.pack.cost(account, move.card)
    held = HeldCard(move.target, move.card, is_visible=True, zone=card.zone, position=card.position)
    with_card = replace(account, cards={**account.cards, entry.thing: held})
    entries = (*account.entries[:index], entry, *account.entries[index:])
    after = replay(scene, with_card.charge(extra), entries, index, floor)
    return [] if after is None or after.fault_count > account.fault_count else [after.name(card)]
