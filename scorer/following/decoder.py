"""The decoder: from cards at rest to what was played.

It keeps several accounts of the round, each a whole assignment of cards to places. Every change of a rest is explained
as a move of the game or as a misreading, in every account. The best account is what is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.following import text
from scorer.following.accounts.explain_changes import REPAIRED_ACCOUNTS, best_of, explain_groups
from scorer.following.accounts.repair import resynced
from scorer.following.deduction import accounts_for_every_card, deduced_events
from scorer.following.disagreement import deck_troubles, disagreement, strange_things, unreadable
from scorer.following.entries import hands_tell
from scorer.following.events import EventLog, keyed_events
from scorer.following.hypothesis import CardCount, Hypothesis, Scene
from scorer.following.outcome import Outcome, conclude_accounts
from scorer.following.play_event import Lost, PlayEvent
from scorer.following.rest_changes import complete_changes, leaving_share, table_after, within_seat, within_seats
from scorer.following.sighting import Change, Rest, SeenCard, Unexplained
from scorer.following.trick_heaps import Gathering, Group, gather
from scorer.rules.game import Game
from scorer.rules.play.playable import Playable
from scorer.rules.prompts import Table
from scorer.texts import Text


@dataclass(frozen=True)
class Followed:
    """A round that is followed: its accounts, best first, and what was sent of it.

    `looks`: the newest look of every track. `lying`: the cards on the table after the last rest. `trouble`: while table
    and record disagree, what is where, in words. `unexplained`: what lies there and was read as nothing.
    `gathering`: cards that left the middle and may come to lie as a heap.
    """

    game: Game
    rules: Playable
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
    unexplained: Mapping[int, Unexplained] = field(default_factory=dict)
    gathering: Gathering = field(default_factory=Gathering)
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
        best = self.settled.best
        return best.is_ended or self.rules.may_end(best.position)

    @property
    def is_over(self) -> bool:
        """Whether the round is surely over: no card can be laid any more, or the cards were cleared away."""
        best = self.settled.best
        return best.is_ended or self.rules.is_over(best.position)

    @cached_property
    def settled(self) -> Followed:
        """The state if nothing more happens: cards that left the middle are gone."""
        scene = _scene(self, self.looks, self.time_s, "some")
        accounts = explain_groups(scene, self.accounts, self.gathering.released())
        return replace(self, accounts=accounts, gathering=replace(self.gathering, held=()))

    @property
    def history(self) -> tuple[PlayEvent, ...]:
        """All events by the best account, as they are understood now."""
        best = self.settled.best if self.is_over else self.best
        events = [event for _, event in keyed_events(best.entries)]
        if self.is_over:
            events += deduced_events(self.rules, best)
        return tuple(sorted((*events, *self.lost_events), key=lambda event: event.time_s))


def begin(game: Game, table: Table, deck: str) -> Followed:
    """The state before the first card.

    Raises `bad_option` for a game without play rules, `wrong_deck` for a deck that it is not played with.
    """
    rules = game.play_rules
    if rules is None:
        name = game.name
        raise Refusal("bad_option", text("cannot_be_followed", name=name))
    if deck not in game.decks:
        raise Refusal(
            "wrong_deck",
            text("wrong_deck", game=game.name),
        )
    options = game.resolve_options(table.options)
    pack = CardCount(game.cards_in_play(decks()[deck], options))
    position = rules.begin(table, deck)
    return Followed(game, rules, table, deck, pack, position, (Hypothesis(position),))


def follow(state: Followed, rest: Rest) -> tuple[Followed, tuple[PlayEvent, ...]]:
    """The state after a rest, and the events to send. An event that is sent again with its own time corrects itself."""
    if not rest.is_clear:
        return _with_unexplained(replace(state, time_s=rest.time_s), rest, ())
    changes = complete_changes(state.lying, within_seats(rest, len(state.table.seats), state.game.people_per_seat))
    changes = [_told_apart(state, change) for change in changes]
    if not hands_tell(state.best.entries):
        changes = [replace(change, hands=()) for change in changes]
    looks = {**state.looks, **{change.card.track: change.card for change in changes}}
    lying = table_after(state.lying, changes)
    scene = _scene(state, looks, rest.time_s, leaving_share(state.lying, changes))
    gathering, groups = _gather(state, changes, looks, rest.time_s)
    accounts = explain_groups(scene, state.accounts, groups)
    if state.is_lost:
        accounts = best_of([*accounts, *resynced(scene, accounts[:REPAIRED_ACCOUNTS], lying.values())])
    log, events = state.log.update(accounts, rest.time_s)
    after = replace(
        state,
        accounts=accounts,
        looks=looks,
        lying=lying,
        log=log,
        gathering=gathering,
        rests=state.rests + 1,
        time_s=rest.time_s,
    )
    after, events = _with_trouble(after, state, events)
    return _with_unexplained(after, rest, events)


def flush(state: Followed) -> tuple[Followed, tuple[PlayEvent, ...]]:
    """The state and the events that were held back for another look, when none will come."""
    state = state.settled
    log, events = state.log.update(state.accounts, state.time_s, is_last=True)
    return replace(state, log=log), (*events, *deduced_events(state.rules, state.best))


def conclude(state: Followed) -> Outcome:
    """The round as `settle` takes it, whether it is sure, and what the table must say: (round, sure, asks)."""
    scene = _scene(state, state.looks, state.time_s, "some")
    outcome = conclude_accounts(state.game, state.settled.accounts, scene, state.trouble, state.lying)
    # One more of a card in its own pile is no second pack where each card of this one is known.
    is_known = accounts_for_every_card(state.rules, state.best, state.pack.copies)
    there = [look for look in state.lying.values() if not state.best.is_left_behind(look, in_piles=is_known)]
    said = deck_troubles(state.looks.values(), there, state.pack.copies)
    said += strange_things(state.best, state.lying, state.time_s, state.table)
    if not is_known and not state.best.is_ended:
        zones = dict.fromkeys(part.zone for part in state.unexplained.values() if part.is_card_like)
        said += [unreadable(zone, state.table) for zone in zones]
    troubles = tuple(("", text) for text in said)
    return outcome._replace(sure=outcome.sure and not troubles, asks=(*outcome.asks, *troubles))


def _told_apart(state: Followed, change: Change) -> Change:
    """The change of a card that was taken for another one, and that is seen beside it now, as "apart"."""
    track, best = change.card.track, state.best
    if change.kind not in ("moved", "turned") or track in state.lying:
        return change
    is_another = any(best.thing_of(other) == best.thing_of(track) for other in state.lying)
    return replace(change, kind="apart", before=None) if is_another else change


def _with_trouble(
    after: Followed, before: Followed, events: tuple[PlayEvent, ...]
) -> tuple[Followed, tuple[PlayEvent, ...]]:
    found = disagreement(after.best, after.looks, after.table)
    trouble = None if found is None else found.text
    if (trouble is None) == (before.trouble is None):
        return replace(after, trouble=trouble), events
    if found is None:
        event = PlayEvent(after.time_s, "found", None, None)
    else:
        event = PlayEvent(after.time_s, "lost", None, None, note=trouble, lost=Lost("record", found.zone))
    after = replace(after, trouble=trouble, lost_events=(*after.lost_events, event))
    return after, (*events, event)


def _with_unexplained(
    state: Followed, rest: Rest, events: tuple[PlayEvent, ...]
) -> tuple[Followed, tuple[PlayEvent, ...]]:
    """The state with what lies there unexplained, and what is said of it: once of each, and once that all is well."""
    seats, people = len(state.table.seats), state.game.people_per_seat
    parts = {part.number: within_seat(part, seats, people) for part in rest.unexplained}
    said: list[PlayEvent] = []
    for part in parts.values():
        if part.number not in state.unexplained:
            lost = Lost("unexplained", part.zone, part.box)
            words = unreadable(part.zone, state.table)
            said.append(PlayEvent(rest.time_s, "lost", part.zone, None, note=words, lost=lost))
    if state.unexplained and not parts and state.trouble is None:
        said.append(PlayEvent(rest.time_s, "found", None, None))
    if not said:
        return replace(state, unexplained=parts), events
    return replace(state, unexplained=parts, lost_events=(*state.lost_events, *said)), (*events, *said)


def _scene(state: Followed, looks: Mapping[int, SeenCard], time_s: float, leaving: str) -> Scene:
    """What all accounts of the state share at second `time_s`; `leaving`: how many cards leave then."""
    seats = len(state.table.seats)
    return Scene(state.rules, state.begin, state.pack, seats, looks, time_s, state.rests == 0, leaving)


def _gather(
    state: Followed, changes: list[Change], looks: Mapping[int, SeenCard], time_s: float
) -> tuple[Gathering, list[Group]]:
    """What is held back, and what is explained now; all of it now in a game whose cards are not taken as heaps."""
    is_due = state.rules.awaits_taking(state.best.position)
    if is_due is None:
        return state.gathering, [(time_s, changes)]
    return gather(state.gathering, state.best, looks, (time_s, changes), is_due=is_due)
