"""`fudayomi bench`: figures, never a verdict; benches are found in `web.benches`, one file each."""

from __future__ import annotations

import click

from web import benches
from web.cli import Commands


@click.group(cls=Commands, package=benches)
def bench() -> None:
    """Measure how fast this machine is at what the companion does."""


COMMAND = bench
