"""The decoder: from cards at rest to what was played.

It keeps several accounts of the round, each a whole assignment of cards to places. Every change of a rest is explained
as a move of the game or as a misreading, in every account. The best account is what is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.following.changes import complete_changes, leaving_share, within_seats
from scorer.following.disagreement import disagreement
from scorer.following.events import EventLog, PlayEvent, keyed_events
from scorer.following.explanation import POOR, explain
from scorer.following.hypothesis import CardCount, Hypothesis, Scene
from scorer.following.outcome import Outcome, conclude_accounts
from scorer.following.repair import (
    late_cards,
    moved_otherwise,
    name_again,
    repaired,
    resynced,
    taken_back,
    with_swapped_moves,
    with_unseen_moves,
)
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.rules.game import Game
from scorer.rules.play_rules import PlayRules
from scorer.rules.prompts import Table
from scorer.texts import Text

MOST_ACCOUNTS = 32
"""Accounts kept."""
WORST = 9.0
"""An account is dropped when the best is better by this (natural logarithm)."""
TRIED_HARDER = 4
"""How many of the best accounts are also explained by earlier misreadings."""
ORDER_COST = -0.7
"""Cost of two changes of one rest having happened in the other order."""
FRESH = 6
"""A fault among so many of the latest changes may come of a card that was missed."""
MOST_REORDERED = 5
"""Changes of one rest whose orders are all tried."""
MOST_IN_ANY_ORDER = 6
"""Accounts kept of each set of changes while their orders are tried."""
RENAMED_MAY_COST = 10.0
"""How much all accounts may lose by a card being another, before the worst of them are left out."""


@dataclass(frozen=True)
class Followed:
    """A round that is followed: its accounts, best first, and what was sent of it.

    `looks`: the newest look of every track. `lying`: the cards on the table after the last rest. `trouble`: while table
    and record disagree, what is where, in words.
    """

    game: Game
    rules: PlayRules
    table: Table
    deck: str
    pack: CardCount
    begin: Any
    accounts: tuple[Hypothesis, ...]
    looks: Mapping[int, SeenCard] = field(default_factory=dict)
    lying: Mapping[int, SeenCard] = field(default_factory=dict)
    log: EventLog = field(default_factory=EventLog)
    lost_events: tuple[PlayEvent, ...] = ()
    trouble: Text | None = None
    rests: int = 0
    time_s: float = 0.0

    @property
    def best(self) -> Hypothesis:
        """The account that is shown."""
        return self.accounts[0]

    @property
    def is_lost(self) -> bool:
        """Whether table and record disagree."""
        return self.trouble is not None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is by the best account."""
        return self.rules.turn(self.best.position)

    @property
    def hints(self) -> tuple[Text, ...]:
        """What may be played now, in words."""
        return self.rules.hints(self.best.position)

    @property
    def may_end(self) -> bool:
        """Whether the round is over if nothing more happens."""
        return self.best.is_ended or self.rules.may_end(self.best.position)

    @property
    def is_over(self) -> bool:
        """Whether the round is surely over: no card can be laid any more, or the cards were cleared away."""
        return self.best.is_ended or self.rules.is_over(self.best.position)

    @property
    def history(self) -> tuple[PlayEvent, ...]:
        """All events by the best account, as they are understood now."""
        events = [event for _, event in keyed_events(self.best.entries)]
        return tuple(sorted((*events, *self.lost_events), key=lambda event: event.time_s))


def begin(game: Game, table: Table, deck: str) -> Followed:
    """The state before the first card.

    Raises `bad_option` for a game without play rules, `wrong_deck` for a deck that it is not played with.
    """
    rules = game.play_rules
    if rules is None:
        name = game.name
        raise Refusal("bad_option", Text(f"{name.en} cannot be followed yet", f"{name.ja}はまだ追えません"))
    if deck not in game.decks:
        raise Refusal(
            "wrong_deck",
            Text(f"{game.name.en} is not played with this deck", f"{game.name.ja}にこの札は使いません"),
        )
    options = game.resolve_options(table.options)
    pack = CardCount(game.cards_in_play(decks()[deck], options))
    position = rules.begin(table, deck)
    return Followed(game, rules, table, deck, pack, position, (Hypothesis(position),))


def follow(state: Followed, rest: Rest) -> tuple[Followed, tuple[PlayEvent, ...]]:
    """The state after a rest, and the events to send. An event that is sent again with its own time corrects itself."""
    if not rest.is_clear:
        return replace(state, time_s=rest.time_s), ()
    changes = complete_changes(state.lying, within_seats(rest, len(state.table.seats), state.game.people_per_seat))
    looks = dict(state.looks)
    lying = dict(state.lying)
    for change in changes:
        looks[change.card.track] = change.card
        if change.kind == "left":
            lying.pop(change.card.track, None)
        else:
            if change.kind == "followed" and change.before is not None:
                lying.pop(change.before.track, None)
            lying[change.card.track] = change.card
    scene = Scene(
        state.rules,
        state.begin,
        state.pack,
        len(state.table.seats),
        looks,
        rest.time_s,
        is_first=state.rests == 0,
        leaving=leaving_share(state.lying, changes),
    )
    accounts = _explain_all(scene, state.accounts, changes)
    if state.is_lost:
        accounts = best_of([*accounts, *resynced(scene, accounts[:TRIED_HARDER], lying.values())])
    log, events = state.log.update(accounts, rest.time_s)
    after = replace(
        state,
        accounts=accounts,
        looks=looks,
        lying=lying,
        log=log,
        rests=state.rests + 1,
        time_s=rest.time_s,
    )
    return _with_trouble(after, state, events)


