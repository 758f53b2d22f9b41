"""`fudayomi value`: what one hand is worth, and why."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorer.answers import value, valued, written
from scorer.discover import game
from scorer.errors import Refusal
from web.lines import answer_lines, lines_of, refuse, settings
from web.tongue import said


@click.command()
@click.option("--role", default="", help="Whose hand it is, such as dealer, last or other in Otoroku.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A house rule; may be given often.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--lines", is_flag=True, help="One hand object per line in, one value or error object per line out.")
@click.argument("words", nargs=-1, required=False, metavar="GAME CARD... | --lines [FILE]")
def value_command(*, role: str, options: Sequence[str], as_json: bool, lines: bool, words: Sequence[str]) -> None:
    """Say what the hand of CARDs is worth in GAME, and why.

    A hand that cannot be: exit status 2 and an error object on standard error. With --lines every line is
    {"game": G, "cards": [...], "role": R, "options": {...}} and errors are lines like any other.
    """
    if lines:
        answer_lines(value, lines_of(words))
        return
    if not words:
        raise click.UsageError("which game?")
    hand = {"game": words[0], "cards": list(words[1:]), "role": role, "options": settings(options)}
    try:
        if as_json:
            sys.stdout.buffer.write(written(value(hand)))
            return
        found = valued(hand)
    except Refusal as refusal:
        refuse(refusal)
    for reason in found.reasons:
        click.echo(said(reason.text))
    for each in game(words[0]).classes:
        if each.key == found.key:
            click.echo(f"= {said(each.name)}")


COMMAND = value_command
