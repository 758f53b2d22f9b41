"""An evening over HTTP: open, answer, book once, undo, refuse."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.table import HANDS, NAMES, Phone
from web.app import create_app

GARBAGE = (
    None,
    [],
    "x",
    {},
    {"version": "1"},
    {"version": 1, "key": 5},
    {"answers": [1]},
    {"version": 1, "key": "k" * 12, "answers": {"hands.0": 3}},
)


def test_a_round_is_booked_and_everybody_sees_the_new_balances(host, guest):
    host.open()
    response = host.change("/api/rounds", answers=host.answers())
    assert response.status_code == 200
    evening = guest.snapshot["evening"]
    assert evening["players"] == NAMES
    # Otoroku 6.2, dealer 13: equal 13 is the dealer's, 15 beats him, a bust loses.
    assert evening["stones"] == [31, 29, 31, 29]
    assert evening["round"] == 2
    assert sum(evening["rounds"][0]["settlement"]["net"]) == 0


def test_what_is_told_is_valued_before_it_is_booked(host, guest):
    host.open()
    version = guest.snapshot["version"]
    assert host.send("/api/draft", {"version": version, "answers": host.answers()}).status_code == 200
    preview = guest.snapshot["preview"]["settlement"]
    assert preview["net"] == [1, -1, 1, -1]
    assert guest.snapshot["evening"]["stones"] == [30] * 4
    assert guest.snapshot["version"] == version


def test_missing_hands_are_named_not_guessed(host):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": {"hands.1": HANDS[1]}})
    assert set(host.snapshot["preview"]["missing"]) == {"hands.0", "hands.2", "hands.3"}


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([["h10-1", "h03-1"], ["h10-1", "h03-2"], *HANDS[2:]], "duplicate_card"),
        ([["h11-1", "h03-1"], *HANDS[1:]], "wrong_deck"),
        ([["k01", "h03-1"], *HANDS[1:]], "wrong_deck"),
        ([HANDS[0], ["h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h02-2"], *HANDS[2:]], "too_many_cards"),
        ([["zz", "h03-1"], *HANDS[1:]], "unknown_card"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_nothing_is_lost(host, hands, code):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": host.answers()})
    before = host.snapshot
    answer = host.change("/api/rounds", answers=host.answers(hands))
    assert 400 <= answer.status_code < 500
    error = answer.json["error"]
    assert error["code"] == code
    assert error["message"]["en"]
    assert error["message"]["ja"]
    assert host.snapshot == before


def test_the_same_request_twice_books_once_and_gets_the_same_answer(host):
    host.open()
    body = {"version": 1, "key": "the-same-key", "answers": host.answers()}
    first, second = host.send("/api/rounds", body), host.send("/api/rounds", body)
    assert first.status_code == second.status_code == 200
    assert first.json == second.json
    assert len(host.snapshot["evening"]["rounds"]) == 1


def test_two_hosts_confirm_at_once_and_one_round_is_booked(app, host):
    host.open()
    phones = [Phone(app.test_client()).grant_host() for _ in range(12)]
    bodies = [{"version": 1, "key": f"host-number-{n}", "answers": host.answers()} for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        codes = sorted(
            pool.map(lambda pair: pair[0].send("/api/rounds", pair[1]).status_code, zip(phones, bodies, strict=True))
        )
    assert codes == [200] + [409] * 11
    assert len(host.snapshot["evening"]["rounds"]) == 1


def test_undo_takes_back_by_an_entry_and_redo_brings_again(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    booked = host.snapshot["evening"]
    assert host.change("/api/undo").status_code == 200
    undone = host.snapshot["evening"]
    assert undone["stones"] == [30] * 4
    assert undone["round"] == 1
    assert [one["undone"] for one in undone["rounds"]] == [True]
    assert host.snapshot["version"] == 3
    assert host.change("/api/redo").status_code == 200
    assert host.snapshot["evening"]["stones"] == booked["stones"]
    assert host.change("/api/redo").json["error"]["code"] == "nothing_to_undo"


def test_a_restart_brings_the_same_evening_back(app, host, store, scanner):
    host.open(options={"wager": 3})
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    again = Phone(create_app(store, scanner).test_client())
    assert again.snapshot["evening"] == host.snapshot["evening"]
    assert again.snapshot["version"] == host.snapshot["version"]
    assert again.get("/health").json["rounds"] == 2


def test_a_game_ends_after_the_agreed_rounds(host):
    host.open(options={"length": 3})
    for _ in range(3):
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    assert host.snapshot["evening"]["over"]
    assert host.snapshot["asks"] == []
    assert host.change("/api/rounds", answers=host.answers()).json["error"]["code"] == "over"


def test_a_stake_nobody_can_cover_is_refused(host):
    answer = host.change("/api/evening", game="otoroku", players=NAMES, options={"method": "everyone", "wager": 50})
    assert answer.status_code == 422
    assert answer.json["error"]["code"] == "bad_option"
    assert host.snapshot["evening"] is None


@pytest.mark.parametrize(
    "players",
    [["Aki"], ["Aki", "aki"], ["", "Emi"], ["A" * 25, "Emi"], ["A\u202eki", "Emi"], ["a\nb", "c"]],
)
def test_names_that_cannot_be_are_refused(host, players):
    answer = host.change("/api/evening", game="otoroku", players=players)
    assert answer.status_code == 422
    assert answer.json["error"]["code"] in {"bad_name", "bad_count"}
    assert host.snapshot["evening"] is None


def test_a_name_with_markup_is_a_name(host, guest):
    host.open(players=["<script>alert(1)</script>"[:24], "<b>x</b>"])
    assert guest.snapshot["evening"]["players"][1] == "<b>x</b>"


@pytest.mark.parametrize("options", [{"wager": 0}, {"nothing": 1}, {"length": "12"}, {"wager": True}])
def test_house_rules_that_cannot_be_are_refused(host, options):
    assert (
        host.change("/api/evening", game="otoroku", players=NAMES, options=options).json["error"]["code"]
        == "bad_option"
    )


@pytest.mark.parametrize(
    "path",
    [
        "/api/evening",
        "/api/draft",
        "/api/draft/clear",
        "/api/draft/give",
        "/api/draft/restore",
        "/api/draft/share",
        "/api/draft/unshare",
        "/api/rounds",
        "/api/undo",
        "/api/redo",
        "/api/close",
        "/api/picture",
        "/api/look",
        "/api/demo/evening",
        "/api/demo/round",
    ],
)
def test_guests_change_nothing(host, guest, path):
    host.open()
    before = guest.snapshot
    answer = guest.send(path, {"version": 1, "key": "guest-key-1", "answers": guest.answers()})
    assert answer.status_code == 403
    assert answer.json["error"]["code"] == "host_only"
    assert guest.snapshot == before


@pytest.mark.parametrize(
    "path",
    [
        "/api/evening",
        "/api/draft",
        "/api/draft/give",
        "/api/draft/restore",
        "/api/draft/share",
        "/api/draft/unshare",
        "/api/rounds",
        "/api/undo",
        "/api/redo",
        "/api/close",
        "/api/look",
        "/api/demo/evening",
        "/api/demo/round",
        "/api/preview",
        "/api/host",
    ],
)
def test_garbage_never_makes_a_fault(host, path):
    for body in GARBAGE:
        host.open()
        answer = host.send(path, body)
        assert answer.status_code < 500 or answer.json["error"]["code"] == "no_demo", body
        if answer.status_code != 200:
            assert answer.json["error"]["code"], body


def test_a_game_that_is_over_goes_on_with_the_same_people_and_rules(host: Phone) -> None:
    host.open(game="tokotoko", players=["Aki", "Emi", "Ken"], options={"length": "single"})
    hands = {"hands.0": ["h01-1", "h02-1"], "hands.1": ["h03-1", "h04-1"], "hands.2": ["h05-1", "h06-1"]}
    answers = {**hands, "field": ["h07-1", "h08-1"], "stake": 1}
    assert host.change("/api/rounds", answers=answers).status_code == 200
    before = host.snapshot["evening"]
    assert before["over"]
    assert host.change("/api/game/again").status_code == 200
    now = host.snapshot["evening"]
    assert (now["over"], now["playable"], now["round"]) == (False, True, 1)
    assert [now[key] for key in ("game", "deck", "options", "players", "dealer")] == [
        before[key] for key in ("game", "deck", "options", "players", "dealer")
    ]
    assert now["totals"] == [after - 30 for after in before["stones"]]
