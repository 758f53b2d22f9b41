"""Alembic environment of `SchemaMigrations`."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"], target_metadata=context.config.attributes["metadata"]
)
context.run_migrations()
