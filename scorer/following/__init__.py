"""Following the play: from cards at rest to the round they make."""
