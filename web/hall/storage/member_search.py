"""Finds members by pages, by what somebody typed, by names at a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, or_, select

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.storage.names import name_key
from web.hall.storage.schema import MEMBERS

LISTED_MEMBERS = 100
"""Members on one page of the list."""
CHOICE_MEMBERS = 60
"""Members of a hall that are offered as a choice. In a larger one a name or code is typed."""
_IS_LIVE = MEMBERS.c.merged_into.is_(None) & MEMBERS.c.is_forgotten.is_(False)
_NAME_AND_CODE = re.compile(r".*\(([A-Za-z0-9]{2,8})\)\s*")
"""A member as lists show one: the name, then the code in brackets."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the hall. `code` is "" for somebody forgotten."""

    id: int
    name: str
    code: str
    is_forgotten: bool = False


def to_member(row: Row[Any]) -> Member:
    """The member of a row."""
    return Member(row.id, row.name, row.code or "", bool(row.is_forgotten))


def list_members(connection: Connection, search: str = "", after: int | None = None) -> tuple[list[Member], bool]:
    """A page of members by name, at most `LISTED_MEMBERS`, and whether more follow.

    `search`: part of a name, or a whole code. `after`: the number of the last member of the page before.
    """
    statement = _by_name()
    if key := name_key(search):
        is_code = MEMBERS.c.code == search.strip().upper()
        statement = statement.where(or_(MEMBERS.c.name_key.contains(key, autoescape=True), is_code))
    last = None
    if after is not None:
        last = connection.execute(select(MEMBERS.c.name_key).where(MEMBERS.c.id == after)).scalar()
    if last is not None:
        same = and_(MEMBERS.c.name_key == last, MEMBERS.c.id > after)
        statement = statement.where(or_(MEMBERS.c.name_key > last, same))
    found = [to_member(row) for row in connection.execute(statement.limit(LISTED_MEMBERS + 1))]
    return found[:LISTED_MEMBERS], len(found) > LISTED_MEMBERS


def members_to_choose(connection: Connection) -> list[Member] | None:
    """Every member by name, None if they are more than `CHOICE_MEMBERS`."""
    found = [to_member(row) for row in connection.execute(_by_name().limit(CHOICE_MEMBERS + 1))]
    return found if len(found) <= CHOICE_MEMBERS else None


def find_typed(connection: Connection, typed: str) -> int:
    """The member whose name or code was typed, or both as lists show them.

    Refusal `bad_name` if that is nobody, or more than one.
    """
    with_code = _NAME_AND_CODE.fullmatch(typed)
    codes = {typed.strip().upper(), with_code[1].upper() if with_code else ""}
    is_meant = or_(MEMBERS.c.name_key == name_key(typed), MEMBERS.c.code.in_(codes))
    found = connection.execute(select(MEMBERS.c.id).where(_IS_LIVE, is_meant).limit(2)).scalars().all()
    if not found:
        raise Refusal("bad_name", Text("No member has that name or code", "その名前や番号の会員はいません"))
    if len(found) > 1:
        raise Refusal(
            "bad_name",
            Text("More than one member has that name or code", "その名前や番号の会員は一人ではありません"),
        )
    return int(found[0])


def find_by_names(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """The one member of each of these names. A name that two members have, or none, is left out.

    A member that was found to be another one lends that one its name, unless somebody else has it now.
    """
    by_key: dict[str, list[str]] = {}
    for name in names:
        by_key.setdefault(name_key(name), []).append(name)
    statement = select(MEMBERS.c.id, MEMBERS.c.name_key, MEMBERS.c.merged_into).where(
        MEMBERS.c.name_key.in_(by_key), MEMBERS.c.is_forgotten.is_(False)
    )
    own: dict[str, set[int]] = {}
    lent: dict[str, set[int]] = {}
    for row in connection.execute(statement):
        found, member = (own, row.id) if row.merged_into is None else (lent, row.merged_into)
        found.setdefault(row.name_key, set()).add(member)
    members = lent | own
    return {name: next(iter(ids)) for key, ids in members.items() if len(ids) == 1 for name in by_key[key]}


def find_namesakes(connection: Connection, member_id: int) -> list[Member]:
    """The other members of exactly the same name."""
    own = select(MEMBERS.c.name_key).where(MEMBERS.c.id == member_id).scalar_subquery()
    statement = _by_name().where(MEMBERS.c.name_key == own, MEMBERS.c.id != member_id).limit(LISTED_MEMBERS)
    return [to_member(row) for row in connection.execute(statement)]


def _by_name() -> Select[Any]:
    return select(MEMBERS).where(_IS_LIVE).order_by(MEMBERS.c.name_key, MEMBERS.c.id)
