"""Players come late, leave, return and change seats."""

from __future__ import annotations

import re

import pytest

from tests.support.table import BASE, NAMES, PIN


def seated_names(host) -> list[str]:
    evening = host.snapshot["evening"]
    return [evening["players"][at] for at in evening["seat_order"]]


def test_somebody_comes_late_and_sits_where_he_is_told(host):
    host.open()
    assert host.change("/api/seats/join", player=" Sora ", stones=12, place=2).status_code == 200
    assert seated_names(host) == ["Aki", "Emi", "Sora", "Ken", "Yuki"]
    assert host.snapshot["evening"]["stones"] == [30, 30, 12, 30, 30]
    assert {ask["seat"] for ask in host.snapshot["asks"]} == {0, 1, 2, 3, 4}


def test_who_brings_nothing_named_gets_what_the_game_begins_with(host):
    host.open(options={"start_stones": 50})
    host.change("/api/seats/join", player="Sora")
    assert host.snapshot["evening"]["stones"][-1] == 50


def test_who_leaves_keeps_his_stones_written_and_comes_back_to_them(host):
    host.open()
    host.change("/api/seats/leave", player="Aki")
    evening = host.snapshot["evening"]
    assert evening["away"] == [0]
    assert evening["players"][evening["dealer"]] == "Emi"
    assert seated_names(host) == ["Emi", "Ken", "Yuki"]
    host.change("/api/seats/join", player="Aki")
    assert host.snapshot["evening"]["stones"] == [30] * 4
    assert host.snapshot["evening"]["away"] == []


def test_two_change_seats(host):
    host.open()
    host.change("/api/seats/swap", one="Aki", other="Ken")
    assert host.snapshot["evening"]["players"] == ["Ken", "Emi", "Aki", "Yuki"]
    assert seated_names(host)[0] == "Aki"


def test_who_ran_out_takes_more_stones_and_the_history_takes_them_back(host):
    host.open()
    assert host.change("/api/seats/buy", player="Aki", stones=12).status_code == 200
    host.change("/api/seats/buy", player="Ken")
    assert host.snapshot["evening"]["stones"] == [42, 30, 60, 30]
    tally = host.get("/api/tally").json
    assert {row["net"] for row in tally["ranking"]} == {0}
    assert (tally["games"][0]["brought"], tally["games"][0]["bought"]) == ([42, 30, 60, 30], [12, 0, 30, 0])
    host.change("/api/undo")
    assert host.snapshot["evening"]["stones"] == [42, 30, 30, 30]
    assert [item["undone"] for item in host.get("/api/history").json["items"]] == [True, False, False]
    host.change("/api/redo")
    host.change("/api/rounds", answers=host.answers())
    rows = host.get("/evening.csv").text.splitlines()
    assert rows[0].endswith(",bought")
    assert [row.rsplit(",", 1)[1] for row in sorted(rows[1:], key=lambda row: row.split(",")[2])] == [
        "12",
        "0",
        "30",
        "0",
    ]
    again = host.change("/api/import", evening=host.get("/evening.json").json, pin=PIN)
    assert (again.status_code, host.get("/api/tally").json["games"][0]["bought"]) == (200, [12, 0, 30, 0])


def test_a_table_too_small_waits_and_says_so(host):
    host.open(game="kujuroku", players=["Aki", "Emi", "Ken"])
    host.change("/api/seats/leave", player="Ken")
    snap = host.snapshot
    assert (snap["evening"]["playable"], snap["asks"], snap["evening"]["over"]) == (False, [], False)
    assert host.change("/api/rounds", answers={}).json["error"]["code"] == "bad_count"
    host.change("/api/seats/join", player="Ken")
    assert host.snapshot["evening"]["playable"]


@pytest.mark.parametrize(
    ("move", "body", "code"),
    [
        ("join", {"player": "aki"}, "bad_name"),
        ("join", {"player": "Sora", "stones": -1}, "bad_request"),
        ("join", {"player": "Sora", "stones": "5"}, "bad_request"),
        ("join", {"player": "Sora", "place": 9}, "bad_event"),
        ("join", {"player": "Sora", "place": "x"}, "bad_request"),
        ("join", {"player": "So\u202era"}, "bad_name"),
        ("leave", {"player": "Nobody"}, "bad_event"),
        ("leave", {}, "bad_name"),
        ("swap", {"one": "Aki", "other": "Aki"}, "bad_name"),
        ("swap", {"one": "Aki", "other": "Nobody"}, "bad_event"),
        ("buy", {"player": "Aki", "stones": 0}, "bad_count"),
        ("buy", {"player": "Aki", "stones": 1_000_001}, "bad_count"),
        ("buy", {"player": "Nobody"}, "bad_event"),
        ("dance", {}, "not_found"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_moves(host, move, body, code):
    host.open()
    before = host.snapshot
    assert host.change(f"/api/seats/{move}", **body).json["error"]["code"] == code
    assert host.snapshot == before


def test_a_full_table_takes_nobody(host):
    host.open(game="kujuroku")
    assert host.change("/api/seats/join", player="Sora").json["error"]["code"] == "bad_count"


@pytest.mark.parametrize("move", ["join", "leave", "swap", "buy"])
def test_guests_seat_nobody(host, guest, move):
    host.open()
    assert guest.change(f"/api/seats/{move}", player="Aki", one="Aki", other="Emi").status_code == 403
    form = guest.get("/seats").text
    assert "<form" not in form
    assert all(name in form for name in NAMES)


def test_the_page_seats_people_without_a_script(host):
    host.open()
    page = host.get("/seats").text
    hidden = {key: re.search(f'name="{key}" value="([^"]*)"', page)[1] for key in ("version", "key")}

    def post(move: str, **fields: object):
        return host.client.post(f"/seats/{move}", data=hidden | fields, base_url=BASE, headers={"Origin": BASE})

    refused = post("join", player="Aki", stones=5, place=4)
    assert refused.status_code == 422
    assert "bad_name" in refused.text
    assert post("join", player="Sora", stones=5, place=1).status_code == 302
    assert host.snapshot["evening"]["players"][1] == "Sora"
    page = host.get("/seats").text
    hidden = {key: re.search(f'name="{key}" value="([^"]*)"', page)[1] for key in ("version", "key")}
    assert '<option value="Sora" selected>' in page
    assert post("buy", player="Sora", stones=25).status_code == 302
    assert host.snapshot["evening"]["stones"][1] == 30


def test_before_the_first_evening_there_are_no_seats(host):
    assert "No evening has been started yet." in host.get("/seats").text
    data = {"version": "0", "key": "no-evening-yet", "player": "Aki"}
    answer = host.client.post("/seats/leave", data=data, base_url=BASE, headers={"Origin": BASE})
    assert (answer.status_code, "no_evening" in answer.text) == (422, True)
