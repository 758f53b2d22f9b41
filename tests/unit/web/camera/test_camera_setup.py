"""Calibration on the page: measured, stored, used by the reader."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.table import BASE, FakeScanner, Phone

CLOTH = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
CORNERS = tuple((x, y) for x, y in CLOTH)


def measurement(cloth: str = "good") -> tuple[dict[str, Any], bytes]:
    return {"marks": {"cloth": cloth}, "figures": {}, "needed": {}, "glare": [], "cloth": CLOTH, "card": []}, b"jpeg"


def test_what_is_kept_tells_the_reader_where_the_cloth_is(host: Phone, scanner: FakeScanner) -> None:
    scanner.wizard_answers["calibrate"] = measurement()
    assert host.send("/api/calibration/look?kind=kabufuda", {}).json["measured"]["cloth"] == CLOTH
    assert scanner.wizard_request == ("calibrate", b"", {"kind": "kabufuda"})
    assert host.get("/calibrate/seen.jpg").data == b"jpeg"
    host.open()
    host.send("/api/look", {"version": host.snapshot["version"]})
    assert scanner.play_area is None
    watch = host.client.application.extensions["fudayomi"].watched_table
    watch.note_viewer()
    watch.poll()
    assert (scanner.watched_deck, scanner.watched_area) == ("hanafuda", None)
    kept = host.send("/api/calibration", {"seats": 4}).json["kept"]
    assert (kept["seats"], kept["source"]) == (4, "webcam:0")
    host.send("/api/look", {"version": host.snapshot["version"]})
    assert scanner.play_area == CORNERS
    watch.poll()
    assert (scanner.watched_deck, scanner.watched_area) == ("hanafuda", CORNERS)


@pytest.mark.parametrize(("cloth", "body"), [("poor", b""), ("good", b"a phone's picture")])
def test_a_cloth_not_made_out_or_seen_from_elsewhere_is_not_used(
    cloth: str, body: bytes, host: Phone, scanner: FakeScanner
) -> None:
    scanner.wizard_answers["calibrate"] = measurement(cloth)
    if body:
        host.client.post("/api/calibration/look", data=body, base_url=BASE, headers={"Origin": BASE})
    else:
        host.send("/api/calibration/look", {})
    assert host.send("/api/calibration", {"seats": 2}).status_code == 200
    host.open()
    host.send("/api/look", {"version": host.snapshot["version"]})
    assert scanner.play_area is None


@pytest.mark.parametrize("seats", [None, 1, 9, "4", True, 2.5])
def test_seats_that_cannot_be_are_refused(seats: object, host: Phone) -> None:
    answer = host.send("/api/calibration", {"seats": seats})
    refused = (422, "bad_count") if type(seats) is int else (400, "bad_request")
    assert (answer.status_code, answer.json["error"]["code"]) == refused


def test_nothing_is_kept_before_a_picture(host: Phone) -> None:
    assert host.send("/api/calibration", {"seats": 4}).json["error"]["code"] == "no_picture"
    assert host.get("/calibrate/seen.jpg").status_code == 404
    assert host.get("/api/calibration").json == {"measured": None, "number": 0, "kept": None, "camera": True}


def test_a_kind_nobody_knows_is_refused(host: Phone) -> None:
    assert host.send("/api/calibration/look?kind=tarot", {}).json["error"]["code"] == "wrong_deck"
