"""Recording of corrected cards, to improve the enrolled deck in play.

Nothing is recorded until the host has agreed.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scanner.enrolled import corrections
from scanner.reads import CardRead
from scanner.worker.client import ScannerClient
from scorer.decks import decks
from scorer.errors import Refusal
from web.camera.picture_cache import PictureCache
from web.ledger.store import Store
from web.openapi.schema import BOOLEAN
from web.session.draft import Draft

_SETTING_KEY = "keep_corrections"
_UNUSABLE_DOUBTS = frozenset({"cut_off", "covered"})
"""Doubts about reads whose picture does not show the whole card."""


class CorrectionRecorder:
    """Records corrected cards. `enabled` is None until the host was asked.

    `current_deck`: what the table is read as. Only an enrolled deck can learn.
    """

    def __init__(
        self,
        store: Store,
        scanner: ScannerClient,
        pictures: PictureCache,
        data_dir: Path | None,
        current_deck: Callable[[], str],
    ) -> None:
        self._store, self._scanner, self._pictures = store, scanner, pictures
        self._data_dir, self._current_deck = data_dir, current_deck
        self._write_lock = threading.Lock()
        self.enabled: bool | None = store.get_setting(_SETTING_KEY, BOOLEAN)

    def set_enabled(self, *, on: bool) -> None:
        """Store the host's answer."""
        self._store.set_setting(_SETTING_KEY, on)
        self.enabled = on

    def _enrolled_deck(self) -> tuple[str, Path] | None:
        """Name and data folder of the enrolled deck in play, None when there is none."""
        try:
            name = self._current_deck()
        except Refusal:
            return None
        return None if self._data_dir is None or name in decks() else (name, self._data_dir)

    def record_changes(self, before: Draft, after: Draft) -> threading.Thread | None:
        """Save the cards that got another code, or were confirmed, between two drafts of one picture.

        This happens in a thread of its own, which is returned. None when there is nothing to save.
        """
        deck = self._enrolled_deck() if self.enabled else None
        if deck is None or before.picture is None or after.picture is None or before.picture.name != after.picture.name:
            return None
        jpeg = self._pictures.get(after.picture.name)
        codes = {card.read_index: card.card for hand in after.cards.values() for card in hand if card.sure}
        open_indices = {
            card.read_index
            for hand in before.cards.values()
            for card in hand
            if not card.sure or codes.get(card.read_index) != card.card
        }
        changes = [
            (codes[index], read)
            for index, read in enumerate(after.picture.read.cards)
            if index in codes and index in open_indices and read.doubt not in _UNUSABLE_DOUBTS
        ]
        if jpeg is None or not changes:
            return None
        thread = threading.Thread(target=self._save_crops, args=(deck, jpeg, changes), name="corrections", daemon=True)
        thread.start()
        return thread

    def _save_crops(self, deck: tuple[str, Path], jpeg: bytes, changes: list[tuple[str, CardRead]]) -> None:
        name, data_dir = deck
        with self._write_lock, contextlib.suppress(Refusal, OSError):  # a lost picture does no harm to the evening
            for code, read in changes:
                _, crop = self._scanner.run_wizard_step(
                    "flatten", jpeg, corners=[list(corner) for corner in read.corners]
                )
                corrections.add(name, data_dir, code, crop)

    def delete_all(self) -> None:
        """Delete the cards recorded for the enrolled deck in play."""
        if deck := self._enrolled_deck():
            corrections.clear(*deck)

    def as_json(self) -> dict[str, Any] | None:
        """`wanted` (None: never asked), `deck`, and number of cards `kept`. None without an enrolled deck in play."""
        deck = self._enrolled_deck()
        return deck and {"wanted": self.enabled, "deck": deck[0], "kept": corrections.count(*deck)}
