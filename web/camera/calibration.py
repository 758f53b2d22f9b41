"""据え付け suetsuke: how the table's camera stands, as measured last and as kept with the ledger."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from scanner.seat_zones import MAX_SEATS
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.play_area import CALIBRATION_SETTING
from web.config import Settings
from web.ledger.store import Store
from web.ports import Scanner


@dataclass
class CalibrationRun:
    """What the calibrate wizard saw last: `measured` as `scanner.setup.calibration` tells it, its picture, whether the
    table's own camera took it. `number` counts the pictures."""

    settings: Settings
    store: Store
    scanner: Scanner
    measurement: dict[str, Any] | None = None
    jpeg: bytes = b""
    from_camera: bool = False
    picture_count: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def measure(self, body: bytes, kind: str) -> None:
        """Measures a picture sent, or the table's own when there is none."""
        measured, jpeg = self.scanner.run_wizard_step("calibrate", body, kind=kind)
        with self.lock:
            self.measurement, self.jpeg, self.from_camera, self.picture_count = (
                measured,
                jpeg,
                not body,
                self.picture_count + 1,
            )

    def save(self, seats: object) -> None:
        """Keeps the last measurement and the number of seats; `no_picture` before the first, `bad_count` for seats."""
        if type(seats) is not int or not 2 <= seats <= MAX_SEATS:
            raise Refusal("bad_count", Text(f"a table has 2 to {MAX_SEATS} seats", f"席は2から{MAX_SEATS}までです"))
        with self.lock:
            if self.measurement is None:
                raise Refusal("no_picture", Text("no picture has been measured yet", "まだ測っていません"))
            source = self.settings.source if self.from_camera else ""
            self.store.set_setting(
                CALIBRATION_SETTING, {"measured": self.measurement, "source": source, "seats": seats}
            )

    @property
    def saved(self) -> dict[str, Any] | None:
        """What was kept: `measured`, `source` ("" for a phone's picture), `seats`; None before the first time."""
        found: dict[str, Any] | None = self.store.get_setting(CALIBRATION_SETTING)
        return found
