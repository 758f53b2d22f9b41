"""An index by which the newest evening of a table is found."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the index."""
    op.create_index("evenings_of_table", "evenings", ["table_id", "id"])
