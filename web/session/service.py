"""座 za: the evening under way: the fold of its ledger, the round being told, the one door through which it changes."""

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
from scorer.session.state import Session
from scorer.texts import Text
from web.ledger.notices import UNPLAYABLE
from web.ledger.store import Entry, NewEntry, Store, stale_refusal
from web.session.draft import Draft, Picture, validate_partial
from web.session.seat_zones import seat_zones_for


@dataclass(frozen=True, slots=True)
class Change:
    """A change somebody asks for: on which version, under which key, by which player (else from which phone)."""

    version: int
    key: str
    author: str


class SessionService:
    """One table's evening. Safe from any thread; whatever changes is told to `changed`, after its commit."""

    def __init__(self, store: Store, on_change: Callable[[], None]) -> None:
        self._store = store
        self._on_change = on_change
        self.lock = threading.RLock()
        self.evening_id = store.last_evening()
        entries = store.entries(self.evening_id) if self.evening_id is not None else ()
        self.session = _replay_entries(entries, store)
        self.booked_rounds = store.count_entries(RoundSettled.kind)
        self.draft = Draft()
        self._prompts = _prompts_for(self.session)
        self.reopened: ReopenedRound | None = None
        self._ledger_events: tuple[Event, ...] = ()

    @property
    def version(self) -> int:
        """How many entries the ledger of this evening has; 0 before the first evening."""
        return self.session.event_count if self.session else 0

    def require_session(self) -> Session:
        """The session of the evening. Raises `no_evening` before the first one."""
        if self.session is None:
            raise Refusal("no_evening", Text("no evening has been started", "まだ始まっていません"))
        return self.session

    def prompts(self) -> tuple[Prompt, ...]:
        """What the round being told must be told; nothing when there is no round to play."""
        return self.reopened.prompts if self.reopened else self._prompts

    def table(self) -> Table:
        """The table of the round being told: the next one, or the earlier one being corrected."""
        return self.reopened.table if self.reopened else self.require_session().table()

    def missing_prompts(self) -> tuple[Prompt, ...]:
        """The asks nobody has answered yet and that cannot be left out."""
        told = self.draft.answers(self.prompts())
        return tuple(ask for ask in self.prompts() if not ask.optional and _is_unanswered(ask, told.get(ask.path)))

    def check_draft(self) -> None:
        """`Refusal` for what is wrong already, however much is still to be told."""
        if self.session is not None and self.prompts():
            validate_partial(self.session, self.table(), self.prompts(), self.draft.answers(self.prompts()))

    def preview(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """What the round with these answers settles, for a corrected one the balances it leads to; else `Refusal`."""
        told = self._settlement_event(answers)
        if isinstance(told, RoundSettled):
            return {"settlement": told.settlement}
        session = apply(self.require_session(), told)
        return {"settlement": told.rounds[0]["settlement"], "stones": list(session.stones), "over": session.over}

    def reopen(self, version: object, round_number: object) -> None:
        """Opens the booked round `of` for telling it again, with what it was told; `forget` leaves it as it is."""

        def load_booked_answers(_: Draft) -> Draft:
            self._ledger_events = self._load_events()
            self.reopened = reopen_round(
                self.require_session(), self._ledger_events, round_number if type(round_number) is int else 0
            )
            return Draft().with_answers(self.reopened.prompts, self.reopened.answers)

        self._update_draft(version, load_booked_answers)

    def answer(self, version: object, answers: object) -> None:
        """Adds answers to the round being told."""
        self._update_draft(version, lambda draft: draft.with_answers(self.prompts(), answers))

    def add_picture(
        self, version: object, picture: Picture, hand_path: str | None, *, auto_filled: bool = False
    ) -> None:
        """Gives the cards of a picture to hands; `followed`: by itself, from the table that is watched."""
        if hand_path is not None and hand_path not in {
            ask.path for ask in self.prompts() if ask.kind is PromptKind.CARDS
        }:
            raise Refusal("bad_request", Text("this round has no such hand", "この局にその手はありません"))
        playing = self.require_session()
        if auto_filled and self.reopened:
            return  # what lies on the table now is not the round of then
        order = [playing.players.index(name) for name in self.table().seats]
        places, faces = seat_zones_for(len(playing.players), self._store), faces_in_play(playing)
        zones = (*(places[at] for at in order), places[-1]) if places else ()
        self._update_draft(
            version,
            lambda draft: draft.with_picture(self.prompts(), zones, faces, picture, hand_path, auto_filled=auto_filled),
        )

    def assign_card(self, version: object, read: object, hand_path: object) -> None:
        """Gives one card of the picture to a hand, or takes it back."""
        self._update_draft(version, lambda draft: draft.with_card_assigned(self.prompts(), read, hand_path))

    def discard_draft(self, version: object) -> None:
        """Starts telling the round over; an earlier round being corrected is left as it is."""

        def reset(_: Draft) -> Draft:
            self.reopened = None
            return Draft()

        self._update_draft(version, reset)

    def open_evening(self, opened: EveningOpened, change: Change) -> dict[str, Any]:
        """Starts a new evening; the one before stays in the ledger."""
        with self.lock:
            if found := self._store.find_by_key(change.key):
                return to_receipt(found)
            self._check_version(change.version)
            session = replay([opened])
            _require_enough_players(session)
            return self._switch_evening(session, self._store.open_evening(opened.as_json(), change.author, change.key))

    def import_evening(self, events: Sequence[Event], lines: Sequence[NewEntry], change: Change) -> dict[str, Any]:
        """Starts a new evening from the ledger of another; `lines` are its entries as they are to be written."""
        with self.lock:
            if found := self._store.find_by_key(change.key):
                return to_receipt(found)
            self._check_version(change.version)
            session = replay(events)
            self.booked_rounds += sum(isinstance(event, RoundSettled) for event in events)
            return self._switch_evening(session, self._store.import_entries(lines, change.key))

    def begin_game(self, began: GameBegun, change: Change) -> dict[str, Any]:
        """Starts another game in the same evening."""

        def make_event(session: Session) -> Event:
            _require_enough_players(apply(session, began))
            return began

        return self.write(make_event, change)

    def book(self, answers: object, change: Change) -> dict[str, Any]:
        """Books the round with these answers, or its correction: once a key, on the newest version, no unsure card."""

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
        """Takes the last standing round back."""
        return self.write(lambda session: RoundUndone(_require_round(session.undoable_event)), change)

    def redo(self, change: Change) -> dict[str, Any]:
        """Lets the round taken back last count again."""
        return self.write(
            lambda session: RoundRedone(
                _require_round(session.redoable_events[-1] if session.redoable_events else None)
            ),
            change,
        )

    def close(self, change: Change) -> dict[str, Any]:
        """Ends the evening."""
        return self.write(lambda _: EveningClosed(), change)

    def _settlement_event(self, answers: Mapping[str, Any]) -> RoundSettled | RoundEdited:
        """The entry that books the round being told with these answers; `Refusal` when it cannot be."""
        playing = self.require_session()
        known = {ask.path for ask in self.prompts()}
        if unknown := [path for path in answers if path not in known]:
            raise Refusal("bad_request", Text(f"nobody asked for {unknown[0][:40]}", "聞かれていない答えがあります"))
        if self.reopened:
            return edit_round(playing, self._ledger_events, self.reopened.original.event_number, answers)
        round_ = self.table().build_round(playing.game, answers)
        return RoundSettled(round_, playing.rules.settle(round_).as_json())

    def _load_events(self) -> tuple[Event, ...]:
        """The ledger of the evening."""
        return tuple(event_from_json(entry.body) for entry in self._store.entries(self.evening_id or 0))

    def write(self, make_event: Callable[[Session], Event], change: Change) -> dict[str, Any]:
        """The one way an evening changes: made, tried on the session, committed, and only then true."""
        with self.lock:
            if found := self._store.find_by_key(change.key):
                return to_receipt(found)
            self._check_version(change.version)
            event = make_event(self.require_session())
            session = apply(self.require_session(), event)
            asks = _prompts_for(session)
            evening = self.evening_id or 0
            entry = self._store.append(evening, change.version, event.as_json(), change.author, change.key)
            self.booked_rounds += isinstance(event, RoundSettled)
            return self._commit(session, asks, entry)

    def _switch_evening(self, session: Session, entry: Entry) -> dict[str, Any]:
        """In another evening, whose ledger is written."""
        self.evening_id = entry.evening
        return self._commit(session, _prompts_for(session), entry)

    def _commit(self, session: Session, asks: tuple[Prompt, ...], entry: Entry) -> dict[str, Any]:
        self.session, self.draft, self._prompts, self.reopened = session, Draft(), asks, None
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


def _replay_entries(entries: Sequence[Entry], store: Store) -> Session | None:
    """The evening that the entries tell; None without any, and, said so, when they do not follow from each other."""
    try:
        return replay(event_from_json(entry.body) for entry in entries) if entries else None
    except Refusal:
        store.post_notice(UNPLAYABLE)
        return None


def _prompts_for(session: Session | None) -> tuple[Prompt, ...]:
    """What the round about to be played must be told; nothing when there is none."""
    if session is None or not session.is_playable:
        return ()
    return game(session.game).prompts(session.table())


def _require_enough_players(session: Session) -> None:
    if len(session.seat_order) < session.rules.seats_for(session.options)[0]:
        raise Refusal(
            "bad_option",
            Text(
                "with these stones and this stake too few can play", "この持ち石とこの賭け石では、遊べる人が足りません"
            ),
        )


def faces_in_play(session: Session) -> Mapping[str, int]:
    """The cards this evening is played with: code to copies."""
    return game(session.game).cards_in_play(decks()[session.deck], session.options)


def to_receipt(entry: Entry) -> dict[str, Any]:
    """What the writer of an entry is told; a repeated request is told the same."""
    return {"version": entry.version, "sequence": entry.sequence, "at": entry.at, "entry": entry.body}


def _is_unanswered(ask: Prompt, answer: object) -> bool:
    """Whether an answer is missing or has too few cards."""
    if ask.kind is PromptKind.CARDS:
        return not isinstance(answer, Sequence) or len(answer) < ask.minimum
    return answer is None


def _require_round(number: int | None) -> int:
    if number is None:
        raise Refusal(
            "nothing_to_undo", Text("there is nothing to undo or redo", "取り消しややり直しのできる局がありません")
        )
    return number
