"""The camera of an evening: the synthetic one serves demo evenings alone.

Nothing of the synthetic table appears in an evening that is no demo, or no longer.
"""

from __future__ import annotations

from scorer.errors import Refusal
from scorer.texts import Text
from web.config import Settings
from web.ledger.store import Store
from web.openapi.schema import COUNT, array
from web.session.service import SessionService

DEMO_SETTING = "demo"
"""Setting of the IDs of the evenings that are demos."""
_MOST_DEMOS = 200
"""Demo evenings that are remembered. One that is continued after so many others has no dealer any more."""


class EveningCamera:
    """The camera of the evening under way: none, the table's own, or the synthetic one of a demo."""

    def __init__(self, settings: Settings, store: Store, service: SessionService) -> None:
        self._settings, self._store, self._service = settings, store, service
        self._demos: list[int] = store.get_setting(DEMO_SETTING, array(COUNT)) or []

    def mark_demo(self, *, on: bool = True) -> None:
        """Remember that the evening under way is a demo, or that real cards are played with in it now."""
        evening = self._service.evening_id
        if evening is None or (evening in self._demos) == on:
            return
        others = [other for other in self._demos if other != evening]
        self._demos = [*others, evening][-_MOST_DEMOS:] if on else others
        self._store.set_setting(DEMO_SETTING, self._demos)

    @property
    def is_demo(self) -> bool:
        """Whether the synthetic table deals in the evening under way, or would in the first one."""
        return self._settings.is_demo and self._service.evening_id in {None, *self._demos}

    @property
    def is_present(self) -> bool:
        """Whether the evening under way has a camera over its table."""
        return self._settings.has_camera and (self.is_demo or not self._settings.is_demo)

    def require(self) -> None:
        """Raise `no_picture` where the evening has no camera."""
        if not self.is_present:
            raise Refusal(
                "no_picture",
                Text(
                    "This evening has no camera over the table. Photograph the cards with a phone, or tap them in.",
                    "この会には卓上のカメラがありません。スマートフォンで撮るか、札をタップして入力してください。",
                ),
            )

    def require_demo_table(self) -> None:
        """Raise `no_demo` where this is no table that can deal, in whatever evening."""
        if not self._settings.is_demo:
            raise Refusal("no_demo", Text("Only a demo table deals cards.", "配れるのは描かれた卓だけです"))

    def require_demo(self) -> None:
        """Raise `no_demo` where no cards are dealt in the evening under way."""
        self.require_demo_table()
        if not self.is_demo:
            raise Refusal(
                "no_demo",
                Text(
                    "This evening was not started as a demo. Start a demo evening to have cards dealt.",
                    "この会はお試しの会ではありません。札を配るには、お試しの会を始めてください。",
                ),
            )
