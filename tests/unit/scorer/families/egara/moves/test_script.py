"""Random scripts: thirteen legal tricks, each taken by its winner."""

from __future__ import annotations

import random

import pytest

from scorer.families.egara.moves.position import DealGuess
from scorer.families.egara.moves.script import play_deal, sort_cards
from scorer.games import game
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_of_thirteen_tricks(seed: int) -> None:
    rng = random.Random(seed)
    setup = KAKEYA.play_rules.begin(build_table(KAKEYA), "western").setup
    pack = list(setup.pack)
    rng.shuffle(pack)
    hands = [pack[start : start + 13] for start in range(0, 52, 13)]
    played = play_deal("kakeya", setup, DealGuess("H", 1), hands, rng)
    laid = [step for step in played.steps if step.move.event == "laid"]
    assert sorted(step.card for step in laid) == sorted(pack)
    assert laid[0].card in hands[0]
    assert laid[0].move.seat == 1
    assert sum(map(len, played.round["captured"])) == 16
    heaps = [step for step in played.steps if step.move.event == "taken"]
    assert len(heaps) == 52
    assert all(step.is_gone == (step.zone is None) for step in heaps)
    assert len({(step.is_gone, step.face_up) for step in heaps}) <= 2


def test_heaps_leave_the_picture_only_where_trumps_are_known() -> None:
    for options, most in (({"trump_change": "fixed_spades"}, 20), ({}, 0)):
        rules, gone = KAKEYA.play_rules, 0
        setup = rules.begin(build_table(KAKEYA, **options), "western").setup
        hands = [setup.pack[start : start + 13] for start in range(0, 52, 13)]
        for seed in range(20):
            played = play_deal("kakeya", setup, DealGuess("S", 0), hands, random.Random(seed))
            gone += any(step.is_gone for step in played.steps)
        assert bool(gone) == bool(most)
        assert gone <= most


def test_cards_in_order() -> None:
    assert sort_cards(("2C", "10H", "AH", "3S")) == ["3S", "AH", "10H", "2C"]


@pytest.mark.parametrize("key", ["kakeya", "etori"])
def test_faults_that_are_asked_for_are_made_once_and_said(key: str) -> None:
    rules, table = game(key).play_rules, build_table(game(key))
    for seed in range(4):
        played = rules.play_faulty_round(table, "western", random.Random(seed), ("revoke", "turn"))
        assert sorted(step.fault for step in played.steps if step.fault) == ["revoke", "turn"]
        position, found = rules.begin(table, "western"), []
        for step in played.steps:
            verdict = rules.judge(position, step.move)
            position = verdict.position
            found += [verdict.fault.en] if verdict.fault else []
        assert len(found) == 2, found
        assert sum("out of turn" in each for each in found) == 1
        assert sum("did not follow" in each for each in found) == 1
        assert rules.conclude(position).round == played.round
