"""直しを残す naoshi o nokosu: corrected cards kept to improve the enrolled deck they belong to, if the host agreed."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scanner.enrolled import corrections
from scanner.reads import CardRead
from scorer.decks import decks
from scorer.errors import Refusal
from web.camera.picture_cache import PictureCache
from web.ledger.store import Store
from web.ports import Scanner
from web.session.draft import Draft

_SETTING_KEY = "keep_corrections"
_UNUSABLE_DOUBTS = frozenset({"cut_off", "covered"})  # what such a picture shows is not the card


class CorrectionRecorder:
    """Asks once, off until then. `deck`: what the table is read as; only an enrolled deck can learn."""

    def __init__(
        self, store: Store, scanner: Scanner, pictures: PictureCache, data: Path | None, current_deck: Callable[[], str]
    ) -> None:
        self._store, self._scanner, self._pictures, self._data, self._current_deck = (
            store,
            scanner,
            pictures,
            data,
            current_deck,
        )
        self._write_lock = threading.Lock()
        self.enabled: bool | None = store.get_setting(_SETTING_KEY)

    def set_enabled(self, *, on: bool) -> None:
        """What the host answered; kept."""
        self._store.set_setting(_SETTING_KEY, on)
        self.enabled = on

    def _enrolled_deck(self) -> tuple[str, Path] | None:
        """The enrolled deck that is played with, and the folder it is kept in."""
        try:
            name = self._current_deck()
        except Refusal:
            return None
        return None if self._data is None or name in decks() else (name, self._data)

    def record_changes(self, before: Draft, after: Draft) -> threading.Thread | None:
        """Keeps the cards that were called something else between two drafts of one picture; in its own thread."""
        own = self._enrolled_deck() if self.enabled else None
        if own is None or before.picture is None or after.picture is None or before.picture.name != after.picture.name:
            return None
        jpeg = self._pictures.get(after.picture.name)
        called = {one.read_index: one.card for hand in after.cards.values() for one in hand if one.sure}
        held = {
            one.read_index
            for hand in before.cards.values()
            for one in hand
            if not one.sure or called.get(one.read_index) != one.card
        }
        found = [
            (called[place], read)
            for place, read in enumerate(after.picture.read.cards)
            if place in called and place in held and read.doubt not in _UNUSABLE_DOUBTS
        ]
        if jpeg is None or not found:
            return None
        thread = threading.Thread(target=self._save_crops, args=(own, jpeg, found), name="keeper", daemon=True)
        thread.start()
        return thread

    def _save_crops(self, deck: tuple[str, Path], jpeg: bytes, changes: list[tuple[str, CardRead]]) -> None:
        name, data = deck
        with self._write_lock, contextlib.suppress(Refusal, OSError):  # a picture lost is no harm to the evening
            for code, read in changes:
                _, crop = self._scanner.run_wizard_step(
                    "flatten", jpeg, corners=[list(corner) for corner in read.corners]
                )
                corrections.add(name, data, code, crop)

    def delete_all(self) -> None:
        """Deletes what was kept of the deck that is played with."""
        if own := self._enrolled_deck():
            corrections.clear(*own)

    def as_json(self) -> dict[str, Any] | None:
        """`wanted` (None: never asked), the `deck` and how many are `kept`; None when no enrolled deck is in play."""
        own = self._enrolled_deck()
        return own and {"wanted": self.enabled, "deck": own[0], "kept": corrections.count(*own)}
