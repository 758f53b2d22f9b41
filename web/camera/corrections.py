"""直しを残す naoshi o nokosu: corrected cards kept to improve the enrolled deck they belong to, if the host agreed."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scanner.enrolled import corrections
from scanner.reads import CardRead
from scorer.discover import decks
from scorer.errors import Refusal
from web.camera.picture_cache import Pictures
from web.ledger.store import Store
from web.session.draft import Draft

if TYPE_CHECKING:
    from web.companion import Eyes

_SETTING = "keep_corrections"
_SPOILED = frozenset({"cut_off", "covered"})  # what such a picture shows is not the card


class Corrections:
    """Asks once, off until then. `deck`: what the table is read as; only an enrolled deck can learn."""

    def __init__(
        self, store: Store, eyes: Eyes, pictures: Pictures, data: Path | None, deck: Callable[[], str]
    ) -> None:
        self._store, self._eyes, self._pictures, self._data, self._deck = store, eyes, pictures, data, deck
        self._busy = threading.Lock()
        self.wanted: bool | None = store.setting(_SETTING)

    def want(self, *, on: bool) -> None:
        """What the host answered; kept."""
        self._store.remember(_SETTING, on)
        self.wanted = on

    def _own(self) -> tuple[str, Path] | None:
        """The enrolled deck that is played with, and the folder it is kept in."""
        try:
            name = self._deck()
        except Refusal:
            return None
        return None if self._data is None or name in decks() else (name, self._data)

    def note(self, before: Draft, after: Draft) -> threading.Thread | None:
        """Keeps the cards that were called something else between two drafts of one picture; in its own thread."""
        own = self._own() if self.wanted else None
        if own is None or before.picture is None or after.picture is None or before.picture.name != after.picture.name:
            return None
        jpeg = self._pictures.get(after.picture.name)
        called = {one.read: one.card for hand in after.cards.values() for one in hand if one.sure}
        held = {
            one.read
            for hand in before.cards.values()
            for one in hand
            if not one.sure or called.get(one.read) != one.card
        }
        found = [
            (called[place], read)
            for place, read in enumerate(after.picture.read.cards)
            if place in called and place in held and read.doubt not in _SPOILED
        ]
        if jpeg is None or not found:
            return None
        thread = threading.Thread(target=self._keep, args=(own, jpeg, found), name="keeper", daemon=True)
        thread.start()
        return thread

    def _keep(self, own: tuple[str, Path], jpeg: bytes, found: list[tuple[str, CardRead]]) -> None:
        name, data = own
        with self._busy, contextlib.suppress(Refusal, OSError):  # a picture lost is no harm to the evening
            for code, read in found:
                _, crop = self._eyes.walk("flatten", jpeg, corners=[list(corner) for corner in read.corners])
                corrections.keep(name, data, code, crop)

    def forget(self) -> None:
        """Deletes what was kept of the deck that is played with."""
        if own := self._own():
            corrections.forget(*own)

    def as_json(self) -> dict[str, Any] | None:
        """`wanted` (None: never asked), the `deck` and how many are `kept`; None when no enrolled deck is in play."""
        own = self._own()
        return own and {"wanted": self.wanted, "deck": own[0], "kept": corrections.count(*own)}
