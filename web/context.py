"""The services of one running table, as routes get them."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from scanner.worker.client import ScannerClient
from scorer.errors import Refusal
from scorer.texts import Text
from web.access.phones import PhoneRegistry
from web.access.pin import Pin
from web.access.rate_limit import RateLimiter
from web.access.seat_requests import SeatRequests
from web.archive.evenings import EveningArchive
from web.camera.camera_setup import CalibrationRun
from web.camera.corrections import CorrectionRecorder
from web.camera.enrolment import EnrolmentSession
from web.camera.evening_camera import EveningCamera
from web.camera.picture_cache import PictureCache
from web.camera.watched_table import WatchedTable
from web.config import Settings
from web.following.follow_service import FollowService
from web.http.navigation import NavEntry
from web.ledger.store import Store
from web.outbox.outbox import Outbox
from web.session.broadcast import Hub
from web.session.maintenance import LedgerMaintenance
from web.session.service import SessionService


@dataclass(frozen=True, slots=True, kw_only=True)
class AppContext:
    """Settings and services of one running table."""

    settings: Settings
    store: Store
    service: SessionService
    maintenance: LedgerMaintenance
    hub: Hub
    scanner: ScannerClient
    pin: Pin
    phones: PhoneRegistry
    seat_requests: SeatRequests
    pictures: PictureCache
    camera: EveningCamera
    watched_table: WatchedTable
    following: FollowService
    corrections: CorrectionRecorder
    archive: EveningArchive
    upload_limit: RateLimiter
    join_limit: RateLimiter
    guest_limit: RateLimiter
    calibration: CalibrationRun
    enrolment: EnrolmentSession | None
    outbox: Outbox
    navigation: tuple[NavEntry, ...]

    def require_enrolment(self) -> EnrolmentSession:
        """The enrolment session. Raises `not_found` when the table has no data folder to store anything in."""
        if self.enrolment is None:
            raise Refusal("not_found", Text("This table keeps no files", "この卓はファイルを保存しません"))
        return self.enrolment


def context() -> AppContext:
    """The `AppContext` of the running Flask application."""
    app_context: AppContext = current_app.extensions["fudayomi"]
    return app_context
