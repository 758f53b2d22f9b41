"""Alembic environment: uses the connection passed to `upgrade`."""

from alembic import context

from web.ledger.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
