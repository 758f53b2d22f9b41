"""What a learner is told of each card in a round of captures."""

from __future__ import annotations

import itertools
import random

from scorer.families.captures.cards import CARDS
from scorer.families.captures.narrator import name_cards
from scorer.games import game
from scorer.rules.play.moves import Step
from scorer.rules.play.playout import play_pack
from tests.support.judged_rounds import build_table

HANA_AWASE = game("hana-awase")
RULES, NARRATOR = HANA_AWASE.play_rules, HANA_AWASE.narrator


def steps_of_round(seed: int) -> tuple[Step, ...]:
    """A round of Hana-Awase for three."""
    table, rng = build_table(HANA_AWASE, 3), random.Random(seed)
    return play_pack(RULES, rng.sample(CARDS, 48), table, RULES.policies(table, rng)).steps


def test_every_turn_of_the_others_is_one_line() -> None:
    """Seven turns each of Emi and Jun, with all that they took; of the learner each card."""
    for seed in range(5):
        steps = steps_of_round(seed)
        lines = [line.en for step in steps for line in NARRATOR.narrate(step)]
        for name, seat in (("Emi", 1), ("Jun", 2)):
            told = [line for line in lines if line.startswith(f"{name} takes ")]
            assert len(told) == 7
            pile = steps[-1].verdict.position.pile(seat)
            assert sum(line.count(name_cards([card]).en) > 0 for card in pile for line in told) >= len(pile) // 2
        assert sum(line.startswith("You play ") for line in lines) == 7
        assert sum(line.startswith("The stock turns up ") for line in lines) == 7


def test_a_choice_names_what_it_is_between_and_then_what_is_taken() -> None:
    found = 0
    for seed in range(40):
        steps = steps_of_round(seed)
        for before, step in itertools.pairwise(steps):
            if step.move.event == "taken" and step.move.seat == 0:
                (asked, *_), (told,) = NARRATOR.narrate(before), NARRATOR.narrate(step)
                assert ": it takes one of these: " in asked.en
                assert told.en.removeprefix("You take ").removesuffix(".") in asked.en
                found += 1
    assert found


def test_the_deal_is_told_until_the_learner_plays_and_piles_lie_before_the_hand() -> None:
    steps = steps_of_round(1)
    dealt = next(step.before for step in steps if step.before.phase == "hand")
    assert NARRATOR.opening(dealt)[0].en.startswith("You play first.")
    assert NARRATOR.opening(steps[-1].before) == ()
    labels = [label.en for label, _ in NARRATOR.piles(dealt)]
    assert labels == ["On the table", "Your pile", "Emi", "Jun"]
    assert NARRATOR.piles(dealt)[0][1] == tuple(sorted(dealt.field))
    assert name_cards([]).en == ""
