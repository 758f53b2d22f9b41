"""Ratings of members."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table of ratings."""
    op.create_table(
        "ratings",
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("members.id"), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
    )
    op.create_index("ratings_of_member", "ratings", ["member_id"])
