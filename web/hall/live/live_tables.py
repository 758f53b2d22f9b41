"""What every table shows now, sent to the phones that watch it."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from web.hall.live.broadcaster import Broadcaster, sse
from web.hall.live.table_cards import table_cards, table_detail
from web.hall.storage.database import HallDatabase
from web.hall.storage.news import EVERYTHING

OVERVIEW = "overview"
"""Topic of the page of all tables."""
COALESCE_S = 0.25
"""Seconds between two messages of one topic, so that a full hall sends four a second and not one for each round."""
EVENT_PAUSE_S = 2.0
"""Seconds between two messages of an event because of its tables: one of 512 people weighs 230 kB."""
_RETRY_S = 1.0
"""Seconds until a database that could not be read is asked again."""

_LOG = logging.getLogger(__name__)


class LiveTables:
    """The cards of all tables. `note` says that one changed; a thread reads it and sends it to the phones.

    `load_event` gives what the page of an event shows.
    """

    def __init__(self, database: HallDatabase, load_event: Callable[[int], dict[str, Any]]) -> None:
        self._database = database
        self._load_event = load_event
        self._changed = threading.Condition()
        self._dirty: set[int] = {EVERYTHING}
        # Topics that phones began to watch and have heard nothing of.
        self._newly_watched: set[str] = set()
        self._is_closed = False
        # Whether a table changed since the events were sent, and when they may be sent again.
        self._is_event_due, self._next_events = False, 0.0
        self._cards: dict[int, dict[str, Any]] = {}
        self._overview_message = sse("all", "[]")
        self.broadcaster = Broadcaster(self._first_message)
        self._thread = threading.Thread(target=self._run, name="live-tables", daemon=True)
        self._thread.start()

    def note(self, table_id: int) -> None:
        """A table changed, an event (its number below zero), or `EVERYTHING`."""
        with self._changed:
            self._dirty.add(table_id)
            self._changed.notify()

    def close(self) -> None:
        """End every stream."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()
        self.broadcaster.close()

    def cards(self) -> list[dict[str, Any]]:
        """The card of every table, by number."""
        return [card for _, card in sorted(self._cards.items())]

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (self._dirty or self._newly_watched or self._is_closed or self._may_send_events()):
                    self._changed.wait(min(self._next_events - time.monotonic(), 60.0) if self._is_event_due else None)
                if self._is_closed:
                    return
                dirty, self._dirty = self._dirty, set()
                newly_watched, self._newly_watched = self._newly_watched, set()
            try:
                self._refresh({number for number in dirty if number >= EVERYTHING})
                self._refresh_events(dirty)
                self._welcome(newly_watched)
                pause_s = COALESCE_S
            except SQLAlchemyError as fault:
                _LOG.warning("the tables could not be read: %s", type(fault).__name__)
                with self._changed:
                    self._dirty |= dirty
                    self._newly_watched |= newly_watched
                pause_s = _RETRY_S
            time.sleep(pause_s)

    def _refresh_events(self, dirty: set[int]) -> None:
        """Tell the phones that watch an event: at once of one that changed, soon of each when a table did."""
        self._is_event_due |= any(number >= EVERYTHING for number in dirty)
        are_all_sent = self._may_send_events()
        for topic in self.broadcaster.watched_topics():
            kind, _, number = topic.partition(":")
            if kind == "event" and (-int(number) in dirty or are_all_sent):
                self.broadcaster.publish(topic, sse("event", _dump(self._load_event(int(number)))))
        if are_all_sent:
            self._is_event_due, self._next_events = False, time.monotonic() + EVENT_PAUSE_S

    def _may_send_events(self) -> bool:
        return self._is_event_due and time.monotonic() >= self._next_events

    def _refresh(self, dirty: set[int]) -> None:
        if not dirty:
            return
        with self._database.read() as connection:
            if EVERYTHING in dirty:
                cards = {card["table"]: card for card in table_cards(connection)}
            else:
                changed = {card["table"]: card for card in table_cards(connection, sorted(dirty))}
                cards = {number: card for number, card in self._cards.items() if number not in dirty} | changed
            topics = {number: f"table:{number}" for number in (cards if EVERYTHING in dirty else dirty)}
            details = {
                topic: sse("table", _dump(table_detail(connection, number)))
                for number, topic in topics.items()
                if self.broadcaster.is_watched(topic)
            }
        is_whole = EVERYTHING in dirty or set(cards) != set(self._cards)
        self._cards = cards
        self._overview_message = sse("all", _dump(self.cards()))
        changed_cards = [cards[number] for number in sorted(dirty) if number in cards]
        message = self._overview_message if is_whole else sse("tables", _dump(changed_cards))
        self.broadcaster.publish(OVERVIEW, message)
        for topic, detail in details.items():
            self.broadcaster.publish(topic, detail)

    def _first_message(self, topic: str) -> bytes:
        if topic == OVERVIEW:
            return self._overview_message
        # The page shows it already; the thread reads it once more, for all who come at once.
        with self._changed:
            self._newly_watched.add(topic)
            self._changed.notify()
        return b""

    def _welcome(self, topics: set[str]) -> None:
        """Send those who began to watch a table or an event what it shows. The others have it."""
        for topic in topics:
            kind, _, number = topic.partition(":")
            if not self.broadcaster.is_watched(topic):
                continue
            if kind == "event":
                message = sse("event", _dump(self._load_event(int(number))))
            else:
                with self._database.read() as connection:
                    message = sse("table", _dump(table_detail(connection, int(number))))
            self.broadcaster.welcome(topic, message)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
