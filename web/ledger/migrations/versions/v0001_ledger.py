"""First schema of the ledger: evenings, entries and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "evenings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("opened_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("evening", sa.Integer, sa.ForeignKey("evenings.id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), nullable=False, unique=True),
        sa.UniqueConstraint("evening", "version"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
