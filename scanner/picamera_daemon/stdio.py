"""戸口 toguchi: standard input and output of a process that another one talks to over them."""

from __future__ import annotations

import json
import os

_MAX_ARGV_BYTES = 16 * 1024  # bytes


def claim_stdio() -> tuple[int, int]:
    """Both as descriptors for ourselves; whatever any library prints from now on goes to standard error."""
    incoming, outgoing = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return incoming, outgoing


def read_argv(incoming: int) -> list[str]:
    """The words of one the system has started: what comes first, a line of JSON, as `scanner.process.socket_process`
    sends it.

    SystemExit when the other end hangs up instead. Reads not a byte beyond that line.
    """
    with os.fdopen(incoming, "rb", buffering=0, closefd=False) as stream:
        line = stream.readline(_MAX_ARGV_BYTES)
    if not line:
        raise SystemExit(0)
    return [str(word) for word in json.loads(line)]
