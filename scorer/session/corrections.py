"""Corrections of an earlier round, which settle every later round again.

What happened at the table stays: who sat in a round, who dealt it, which cards fell. What depends on the earlier round
is computed again: stones held, the pot, rounds left, and so what each later round settles. Where a later round could
not have been played (the game would have ended before, a player could not have covered his stake) the edit is refused
as `cannot_follow`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, Table
from scorer.seat_names import join_names
from scorer.session import text
from scorer.session.events import Event, PlayerJoined, PlayerLeft, RoundEdited, RoundSettled, SeatsSwapped
from scorer.session.history import PlayedRound
from scorer.session.reducer import apply, start_game
from scorer.session.state import Session
from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class ReopenedRound:
    """An earlier round, open for correction: its game, its table, its prompts and the answers it had.

    `game` is the game of the evening that the round is part of, as it stands.
    """

    game: Session
    original: PlayedRound
    table: Table
    prompts: tuple[Prompt, ...]
    answers: Mapping[str, Any]


def reopen_round(session: Session, events: Sequence[Event], event_number: int) -> ReopenedRound:
    """The valid round that event `event_number` settled, in any game. Raises `bad_event` if there is none.

    `events` is the whole ledger, and `session` is its evening.
    """
    session = _game_of(session, event_number)
    valid_rounds = _valid_rounds_by_number(session)
    played = valid_rounds.get(event_number)
    if played is None:
        raise Refusal(
            "bad_event",
            text("not_a_counting_round"),
        )
    now = start_game(events[session.opening_event - 1])  # type: ignore[arg-type]  # that event opened the game
    standing = _standing_purchases(session)
    for number, event in enumerate(events[session.opening_event : event_number - 1], session.opening_event + 1):
        now = _replay_event(now, event, valid_rounds.get(number), stands=number in standing)
    table = _with_dealer_of(now, played).table()
    prompts = session.rules.prompts(table)
    return ReopenedRound(session, played, table, prompts, extract_answers(played.round, prompts))


def edit_round(session: Session, events: Sequence[Event], event_number: int, answers: Mapping[str, Any]) -> RoundEdited:
    """The event that gives a round other `answers` and settles every later round again. Raises `Refusal`."""
    session = reopen_round(session, events, event_number).game
    valid_rounds, rules, standing = _valid_rounds_by_number(session), session.rules, _standing_purchases(session)
    now = start_game(events[session.opening_event - 1])  # type: ignore[arg-type]  # that event opened the game
    edits: list[dict[str, Any]] = []
    own_events = events[session.opening_event : session.event_count]
    for number, event in enumerate(own_events, session.opening_event + 1):
        played = valid_rounds.get(number)
        if played is None or number < event_number:
            now = _replay_event(now, event, played, stands=number in standing)
            continue
        if now.over:
            raise _cannot_follow(played, text("would_have_ended"))
        now = _with_dealer_of(now, played)
        table = now.table()
        if table.seats != played.players:
            names = join_names([name for name in played.players if name not in table.seats] or played.players)
            raise _cannot_follow(played, text("could_not_have_sat", names=names))
        round_answers = answers if number == event_number else extract_answers(played.round, rules.prompts(table))
        round_ = table.build_round(rules.key, round_answers)
        try:
            settlement = rules.settle(round_)
        except Refusal as refusal:
            if number == event_number:
                raise
            raise _cannot_follow(played, refusal.message) from None
        edits.append({"of": number, "round": round_, "settlement": settlement.as_json()})
        now = apply(now, RoundSettled(round_, settlement.as_json()))
    return RoundEdited(event_number, tuple(edits))


def extract_answers(round_: Mapping[str, Any], prompts: Iterable[Prompt]) -> dict[str, Any]:
    """The answers by path in a finished round, the inverse of `Table.build_round`. Missing answers are left out.

    >>> from scorer.rules.prompts import PromptKind
    >>> extract_answers({"hands": [["h07-1"]]}, [Prompt("hands.0", PromptKind.CARDS, Text("hand", "手")),
    ...                                          Prompt("hands.1", PromptKind.CARDS, Text("hand", "手"))])
    {'hands.0': ['h07-1']}
    """
    answers = ((prompt.path, prompt.answer_in(round_)) for prompt in prompts)
    return {path: answer for path, answer in answers if answer is not None}


def _game_of(session: Session, event_number: int) -> Session:
    """The game of the evening in which that event happened, as it stands."""
    return session.games[max(session.game_at(event_number), 0)]


def _valid_rounds_by_number(session: Session) -> dict[int, PlayedRound]:
    return {played.event_number: played for played in session.valid_rounds}


def _standing_purchases(session: Session) -> frozenset[int]:
    """The numbers of the events of the purchases that count."""
    return frozenset(purchase.event_number for purchase in session.purchases if not purchase.undone)


def _replay_event(session: Session, event: Event, played: PlayedRound | None, *, stands: bool) -> Session:
    """The evening after one more event: a valid round as it stands now, or players who come, go or change seats.

    `stands`: the event is a purchase that counts. Once all rounds are played it changes nothing, and neither does any
    other event, such as an undone round.
    """
    if played is not None:
        return apply(_with_dealer_of(session, played), RoundSettled(played.round, played.settlement))
    if stands and session.are_rounds_played:
        return session
    return apply(session, event) if stands or isinstance(event, PlayerJoined | PlayerLeft | SeatsSwapped) else session


def _with_dealer_of(session: Session, played: PlayedRound) -> Session:
    """The evening with the deal at the player who dealt `played`."""
    return replace(session, dealer=session.players.index(played.dealer))


def _cannot_follow(played: PlayedRound, why: Text) -> Refusal:
    return Refusal(
        "cannot_follow",
        text("cannot_follow", number=played.round_number, why=why),
    )
