"""One file per benchmark of `fudayomi bench`, each with a `COMMAND`."""
