"""The services of one running hall, as routes get them."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, session

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.pin import Pin
from web.access.rate_limit import RateLimiter
from web.hall.config import HallSettings
from web.hall.events.event_store import EventList
from web.hall.live.live_tables import LiveTables
from web.hall.ratings.rating_list import RatingList
from web.hall.storage.database import HallDatabase
from web.hall.storage.members import MemberList
from web.hall.storage.news import News
from web.hall.storage.receiver import EntryReceiver
from web.hall.storage.referees import RefereePhones
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import TableRegistry
from web.http.navigation import NavEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class HallContext:
    """Settings and services of one running hall."""

    settings: HallSettings
    database: HallDatabase
    setting_store: HallSettingStore
    tables: TableRegistry
    receiver: EntryReceiver
    members: MemberList
    events: EventList
    ratings: RatingList
    live_tables: LiveTables
    news: News
    pin: Pin
    referees: RefereePhones
    join_limit: RateLimiter
    key_limit: RateLimiter
    navigation: tuple[NavEntry, ...]

    def announce_table(self, table_id: int) -> None:
        """Tell every process of the hall that a table changed, which the database holds already."""
        with self.database.write() as connection:
            self.news.announce_in(connection, table_id)
        self.news.announce_after(table_id)

    def close(self) -> None:
        """Stop listening, end every stream, close the database."""
        self.news.close()
        self.live_tables.close()
        self.database.close()


def hall() -> HallContext:
    """The `HallContext` of the running Flask application."""
    context: HallContext = current_app.extensions["fudayomi_hall"]
    return context


def is_referee() -> bool:
    """Whether the phone of this request gave the hall's current PIN and was not signed out since."""
    phone = referee_phone()
    return bool(phone) and hall().referees.is_signed_in(phone, hall().pin.number)


def referee_phone() -> str:
    """The name of this phone if it ever was a referee's, "" otherwise."""
    phone = session.get("referee")
    return phone if isinstance(phone, str) else ""  # earlier versions kept the number of the PIN there


def require_referee() -> None:
    """Refusal `host_only` unless the phone of this request is a referee's."""
    if not is_referee():
        raise Refusal("host_only", Text("Only a referee may do that", "それができるのは審判だけです"))
