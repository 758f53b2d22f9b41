"""The application factory and the loop that publishes changes.

Routes are discovered in `web.api` and `web.pages`.
"""

from __future__ import annotations

import secrets
import threading

from flask import Flask

from scanner.worker.client import ScannerClient
from scorer.following import decoder as play_decoder
from scorer.person_names import fold_name
from web.access.phones import PhoneRegistry, Seats
from web.access.pin import Pin
from web.access.rate_limit import RateLimiter, Windows
from web.access.seat_requests import SeatRequests
from web.access.security import install_security
from web.archive.evenings import EveningArchive
from web.camera.camera_setup import CalibrationRun
from web.camera.corrections import CorrectionRecorder
from web.camera.enrolment import EnrolmentSession
from web.camera.evening_camera import EveningCamera
from web.camera.picture_cache import PictureCache
from web.camera.play_area import load_play_area
from web.camera.watched_table import WatchedTable
from web.config import MAX_REQUEST_BYTES, Settings
from web.context import AppContext
from web.following.follow_service import FollowService
from web.following.followed_round import Decoder
from web.http.application import make_application
from web.http.compression import enable_compression
from web.http.errors import register_error_handlers
from web.http.navigation import bar_entries
from web.http.preferences import PAPER, current_preferences
from web.i18n.request_locale import colon, localize, request_language
from web.ledger.store import Store
from web.outbox.outbox import Outbox
from web.request.auth import client_status, current_role
from web.request.canonical_host import redirect_to_canonical_host
from web.request.contract import enforce_contract
from web.request.snapshot import encode_snapshot, publish_snapshot, round_in_correction
from web.routes import discover_nav_entries, view_modules
from web.session.broadcast import Hub
from web.session.deck_choice import resolve_deck
from web.session.maintenance import LedgerMaintenance
from web.session.service import SessionService
from web.system.data_dir import public_pin_command

UPLOADS_BY_WINDOW_S: Windows = {60: 30}
"""Pictures and files one address may send, by window in seconds."""
NAMES_BY_WINDOW_S: Windows = {60: 20, 3600: 120}
"""Names one address may claim, by window in seconds."""
GUESTS_BY_WINDOW_S: Windows = {60: 60, 3600: 300}
"""Names of guests that all addresses may claim. Names of seats are not counted: who plays always gets his own."""


def create_app(
    store: Store, scanner: ScannerClient, settings: Settings | None = None, decoder: Decoder | None = None
) -> Flask:
    """Build the application over an open ledger and a scanner, started or not, and publish the first snapshot.

    `decoder`: what follows the play, that of the rules where none is given.
    """
    settings = settings or Settings()
    ctx = _build_context(store, scanner, settings, decoder or play_decoder)
    app = make_application(_load_secret_key(store), "fudayomi", MAX_REQUEST_BYTES)
    app.extensions["fudayomi"] = ctx
    pin_command = public_pin_command(settings.data_dir)
    app.context_processor(
        lambda: {
            "lang": request_language(),
            "say": localize,
            "colon": colon(),
            "bar": bar_entries(ctx.navigation, current_role()),
            "preferences": current_preferences(),
            "client_status": client_status(),
            "pin_command": pin_command,
            "origin": settings.url.rstrip("/"),
            "paper": PAPER,
            "correction": ctx.service.reopened and round_in_correction(ctx.service.reopened.original),
        }
    )
    enable_compression(app)
    install_security(app, settings.host_names)
    redirect_to_canonical_host(app, settings)
    register_error_handlers(app)
    for module in view_modules():
        app.register_blueprint(module.BLUEPRINT)
    enforce_contract(app)
    _publish_first_snapshot(app, ctx)
    return app


def _publish_first_snapshot(app: Flask, ctx: AppContext) -> None:
    """Publish what the ledger holds. An evening that cannot be shown is closed: a table starts with any ledger."""
    try:
        publish_snapshot(ctx)
    except Exception as fault:
        app.logger.exception("the evening cannot be shown", exc_info=fault)
        ctx.service.close_unreadable()
        publish_snapshot(ctx)


def _build_context(store: Store, scanner: ScannerClient, settings: Settings, decoder: Decoder) -> AppContext:
    """The services of the table, each with those that it needs."""
    hub = Hub()
    # The service is locked while it reports a change, so snapshots are published in the order of the ledger.
    service = SessionService(store, lambda: _announce_change(ctx))
    phones = PhoneRegistry(
        store, lambda: publish_snapshot(ctx), seats=lambda: _seats_of(service), is_watching=hub.has_stream
    )
    pictures, camera = PictureCache(), EveningCamera(settings, store, service)

    def current_deck() -> str:
        return resolve_deck(settings, store, service)

    following = FollowService(settings, store, service, scanner, camera, decoder)
    archive = EveningArchive(store, lambda: service.current_evening)
    ctx = AppContext(
        settings=settings,
        store=store,
        service=service,
        maintenance=LedgerMaintenance(store, service, remember_past=archive.remember_past),
        hub=hub,
        scanner=scanner,
        pin=Pin(store),
        phones=phones,
        seat_requests=SeatRequests(phones, lambda: service.current_evening[:2], lambda: publish_snapshot(ctx)),
        pictures=pictures,
        camera=camera,
        watched_table=WatchedTable(
            camera,
            store,
            service,
            scanner,
            pictures,
            current_deck,
            lambda: load_play_area(store, settings.source),
        ),
        following=following,
        corrections=CorrectionRecorder(store, scanner, pictures, settings.data_dir, current_deck),
        archive=archive,
        upload_limit=RateLimiter(UPLOADS_BY_WINDOW_S),
        join_limit=RateLimiter(NAMES_BY_WINDOW_S),
        guest_limit=RateLimiter(GUESTS_BY_WINDOW_S),
        calibration=CalibrationRun(settings, store, scanner),
        enrolment=EnrolmentSession(settings.data_dir) if settings.data_dir else None,
        outbox=Outbox(store),
        navigation=discover_nav_entries(),
    )
    ctx.watched_table.current_target = following.target
    return ctx


def _seats_of(service: SessionService) -> Seats:
    """Who sits in the evening under way."""
    number, session, _ = service.current_evening
    people = (fold_name(name) for seat in session.people for name in seat) if session else ()
    return Seats(number or 0, frozenset(people))


def _announce_change(ctx: AppContext) -> None:
    """Tell every phone, and the hall if the table has joined one."""
    ctx.hub.publish(encode_snapshot(ctx))
    ctx.outbox.wake.set()


def run_watch_loop(ctx: AppContext, stop: threading.Event, interval_s: float = 0.3) -> None:
    """Maintain the ledger and publish what changes outside it, until `stop`.

    That is what the scanner sees, what is amiss, and a new PIN. `interval_s` is the pause between two checks, seconds.
    """
    published = None
    while not stop.wait(interval_s):
        ctx.maintenance.tick()
        status = (
            ctx.scanner.state,
            ctx.scanner.message,
            ctx.store.is_saved,
            ctx.maintenance.notices,
            ctx.pin.number,
        )
        # Both are polled each time.
        if any([ctx.watched_table.poll(), ctx.following.poll(), status != published]):
            published = status
            publish_snapshot(ctx)


def _load_secret_key(store: Store) -> str:
    """The key that signs cookies. It is made at the first start and stored with the ledger."""
    key = store.get_setting("secret", {"type": "string", "minLength": 32})
    if key is None:
        key = secrets.token_hex(32)
        store.set_setting("secret", key)
    return str(key)
