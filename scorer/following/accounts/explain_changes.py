"""All accounts after the changes of a rest, the best of them kept."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from scorer.following.accounts.explanation import MAX_POOR_SCORE_CHANGE, explain
from scorer.following.accounts.late import SAME_TIME_S, is_late, late_cards
from scorer.following.accounts.repair import (
    moved_otherwise,
    name_again,
    repaired,
    with_copies_laid,
    with_swapped_moves,
    with_unseen_moves,
)
from scorer.following.accounts.retraction import never_turned, taken_back, with_cards_taken_back
from scorer.following.hypothesis import Hypothesis, Scene
from scorer.following.sighting import Change

MOST_ACCOUNTS = 32
"""Accounts kept."""
MAX_SCORE_GAP = 9.0
"""By how much the best account may be better (natural logarithm) before another one is dropped."""
REPAIRED_ACCOUNTS = 4
"""How many of the best accounts are also explained by earlier misreadings."""
ORDER_COST = -0.7
"""Cost of two changes of one rest having happened in the other order."""
RECENT_CHANGES = 6
"""A fault among so many of the latest changes may come of a card that was missed."""
MOST_REORDERED = 5
"""Changes of one rest whose orders are all tried."""
MOST_IN_ANY_ORDER = 6
"""Accounts kept of each set of changes while their orders are tried."""
RENAMED_MAY_COST = 10.0
"""How much all accounts may lose by a card being another, before the worst of them are left out."""


def explain_groups(
    scene: Scene, accounts: tuple[Hypothesis, ...], groups: Iterable[tuple[float, Sequence[Change]]]
) -> tuple[Hypothesis, ...]:
    """The accounts after changes that happened at different times: (seconds of the film, changes) each.

    Those of the rest itself are tried in any order. Cards that were taken together have none.
    """
    for time_s, changes in groups:
        is_now = time_s == scene.time_s
        explain_them = _explain_all if is_now else _explain_in_order
        accounts = explain_them(replace(scene, time_s=time_s), accounts, changes)
    return accounts


def best_of(accounts: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The best accounts, the best first; of those from which the round goes on alike only the first."""
    found: list[Hypothesis] = []
    keys: set[int] = set()
    for account in sorted(accounts, key=lambda each: -each.score):
        if account.score < (found[0].score if found else account.score) - MAX_SCORE_GAP or len(found) == MOST_ACCOUNTS:
            break
        if account.key not in keys:
            keys.add(account.key)
            found.append(account)
    return tuple(found)


def _explain_all(scene: Scene, accounts: Sequence[Hypothesis], changes: Sequence[Change]) -> tuple[Hypothesis, ...]:
    """The accounts after all changes of a rest, in the order seen, or in others where that one breaks a rule.

    Others, too, where cards of a trick came to rest at once: only their order tells who laid which.
    """
    found = _explain_in_order(scene, accounts, changes)
    is_poor = (
        found[0].fault_count > accounts[0].fault_count or found[0].score < accounts[0].score + MAX_POOR_SCORE_CHANGE
    )
    are_tricks = scene.rules.awaits_taking(accounts[0].position) is not None
    if not (is_poor or (are_tricks and _are_laid_at_once(changes))) or not 2 <= len(changes) <= MOST_REORDERED:
        return found
    return best_of([*found, *_explain_in_any_order(scene, accounts[:REPAIRED_ACCOUNTS], changes)])


def _are_laid_at_once(changes: Sequence[Change]) -> bool:
    """Whether two cards came to rest in the middle at the same time, or at times that nobody can tell."""
    times = [
        change.time_s
        for change in changes
        if change.kind == "appeared" and change.card.zone is None and change.card.is_face_up
    ]
    return any(
        first is None or second is None or abs(first - second) <= SAME_TIME_S for first, second in pairwise(times)
    )


def _explain_in_order(
    scene: Scene, accounts: Sequence[Hypothesis], changes: Sequence[Change]
) -> tuple[Hypothesis, ...]:
    found = tuple(accounts)
    for change in changes:
        found = _explain_one(scene, found, change)
    return found


