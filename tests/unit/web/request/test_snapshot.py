"""The state of the table as every phone gets it."""

from __future__ import annotations

import json

import pytest

from scorer.texts import Text
from tests.support.table import HANDS, FakeScanner, Phone
from web.context import AppContext
from web.request.snapshot import build_snapshot, encode_snapshot


@pytest.fixture
def table(app) -> AppContext:
    found: AppContext = app.extensions["fudayomi"]
    return found


def test_before_the_first_evening_there_is_nothing_to_tell(table: AppContext) -> None:
    snapshot = build_snapshot(table)
    assert (snapshot["version"], snapshot["evening"], snapshot["says"], snapshot["saved"]) == (0, None, None, True)
    assert "asks" not in snapshot
    line = encode_snapshot(table)
    assert "\n" not in line
    assert json.loads(line) == snapshot


def test_a_scanner_that_is_away_is_told_in_both_languages(table: AppContext, scanner: FakeScanner) -> None:
    scanner.state = "down"
    assert build_snapshot(table)["says"]["en"].startswith("The scanner is away.")
    scanner.state, scanner.message = "up", Text("No light.", "暗いです。")
    assert build_snapshot(table)["says"] == {"en": "No light.", "ja": "暗いです。"}


def test_the_preview_names_what_is_missing_then_what_is_wrong_then_what_is_won(table: AppContext, host: Phone) -> None:
    host.open()
    hands = ["hands.1", "hands.2", "hands.3", "hands.0"]
    assert [ask["path"] for ask in build_snapshot(table)["asks"] if ask["laid"]] == hands
    assert build_snapshot(table)["preview"] == {"missing": hands}
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": HANDS[0], "hands.1": HANDS[0]}})
    wrong = build_snapshot(table)["preview"]
    assert wrong["error"]["code"] == "duplicate_card"
    host.send("/api/draft", {"version": 1, "answers": host.answers()})
    assert build_snapshot(table)["preview"]["settlement"]["net"] == [1, -1, 1, -1]


def test_a_hand_that_has_its_cards_is_worth_something_before_the_others_have_theirs(
    table: AppContext, host: Phone
) -> None:
    host.open()
    assert build_snapshot(table)["worth"] == {}
    host.send("/api/draft", {"version": 1, "answers": {"hands.1": HANDS[1][:1], "hands.2": HANDS[2]}})
    assert build_snapshot(table)["worth"] == {2: {"class": "15", "total": 15}}


def test_cards_are_told_with_the_numbers_that_the_game_counts(table: AppContext, host: Phone) -> None:
    host.open()
    assert build_snapshot(table)["evening"]["numbers"] == {}
    host.change("/api/game", game="tokotoko", players=["Aki", "Emi"])
    numbers = build_snapshot(table)["evening"]["numbers"]
    assert (numbers["h02-1"], numbers["h06-1"]) == (12, 11)
    host.change("/api/game", game="kakeya", players=["Aki", "Emi"])
    asked = {ask["path"]: ask["counting"] for ask in build_snapshot(table)["asks"]}
    assert (len(asked["captured.0"]), asked["aces.0"]) == (16, [])


def test_the_last_round_and_the_last_that_counts_are_told(table: AppContext, host: Phone) -> None:
    host.open()
    for _ in range(2):
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    assert [round_["number"] for round_ in build_snapshot(table)["evening"]["rounds"]] == [3]
    assert host.change("/api/undo").status_code == 200
    evening = build_snapshot(table)["evening"]
    assert [(round_["number"], round_["undone"]) for round_ in evening["rounds"]] == [(2, False), (3, True)]
    assert (evening["undoable"], evening["redoable"], evening["totals"]) == (2, 3, None)


def test_a_correction_is_told_to_everybody_until_it_is_left(table: AppContext, host: Phone) -> None:
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.send("/api/rounds/2/reopen", {"version": 2})
    says = {"en": "Round 1 is being corrected.", "ja": "第1局を直しています。", "ko": "1판을 고치는 중이에요."}
    assert build_snapshot(table)["says"] == says
    host.send("/api/draft/clear", {"version": 2})
    assert build_snapshot(table)["says"] is None
