"""`fudayomi bench odds`: how many milliseconds each game takes to count the chances of a hand."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

import click

from scorer.api import odds_json
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.game import Game
from scorer.session.samples import sample_session
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help

_DEALS_PER_HAND = 20
"""Dealt hands for every one that is timed: many are none that the game counts for, such as one already bust."""


def deal_hands(game: Game, hands: int) -> Iterator[Mapping[str, Any]]:
    """Hands of one to six cards from seeded shuffles, up to eight more cards seen, in every role of the game."""
    session = sample_session(game)
    chance = random.Random(game.key)  # noqa: S311  cards of a bench, not of a cheat
    pack = list(game.pack(decks()[session.deck], session.options))
    roles = [role for role, _ in game.roles] or [""]
    for _ in range(hands * _DEALS_PER_HAND):
        chance.shuffle(pack)
        own, seen = chance.randint(1, 6), chance.randint(0, 8)
        yield {
            "game": game.key,
            "cards": pack[:own],
            "seen": pack[own : own + seen],
            "role": chance.choice(roles),
        }


def time_hands(game: Game, hands: int) -> list[float]:
    """Milliseconds of that many answers, from hand object to chances object; fewer where the game counts fewer."""
    spent: list[float] = []
    for hand in deal_hands(game, hands):
        start = time.perf_counter()
        try:
            odds_json(hand)
        except Refusal:
            continue
        spent.append((time.perf_counter() - start) * 1000)
        if len(spent) == hands:
            break
    return spent


@click.command(
    help=localize_help(
        "Milliseconds to count the chances of a hand, of every game that counts any.",
        "遊びごとに、一手の見込みを数えるのに何ミリ秒かかるかを測ります。",
    )
)
@json_option
@click.option(
    "--hands",
    default=200,
    show_default=True,
    help=localize_help("How many different hands of each game.", "遊びごとの手の数。"),
)
def odds_bench(*, as_json: bool, hands: int) -> None:
    """Measures every game."""
    rows = {
        key: {"hands": len(spent), "median_ms": round(statistics.median(spent), 2), "worst_ms": round(max(spent), 2)}
        for key, game in games().items()
        if (spent := time_hands(game, hands))
    }
    if as_json:
        click.echo(json.dumps({"bench": "odds", "games": rows}))
        return
    for key, row in rows.items():
        click.echo(
            f"{key:12} median {row['median_ms']:7.2f} ms   worst {row['worst_ms']:7.2f} ms   {row['hands']} hands"
        )


COMMAND = odds_bench
