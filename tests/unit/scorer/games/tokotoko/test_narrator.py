"""The practice round of Tokotoko."""

import random

import pytest

from scorer.decks import decks
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.teaching.practice_round import practice_round

RULES = game("tokotoko")


def table_and_pack(**given: object) -> tuple[Table, tuple[str, ...]]:
    table = Table(("Aki", "Emi"), RULES.resolve_options(given))
    pack = RULES.pack(decks()["hanafuda"], table.options)
    return table, tuple(random.Random(4).sample(pack, len(pack)))


@pytest.mark.parametrize("given", [{}, {"variant": "yari_tori_tokotoko"}, {"selection": "best"}])
def test_a_stake_then_the_card_left_out_is_asked_by_any_house_rules(given: dict[str, object]) -> None:
    table, pack = table_and_pack(**given)
    first = practice_round(RULES, pack, table, ())
    assert [choice.key for choice in first.choices] == ["stake-1", "stake-3", "stake-5"]
    assert len(first.hand) == 2
    assert first.odds
    four = practice_round(RULES, pack, table, ["stake-3"])
    ((label, field),) = four.piles
    assert label.en == "On the table"
    assert [choice.card for choice in four.choices] == [*first.hand, *field]
    end = practice_round(RULES, pack, table, ["stake-3", field[0]])
    assert end.finished is not None
    assert end.finished["stake"] == 3
    assert end.finished["shown"][1] == [*first.hand, field[1]]
    assert RULES.settle(end.finished).hands[1].total is not None
