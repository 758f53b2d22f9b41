"""Members of the hall: names, short codes, merging, forgetting."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.storage.database import HallDatabase
from web.hall.storage.forgotten_names import forget_in_evening, forget_in_pairs
from web.hall.storage.member_search import (
    Member,
    find_namesakes,
    find_typed,
    list_members,
    members_to_choose,
    to_member,
)
from web.hall.storage.names import name_key
from web.hall.storage.schema import (
    EVENINGS,
    EVENT_PLAYERS,
    MEMBERS,
    RATINGS,
    SEATS,
    TABLES,
    TALLIES,
)
from web.ledger.entry import utc_now
from web.refusals import nothing_here
from web.session.validators import clean_name

HISTORY_ITEMS = 30
"""Evenings of one page of a member's history."""
_CODE = re.compile(r"[A-Z0-9]{2,8}")
"""A short code, as it is typed at a table or written on a badge."""


class MemberList:
    """The members of one hall. Every change is one transaction."""

    def __init__(self, database: HallDatabase) -> None:
        self._database = database

    def add(self, name: object, code: object = None) -> Member:
        """A new member. Without a code one is made from the number. Refusal `bad_name`, `name_taken`."""
        clean = clean_name(name)
        with self._database.write() as connection:
            short = _clean_code(code) if code else _make_code(connection)
            _require_free_code(connection, short, None)
            member_id = connection.execute(
                insert(MEMBERS)
                .values(name=clean, name_key=name_key(clean), code=short, is_forgotten=False, joined_at=utc_now())
                .returning(MEMBERS.c.id)
            ).scalar_one()
        return Member(member_id, clean, short)

    def rename(self, member_id: int, name: object, code: object) -> None:
        """Another name and code. What the member played stays, and the evening under way goes on being the member's."""
        clean, short = clean_name(name), _clean_code(code)
        with self._database.write() as connection:
            require_member(connection, member_id)
            _require_free_code(connection, short, member_id)
            _keep_seats(connection, member_id)
            connection.execute(
                update(MEMBERS)
                .where(MEMBERS.c.id == member_id)
                .values(name=clean, name_key=name_key(clean), code=short)
            )

    def merge(self, member_id: int, into: int) -> None:
        """The first member was the second all along: everything is the second's from now on."""
        if member_id == into:
            raise Refusal("bad_request", Text("These are one member already", "同じ会員です"))
        with self._database.write() as connection:
            require_member(connection, member_id)
            require_member(connection, into)
            for table in (TALLIES, SEATS, EVENT_PLAYERS):
                connection.execute(update(table).where(table.c.member_id == member_id).values(member_id=into))
            connection.execute(delete(RATINGS).where(RATINGS.c.member_id == member_id))
            connection.execute(update(MEMBERS).where(MEMBERS.c.merged_into == member_id).values(merged_into=into))
            connection.execute(update(MEMBERS).where(MEMBERS.c.id == member_id).values(merged_into=into, code=None))

    def seat(self, evening_id: int, name: str, member_id: int | None) -> None:
        """Who sits under a name this evening, None for a guest."""
        with self._database.write() as connection:
            evening = connection.execute(select(EVENINGS.c.id).where(EVENINGS.c.id == evening_id)).first()
            if evening is None:
                raise nothing_here()
            if member_id is not None:
                require_member(connection, member_id)
            same_seat = (SEATS.c.evening_id == evening_id) & (SEATS.c.name == name)
            connection.execute(delete(SEATS).where(same_seat))
            connection.execute(insert(SEATS).values(evening_id=evening_id, name=name, member_id=member_id))
            connection.execute(
                update(TALLIES)
                .where(TALLIES.c.evening_id == evening_id, TALLIES.c.name == name)
                .values(member_id=member_id)
            )

    def forget(self, member_id: int) -> None:
        """Put a pseudonym in place of the name, here and in every entry of the evenings played. Sums stay."""
        pseudonym = f"#{member_id}"
        with self._database.write() as connection:
            require_member(connection, member_id)
            own = connection.execute(select(MEMBERS.c.name_key).where(MEMBERS.c.id == member_id)).scalar()
            forget_in_pairs(connection, str(own), pseudonym)
            named = EVENT_PLAYERS.c.member_id.is_(None) & (EVENT_PLAYERS.c.name_key == own)
            connection.execute(
                update(EVENT_PLAYERS)
                .where((EVENT_PLAYERS.c.member_id == member_id) | named)
                .values(name=pseudonym, name_key=pseudonym, member_id=member_id)
            )
            played = connection.execute(
                select(TALLIES.c.evening_id, TALLIES.c.name).where(TALLIES.c.member_id == member_id).distinct()
            ).all()
            for evening_id, name in played:
                if name != pseudonym:
                    forget_in_evening(connection, evening_id, name, pseudonym, member_id)
            connection.execute(delete(RATINGS).where(RATINGS.c.member_id == member_id))
            connection.execute(
                update(MEMBERS)
                .where((MEMBERS.c.id == member_id) | (MEMBERS.c.merged_into == member_id))
                .values(name=pseudonym, name_key=pseudonym, code=None, is_forgotten=True)
            )

    def page(self, search: str = "", after: int | None = None) -> tuple[list[Member], bool]:
        """Members by name as `list_members` gives them, neither merged nor forgotten, and whether more follow."""
        with self._database.read() as connection:
            return list_members(connection, search, after)

    def choices(self) -> list[Member] | None:
        """Every member by name, None if they are too many to choose from."""
        with self._database.read() as connection:
            return members_to_choose(connection)

    def namesakes(self, member_id: int) -> list[Member]:
        """The other members of exactly the same name."""
        with self._database.read() as connection:
            return find_namesakes(connection, member_id)

    def find_typed(self, typed: str) -> int:
        """The number of the member whose name or code was typed. Refusal `bad_name`."""
        with self._database.read() as connection:
            return find_typed(connection, typed)

    def find(self, member_id: int) -> Member:
        """The member with that number, or the one it was merged into. Refusal `not_found`."""
        with self._database.read() as connection:
            row = connection.execute(select(MEMBERS).where(MEMBERS.c.id == member_id)).first()
            if row is not None and row.merged_into is not None:
                row = connection.execute(select(MEMBERS).where(MEMBERS.c.id == row.merged_into)).first()
        if row is None:
            raise nothing_here()
        return to_member(row)

    def sums(self, member_id: int) -> list[dict[str, Any]]:
        """What a member won in each season and game: evenings, rounds, wins, stones."""
        statement = (
            select(
                EVENINGS.c.season,
                TALLIES.c.game,
                func.count(TALLIES.c.evening_id.distinct()).label("evenings"),
                func.sum(TALLIES.c.rounds).label("rounds"),
                func.sum(TALLIES.c.wins).label("wins"),
                func.sum(TALLIES.c.net).label("net"),
            )
            .join(EVENINGS, EVENINGS.c.id == TALLIES.c.evening_id)
            .where(TALLIES.c.member_id == member_id)
            .group_by(EVENINGS.c.season, TALLIES.c.game)
            .order_by(EVENINGS.c.season.desc(), TALLIES.c.game)
        )
        with self._database.read() as connection:
            return [
                {
                    "season": row.season,
                    "game": row.game,
                    "evenings": int(row.evenings),
                    "rounds": int(row.rounds),
                    "wins": int(row.wins),
                    "net": int(row.net),
                }
                for row in connection.execute(statement)
            ]

    def history(self, member_id: int, before: int | None = None) -> list[dict[str, Any]]:
        """The newest evenings of a member before that number, each with all its games, the newest first."""
        evenings = select(TALLIES.c.evening_id).where(TALLIES.c.member_id == member_id)
        if before is not None:
            evenings = evenings.where(TALLIES.c.evening_id < before)
        shown = evenings.distinct().order_by(TALLIES.c.evening_id.desc()).limit(HISTORY_ITEMS).subquery()
        statement = (
            select(TALLIES, EVENINGS.c.opened_at, TABLES.c.name.label("table"))
            .join(EVENINGS, EVENINGS.c.id == TALLIES.c.evening_id)
            .join(TABLES, TABLES.c.id == EVENINGS.c.table_id)
            .where(TALLIES.c.member_id == member_id, TALLIES.c.evening_id.in_(select(shown.c.evening_id)))
            .order_by(TALLIES.c.evening_id.desc(), TALLIES.c.game_number.desc())
        )
        with self._database.read() as connection:
            return [
                {
                    "evening": row.evening_id,
                    "table": row.table,
                    "at": row.opened_at,
                    "game": row.game,
                    "as": row.name,
                    "rounds": row.rounds,
                    "wins": row.wins,
                    "net": row.net,
                }
                for row in connection.execute(statement)
            ]


