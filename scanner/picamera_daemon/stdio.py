"""Standard input and output as the connection to another process."""

from __future__ import annotations

import json
import os

_MAX_ARGV_BYTES = 16 * 1024
"""Longest line of arguments in bytes: far more than any real one."""


def claim_stdio() -> tuple[int, int]:
    """Return descriptors of both for our own use.

    From then on, standard input is empty, and whatever a library prints goes to standard error.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    null_fd = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null_fd, 0)
    os.close(null_fd)
    return incoming, outgoing


def read_argv(incoming: int) -> list[str]:
    """Read the arguments of a process that systemd has started: one line of JSON, which comes first.

    `scanner.process.socket_process` sends it. Not a byte beyond that line is read. SystemExit when the other end
    disconnects instead.
    """
    with os.fdopen(incoming, "rb", buffering=0, closefd=False) as stream:
        line = stream.readline(_MAX_ARGV_BYTES)
    if not line:
        raise SystemExit(0)
    return [str(argument) for argument in json.loads(line)]
