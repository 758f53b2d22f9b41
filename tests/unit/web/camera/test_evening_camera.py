"""Nothing of the demo is in an evening that was not started as one."""

from __future__ import annotations

import pytest

from tests.support.table import BASE, HANDS, FakeScanner, Phone, picture_of_piles


@pytest.fixture
def source() -> str:
    return "synthetic"


def test_an_evening_of_ones_own_has_no_drawn_camera(host: Phone, scanner: FakeScanner) -> None:
    host.open()
    assert host.snapshot["scanner"] == {"state": "up", "camera": False, "demo": False}
    version = host.snapshot["version"]
    for path, code in (
        ("/api/demo/round", "no_demo"),
        ("/api/look", "no_picture"),
        ("/api/tabletop/shown", "no_picture"),
    ):
        assert host.send(path, {"version": version}).json["error"]["code"] == code
    watch = host.client.application.extensions["fudayomi"].watched_table
    watch.note_viewer()
    watch.poll()
    assert scanner.watched_deck is None
    host.open(demo=True)
    assert host.snapshot["scanner"]["demo"] is True
    assert host.change("/api/demo/round", seed=1).status_code == 200
    host.change("/api/game", game="otoroku", players=["Aki", "Emi"])
    assert host.snapshot["scanner"]["demo"] is True, "another game of the same demo"


def test_a_demo_that_is_continued_is_one_still(host: Phone) -> None:
    host.open(demo=True)
    host.open()
    assert host.snapshot["scanner"]["demo"] is False
    host.change("/api/evenings/1/continue")
    assert host.snapshot["scanner"]["demo"] is True


def test_what_was_entered_is_replaced_only_when_that_is_said(host: Phone) -> None:
    host.open(demo=True)
    entered = {"version": 1, "answers": {"hands.0": [HANDS[0][0]]}}
    host.send("/api/draft", entered)
    for path in ("/api/demo/round", "/api/look", "/api/tabletop/shown"):
        assert host.send(path, {"version": 1}).json["error"]["code"] == "hands_entered"
    assert host.snapshot["draft"]["answers"]["hands.0"] == [HANDS[0][0]]
    assert host.send("/api/demo/round", {"version": 1, "seed": 3, "replace": True}).status_code == 200
    assert host.send("/api/demo/round", {"version": 1, "seed": 4}).status_code == 200, "nothing was touched"


@pytest.mark.parametrize("source", ["webcam:0"])
def test_automatic_filling_ends_with_its_evening(host: Phone, scanner: FakeScanner) -> None:
    host.open()
    host.send("/api/tabletop/automatic", {"on": True})
    assert host.snapshot["tabletop"]["automatic"] is True
    host.open()
    assert host.snapshot["tabletop"]["automatic"] is False
    scanner.show_still_table(picture_of_piles(HANDS, 4))
    host.client.application.extensions["fudayomi"].watched_table.poll()
    assert host.snapshot["draft"]["begun"] is False


def test_a_demo_is_switched_off_and_on_in_the_same_evening(host: Phone, guest: Phone) -> None:
    host.open(demo=True)
    assert guest.send("/api/demo", {"on": False}).json["error"]["code"] == "host_only"
    assert host.send("/api/demo", {"on": False}).status_code == 200
    assert host.snapshot["scanner"] == {"state": "up", "camera": False, "demo": False}
    assert host.send("/api/demo/round", {"version": 1}).json["error"]["code"] == "no_demo"
    assert host.send("/api/demo", {"on": True}).status_code == 200
    assert host.snapshot["scanner"]["demo"] is True


def test_the_form_for_another_game_says_whether_the_drawn_table_deals(host: Phone) -> None:
    host.open(demo=True)
    assert 'name="demo" value="1" checked data-name="drawn cards"' in host.get("/start?evening=same").text
    form = {"evening": "same", "game": "koikoi", "player": ["Aki", "Emi"], "key": "way-of-playing-1"}
    for key, demo in (("way-of-playing-1", ""), ("way-of-playing-2", "1")):
        data = {**form, "key": key, "demo": demo, "version": host.snapshot["version"]}
        answer = host.client.post("/start", data=data, base_url=BASE, headers={"Origin": BASE})
        assert answer.status_code == 302, answer.text
        assert host.snapshot["scanner"]["demo"] is bool(demo)


@pytest.mark.parametrize("source", ["webcam:0"])
def test_a_table_without_drawn_cards_deals_none(host: Phone) -> None:
    host.open()
    assert host.send("/api/demo", {"on": True}).json["error"]["code"] == "no_demo"


@pytest.mark.parametrize("source", ["webcam:0"])
def test_what_lay_there_at_the_end_of_a_game_is_not_shown_in_the_next(host: Phone, scanner: FakeScanner) -> None:
    watch = host.client.application.extensions["fudayomi"].watched_table
    host.open()
    host.send("/api/tabletop/automatic", {"on": True})
    scanner.show_still_table(picture_of_piles(HANDS, 4))
    watch.poll()
    assert host.snapshot["tabletop"]["table"]["cards"]
    host.change("/api/game", game="otoroku", players=["Aki", "Emi", "Ken", "Yuki"])
    watch.poll()
    tabletop = host.snapshot["tabletop"]
    assert (tabletop["table"], tabletop["still"], host.snapshot["draft"]["begun"]) == (None, False, False)
    scanner.show_still_table(picture_of_piles(HANDS[::-1], 4))
    watch.poll()
    assert host.snapshot["tabletop"]["table"]["cards"]
    assert host.snapshot["draft"]["begun"]
