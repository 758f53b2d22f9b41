"""`fudayomi bench`: figures, never a verdict; benches are found in `web.cli.benches`, one file each."""

from __future__ import annotations

import click

from web.cli import CommandGroup, benches
from web.i18n.terminal_locale import localize_help


@click.group(
    cls=CommandGroup,
    package=benches,
    help=localize_help("Measure how fast this machine does what the companion does.", "この機械の速さを測ります。"),
)
def bench() -> None:
    """Holds the benches."""


COMMAND = bench
