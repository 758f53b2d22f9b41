"""据え付け suetsuke: how the table's camera stands, as measured last and as kept with the ledger."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from flask import current_app

from scanner.seat_zones import MOST_SEATS
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.play_area import SETTING
from web.companion import Companion, companion


@dataclass
class Walk:
    """What the calibrate wizard saw last: `measured` as `scanner.setup.calibration` tells it, its picture, whether the
    table's own camera took it. `number` counts the pictures."""

    measured: dict[str, Any] | None = None
    jpeg: bytes = b""
    camera: bool = False
    number: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def look(self, table: Companion, body: bytes, kind: str) -> None:
        """Measures a picture sent, or the table's own when there is none."""
        measured, jpeg = table.eyes.walk("calibrate", body, kind=kind)
        with self.lock:
            self.measured, self.jpeg, self.camera, self.number = measured, jpeg, not body, self.number + 1

    def keep(self, table: Companion, seats: object) -> None:
        """Keeps the last measurement and the number of seats; `no_picture` before the first, `bad_count` for seats."""
        if type(seats) is not int or not 2 <= seats <= MOST_SEATS:
            raise Refusal("bad_count", Text(f"a table has 2 to {MOST_SEATS} seats", f"席は2から{MOST_SEATS}までです"))
        with self.lock:
            if self.measured is None:
                raise Refusal("no_picture", Text("no picture has been measured yet", "まだ測っていません"))
            source = table.settings.source if self.camera else ""
            table.store.remember(SETTING, {"measured": self.measured, "source": source, "seats": seats})


def walk() -> Walk:
    """The running application's."""
    found: Walk = current_app.extensions.setdefault("fudayomi.calibration", Walk())
    return found


def kept() -> dict[str, Any] | None:
    """What was kept: `measured`, `source` ("" for a phone's picture), `seats`; None before the first time."""
    found: dict[str, Any] | None = companion().store.setting(SETTING)
    return found
