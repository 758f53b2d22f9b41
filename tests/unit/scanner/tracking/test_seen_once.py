"""A card seen once under the hand that took it is reported when gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.reads import CardRead
from tests.unit.scanner.tracking.test_tracker import Sequence, card_read


def covered_read(code: str, *, confidence: float = 0.95, doubt: str = "covered") -> CardRead:
    return replace(card_read(code, 150, sure=False, confidence=confidence), doubt=doubt)


def events_after_removal(*cards: CardRead) -> list[tuple[str, int]]:
    """Events after the second card is never seen again."""
    at = Sequence()
    at.look(card_read("h01-1", 50))
    assert at.look(card_read("h01-1", 50), *cards, hand=(200, 90)) == []
    return [*at.look(card_read("h01-1", 50)), *at.rest()]


def test_it_is_told_with_its_leaving() -> None:
    assert events_after_removal(covered_read("h02-1")) == [("appeared", 2), ("left", 2)]


@pytest.mark.parametrize(
    "card",
    [covered_read("h02-1", confidence=0.8), covered_read("h02-1", doubt="close_call"), covered_read("h01-1")],
    ids=["in doubt", "not under a hand", "lies elsewhere"],
)
def test_what_may_have_been_a_hand_is_not(card: CardRead) -> None:
    assert events_after_removal(card) == []


def test_a_back_cut_off_by_the_edge_of_the_picture_may_be_a_hand() -> None:
    at = Sequence()
    edge = replace(card_read(None, 150, 170, sure=False), doubt="cut_off")
    assert [at.look(edge) for _ in range(4)] == [[]] * 4
    dark = replace(card_read(None, 250, sure=False), doubt="dark")
    assert [each for _ in range(3) for each in at.look(edge, dark)] == [("appeared", 2)]
