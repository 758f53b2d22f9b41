"""Tallies of people in place of those of pairs."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_PAIR_GAMES = ("etori", "kakeya")
"""Games in which two people share a seat, when this was written."""


def upgrade() -> None:
    """Add the column, and share the stones of every pair between its people, the odd one to the first."""
    op.add_column("tallies", sa.Column("pair", sa.String(80), nullable=False, server_default=""))
    tallies = sa.Table("tallies", sa.MetaData(), autoload_with=op.get_bind())
    connection = op.get_bind()
    is_pair = tallies.c.game.in_(_PAIR_GAMES) & tallies.c.name.like("%_ & _%")
    for row in connection.execute(sa.select(tallies).where(is_pair)).mappings().all():
        people = [part.strip() for part in row["name"].split(" & ")]
        same_game = (tallies.c.evening_id == row["evening_id"]) & (tallies.c.game_number == row["game_number"])
        others = connection.execute(sa.select(tallies.c.name).where(same_game)).scalars().all()
        if len(people) != 2 or not all(people) or people[0] == people[1] or set(people) & set(others):
            continue  # no names of two people: it stays one name
        connection.execute(sa.delete(tallies).where(same_game, tallies.c.name == row["name"]))
        each, odd = divmod(abs(row["net"]), 2)
        sign = -1 if row["net"] < 0 else 1
        for place, name in enumerate(people):
            values = {**row, "name": name, "pair": row["name"], "net": sign * (each + (place < odd))}
            values["name_key"] = unicodedata.normalize("NFKC", name).strip().casefold()[:80]
            values["member_id"] = _member_of(connection, values["name_key"])
            connection.execute(sa.insert(tallies).values(values))


def _member_of(connection: sa.Connection, name_key: str) -> int | None:
    """The one member of that name, None where there is none or more."""
    statement = sa.text(
        "SELECT id FROM members WHERE name_key = :key AND merged_into IS NULL AND NOT is_forgotten LIMIT 2"
    )
    found = connection.execute(statement, {"key": name_key}).scalars().all()
    return found[0] if len(found) == 1 else None
