"""One file per migration of the hall's database, in order."""
