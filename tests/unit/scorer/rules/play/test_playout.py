"""Rounds played out: hands, the pile, open decisions, films."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from scorer.decks import decks
from scorer.games import game
from scorer.rules.play.moves import Move
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import play_film, play_pack, play_simply, simulate_round
from scorer.rules.prompts import Table

TABLE = Table(("Aki", "Emi", "Jun"), game("otoroku").resolve_options({}))


def rules_of(key: str) -> Playable:
    found = game(key).play_rules
    assert found is not None
    return found


def pack_of(seed: int, key: str = "otoroku", deck: str = "kabufuda") -> list[str]:
    pack = list(game(key).pack(decks()[deck], game(key).resolve_options({})))
    random.Random(seed).shuffle(pack)
    return pack


def leave_open(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
    del position, hand, moves


def test_the_same_pack_gives_the_same_round() -> None:
    rounds = [simulate_round(rules_of("otoroku"), pack_of(seed), TABLE) for seed in (1, 1, 2)]
    assert rounds[0] == rounds[1] != rounds[2]
    assert game("otoroku").simulate_round(pack_of(1), TABLE) == rounds[0]


def test_cards_come_from_the_pile_in_its_order_each_with_a_number_of_its_own() -> None:
    pack = pack_of(3)
    laid = [step for step in play_simply(rules_of("otoroku"), pack, TABLE).steps if step.move.event == "laid"]
    assert [step.card for step in laid] == [card for card in pack if card[:3] not in {"k11", "k12"}][: len(laid)]
    assert len({step.move.thing for step in laid}) == len(laid)


def test_a_policy_without_an_answer_leaves_the_round_open_there() -> None:
    rules, pack = rules_of("otoroku"), pack_of(4)
    policies = [leave_open] * 3
    playout = play_pack(rules, pack, TABLE, policies)
    assert playout.open_decision is not None
    assert playout.open_decision.player == 1  # the dealer's right plays first
    assert playout.open_decision.position == playout.position
    assert len(playout.open_decision.moves) >= 1


def test_what_nobody_chose_is_nobodys_decision() -> None:
    steps = play_simply(rules_of("otoroku"), pack_of(5), TABLE).steps
    assert {step.player for step in steps[:3]} == {None}  # the deal
    assert {step.player for step in steps} > {None}


def test_hidden_hands_lose_the_cards_that_are_played() -> None:
    rules = rules_of("etori")
    table = Table(("Aki & Emi", "Jun & Rin"), game("etori").resolve_options({}))
    playout = play_simply(rules, pack_of(6, "etori", "western"), table)
    assert playout.hands == ((), (), (), ())
    assert all(step.card in step.hand for step in playout.steps if step.move.source[0] == "hand")


@pytest.mark.parametrize("key", ["otoroku", "koikoi"])
def test_a_film_is_the_round_that_its_steps_make(key: str) -> None:
    rules, deck = rules_of(key), game(key).decks[0]
    names = ("Aki", "Emi")
    table = Table(names, game(key).resolve_options({}))
    played = play_film(rules, pack_of(7, key, deck), table, random.Random(7))
    position = rules.begin(table, deck)
    for step in played.steps:
        position = rules.judge(position, step.move).position
    assert game(key).settle(rules.conclude(position).round).net == game(key).settle(played.round).net
