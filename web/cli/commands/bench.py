"""`fudayomi bench`: figures, never a verdict; benches are found in `web.cli.benches`, one file each."""

from __future__ import annotations

import click

from web.cli import Commands, benches
from web.i18n.terminal_locale import help_of


@click.group(
    cls=Commands,
    package=benches,
    help=help_of("Measure how fast this machine does what the companion does.", "この機械の速さを測ります。"),
)
def bench() -> None:
    """Holds the benches."""


COMMAND = bench
