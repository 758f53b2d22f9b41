"""What is printed, on terminals and in files of any encoding."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click
from segno import QRCode

from scorer.api import to_json_line
from scorer.texts import Text
from web.i18n.terminal_locale import localize

if TYPE_CHECKING:
    from web.config import Settings

_PLAIN = str.maketrans(
    {
        "✓": "+",
        "✗": "x",
        "–": "-",
        "—": "-",
        "→": "->",
        "≥": ">=",
        "≤": "<=",
        "±": "+-",
        "×": "x",
        "·": "-",
        "…": "...",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "•": "*",
    }
)
"""Signs of ours in ASCII. What has no such form becomes a question mark."""
_HALF_BLOCKS = "▀▄█"
"""What a small QR code is drawn with."""


def _replace(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    plain = fault.object[fault.start : fault.end].translate(_PLAIN)
    return plain.encode("ascii", errors="replace").decode(), fault.end


codecs.register_error("plain", _replace)


def replace_unprintable() -> None:
    """From now on print in plain letters, or as a question mark, what the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")


def print_code(code: QRCode) -> None:
    """Draw a QR code: small, or where the terminal has no half blocks in coloured blanks."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    is_small = False
    with suppress(UnicodeEncodeError, LookupError):
        is_small = bool(_HALF_BLOCKS.encode(encoding))
    code.terminal(compact=is_small)


def print_other_urls(settings: Settings) -> None:
    """Print the further addresses of this machine: the first may be of a network in which no phone is."""
    if settings.other_urls:
        click.echo(localize(Text("  Other addresses of this machine:", "  この機械のほかのアドレス：")))
        for url in settings.other_urls:
            click.echo(f"    {url}")
        click.echo(localize(Text("  --url says which one is shown.\n", "  表示するものは --url で決められます。\n")))


def print_json(body: Mapping[str, Any]) -> None:
    """Print one line of JSON, which is UTF-8 whatever the terminal is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(to_json_line(body))
    sys.stdout.flush()
