"""Films of deals of tricks: thirteen tricks, each to its winner's heap, with the faults that were asked for."""

from __future__ import annotations

import random

import pytest

from scorer.families.egara.moves.film import lay_out
from scorer.games import game
from scorer.rules.play.playout import play_simply
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")


@pytest.mark.parametrize("key", ["kakeya", "etori"])
@pytest.mark.parametrize("seed", range(6))
def test_every_card_is_laid_and_goes_to_a_heap(key: str, seed: int) -> None:
    played = game(key).play_rules.play_round(build_table(game(key)), "western", random.Random(seed))
    laid = [step for step in played.steps if step.move.event == "laid"]
    heaps = [step for step in played.steps if step.move.event == "taken"]
    assert len(played.steps) == 104
    assert sorted(step.card for step in laid) == sorted(step.card for step in heaps)
    assert len({step.card for step in laid}) == 52
    assert {(step.card, step.move.thing) for step in laid} == {(step.card, step.move.thing) for step in heaps}
    assert laid[0].move.seat == 1
    assert sum(map(len, played.round["captured"])) == 16
    assert all(step.is_gone == (step.zone is None) for step in heaps)
    assert len({(step.is_gone, step.face_up) for step in heaps}) <= 2


def test_heaps_leave_the_picture_only_where_trumps_are_known() -> None:
    for options, may_go in (({"trump_change": "fixed_spades"}, True), ({}, False)):
        table = build_table(KAKEYA, **options)
        pack = KAKEYA.play_rules.begin(table, "western").setup.pack
        steps = play_simply(KAKEYA.play_rules, pack, table).steps
        gone = [any(step.is_gone for step in lay_out(steps, random.Random(seed))) for seed in range(20)]
        assert any(gone) == may_go
        assert not all(gone)


@pytest.mark.parametrize("key", ["kakeya", "etori"])
def test_faults_that_are_asked_for_are_made_once_and_said(key: str) -> None:
    """With trumps known: else the play may be explained in another way until the end."""
    known = {"kakeya": {"trump_change": "fixed_clubs"}, "etori": {"extra": {"dealers": 1, "trump": "H"}}}
    rules, table = game(key).play_rules, build_table(game(key), **known[key])
    for seed in range(4):
        played = rules.play_round(table, "western", random.Random(seed), ("revoke", "turn"))
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
