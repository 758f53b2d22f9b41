"""The OpenAPI document says what the server does: every route, every answer of a whole evening, every role."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from scorer.games import games
from tests.support.followed import FORBIDDEN, STRANGE, BelievingDecoder, LaidTable
from tests.support.openapi_contract import Contract, Held
from tests.support.table import BASE, HANDS, NAMES, PIN, Phone, laid
from tests.unit.web.camera.test_calibration import measured
from tests.unit.web.camera.test_enrolment import deck_file, seen
from web.camera.training_job import TrainingJob
from web.openapi import build_document, route_specs


@pytest.fixture
def source() -> str:
    return "synthetic"


@pytest.fixture
def contract(app) -> Contract:
    return Contract(app)


@pytest.fixture
def held(host: Phone, contract: Contract) -> Held:
    return Held(host, contract)


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
    """What is for hosts refuses everybody else, and what is for anybody refuses nobody for not being host."""
    host.open()
    watcher = Held(Phone(app.test_client()), contract)
    for route in sorted(contract.operations - {"GET /api/live"}):
        method, _, rule = route.partition(" ")
        path = rule.replace("<int:number>", "2").replace("<move>", "leave").replace("<key>", "otoroku")
        answer = watcher.send(path.replace("<other>", "nobody"), {} if method == "POST" else None, method)
        refused = answer.status_code == 403 and answer.json["error"]["code"] == "host_only"
        assert refused == (route_specs()[method, rule].role != "anyone"), route


def test_every_answer_of_an_evening_is_as_described(held, contract, eyes, app, tmp_path, monkeypatch):
    assert held.get("/api/me").json["role"] == "host"
    everything_before(held)
    an_evening(held, eyes)
    a_followed_round(held, eyes, app, monkeypatch)
    the_others(held, Held(Phone(app.test_client()), contract))
    the_walks(held, eyes, tmp_path, monkeypatch)
    with app.test_client().get("/api/live", base_url=BASE) as stream:
        contract.hold("GET", "/api/live", stream)
        heard = "".join(line.decode() for line, _ in zip(stream.response, range(2), strict=False))
        data = next(line for line in heard.splitlines() if line.startswith("data: "))
        contract.check({"$ref": "#/components/schemas/State"}, json.loads(data.removeprefix("data: ")), "stream")
    assert contract.seen == contract.operations


def everything_before(held: Held) -> None:
    """What is asked while nothing is being played."""
    assert held.get("/api/session").json["evening"] is None
    for path in ("/health", "/openapi.json", "/api/games", "/api/decks", "/api/agreed?game=otoroku", "/api/tabletop"):
        assert held.get(path).status_code == 200, path
    for path in ("/api/tally", "/api/history", "/evening.csv", "/api/agreed?options=[]", "/api/learn/chess"):
        assert held.get(path).status_code >= 400, path
    for key, game in games().items():
        for path in (f"/api/learn/{key}", f"/api/drill/{key}", f"/api/glossary/{key}", f"/api/advice?game={key}"):
            assert held.get(path).status_code in {200, 422}, path
        if game.classes and game.classes[0].example:
            held.get(f"/api/learn/{key}?cards={','.join(game.classes[0].example)}")
    assert held.get("/api/learn/otoroku?cards=h08-1&seen=h01-1").status_code == 200
    assert held.get("/api/advice").status_code == 200


def an_evening(held: Held, eyes: Any) -> None:
    """Opened, told, booked, corrected, reseated, taken home and brought back."""
    held.open(demo=True)
    assert held.change("/api/evening", game="chess", players=NAMES).status_code == 422
    held.change("/api/draft", answers={"hands.0": HANDS[0]})
    held.get("/api/session")
    eyes.sees = laid(HANDS, 4)
    assert held.change("/api/look", to=None).status_code == 409
    assert held.change("/api/look", to=None, replace=True).status_code == 200
    assert held.picture("/api/picture").status_code == 200
    held.change("/api/draft/give", read=0, to="hands.0")
    held.get("/api/seen")
    held.change("/api/draft/clear")
    held.send("/api/preview", {"answers": held.answers()})
    assert held.change("/api/rounds", answers={"hands.0": ["h11-1"]}).status_code == 422
    for turn in range(3):
        assert held.change("/api/rounds", answers=held.answers(HANDS[turn:] + HANDS[:turn])).status_code == 200
    held.get("/api/session")
    etag = held.get("/api/session").headers["ETag"]
    assert held.get("/api/session", headers={"If-None-Match": etag}).status_code == 304
    assert held.send("/api/undo", {"version": 1, "key": "too-old-a-version"}).status_code == 409
    held.change("/api/undo")
    held.get("/api/session")
    held.change("/api/redo")
    assert held.change("/api/rounds/2/reopen").status_code == 200
    held.get("/api/session")
    held.change("/api/rounds", answers=held.answers(HANDS[::-1]))
    held.get("/api/rounds/2")
    held.change("/api/seats/swap", one="Aki", other="Emi")
    held.change("/api/seats/leave", player="Ken")
    held.change("/api/seats/join", player="Ken", stones=3)
    assert held.change("/api/game", game="tokotoko", players=NAMES, dealer=1).status_code == 200
    assert held.change("/api/demo/round", seed=1).status_code == 200
    held.change("/api/rounds", answers=held.snap["draft"]["answers"])
    for path in ("/api/history", "/api/history?before=3", "/api/tally", "/evening.csv", "/evening.txt"):
        assert held.get(path).status_code == 200, path
    exported = held.get("/evening.json").json
    body = {"name": "Club", "game": "otoroku", "options": {"wager": 3}}
    assert held.send("/api/house-rules", body).status_code == 200
    assert held.get("/api/house-rules").json["sets"][0]["options"]["wager"] == 3
    assert held.send("/api/house-rules/Club", method="DELETE").json == {"sets": []}
    for path in ("/api/ledger", "/api/evenings", "/api/evenings/1", "/api/players", "/evening.csv?evening=1"):
        assert held.get(path).status_code == 200, path
    held.change("/api/close")
    assert held.change("/api/evenings/1/continue").status_code == 200
    held.change("/api/close")
    held.get("/api/session")
    assert held.change("/api/import", evening=exported, pin=PIN).status_code == 200
    assert held.change("/api/evening", game="otoroku", players=NAMES).status_code == 200
    held.change("/api/demo/evening", pin=PIN)


def a_followed_round(held: Held, eyes: Any, app: Any, monkeypatch: Any) -> None:
    """Refused and allowed, followed with a doubt and a fault, taken back, lost, proposed, booked with its record."""
    rounds = app.extensions["fudayomi"].rounds
    assert held.send("/api/following", {"on": True}).json["missing"]
    assert held.send("/api/following/found", {}).status_code == 422
    monkeypatch.setattr(rounds, "obstacles", tuple)
    monkeypatch.setattr(rounds._log, "_decoder", BelievingDecoder())
    assert held.send("/api/following", {"on": True, "hints": True}).json["on"]
    table = LaidTable(eyes)
    table.lay(0, FORBIDDEN, sure=False)
    rounds.poll()
    assert held.send("/api/following/back", {"count": held.get("/api/session").json["following"]["count"]})
    table.lay(0, STRANGE)
    rounds.poll()
    held.get("/api/session")
    assert held.send("/api/following/found", {}).status_code == 200
    table.take(STRANGE)
    for seat in range(len(held.snap["evening"]["seat_order"])):
        table.lay(seat, *HANDS[seat], sure=seat > 0)
    rounds.poll()
    snap = held.get("/api/session").json
    assert snap["following"]["asks"]
    for path, body in (("hand", {}), ("replace", {"path": "hands.0"}), ("asks", {"keys": ["?"]})):
        assert held.send(f"/api/following/{path}", body).status_code == 200, path
    assert held.change("/api/rounds", answers=snap["draft"]["answers"]).json["error"]["code"] == "unsure_cards"
    sure = {path: [card["card"] for card in hand] for path, hand in snap["draft"]["hands"].items()}
    held.change("/api/draft", answers=sure)
    assert held.change("/api/rounds", answers=held.snap["draft"]["answers"]).status_code == 200
    assert held.get("/api/rounds/2").json["followed"]
    assert held.get("/api/rounds/2/record").json["moves"][0]["text"]["en"]
    assert held.get("/api/rounds/9/record").status_code == 404
    assert held.send("/api/following", {"on": False}).status_code == 200


def the_others(held: Held, guest: Held) -> None:
    """People who join, become host and go home; the table that is watched."""
    assert guest.send("/api/join", {"name": "Aki"}).json["role"] == "player"
    guest.send("/api/join", {"name": ""})
    phone = next(one["phone"] for one in held.get("/api/phones").json["phones"] if one["name"] == "Aki")
    held.send("/api/host", {"pin": PIN})
    assert guest.send("/api/host", {"pin": "999999"}).status_code == 403
    assert held.send("/api/host/offer", {"phone": phone, "pin": PIN}).status_code == 200
    guest.get("/api/me")
    assert guest.send("/api/host/answer", {"take": True}).json["host"]
    guest.send("/api/host", None, "DELETE")
    guest.get("/api/advice")
    guest.send("/api/learn/otoroku/picture", {})
    guest.get("/api/play/otoroku")
    guest.send("/api/practice/review", {"memory": None, "right": True})
    held.send(f"/api/phones/{phone}/host", None, "DELETE")
    held.send(f"/api/phones/{phone}", None, "DELETE")
    guest.send("/api/join", None, "DELETE")
    held.send("/api/pin", {"pin": PIN, "new": "864213"})
    held.send("/api/tabletop/automatic", {"on": True})
    held.send("/api/tabletop/automatic", {"on": False})
    held.send("/api/tabletop/zones", {"zones": None})
    held.send("/api/corrections", {"on": True})
    held.send("/api/corrections/forget", {})


def the_walks(held: Held, eyes: Any, folder: Any, monkeypatch: Any) -> None:
    """The camera set right, a deck enrolled, the table watched."""
    lookout = held.client.application.extensions["fudayomi"].follower
    eyes.lies(laid(HANDS, 4))
    held.send("/api/tabletop/shown", {})
    lookout.poll()
    held.get("/api/session")
    held.get("/api/tabletop/live.jpg")
    eyes.tells["calibrate"] = measured()
    held.get("/api/calibration")
    assert held.send("/api/calibration", {"seats": 4}).status_code == 503
    held.send("/api/calibration/look", {})
    held.send("/api/calibration", {"seats": 4})
    eyes.tells["grid"] = seen(12, {"3": "h08-1"})
    held.send("/api/enrol/begin", {"name": "mine", "kind": "hanafuda"})
    for grid in range(4):
        assert held.send(f"/api/enrol/show?grid={grid}", {}).status_code == 200
    held.send("/api/enrol/right?place=3")
    monkeypatch.setattr(TrainingJob, "_run", lambda self, _: self._started.set())
    assert held.send("/api/enrol/learn").json["lesson"]["running"]
    held.get("/api/enrol")
    held.send("/api/enrol/cancel")
    deck_file(folder, "mine")
    assert held.get("/api/enrolled").json["decks"][0]["name"] == "mine"
