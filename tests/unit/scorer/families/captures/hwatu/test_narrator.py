"""What a learner hears of hwatu: ppeok and the like, shake and bomb."""

from __future__ import annotations

import random

from scorer.games import game
from scorer.rules.play.playout import play_simply
from tests.support.judged_rounds import build_table

RULES = game("go-stop")


def test_what_happens_in_a_turn_is_told() -> None:
    told = set()
    for seed in range(60):
        table = build_table(RULES, 2)
        pack = random.Random(seed).sample(RULES.play_rules.setup(table, "hanafuda").pack, 48)
        for step in play_simply(RULES.play_rules, pack, table).steps:
            told |= {line.en for line in RULES.narrator.narrate(step)}
    text = " ".join(told)
    for word in ("ppeok, all three stay", "jjok", "takes a ppeok", "sweeps the floor", "shakes", "lays a bomb"):
        assert word in text
