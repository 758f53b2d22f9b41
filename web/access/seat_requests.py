"""Who asks for a seat at the table, until the host seats them or declines."""

from __future__ import annotations

import threading
from collections.abc import Callable

from scorer.errors import Refusal
from scorer.person_names import fold_name
from scorer.session.state import Session
from scorer.texts import Text
from web.access.phones import PhoneRegistry

CurrentEvening = Callable[[], tuple[int | None, Session | None]]


class SeatRequests:
    """Phones whose owners ask for a seat in the evening under way. Thread-safe. They end with it, and with the server.

    A request belongs to a phone, so there is at most one for each phone that is known.
    """

    def __init__(self, phones: PhoneRegistry, current: CurrentEvening, on_change: Callable[[], None]) -> None:
        """`current` gives the ID and the session of the evening. `on_change` is called after each change."""
        self._phones, self._current, self._on_change = phones, current, on_change
        self._lock = threading.Lock()
        self._asking: dict[str, int | None] = {}

    def names(self) -> list[str]:
        """Who asks, in the order in which they did. Whoever has been seated or goes by no name asks no more."""
        evening, session = self._current()
        if session is None or session.closed:
            return []
        with self._lock:
            asking = [phone for phone, asked in self._asking.items() if asked == evening]
        seated = _seated(session)
        names = (self._phones.get(phone).name for phone in asking)
        return list(dict.fromkeys(name for name in names if name and fold_name(name) not in seated))

    def ask(self, phone: str) -> None:
        """Ask for a seat. Raises `no_evening`, `bad_name` without a name, `bad_count` where nobody can sit down."""
        evening, session = self._current()
        name = self._phones.get(phone).name
        if session is None or session.closed:
            raise Refusal("no_evening", Text("No evening has been started", "まだ始まっていません"))
        if not name or fold_name(name) in _seated(session):
            raise Refusal(
                "bad_name", Text("Only who has a name and no seat asks for one", "名前があり席のない人だけです")
            )
        if not can_join(session):
            raise Refusal(
                "bad_count",
                Text(
                    "The table is full. The host can start another game for more people.",
                    "席がいっぱいです。世話役は、もっと多くの人で遊べるゲームを始められます。",
                ),
            )
        with self._lock:
            self._asking[phone] = evening
            known = {row.id for row in self._phones.all()}
            self._asking = {one: asked for one, asked in self._asking.items() if one in known}
        self._on_change()

    def decline(self, name: str) -> None:
        """Drop the request of whoever goes by that name, if there is one."""
        with self._lock:
            self._asking = {
                phone: asked
                for phone, asked in self._asking.items()
                if fold_name(self._phones.get(phone).name) != fold_name(name)
            }
        self._on_change()


def can_join(session: Session) -> bool:
    """Whether one more person can sit down: not where pairs play, and only up to what the game allows."""
    return session.rules.people_per_seat == 1 and len(session.present) < session.rules.seats_for(session.options)[-1]


def _seated(session: Session) -> set[str]:
    return {fold_name(name) for player in session.present for name in session.people[player]}
