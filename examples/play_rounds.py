"""Let the program play a hundred rounds of Dontsuku for four, and settle each."""

import random
from collections import Counter

from scorer.decks import decks
from scorer.games import game
from scorer.rules.prompts import Table

rules = game("dontsuku")
cards = decks()[rules.decks[0]]
options = rules.resolve_options({})
table = Table(("Aki", "Emi", "Jiro", "Mai"), options)
chance = random.Random(7)
outcomes: Counter[str] = Counter()
for _ in range(100):
    pack = list(rules.pack(cards, options))
    chance.shuffle(pack)
    outcomes[rules.settle(rules.simulate_round(pack, table)).outcome] += 1
for outcome, count in sorted(outcomes.items()):
    print(f"{outcome}: {count}")
