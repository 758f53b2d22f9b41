"""Which play events are sent, and when one is corrected."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.following import text
from scorer.following.entries import Entry
from scorer.following.evidence import is_same_face
from scorer.following.hypothesis import Hypothesis
from scorer.following.play_event import EVENTS, PlayEvent
from scorer.rules.play.moves import MIDDLE, PILE, Move, Place
from scorer.texts import Text

CORRECTED_SHARE = 0.97
"""Share of the accounts, by weight, from which on an event is corrected at once: two corrections are worse than one."""
DOUBTFUL_COST = -3.0
"""Cost of an explanation, at most, that is poor: somebody else's arm was there, or much must have gone unseen."""
CORRECTED_AFTER_RESTS = 6
"""Rests after which it is corrected all the same."""
Key = tuple[int, str, int]
"""What tells an event from others: the physical card, the kind, how many of the kind it had before."""
LIES_S = 1.7
"""Seconds for which a card that was laid and taken unseen is taken to have lain there: as long as in most films."""
DEALT_S = 1.7
"""Seconds from one card to the next where one hand gets several: the median of films of Tokotoko and Dontsuku."""
OUT_OF_ORDER_S = 5.0
"""Seconds by which a change may be told after later ones."""
SENT_SHARE = 0.6
"""An event that accounts of at least this share, by weight, have is sent at once; others wait for the next rest.

A doubtful one is sent as it would be corrected: at once if it is certain, else when it has stood for a few rests.
"""


def keyed_events(
    entries: Sequence[Entry], before: Iterable[Key] = (), start: int = 0
) -> Iterator[tuple[Key, PlayEvent]]:
    """The events of entries from number `start` on, as they were seen, each with its key.

    `before`: the keys of earlier ones.
    """
    count = Counter((thing, kind) for thing, kind, _ in before)
    for number, entry in enumerate(entries[start:], start):
        for move in _moves_of(entry):
            order = count[entry.thing, move.event]
            count[entry.thing, move.event] += 1
            is_last = move is entry.done or move == entry.done
            taken_s = _taken_time(entry, entries[:number])
            time_s = taken_s if is_last else _unseen_time(entry, entries[:number], taken_s)
            doubt = entry.is_doubtful or entry.fault is not None or entry.total_cost <= DOUBTFUL_COST
            fault = entry.fault if is_last else None
            is_others = entry.is_by_another_hand
            event = PlayEvent(time_s, move.event, move.seat, move.card, entry.thing, fault, doubt, is_others)
            if entry.is_start and is_last:
                event = replace(event, is_start=True)
            yield (entry.thing, move.event, order), event


def _taken_time(entry: Entry, before: Sequence[Entry]) -> float:
    """When the card of an entry was moved: with the card that was taken together with it, if that was seen before."""
    if entry.taken_with is not None:
        for each in reversed(before):
            if each.done is not None and (each.done.event, each.done.card) == ("taken", entry.taken_with):
                return min(each.time_s, entry.time_s)
    return entry.time_s


def _unseen_time(entry: Entry, before: Sequence[Entry], moved_s: float) -> float:
    """When a card came to lie that nobody saw before the move of an entry at `moved_s`.

    One that is turned up lay there for long: it came in its turn where cards were dealt in turn, else after the last
    one laid there, as did others that nobody saw. One that is taken lay there for a moment.
    """
    move, lay_s = entry.done, max(0.0, moved_s - LIES_S)
    if move is None or move.event != "turned":
        return lay_s
    laid: dict[Place, list[float]] = {}
    unseen = 1
    for each in before:
        unseen += sum((other.event, other.target) == ("laid", move.target) for other in each.implied)
        if each.done is not None and each.done.event == "laid" and each.done.target != PILE:
            laid.setdefault(each.done.target, []).append(each.time_s)
    there = laid.get(move.target, ())
    laid.pop(MIDDLE, None)
    in_turn = None if move.target == MIDDLE else _dealt_time(laid, move.target)
    if in_turn is not None or not there:
        return lay_s if in_turn is None else in_turn
    return round(min(lay_s, there[-1] + DEALT_S * unseen), 3)


