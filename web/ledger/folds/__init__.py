"""The cache of what was folded from the ledger."""
