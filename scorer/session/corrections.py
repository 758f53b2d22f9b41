"""書き直し kakinaoshi: an earlier round told anew, and every later round settled again by it.

What happened at the table stays: who sat in a round, who dealt it, which cards fell. What hangs on the earlier round is
counted anew: stones held, the pot, rounds left, and so what each later round settles. Where that cannot be (a game
that would have ended before, a player who could not have covered his stake) the edit is refused as `cannot_follow`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.errors import Refusal
from scorer.rules.prompts import Ask, AskKind, Table
from scorer.session.events import Edited, Event, Joined, Left, Settled, Swapped
from scorer.session.history import Played
from scorer.session.reducer import after, opened
from scorer.session.state import Session
from scorer.texts import Text, together


@dataclass(frozen=True, slots=True)
class Reopened:
    """A round of the past, open for telling again: its table, what it asks, what it was told."""

    played: Played
    table: Table
    asks: tuple[Ask, ...]
    answers: Mapping[str, Any]


def reopened(session: Session, events: Sequence[Event], of: int) -> Reopened:
    """The standing round of event `of` of the game being played; `bad_event` when there is none.

    `events` is the whole ledger of which `session` is the evening.
    """
    played = _standing(session).get(of)
    if played is None:
        raise Refusal(
            "bad_event",
            Text(
                "only a round of this game that counts can be corrected",
                "直せるのはこの遊びの、取り消していない局だけです",
            ),
        )
    now = opened(events[session.began - 1])  # type: ignore[arg-type]  # that event opened the game
    for number, event in enumerate(events[session.began : of - 1], session.began + 1):
        now = _again(now, event, _standing(session).get(number))
    table = _dealt_by(now, played).table()
    asks = session.rules.asks(table)
    return Reopened(played, table, asks, answers_in(played.round, asks))


def edited(session: Session, events: Sequence[Event], of: int, answers: Mapping[str, Any]) -> Edited:
    """The entry that tells round `of` with other `answers` and settles every later round again; or `Refusal`."""
    reopened(session, events, of)
    standing, rules = _standing(session), session.rules
    now = opened(events[session.began - 1])  # type: ignore[arg-type]  # that event opened the game
    told: list[dict[str, Any]] = []
    for number, event in enumerate(events[session.began :], session.began + 1):
        played = standing.get(number)
        if played is None or number < of:
            now = _again(now, event, played)
            continue
        if now.over:
            raise _cannot(
                played,
                "with this change the game would have ended before it",
                "この直しでは、その前に終局していたことになります",
            )
        now = _dealt_by(now, played)
        table = now.table()
        if table.seats != played.players:
            who = together([name for name in played.players if name not in table.seats] or played.players)
            raise _cannot(
                played,
                f"with this change {who.en} could not have sat there",
                f"この直しでは、{who.ja}はその席に着けなかったことになります",
            )
        given = answers if number == of else answers_in(played.round, rules.asks(table))
        round_ = table.round(rules.key, given)
        try:
            settlement = rules.settle(round_)
        except Refusal as refusal:
            if number == of:
                raise
            raise _cannot(played, refusal.message.en, refusal.message.ja) from None
        told.append({"of": number, "round": round_, "settlement": settlement.as_json()})
        now = after(now, Settled(round_, settlement.as_json()))
    return Edited(of, tuple(told))


def answers_in(round_: Mapping[str, Any], asks: Iterable[Ask]) -> dict[str, Any]:
    """The answers by path that a finished round holds, `Table.round` turned round; what was left out stays out.

    >>> answers_in({"hands": [["h07-1"]]}, [Ask("hands.0", AskKind.CARDS, Text("hand", "手")),
    ...                                     Ask("hands.1", AskKind.CARDS, Text("hand", "手"))])
    {'hands.0': ['h07-1']}
    """
    found = {}
    for ask in asks:
        value: Any = round_
        for step in ask.path.split("."):
            if isinstance(value, list | tuple) and step.isdigit() and int(step) < len(value):
                value = value[int(step)]
            else:
                value = value.get(step) if isinstance(value, Mapping) else None
        if value is not None:
            found[ask.path] = list(value) if ask.kind is AskKind.CARDS else value
    return found


def _standing(session: Session) -> dict[int, Played]:
    return {played.number: played for played in session.standing}


def _again(now: Session, event: Event, played: Played | None) -> Session:
    """One entry later: a round that counts as it is told now, people coming and going; what was undone is nothing."""
    if played is not None:
        return after(_dealt_by(now, played), Settled(played.round, played.settlement))
    return after(now, event) if isinstance(event, Joined | Left | Swapped) else now


def _dealt_by(now: Session, played: Played) -> Session:
    """With the deal at whom the round was dealt by."""
    return replace(now, dealer=now.players.index(played.dealer))


def _cannot(played: Played, en: str, ja: str) -> Refusal:
    return Refusal(
        "cannot_follow",
        Text(
            f"round {played.round_number}, booked later, cannot follow: {en}; undo it first",
            f"後で記録した第{played.round_number}局とつながりません。{ja}。先にその局を取り消してください",
        ),
    )
