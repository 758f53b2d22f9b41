"""How Alembic reaches the database: through the connection that `upgrade` was given."""

from alembic import context

from web.ledger.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
