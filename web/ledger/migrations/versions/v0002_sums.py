"""Every entry carries a sum, so that a damaged one can be told from a true one."""

import json

import sqlalchemy as sa
from alembic import op

from web.ledger.entry import Entry

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the column and sums what is there."""
    op.add_column("entries", sa.Column("sum", sa.BigInteger, nullable=False, server_default="0"))
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT sequence, evening, version, body, who, at, key FROM entries")).mappings()
    for row in rows.all():
        entry = Entry(**dict(row) | {"body": json.loads(row["body"])})
        connection.execute(
            sa.text("UPDATE entries SET sum = :sum WHERE sequence = :at"), {"sum": entry.checksum, "at": entry.sequence}
        )
