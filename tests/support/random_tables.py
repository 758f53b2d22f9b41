"""Tables of random size and house rules, and the games played out there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.rules.play.playable import Playable
from scorer.rules.prompts import Table
from scorer.session.samples import sample_session
from tests.support.house_rules import random_house_rules
from tests.support.judged_rounds import decks_for

PLAYED = [key for key, each in games().items() if each.play_rules is not None]
"""The keys of the games that have rules of play."""
_CHANGED = 0.4
"""Share of house rules with another value than the usual one."""


@dataclass(frozen=True)
class RandomRound:
    """What a round is played from: its game with its rules of play, the table, the deck, a shuffled pack."""

    game: Game
    rules: Playable
    table: Table
    deck: str
    pack: list[str]
    rng: random.Random


def random_rounds(key: str, count: int) -> Iterator[RandomRound]:
    """So many rounds of a game, always the same. Of every third of pairs nobody has said who deals and who leads."""
    rules = game(key)
    assert rules.play_rules is not None
    for seed in range(count):
        rng = random.Random(f"{key} {seed}")
        table, deck = _sit_down(rules, rng)
        pack = rules.pack(decks()[deck], table.options)
        if rules.people_per_seat == 2 and seed % 3 == 0:
            table = replace(table, extra={})
        yield RandomRound(rules, rules.play_rules, table, deck, rng.sample(pack, len(pack)), rng)


def _sit_down(rules: Game, rng: random.Random) -> tuple[Table, str]:
    given = random_house_rules(rules, rng, _CHANGED)
    with suppress(Refusal, IndexError):  # not every house rule goes with every other, nor with every deck
        seats = rng.choice(list(rules.seats_for(rules.resolve_options(given))))
        deck = rng.choice(decks_for(rules, given))
        return sample_session(rules, given, seats=seats, deck=deck).table(), deck
    return _sit_down(rules, rng)
