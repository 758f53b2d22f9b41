"""The command line `fudayomi`.

Commands are discovered in `web.cli.commands`, one file each, and imported only when used.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from types import ModuleType
from typing import Any

import click

from web.cli import commands as commands_package
from web.cli.terminal import replace_unprintable
from web.i18n.terminal_locale import localize_help


class CommandGroup(click.Group):
    """Group of the commands in `package`. Each is imported only when used, so that `settle` does not load OpenCV."""

    def __init__(self, *args: Any, package: ModuleType = commands_package, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package = package

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command that is named, on a terminal of any encoding."""
        replace_unprintable()
        return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, from the files of the package."""
        del ctx
        return sorted(module.name for module in pkgutil.iter_modules(self._package.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{self._package.__name__}.{cmd_name}").COMMAND
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands with the first sentence of each, whole and wrapped. Click would cut it short."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, _first_sentence(command.help or "")) for name, command in commands if command is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=。)|(?<=\.)\s+(?=[A-Z])|\n\n", text, maxsplit=1)[0]


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=localize_help(
        "札読み Fudayomi reads real hanafuda and kabufuda on a real table and keeps the score.",
        "札読みは、本物の卓に並んだ本物の花札や株札を読み、勝ち負けを記録します。",
    ),
)
@click.version_option(package_name="fudayomi")
def main() -> None:
    """Entry point of the command line."""
