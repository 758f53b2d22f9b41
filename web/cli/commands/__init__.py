"""One file a command of the command line, each with a `COMMAND`."""
