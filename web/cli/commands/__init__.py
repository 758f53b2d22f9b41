"""One file per command of the command line, each with a `COMMAND`."""
