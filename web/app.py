"""店構え mise-gamae: the application factory; routes are found in `web.api` and `web.pages`."""

from __future__ import annotations

import secrets
import threading
from pathlib import Path

from flask import Flask, request
from flask_babel import Babel

from web.access.phones import Phones
from web.access.pin import Pin
from web.access.rate_limit import Limit
from web.access.security import guard
from web.access.session_cookie import Timeless
from web.camera.corrections import Corrections
from web.camera.picture_cache import Pictures
from web.camera.play_area import cloth_of
from web.camera.table_follower import Lookout
from web.companion import Companion, Eyes, Settings
from web.http.compression import pack
from web.http.errors import speak_plainly
from web.http.navigation import in_bar, modules
from web.i18n.preferences import tastes
from web.i18n.request_locale import LANGUAGES, lang, say
from web.ledger.store import Store
from web.request.auth import role, standing
from web.request.canonical_host import one_door
from web.request.snapshot import line
from web.session.broadcast import Hub
from web.session.deck_choice import read_as
from web.session.maintenance import Keeper
from web.session.service import Room

LARGEST = 16 * 1024 * 1024


def create_app(store: Store, eyes: Eyes, settings: Settings | None = None) -> Flask:
    """The application over an open ledger and started or startable eyes; publishes the first snapshot."""
    settings = settings or Settings()
    hub = Hub()
    # What changed is told while the room is locked, so snapshots leave in the order of the ledger.
    room = Room(store, lambda: hub.publish(line(table)))
    phones = Phones(store, lambda: tell(table))
    pictures = Pictures()

    def deck() -> str:
        return read_as(settings, store, room)

    table = Companion(
        settings,
        store,
        room,
        Keeper(store, room),
        hub,
        eyes,
        Pin(store),
        phones,
        pictures,
        Lookout(settings, store, room, eyes, pictures, deck, lambda: cloth_of(store, settings.source)),
        Corrections(store, eyes, pictures, settings.data, deck),
        Limit({60: 30}),
        Limit({60: 20, 3600: 120}),
    )
    app = Flask("web", template_folder=str(Path(__file__).parent / "templates"))
    app.config.update(
        SECRET_KEY=_secret(store),
        MAX_CONTENT_LENGTH=LARGEST,
        MAX_FORM_MEMORY_SIZE=256 * 1024,
        SESSION_COOKIE_NAME="fudayomi",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        BABEL_DEFAULT_LOCALE="en",
    )
    app.session_interface = Timeless()
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # What scripts are told stands in the page, between single quotes; these kwargs keep it short.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    app.extensions["fudayomi"] = table
    Babel(app, locale_selector=_language)
    app.context_processor(
        lambda: {"lang": lang(), "say": say, "bar": in_bar(role()), "taste": tastes(), "standing": standing()}
    )
    pack(app)
    guard(app, settings.names)
    one_door(app, settings)
    speak_plainly(app)
    for module in modules():
        app.register_blueprint(module.BLUEPRINT)
    tell(table)
    return app


def tell(table: Companion) -> None:
    """Tells every page the newest state, though the ledger did not change."""
    with table.room.lock:
        table.hub.publish(line(table))


def watch(table: Companion, stop: threading.Event, every: float = 0.3) -> None:
    """Keeps the ledger; tells the phones what the scanner sees, what is amiss, and of a new PIN; runs until `stop`."""
    told = None
    while not stop.wait(every):
        table.keeper.turn()
        now = (table.eyes.state, table.eyes.says, table.store.saved, table.keeper.says, table.pin.number)
        if table.lookout.turn() or now != told:
            told = now
            tell(table)


def _language() -> str:
    """The phone's own choice, else what its browser prefers."""
    chosen = request.cookies.get("lang")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def _secret(store: Store) -> str:
    """The key that signs cookies, made at the first start and kept with the ledger."""
    kept = store.setting("secret")
    if kept is None:
        kept = secrets.token_hex(32)
        store.remember("secret", kept)
    return str(kept)
