"""First schema of the hall: tables, entries, evenings, members."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "members",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(80), nullable=False),
        sa.Column("code", sa.String(12), unique=True),
        sa.Column("is_forgotten", sa.Boolean, nullable=False),
        sa.Column("merged_into", sa.Integer, sa.ForeignKey("members.id")),
        sa.Column("joined_at", sa.String(40), nullable=False),
    )
    op.create_index("members_by_name", "members", ["name_key"])
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("ledger", sa.String(40), nullable=False, unique=True),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("url", sa.String(200), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("joined_at", sa.String(40), nullable=False),
        sa.Column("heard_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("generation", sa.Integer, primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("evening", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("received_at", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(10), nullable=False),
        sa.UniqueConstraint("table_id", "generation", "evening", "version"),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("opened_at", sa.String(40), nullable=False),
        sa.Column("heard_at", sa.String(40), nullable=False),
        sa.Column("disagreements", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "generation", "number"),
    )
    op.create_table(
        "pseudonyms",
        sa.Column("evening_id", sa.Integer, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("name_digest", sa.String(64), primary_key=True),
        sa.Column("pseudonym", sa.String(40), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("evening_id", sa.Integer, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("members.id")),
    )
    op.create_table(
        "tallies",
        sa.Column("evening_id", sa.Integer, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("game_number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("members.id")),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    )
    op.create_index("tallies_of_member", "tallies", ["member_id", "evening_id"])
