"""The server answers as its OpenAPI document describes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from scorer.games import games
from tests.support.fake_following import FORBIDDEN_CARD, UNEXPLAINED_CARD, BelievingDecoder, LaidTable
from tests.support.openapi_contract import CheckedPhone, Contract
from tests.support.table import BASE, HANDS, NAMES, PIN, Phone, picture_of_piles
from tests.unit.web.camera.test_camera_setup import measurement
from tests.unit.web.camera.test_enrolment import grid_answer, write_deck_file
from web.camera.training_job import TrainingJob
from web.openapi import build_document, route_specs


@pytest.fixture
def source() -> str:
    """The demo needs the synthetic table."""
    return "synthetic"


@pytest.fixture
def contract(app) -> Contract:
    """The OpenAPI document of the application."""
    return Contract(app)


@pytest.fixture
def phone(host: Phone, contract: Contract) -> CheckedPhone:
    """A host whose requests and answers are checked."""
    return CheckedPhone(host, contract)


def test_the_document_is_valid_and_is_served(guest, app):
    answer = guest.get("/openapi.json")
    assert answer.json == build_document(app)
    OpenAPIV31SpecValidator(answer.json).validate()
    assert 'href="/openapi.json"' in guest.get("/more").text


def test_every_route_is_described_and_nothing_else(contract):
    assert {f"{method} {rule}" for method, rule in route_specs()} == contract.operations
    operations = [each for path in contract.document["paths"].values() for each in path.values()]
    assert all(each["summary"] for each in operations)
    assert len({each["operationId"] for each in operations}) == len(operations)


def test_who_may_is_who_is_let_in(app, contract, host):
    """Routes for hosts refuse all others. Routes for everybody refuse nobody for not being host."""
    host.open()
    watcher = CheckedPhone(Phone(app.test_client()), contract)
    for route in sorted(contract.operations - {"GET /api/live"}):
        method, _, rule = route.partition(" ")
        path = rule.replace("<int:number>", "2").replace("<move>", "leave").replace("<key>", "otoroku")
        answer = watcher.send(path.replace("<other>", "nobody"), {} if method == "POST" else None, method)
        refused = answer.status_code == 403 and answer.json["error"]["code"] == "host_only"
        assert refused == (route_specs()[method, rule].role != "anyone"), route


def test_every_answer_of_an_evening_is_as_described(phone, contract, scanner, app, tmp_path, monkeypatch):
    assert phone.get("/api/me").json["role"] == "host"
    ask_before_an_evening(phone)
    play_evening(phone, scanner)
    follow_round(phone, scanner, app, monkeypatch)
    join_and_watch(phone, CheckedPhone(Phone(app.test_client()), contract))
    run_wizards(phone, scanner, tmp_path, monkeypatch)
    with app.test_client().get("/api/live", base_url=BASE) as stream:
        contract.check_answer("GET", "/api/live", stream)
        heard = "".join(line.decode() for line, _ in zip(stream.response, range(2), strict=False))
        data = next(line for line in heard.splitlines() if line.startswith("data: "))
        contract.check_value({"$ref": "#/components/schemas/State"}, json.loads(data.removeprefix("data: ")), "stream")
    assert contract.answered == contract.operations


def ask_before_an_evening(phone: CheckedPhone) -> None:
    """Send what a page asks before an evening."""
    assert phone.get("/api/session").json["evening"] is None
    for path in ("/health", "/openapi.json", "/api/games", "/api/decks", "/api/agreed?game=otoroku", "/api/tabletop"):
        assert phone.get(path).status_code == 200, path
    for path in ("/api/tally", "/api/history", "/evening.csv", "/api/agreed?options=[]", "/api/learn/chess"):
        assert phone.get(path).status_code >= 400, path
    for key, game in games().items():
        for path in (f"/api/learn/{key}", f"/api/drill/{key}", f"/api/glossary/{key}", f"/api/advice?game={key}"):
            assert phone.get(path).status_code in {200, 422}, path
        if game.classes and game.classes[0].example:
            phone.get(f"/api/learn/{key}?cards={','.join(game.classes[0].example)}")
    assert phone.get("/api/learn/otoroku?cards=h08-1&seen=h01-1").status_code == 200
    assert phone.get("/api/advice").status_code == 200


def share_picture(phone: CheckedPhone) -> None:
    """Take a picture of the whole table for one hand, share it out, and take that back."""
    assert phone.change("/api/look", to="hands.1", replace=True).status_code == 200
    assert phone.change("/api/draft/share", replace=True).status_code == 200
    phone.get("/api/session")
    assert phone.change("/api/draft/unshare").status_code == 200
    assert phone.change("/api/draft/clear").status_code == 200
    assert phone.change("/api/draft/restore").status_code == 200


def ask_for_a_seat(phone: CheckedPhone) -> None:
    """Ask for a seat under a name, and decline it."""
    phone.send("/api/join", {"name": "Frida"})
    assert phone.send("/api/seats/ask", {}).status_code == 200
    phone.get("/api/session")
    assert phone.send("/api/seats/decline", {"player": "Frida"}).status_code == 200


def play_evening(phone: CheckedPhone, scanner: Any) -> None:
    """Open an evening, play, correct and reseat it, then export and import it."""
    phone.open(demo=True)
    assert phone.change("/api/evening", game="chess", players=NAMES).status_code == 422
    phone.change("/api/draft", answers={"hands.0": HANDS[0]})
    phone.get("/api/session")
    scanner.read_result = picture_of_piles(HANDS, 4)
    assert phone.change("/api/look", to=None).status_code == 409
    assert phone.change("/api/look", to=None, replace=True).status_code == 200
    assert phone.send_picture("/api/picture").status_code == 200
    phone.change("/api/draft/give", read=0, to="hands.0")
    share_picture(phone)
    phone.get("/api/seen")
    phone.change("/api/draft/clear")
    phone.send("/api/preview", {"answers": phone.answers()})
    assert phone.change("/api/rounds", answers={"hands.0": ["h11-1"]}).status_code == 422
    for turn in range(3):
        assert phone.change("/api/rounds", answers=phone.answers(HANDS[turn:] + HANDS[:turn])).status_code == 200
    phone.get("/api/session")
    etag = phone.get("/api/session").headers["ETag"]
    assert phone.get("/api/session", headers={"If-None-Match": etag}).status_code == 304
    assert phone.send("/api/undo", {"version": 1, "key": "too-old-a-version"}).status_code == 409
    phone.change("/api/undo")
    phone.get("/api/session")
    phone.change("/api/redo")
    assert phone.change("/api/rounds/2/reopen").status_code == 200
    phone.get("/api/session")
    phone.change("/api/rounds", answers=phone.answers(HANDS[::-1]))
    phone.get("/api/rounds/2")
    ask_for_a_seat(phone)
    phone.change("/api/seats/swap", one="Aki", other="Emi")
    phone.change("/api/seats/leave", player="Ken")
    phone.change("/api/seats/join", player="Ken", stones=3)
    assert phone.change("/api/game", game="tokotoko", players=NAMES, dealer=1).status_code == 200
    assert phone.change("/api/game/again").status_code == 200
    assert phone.change("/api/demo/round", seed=1).status_code == 200
    assert phone.send("/api/demo", {"on": True}).status_code == 200
    phone.change("/api/rounds", answers=phone.snapshot["draft"]["answers"])
    for path in ("/api/history", "/api/history?before=3", "/api/tally", "/evening.csv", "/evening.txt"):
        assert phone.get(path).status_code == 200, path
    exported = phone.get("/evening.json").json
    body = {"name": "Club", "game": "otoroku", "options": {"wager": 3}}
    assert phone.send("/api/house-rules", body).status_code == 200
    assert phone.get("/api/house-rules").json["sets"][0]["options"]["wager"] == 3
    assert phone.send("/api/house-rules/Club", method="DELETE").json == {"sets": []}
    for path in ("/api/ledger", "/api/evenings", "/api/evenings/1", "/api/players", "/evening.csv?evening=1"):
        assert phone.get(path).status_code == 200, path
    phone.change("/api/close")
    assert phone.change("/api/evenings/1/continue").status_code == 200
    phone.change("/api/close")
    phone.get("/api/session")
    assert phone.change("/api/import", evening=exported, pin=PIN).status_code == 200
    assert phone.change("/api/evening", game="otoroku", players=NAMES).status_code == 200
    phone.change("/api/demo/evening", pin=PIN)


def follow_round(phone: CheckedPhone, scanner: Any, app: Any, monkeypatch: Any) -> None:
    """Follow a round with a doubt, a fault and a lost track, and book it with its record."""
    rounds = app.extensions["fudayomi"].following
    assert phone.send("/api/following", {"on": True}).json["missing"]
    assert phone.send("/api/following/found", {}).status_code == 422
    monkeypatch.setattr(rounds, "obstacles", tuple)
    monkeypatch.setattr(rounds._log, "_decoder", BelievingDecoder())
    assert phone.send("/api/following", {"on": True, "hints": True}).json["on"]
    table = LaidTable(scanner)
    table.lay(0, FORBIDDEN_CARD, sure=False)
    rounds.poll()
    assert phone.send("/api/following/back", {"count": phone.get("/api/session").json["following"]["count"]})
    table.lay(0, UNEXPLAINED_CARD)
    rounds.poll()
    phone.get("/api/session")
    assert phone.send("/api/following/found", {}).status_code == 200
    table.take(UNEXPLAINED_CARD)
    for seat in range(len(phone.snapshot["evening"]["seat_order"])):
        table.lay(seat, *HANDS[seat], sure=seat > 0)
    rounds.poll()
    snap = phone.get("/api/session").json
    assert snap["following"]["asks"]
    for path, body in (("hand", {}), ("replace", {"path": "hands.0"}), ("asks", {"keys": ["?"]})):
        assert phone.send(f"/api/following/{path}", body).status_code == 200, path
    assert phone.change("/api/rounds", answers=snap["draft"]["answers"]).json["error"]["code"] == "unsure_cards"
    sure = {path: [card["card"] for card in hand] for path, hand in snap["draft"]["hands"].items()}
    phone.change("/api/draft", answers=sure)
    assert phone.change("/api/rounds", answers=phone.snapshot["draft"]["answers"]).status_code == 200
    assert phone.get("/api/rounds/2").json["followed"]
    assert phone.get("/api/rounds/2/record").json["moves"][0]["text"]["en"]
    assert phone.get("/api/rounds/9/record").status_code == 404
    assert phone.send("/api/following", {"on": False}).status_code == 200


def join_and_watch(phone: CheckedPhone, guest: CheckedPhone) -> None:
    """Join, become host and leave. Watch the table."""
    assert guest.send("/api/join", {"name": "Aki"}).json["role"] == "player"
    guest.send("/api/join", {"name": ""})
    assert phone.send("/api/join", {"name": "Aki", "take": True}).status_code == 409
    asking = guest.get("/api/me").json["asks"][0]["phone"]
    assert guest.send("/api/join/answer", {"phone": asking, "give": False}).json["name"] == "Aki"
    entry = next(one["phone"] for one in phone.get("/api/phones").json["phones"] if one["name"] == "Aki")
    phone.send("/api/host", {"pin": PIN})
    assert guest.send("/api/host", {"pin": "999999"}).status_code == 403
    assert phone.send("/api/host/offer", {"phone": entry, "pin": PIN}).status_code == 200
    guest.get("/api/me")
    assert guest.send("/api/host/answer", {"take": True}).json["host"]
    guest.send("/api/host", None, "DELETE")
    guest.get("/api/advice")
    guest.send("/api/learn/otoroku/picture", {})
    guest.get("/api/play/otoroku")
    guest.get("/api/playouts/kakeya?seed=1")
    guest.send("/api/practice/review", {"memory": None, "right": True})
    phone.send(f"/api/phones/{entry}/host", None, "DELETE")
    phone.send(f"/api/phones/{entry}", None, "DELETE")
    phone.send(f"/api/phones/{entry}/back", {})
    phone.send("/api/pin/tries", None, "DELETE")
    guest.send("/api/join", None, "DELETE")
    phone.send("/api/pin", {"pin": PIN, "new": "864213"})
    phone.send("/api/tabletop/automatic", {"on": True})
    phone.send("/api/tabletop/automatic", {"on": False})
    phone.send("/api/tabletop/zones", {"zones": None})
    phone.send("/api/corrections", {"on": True})
    phone.send("/api/corrections/forget", {})


def run_wizards(phone: CheckedPhone, scanner: Any, folder: Any, monkeypatch: Any) -> None:
    """Calibrate the camera, enrol a deck, watch the table."""
    watched = phone.client.application.extensions["fudayomi"].watched_table
    scanner.show_still_table(picture_of_piles(HANDS, 4))
    phone.send("/api/tabletop/shown", {})
    watched.poll()
    phone.get("/api/session")
    phone.get("/api/tabletop/live.jpg")
    scanner.wizard_answers["calibrate"] = measurement()
    phone.get("/api/calibration")
    assert phone.send("/api/calibration", {"seats": 4}).status_code == 503
    phone.send("/api/calibration/look", {})
    phone.send("/api/calibration", {"seats": 4})
    scanner.wizard_answers["grid"] = grid_answer(12, {"3": "h08-1"})
    phone.send("/api/enrol/begin", {"name": "mine", "kind": "hanafuda"})
    for grid in range(4):
        assert phone.send(f"/api/enrol/show?grid={grid}", {}).status_code == 200
    phone.send("/api/enrol/right?place=3")
    monkeypatch.setattr(TrainingJob, "_run", lambda self, _: self._started.set())
    assert phone.send("/api/enrol/learn").json["lesson"]["running"]
    phone.get("/api/enrol")
    phone.send("/api/enrol/cancel")
    write_deck_file(folder, "mine")
    assert phone.get("/api/enrolled").json["decks"][0]["name"] == "mine"
