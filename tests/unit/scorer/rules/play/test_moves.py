"""Moves: what is said, and what lies hidden."""

from __future__ import annotations

from scorer.rules.play.moves import MIDDLE, NOWHERE, PILE, Deal, Move, call_move


def test_what_is_said_is_a_move_without_a_card() -> None:
    said = call_move(2, "koikoi")
    assert (said.event, said.seat, said.card, said.call) == ("called", 2, None, "koikoi")
    assert (said.source, said.target) == (NOWHERE, NOWHERE)


def test_equal_moves_are_one_and_another_physical_card_makes_another() -> None:
    first, same, other = (Move("laid", 0, "h01-1", PILE, MIDDLE, thing) for thing in (1, 1, 2))
    assert first == same
    assert len({first, same, other}) == 2


def test_nothing_lies_on_the_table_when_a_round_begins() -> None:
    assert Deal((("h01-1",),), ("h02-1",)).lying == {}
