"""Kakeya Toranpu followed card by card (kakeya 2 to 6)."""

from __future__ import annotations

import random
from dataclasses import replace

from scorer.games import game
from tests.support.judged_rounds import build_table, follow_rounds, judge_round

KAKEYA = game("kakeya")


def test_random_deals_come_out_as_played_without_a_question() -> None:
    table = build_table(KAKEYA, trump_change="fixed_clubs")
    assert all(each.asks == () for each in follow_rounds("kakeya", table, range(6)))


def test_trumps_are_found_by_the_heaps() -> None:
    """Any suit may be trumps; the heaps tell which one was."""
    table = build_table(KAKEYA, extra={"active": [0, 1], "dealers": 1, "trump": "D"})
    conclusions = follow_rounds("kakeya", table, range(4))
    assert all(each.asks == () for each in conclusions)
    assert len({each.round["trump"] for each in conclusions}) > 1


def test_heaps_that_leave_the_picture_go_to_the_winner_by_the_rules() -> None:
    rules, table = KAKEYA.play_rules, build_table(KAKEYA, trump_change="fixed_spades")
    for seed in range(3):
        played = rules.play_round(table, "western", random.Random(seed))
        unseen = [
            replace(step, move=replace(step.move, seat=None, target=("captures", None)))
            if step.move.event == "taken"
            else step
            for step in played.steps
        ]
        conclusion = rules.conclude(judge_round(KAKEYA, table, replace(played, steps=tuple(unseen)), "western"))
        assert (conclusion.round, conclusion.asks) == (played.round, ())


def test_of_two_pairs_the_one_that_does_not_deal_leads() -> None:
    """First lead: one of the non-dealers (kakeya 5.1); of three the dealers' left in the first of all."""
    rules = KAKEYA.play_rules
    for dealers in (0, 1):
        table = build_table(KAKEYA, extra={"active": [1 - dealers, dealers], "dealers": dealers})
        assert rules.turn(rules.begin(table, "western")) == 1 - dealers
    begun = rules.begin(build_table(KAKEYA, players=6), "western")
    assert [guess.leader for guess in begun.setup.guesses][:2] == [1, 0]
    assert (begun.setup.active, begun.setup.dealers) == ((1, 2), 0)


def test_three_pairs() -> None:
    table = build_table(KAKEYA, players=6, trump_change="fixed_spades", extra={"active": [1, 2], "dealers": 0})
    assert all(each.round["active"] == [1, 2] for each in follow_rounds("kakeya", table, range(5)))
