"""The evening from its ledger: newest first, every change of a round."""

from __future__ import annotations

from typing import Any

from scorer.session.events import EveningOpened, GameBegun, PlayerJoined, RoundRedone, RoundUndone, StonesBought
from tests.support.sample_evenings import Evening
from web.ledger.entry import NewEntry
from web.ledger.store import Store
from web.session.history import MAX_COURSE_POINTS, build_history, round_detail, summarize_evening

FIRST = EveningOpened("otoroku", "hanafuda", {"method": "everyone", "length": "last_standing"}, ("Aki", "Emi", "Jun"))


def history_of(store: Store, evening: Evening, **asked: int) -> dict[str, Any]:
    """The history of an evening whose entries are by Aki."""
    if store.last_evening() is None:
        entries = [NewEntry(event.as_json(), "Aki", "2026-11-01T20:00") for event in evening.events]
        store.import_entries(entries, "all-of-it")
    return build_history(evening.session, 1, store, **asked)


def test_the_newest_comes_first_and_a_round_has_every_turn(store: Store) -> None:
    evening = Evening(FIRST).play(2).append(RoundUndone(3), RoundRedone(3), RoundUndone(3), PlayerJoined("Rin", 5))
    evening.append(StonesBought("Rin", 8), RoundUndone(8), RoundRedone(8), StonesBought("Emi", 1), RoundUndone(11))
    history = history_of(store, evening)
    assert [(item["kind"], item["number"]) for item in history["items"]] == [
        ("bought", 11),
        ("bought", 8),
        ("joined", 7),
        ("round", 3),
        ("round", 2),
        ("opened", 1),
    ]
    assert not history["more"]
    undone = history["items"][3]
    assert [(turn["kind"], turn["by"]) for turn in undone["turns"]] == [
        ("settled", 3),
        ("undone", 4),
        ("redone", 5),
        ("undone", 6),
    ]
    assert (undone["undone"], history["items"][4]["undone"]) == (True, False)
    assert [(item["undone"], item["player"], item["stones"]) for item in history["items"][:2]] == [
        (True, "Emi", 1),
        (False, "Rin", 8),
    ]
    assert history["items"][2]["player"] == "Rin"
    assert "options" not in history["items"][5]


def test_a_page_begins_before_the_last_one_and_says_whether_there_are_more(store: Store) -> None:
    evening = Evening(FIRST).play(4)
    first = history_of(store, evening, limit=2)
    assert ([item["number"] for item in first["items"]], first["more"]) == ([5, 4], True)
    rest = history_of(store, evening, before=4, limit=3)
    assert ([item["number"] for item in rest["items"]], rest["more"]) == ([3, 2, 1], False)


def test_a_game_begun_and_undone_is_told_as_undone(store: Store) -> None:
    evening = Evening(FIRST).append(GameBegun("tokotoko", "hanafuda", {}, ("Aki", "Emi")), RoundUndone(2))
    items = history_of(store, evening)["items"]
    assert [(item["kind"], item["undone"]) for item in items] == [("began", True), ("opened", False)]


def test_a_round_in_full_is_its_settlement() -> None:
    session = Evening(FIRST).play(1).session
    played = session.history[0]
    detail = round_detail(played, 0, session.rules)
    assert {code for part in detail["cards"] for code in part["cards"]}
    assert (detail["settlement"], detail["was"], detail["number"]) == (played.settlement, [], 2)


def test_the_course_of_a_long_evening_is_thinned_and_ends_with_its_end() -> None:
    session = Evening(FIRST).play(MAX_COURSE_POINTS + 5).session
    summary = summarize_evening(session)
    rounds = len(session.valid_rounds)
    assert rounds > MAX_COURSE_POINTS
    assert len(summary["course"]) == -(-rounds // 2) + (rounds % 2 == 0)
    assert summary["course"][-1]["held"] == [stones - 30 for stones in session.stones]
    assert sum(row["net"] for row in summary["ranking"]) + summary["unowned"] == 0
    assert summary["games"][0]["rounds"] == rounds
    assert summarize_evening(Evening(FIRST).session)["course"] == []
