"""`fudayomi bench odds`: how many milliseconds each game takes to count the chances of a hand."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

import click

from scorer.api import odds
from scorer.discover import decks, games
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.session.samples import opening
from web.cli.options import as_json
from web.i18n.terminal_locale import help_of

_TRIES = 20
"""Dealt hands for every one that is timed: many are none that the game counts for, such as one already bust."""


def dealt(game: Game, hands: int) -> Iterator[Mapping[str, Any]]:
    """Hands of one to six cards from seeded shuffles, up to eight more cards seen, in every role of the game."""
    session = opening(game)
    chance = random.Random(game.key)  # noqa: S311  cards of a bench, not of a cheat
    pack = list(game.pack(decks()[session.deck], session.options))
    roles = [role for role, _ in game.roles] or [""]
    for _ in range(hands * _TRIES):
        chance.shuffle(pack)
        own, seen = chance.randint(1, 6), chance.randint(0, 8)
        yield {
            "game": game.key,
            "cards": pack[:own],
            "seen": pack[own : own + seen],
            "role": chance.choice(roles),
        }


def timed(game: Game, hands: int) -> list[float]:
    """Milliseconds of that many answers, from hand object to chances object; fewer where the game counts fewer."""
    spent: list[float] = []
    for hand in dealt(game, hands):
        start = time.perf_counter()
        try:
            odds(hand)
        except Refusal:
            continue
        spent.append((time.perf_counter() - start) * 1000)
        if len(spent) == hands:
            break
    return spent


@click.command(
    help=help_of(
        "Milliseconds to count the chances of a hand, of every game that counts any.",
        "遊びごとに、一手の見込みを数えるのに何ミリ秒かかるかを測ります。",
    )
)
@as_json
@click.option(
    "--hands",
    default=200,
    show_default=True,
    help=help_of("How many different hands of each game.", "遊びごとの手の数。"),
)
def odds_bench(*, as_json: bool, hands: int) -> None:
    """Measures every game."""
    rows = {
        key: {"hands": len(spent), "median_ms": round(statistics.median(spent), 2), "worst_ms": round(max(spent), 2)}
        for key, game in games().items()
        if (spent := timed(game, hands))
    }
    if as_json:
        click.echo(json.dumps({"bench": "odds", "games": rows}))
        return
    for key, row in rows.items():
        click.echo(
            f"{key:12} median {row['median_ms']:7.2f} ms   worst {row['worst_ms']:7.2f} ms   {row['hands']} hands"
        )


COMMAND = odds_bench
