"""Rounds of an earlier game of the same evening: undone, redone and corrected while another game is being played."""

from __future__ import annotations

import pytest

from tests.support.table import HANDS, NAMES, Phone
from web.app import create_app

OTHER = [HANDS[3], HANDS[2], HANDS[1], HANDS[0]]


@pytest.fixture
def host_of_two_games(host: Phone) -> Phone:
    """The host of an evening with two rounds of Otoroku (entries 2 and 3), then Tokotoko without Ken."""
    host.open()
    for _ in range(2):
        host.change("/api/rounds", answers=host.answers())
    assert host.change("/api/game", game="tokotoko", players=[NAMES[2], *NAMES[:2]]).status_code == 200
    return host


def stones_of_games(phone: Phone) -> list[list[int]]:
    return [game["stones"] for game in phone.get("/api/tally").json["games"]]


def rounds_of(phone: Phone) -> dict[int, dict]:
    return {item["number"]: item for item in phone.get("/api/history").json["items"] if item["kind"] == "round"}


def test_a_round_of_an_earlier_game_is_corrected_and_later_rounds_follow(host_of_two_games, guest):
    before = guest.snapshot
    first, now = stones_of_games(guest)
    opened = host_of_two_games.send("/api/rounds/2/reopen", {"version": before["version"]})
    assert opened.status_code == 200, opened.json
    editing = guest.snapshot["editing"]
    assert (editing["number"], editing["later"], editing["seats"]) == (2, 1, [0, 1, 2, 3])
    assert (editing["evening"]["game"], editing["evening"]["players"]) == ("otoroku", NAMES)
    assert guest.snapshot["draft"]["answers"] == host_of_two_games.answers()
    response = host_of_two_games.change("/api/rounds", answers=host_of_two_games.answers(OTHER))
    assert [each["of"] for each in response.json["entry"]["rounds"]] == [2, 3]
    again, still = stones_of_games(guest)
    assert (again != first, sum(again), still) == (True, sum(first), now)
    after = guest.snapshot
    assert (after["editing"], after["evening"]["game"]) == (None, "tokotoko")
    assert [turn["kind"] for turn in rounds_of(guest)[2]["turns"]] == ["settled", "edited"]
    totals = {one["name"]: one["net"] for one in guest.get("/api/tally").json["ranking"]}
    assert after["evening"]["totals"] == [totals[name] for name in after["evening"]["players"]]


def test_the_preview_of_such_a_correction_tells_the_stones_of_its_game(host_of_two_games, guest):
    host_of_two_games.send("/api/rounds/3/reopen", {"version": guest.snapshot["version"]})
    assert guest.snapshot["preview"]["stones"] == stones_of_games(guest)[0]
    host_of_two_games.send("/api/draft", {"version": guest.snapshot["version"], "answers": {"hands.0": ["h11-1"]}})
    assert guest.snapshot["preview"]["error"]["code"] == "wrong_deck"


def test_the_last_round_of_an_earlier_game_is_undone_and_redone(host_of_two_games, guest):
    first, now = stones_of_games(guest)
    assert {number: item["undoable"] for number, item in rounds_of(guest).items()} == {2: False, 3: True}
    response = host_of_two_games.change("/api/undo", of=3)
    assert response.json["entry"] == {"kind": "undone", "of": 3}
    assert (stones_of_games(guest)[0] != first, stones_of_games(guest)[1]) == (True, now)
    assert [(item["undoable"], item["redoable"]) for item in rounds_of(guest).values()] == [
        (False, True),
        (True, False),
    ]
    assert host_of_two_games.change("/api/redo", of=3).status_code == 200
    assert stones_of_games(guest) == [first, now]


@pytest.mark.parametrize(("path", "number"), [("undo", 2), ("undo", 1), ("redo", 3), ("undo", 99)])
def test_what_cannot_be_undone_there_changes_nothing(host_of_two_games, path, number):
    before = host_of_two_games.snapshot
    assert host_of_two_games.change(f"/api/{path}", of=number).json["error"]["code"] == "bad_event"
    assert host_of_two_games.snapshot == before


def test_a_game_just_begun_can_still_be_taken_back_after_such_a_correction(host_of_two_games, guest):
    host_of_two_games.change("/api/undo", of=3)
    assert guest.snapshot["evening"]["undoable"] == 4
    assert host_of_two_games.change("/api/undo").json["entry"] == {"kind": "undone", "of": 4}
    evening = guest.snapshot["evening"]
    assert (evening["game"], evening["undoable"], evening["redoable"]) == ("otoroku", 2, 3)


def test_a_restart_knows_what_was_corrected_there(host_of_two_games, app, store, scanner):
    host_of_two_games.change("/api/undo", of=3)
    app.extensions["fudayomi"].service.save_checkpoint()
    again = Phone(create_app(store, scanner).test_client())
    assert again.snapshot["evening"] == host_of_two_games.snapshot["evening"]
    assert stones_of_games(again) == stones_of_games(host_of_two_games)
