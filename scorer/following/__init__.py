"""Following the play: from cards that come to rest on a table to the round they make."""
