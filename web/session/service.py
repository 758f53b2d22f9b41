"""The evening under way: its session, its draft, and every change of them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.errors import Refusal
from scorer.nearest_name import with_nearest
from scorer.rules.prompts import Prompt
from scorer.session.corrections import edit_round
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    EveningReopened,
    Event,
    GameBegun,
    RoundEdited,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    event_from_json,
)
from scorer.session.reducer import apply, replay
from scorer.session.session_json import session_from_json, session_to_json, shelve_rounds
from scorer.session.state import Session
from scorer.texts import Text
from web.ledger.entry import NewEntry
from web.ledger.notices import FOREIGN_ENTRIES, WRONG_FOLDS, unreadable_notice, unreadable_refusal
from web.ledger.store import Entry
from web.session.draft import Draft
from web.session.draft_service import DraftService
from web.session.history import is_readable
from web.session.loader import earlier_games, essence, load_session, prompts_for
from web.session.validators import require_playable

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """A requested change: the version it is based on, its key, and its author (a player, else a phone)."""

    version: int
    key: str
    author: str


class SessionService(DraftService):
    """One table's evening, safe from any thread: the only way to change its ledger."""

    def save_checkpoint(self) -> None:
        """Write a checkpoint, from which the next start goes on, and drop earlier rounds from memory.

        They are loaded again when somebody looks at them.
        """
        with self.lock:
            if self.session is None or self.evening_id is None:
                return
            load = earlier_games(self._store, self.evening_id, self.version)
            shelved = self._shelve(self.session, load)
            body = session_to_json(shelved or self.session)
            if self._store.save_checkpoint(self.tip, self.booked_rounds, body):
                self.session = shelved or session_from_json(body, load)
                if shelved and (folds := self._store.folds):
                    pages = (page for game in shelved.games for page in game.history.earlier.pages)
                    folds.keep_only({page.key for page in pages if page.key})

    def _shelve(self, session: Session, load: Callable[[], Sequence[Session]]) -> Session | None:
        """The session with its earlier rounds in the cache beside the ledger. None where they cannot be kept there."""
        folds = self._store.folds
        try:
            return shelve_rounds(session, folds, load) if folds else None
        except (KeyError, TypeError, ValueError):  # a foreign ledger, whose rounds no summary can be made of
            return None

    def catch_up(self) -> bool:
        """Go on with the newest entry if another process has written one, and return whether that was so."""
        with self.lock:
            if self._store.tip() == self.tip:
                return False
            self._store.post_notice(FOREIGN_ENTRIES)
            self._reload()
            return True

    def repair_folds(self, stop: threading.Event) -> bool:
        """Fold the evening from all its entries, compare, and fold everything anew if it is another.

        Returns whether that was so. It is made beside the play, because an evening takes a third of a second.
        """
        evening, session, _ = self.current_evening
        if evening is None or session is None:
            return False
        entries = []
        for entry in self._store.iter_entries(evening):
            if stop.is_set():
                return False
            if entry.version <= session.event_count:
                entries.append(event_from_json(entry.body))
        try:
            is_same = essence(replay(entries)) == essence(session)
        except Refusal:
            is_same = False
        if not is_same:
            self._store.post_notice(WRONG_FOLDS)
            self.repair_ledger()
        return not is_same

    def repair_ledger(self) -> None:
        """Read the whole ledger again, rebuild it where it is damaged, and go on with what it holds."""
        with self.lock:
            self._store.repair()
            self._reload()

    def replace_ledger(self) -> None:
        """Go on with the ledger written beside this one. Raises `not_saved` where it cannot be, and nothing changes."""
        with self.lock:
            before = self.evening_id, self.session, self.booked_rounds, self.draft, self._prompts, self.reopened
            try:
                self._store.replace(self._reload)
            except Exception as fault:
                _LOG.exception("the ledger stays as it was", exc_info=fault)
                (self.evening_id, self.session, self.booked_rounds, self.draft, self._prompts, self.reopened) = before
                self._on_change()
                raise Refusal(
                    "not_saved",
                    Text(
                        "The backup could not be taken over (is the disk full?). The ledger is as it was.",
                        "控えに入れ替えられませんでした（空き容量を確かめてください）。帳面は元のままです。",
                    ),
                ) from None
            self._draft_file.write(None)

    def close_unreadable(self) -> None:
        """Close an evening that the table cannot show. Its entries stay in the ledger."""
        with self.lock:
            if self.session is not None:
                self._store.post_notice(unreadable_notice(self.evening_id or 0))
            self.session, self.draft, self._prompts, self.reopened = None, Draft(), (), None

    def _reload(self) -> None:
        self.tip = self._store.tip()
        self.evening_id = self._store.last_evening()
        self.session, self.booked_rounds = load_session(self._store, self.evening_id)
        self.draft, self._prompts, self.reopened = Draft(), prompts_for(self.session), None
        self._on_change()

    def preview(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """What these answers settle, for a corrected round with the balances it leads to. Raises `Refusal`."""
        event = self._settlement_event(answers)
        if isinstance(event, RoundSettled):
            return {"settlement": event.settlement}
        session = apply(self.require_session(), event)
        game = session.games[session.game_at(event.of)]
        return {"settlement": event.rounds[0]["settlement"], "stones": list(game.stones), "over": game.over}

    def open_evening(self, opened: EveningOpened, change: Change) -> dict[str, Any]:
        """Start a new evening. The one before stays in the ledger."""
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return booked.as_receipt()
            self._check_version(change.version)
            session = replay([opened])
            require_playable(session)
            return self._switch_evening(session, self._store.open_evening(opened.as_json(), change.author, change.key))

    def import_evening(self, events: Sequence[Event], lines: Sequence[NewEntry], change: Change) -> dict[str, Any]:
        """Start a new evening from events of another. `lines` are its entries as they are to be written."""
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return booked.as_receipt()
            self._check_version(change.version)
            session = replay(events)
            self.booked_rounds += sum(isinstance(event, RoundSettled) for event in events)
            return self._switch_evening(session, self._store.import_entries(lines, change.key))

    def begin_game(self, began: GameBegun, change: Change) -> dict[str, Any]:
        """Start another game in the same evening."""

        def make_event(session: Session) -> Event:
            require_playable(apply(session, began))
            return began

        return self.write(make_event, change)

    def book(self, answers: object, change: Change) -> dict[str, Any]:
        """Book the round with these answers, or its correction: once per key, on the newest version, no unsure card."""

        def make_event(session: Session) -> Event:
            if (session.over or session.closed) and not self.reopened:
                raise Refusal("over", Text("The game is over", "もう終局しています"))
            if not isinstance(answers, dict):
                raise Refusal("bad_request", Text("The answers must be an object", "答えの形が正しくありません"))
            if self.draft.unsure_count() and answers == self.draft.answers(self.prompts()):
                raise Refusal(
                    "unsure_cards",
                    Text("Some cards are in doubt. Check them first.", "確かでない札があります。確かめてください"),
                )
            event = self._settlement_event(answers)
            return replace(event, record=self.record_of_round()) if isinstance(event, RoundSettled) else event

        return self.write(make_event, change)

    def undo(self, change: Change, number: int | None = None) -> dict[str, Any]:
        """Undo the last round that counts, or that of an earlier game, which event `number` settled."""
        return self.write(lambda session: RoundUndone(number or _require_round(session.undoable_event)), change)

    def redo(self, change: Change, number: int | None = None) -> dict[str, Any]:
        """Redo the round that was undone last, or in an earlier game that which event `number` settled."""
        return self.write(
            lambda session: RoundRedone(
                number or _require_round(session.redoable_events[-1] if session.redoable_events else None)
            ),
            change,
        )

    def close(self, change: Change) -> dict[str, Any]:
        """End the evening."""
        return self.write(lambda _: EveningClosed(), change)

    def continue_evening(self, evening_id: int, change: Change) -> dict[str, Any]:
        """Go on with an evening: take back the end of the one under way, or turn to an earlier one.

        Raises `not_found` without such an evening, `not_over` while it is being played.
        """
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return booked.as_receipt()
            self._check_version(change.version)
            if evening_id == self.evening_id and self.session is not None and not self.session.closed:
                raise Refusal("not_over", Text("This evening is being played already.", "この会はいま行われています。"))
            if not self._store.is_sound(evening_id):
                self.repair_ledger()
            entries = self._store.entries(evening_id)
            if not entries:
                raise Refusal("not_found", Text("There is no such evening.", "その会はありません。"))
            event = EveningReopened()
            session = apply(self._read_evening(evening_id, entries), event)
            entry = self._store.append(evening_id, len(entries), event.as_json(), change.author, change.key)
            return self._switch_evening(session, entry)

    def _read_evening(self, evening_id: int, entries: Sequence[Entry]) -> Session:
        """The evening of these entries. Raises `unreadable` where they do not follow from each other."""
        try:
            session = replay(event_from_json(entry.body) for entry in entries)
        except Exception as fault:
            _LOG.warning("evening %d cannot be read: %r", evening_id, fault)
            raise unreadable_refusal(evening_id) from None
        if not is_readable(session):
            raise unreadable_refusal(evening_id)
        return session

    def _settlement_event(self, answers: Mapping[str, Any]) -> RoundSettled | RoundEdited:
        """The event that books the current round with these answers. Raises `Refusal`."""
        session = self.require_session()
        known = {prompt.path for prompt in self.prompts()}
        if unknown := [path for path in answers if path not in known]:
            said = Text(f"Nobody asked for {unknown[0][:40]}", f"「{unknown[0][:40]}」は聞かれていません")
            raise Refusal("bad_request", with_nearest(said, unknown[0], known))
        if self.reopened:
            return edit_round(session, self._ledger_events, self.reopened.original.event_number, answers)
        round_ = self.table().build_round(session.game, answers)
        return RoundSettled(round_, session.rules.settle(round_).as_json())

    def write(self, make_event: Callable[[Session], Event], change: Change) -> dict[str, Any]:
        """Change the evening, the one way to do so: try the event on the session, commit it, then take it over."""
        with self.lock:
            if booked := self._store.find_by_key(change.key):
                return booked.as_receipt()
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
        self.tip = entry.sequence, entry.checksum
        self._draft_file.write(None)
        self._on_change()
        return entry.as_receipt()


def _require_round(number: int | None) -> int:
    if number is None:
        raise Refusal(
            "nothing_to_undo", Text("There is nothing to undo or redo", "取り消しややり直しのできる局がありません")
        )
    return number
