"""The durable ledger: SQLite, fail-over, recovery, backups."""
