"""When another look at a card is due."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from scanner.reads import CardRead
from scanner.tracking.face_evidence import FaceEvidence, with_reading
from scanner.tracking.followed_table import FollowedCard, FollowedTable
from scanner.tracking.look_schedule import CONFIG, PUSHED, due_cards, is_settled

CORNERS = ((0.0, 0.0), (20.0, 0.0), (20.0, 32.0), (0.0, 32.0))


def followed_card(*, sure: bool, **fields: object) -> FollowedCard:
    read = CardRead("h01-1", 0.99 if sure else 0.3, sure, "up", CORNERS)
    followed = FollowedCard(1, read, with_reading(FaceEvidence(), read, "hanafuda"), 10.0, looked_at=10.0)
    return replace(followed, **fields)  # type: ignore[arg-type]


def is_due(card: FollowedCard, time_s: float) -> bool:
    return bool(due_cards(FollowedTable("hanafuda", (card,)), time_s, is_busy=False))


def test_a_sure_card_that_was_told_is_left_alone() -> None:
    card = followed_card(sure=True, is_told=True)
    assert not is_due(card, 1000)
    assert is_settled(FollowedTable("hanafuda", (card,)))


@pytest.mark.parametrize(("looks", "settled"), [(1, False), (2, False), (3, True)])
def test_a_doubtful_card_is_looked_at_three_times(looks: int, settled: bool) -> None:
    doubtful = followed_card(sure=False, is_told=True, looks=looks)
    assert is_due(doubtful, 10.2) is not settled
    assert is_settled(FollowedTable("hanafuda", (doubtful,))) is settled


def test_the_pauses_between_looks_at_what_is_hardly_a_card_grow() -> None:
    now, due = 10.0, []
    strange = followed_card(sure=False, looks=3)
    for step in range(1000):
        now = 10.0 + step / 5
        if is_due(strange, now):
            due.append(now)
            strange = replace(strange, looks=strange.looks + 1, looked_at=now)
    assert due[0] == pytest.approx(10.8)
    assert len(due) <= 10
    gaps = [late - early for early, late in pairwise(due)]
    assert gaps == sorted(gaps)


def test_while_something_moves_a_card_that_was_not_told_is_looked_at_in_every_picture() -> None:
    table = FollowedTable("hanafuda", (followed_card(sure=False, looks=9),))
    assert due_cards(table, 10.2, is_busy=True)
    assert not due_cards(table, 10.2, is_busy=False)


def test_a_missing_card_is_looked_for_twice_and_is_not_settled_before_it_is_told() -> None:
    missing = followed_card(sure=True, is_told=True, missing_since=12.0, misses=1)
    assert is_due(missing, 12.2)
    assert not is_due(replace(missing, misses=2), 12.2)
    assert not is_settled(FollowedTable("hanafuda", (replace(missing, misses=2),)))


def test_a_card_under_another_is_not_looked_for() -> None:
    covered = followed_card(sure=True, is_told=True, cover="card")
    assert not is_due(covered, 1000)
    assert is_settled(FollowedTable("hanafuda", (covered,)))


@pytest.mark.parametrize("cover", [PUSHED, "thing"])
def test_a_card_that_a_hand_may_have_taken_is_looked_for_ever_more_seldom(cover: str) -> None:
    hidden = followed_card(sure=True, is_told=True, cover=cover)
    assert [is_due(replace(hidden, misses=misses), 12.0) for misses in (0, 1, 2)] == [True, True, False]
    assert is_due(replace(hidden, misses=90), 10.0 + CONFIG.pause_s * 2**CONFIG.max_doublings)
