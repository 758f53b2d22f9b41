"""The practice round of Kujuroku says why another card would have been better."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from scorer.games import game
from scorer.games.kujuroku.yaku import pack_of
from scorer.rules.play.practice import PracticeRound
from scorer.rules.prompts import Table
from scorer.teaching.played_round import play_practice
from scorer.teaching.practice_round import practice_round


def said_in_rounds(seeds: range, place: int) -> Iterator[str]:
    """Every line said in rounds of which the card at that place of the hand is played each time."""
    for seed in seeds:
        choices: list[str] = []
        while (table := play_practice(game("kujuroku"), seed, choices, "hanafuda"))["choices"]:
            keys = [choice["key"] for choice in table["choices"] if choice["key"] != "rest"]
            choices.append(keys[min(place, len(keys) - 1)])
            yield from (line["en"] for line in table["lines"])


def test_a_better_card_is_named_with_its_points_its_yaku_or_what_it_leaves() -> None:
    kinds: Counter[str] = Counter()
    for line in (line for place in range(3) for line in said_in_rounds(range(12), place) if " would have " in line):
        if numbers := re.search(r"(\d+), not (\d+)\.$", line):
            better, played = map(int, numbers.groups())
            assert better > played if "taken more points" in line else better < played
        else:
            assert re.search(r" would have (made \w[-\w ]+|taken .+, which .+ needs)\.$", line), line
        kinds[" ".join(line.split(" would have ")[1].split()[:2])] += 1
    assert {"taken more", "left fewer"} <= kinds.keys()
    assert any(kind.startswith("made ") for kind in kinds)


def play_from(front: str, *choices: str) -> PracticeRound:
    """A round from a pack that begins with these cards: three to the learner, Jun, Aki and the field, twice."""
    rules, rest = game("kujuroku"), list(pack_of("daini", jizo=False).cards)
    for card in front.split():
        rest.remove(card)
    table = Table(("Aki", "Emi", "Jun"), rules.resolve_options({"players": 3}))
    return practice_round(rules, (*front.split(), *rest), table, choices)


def test_a_card_that_a_yaku_needs_is_better_than_another_of_the_same_points() -> None:
    """The 1 takes i-tsun, of which Danjoo is made, for 20 points; so many has a pair of 10s (kujuroku 1.3, 5)."""
    first = "d10 d01 d03  d09 d09 d09  d05 d05 d05  d10 d01s d05"
    second = "d03 d04 d04  d06 d06 d06  d02 d02 d02  d06 d07 d08"
    lines = [line.en for line in play_from(f"{first} {second} d02", "d10").lines]
    assert lines[0] == "You play doh (10): it takes doh (10)."
    assert lines[1] == "bakatsun (1) would have taken i-tsun (special 1), which Danjoo needs."
