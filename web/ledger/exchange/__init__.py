"""Another ledger in place of the one in use."""
