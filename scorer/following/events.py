"""Play events: what is said of a round while it is played."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.following.hypothesis import Entry, Hypothesis
from scorer.rules.play_rules import Move
from scorer.texts import Text

EVENTS = ("laid", "turned", "taken", "moved", "retracted", "lost", "found")
"""The kinds of events, as `fudayomi follow` prints them."""
Key = tuple[int, str, int]
"""What tells an event from others: the physical card, the kind, how many of the kind it had before."""
LIES_S = 1.2
"""Seconds for which a card that was laid and taken unseen is taken to have lain there: people take a second or two."""
ENOUGH = 0.6
"""An event that accounts of at least this share, by weight, have is sent at once; others wait for the next rest."""


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """Something that happened at `time_s` (seconds of the film). `seat` and `card` may be unknown.

    `thing`: the physical card. `note`: what is wrong with it, or what it corrects, in words.
    """

    time_s: float
    event: str
    seat: int | None
    card: str | None
    thing: int | None = None
    note: Text | None = None

    def as_json(self, *, with_note: bool = False) -> dict[str, Any]:
        """The event as `fudayomi follow` prints it; with a note only where it is asked for and there is one."""
        line: dict[str, Any] = {"t": self.time_s, "event": self.event, "seat": self.seat, "card": self.card}
        if with_note and self.note is not None:
            line["note"] = self.note.as_json()
        return line


def keyed_events(entries: Sequence[Entry], before: Iterable[Key] = ()) -> Iterator[tuple[Key, PlayEvent]]:
    """The events of entries in the order in which they were seen, each with its key; `before`: keys of earlier ones."""
    count = Counter((thing, kind) for thing, kind, _ in before)
    for entry in entries:
        for move in _moves_of(entry):
            order = count[entry.thing, move.event]
            count[entry.thing, move.event] += 1
            is_last = move is entry.done or move == entry.done
            time_s = entry.time_s if is_last else max(0.0, entry.time_s - LIES_S)
            event = PlayEvent(time_s, move.event, move.seat, move.card, entry.thing, entry.fault if is_last else None)
            yield (entry.thing, move.event, order), event


def _moves_of(entry: Entry) -> Iterator[Move]:
    """The moves behind an entry that are told, those that nobody saw before the one that was seen."""
    yield from (move for move in entry.implied if move.event in EVENTS)
    if entry.done is not None and entry.done.event in EVENTS:
        yield entry.done


@dataclass(frozen=True, slots=True)
class Correction:
    """An event that was sent and then understood otherwise: `was` before, `now` after, None if it never happened."""

    time_s: float
    was: PlayEvent
    now: PlayEvent | None


@dataclass(frozen=True)
class EventLog:
    """The events sent so far by key, those that wait, what was corrected since, and the entries they come from."""

    sent: Mapping[Key, PlayEvent] = field(default_factory=dict)
    waiting: Mapping[Key, PlayEvent] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    entries: tuple[Entry, ...] = ()

    def update(
        self, accounts: Sequence[Hypothesis], time_s: float, *, is_last: bool = False
    ) -> tuple[EventLog, tuple[PlayEvent, ...]]:
        """The log and the events to send after the best account of `accounts` changed.

        A new event is sent at once if most accounts have it, else after the next rest. One that the program understands
        otherwise now is sent again with its own time and a note. One that never happened is only written down: no card
        on the table was taken back.
        """
        entries = accounts[0].entries
        size = len(self.entries)
        if entries[:size] == self.entries:
            out: list[PlayEvent] = []
            corrections: list[Correction] = []
            sent = dict(self.sent)
            fresh = {**self.waiting, **dict(keyed_events(entries[size:], (*sent, *self.waiting)))}
        else:
            sent, fresh, out, corrections = self._compare(dict(keyed_events(entries)), time_s)
        waiting = {}
        share = _shares(accounts, min((event.time_s for event in fresh.values()), default=0.0)) if fresh else {}
        for key, event in fresh.items():
            is_old = is_last or key in self.waiting or event.time_s < time_s - LIES_S
            if is_old or share.get((*key[:2], event.seat, event.card), 0.0) >= ENOUGH:
                sent[key] = event
                out.append(event)
            else:
                waiting[key] = event
        return EventLog(sent, waiting, (*self.corrections, *corrections), entries), tuple(out)

    def _compare(
        self, best: Mapping[Key, PlayEvent], time_s: float
    ) -> tuple[dict[Key, PlayEvent], dict[Key, PlayEvent], list[PlayEvent], list[Correction]]:
        """What was sent by now, what is new, what is sent again, and the corrections, if earlier moves changed."""
        sent, fresh, out, corrections = dict(self.sent), {}, [], []
        for key, event in best.items():
            before = sent.get(key)
            if before is None:
                fresh[key] = event
            elif (before.seat, before.card) != (event.seat, event.card):
                again = replace(event, time_s=before.time_s, note=_corrects(before))
                corrections.append(Correction(time_s, before, again))
                sent[key] = again
                out.append(again)
        for key, event in self.sent.items():
            if key not in best and event.note is not NEVER:
                corrections.append(Correction(time_s, event, None))
                sent[key] = replace(event, note=NEVER)
        return sent, fresh, out, corrections


NEVER = Text("this did not happen", "これは起きていませんでした")
"""The note of an event that was sent and then understood as none."""


def _corrects(before: PlayEvent) -> Text:
    was = before.card or "–"
    return Text(f"corrects what was read as {was}", f"{was}と読んだのを正します")


def _shares(accounts: Sequence[Hypothesis], since_s: float) -> dict[tuple[int, str, int | None, str | None], float]:
    """The share of accounts, by weight, that have each event since a time: by thing, kind, seat and card."""
    top = accounts[0].score
    weights = [math.exp(account.score - top) for account in accounts]
    total = sum(weights)
    shares: dict[tuple[int, str, int | None, str | None], float] = {}
    for account, weight in zip(accounts, weights, strict=True):
        for entry in reversed(account.entries):
            if entry.time_s < since_s:
                break
            for move in _moves_of(entry):
                name = entry.thing, move.event, move.seat, move.card
                shares[name] = shares.get(name, 0.0) + weight / total
    return shares
