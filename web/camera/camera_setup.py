"""Calibration of the camera: the last measurement and the saved one."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from scanner.seat_zones import MAX_SEATS
from scanner.worker.client import ScannerClient
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.play_area import CALIBRATION, CALIBRATION_SETTING
from web.config import Settings
from web.ledger.store import Store


@dataclass
class CalibrationRun:
    """The newest measurement of the calibration wizard.

    `measurement`: the result of `scanner.setup.camera_check`, None before the first. `jpeg`: the picture it came from.
    `is_from_camera`: whether the table's own camera took that. `picture_count`: how many pictures were measured.
    """

    settings: Settings
    store: Store
    scanner: ScannerClient
    measurement: dict[str, Any] | None = None
    jpeg: bytes = b""
    is_from_camera: bool = False
    picture_count: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def measure(self, body: bytes, kind: str) -> None:
        """Measure the picture `body`, or a new one of the table when it is empty. `kind`: the deck of its card."""
        measurement, jpeg = self.scanner.run_wizard_step("calibrate", body, kind=kind)
        with self.lock:
            self.measurement, self.jpeg, self.is_from_camera = measurement, jpeg, not body
            self.picture_count += 1

    def save(self, seats: object) -> None:
        """Store the last measurement and the number of seats.

        Raises `no_picture` before the first measurement, `bad_count` unless there are 2 to `MAX_SEATS` seats.
        """
        if type(seats) is not int or not 2 <= seats <= MAX_SEATS:
            raise Refusal("bad_count", Text(f"A table has 2 to {MAX_SEATS} seats", f"席は2から{MAX_SEATS}までです"))
        with self.lock:
            if self.measurement is None:
                raise Refusal("no_picture", Text("No picture has been measured yet", "まだ測っていません"))
            source = self.settings.source if self.is_from_camera else ""
            self.store.set_setting(
                CALIBRATION_SETTING, {"measured": self.measurement, "source": source, "seats": seats}
            )

    @property
    def saved(self) -> dict[str, Any] | None:
        """What was stored: `measured`, `source` ("" for a picture from a phone), `seats`. None when nothing was."""
        calibration: dict[str, Any] | None = self.store.get_setting(CALIBRATION_SETTING, CALIBRATION)
        return calibration
