"""Following on the page: permission, proposal, restarts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorer.texts import Text
from tests.support.fake_following import (
    FORBIDDEN_CARD,
    GUESSED_STAKE,
    UNEXPLAINED_CARD,
    BelievedState,
    BelievingDecoder,
    LaidTable,
)
from tests.support.table import HANDS, PIN, FakeScanner, Phone
from web.app import create_app
from web.config import Settings
from web.following import follow_service as module
from web.following.follow_service import FollowService
from web.ledger.store import Store


def store_calibration(store: Store) -> None:
    marks = {"marks": {"cloth": "good"}, "cloth": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    store.set_setting("calibration", {"measured": marks, "source": "webcam:0", "seats": 4})


@pytest.fixture
def app(store: Store, scanner: FakeScanner, tmp_path: Path) -> Flask:
    store_calibration(store)
    return restart(store, scanner, tmp_path)


def restart(store: Store, scanner: FakeScanner, folder: Path) -> Flask:
    """A new application over the same ledger, as after a kill."""
    settings = Settings("webcam:0", 8000, frozenset({"fudayomi.local"}), folder)
    return create_app(store, scanner, settings, BelievingDecoder())


def follow_service_of(app: Flask) -> FollowService:
    found: FollowService = app.extensions["fudayomi"].following
    return found


@pytest.fixture
def follow_service(app: Flask) -> FollowService:
    """What follows the rounds of the application."""
    return follow_service_of(app)


@pytest.fixture
def table(scanner: FakeScanner) -> LaidTable:
    """The table whose cards the test lays."""
    return LaidTable(scanner)


def switch_on(host: Phone, *, hints: bool = False) -> None:
    host.open()
    answer = host.send("/api/following", {"on": True, "hints": hints})
    assert answer.json == {"on": True, "hints": hints, "missing": []}


def lay_round(table: LaidTable) -> None:
    for turn in range(2):
        for seat, hand in enumerate(HANDS):
            table.lay(seat, hand[turn])


def begin_round(host: Phone, follow_service: FollowService, table: LaidTable) -> None:
    """A round is followed, of which one hand and the first card of the next lie on the table."""
    switch_on(host)
    table.lay(0, *HANDS[0])
    table.lay(1, HANDS[1][0])
    follow_service.poll()


def draft_hands(snap: dict[str, Any]) -> list[list[str]]:
    return [[card["card"] for card in snap["draft"]["hands"].get(f"hands.{seat}", [])] for seat in range(4)]


def test_without_the_switch_nothing_is_followed(
    host: Phone, follow_service: FollowService, scanner: FakeScanner
) -> None:
    host.open()
    assert host.snapshot["following"] == {"on": False, "hints": False, "offered": True}
    assert not follow_service.is_active
    assert follow_service.target() is None
    follow_service.poll()
    assert "phase" not in host.snapshot["following"]


def test_only_a_host_switches_and_taps(host: Phone, guest: Phone) -> None:
    switch_on(host)
    for path, body in (
        ("", {"on": False}),
        ("/back", {"count": 0}),
        ("/found", {}),
        ("/hand", {}),
        ("/replace", {"path": "hands.0"}),
        ("/asks", {"keys": []}),
    ):
        assert guest.send(f"/api/following{path}", body).status_code == 403
    assert host.snapshot["following"]["on"]


def test_what_is_missing_is_said_with_its_cure(
    host: Phone, follow_service: FollowService, store: Store, scanner: FakeScanner
) -> None:
    missing = host.send("/api/following", {"on": True}).json["missing"]
    assert [(one["code"], one["path"]) for one in missing] == [("no_evening", "/start")]
    host.open()
    store.set_setting("calibration", None)
    scanner.state = "down"
    answer = host.send("/api/following", {"on": True}).json
    assert not answer["on"]
    assert [one["code"] for one in answer["missing"]] == ["no_picture", "no_calibration", "no_seats"]
    assert all(one["text"]["en"] and one["text"]["ja"] for one in answer["missing"])
    store_calibration(store)
    scanner.state = "up"
    assert host.send("/api/following", {"on": True}).json["on"]


def test_a_round_fills_and_proposes_itself_and_is_booked_by_the_host_alone(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    follow_service.poll()
    assert host.snapshot["following"]["phase"] == "waiting"
    table.lay(0, HANDS[0][0])
    assert follow_service.poll()
    following = host.snapshot["following"]
    assert following["phase"] == "playing"
    assert following["shown"] == [{"seat": 0, "cards": [HANDS[0][0]], "sure": [True]}]
    assert following["moves"][-1]["text"]["en"].startswith("Aki lays the ")
    assert not host.snapshot["draft"]["begun"]
    assert "turn" not in following
    for seat in (1, 2, 3):
        table.lay(seat, HANDS[seat][0])
    for seat in range(4):
        table.lay(seat, HANDS[seat][1])
    follow_service.poll()
    snap = host.snapshot
    assert snap["following"]["phase"] == "over"
    assert draft_hands(snap) == HANDS
    assert snap["preview"]["settlement"]["net"] == [1, -1, 1, -1]
    assert snap["version"] == 1  # nothing is booked without the host
    assert host.change("/api/rounds", answers=snap["draft"]["answers"]).status_code == 200
    after = host.snapshot
    assert after["version"] == 2
    assert after["following"] == {"on": True, "hints": False, "offered": True, **after["following"]}
    follow_service.poll()
    # The cards of the previous round still lie there. They do not belong to the next.
    assert host.snapshot["following"]["phase"] == "waiting"
    assert host.snapshot["following"]["shown"] == []


def test_hints_are_shown_only_where_the_host_allows_them(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host, hints=True)
    table.lay(0, HANDS[0][0])
    follow_service.poll()
    following = host.snapshot["following"]
    assert following["turn"] == 1
    assert following["may"] == [{"en": "Draw a card, or stop.", "ja": "引くか、やめます。"}]
    host.send("/api/following", {"on": True, "hints": False})
    assert "may" not in host.snapshot["following"]


def test_what_was_entered_by_hand_is_replaced_only_when_asked(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    other = ["h05-1", "h06-1"]
    host.send("/api/draft", {"version": 1, "answers": {"hands.2": other}})
    lay_round(table)
    follow_service.poll()
    snap = host.snapshot
    assert draft_hands(snap) == [HANDS[0], HANDS[1], other, HANDS[3]]
    assert snap["following"]["differing"] == ["hands.2"]
    host.send("/api/following/replace", {"path": "hands.2"})
    assert draft_hands(host.snapshot) == HANDS
    assert host.snapshot["following"]["differing"] == []


def test_what_a_person_takes_out_of_the_proposal_stays_out(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    lay_round(table)
    follow_service.poll()
    host.send("/api/draft", {"version": 1, "answers": {"hands.1": None}})
    follow_service.poll()
    assert draft_hands(host.snapshot)[1] == []


def test_doubts_are_marked_and_asked_at_the_end(host: Phone, follow_service: FollowService, table: LaidTable) -> None:
    switch_on(host)
    table.lay(0, HANDS[0][0], sure=False)
    follow_service.poll()
    assert host.snapshot["following"]["shown"][0]["sure"] == [False]
    assert host.snapshot["following"]["asks"] == []  # asked only at the end
    table.lay(0, HANDS[0][1])
    for seat in (1, 2, 3):
        table.lay(seat, *HANDS[seat])
    follow_service.poll()
    snap = host.snapshot
    assert [ask["path"] for ask in snap["following"]["asks"]] == ["hands.0"]
    assert [card["sure"] for card in snap["draft"]["hands"]["hands.0"]] == [False, True]
    sure = [{**card, "sure": True} for card in snap["draft"]["hands"]["hands.0"]]
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": sure}})
    follow_service.poll()
    assert host.snapshot["following"]["asks"] == []


def test_a_guess_is_filled_in_and_asked_until_it_is_said_to_be_right(
    host: Phone, follow_service: FollowService, table: LaidTable, store: Store, scanner: FakeScanner, tmp_path: Path
) -> None:
    host.open(options={"wager_by": "per_round"})
    host.send("/api/following", {"on": True})
    lay_round(table)
    follow_service.poll()
    (ask,) = host.snapshot["following"]["asks"]
    assert (ask["path"], ask["guess"]) == ("options.wager", True)
    assert host.snapshot["draft"]["answers"]["options.wager"] == GUESSED_STAKE
    # The same after a kill.
    asked = restart(store, scanner, tmp_path).extensions["fudayomi"].following.as_json()["asks"]
    assert asked == [ask]
    host.send("/api/following/asks", {"keys": [ask["key"]]})
    follow_service.poll()
    assert host.snapshot["following"]["asks"] == []
    assert host.snapshot["draft"]["answers"]["options.wager"] == GUESSED_STAKE


def test_another_answer_than_the_guess_answers(host: Phone, follow_service: FollowService, table: LaidTable) -> None:
    host.open(options={"wager_by": "per_round"})
    host.send("/api/following", {"on": True})
    lay_round(table)
    follow_service.poll()
    host.send("/api/draft", {"version": 1, "answers": {"options.wager": GUESSED_STAKE + 1}})
    follow_service.poll()
    assert host.snapshot["following"]["asks"] == []
    assert host.snapshot["following"]["differing"] == ["options.wager"]
    assert host.snapshot["draft"]["answers"]["options.wager"] == GUESSED_STAKE + 1


def test_a_move_taken_back_is_replaced_by_the_next(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    table.lay(0, HANDS[0][0])
    table.lay(1, FORBIDDEN_CARD)
    follow_service.poll()
    following = host.snapshot["following"]
    assert [fault["seat"] for fault in following["faults"]] == [1]
    assert host.send("/api/following/back", {"count": 1}).json["error"]["code"] == "changed_meanwhile"
    assert host.send("/api/following/back", {"count": following["count"]}).status_code == 200
    follow_service.poll()
    assert [shown["seat"] for shown in host.snapshot["following"]["shown"]] == [0]
    assert host.snapshot["following"]["moves"][-1]["event"] == "retracted"
    table.take(FORBIDDEN_CARD)
    table.lay(1, HANDS[1][0])
    follow_service.poll()
    assert host.snapshot["following"]["shown"][1] == {"seat": 1, "cards": [HANDS[1][0]], "sure": [True]}
    # The record keeps both the card and that it was taken back.
    events = [move["event"] for move in host.snapshot["following"]["moves"]]
    assert events == ["laid", "laid", "retracted", "laid"]


def test_lost_says_so_and_entry_by_hand_goes_on_from_what_is_known(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    table.lay(0, *HANDS[0])
    table.lay(1, UNEXPLAINED_CARD)
    follow_service.poll()
    following = host.snapshot["following"]
    assert following["phase"] == "lost"
    assert "card too many" in following["lost"]["en"]
    assert not host.snapshot["draft"]["begun"]
    host.send("/api/following/hand", {})
    assert draft_hands(host.snapshot) == [HANDS[0], [], [], []]
    table.take(UNEXPLAINED_CARD)  # the follower recovers by itself
    follow_service.poll()
    assert host.snapshot["following"]["phase"] == "playing"


def test_one_tap_explains_the_table_anew(host: Phone, follow_service: FollowService, table: LaidTable) -> None:
    switch_on(host)
    table.lay(0, HANDS[0][0])
    table.lay(1, UNEXPLAINED_CARD)
    table.lay(2, HANDS[2][0])
    follow_service.poll()
    assert host.snapshot["following"]["phase"] == "lost"
    assert host.send("/api/following/found", {}).status_code == 200
    assert host.snapshot["following"]["phase"] == "lost"  # it still lies there
    table.take(UNEXPLAINED_CARD)
    follow_service.poll()
    assert host.snapshot["following"]["phase"] == "playing"
    assert [move["seat"] for move in host.snapshot["following"]["moves"] if move["event"] == "laid"] == [0, 2]


def test_a_scanner_that_dies_in_mid_round_goes_on_where_it_was(
    host: Phone, follow_service: FollowService, table: LaidTable, scanner: FakeScanner
) -> None:
    begin_round(host, follow_service, table)
    scanner.state = "starting"
    assert follow_service.poll()
    assert host.snapshot["following"]["phase"] == "away"
    assert host.snapshot["following"]["problem"]["ja"]
    table.die()
    scanner.state = "up"
    table.stay()
    follow_service.poll()
    assert host.snapshot["following"]["phase"] == "playing"
    assert host.snapshot["following"]["count"] == 3  # nothing was laid twice
    table.lay(1, HANDS[1][1])
    table.lay(2, *HANDS[2])
    table.lay(3, *HANDS[3])
    follow_service.poll()
    assert draft_hands(host.snapshot) == HANDS


def test_a_killed_page_keeps_what_is_known(
    host: Phone, follow_service: FollowService, table: LaidTable, scanner: FakeScanner, store: Store, tmp_path: Path
) -> None:
    switch_on(host, hints=True)
    table.lay(0, *HANDS[0])
    table.lay(1, FORBIDDEN_CARD)
    follow_service.poll()
    host.send("/api/following/back", {"count": 3})
    before = host.snapshot["following"]
    again = restart(store, scanner, tmp_path)
    phone = Phone(again.test_client()).grant_host()
    assert phone.snapshot["following"] == before
    table.die()
    table.stay()
    follow_service_of(again).poll()
    assert phone.snapshot["following"]["shown"] == before["shown"]
    table.take(FORBIDDEN_CARD)
    for seat in (1, 2, 3):
        table.lay(seat, *HANDS[seat])
    follow_service_of(again).poll()
    assert draft_hands(phone.snapshot) == HANDS


def test_a_damaged_file_of_inputs_is_no_round_at_all(
    host: Phone, follow_service: FollowService, table: LaidTable, scanner: FakeScanner, store: Store, tmp_path: Path
) -> None:
    switch_on(host)
    table.lay(0, *HANDS[0])
    follow_service.poll()
    (tmp_path / "following.jsonl").write_bytes(b'{"evening": "?"}\n\xff\xfe')
    phone = Phone(restart(store, scanner, tmp_path).test_client()).grant_host()
    assert phone.snapshot["following"]["on"]
    assert "phase" not in phone.snapshot["following"]


def test_it_can_be_switched_off_and_leaves_what_is_known(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    table.lay(0, *HANDS[0])
    follow_service.poll()
    assert not host.send("/api/following", {"on": False}).json["on"]
    assert draft_hands(host.snapshot) == [HANDS[0], [], [], []]
    assert follow_service.target() is None
    assert host.snapshot["following"] == {"on": False, "hints": False, "offered": True}


def test_it_ends_with_its_evening(host: Phone, follow_service: FollowService) -> None:
    switch_on(host)
    assert follow_service.is_active
    host.change("/api/close")
    follow_service.poll()
    assert not host.snapshot["following"]["on"]
    host.open()
    follow_service.poll()
    assert not host.snapshot["following"]["on"]


def test_somebody_sits_down_in_mid_round_and_the_same_cards_count(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    table.lay(0, HANDS[0][0])
    follow_service.poll()
    assert host.change("/api/seats/join", player="Zen", stones=30).status_code == 200
    follow_service.poll()
    assert host.snapshot["following"]["shown"][0]["cards"] == [HANDS[0][0]]


def test_hands_do_not_fill_from_the_watched_table_meanwhile(
    host: Phone, app: Flask, scanner: FakeScanner, follow_service: FollowService
) -> None:
    switch_on(host)
    app.extensions["fudayomi"].watched_table.poll()
    assert scanner.target is not None
    assert scanner.target.round == "1.1"
    assert len(scanner.target.zones) == 5
    host.send("/api/following", {"on": False})
    app.extensions["fudayomi"].watched_table.poll()
    assert scanner.target is None
    assert scanner.watched_deck is None


def test_a_quiet_table_whose_round_may_end_is_proposed(
    host: Phone, follow_service: FollowService, table: LaidTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        BelievingDecoder, "begin", lambda decoder, game, table, deck: BelievedState(game, table, may_end=True)
    )
    switch_on(host)
    table.lay(0, *HANDS[0])
    follow_service.poll()
    assert not host.snapshot["draft"]["begun"]
    monkeypatch.setattr(module, "QUIET_S", -1.0)
    follow_service.poll()
    assert draft_hands(host.snapshot) == [HANDS[0], [], [], []]
    table.lay(1, *HANDS[1])  # the round goes on, and is proposed anew
    follow_service.poll()
    assert draft_hands(host.snapshot) == [HANDS[0], HANDS[1], [], []]


def test_the_record_is_kept_with_the_round_exported_and_brought_back(
    host: Phone, follow_service: FollowService, table: LaidTable, store: Store
) -> None:
    switch_on(host)
    table.lay(0, FORBIDDEN_CARD)
    follow_service.poll()
    host.send("/api/following/back", {"count": 1})
    table.take(FORBIDDEN_CARD)
    lay_round(table)
    follow_service.poll()
    assert host.change("/api/rounds", answers=host.snapshot["draft"]["answers"]).status_code == 200
    host.send("/api/following", {"on": False})
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    first, second = (entry.body for entry in store.entries(1, after=1))
    assert list(first["record"]) == ["packed"]
    assert "record" not in second  # as in entries from before records existed
    assert (host.get("/api/rounds/2").json["followed"], host.get("/api/rounds/3").json["followed"]) == (True, False)
    record = host.get("/api/rounds/2/record").json
    assert record["seats"] == ["Aki", "Emi", "Ken", "Yuki"]
    assert [move["event"] for move in record["moves"][:3]] == ["laid", "retracted", "laid"]
    assert record["moves"][0]["note"] == {"en": "Nobody may lay that.", "ja": "それは出せません。"}
    assert host.get("/api/rounds/3/record").status_code == 404
    exported = host.get("/evening.json").json
    assert exported["entries"][1]["entry"]["record"]["table"][0]["card"] == FORBIDDEN_CARD
    exported["entries"][1]["entry"]["record"]["moves"][1]["note"] = {"en": "Buy this!", "ja": "買ってください！"}
    exported["entries"][2]["entry"]["record"] = {"packed": "garbage"}
    assert host.change("/api/import", evening=exported, pin=PIN).status_code == 200
    again = host.get("/api/rounds/2/record").json
    assert again["table"] == record["table"]
    assert {move["note"] and move["note"]["en"] for move in again["moves"]} == {None}  # texts come from the rules
    assert host.get("/api/rounds/3/record").status_code == 404
    assert host.get("/api/rounds/2/record?evening=1").json == record


def test_a_camera_unplugged_in_mid_round_is_said_and_entry_by_hand_goes_on_from_what_is_known(
    host: Phone, follow_service: FollowService, table: LaidTable, scanner: FakeScanner
) -> None:
    begin_round(host, follow_service, table)
    scanner.message = Text("The camera is gone. Plug it in.", "カメラがありません。挿してください。")
    assert follow_service.poll()  # the phones must hear of it
    following = host.snapshot["following"]
    assert (following["phase"], following["problem"]["en"]) == ("away", "The camera is gone. Plug it in.")
    assert [one["cards"] for one in following["shown"]] == [HANDS[0], HANDS[1][:1]]
    assert host.send("/api/following/hand", {}).status_code == 200
    assert draft_hands(host.snapshot) == [HANDS[0], HANDS[1][:1], [], []]
    version = host.snapshot["version"]
    entered = {"version": version, "answers": {"hands.2": HANDS[2]}}
    assert host.send("/api/draft", entered).status_code == 200
    scanner.message = None  # it is plugged in again, and the round goes on where it was
    table.lay(1, HANDS[1][1])
    table.lay(3, *HANDS[3])
    follow_service.poll()
    assert host.snapshot["following"]["problem"] is None
    assert draft_hands(host.snapshot)[2] == HANDS[2]
    assert host.send("/api/following/hand", {}).status_code == 200
    assert draft_hands(host.snapshot) == HANDS


def test_a_decoder_that_fails_stops_nothing(
    host: Phone, follow_service: FollowService, table: LaidTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch_on(host)

    def fail(decoder: BelievingDecoder, state: Any, rest: Any) -> Any:
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(BelievingDecoder, "follow", fail)
        table.lay(0, HANDS[0][0])
        follow_service.poll()
    assert host.snapshot["following"]["phase"] == "waiting"
    assert host.send("/api/draft", {"version": 1, "answers": {"hands.0": HANDS[0]}}).status_code == 200


def test_every_card_is_told_however_many_come_at_once(
    host: Phone, follow_service: FollowService, table: LaidTable
) -> None:
    switch_on(host)
    follow_service.poll()
    untold = []
    for number in range(60):
        for _ in range(1 + number % 3):
            table.lay(number % 4, HANDS[0][0])
        if not follow_service.poll():
            untold.append(number)
        assert not follow_service.poll()
    assert untold == []
