"""How rounds are dealt."""

import random

import pytest

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS
from scorer.games import game
from tests.support.judged_rounds import build_table


def test_what_is_left_after_the_deal_is_the_stock() -> None:
    kujuroku, koikoi = game("kujuroku"), game("koikoi")
    assert koikoi.play_rules.setup(build_table(koikoi), "hanafuda").stock_size == 24
    setup = kujuroku.play_rules.setup(build_table(kujuroku), "daini")
    assert (setup.stock_size, setup.copies["d10"], setup.name(1)) == (17, 4, "Emi")


def test_a_table_with_too_few_names_is_played_out_and_refused_by_the_settlement() -> None:
    koikoi = game("koikoi")
    table = build_table(koikoi, 1)
    assert koikoi.play_rules.setup(table, "hanafuda").name(1) == ""
    for seed in range(3):
        round_ = koikoi.simulate_round(random.Random(seed).sample(CARDS, 48), table)
        with pytest.raises(Refusal):
            koikoi.settle(round_)


def test_partners_of_a_side_are_in_turn_one_after_the_other() -> None:
    sakura = game("sakura")
    setup = sakura.play_rules.setup(build_table(sakura, 3, team_size=2), "hanafuda")
    assert (setup.players, setup.seat_size, setup.stock_size) == (6, 6, 18)
    assert [setup.player_at(turn % 3, turn) for turn in range(7)] == [0, 1, 2, 3, 4, 5, 0]
    assert setup.player_at(0, -1) == 0