def flush(state: Followed) -> tuple[Followed, tuple[PlayEvent, ...]]:
    """The state and the events that were held back for another look, when none will come."""
    log, events = state.log.update(state.accounts, state.time_s, is_last=True)
    return replace(state, log=log), events


def conclude(state: Followed) -> Outcome:
    """The round as `settle` takes it, whether it is sure, and what the table must say: (round, sure, asks)."""
    return conclude_accounts(state.game, state.accounts, state.looks, state.trouble)


def _with_trouble(
    after: Followed, before: Followed, events: tuple[PlayEvent, ...]
) -> tuple[Followed, tuple[PlayEvent, ...]]:
    trouble = disagreement(after.best, after.looks, after.table)
    if (trouble is None) == (before.trouble is None):
        return replace(after, trouble=trouble), events
    event = PlayEvent(after.time_s, "found" if trouble is None else "lost", None, None, note=trouble)
    after = replace(after, trouble=trouble, lost_events=(*after.lost_events, event))
    return after, (*events, event)


def _explain_all(scene: Scene, accounts: Sequence[Hypothesis], changes: Sequence[Change]) -> tuple[Hypothesis, ...]:
    """The accounts after all changes of a rest, in the order seen, or in others where that one breaks a rule."""
    found: tuple[Hypothesis, ...] = tuple(accounts)
    for change in changes:
        found = _explain_one(scene, found, change)
    is_poor = found[0].fault_count > accounts[0].fault_count or found[0].score < accounts[0].score + POOR
    if not is_poor or not 2 <= len(changes) <= MOST_REORDERED:
        return found
    return best_of([*found, *_explain_in_any_order(scene, accounts[:TRIED_HARDER], changes)])


def _explain_one(scene: Scene, accounts: Sequence[Hypothesis], change: Change) -> tuple[Hypothesis, ...]:
    """The accounts after one change. Where the likeliest explanation is poor, the moves before are read anew, too."""
    if change.kind == "renamed":
        floor = accounts[0].score - WORST - RENAMED_MAY_COST
        return best_of([each for account in accounts for each in name_again(scene, account, change.card, floor)])
    found: list[Hypothesis] = []
    best = -math.inf
    for account in accounts:
        if account.score < best - WORST:
            break
        found += explain(scene, account, change)
        best = max(best, *(each.score for each in found[-MOST_ACCOUNTS:]))
    floor = best - WORST
    likeliest = max(found, key=lambda each: each.score)
    has_fault = likeliest.fault_count > accounts[0].fault_count
    tried = accounts[:TRIED_HARDER]
    others: list[Hypothesis] = []
    if best < accounts[0].score + POOR:
        others += [other for account in tried for other in repaired(scene, account, change, floor)]
    if best < accounts[0].score + POOR or has_fault:
        others += [other for account in tried for other in with_unseen_moves(scene, account, floor)]
        others += [other for account in tried for other in with_swapped_moves(scene, account, floor)]
    found += [each for other in best_of(others) for each in explain(scene, other, change)]
    may_be_late = any(entry.fault or entry.is_unseen_move for entry in likeliest.entries[-FRESH:])
    if change.kind == "left":
        found += [each for account in tried for each in taken_back(scene, account, change.card, floor)]
    if change.kind == "moved":
        found += [each for account in tried for each in moved_otherwise(scene, account, change.card, floor)]
    if change.kind == "appeared" and may_be_late:
        found += [each for account in tried for each in late_cards(scene, account, change.card, floor)]
    return best_of(found)


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
                    name_again(scene, account, change.card)
                    if change.kind == "renamed"
                    else explain(scene, account, change)
                )
            ]
            now = done | 1 << number
            charged = (each.charge(ORDER_COST * swaps) for each in found)
            after[now] = best_of([*after.get(now, ()), *charged])[:MOST_IN_ANY_ORDER]
    return after[every]


def best_of(accounts: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The best accounts, the best first; of those from which the round goes on alike only the first."""
    found: list[Hypothesis] = []
    keys: set[int] = set()
    for account in sorted(accounts, key=lambda each: -each.score):
        if account.score < (found[0].score if found else account.score) - WORST or len(found) == MOST_ACCOUNTS:
            break
        if account.key not in keys:
            keys.add(account.key)
            found.append(account)
    return tuple(found)
