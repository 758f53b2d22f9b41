"""A hall refuses forged keys, changed entries, markup and guesses."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict, replace

import pytest

from tests.support.hall import BASE, HallTrial, TableTrial
from tests.support.hands import HANDS

STRANGER = {"REMOTE_ADDR": "192.168.1.66"}


@pytest.fixture
def table(hall, tmp_path):
    """A table that has joined the hall."""
    with closing(hall.table(tmp_path / "pine", "Pine")) as joined:
        yield joined.play(3)


def send(hall: HallTrial, key: str, body: object, path: str = "/api/tables/entries", **more):
    headers = {"Origin": BASE, "Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = body if isinstance(body, bytes) else json.dumps(body)
    return hall.app.test_client().post(path, data=data, headers=headers, base_url=BASE, **more)


def entries_of(table: TableTrial) -> list[dict]:
    return [asdict(entry) for entry in table.store.entries(1)]


def refusal_code(answer) -> str:
    assert answer.status_code < 500, answer.text
    return answer.json["error"]["code"]


def test_without_its_key_nobody_writes_for_a_table(hall, table, tmp_path) -> None:
    with closing(hall.table(tmp_path / "crane", "Crane")) as other:
        key = other.outbox.membership.key
        forged = [key.replace("2.", "1.", 1), key[:-1], "1.", "", "1.null", "-1.x", "1" * 40]
        answers = [send(hall, one, {"entries": entries_of(table)}) for one in forged]
        assert {refusal_code(answer) for answer in answers} == {"not_joined"}
        assert hall.nets(1) == {}


def test_keys_are_not_tried_at_will(hall, table) -> None:
    answers = [send(hall, f"1.{number}", {}, environ_base=STRANGER) for number in range(40)]
    assert [refusal_code(answer) for answer in answers][-1] == "too_many_tries"


def test_codes_are_not_guessed(hall) -> None:
    wish = {"code": "AAAAAAAA", "name": "x", "ledger": "0" * 32, "url": "", "first": 1, "evening": 1, "anew": False}
    answers = [send(hall, "", wish, "/api/tables", environ_base=STRANGER) for _ in range(12)]
    codes = [refusal_code(answer) for answer in answers]
    assert codes == ["wrong_code"] * 10 + ["too_many_tries"] * 2


def test_wrong_codes_of_many_addresses_keep_no_table_out(hall) -> None:
    wish = {"code": "AAAAAAAA", "name": "x", "ledger": "0" * 32, "url": "", "first": 1, "evening": 1, "anew": False}
    right = wish | {"code": hall.context.tables.code}
    strangers = [{"REMOTE_ADDR": f"192.168.2.{number}"} for number in range(1, 14)]
    for stranger in strangers:
        for _ in range(10):
            send(hall, "", wish, "/api/tables", environ_base=stranger)
    assert refusal_code(send(hall, "", right, "/api/tables", environ_base=strangers[-1])) == "too_many_tries"
    assert send(hall, "", right, "/api/tables", environ_base={"REMOTE_ADDR": "192.168.1.20"}).json["table"] == 1
    assert (
        refusal_code(send(hall, "", wish, "/api/tables", environ_base={"REMOTE_ADDR": "2001:db8::1"})) == "wrong_code"
    )
    other = {"REMOTE_ADDR": "2001:db8::2"}
    assert refusal_code(send(hall, "", wish, "/api/tables", environ_base=other)) == "too_many_tries"


def test_the_pin_is_not_guessed(hall) -> None:
    hall.context.pin.renew("246810")
    answers = [hall.post(hall.app.test_client(), "/more/pin", pin=f"{n:06d}") for n in range(8)]
    assert sum("wrong_pin" in answer.text for answer in answers) <= 5
    assert all(answer.status_code == 403 for answer in answers)


def test_a_round_that_the_rules_settle_otherwise_is_marked(hall, table) -> None:
    entries = entries_of(table)
    net = entries[2]["body"]["settlement"]["net"]
    entries[2]["body"]["settlement"]["net"] = [net[0] + 50, net[1] - 50, *net[2:]]
    assert send(hall, table.outbox.membership.key, {"entries": entries}).json == {"next": 5, "stored": 4}
    detail = hall.get("/api/tables/1").json
    assert (detail["disagreements"], detail["disagreeing"]) == (1, [{"game": 1, "round": 2}])
    assert [one["disagrees"] for one in detail["rounds"]] == [False, True, False]
    assert sum(one["net"] for one in detail["totals"]) == 0


def test_such_a_round_is_marked_no_longer_once_it_is_undone_or_corrected(hall, table) -> None:
    service = table.service
    for step in (service.undo, service.undo, service.redo):
        step(table.change())
    service.reopen(service.version, 3)
    hands = HANDS[1:] + HANDS[:1]
    service.book({f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}, table.change())
    entries = entries_of(table)
    net = entries[2]["body"]["settlement"]["net"]
    entries[2]["body"]["settlement"]["net"] = [net[0] + 50, net[1] - 50, *net[2:]]
    for sent, disagreeing in ((4, [2]), (5, [2]), (6, []), (7, [2]), (8, [])):
        send(hall, table.outbox.membership.key, {"entries": entries[:sent]})
        detail = hall.get("/api/tables/1").json
        assert (detail["evening"], [one["round"] for one in detail["disagreeing"]]) == ("open", disagreeing), sent
        assert detail["disagreements"] == len(disagreeing)


@pytest.mark.parametrize(
    "lie",
    [
        {"kind": "settled", "round": {}, "settlement": {"net": [10**30, 0]}},
        {"kind": "settled", "round": {"seats": 3}, "settlement": {}},
        {"kind": "edited", "of": 2, "rounds": [{}]},
        {"kind": "undone", "of": 1},
        {"kind": "opened"},
        {"kind": "joined", "player": "x" * 500, "stones": 1},
        {"kind": "x" * 500},
    ],
)
def test_entries_that_cannot_be_break_their_evening_alone(hall, table, lie) -> None:
    entries = entries_of(table)[:3]
    entries.append({**entries[2], "sequence": 4, "version": 4, "key": "lie-0001", "body": lie, "at": "x" * 99})
    assert send(hall, table.outbox.membership.key, {"entries": entries}).json["next"] == 5
    detail = hall.get("/api/tables/1").json
    assert (detail["evening"], detail["round"]) == ("broken", 3)
    assert len(hall.get("/").text) > 100


def test_replayed_reordered_and_changed_batches(hall, table) -> None:
    key, entries = table.outbox.membership.key, entries_of(table)
    assert refusal_code(send(hall, key, {"entries": entries[::-1]})) == "bad_batch"
    assert send(hall, key, {"entries": entries}).json["next"] == 5
    assert send(hall, key, {"entries": entries}).json == {"next": 5, "stored": 0}
    changed = asdict(replace(table.store.entries(1)[3], who="Emi"))
    assert refusal_code(send(hall, key, {"entries": [changed]})) == "diverged"


def test_huge_and_nonsensical_batches_are_refused(hall, table) -> None:
    key = table.outbox.membership.key
    assert refusal_code(send(hall, key, b"[" * 100_000)) == "bad_request"
    assert refusal_code(send(hall, key, b'{"entries":["' + b"x" * 9_000_000 + b'"]}')) == "too_large"
    assert refusal_code(send(hall, key, {"entries": [{}] * 501})) == "bad_batch"
    assert refusal_code(send(hall, key, {"entries": {"a": 1}})) == "bad_request"


def test_markup_in_names_is_text(hall, tmp_path) -> None:
    markup = "<img src=x onerror=a()>"
    with closing(hall.table(tmp_path / "x", markup, players=(markup, "'\"><b>"))) as table:
        table.send_all()
        hall.context.members.add("</script><b>")
        for path in ("/", "/tables/1", "/members", "/members/1", "/tv"):
            text = hall.referee().get(path, base_url=BASE).text
            assert "<img src=x" not in text
            assert "<b>" not in text
            assert "</script><" not in text.replace("</script></", "")


def test_no_foreign_page_changes_anything(hall) -> None:
    client = hall.referee()
    answer = client.post("/members", data={"name": "x"}, base_url=BASE, headers={"Origin": "http://evil.example"})
    assert refusal_code(answer) == "bad_origin"
    assert refusal_code(client.get("/", base_url="http://evil.example")) == "bad_host"
