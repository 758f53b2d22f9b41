"""Languages of page, scripts and terminal."""
