<<<<<<< HEAD
"""`fudayomi bench`: figures, never a verdict; benches are found in `web.benches`, one file each."""

from __future__ import annotations

import click

from web import benches
from web.cli import Commands


@click.group(cls=Commands, package=benches)
def bench() -> None:
    """Measure how fast this machine is at what the companion does."""


COMMAND = bench
=======
"""`fudayomi bench`: figures, never a verdict; the benchmarks are found in `web.benches`, one file each."""

from __future__ import annotations

import importlib
import pkgutil

import click

from web import benches as benches_package


class Benches(click.Group):
    """The benchmarks found, imported only when one is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the benchmarks, from their files."""
        del ctx
        return sorted(module.name for module in pkgutil.iter_modules(benches_package.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The benchmark of that name, None when there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"web.benches.{cmd_name}").COMMAND
        return command


@click.group("bench", cls=Benches)
def COMMAND() -> None:  # noqa: N802  the name the command line looks for
    """Measure: figures, never a verdict."""
>>>>>>> table
