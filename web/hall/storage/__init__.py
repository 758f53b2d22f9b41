"""Storage of the hall: database, tables, entries, evenings, members."""
