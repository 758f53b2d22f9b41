"""The application factory of the hall.

Routes are discovered in `web.hall.api` and `web.hall.pages`.
"""

from __future__ import annotations

from flask import Flask, Response, current_app
from sqlalchemy.exc import SQLAlchemyError

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.pin import Pin
from web.access.rate_limit import RateLimiter, Windows
from web.access.roles import GUEST, HOST
from web.access.security import install_security
from web.hall.config import HallSettings
from web.hall.context import HallContext, is_referee
from web.hall.contract import enforce_hall_contract
from web.hall.events.event_store import EventList
from web.hall.events.event_view import event_detail
from web.hall.intake.batch import MAX_BATCH_BYTES
from web.hall.live.live_tables import LiveTables
from web.hall.ratings.rating_list import RatingList
from web.hall.routes import hall_modules, hall_nav_entries
from web.hall.storage.database import HallDatabase
from web.hall.storage.members import MemberList
from web.hall.storage.news import LocalNews, News, PostgresNews
from web.hall.storage.receiver import EntryReceiver
from web.hall.storage.referees import RefereePhones
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import TableRegistry
from web.http.application import make_application
from web.http.compression import enable_compression
from web.http.errors import ERROR_PAGE, error_response, register_error_handlers
from web.http.navigation import bar_entries
from web.http.preferences import current_preferences
from web.i18n.request_locale import colon, localize, request_language

JOINS_BY_WINDOW_S: Windows = {60: 10, 3600: 60}
"""Wrong codes that one address may try, by window in seconds."""
ALL_JOINS_BY_WINDOW_S: Windows = {60: 120, 3600: 1200}
"""Codes that all addresses may try which have tried a wrong one: a code is found in 10^5 years. Others do not wait."""
_WAY_OUT = Text(
    "A referee who is signed in can end the wait, under More.",
    "審判の端末から、「その他」で待ち時間をなくせます。",
)
BAD_KEYS_BY_WINDOW_S: Windows = {60: 30}
"""Keys that are no table's which one address may send, by window in seconds."""


def create_hall_app(database: HallDatabase, settings: HallSettings | None = None) -> Flask:
    """Build the application over an open database. Its threads end with `HallContext.close`."""
    settings = settings or HallSettings()
    setting_store = HallSettingStore(database)
    live_tables = LiveTables(database, lambda number: event_detail(events.load(number)))
    news: News = (
        PostgresNews(database.native_url, live_tables.note) if database.is_postgresql else LocalNews(live_tables.note)
    )
    events = EventList(database, news)
    context = HallContext(
        settings=settings,
        database=database,
        setting_store=setting_store,
        tables=TableRegistry(database, setting_store),
        receiver=EntryReceiver(database, setting_store, news),
        members=MemberList(database),
        events=events,
        ratings=RatingList(database, setting_store),
        live_tables=live_tables,
        news=news,
        pin=Pin(setting_store, way_out=_WAY_OUT),
        referees=RefereePhones(database),
        join_limit=RateLimiter(JOINS_BY_WINDOW_S, ALL_JOINS_BY_WINDOW_S, spared=1),
        key_limit=RateLimiter(BAD_KEYS_BY_WINDOW_S),
        navigation=hall_nav_entries(),
    )
    app = make_application(setting_store.secret(), "fudayomi_hall", MAX_BATCH_BYTES)
    app.config[ERROR_PAGE] = "hall/error.html"
    app.extensions["fudayomi_hall"] = context
    app.context_processor(
        lambda: {
            "lang": request_language(),
            "say": localize,
            "colon": colon(),
            "bar": bar_entries(context.navigation, HOST if is_referee() else GUEST),
            "preferences": current_preferences(),
            "referee": is_referee(),
        }
    )
    enable_compression(app)
    install_security(app, settings.host_names)
    register_error_handlers(app)
    app.register_error_handler(SQLAlchemyError, _refuse_without_database)
    for module in hall_modules():
        app.register_blueprint(module.BLUEPRINT)
    enforce_hall_contract(app)
    return app


def _refuse_without_database(fault: SQLAlchemyError) -> tuple[Response, int]:
    """`no_database`: tables keep what they have and send it again."""
    current_app.logger.error("the database cannot be reached: %s", type(fault).__name__)
    response, status = error_response(
        Refusal(
            "no_database",
            Text(
                "The hall's database cannot be reached; nothing was stored",
                "会場のデータベースにつながりません。何も記録していません",
            ),
        )
    )
    response.headers["Retry-After"] = "2"
    return response, status
