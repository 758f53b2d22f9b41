"""Adds a checksum to every entry, so that a damaged one is detected."""

import json

import sqlalchemy as sa
from alembic import op

from web.ledger.entry import Entry

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column and compute the checksum of every entry."""
    op.add_column("entries", sa.Column("sum", sa.BigInteger, nullable=False, server_default="0"))
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT sequence, evening, version, body, who, at, key FROM entries")).mappings()
    for row in rows.all():
        columns = {str(name): value for name, value in row.items()}
        entry = Entry(**columns | {"body": json.loads(row["body"])})
        connection.execute(
            sa.text("UPDATE entries SET sum = :sum WHERE sequence = :at"), {"sum": entry.checksum, "at": entry.sequence}
        )
