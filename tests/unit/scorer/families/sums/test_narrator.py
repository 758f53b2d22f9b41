"""What every learner of a game of sums is told."""

import random

import pytest

from scorer.decks import decks
from scorer.families.sums.narrator import SumNarrator
from scorer.games import game
from scorer.rules.play.playout import play_pack
from scorer.rules.prompts import Table
from scorer.teaching.practice_round import practice_round

SEATS = ("Aki", "Emi", "Jun")


@pytest.mark.parametrize(("key", "choice"), [("otoroku", "draw"), ("dontsuku", "pass"), ("tokotoko", "stake-3")])
def test_the_others_hands_are_shown_at_the_end_only(key: str, choice: str) -> None:
    rules = game(key)
    table = Table(SEATS, rules.resolve_options({}))
    pack = rules.pack(decks()[rules.decks[0]], table.options)
    pack = tuple(random.Random(5).sample(pack, len(pack)))
    now, choices = practice_round(rules, pack, table, ()), [choice]
    assert (now.piles, now.seat) == ((), 1)
    while now.choices:
        assert not {label.en for label, _ in now.piles} & {*SEATS}
        now = practice_round(rules, pack, table, choices)
        choices.append(now.choices[-1].key if now.choices else "")
    assert [label.en for label, _ in now.piles if label.en in SEATS] == ["Jun", "Aki"]


def test_the_next_card_is_the_one_that_came_from_the_pile_after_the_learner_decided() -> None:
    rules = game("otoroku")
    table = Table(SEATS, rules.resolve_options({}))
    pack = rules.pack(decks()["hanafuda"], table.options)
    assert isinstance(rules.narrator, SumNarrator)
    assert rules.play_rules is not None
    pack = random.Random(2).sample(pack, len(pack))
    policies = rules.play_rules.policies(table, random.Random(0))
    playout = play_pack(rules.play_rules, pack, table, policies)
    own = [step for step in playout.steps if rules.narrator.is_own(step)]
    drawn = len(playout.position.hand(1)) - 1
    assert own[-1].move.call == "stop"
    assert rules.narrator.next_card(playout) == pack[len(SEATS) + drawn]
