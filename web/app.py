"""店構え mise-gamae: the application factory; routes are found in `web.api` and `web.pages`."""

from __future__ import annotations

import secrets
import threading
from pathlib import Path

from flask import Flask, request
from flask_babel import Babel

from web.access.phones import PhoneRegistry
from web.access.pin import Pin
from web.access.rate_limit import RateLimiter
from web.access.security import install_security
from web.access.session_cookie import PersistentSessionInterface
from web.camera.calibration import CalibrationRun
from web.camera.corrections import CorrectionRecorder
from web.camera.enrolment import EnrolmentSession
from web.camera.picture_cache import PictureCache
from web.camera.play_area import load_play_area
from web.camera.table_follower import TableFollower
from web.config import Settings
from web.context import AppContext
from web.http.compression import enable_compression
from web.http.errors import register_error_handlers
from web.http.navigation import bar_entries
from web.i18n.preferences import current_preferences
from web.i18n.request_locale import LANGUAGES, localize, request_language
from web.ledger.store import Store
from web.ports import Scanner
from web.request.auth import client_status, current_role
from web.request.canonical_host import redirect_to_canonical_host
from web.request.snapshot import encode_snapshot
from web.routes import discover_nav_entries, view_modules
from web.session.broadcast import Hub
from web.session.deck_choice import resolve_deck
from web.session.maintenance import LedgerMaintenance
from web.session.service import SessionService

MAX_REQUEST_BYTES = 16 * 1024 * 1024


def create_app(store: Store, scanner: Scanner, settings: Settings | None = None) -> Flask:
    """The application over an open ledger and started or startable eyes; publishes the first snapshot."""
    settings = settings or Settings()
    hub = Hub()
    # What changed is told while the room is locked, so snapshots leave in the order of the ledger.
    room = SessionService(store, lambda: hub.publish(encode_snapshot(table)))
    phones = PhoneRegistry(store, lambda: publish_snapshot(table))
    pictures = PictureCache()

    def deck() -> str:
        return resolve_deck(settings, store, room)

    table = AppContext(
        settings,
        store,
        room,
        LedgerMaintenance(store, room),
        hub,
        scanner,
        Pin(store),
        phones,
        pictures,
        TableFollower(settings, store, room, scanner, pictures, deck, lambda: load_play_area(store, settings.source)),
        CorrectionRecorder(store, scanner, pictures, settings.data_dir, deck),
        RateLimiter({60: 30}),
        RateLimiter({60: 20, 3600: 120}),
        CalibrationRun(settings, store, scanner),
        EnrolmentSession(settings.data_dir) if settings.data_dir else None,
        discover_nav_entries(),
    )
    app = Flask("web", template_folder=str(Path(__file__).parent / "templates"))
    app.config.update(
        SECRET_KEY=_load_secret_key(store),
        MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES,
        MAX_FORM_MEMORY_SIZE=256 * 1024,
        SESSION_COOKIE_NAME="fudayomi",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES="i18n/translations",
    )
    app.session_interface = PersistentSessionInterface()
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # What scripts are told stands in the page, between single quotes; these kwargs keep it short.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    app.extensions["fudayomi"] = table
    Babel(app, locale_selector=_select_language)
    app.context_processor(
        lambda: {
            "lang": request_language(),
            "say": localize,
            "bar": bar_entries(table.navigation, current_role()),
            "taste": current_preferences(),
            "standing": client_status(),
        }
    )
    enable_compression(app)
    install_security(app, settings.host_names)
    redirect_to_canonical_host(app, settings)
    register_error_handlers(app)
    for module in view_modules():
        app.register_blueprint(module.BLUEPRINT)
    publish_snapshot(table)
    return app


def publish_snapshot(table: AppContext) -> None:
    """Tells every page the newest state, though the ledger did not change."""
    with table.service.lock:
        table.hub.publish(encode_snapshot(table))


def run_watch_loop(table: AppContext, stop: threading.Event, interval_s: float = 0.3) -> None:
    """Keeps the ledger; tells the phones what the scanner sees, what is amiss, and of a new PIN; runs until `stop`."""
    told = None
    while not stop.wait(interval_s):
        table.maintenance.tick()
        now = (
            table.scanner.state,
            table.scanner.message,
            table.store.is_saved,
            table.maintenance.notices,
            table.pin.number,
        )
        if table.follower.poll() or now != told:
            told = now
            publish_snapshot(table)


def _select_language() -> str:
    """The phone's own choice, else what its browser prefers."""
    chosen = request.cookies.get("lang")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def _load_secret_key(store: Store) -> str:
    """The key that signs cookies, made at the first start and kept with the ledger."""
    kept = store.get_setting("secret")
    if kept is None:
        kept = secrets.token_hex(32)
        store.set_setting("secret", kept)
    return str(kept)
