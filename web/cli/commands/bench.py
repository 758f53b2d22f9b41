"""`fudayomi bench`: measurements without a verdict.

Benchmarks are discovered in `web.cli.benches`, one file each.
"""

from __future__ import annotations

import click

from web.cli import CommandGroup, benches
from web.i18n.terminal_locale import localize_help


@click.group(
    cls=CommandGroup,
    package=benches,
    help=localize_help("Measure speed and accuracy on this machine.", "この機械での速さと正確さを測ります。"),
)
def bench() -> None:
    """Group of the benchmarks."""


COMMAND = bench
