"""The practice round of Otoroku."""

from __future__ import annotations

from scorer.games import game
from scorer.rules.prompts import Table
from scorer.teaching.practice_round import practice_round

RULES = game("otoroku")


def test_five_cards_end_the_learners_turn() -> None:
    """Reaching five cards ends the turn at once (otoroku 4.5)."""
    table = Table(("Aki", "Emi", "Jun"), RULES.resolve_options({}))
    pack = ("k01", "k10", "k09", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k10")
    four = practice_round(RULES, pack, table, ["draw"] * 3)
    assert (four.hand, [choice.key for choice in four.choices]) == (("k01", "k02", "k03", "k04"), ["draw", "stop"])
    five = practice_round(RULES, pack, table, ["draw"] * 4)
    assert (five.hand, five.choices) == (("k01", "k02", "k03", "k04", "k05"), ())
    assert [line.en for line in five.lines[1:]] == ["You have 15 points."]
    assert five.finished
    assert five.finished["hands"] == [["k09", "k07"], [*five.hand], ["k10", "k06"]]