def _explain_one(now: Scene, accounts: Sequence[Hypothesis], change: Change) -> tuple[Hypothesis, ...]:
    """The accounts after one change. Where the likeliest explanation is poor, the moves before are read anew, too."""
    scene = _at(now, change)
    if change.kind == "renamed":
        floor = accounts[0].score - MAX_SCORE_GAP - RENAMED_MAY_COST
        return best_of([each for account in accounts for each in name_again(scene, account, change.card, floor)])
    found: list[Hypothesis] = []
    best = -math.inf
    for account in accounts:
        if account.score < best - MAX_SCORE_GAP:
            break
        found += explain(scene, account, change)
        best = max(best, *(each.score for each in found[-MOST_ACCOUNTS:]))
    floor = best - MAX_SCORE_GAP
    likeliest = max(found, key=lambda each: each.score)
    is_others = any(entry.is_by_another_hand for entry in likeliest.entries[-1:])
    has_fault = likeliest.fault_count > accounts[0].fault_count or is_others
    tried = accounts[:REPAIRED_ACCOUNTS]
    others: list[Hypothesis] = []
    if best < accounts[0].score + MAX_POOR_SCORE_CHANGE:
        others += [other for account in tried for other in repaired(scene, account, change, floor)]
    if best < accounts[0].score + MAX_POOR_SCORE_CHANGE or has_fault:
        others += [other for account in tried for other in with_unseen_moves(scene, account, floor)]
        others += [other for account in tried for other in with_swapped_moves(scene, account, floor)]
        others += [other for account in tried for other in with_cards_taken_back(scene, account, floor)]
        others += [other for account in tried for other in with_copies_laid(scene, account, floor)]
    found += [each for other in best_of(others) for each in explain(scene, other, change)]
    was_late = change.kind == "appeared" and is_late(scene, likeliest.entries[:-1])
    if was_late:
        found = [each.charge(ORDER_COST) for each in found]
    may_be_late = was_late or any(entry.fault or entry.is_unseen_move for entry in likeliest.entries[-RECENT_CHANGES:])
    found += [each for account in tried for each in _explained_by_earlier(scene, account, change, floor)]
    if change.kind == "appeared" and may_be_late:
        found += [each for account in tried for each in late_cards(scene, account, change.card, floor)]
    return best_of(found)


def _explained_by_earlier(scene: Scene, account: Hypothesis, change: Change, floor: float) -> list[Hypothesis]:
    """The accounts in which what was seen earlier was something else, so that a card left, moved or lies face down."""
    if change.kind == "left":
        return taken_back(scene, account, change.card, floor)
    if change.kind == "moved":
        return moved_otherwise(scene, account, change.card, floor)
    if change.kind == "turned" and not change.card.is_face_up:
        return never_turned(scene, account, change, floor)
    return []


def _explain_in_any_order(
    scene: Scene, accounts: Sequence[Hypothesis], changes: Sequence[Change]
) -> tuple[Hypothesis, ...]:
    """The accounts after all changes, whichever came first; those that come to the same are one."""
    every = (1 << len(changes)) - 1
    after: dict[int, tuple[Hypothesis, ...]] = {0: tuple(accounts)}
    for done in range(every):
        for number, change in enumerate(changes):
            if done >> number & 1:
                continue
            swaps = sum(not done >> earlier & 1 for earlier in range(number))
            found = [
                each
                for account in after[done]
                for each in (
                    name_again(_at(scene, change), account, change.card)
                    if change.kind == "renamed"
                    else explain(_at(scene, change), account, change)
                )
            ]
            now = done | 1 << number
            charged = (each.charge(ORDER_COST * swaps) for each in found)
            after[now] = best_of([*after.get(now, ()), *charged])[:MOST_IN_ANY_ORDER]
    return after[every]


def _at(scene: Scene, change: Change) -> Scene:
    """The scene at the time of a change, where that is known, with the hands that were there."""
    if change.time_s is None:
        return replace(scene, hands=change.hands, is_start=change.is_start)
    return replace(scene, time_s=change.time_s, is_timed=True, hands=change.hands, is_start=change.is_start)
