"""A question about one hand carries what only its game knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.games import game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.prompts import Table


def test_what_is_left_out_is_nothing() -> None:
    question = HandQuestion(("h01-1",), "", {})
    assert (question.seen, question.aim, question.data) == ((), None, {})


def _totals(key: str, options: Mapping[str, object], answers: Mapping[str, object]) -> dict[int, int | None]:
    rules = game(key)
    table = Table(("Aki", "Emi", "Ken"), rules.resolve_options(options))
    return {seat: value.total for seat, value in rules.hand_values(table, answers).items()}


def test_a_hand_is_worth_something_as_soon_as_it_has_its_cards() -> None:
    two: Sequence[str] = ("h02-1", "h03-1")
    assert _totals("otoroku", {}, {"hands.1": two[:1], "hands.0": two}) == {0: 5}
    assert _totals("otoroku", {"method": "banker_revised"}, {"hands.1": two}) == {1: 5}
    # A card twice cannot be, so such a hand has no value.
    assert _totals("otoroku", {}, {"hands.1": ("h08-1", "h08-1")}) == {}
    # Captured piles count only when the round is over.
    assert _totals("hachi-hachi", {}, {"piles.0": two}) == {}


def test_a_hand_counts_with_what_else_its_game_looks_at() -> None:
    hands = {"hands.1": ("h02-1", "h03-1")}
    assert _totals("tokotoko", {}, hands) == {}
    assert set(_totals("tokotoko", {}, {**hands, "field": ("h05-1", "h06-1")})) == {1}
    assert _totals("tokotoko", {}, {**hands, "field": ("h02-1", "h06-1")}) == {}
    # One by one a hand ends with fifteen; cards asked for unseen count only together.
    drawn = {"hands.1.cards": ("h08-1", "h07-1", "h01-1")}
    assert _totals("dontsuku", {}, drawn) == {}
    assert set(_totals("dontsuku", {}, {**drawn, "hands.1.tsukkome": 2})) == {1}
    assert _totals("dontsuku", {}, {**drawn, "hands.1.tsukkome": 1}) == {}
