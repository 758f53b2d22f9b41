"""座 za: the evening under way: the fold of its ledger, the round being told, the one door through which it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.discover import decks, game
from scorer.errors import Refusal
from scorer.rules.prompts import Ask, AskKind, Table
from scorer.session.corrections import Reopened, edited, reopened
from scorer.session.reducer import (
    Began,
    Closed,
    Edited,
    Event,
    Opened,
    Redone,
    Session,
    Settled,
    Undone,
    after,
    event_from_json,
    replay,
)
from scorer.texts import Text
from web.ledger.notices import UNPLAYABLE
from web.ledger.store import Entry, Line, Store, stale
from web.session.draft import Draft, Picture
from web.session.early import wrong_already
from web.session.seat_zones import zones_of


@dataclass(frozen=True, slots=True)
class Change:
    """A change somebody asks for: on which version, under which key, by which player (else from which phone)."""

    version: int
    key: str
    who: str


class Room:
    """One table's evening. Safe from any thread; whatever changes is told to `changed`, after its commit."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self._store = store
        self._changed = changed
        self.lock = threading.RLock()
        self.evening = store.last_evening()
        entries = store.entries(self.evening) if self.evening is not None else ()
        self.session = _played(entries, store)
        self.booked = store.count(Settled.kind)
        self.draft = Draft()
        self._asks = _asked(self.session)
        self.reopened: Reopened | None = None
        self._ledger: tuple[Event, ...] = ()

    @property
    def version(self) -> int:
        """How many entries the ledger of this evening has; 0 before the first evening."""
        return self.session.events if self.session else 0

    def asks(self) -> tuple[Ask, ...]:
        """What the round being told must be told; nothing when there is no round to play."""
        return self.reopened.asks if self.reopened else self._asks

    def table(self) -> Table:
        """The table of the round being told: the next one, or the earlier one being corrected."""
        return self.reopened.table if self.reopened else self._playing().table()

    def missing(self) -> tuple[Ask, ...]:
        """The asks nobody has answered yet and that cannot be left out."""
        told = self.draft.answers(self.asks())
        return tuple(ask for ask in self.asks() if not ask.optional and _short(ask, told.get(ask.path)))

    def check(self) -> None:
        """`Refusal` for what is wrong already, however much is still to be told."""
        if self.session is not None and self.asks():
            wrong_already(self.session, self.table(), self.asks(), self.draft.answers(self.asks()))

    def preview(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """What the round with these answers settles, for a corrected one the balances it leads to; else `Refusal`."""
        told = self._told(answers)
        if isinstance(told, Settled):
            return {"settlement": told.settlement}
        session = after(self._playing(), told)
        return {"settlement": told.rounds[0]["settlement"], "stones": list(session.stones), "over": session.over}

    def reopen(self, version: object, of: object) -> None:
        """Opens the booked round `of` for telling it again, with what it was told; `forget` leaves it as it is."""

        def told(_: Draft) -> Draft:
            self._ledger = self._events()
            self.reopened = reopened(self._playing(), self._ledger, of if type(of) is int else 0)
            return Draft().told(self.reopened.asks, self.reopened.answers)

        self._redraft(version, told)

    def tell(self, version: object, answers: object) -> None:
        """Adds answers to the round being told."""
        self._redraft(version, lambda draft: draft.told(self.asks(), answers))

    def see(self, version: object, picture: Picture, to: str | None, *, followed: bool = False) -> None:
        """Gives the cards of a picture to hands; `followed`: by itself, from the table that is watched."""
        if to is not None and to not in {ask.path for ask in self.asks() if ask.kind is AskKind.CARDS}:
            raise Refusal("bad_request", Text("this round has no such hand", "この局にその手はありません"))
        playing = self._playing()
        if followed and self.reopened:
            return  # what lies on the table now is not the round of then
        order = [playing.players.index(name) for name in self.table().seats]
        places, faces = zones_of(len(playing.players), self._store), faces_in_play(playing)
        zones = (*(places[at] for at in order), places[-1]) if places else ()
        self._redraft(version, lambda draft: draft.seen(self.asks(), zones, faces, picture, to, followed=followed))

    def point(self, version: object, read: object, to: object) -> None:
        """Gives one card of the picture to a hand, or takes it back."""
        self._redraft(version, lambda draft: draft.pointed(self.asks(), read, to))

    def forget(self, version: object) -> None:
        """Starts telling the round over; an earlier round being corrected is left as it is."""

        def afresh(_: Draft) -> Draft:
            self.reopened = None
            return Draft()

        self._redraft(version, afresh)

    def open(self, opened: Opened, change: Change) -> dict[str, Any]:
        """Starts a new evening; the one before stays in the ledger."""
        with self.lock:
            if found := self._store.by_key(change.key):
                return receipt(found)
            self._check(change.version)
            session = replay([opened])
            _enough(session)
            return self._moved_to(session, self._store.open_evening(opened.as_json(), change.who, change.key))

    def take_in(self, events: Sequence[Event], lines: Sequence[Line], change: Change) -> dict[str, Any]:
        """Starts a new evening from the ledger of another; `lines` are its entries as they are to be written."""
        with self.lock:
            if found := self._store.by_key(change.key):
                return receipt(found)
            self._check(change.version)
            session = replay(events)
            self.booked += sum(isinstance(event, Settled) for event in events)
            return self._moved_to(session, self._store.take_in(lines, change.key))

    def begin(self, began: Began, change: Change) -> dict[str, Any]:
        """Starts another game in the same evening."""

        def enough(session: Session) -> Event:
            _enough(after(session, began))
            return began

        return self.write(enough, change)

    def book(self, answers: object, change: Change) -> dict[str, Any]:
        """Books the round with these answers, or its correction: once a key, on the newest version, no unsure card."""

        def settled(session: Session) -> Event:
            if (session.over or session.closed) and not self.reopened:
                raise Refusal("over", Text("the game is over", "もう終局しています"))
            if not isinstance(answers, dict):
                raise Refusal("bad_request", Text("the answers must be an object", "答えの形が正しくありません"))
            if self.draft.unsure() and answers == self.draft.answers(self.asks()):
                raise Refusal(
                    "unsure_cards",
                    Text("some cards are not sure: look at them", "確かでない札があります。確かめてください"),
                )
            return self._told(answers)

        return self.write(settled, change)

    def undo(self, change: Change) -> dict[str, Any]:
        """Takes the last standing round back."""
        return self.write(lambda session: Undone(_some(session.undoable)), change)

    def redo(self, change: Change) -> dict[str, Any]:
        """Lets the round taken back last count again."""
        return self.write(lambda session: Redone(_some(session.redoable[-1] if session.redoable else None)), change)

    def close(self, change: Change) -> dict[str, Any]:
        """Ends the evening."""
        return self.write(lambda _: Closed(), change)

    def _told(self, answers: Mapping[str, Any]) -> Settled | Edited:
        """The entry that books the round being told with these answers; `Refusal` when it cannot be."""
        playing = self._playing()
        known = {ask.path for ask in self.asks()}
        if unknown := [path for path in answers if path not in known]:
            raise Refusal("bad_request", Text(f"nobody asked for {unknown[0][:40]}", "聞かれていない答えがあります"))
        if self.reopened:
            return edited(playing, self._ledger, self.reopened.played.number, answers)
        round_ = self.table().round(playing.game, answers)
        return Settled(round_, playing.rules.settle(round_).as_json())

    def _events(self) -> tuple[Event, ...]:
        """The ledger of the evening."""
        return tuple(event_from_json(entry.body) for entry in self._store.entries(self.evening or 0))

    def write(self, make: Callable[[Session], Event], change: Change) -> dict[str, Any]:
        """The one way an evening changes: made, tried on the session, committed, and only then true."""
        with self.lock:
            if found := self._store.by_key(change.key):
                return receipt(found)
            self._check(change.version)
            event = make(self._playing())
            session = after(self._playing(), event)
            asks = _asked(session)
            evening = self.evening or 0
            entry = self._store.append(evening, change.version, event.as_json(), change.who, change.key)
            self.booked += isinstance(event, Settled)
            return self._turn(session, asks, entry)

    def _moved_to(self, session: Session, entry: Entry) -> dict[str, Any]:
        """In another evening, whose ledger is written."""
        self.evening = entry.evening
        return self._turn(session, _asked(session), entry)

    def _turn(self, session: Session, asks: tuple[Ask, ...], entry: Entry) -> dict[str, Any]:
        self.session, self.draft, self._asks, self.reopened = session, Draft(), asks, None
        self._changed()
        return receipt(entry)

    def _redraft(self, version: object, make: Callable[[Draft], Draft]) -> None:
        with self.lock:
            self._check(version)
            self._playing()
            self.draft = make(self.draft)
            self._changed()

    def _check(self, version: object) -> None:
        if version != self.version:
            raise stale()

    def _playing(self) -> Session:
        if self.session is None:
            raise Refusal("no_evening", Text("no evening has been started", "まだ始まっていません"))
        return self.session


def _played(entries: Sequence[Entry], store: Store) -> Session | None:
    """The evening that the entries tell; None without any, and, said so, when they do not follow from each other."""
    try:
        return replay(event_from_json(entry.body) for entry in entries) if entries else None
    except Refusal:
        store.tell(UNPLAYABLE)
        return None


def _asked(session: Session | None) -> tuple[Ask, ...]:
    """What the round about to be played must be told; nothing when there is none."""
    if session is None or not session.playable:
        return ()
    return game(session.game).asks(session.table())


def _enough(session: Session) -> None:
    if len(session.seat_order) < session.rules.seats_for(session.options)[0]:
        raise Refusal(
            "bad_option",
            Text(
                "with these stones and this stake too few can play", "この持ち石とこの賭け石では、遊べる人が足りません"
            ),
        )


def faces_in_play(session: Session) -> Mapping[str, int]:
    """The cards this evening is played with: code to copies."""
    return game(session.game).faces(decks()[session.deck], session.options)


def receipt(entry: Entry) -> dict[str, Any]:
    """What the writer of an entry is told; a repeated request is told the same."""
    return {"version": entry.version, "sequence": entry.sequence, "at": entry.at, "entry": entry.body}


def _short(ask: Ask, told: object) -> bool:
    """Whether an answer is missing or has too few cards."""
    if ask.kind is AskKind.CARDS:
        return not isinstance(told, Sequence) or len(told) < ask.least
    return told is None


def _some(number: int | None) -> int:
    if number is None:
        raise Refusal(
            "nothing_to_undo", Text("there is nothing to undo or redo", "取り消しややり直しのできる局がありません")
        )
    return number
