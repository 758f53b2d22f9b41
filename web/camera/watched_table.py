"""The watched table as the page shows it, and the hands it fills.

It proposes cards exactly as a picture that somebody took does. Hands that the host has changed are left alone.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from scanner.worker.client import ScannerClient
from scanner.worker.watch_state import FollowTarget, WatchSnapshot
from scorer.errors import Refusal
from scorer.rules.prompts import PromptKind
from scorer.session.state import Session
from web.camera.evening_camera import EveningCamera
from web.camera.picture_cache import PictureCache
from web.camera.play_area import PlayArea
from web.ledger.store import Store
from web.openapi.schema import BOOLEAN, COUNT, Schema, nullable, obj
from web.session.draft import Draft
from web.session.draft_cards import Picture
from web.session.seat_assignment import assign_to_hands, hand_paths_by_seat
from web.session.seat_zones import order_by_seat, seat_zones_for
from web.session.service import SessionService

VIEWER_TIMEOUT_S = 8.0
"""Seconds after the last request for the table during which somebody counts as looking at it."""
_SETTING_KEY = "automatic"
_AUTOMATIC: Schema = {"anyOf": [BOOLEAN, obj(evening=nullable(COUNT))]}
_REST_TIMEOUT_S = 20.0
"""Seconds the table may take to come to rest after "all hands shown"."""

Hands = Counter[tuple[str, ...]]
"""How often each hand, as sorted codes, lies on the table."""


class WatchedTable:
    """The table as the scanner watches it, which fills the draft. `poll` is called by one thread only.

    `current_deck`: what the table is to be read as, a kind or the name of an enrolled deck. It raises `Refusal` when
    there is none. `current_play_area`: the polygon of the cloth, None when it is unknown.
    """

    def __init__(
        self,
        camera: EveningCamera,
        store: Store,
        service: SessionService,
        scanner: ScannerClient,
        pictures: PictureCache,
        current_deck: Callable[[], str],
        current_play_area: Callable[[], PlayArea | None],
    ) -> None:
        self._camera, self._store, self._service = camera, store, service
        self._scanner, self._pictures = scanner, pictures
        self._current_deck, self._current_play_area = current_deck, current_play_area
        self.current_target: Callable[[], FollowTarget | None] = lambda: None
        """The round that is followed card by card, None while there is none: then hands do not fill from the table."""
        self._lock = threading.RLock()
        self._last_viewed = -VIEWER_TIMEOUT_S
        self._awaiting_until = 0.0  # monotonic seconds; all hands are shown, the table must come to rest
        self._may_replace = False  # what was entered by hand, once the table is at rest
        self._last_version = service.version
        self._last_published: tuple[object, ...] = ()
        self._snapshot: WatchSnapshot | None = None
        self._picture: Picture | None = None
        self._booked_hands: Hands = Counter()
        self._game = self._current_game()
        self._old_table: int | None = None  # version of the table that lay there when the game began
        setting = store.get_setting(_SETTING_KEY, _AUTOMATIC)
        # Earlier versions stored whether, and not for which evening.
        is_legacy = isinstance(setting, bool)
        self._automatic_for: int | None = (service.evening_id if setting else None) if is_legacy else None
        if isinstance(setting, dict):
            self._automatic_for = setting["evening"]

    def note_viewer(self) -> None:
        """Note that somebody looks at the table now."""
        self._last_viewed = time.monotonic()

    @property
    def is_automatic(self) -> bool:
        """Whether hands fill by themselves when the table is still. It ends with its evening."""
        return self._automatic_for is not None and self._automatic_for == self._service.evening_id

    def set_automatic(self, *, automatic: bool) -> None:
        """Store whether hands fill by themselves in the evening under way."""
        self._automatic_for = self._service.evening_id if automatic else None
        self._store.set_setting(_SETTING_KEY, {"evening": self._automatic_for})

    def fill_when_still(self, *, replace: bool = False) -> bool:
        """Fill the draft as soon as the table is still, because all hands are shown.

        Returns whether it could be filled at once. Raises `hands_entered` where that would replace what was entered by
        hand, unless it may `replace` it.
        """
        # What was corrected of the watched table is carried over.
        if not replace and not self._service.draft.is_auto_filled:
            self._service.require_nothing_entered()
        self._may_replace = replace
        self.note_viewer()
        with self._lock:
            self._awaiting_until = time.monotonic() + _REST_TIMEOUT_S
        return self._auto_fill()

    def poll(self) -> bool:
        """Take over the scanner's newest snapshot. Returns whether the phones must be informed."""
        now = time.monotonic()
        session = self._service.session
        has_round = self._camera.is_present and session is not None and bool(self._service.prompts())
        has_viewer = now - self._last_viewed < VIEWER_TIMEOUT_S
        is_awaited = now < self._awaiting_until
        target = self.current_target()
        is_wanted = target is not None or (has_round and (has_viewer or is_awaited or self.is_automatic))
        try:
            self._scanner.watch(
                self._current_deck() if is_wanted else None,
                live=has_viewer,
                play_area=self._current_play_area() if is_wanted else None,
                target=target,
            )
        except Refusal:  # the enrolled deck is gone, which a scan reports
            self._scanner.watch(None)
        self._update_snapshot(self._scanner.watch_snapshot)
        self._auto_fill()
        shown = self._snapshot and (self._snapshot.version, self._snapshot.is_still)
        status = (shown, is_awaited, is_wanted, self.is_automatic)
        is_new, self._last_published = status != self._last_published, status
        return is_new

    def _current_game(self) -> object:
        session = self._service.session
        return session and (self._service.evening_id, session.opening_event)

    @property
    def _is_old(self) -> bool:
        """Whether what lies there is still what lay there when another game ended."""
        return self._snapshot is not None and self._snapshot.version == self._old_table

    def _update_snapshot(self, snapshot: WatchSnapshot | None) -> None:
        with self._lock:
            game = self._current_game()
            if game != self._game:
                self._game, self._old_table = game, self._snapshot.version if self._snapshot else None
            if snapshot is None:
                self._picture = None
            elif self._snapshot is None or self._picture is None or snapshot.version != self._snapshot.version:
                numbers = tuple(card.track_id for card in snapshot.table.cards)
                self._picture = Picture(self._pictures.add(snapshot.jpeg), snapshot.table.as_read(), numbers)
            self._snapshot = snapshot

    def _auto_fill(self) -> bool:
        """Assign the cards of a still table to the draft, if wanted and possible. Returns whether that is done."""
        with self._service.lock, self._lock:
            self._remember_booked_hands()
            snapshot, picture, session = self._snapshot, self._picture, self._service.session
            is_awaited = time.monotonic() < self._awaiting_until
            if snapshot is None or picture is None or session is None or not snapshot.is_still:
                return False
            draft = self._service.draft
            if draft.picture is not None and draft.picture.name == picture.name:
                self._awaiting_until = 0.0
                return is_awaited
            if not is_awaited and not (
                self.is_automatic
                and not self._is_old
                and _is_untouched(draft)
                and self._is_complete(session, snapshot, picture)
            ):
                return False
            try:
                self._service.add_picture(
                    self._service.version,
                    picture,
                    None,
                    auto_filled=True,
                    replace=self._may_replace or draft.is_auto_filled,
                )
            except Refusal:  # too many seats for one picture, or somebody has entered cards meanwhile
                return False
            self._awaiting_until = 0.0
            return True

    def _remember_booked_hands(self) -> None:
        """After a round was booked or undone, remember the hands on the table, which belong to that round."""
        if self._service.version != self._last_version:
            self._last_version = self._service.version
            session = self._service.session
            self._booked_hands = self._hands_on_table() if session and session.history else Counter()

    def _is_complete(self, session: Session, snapshot: WatchSnapshot, picture: Picture) -> bool:
        """Whether every required hand lies there, no card is covered, and the hands are not those just booked."""
        prompts = {
            prompt.path: prompt
            for prompt in self._service.prompts()
            if prompt.kind is PromptKind.CARDS and not prompt.optional
        }
        hands = self._cards_by_hand(session, picture)
        counts = {path: len(hands.get(path, ())) for path in prompts}
        on_table = hand_paths_by_seat(self._service.prompts(), len(session.seat_order))
        has_enough = all(counts[path] >= max(1, prompts[path].minimum) for path in on_table if path is not None)
        has_no_more = all(
            counts[path] <= prompt.maximum or prompt.maximum < prompt.minimum for path, prompt in prompts.items()
        )
        return (
            has_enough
            and has_no_more
            and not any(card.is_covered for card in snapshot.table.cards)
            and self._hands_on_table() != self._booked_hands
        )

    def _cards_by_hand(self, session: Session, picture: Picture) -> Mapping[str, list[int]]:
        zones = seat_zones_for(len(session.players), self._store)
        if not zones:
            return {}
        assigned = assign_to_hands(picture.read, self._service.prompts(), order_by_seat(session, zones), None)
        return {
            path: [index for index in indices if picture.read.cards[index].card] for path, indices in assigned.items()
        }

    def _hands_on_table(self) -> Hands:
        """The hands on the table now, whoever they belong to."""
        session, picture = self._service.session, self._picture
        if session is None or picture is None:
            return Counter()
        cards = picture.read.cards
        hands = self._cards_by_hand(session, picture).values()
        return Counter(tuple(sorted(cards[index].card or "" for index in indices)) for indices in hands)

    def as_json(self) -> dict[str, Any]:
        """For the snapshot: switches, zones by player, and the table with its last changes, ages in seconds."""
        session = self._service.session
        zones = seat_zones_for(len(session.players), self._store) if session else ()
        state: dict[str, Any] = {
            "automatic": self.is_automatic,
            "awaiting": time.monotonic() < self._awaiting_until,
            "watching": self._snapshot is not None,
            "still": bool(self._snapshot and self._snapshot.is_still and not self._is_old),
            "zones": [[zone.x, zone.y, zone.width, zone.height] for zone in zones],
            "table": None,
        }
        with self._lock:
            snapshot, picture = self._snapshot, self._picture
        # While an earlier round is corrected the table shows another one, and so it does when another game begins.
        is_shown = self._service.reopened is None and not self._is_old
        if snapshot is not None and picture is not None and is_shown:
            captured_at = snapshot.table.captured_at
            cards = [
                {"number": card.track_id, "covered": card.is_covered, "since": round(captured_at - card.since, 1)}
                for card in snapshot.table.cards
            ]
            changes = [
                {**change.as_json(), "at": round(captured_at - change.time_s, 1)} for change in snapshot.table.changes
            ]
            state["table"] = {**picture.as_json(), "lying": cards, "changes": changes}
        return state


def _is_untouched(draft: Draft) -> bool:
    """Whether the draft is empty, or was filled automatically and has not been changed since."""
    return draft.is_auto_filled or not (draft.cards or draft.picture)
