"""An imported evening has the same balances, and bad files are refused."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.errors import Refusal
from scorer.games import games
from scorer.session.corrections import edit_round, extract_answers, reopen_round
from scorer.session.events import EveningClosed, GameBegun, PlayerJoined, PlayerLeft, RoundUndone, SeatsSwapped
from scorer.session.reducer import replay
from tests.support.sample_evenings import Evening, open_evening, simulate_round_at
from tests.support.table import BASE, HANDS, NAMES, PIN, Phone
from web.archive.importer import EXPORT_FORMAT, parse_evening_file

WHEN = "2026-11-21T20:15:00+00:00"


def export_file(evening: Evening) -> dict[str, Any]:
    return {
        "format": EXPORT_FORMAT,
        "entries": [{"who": "Emi", "at": WHEN, "entry": event.as_json()} for event in evening.events],
    }


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(games())), st.sampled_from(sorted(games())), st.integers(0, 99), st.integers(0, 4))
def test_any_evening_comes_back_bit_for_bit(first: str, second: str, seed: int, at: int) -> None:
    evening = Evening(open_evening(first)).play(3, seed)
    standing = evening.session.valid_rounds
    if standing:
        of = standing[at % len(standing)].event_number
        again = reopen_round(evening.session, evening.events, of)
        other = extract_answers(simulate_round_at(evening.session, again.table, seed + 500), again.prompts)
        try:
            evening.append(edit_round(evening.session, evening.events, of, other))
        except Refusal as refusal:
            assert refusal.code == "cannot_follow"  # noqa: PT017  which edits can follow hangs on the deal
        evening.append(RoundUndone(evening.session.undoable_event or 0))
    begins = open_evening(second)
    evening.append(GameBegun(begins.game, begins.deck, begins.options, begins.players, (), 0)).play(2, seed + 1)
    who, other = evening.session.players[0], evening.session.players[-1]
    evening.append(SeatsSwapped(who, other), PlayerLeft(who), PlayerJoined(who, 3), EveningClosed())
    events, lines = parse_evening_file(json.dumps(export_file(evening), ensure_ascii=False))
    assert replay(events) == evening.session
    assert [line.body for line in lines] == [event.as_json() for event in evening.events]


@pytest.fixture
def exported_evening(host: Phone) -> dict[str, Any]:
    """The exported file of an evening."""
    host.open(players=["Aki", "=Emi", "健", "Yuki"])
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/rounds", answers=host.answers(HANDS[::-1]))
    host.change("/api/undo")
    host.change("/api/seats/join", player="Sora", stones=7)
    with host.client.session_transaction(base_url=BASE) as session:
        host.client.application.extensions["fudayomi"].phones.record_pin(session["phone"])
    found: dict[str, Any] = host.get("/evening.json").json
    return found


def test_what_is_exported_is_imported_as_a_new_evening(host, guest, exported_evening):
    was = host.snapshot["evening"]
    host.open(players=NAMES)
    response = host.change("/api/import", evening=exported_evening)
    assert response.status_code == 200, response.json
    now = guest.snapshot["evening"]
    assert now["id"] > was["id"]
    assert {**now, "id": 0} == {**was, "id": 0}
    again = host.get("/evening.json").json
    assert [one["entry"] for one in again["entries"]] == [one["entry"] for one in exported_evening["entries"]]
    assert [one["at"] for one in again["entries"]] == [one["at"] for one in exported_evening["entries"]]
    assert host.get("/health").json["rounds"] == 4
    assert host.change("/api/redo").status_code == 200


def test_the_same_import_twice_is_one(host, exported_evening):
    body = {"version": host.snapshot["version"], "key": "import-key-1", "evening": exported_evening}
    assert host.send("/api/import", body).json == host.send("/api/import", body).json
    assert host.snapshot["evening"]["id"] == 2


def test_the_page_takes_a_file_and_says_what_is_wrong_with_one(host, exported_evening):
    page = host.get("/files").text
    hidden = {key: re.search(f'name="{key}" value="([^"]*)"', page)[1] for key in ("version", "key")}

    def post(text: str, **more: str):
        data = {**hidden, **more, "file": (io.BytesIO(text.encode()), "evening.json")}
        return host.client.post("/files/import", data=data, base_url=BASE, headers={"Origin": BASE})

    refused = post("no json")
    assert refused.status_code == 422
    assert "bad_file" in refused.text
    here = post(json.dumps(exported_evening))
    assert here.status_code == 422
    assert "/evenings/1" in here.text
    assert host.snapshot["evening"]["id"] == 1
    assert post(json.dumps(exported_evening), copy="yes").status_code == 302
    assert host.snapshot["evening"]["id"] == 2


def test_what_is_being_played_is_not_left_without_the_pin(host, app, exported_evening):
    other = Phone(app.test_client()).grant_host()
    before = other.snapshot
    assert other.change("/api/import", evening=exported_evening).json["error"]["code"] == "pin_again"
    assert 'name="pin"' in other.get("/files").text
    assert other.snapshot == before
    assert other.change("/api/import", evening=exported_evening, pin=PIN).status_code == 200


def test_guests_may_take_it_home_but_bring_nothing(host, guest, exported_evening):
    assert "/files/import" not in guest.get("/files").text
    answer = guest.client.post("/files/import", data={}, base_url=BASE, headers={"Origin": BASE})
    assert answer.status_code == 403


def spoil_at(path: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    def spoil(file: dict[str, Any]) -> dict[str, Any]:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        at: Any = file
        for step in steps:
            at = at[step]
        at[last] = value
        return file

    return spoil


DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda file: [], "bad_file"),
        (lambda file: None, "bad_file"),
        (spoil_at("format", "other"), "bad_file"),
        (spoil_at("entries", []), "bad_file"),
        (spoil_at("entries.0", 5), "bad_file"),
        (spoil_at("entries.0.at", "yesterday"), "bad_file"),
        (spoil_at("entries.0.entry.players.0", "\u202eAki"), "bad_file"),
        (spoil_at("entries.0.entry.stones", [10**9] * 4), "bad_file"),
        (spoil_at("entries.0.entry.kind", "danced"), "bad_file"),
        (spoil_at("entries.1.entry.settlement.net.0", 99), "bad_file"),
        (spoil_at("entries.1.entry.settlement.stones", [9, 9, 9, 9]), "bad_file"),
        (spoil_at("entries.1.entry.settlement", {}), "bad_file"),
        (spoil_at("entries.1.entry.round", {}), "bad_file"),
        (spoil_at("entries.1.entry.round.note", DEEP), "bad_request"),
        (spoil_at("entries.1.entry.round.note", 1.5), "bad_file"),
        (spoil_at("entries.1.entry.round.hands.0", ["h01-1"] * 9), "bad_file"),
        (spoil_at("entries.4.entry.stones", -1), "bad_file"),
        (spoil_at("entries.3.entry.of", 2), "bad_event"),
        (spoil_at("entries.0.entry.game", "tokotoko"), "bad_event"),
        (spoil_at("entries.0.entry.players.1", "Aki"), "bad_event"),
    ],
)
def test_a_file_that_does_not_add_up_is_refused_and_nothing_changes(host, exported_evening, spoil, code):
    before = host.snapshot
    answer = host.change("/api/import", evening=spoil(exported_evening))
    assert answer.json["error"]["code"] == code
    assert answer.json["error"]["message"]["ja"]
    assert host.snapshot == before


def test_words_of_a_file_are_our_own_and_an_unknown_writer_is_nobody(host, exported_evening):
    entry = exported_evening["entries"][1]
    entry["entry"]["settlement"]["reasons"] = [{"text": "<script>"}]
    entry["entry"]["settlement"]["hands"] = "many"
    entry["who"] = "\u202e"
    assert host.change("/api/import", evening=exported_evening).status_code == 200
    assert host.get("/api/rounds/2").json["settlement"]["hands"][0]["reasons"]
    assert host.get("/api/history").json["items"][-2]["turns"][0]["who"] == ""


def test_the_table_and_the_text_span_every_game(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    host.change("/api/game", game="tokotoko", players=NAMES[:2])
    lines = host.get("/evening.csv").data.decode("utf-8-sig").splitlines()
    assert len(lines) == 1 + 8
    text = host.get("/evening.txt").text.splitlines()
    assert text[0].startswith("otoroku ")
    assert text[1].startswith("# otoroku ")