def _keep_seats(connection: Connection, member_id: int) -> None:
    """Write down where the member sat by name alone: an evening that goes on, or is corrected, is folded anew."""
    played = select(TALLIES.c.evening_id, TALLIES.c.name, TALLIES.c.member_id).where(TALLIES.c.member_id == member_id)
    same_seat = (SEATS.c.evening_id == TALLIES.c.evening_id) & (SEATS.c.name == TALLIES.c.name)
    unsaid = played.distinct().where(~select(SEATS.c.name).where(same_seat).exists())
    connection.execute(insert(SEATS).from_select(["evening_id", "name", "member_id"], unsaid))


def require_member(connection: Connection, member_id: int) -> None:
    """Refusal `not_found` unless there is such a member, neither merged nor forgotten."""
    row = connection.execute(select(MEMBERS).where(MEMBERS.c.id == member_id)).first()
    if row is None or row.merged_into is not None or row.is_forgotten:
        raise nothing_here()


def _require_free_code(connection: Connection, code: str, own_id: int | None) -> None:
    taken = connection.execute(select(MEMBERS.c.id).where(MEMBERS.c.code == code)).scalar()
    if taken is not None and taken != own_id:
        raise Refusal("name_taken", Text("Another member has that code", "その番号は別の会員のものです"))


def _make_code(connection: Connection) -> str:
    """A code that no member has, the number of the new member where that is free."""
    number = (connection.execute(select(func.max(MEMBERS.c.id))).scalar() or 0) + 1
    while connection.execute(select(MEMBERS.c.id).where(MEMBERS.c.code == f"M{number}")).first() is not None:
        number += 1
    return f"M{number}"


def _clean_code(code: object) -> str:
    text = str(code).strip().upper()
    if not _CODE.fullmatch(text):
        raise Refusal("bad_name", Text("A code has 2 to 8 letters or digits", "番号は2〜8文字の英数字にしてください"))
    return text