def _dealt_time(laid: Mapping[Place, Sequence[float]], place: Place) -> float | None:
    """When the one more card of a hand was dealt that nobody saw: between those of its neighbours, in its turn.

    `laid`: the seconds of each hand's cards that were seen. None where one hand has no card of that turn, or none of
    the turn before, or cards were not dealt in turn.
    """
    others = [times for other, times in laid.items() if other != place]
    number = len(laid.get(place, ()))
    if not number or not others or any(len(times) <= number for times in others):
        return None
    order = sorted(laid, key=lambda each: laid[each][number - 1])
    earlier, now = (
        max(laid[each][number - 1] for each in order),
        [laid[each][number] for each in order if each != place],
    )
    if earlier >= min(now):
        return None
    turn = order.index(place)
    start = now[turn - 1] if turn else earlier
    end = now[turn] if turn < len(now) else start + 2 * (start - earlier) / len(now)
    return round((start + end) / 2, 3) if start < end else None


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
    """The events sent so far by key, those that wait, what was corrected since, and the entries they come from.

    `waiting`, and `amended`, which was understood otherwise and is not corrected yet, have the rests since.
    """

    sent: Mapping[Key, PlayEvent] = field(default_factory=dict)
    waiting: Mapping[Key, tuple[PlayEvent, int]] = field(default_factory=dict)
    amended: Mapping[Key, tuple[PlayEvent, int]] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    entries: tuple[Entry, ...] = ()

    def update(
        self, accounts: Sequence[Hypothesis], time_s: float, *, is_last: bool = False
    ) -> tuple[EventLog, tuple[PlayEvent, ...]]:
        """The log and the events to send after the best account of `accounts` changed.

        A new event is sent at once if most accounts have it, else after the next rest. One that the program understands
        otherwise now is sent again with its own time and a note, when nearly all accounts agree or it has stood for a
        few rests. One that never happened is only written down: no card on the table was taken back.
        """
        entries = accounts[0].entries
        size = len(self.entries)
        log, out = self, tuple[PlayEvent, ...]()
        if entries[:size] == self.entries and not self.amended:
            waiting = {key: event for key, (event, _) in self.waiting.items()}
            fresh = {**waiting, **dict(keyed_events(entries, (*self.sent, *waiting), size))}
        else:
            best = dict(keyed_events(entries))
            log, out = self._correct(best, accounts, time_s, is_last=is_last)
            fresh = {key: event for key, event in best.items() if key not in log.sent}
        sent, still = dict(log.sent), dict[Key, tuple[PlayEvent, int]]()
        share = _shares(accounts, fresh.values())
        for key, event in fresh.items():
            if (earlier := _find_sent_as_another(sent, event)) is not None:
                sent[key] = replace(event, time_s=sent.pop(earlier).time_s)
                continue
            _, rests = self.waiting.get(key, (None, 0))
            enough, stands = (CORRECTED_SHARE, CORRECTED_AFTER_RESTS) if event.is_doubtful else (SENT_SHARE, 1)
            enough = math.inf if event.is_by_another_hand else enough
            if is_last or rests >= stands or share.get(_what(key, event), 0.0) >= enough:
                sent[key] = event
                out = (*out, event)
            else:
                still[key] = event, rests + 1
        return replace(log, sent=sent, waiting=still, entries=entries), out

    def _correct(
        self, best: Mapping[Key, PlayEvent], accounts: Sequence[Hypothesis], time_s: float, *, is_last: bool
    ) -> tuple[EventLog, tuple[PlayEvent, ...]]:
        """The log and the events sent again, after earlier moves changed; `best`: the events of the best account."""
        sent, corrections = dict(self.sent), list(self.corrections)
        for key, event in best.items():
            before = sent.get(key)
            if before is None or before.note is not NEVER:
                continue
            if abs(event.time_s - before.time_s) > LIES_S:  # it happened later
                del sent[key]
            elif _is_same(before, event):  # it did happen, after all
                sent[key] = replace(event, time_s=before.time_s)
        changed = {key: event for key, event in best.items() if key in sent and not _is_same(sent[key], event)}
        share, amended, out = _shares(accounts, changed.values()), {}, []
        for key, event in changed.items():
            before, rests = sent[key], self.amended.get(key, (None, 0))[1] + 1
            if not is_last and rests < CORRECTED_AFTER_RESTS and share.get(_what(key, event), 0.0) < CORRECTED_SHARE:
                amended[key] = event, rests
                continue
            again = replace(event, time_s=before.time_s, note=_corrects(before), is_correction=True)
            corrections.append(Correction(time_s, before, again))
            sent[key] = again
            out.append(again)
        for key, event in self.sent.items():
            if key not in best and event.note is not NEVER:
                corrections.append(Correction(time_s, event, None))
                sent[key] = replace(event, note=NEVER)
        return replace(self, sent=sent, amended=amended, corrections=tuple(corrections)), tuple(out)


def _is_same(before: PlayEvent, event: PlayEvent) -> bool:
    """Whether an event is understood as before. Copies of one face are one card."""
    return before.seat == event.seat and is_same_face(before.card, event.card)


def _find_sent_as_another(sent: Mapping[Key, PlayEvent], event: PlayEvent) -> Key | None:
    """The key of the same event that was sent of a thing that is another by now, or none after all."""
    for key, before in sent.items():
        is_same = before.event == event.event and _is_same(before, event)
        if is_same and before.note is NEVER and abs(before.time_s - event.time_s) <= LIES_S:
            return key
    return None


def _what(key: Key, event: PlayEvent) -> _What:
    return (*key[:2], event.seat, event.card)


NEVER = text("never")
"""The note of an event that was sent and then understood as none."""


def _corrects(before: PlayEvent) -> Text:
    was = before.card or "–"
    return text("corrects", was=was)


_What = tuple[int, str, int | None, str | None]
"""What an event says, whenever it was: the physical card, the kind, the seat, the card."""


def _shares(accounts: Sequence[Hypothesis], events: Iterable[PlayEvent]) -> dict[_What, float]:
    """The share of accounts, by weight, that have each event since the earliest of `events`; empty without any."""
    since_s = min((event.time_s for event in events), default=math.inf)
    shares: dict[_What, float] = {}
    if since_s == math.inf:
        return shares
    top = accounts[0].score
    weights = [math.exp(account.score - top) for account in accounts]
    total = sum(weights)
    for account, weight in zip(accounts, weights, strict=True):
        for entry in reversed(account.entries):
            if entry.time_s < since_s - OUT_OF_ORDER_S:
                break
            for move in _moves_of(entry):
                name = entry.thing, move.event, move.seat, move.card
                shares[name] = shares.get(name, 0.0) + weight / total
    return shares
