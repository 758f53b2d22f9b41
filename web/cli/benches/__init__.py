"""One file a bench of `fudayomi bench`, each with a `COMMAND`."""
