"""The practice round of Kujuroku says why another card would have been better."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from scorer.games import game
from scorer.teaching.played_round import play_practice


def said_in_rounds(seeds: range, place: int) -> Iterator[str]:
    """Every line said in rounds of which the card at that place of the hand is played each time."""
    for seed in seeds:
        choices: list[str] = []
        while (table := play_practice(game("kujuroku"), seed, choices, "hanafuda"))["choices"]:
            cards = [choice["card"] for choice in table["choices"] if choice["card"]]
            choices.append(cards[min(place, len(cards) - 1)])
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
