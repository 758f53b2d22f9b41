"""The practice round of Dontsuku."""

import random

from scorer.decks import decks
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.teaching.practice_round import practice_round

SEATS = ("Aki", "Emi", "Jun", "Ken")
RULES = game("dontsuku")


def test_nobody_draws_after_somebody_at_the_table_has_called_agari() -> None:
    """The learner passes. Once somebody else calls agari, the others have no turn any more (dontsuku 6.1)."""
    table, called = Table(SEATS, RULES.resolve_options({})), 0
    pack = RULES.pack(decks()["mekurifuda"], table.options)
    for seed in range(30):
        finished = practice_round(RULES, random.Random(seed).sample(pack, len(pack)), table, ["pass"]).finished
        assert finished is not None
        if RULES.settle(finished).outcome != "agari":
            continue
        called += 1
        hands = [finished["hands"][seat] for seat in (1, 2, 3, 0)]
        acted = [hand.get("acted", True) for hand in hands]
        assert acted == sorted(acted, reverse=True)
        assert all(len(hand["cards"]) == 1 for hand in hands if not hand.get("acted", True))
    assert called
