"""Corrections of earlier rounds, a second game, and their history."""

from __future__ import annotations

import pytest

from tests.support.table import HANDS, NAMES, Phone, picture_of_piles
from web.app import create_app
from web.session.draft_cards import Picture

OTHER = [HANDS[3], HANDS[2], HANDS[1], HANDS[0]]


@pytest.fixture
def host_after_rounds(host: Phone) -> Phone:
    """The host of an evening of three rounds."""
    host.open()
    for _ in range(3):
        host.change("/api/rounds", answers=host.answers())
    return host


def correct_round(host: Phone, number: int, hands: list[list[str]]) -> None:
    assert host.send(f"/api/rounds/{number}/reopen", {"version": host.snapshot["version"]}).status_code == 200
    snap = host.snapshot
    order = [ask["path"] for ask in snap["asks"]]
    assert set(snap["draft"]["answers"]) == set(order)
    host.send("/api/draft", {"version": snap["version"], "answers": host.answers(hands)})
    response = host.change("/api/rounds", answers=host.snapshot["draft"]["answers"])
    assert response.status_code == 200, response.json


def test_an_earlier_round_is_opened_shown_before_booking_and_booked_as_an_entry(host_after_rounds, guest):
    before = host_after_rounds.snapshot
    assert host_after_rounds.send("/api/rounds/2/reopen", {"version": before["version"]}).status_code == 200
    snap = guest.snapshot
    assert (snap["editing"]["number"], snap["editing"]["round"], snap["editing"]["later"]) == (2, 1, 2)
    assert snap["draft"]["answers"] == host_after_rounds.answers()
    assert snap["preview"]["stones"] == before["evening"]["stones"]
    host_after_rounds.send("/api/draft", {"version": before["version"], "answers": host_after_rounds.answers(OTHER)})
    preview = guest.snapshot["preview"]
    assert sum(preview["stones"]) == 120
    assert preview["stones"] != before["evening"]["stones"]
    assert guest.snapshot["evening"]["stones"] == before["evening"]["stones"]
    assert host_after_rounds.change("/api/rounds", answers=host_after_rounds.answers(OTHER)).status_code == 200
    after = guest.snapshot
    assert after["evening"]["stones"] == preview["stones"]
    assert after["editing"] is None
    assert after["version"] == before["version"] + 1
    assert after["evening"]["round"] == before["evening"]["round"]


def test_an_edit_back_brings_the_balances_back_and_a_restart_knows_both(host_after_rounds, app, store, scanner):
    was = host_after_rounds.snapshot["evening"]["stones"]
    correct_round(host_after_rounds, 2, OTHER)
    assert host_after_rounds.snapshot["evening"]["stones"] != was
    correct_round(host_after_rounds, 2, HANDS)
    assert host_after_rounds.snapshot["evening"]["stones"] == was
    again = Phone(create_app(store, scanner).test_client())
    assert again.snapshot["evening"] == host_after_rounds.snapshot["evening"]
    rounds = [one for one in again.get("/api/history").json["items"] if one["kind"] == "round"]
    first = rounds[-1]
    assert [turn["kind"] for turn in first["turns"]] == ["settled", "edited", "edited"]
    assert first["was"][0] == first["net"] != first["was"][1]
    assert len(again.get("/api/rounds/2").json["was"]) == 2


def test_a_picture_while_correcting_is_of_the_round_of_then_and_the_watched_table_waits(
    host_after_rounds, app, scanner
):
    host_after_rounds.change("/api/seats/swap", one="Aki", other="Ken")
    service, seats = app.extensions["fudayomi"].service, 4
    host_after_rounds.send("/api/rounds/2/reopen", {"version": host_after_rounds.snapshot["version"]})
    hands = host_after_rounds.snapshot["draft"]["hands"]
    lying = Picture("seen", picture_of_piles([["h01-1"], ["h02-1"], ["h03-1"], ["h04-1"]], seats))
    service.add_picture(service.version, lying, None, auto_filled=True)
    assert host_after_rounds.snapshot["draft"]["hands"] == hands
    service.add_picture(service.version, lying, None)
    # Aki dealt that round. By now he sits in the third seat.
    found = {path: [one["card"] for one in hand] for path, hand in host_after_rounds.snapshot["draft"]["hands"].items()}
    assert found == {"hands.0": ["h03-1"], "hands.1": ["h02-1"], "hands.2": ["h01-1"], "hands.3": ["h04-1"]}


def test_a_correction_dropped_leaves_everything(host_after_rounds):
    before = host_after_rounds.snapshot["evening"]
    host_after_rounds.send("/api/rounds/3/reopen", {"version": host_after_rounds.snapshot["version"]})
    assert (
        host_after_rounds.send("/api/draft/clear", {"version": host_after_rounds.snapshot["version"]}).status_code
        == 200
    )
    snap = host_after_rounds.snapshot
    assert (snap["editing"], snap["evening"], snap["draft"]["begun"]) == (None, before, False)
    assert [ask["path"] for ask in snap["asks"]] == ["hands.1", "hands.2", "hands.3", "hands.0"]


@pytest.mark.parametrize("number", [0, 1, 5, 99])
def test_only_a_round_that_counts_is_opened(host_after_rounds, number):
    host_after_rounds.change("/api/undo")
    before = host_after_rounds.snapshot
    answer = host_after_rounds.send(f"/api/rounds/{number}/reopen", {"version": before["version"]})
    assert answer.json["error"]["code"] == "bad_event" or number == 4
    assert host_after_rounds.snapshot == before


