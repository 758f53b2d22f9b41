"""The evening under way: its session, its draft, and every change of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.session.corrections import ReopenedRound, edit_round, reopen_round
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    Event,
    GameBegun,
    RoundEdited,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    event_from_json,
)
from scorer.session.reducer import apply, replay
from scorer.session.session_json import session_from_json, session_to_json
from scorer.session.state import Session
from scorer.texts import Text
from web.ledger.store import Entry, NewEntry, Store, stale_refusal
from web.session.draft import Draft
from web.session.draft_cards import Picture
from web.session.loader import earlier_games, load_session, prompts_for
from web.session.seat_zones import seat_zones_for
from web.session.validators import require_enough_players, validate_partial


@dataclass(frozen=True, slots=True)
class Change:
    """A requested change: the version it is based on, its key, and its author (a player, else a phone)."""

    version: int
    key: str
    author: str


class SessionService:
    """One table's evening, safe from any thread.

    It holds the session, replayed from the ledger, and the draft of the current round, and is the only way to change
    them. `on_change` is called after every change, once it is committed.
    """

    def __init__(self, store: Store, on_change: Callable[[], None]) -> None:
        self._store = store
        self._on_change = on_change
        self.lock = threading.RLock()
        self.evening_id = store.last_evening()
        self.session, self.booked_rounds = load_session(store, self.evening_id)
        self.draft = Draft()
        self._prompts = prompts_for(self.session)
        self.reopened: ReopenedRound | None = None
        self._ledger_events: tuple[Event, ...] = ()

    def save_checkpoint(self) -> None:
        """Write a checkpoint, from which the next start goes on, and drop earlier rounds from memory.

        They are loaded again when somebody looks at them.
        """
        with self.lock:
            if self.session is None or self.evening_id is None:
                return
            body = session_to_json(self.session)
            if self._store.save_checkpoint(self.booked_rounds, body):
                load = earlier_games(self._store, self.evening_id, self.version)
                self.session = session_from_json(body, load)

    def repair_ledger(self) -> None:
        """Read the whole ledger again, rebuild it where it is damaged, and go on with what it holds."""
        with self.lock:
            self._store.repair()
            self.evening_id = self._store.last_evening()
            self.session, self.booked_rounds = load_session(self._store, self.evening_id)
            self.draft, self._prompts, self.reopened = Draft(), prompts_for(self.session), None
            self._on_change()

    @property
    def version(self) -> int:
        """Number of entries in this evening's ledger, 0 before the first evening."""
        return self.session.event_count if self.session else 0

    def require_session(self) -> Session:
        """The session of the evening. Raises `no_evening` before the first one."""
        if self.session is None:
            raise Refusal("no_evening", Text("no evening has been started", "まだ始まっていません"))
        return self.session

    def prompts(self) -> tuple[Prompt, ...]:
        """What the current round asks for. Empty when there is no round to play."""
        return self.reopened.prompts if self.reopened else self._prompts

    def table(self) -> Table:
        """The table of the current round: the next one, or the earlier one being corrected."""
        return self.reopened.table if self.reopened else self.require_session().table()

    def missing_prompts(self) -> tuple[Prompt, ...]:
        """Prompts that need an answer and have none yet."""
        return self.draft.missing_prompts(self.prompts())

    def check_draft(self) -> None:
        """Raise `Refusal` for what is wrong already, though the draft may be incomplete."""
        if self.session is not None and self.prompts():
            validate_partial(self.session, self.table(), self.prompts(), self.draft.answers(self.prompts()))

    def preview(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """What these answers settle, for a corrected round with the balances it leads to. Raises `Refusal`."""
        event = self._settlement_event(answers)
        if isinstance(event, RoundSettled):
            return {"settlement": event.settlement}
        session = apply(self.require_session(), event)
        return {"settlement": event.rounds[0]["settlement"], "stones": list(session.stones), "over": session.over}

    def reopen(self, version: object, round_number: object) -> None:
        """Open a booked round for correction, with its answers. `discard_draft` leaves it as it is."""

        def load_booked_answers(_: Draft) -> Draft:
            self._ledger_events = self._load_events()
            self.reopened = reopen_round(
                self.require_session(), self._ledger_events, round_number if type(round_number) is int else 0
            )
            return Draft().with_answers(self.reopened.prompts, self.reopened.answers)

        self._update_draft(version, load_booked_answers)

    def answer(self, version: object, answers: object) -> None:
        """Add answers to the draft."""
        self._update_draft(version, lambda draft: draft.with_answers(self.prompts(), answers))

    def add_picture(
        self, version: object, picture: Picture, hand_path: str | None, *, auto_filled: bool = False
    ) -> None:
        """Assign the cards of a picture to hands. `auto_filled`: it comes from the watched table."""
        if hand_path is not None and hand_path not in {
            prompt.path for prompt in self.prompts() if prompt.kind is PromptKind.CARDS
        }:
            raise Refusal("bad_request", Text("this round has no such hand", "この局にその手はありません"))
        session = self.require_session()
        if auto_filled and self.reopened:
            return  # the table shows the current round, not the one being corrected
        players = [session.players.index(name) for name in self.table().seats]
        by_player, faces = seat_zones_for(len(session.players), self._store), faces_in_play(session)
        zones = (*(by_player[player] for player in players), by_player[-1]) if by_player else ()
        self._update_draft(
            version,
            lambda draft: draft.with_picture(self.prompts(), zones, faces, picture, hand_path, auto_filled=auto_filled),
        )

    def assign_card(self, version: object, read: object, hand_path: object) -> None:
        """Move one card of the picture to a hand, or remove it from there."""
        self._update_draft(version, lambda draft: draft.with_card_assigned(self.prompts(), read, hand_path))

    def discard_draft(self, version: object) -> None:
        """Start the draft over. An earlier round being corrected is left as it is."""

        def reset(_: Draft) -> Draft:
            self.reopened = None
            return Draft()

        self._update_draft(version, reset)

    def open_evening(self, opened: EveningOpened, change: Change) -> dict[str, Any]:
        """Start a new evening. The one before stays in the ledger."""
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return to_receipt(booked)
            self._check_version(change.version)
            session = replay([opened])
            require_enough_players(session)
            return self._switch_evening(session, self._store.open_evening(opened.as_json(), change.author, change.key))

    def import_evening(self, events: Sequence[Event], lines: Sequence[NewEntry], change: Change) -> dict[str, Any]:
        """Start a new evening from events of another. `lines` are its entries as they are to be written."""
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return to_receipt(booked)
            self._check_version(change.version)
            session = replay(events)
            self.booked_rounds += sum(isinstance(event, RoundSettled) for event in events)
            return self._switch_evening(session, self._store.import_entries(lines, change.key))

    def begin_game(self, began: GameBegun, change: Change) -> dict[str, Any]:
        """Start another game in the same evening."""

        def make_event(session: Session) -> Event:
            require_enough_players(apply(session, began))
            return began

        return self.write(make_event, change)

    def book(self, answers: object, change: Change) -> dict[str, Any]:
        """Book the round with these answers, or its correction: once per key, on the newest version, no unsure card."""

        def make_event(session: Session) -> Event:
            if (session.over or session.closed) and not self.reopened:
                raise Refusal("over", Text("the game is over", "もう終局しています"))
            if not isinstance(answers, dict):
                raise Refusal("bad_request", Text("the answers must be an object", "答えの形が正しくありません"))
            if self.draft.unsure_count() and answers == self.draft.answers(self.prompts()):
                raise Refusal(
                    "unsure_cards",
                    Text("some cards are not sure: look at them", "確かでない札があります。確かめてください"),
                )
            return self._settlement_event(answers)

        return self.write(make_event, change)

    def undo(self, change: Change) -> dict[str, Any]:
        """Undo the last round that counts."""
        return self.write(lambda session: RoundUndone(_require_round(session.undoable_event)), change)

    def redo(self, change: Change) -> dict[str, Any]:
        """Redo the round that was undone last."""
        return self.write(
            lambda session: RoundRedone(
                _require_round(session.redoable_events[-1] if session.redoable_events else None)
            ),
            change,
        )

    def close(self, change: Change) -> dict[str, Any]:
        """End the evening."""
        return self.write(lambda _: EveningClosed(), change)

    def _settlement_event(self, answers: Mapping[str, Any]) -> RoundSettled | RoundEdited:
        """The event that books the current round with these answers. Raises `Refusal`."""
        session = self.require_session()
        known = {prompt.path for prompt in self.prompts()}
        if unknown := [path for path in answers if path not in known]:
            raise Refusal("bad_request", Text(f"nobody asked for {unknown[0][:40]}", "聞かれていない答えがあります"))
        if self.reopened:
            return edit_round(session, self._ledger_events, self.reopened.original.event_number, answers)
        round_ = self.table().build_round(session.game, answers)
        return RoundSettled(round_, session.rules.settle(round_).as_json())

    def _load_events(self) -> tuple[Event, ...]:
        """The events of the evening, from the ledger."""
        return tuple(event_from_json(entry.body) for entry in self._store.entries(self.evening_id or 0))

    def write(self, make_event: Callable[[Session], Event], change: Change) -> dict[str, Any]:
        """Change the evening, the one way to do so: try the event on the session, commit it, then take it over."""
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return to_receipt(booked)
            self._check_version(change.version)
            event = make_event(self.require_session())
            session = apply(self.require_session(), event)
            prompts = prompts_for(session)
            evening_id = self.evening_id or 0
            entry = self._store.append(evening_id, change.version, event.as_json(), change.author, change.key)
            self.booked_rounds += isinstance(event, RoundSettled)
            return self._commit(session, prompts, entry)

    def _switch_evening(self, session: Session, entry: Entry) -> dict[str, Any]:
        """Take over another evening, whose ledger is written."""
        self.evening_id = entry.evening
        return self._commit(session, prompts_for(session), entry)

    def _commit(self, session: Session, prompts: tuple[Prompt, ...], entry: Entry) -> dict[str, Any]:
        self.session, self.draft, self._prompts, self.reopened = session, Draft(), prompts, None
        self._on_change()
        return to_receipt(entry)

    def _update_draft(self, version: object, make_draft: Callable[[Draft], Draft]) -> None:
        with self.lock:
            self._check_version(version)
            self.require_session()
            self.draft = make_draft(self.draft)
            self._on_change()

    def _check_version(self, version: object) -> None:
        if version != self.version:
            raise stale_refusal()


def faces_in_play(session: Session) -> Mapping[str, int]:
    """The cards this evening is played with: copies by code."""
    return game(session.game).cards_in_play(decks()[session.deck], session.options)


def to_receipt(entry: Entry) -> dict[str, Any]:
    """What the author of an entry gets, and again for a repeated request."""
    return {"version": entry.version, "sequence": entry.sequence, "at": entry.at, "entry": entry.body}


def _require_round(number: int | None) -> int:
    if number is None:
        raise Refusal(
            "nothing_to_undo", Text("there is nothing to undo or redo", "取り消しややり直しのできる局がありません")
        )
    return number
