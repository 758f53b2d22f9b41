"""What the tracker says, as the rules hear of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.following.sightings import CodeBook, SightingWriter
from scanner.following.zones import default_zones
from scanner.reads import CardRead
from scanner.tracking.face_evidence import FaceEvidence, with_reading
from scanner.tracking.followed_table import CardEvent, FollowedCard, FollowedTable


def followed_card(number: int, code: str | None, y: float = 150) -> FollowedCard:
    corners = ((150.0, y - 16), (170.0, y - 16), (170.0, y + 16), (150.0, y + 16))
    read = CardRead(code, 0.999, sure=True, face="up" if code else "down", corners=corners)
    return FollowedCard(number, read, with_reading(FaceEvidence(), read, "hanafuda"), 1.0, is_told=True)


def test_cards_of_one_face_have_codes_of_their_own_and_keep_them() -> None:
    book = CodeBook("hanafuda")
    assert book.code(1, "h01-3", "h01-4") == "h01-4"
    assert book.code(2, "h01-3", "h01-4") == "h01-3"
    assert book.code(1, "h01-3", "h01-3") == "h01-4"


def test_a_rest_has_seats_codes_and_fractions() -> None:
    writer = SightingWriter("hanafuda", default_zones(2))
    moon = followed_card(1, "h08-1")
    table = FollowedTable("hanafuda", (moon, followed_card(2, None, 90)), time_s=2.0)
    rest = writer.to_rest(table, [CardEvent("appeared", moon, None, 1.0)], (1280, 720), 4.0)
    assert rest is not None
    (change,) = rest.changes
    assert (change.card.zone, change.card.names, change.card.is_sure) == (0, (("h08-1", 0.999),), True)
    assert change.card.position == pytest.approx((0.5, 150 / 180))
    assert [(seen.track, seen.zone, seen.is_face_up) for seen in rest.table] == [(1, 0, True), (2, None, False)]
    assert rest.time_s == 1.0


def test_one_card_more_than_the_pack_holds_is_in_doubt() -> None:
    writer = SightingWriter("hanafuda", default_zones(2))
    first, second = followed_card(1, "h08-1"), followed_card(2, "h08-1", 90)
    table = FollowedTable("hanafuda", (first, second), time_s=2.0)
    rest = writer.to_rest(table, [CardEvent("appeared", second, None, 1.0)], (1280, 720), 4.0)
    assert rest is not None
    assert [seen.is_sure for seen in rest.table] == [True, False]


def test_time_never_runs_back_and_nothing_new_is_no_rest() -> None:
    writer = SightingWriter("hanafuda", default_zones(2))
    moon = followed_card(1, "h08-1")
    table = FollowedTable("hanafuda", (moon,), time_s=6.0)
    times = [writer.to_rest(table, [CardEvent("turned", moon, moon, at)], (1280, 720), 4.0) for at in (5.0, 4.0)]
    assert [rest and rest.time_s for rest in times] == [5.0, 5.0]
    assert writer.to_rest(table, [], (1280, 720), 4.0) is None


def test_seats_that_are_named_otherwise_change_only_the_seats() -> None:
    zones = default_zones(2)
    moon, rain = followed_card(1, "h08-1"), followed_card(2, "h11-1", 30)
    table = FollowedTable("hanafuda", (moon, rain), time_s=2.0)
    events = [CardEvent("appeared", moon, None, 1.0), CardEvent("appeared", rain, None, 1.5)]
    for seats, expected in ((zones.seats, [0, 1]), (zones.seats[::-1], [1, 0])):
        writer = SightingWriter("hanafuda", replace(zones, seats=seats))
        rest = writer.to_rest(table, events, (1280, 720), 4.0)
        assert rest is not None
        assert [change.card.zone for change in rest.changes] == expected
        assert [change.card.names[0][0] for change in rest.changes] == ["h08-1", "h11-1"]
