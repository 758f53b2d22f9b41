"""Tables of the ledger, the only place that defines their columns.

Entries are only added, never changed.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

METADATA = MetaData()

EVENINGS = Table(
    "evenings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("opened_at", String(40), nullable=False),
)

# (evening, version) is unique, so that of two hosts who both saw version n only one can write n + 1. `key` is unique,
# so that a repeated request is recognised. Both hold even if several processes write to one database. `sum` is
# `Entry.checksum`, which detects a damaged entry.
ENTRIES = Table(
    "entries",
    METADATA,
    Column("sequence", Integer, primary_key=True),
    Column("evening", Integer, ForeignKey("evenings.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("who", String(40), nullable=False),
    Column("at", String(40), nullable=False),
    Column("key", String(80), nullable=False, unique=True),
    Column("sum", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("evening", "version"),
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
