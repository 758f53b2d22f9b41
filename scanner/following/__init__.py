"""Following the play: from a camera's frames to what came to rest."""
