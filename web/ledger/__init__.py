"""The durable ledger: store, SQLite file, fail-over, recovery, backups."""