def test_a_game_that_is_over_may_still_be_corrected(host):
    host.open(options={"length": 3})
    for _ in range(3):
        host.change("/api/rounds", answers=host.answers())
    assert host.snapshot["evening"]["over"]
    correct_round(host, 4, OTHER)
    assert host.snapshot["evening"]["over"]
    assert host.change("/api/rounds", answers=host.answers()).json["error"]["code"] == "over"


def test_two_hosts_one_corrects_the_other_books(host_after_rounds):
    version = host_after_rounds.snapshot["version"]
    host_after_rounds.send("/api/rounds/2/reopen", {"version": version})
    assert host_after_rounds.change("/api/undo").status_code == 200
    assert host_after_rounds.snapshot["editing"] is None
    stale = host_after_rounds.send(
        "/api/rounds", {"version": version, "key": "too-late-key", "answers": host_after_rounds.answers()}
    )
    assert stale.json["error"]["code"] == "stale"


def test_another_game_begins_in_the_same_evening_and_the_balances_stay(host_after_rounds, guest):
    first = guest.snapshot["evening"]["stones"]
    response = host_after_rounds.change("/api/game", game="tokotoko", players=NAMES[:3], dealer=1)
    assert response.status_code == 200, response.json
    evening = guest.snapshot["evening"]
    assert (evening["game"], evening["round"], evening["dealer"]) == ("tokotoko", 1, 1)
    assert evening["earlier_games"] == ["otoroku"]
    assert evening["totals"] == [held - 30 for held in first[:3]]
    assert host_after_rounds.change("/api/undo").status_code == 200
    assert guest.snapshot["evening"]["stones"] == first
    assert guest.snapshot["evening"]["game"] == "otoroku"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "tokotoko", "players": ["Aki"]}, "bad_count"),
        ({"game": "whist", "players": NAMES}, "bad_option"),
        ({"game": "otoroku", "players": NAMES, "dealer": 9}, "bad_count"),
        ({"game": "otoroku", "players": NAMES, "dealer": "Aki"}, "bad_request"),
        ({"game": "otoroku", "players": NAMES, "options": {"method": "everyone", "wager": 50}}, "bad_option"),
    ],
)
def test_another_game_that_cannot_begin_changes_nothing(host_after_rounds, body, code):
    before = host_after_rounds.snapshot
    assert host_after_rounds.change("/api/game", **body).json["error"]["code"] == code
    assert host_after_rounds.snapshot == before


def test_the_history_tells_who_did_what_and_pages_back(host):
    assert host.send("/api/join", {"name": "Emi"}).status_code == 200
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    host.change("/api/redo")
    host.change("/api/seats/join", player="Sora", stones=5)
    host.change("/api/seats/leave", player="Ken")
    items = host.get("/api/history").json["items"]
    assert [one["kind"] for one in items] == ["left", "joined", "round", "opened"]
    assert [(turn["kind"], turn["who"]) for turn in items[2]["turns"]] == [
        ("settled", "Emi"),
        ("undone", "Emi"),
        ("redone", "Emi"),
    ]
    assert (items[1]["player"], items[1]["stones"]) == ("Sora", 5)
    assert [one["kind"] for one in host.get("/api/history?before=5").json["items"]] == ["round", "opened"]


def test_the_reckoning_settles_everybody(host_after_rounds, guest):
    answer = guest.get("/api/tally").json
    assert answer["names"] == NAMES
    assert [one["net"] for one in answer["ranking"]] == sorted((one["net"] for one in answer["ranking"]), reverse=True)
    owed = dict.fromkeys(range(5), 0)
    for pay in answer["payments"]:
        owed[pay["to"]] += pay["stones"]
        owed[pay["from"]] -= pay["stones"]
    by_name = {one["name"]: one["net"] for one in answer["ranking"]}
    assert [owed[at] for at in range(4)] == [by_name[name] for name in NAMES]
    assert answer["course"][-1]["held"] == [by_name[name] for name in NAMES]
    assert len(answer["best"]) == 4


@pytest.mark.parametrize("path", ["/api/history", "/api/tally", "/api/rounds/2"])
def test_before_the_first_evening_there_is_nothing_to_tell(guest, path):
    assert guest.get(path).json["error"]["code"] == "no_evening"


def test_a_round_that_is_not_there(host_after_rounds):
    assert host_after_rounds.get("/api/rounds/99").status_code == 404


def test_too_many_cards_are_said_at_once(host):
    host.open()
    for hand, code in (
        (["h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h02-2"], "too_many_cards"),
        (["h11-1"], "wrong_deck"),
    ):
        host.send("/api/draft", {"version": 1, "answers": {"hands.1": hand}})
        error = host.snapshot["preview"]["error"]
        assert (error["code"], error["seat"]) == (code, 1)
    host.send("/api/draft", {"version": 1, "answers": {"hands.1": ["h01-1"], "hands.2": ["h01-1"]}})
    assert host.snapshot["preview"]["error"]["code"] == "duplicate_card"


@pytest.mark.parametrize("path", ["/api/game", "/api/rounds/2/reopen", "/api/import"])
def test_guests_change_nothing(host_after_rounds, guest, path):
    before = guest.snapshot
    assert guest.change(path, game="otoroku", players=NAMES).json["error"]["code"] == "host_only"
    assert guest.snapshot == before
