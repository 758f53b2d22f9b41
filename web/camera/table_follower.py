"""見張り番 mihariban: the table followed for the page: what lies there, and hands that fill by themselves when still.

It proposes, exactly as a picture that somebody took does; what the host has taken in hand it leaves alone.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from scanner.worker.watch_state import WatchSnapshot
from scorer.errors import Refusal
from scorer.rules.prompts import PromptKind
from scorer.session.state import Session
from scorer.texts import Text
from web.camera.picture_cache import PictureCache
from web.camera.play_area import PlayArea
from web.config import Settings
from web.ledger.store import Store
from web.ports import Scanner
from web.session.draft import Draft, Picture
from web.session.seat_assignment import assign_to_hands, hand_paths_by_seat
from web.session.seat_zones import order_by_seat, seat_zones_for
from web.session.service import SessionService

VIEWER_TIMEOUT_S = 8.0
_SETTING_KEY = "automatic"
_REST_TIMEOUT_S = 20.0  # for a table to come to rest after "all hands shown"

Hands = Counter[tuple[str, ...]]


class TableFollower:
    """Follows the table through the eyes, and fills the draft of the room. `turn` is called by one thread only.

    `deck`: what the table is to be read as, a kind or the name of an enrolled deck; Refusal when there is none.
    `cloth`: where the cloth lies, None where nobody knows.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        service: SessionService,
        scanner: Scanner,
        pictures: PictureCache,
        current_deck: Callable[[], str],
        current_play_area: Callable[[], PlayArea | None],
    ) -> None:
        self._settings, self._store, self._service, self._scanner, self._pictures = (
            settings,
            store,
            service,
            scanner,
            pictures,
        )
        self._current_deck, self._current_play_area = current_deck, current_play_area
        self._lock = threading.RLock()
        self._last_viewed = -VIEWER_TIMEOUT_S
        self._awaiting_until = 0.0  # until when the table is awaited to come to rest, because all hands are shown
        self._last_version = service.version
        self._last_published: tuple[object, ...] = ()
        self._snapshot: WatchSnapshot | None = None
        self._picture: Picture | None = None
        self._booked_hands: Hands = Counter()
        self.automatic = bool(store.get_setting(_SETTING_KEY))

    def note_viewer(self) -> None:
        """Somebody looks at the table now."""
        self._last_viewed = time.monotonic()

    def set_automatic(self, *, automatic: bool) -> None:
        """Whether hands fill by themselves when the table is still; kept."""
        self._store.set_setting(_SETTING_KEY, automatic)
        self.automatic = automatic

    def fill_when_still(self) -> bool:
        """All hands are shown: the draft fills as soon as the table is still; whether it could be filled at once."""
        self.note_viewer()
        with self._lock:
            self._awaiting_until = time.monotonic() + _REST_TIMEOUT_S
        return self._auto_fill()

    def poll(self) -> bool:
        """Looks once at what the eyes have seen; whether the phones must be told."""
        now = time.monotonic()
        session = self._service.session
        wanted = self._settings.has_camera and session is not None and bool(self._service.prompts())
        looking = now - self._last_viewed < VIEWER_TIMEOUT_S
        awaiting = now < self._awaiting_until
        watch = wanted and (looking or awaiting or self.automatic)
        try:
            self._scanner.watch(
                self._current_deck() if watch else None,
                live=looking,
                play_area=self._current_play_area() if watch else None,
            )
        except Refusal:  # an enrolled deck that is no longer there: whoever scans is told
            self._scanner.watch(None)
        self._update_snapshot(self._scanner.watch_snapshot)
        self._auto_fill()
        told = (self._snapshot and (self._snapshot.version, self._snapshot.is_still), awaiting, watch, self.automatic)
        news, self._last_published = told != self._last_published, told
        return news

    def _update_snapshot(self, watched: WatchSnapshot | None) -> None:
        with self._lock:
            if watched is None:
                self._picture = None
            elif self._snapshot is None or self._picture is None or watched.version != self._snapshot.version:
                numbers = tuple(card.track_id for card in watched.table.cards)
                self._picture = Picture(self._pictures.add(watched.jpeg), watched.table.as_read(), numbers)
            self._snapshot = watched

    def _auto_fill(self) -> bool:
        """Gives the hands of a table at rest to the draft, if that is wanted and possible."""
        with self._service.lock, self._lock:
            self._remember_booked_hands()
            watched, picture, session = self._snapshot, self._picture, self._service.session
            shown = time.monotonic() < self._awaiting_until
            if watched is None or picture is None or session is None or not watched.is_still:
                return False
            draft = self._service.draft
            if draft.picture is not None and draft.picture.name == picture.name:
                self._awaiting_until = 0.0
                return shown
            if not shown and not (
                self.automatic and _is_untouched(draft) and self._is_complete(session, watched, picture)
            ):
                return False
            try:
                self._service.add_picture(self._service.version, picture, None, auto_filled=True)
            except Refusal:  # too many seats for one picture: one hand after the other
                return False
            self._awaiting_until = 0.0
            return True

    def _remember_booked_hands(self) -> None:
        """Notices that a round was booked or taken back: the cards lying there have had their say."""
        if self._service.version != self._last_version:
            self._last_version = self._service.version
            session = self._service.session
            self._booked_hands = self._hands_on_table() if session and session.history else Counter()

    def _is_complete(self, session: Session, watched: WatchSnapshot, picture: Picture) -> bool:
        """Whether every hand asked for lies there, nothing is hidden, and they are not those booked already."""
        asks = {ask.path: ask for ask in self._service.prompts() if ask.kind is PromptKind.CARDS and not ask.optional}
        hands = self._cards_by_hand(session, picture)
        counts = {path: len(hands.get(path, ())) for path in asks}
        wanted = hand_paths_by_seat(self._service.prompts(), len(session.seat_order))
        full = all(counts[path] >= max(1, asks[path].minimum) for path in wanted if path is not None)
        few = all(counts[path] <= ask.maximum or ask.maximum < ask.minimum for path, ask in asks.items())
        return (
            full
            and few
            and not any(card.is_covered for card in watched.table.cards)
            and self._hands_on_table() != self._booked_hands
        )

    def _cards_by_hand(self, session: Session, picture: Picture) -> Mapping[str, list[int]]:
        zones = seat_zones_for(len(session.players), self._store)
        if not zones:
            return {}
        found = assign_to_hands(picture.read, self._service.prompts(), order_by_seat(session, zones), None)
        return {path: [at for at in places if picture.read.cards[at].card] for path, places in found.items()}

    def _hands_on_table(self) -> Hands:
        """The hands on the table now, whosever they are."""
        session, picture = self._service.session, self._picture
        if session is None or picture is None:
            return Counter()
        cards = picture.read.cards
        hands = self._cards_by_hand(session, picture).values()
        return Counter(tuple(sorted(cards[at].card or "" for at in places)) for places in hands)

    def as_json(self) -> dict[str, Any]:
        """For the snapshot: switches, places by player, and the table with what changed last, ages in seconds."""
        session = self._service.session
        zones = seat_zones_for(len(session.players), self._store) if session else ()
        out: dict[str, Any] = {
            "automatic": self.automatic,
            "awaiting": time.monotonic() < self._awaiting_until,
            "watching": self._snapshot is not None,
            "still": bool(self._snapshot and self._snapshot.is_still),
            "zones": [[zone.x, zone.y, zone.width, zone.height] for zone in zones],
            "table": None,
        }
        with self._lock:
            watched, picture = self._snapshot, self._picture
        if watched is not None and picture is not None:
            at = watched.table.captured_at
            lying = [
                {"number": card.track_id, "covered": card.is_covered, "since": round(at - card.since, 1)}
                for card in watched.table.cards
            ]
            changes = [{**change.as_json(), "at": round(at - change.time_s, 1)} for change in watched.table.changes]
            out["table"] = {**picture.as_json(), "lying": lying, "changes": changes}
        return out


def _is_untouched(draft: Draft) -> bool:
    """Whether the draft is empty, or this room's own and nobody has taken it in hand since."""
    return draft.auto_filled or not (draft.cards or draft.picture)


def no_live_picture() -> Refusal:
    """There is no live picture now."""
    return Refusal("not_found", Text("there is no live picture now", "いまはライブ画像がありません"))
