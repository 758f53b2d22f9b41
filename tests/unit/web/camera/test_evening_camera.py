"""Nothing of the demo is in an evening that was not started as one."""

from __future__ import annotations

import pytest

from tests.support.table import HANDS, FakeScanner, Phone, picture_of_piles


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
