"""The live table on the page: hands fill in, zones can be dragged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scanner.reads import PictureRead
from scanner.seat_zones import CENTER_ZONE, Zone, seat_zones, zone_at
from scanner.tracking.table_state import TableChange
from tests.support.table import HANDS, FakeScanner, Phone, card_read, picture_of_piles
from web.camera import watched_table as module
from web.camera.watched_table import WatchedTable
from web.session.seat_zones import order_by_player, order_by_seat


@pytest.fixture
def watch(app: Flask) -> WatchedTable:
    found: WatchedTable = app.extensions["fudayomi"].watched_table
    return found


def answered_hands(snap: dict[str, Any]) -> list[list[str]]:
    hands = snap["draft"]["hands"]
    return [[one["card"] for one in hands.get(f"hands.{seat}", [])] for seat in range(4)]


def test_the_table_is_watched_only_while_that_is_wanted(
    host: Phone, scanner: FakeScanner, watch: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.poll()
    assert scanner.watched_deck is None
    host.open()
    watch.poll()
    assert scanner.watched_deck is None
    host.get("/api/tabletop")
    watch.poll()
    assert scanner.watched_deck == "hanafuda"
    monkeypatch.setattr(module, "VIEWER_TIMEOUT_S", -1.0)
    watch.poll()
    assert scanner.watched_deck is None
    assert host.send("/api/tabletop/automatic", {"on": True}).status_code == 200
    watch.poll()
    assert scanner.watched_deck == "hanafuda"


def test_hands_fill_when_all_are_there_and_nothing_is_booked(
    host: Phone, scanner: FakeScanner, watch: WatchedTable
) -> None:
    host.open()
    host.send("/api/tabletop/automatic", {"on": True})
    scanner.show_still_table(picture_of_piles(HANDS[:3], 4))
    watch.poll()
    assert answered_hands(host.snapshot) == [[], [], [], []]
    assert host.snapshot["tabletop"]["table"]["cards"][0]["card"] == "h10-1"
    whole = picture_of_piles(HANDS, 4)
    scanner.show_still_table(whole, still=False)
    watch.poll()
    assert not host.snapshot["draft"]["begun"]
    scanner.show_still_table(whole, covered={3})
    watch.poll()
    assert not host.snapshot["draft"]["begun"]
    scanner.show_still_table(whole)
    assert watch.poll()
    snap = host.snapshot
    assert answered_hands(snap) == HANDS
    assert snap["draft"]["followed"]
    assert snap["preview"]["settlement"]["net"] == [1, -1, 1, -1]
    assert snap["version"] == 1  # nothing is booked without the host
    assert not watch.poll()


def test_the_cards_of_a_booked_round_are_not_taken_again(
    host: Phone, scanner: FakeScanner, watch: WatchedTable
) -> None:
    host.open()
    host.send("/api/tabletop/automatic", {"on": True})
    scanner.show_still_table(picture_of_piles(HANDS, 4))
    watch.poll()
    assert host.change("/api/rounds", answers=host.snapshot["draft"]["answers"]).status_code == 200
    for _ in range(2):
        watch.poll()
        scanner.show_still_table(picture_of_piles(HANDS, 4))  # a new worker: other track numbers, the same cards
        assert not host.snapshot["draft"]["begun"]
    scanner.show_still_table(picture_of_piles([], 4))
    watch.poll()
    after = [["h04-1", "h05-1"], ["h06-1", "h02-1"], ["h03-1", "h01-1"], ["h02-2", "h03-2"]]
    scanner.show_still_table(picture_of_piles(after, 4))
    watch.poll()
    assert answered_hands(host.snapshot) == after


def test_people_stay_where_they_sit_when_the_deal_goes_on(host: Phone, app: Flask) -> None:
    host.open()
    session = replace(app.extensions["fudayomi"].service.session, dealer=2)
    assert session.seat_order == (2, 3, 0, 1)
    zones = seat_zones(4)
    assert order_by_seat(session, (*zones, CENTER_ZONE)) == (zones[2], zones[3], zones[0], zones[1], CENTER_ZONE)
    assert order_by_player(session, [["c"], ["d"], ["a"], ["b"], ["m"]]) == [["a"], ["b"], ["c"], ["d"], ["m"]]


def test_what_the_host_corrected_stays_corrected(host: Phone, scanner: FakeScanner, watch: WatchedTable) -> None:
    host.open()
    host.send("/api/tabletop/automatic", {"on": True})
    read = picture_of_piles(HANDS, 4)
    numbers = list(range(1, 9))
    doubtful = replace(read.cards[0], sure=False, confidence=0.6)
    ghost = card_read("h01-1", 800, 756)
    scanner.show_still_table(replace(read, cards=(doubtful, *read.cards[1:], ghost)), [*numbers, 9])
    watch.poll()
    hand = host.snapshot["draft"]["hands"]["hands.0"]
    assert [(one["card"], one["sure"]) for one in hand] == [("h10-1", False), ("h01-1", True), ("h03-1", True)]
    # One card is corrected, one was a false detection.
    hand = [{**hand[0], "card": "h09-1", "sure": True}, hand[2]]
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": hand}})
    more = card_read("h05-2", 700, 756)
    scanner.show_still_table(replace(read, cards=(doubtful, *read.cards[1:], ghost, more)), [*numbers, 9, 10])
    watch.poll()
    assert [one["card"] for one in host.snapshot["draft"]["hands"]["hands.0"]] == ["h05-2", "h09-1", "h03-1"]
    # The host enters a card by hand. From now on the host's entries count.
    host.send("/api/draft", {"version": 1, "answers": {"hands.1": ["h10-2", "h03-2", "h01-2"]}})
    assert not host.snapshot["draft"]["followed"]
    scanner.show_still_table(read, numbers)
    watch.poll()
    assert answered_hands(host.snapshot)[1] == ["h10-2", "h03-2", "h01-2"]


def test_all_hands_shown_waits_for_the_table_to_be_still(
    host: Phone, scanner: FakeScanner, watch: WatchedTable
) -> None:
    host.open()
    assert host.send("/api/tabletop/shown", {}).json == {"filled": False}
    watch.poll()
    assert scanner.watched_deck == "hanafuda"
    assert host.snapshot["tabletop"]["awaiting"]
    # One player has laid nothing. The other hands are entered, and the missing one is named.
    scanner.show_still_table(picture_of_piles(HANDS[:3], 4))
    watch.poll()
    snap = host.snapshot
    assert answered_hands(snap) == [*HANDS[:3], []]
    assert snap["preview"]["missing"] == ["hands.3"]
    assert not snap["tabletop"]["awaiting"]
    assert host.send("/api/tabletop/shown", {}).json == {"filled": True}


def test_what_changed_is_told_with_its_age(host: Phone, scanner: FakeScanner, watch: WatchedTable) -> None:
    host.open()
    scanner.show_still_table(picture_of_piles(HANDS, 4), changes=[TableChange(1, "moved", "h10-1", 3.0)], covered={2})
    watch.poll()
    table = host.snapshot["tabletop"]["table"]
    assert table["changes"] == [{"number": 1, "kind": "moved", "card": "h10-1", "at": 2.0}]
    assert [one["number"] for one in table["lying"] if one["covered"]] == [2]
    scanner.watch_snapshot = None
    assert watch.poll()
    assert host.snapshot["tabletop"]["table"] is None


def test_the_live_picture_is_for_phones_of_this_table(host: Phone, guest: Phone, scanner: FakeScanner) -> None:
    host.open()
    scanner.live_jpeg = b"\xff\xd8live"
    assert guest.get("/api/tabletop/live.jpg").status_code == 404
    guest.get("/")
    assert guest.get("/api/tabletop/live.jpg").data == b"\xff\xd8live"
    scanner.live_jpeg = b""
    assert guest.get("/api/tabletop/live.jpg").status_code == 404


def test_places_dragged_to_are_kept_and_used(host: Phone, scanner: FakeScanner, app: Flask) -> None:
    host.open()
    usual = host.snapshot["tabletop"]["zones"]
    assert usual[0] == [0.5, 0.84, 1.0, 0.32]
    # All seats are along the lower edge, the dealer leftmost.
    zones = [[0.125 + 0.25 * n, 0.8, 0.25, 0.4] for n in range(4)] + [[0.5, 0.3, 1.0, 0.6]]
    assert host.send("/api/tabletop/zones", {"zones": zones}).status_code == 200
    cards = [
        card_read(card, 200 + 400 * n + 40 * at, 720) for n, hand in enumerate(HANDS) for at, card in enumerate(hand)
    ]
    scanner.read_result = PictureRead(1600, 900, "hanafuda", 5.0, tuple(cards))
    host.send("/api/look", {"version": 1})
    assert answered_hands(host.snapshot) == HANDS
    assert host.snapshot["tabletop"]["zones"] == zones
    host.send("/api/tabletop/zones", {"zones": None})
    assert host.snapshot["tabletop"]["zones"] == usual


@pytest.mark.parametrize(
    "zones",
    [
        "everywhere",
        [],
        [[0.5, 0.5, 0.2, 0.2]] * 4,
        [[0.5, 0.5, 0.2, 0.01]] * 5,
        [[0.5, 1.5, 0.2, 0.2]] * 5,
        [[0.5, "0.5", 0.2, 0.2]] * 5,
        [[float("nan"), 0.5, 0.2, 0.2]] * 5,
    ],
)
def test_places_that_make_no_sense_are_refused(host: Phone, zones: object) -> None:
    host.open()
    answer = host.send("/api/tabletop/zones", {"zones": zones})
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "bad_request")


def test_only_a_host_changes_the_table(guest: Phone, host: Phone) -> None:
    host.open()
    for path, body in (("zones", {"zones": None}), ("automatic", {"on": True}), ("shown", {})):
        assert guest.send(f"/api/tabletop/{path}", body).json["error"]["code"] == "host_only"
    assert host.send("/api/tabletop/automatic", {"on": "yes"}).json["error"]["code"] == "bad_request"


def test_where_places_overlap_the_nearest_counts() -> None:
    zones = (Zone(0.4, 0.5, 0.4, 0.4), Zone(0.6, 0.5, 0.4, 0.4))
    assert [zone_at((x, 0.5), zones) for x in (0.3, 0.45, 0.55, 0.7, 0.95)] == [0, 0, 1, 1, None]
    assert all(zone_at((zone.x, zone.y), (*seat_zones(6), CENTER_ZONE)) == n for n, zone in enumerate(seat_zones(6)))
