"""Names of tallies as they are compared, with an index."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column, fill it name by name, and create the index."""
    op.add_column("tallies", sa.Column("name_key", sa.String(80), nullable=False, server_default=""))
    op.create_index("tallies_by_name_once", "tallies", ["name"])
    connection = op.get_bind()
    for name in connection.execute(sa.text("SELECT DISTINCT name FROM tallies")).scalars().all():
        key = unicodedata.normalize("NFKC", name).strip().casefold()[:80]
        connection.execute(sa.text("UPDATE tallies SET name_key = :key WHERE name = :name"), {"key": key, "name": name})
    op.drop_index("tallies_by_name_once", "tallies")
    op.create_index("tallies_of_name", "tallies", ["name_key", "evening_id"])
