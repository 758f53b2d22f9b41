"""`fudayomi odds`: what may still come to a hand, counted exactly from the cards not seen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from scorer.answers import counted, odds, written
from scorer.errors import Refusal
from web.lines import answer_lines, lines_of, refuse, settings
from web.tongue import said


@click.command()
@click.option("--role", default="", help="Whose hand it is, such as dealer, last or other in Otoroku.")
@click.option("--seen", multiple=True, metavar="CARD", help="A card seen elsewhere; may be given often.")
@click.option("--until", type=int, help="What the hand draws for, such as a total to stop at.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A house rule; may be given often.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--lines", is_flag=True, help="One hand object per line in, one chances or error object per line out.")
@click.argument("words", nargs=-1, required=False, metavar="GAME CARD... | --lines [FILE]")
def odds_command(*, words: Sequence[str], as_json: bool, lines: bool, **given: Any) -> None:
    """Count what may still come to the hand of CARDs in GAME.

    A hand that cannot be: exit status 2 and an error object on standard error. With --lines every line is
    {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N}.
    """
    if lines:
        answer_lines(odds, lines_of(words))
        return
    if not words:
        raise click.UsageError("which game?")
    hand = {
        "game": words[0],
        "cards": list(words[1:]),
        "seen": list(given["seen"]),
        "role": given["role"],
        "options": settings(given["options"]),
        "aim": given["until"],
    }
    try:
        if as_json:
            sys.stdout.buffer.write(written(odds(hand)))
            return
        found = counted(hand)
    except Refusal as refusal:
        refuse(refusal)
    for section in found.sections:
        click.echo(said(section.title))
        for line in section.lines:
            click.echo(f"  {float(line.chance):7.2%}  {line.chance!s:>12}  {said(line.says)}")


COMMAND = odds_command
