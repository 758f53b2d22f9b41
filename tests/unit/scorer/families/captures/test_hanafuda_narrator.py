"""Practice rounds with hanafuda: better cards, yaku, stopping or going on."""

from __future__ import annotations

import random

from scorer.families.captures.cards import CARDS
from scorer.games import game
from scorer.rules.play.practice import PracticeRound
from scorer.teaching.practice_round import offers_call, practice_round
from tests.support.judged_rounds import build_table

KOIKOI = game("koikoi")
OWN = "h03-1 h09-1 h05-1 h06-1 h07-1 h10-1 h11-1 h12-1"
OTHER = "h01-1 h02-1 h04-1 h05-3 h06-3 h07-3 h10-3 h11-3"
FIELD = "h03-2 h09-2 h01-2 h02-2 h04-2 h12-3 h08-3 h08-4"
# Aki takes the curtain, draws nothing that matches, and takes the cup at the next turn: hanami.
STOCK = "h05-2 h06-2 h10-2 h07-2"


def play_practice(*choices: str, own: str = OWN, stock: str = STOCK, **options: object) -> PracticeRound:
    """A practice round of Koi-Koi dealt like this."""
    front = f"{own} {OTHER} {FIELD} {stock}".split()
    pack = (*front, *(card for card in CARDS if card not in front))
    return practice_round(KOIKOI, pack, build_table(KOIKOI, extra={"month": 1}, **options), choices)


def english(round_: PracticeRound) -> list[str]:
    """What is said."""
    return [line.en for line in round_.lines]


def test_the_deal_is_said_first_and_yaku_that_are_near_before_each_card() -> None:
    assert english(play_practice())[0].startswith("You play first. Everybody has 8 cards.")
    assert [choice.card for choice in play_practice().choices] == [*OWN.split(), ""]
    assert "You: one card away from Hanami, cherry viewing: chrysanthemum, sake cup." in english(play_practice("h03-1"))


def test_who_has_something_that_pays_is_asked_and_may_stop() -> None:
    asked = play_practice("h03-1", "h09-1")
    assert [choice.key for choice in asked.choices] == ["shobu", "koikoi"]
    assert asked.question.en.startswith("You have Hanami, cherry viewing: 5. Shobu or koi-koi? If you play on")
    assert asked.choices[0].label.en == "Shobu: stop now. Emi pays you 5"
    assert asked.odds
    assert [section.key for section in asked.odds.sections] == ["next_card"]
    stopped = play_practice("h03-1", "h09-1", "shobu")
    assert stopped.finished
    assert (stopped.finished["ended_by"], stopped.finished["caller"]) == ("shobu", 0)
    assert not stopped.choices
    assert english(stopped)[-1] == "You have Hanami, cherry viewing: 5. You stop."


def test_who_goes_on_is_noted_and_the_next_yaku_ends_the_round_where_no_call_is_left() -> None:
    went_on = play_practice("h03-1", "h09-1", "koikoi")
    assert [choice.key for choice in went_on.choices][-1] == "rest"
    rested = play_practice("h03-1", "h09-1", "koikoi", "rest")
    assert rested.finished
    assert rested.finished["calls"] == [0]
    assert len(english(rested)) == 1


def test_a_better_card_is_named_with_its_yaku() -> None:
    lines = english(play_practice("h03-1", "h05-1"))
    assert "Chrysanthemum, sake cup would have made a yaku. Hanami, cherry viewing: 5." in [
        line[:1].upper() + line[1:] for line in lines
    ]
    assert not any("would have taken more" in line for line in lines)


def test_a_learner_who_plays_as_the_table_does_is_asked_in_this_round() -> None:
    front = f"{OWN} {OTHER} {FIELD} {STOCK}".split()
    pack = (*front, *(card for card in CARDS if card not in front))
    assert offers_call(KOIKOI, pack, build_table(KOIKOI, extra={"month": 1}))


def test_the_others_say_by_which_chances_they_go_on_or_stop() -> None:
    said = set()
    for seed in range(12):
        pack, choices = random.Random(seed).sample(CARDS, 48), list[str]()
        table = build_table(KOIKOI, extra={"month": 1})
        while (round_ := practice_round(KOIKOI, pack, table, choices)).choices:
            keys = [choice.key for choice in round_.choices]
            choices.append("koikoi" if "koikoi" in keys else keys[0])
            said |= {line for line in english(round_) if line.startswith("Emi has ")}
        said.add(english(round_)[-1])
    said = {line for line in said if line.startswith("Emi has ")}
    assert any(" and says koi-koi: " in line and " % that the next turn raises it" in line for line in said)
    assert any(", and stops: " in line for line in said)
