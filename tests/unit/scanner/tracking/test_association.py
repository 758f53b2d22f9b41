"""Which card of a look is which card of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.reads import CardRead
from scanner.tracking.association import Matches, match_moved, match_places, without_doubles
from scanner.tracking.face_evidence import FaceEvidence, with_reading
from scanner.tracking.followed_table import FollowedCard, FollowedTable


def card_read(code: str | None, x: float, *, sure: bool = True) -> CardRead:
    corners = ((x - 10, 34), (x + 10, 34), (x + 10, 66), (x - 10, 66))
    return CardRead(code, 0.99, sure, "up" if code else "down", corners)  # type: ignore[arg-type]


def followed_card(number: int, code: str | None, x: float) -> FollowedCard:
    card = card_read(code, x)
    return FollowedCard(number, card, with_reading(FaceEvidence(), card, "hanafuda"), 0.0, is_told=True)


@pytest.mark.parametrize(
    ("was", "now", "kind"),
    [
        ("h01-1", card_read("h01-1", 53), "again"),
        (None, card_read("h01-1", 53), "turned"),
        ("h01-1", card_read(None, 51), "new"),
        ("h01-1", card_read(None, 51, sure=False), "again"),
        ("h01-1", card_read("h02-1", 51, sure=False), "again"),
        ("h01-1", card_read("h02-1", 51), "new"),
        ("h01-1", card_read("h01-1", 90), "new"),
    ],
)
def test_what_lies_at_the_place_of_a_card(was: str | None, now: CardRead, kind: str) -> None:
    matches = match_places([followed_card(1, was, 50)], [now], "hanafuda", lambda _: True)
    assert [name for name in ("again", "turned", "new") if getattr(matches, name)] == [kind]


def test_two_sure_faces_where_nothing_changed_are_one_card() -> None:
    matches = match_places([followed_card(1, "h01-1", 50)], [card_read("h02-1", 51)], "hanafuda", lambda _: False)
    assert len(matches.again) == 1


@pytest.mark.parametrize(("fate", "count"), [("bare", 1), ("same", 0), ("thing", 1)])
def test_a_face_that_is_gone_from_its_place_was_moved(fate: str, count: int) -> None:
    table = FollowedTable("hanafuda", (followed_card(1, "h01-1", 50),))
    matches = match_places(table.cards, [card_read("h01-1", 120)], "hanafuda", lambda _: True)
    match_moved(matches, {1: fate}, table, lambda _: "same", 5.0)
    assert (len(matches.moved), len(matches.new)) == (count, 1 - count)


def test_a_card_that_left_comes_back_as_the_same_one() -> None:
    table = FollowedTable("hanafuda", departed=((followed_card(1, "h01-1", 50), 4.0),))
    matches = match_places((), [card_read("h01-1", 120)], "hanafuda", lambda _: True)
    match_moved(matches, {}, table, lambda _: "same", 60.0)
    assert len(matches.moved) == 1


@pytest.mark.parametrize(
    ("fate", "sure", "count"), [("bare", True, 1), ("bare", False, 0), ("card", True, 0), ("thing", True, 0)]
)
def test_a_back_was_moved_only_if_its_place_is_empty_and_the_new_one_is_clear(
    fate: str, sure: bool, count: int
) -> None:
    table = FollowedTable("hanafuda", (followed_card(1, None, 50),))
    matches = match_places(table.cards, [card_read(None, 80, sure=sure)], "hanafuda", lambda _: True)
    match_moved(matches, {1: fate}, table, lambda _: "same", 5.0)
    assert (len(matches.moved), len(matches.new)) == (count, 1 - count)


def test_a_back_where_a_face_was_only_suspected_lies_there_as_before() -> None:
    suspected = replace(followed_card(1, "h01-1", 50), pending="turned")
    matches = match_places([suspected], [card_read(None, 51)], "hanafuda", lambda _: True)
    assert len(matches.again) == 1


@pytest.mark.parametrize(
    ("x", "first_sure", "second_sure", "count"),
    [(53, False, False, 1), (63, False, False, 2), (53, True, False, 1), (56, True, True, 2), (56, True, False, 2)],
    ids=["both in doubt", "beside each other", "nearly the same place", "both sure", "one covered by the other"],
)
def test_of_two_outlines_of_one_card_one_is_new(x: float, first_sure: bool, second_sure: bool, count: int) -> None:
    cards = [card_read("h01-1", 50, sure=first_sure), card_read("h02-1", x, sure=second_sure)]
    assert len(list(without_doubles(Matches(new=cards)))) == count
