"""見張り番 mihariban: the table followed for the page: what lies there, and hands that fill by themselves when still.

It proposes, exactly as a picture that somebody took does; what the host has taken in hand it leaves alone.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scanner.worker.watch_state import Watched
from scorer.errors import Refusal
from scorer.rules.prompts import AskKind
from scorer.session.reducer import Session
from scorer.texts import Text
from web.camera.picture_cache import Pictures
from web.camera.play_area import Cloth
from web.ledger.store import Store
from web.session.draft import Draft, Picture
from web.session.seat_assignment import cards_of_seats, given_to
from web.session.seat_zones import by_seat, zones_of
from web.session.service import Room

if TYPE_CHECKING:
    from web.companion import Eyes, Settings

LOOKED_SECONDS = 8.0
_SETTING = "automatic"
_PATIENCE_SECONDS = 20.0  # for a table to come to rest after "all hands shown"

Hands = Counter[tuple[str, ...]]


class Lookout:
    """Follows the table through the eyes, and fills the draft of the room. `turn` is called by one thread only.

    `deck`: what the table is to be read as, a kind or the name of an enrolled deck; Refusal when there is none.
    `cloth`: where the cloth lies, None where nobody knows.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        room: Room,
        eyes: Eyes,
        pictures: Pictures,
        deck: Callable[[], str],
        cloth: Callable[[], Cloth | None],
    ) -> None:
        self._settings, self._store, self._room, self._eyes, self._pictures = settings, store, room, eyes, pictures
        self._deck, self._cloth = deck, cloth
        self._lock = threading.RLock()
        self._looked = -LOOKED_SECONDS
        self._shown = 0.0  # until when the table is awaited to come to rest, because all hands are shown
        self._version = room.version
        self._told: tuple[object, ...] = ()
        self._watched: Watched | None = None
        self._picture: Picture | None = None
        self._spent: Hands = Counter()
        self.automatic = bool(store.setting(_SETTING))

    def looked(self) -> None:
        """Somebody looks at the table now."""
        self._looked = time.monotonic()

    def follow(self, *, automatic: bool) -> None:
        """Whether hands fill by themselves when the table is still; kept."""
        self._store.remember(_SETTING, automatic)
        self.automatic = automatic

    def show(self) -> bool:
        """All hands are shown: the draft fills as soon as the table is still; whether it could be filled at once."""
        self.looked()
        with self._lock:
            self._shown = time.monotonic() + _PATIENCE_SECONDS
        return self._fill()

    def turn(self) -> bool:
        """Looks once at what the eyes have seen; whether the phones must be told."""
        now = time.monotonic()
        session = self._room.session
        wanted = self._settings.camera and session is not None and bool(self._room.asks())
        looking = now - self._looked < LOOKED_SECONDS
        awaiting = now < self._shown
        watch = wanted and (looking or awaiting or self.automatic)
        try:
            self._eyes.watch(self._deck() if watch else None, live=looking, cloth=self._cloth() if watch else None)
        except Refusal:  # an enrolled deck that is no longer there: whoever scans is told
            self._eyes.watch(None)
        self._see(self._eyes.watched)
        self._fill()
        told = (self._watched and (self._watched.version, self._watched.still), awaiting, watch, self.automatic)
        news, self._told = told != self._told, told
        return news

    def _see(self, watched: Watched | None) -> None:
        with self._lock:
            if watched is None:
                self._picture = None
            elif self._watched is None or self._picture is None or watched.version != self._watched.version:
                numbers = tuple(card.number for card in watched.table.cards)
                self._picture = Picture(self._pictures.keep(watched.jpeg), watched.table.as_read(), numbers)
            self._watched = watched

    def _fill(self) -> bool:
        """Gives the hands of a table at rest to the draft, if that is wanted and possible."""
        with self._room.lock, self._lock:
            self._turn_page()
            watched, picture, session = self._watched, self._picture, self._room.session
            shown = time.monotonic() < self._shown
            if watched is None or picture is None or session is None or not watched.still:
                return False
            draft = self._room.draft
            if draft.picture is not None and draft.picture.name == picture.name:
                self._shown = 0.0
                return shown
            if not shown and not (self.automatic and _ours(draft) and self._complete(session, watched, picture)):
                return False
            try:
                self._room.see(self._room.version, picture, None, followed=True)
            except Refusal:  # too many seats for one picture: one hand after the other
                return False
            self._shown = 0.0
            return True

    def _turn_page(self) -> None:
        """Notices that a round was booked or taken back: the cards lying there have had their say."""
        if self._room.version != self._version:
            self._version = self._room.version
            session = self._room.session
            self._spent = self._lying() if session and session.history else Counter()

    def _complete(self, session: Session, watched: Watched, picture: Picture) -> bool:
        """Whether every hand asked for lies there, nothing is hidden, and they are not those booked already."""
        asks = {ask.path: ask for ask in self._room.asks() if ask.kind is AskKind.CARDS and not ask.optional}
        hands = self._hands(session, picture)
        counts = {path: len(hands.get(path, ())) for path in asks}
        wanted = cards_of_seats(self._room.asks(), len(session.seat_order))
        full = all(counts[path] >= max(1, asks[path].least) for path in wanted if path is not None)
        few = all(counts[path] <= ask.most or ask.most < ask.least for path, ask in asks.items())
        return full and few and not any(card.covered for card in watched.table.cards) and self._lying() != self._spent

    def _hands(self, session: Session, picture: Picture) -> Mapping[str, list[int]]:
        zones = zones_of(len(session.players), self._store)
        if not zones:
            return {}
        found = given_to(picture.read, self._room.asks(), by_seat(session, zones), None)
        return {path: [at for at in places if picture.read.cards[at].card] for path, places in found.items()}

    def _lying(self) -> Hands:
        """The hands on the table now, whosever they are."""
        session, picture = self._room.session, self._picture
        if session is None or picture is None:
            return Counter()
        cards = picture.read.cards
        hands = self._hands(session, picture).values()
        return Counter(tuple(sorted(cards[at].card or "" for at in places)) for places in hands)

    def as_json(self) -> dict[str, Any]:
        """For the snapshot: switches, places by player, and the table with what changed last, ages in seconds."""
        session = self._room.session
        zones = zones_of(len(session.players), self._store) if session else ()
        out: dict[str, Any] = {
            "automatic": self.automatic,
            "awaiting": time.monotonic() < self._shown,
            "watching": self._watched is not None,
            "still": bool(self._watched and self._watched.still),
            "zones": [[zone.x, zone.y, zone.width, zone.height] for zone in zones],
            "table": None,
        }
        with self._lock:
            watched, picture = self._watched, self._picture
        if watched is not None and picture is not None:
            at = watched.table.at
            lying = [
                {"number": card.number, "covered": card.covered, "since": round(at - card.since, 1)}
                for card in watched.table.cards
            ]
            changes = [{**change.as_json(), "at": round(at - change.at, 1)} for change in watched.table.changes]
            out["table"] = {**picture.as_json(), "lying": lying, "changes": changes}
        return out


def _ours(draft: Draft) -> bool:
    """Whether the draft is empty, or this room's own and nobody has taken it in hand since."""
    return draft.followed or not (draft.cards or draft.picture)


def no_live() -> Refusal:
    """There is no live picture now."""
    return Refusal("not_found", Text("there is no live picture now", "いまはライブ画像がありません"))
