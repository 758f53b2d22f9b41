"""How many files and connections a process may have open."""

from __future__ import annotations

import resource

WANTED_FILES = 16_384
"""Open files that are enough for every connection a server takes. Each connection is one."""


def raise_file_limit(wanted: int = WANTED_FILES) -> int:
    """Allow this process up to `wanted` open files, as far as the system lets it, never fewer: the number now.

    Debian lets a process open 1,024 until it asks for more. A hall that 2,000 phones watch could not take them all.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed
