"""Tables of the hall's database, and nowhere else their columns.

`entries` are what the tables sent, `event_entries` what referees did in an event: both are only added. `evenings` and
`tallies` are folded from entries, `ratings` computed from tallies: they can be made anew at any time.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# `ledger` is the random id that a table's ledger gave itself, so that a table which joins again is the same table.
# `generation` counts how often its ledger was sent anew, because it had been restored from a backup. The hall holds
# every entry of this generation from sequence `first` to sequence `last`.
TABLES = Table(
    "tables",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("ledger", String(40), nullable=False, unique=True),
    Column("key_hash", String(64), nullable=False),
    Column("url", String(200), nullable=False),
    Column("state", String(12), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("joined_at", String(40), nullable=False),
    Column("heard_at", String(40), nullable=False),
)

# `at` is the table's clock, `received_at` the hall's: both are labels, the sequence gives the order. `digest` tells an
# entry sent again from another one in its place. `verdict`: whether the rules agree, empty where they say nothing.
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("evening", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("who", String(40), nullable=False),
    Column("at", String(40), nullable=False),
    Column("received_at", String(40), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("verdict", String(10), nullable=False),
    UniqueConstraint("table_id", "generation", "evening", "version"),
)

EVENINGS = Table(
    "evenings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", String(12), nullable=False),
    Column("game", String(40), nullable=False),
    Column("season", Integer, nullable=False),
    Column("opened_at", String(40), nullable=False),
    Column("heard_at", String(40), nullable=False),
    Column("disagreements", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("session", Text, nullable=False),
    Column("counts", Text, nullable=False),
    UniqueConstraint("table_id", "generation", "number"),
    Index("evenings_of_table", "table_id", "id"),
)

# What each person won in each game of an evening. `member_id` is who sat under that name, null for a guest; `name_key`
# is the name as it is compared; `pair` is the name of the pair it was won in, empty where nobody shared the seat.
TALLIES = Table(
    "tallies",
    METADATA,
    Column("evening_id", Integer, ForeignKey("evenings.id"), primary_key=True),
    Column("game_number", Integer, primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("member_id", Integer, ForeignKey("members.id")),
    Column("game", String(40), nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("name_key", String(80), nullable=False, server_default=""),
    Column("pair", String(80), nullable=False, server_default=""),
    Index("tallies_of_member", "member_id", "evening_id"),
    Index("tallies_of_name", "name_key", "evening_id"),
)

# Who sits under a name at a table this evening, where the referee said so.
SEATS = Table(
    "seats",
    METADATA,
    Column("evening_id", Integer, ForeignKey("evenings.id"), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("member_id", Integer, ForeignKey("members.id")),
)

# `name_key` is the name as it is compared. `merged_into`: the member this one was found to be.
MEMBERS = Table(
    "members",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), nullable=False),
    Column("code", String(12), unique=True),
    Column("is_forgotten", Boolean, nullable=False),
    Column("merged_into", Integer, ForeignKey("members.id")),
    Column("joined_at", String(40), nullable=False),
    Index("members_by_name", "name_key"),
)

# What stands in place of the name of somebody forgotten, in the entries that are still to come of an evening.
PSEUDONYMS = Table(
    "pseudonyms",
    METADATA,
    Column("evening_id", Integer, ForeignKey("evenings.id"), primary_key=True),
    Column("name_digest", String(64), primary_key=True),
    Column("pseudonym", String(40), nullable=False),
)

# An event. `version` is the number of its entries. `options` are the house rules as JSON, `size` the seats of a board.
EVENTS = Table(
    "events",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("scoring", String(12), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
)

# Names stand here and not in the entries, so that somebody can be forgotten.
EVENT_PLAYERS = Table(
    "event_players",
    METADATA,
    Column("event_id", Integer, ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("name_key", String(80), nullable=False),
    Column("member_id", Integer, ForeignKey("members.id")),
)

EVENT_ENTRIES = Table(
    "event_entries",
    METADATA,
    Column("event_id", Integer, ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", String(40), nullable=False),
)

# How well members play each game in each season (-1: over all). Written as a whole by `web.hall.ratings`.
RATINGS = Table(
    "ratings",
    METADATA,
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("game", String(40), primary_key=True),
    Column("member_id", Integer, ForeignKey("members.id"), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Index("ratings_of_member", "member_id"),
)
